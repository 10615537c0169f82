from __future__ import annotations

from itertools import combinations

import pytest

from swishsolve.errors import InputError
from swishsolve.render.palette import PALETTES, SYMBOL_COLOURS, read_palette
from swishsolve.render.patterns import PATTERNS, pattern_items
from swishsolve.render.sight import LEAST, SIGHTS, ciede2000, colour_distance, find_confusions, seen_as

# From the test data of Sharma, Wu and Dalal, "The CIEDE2000 Color-Difference Formula", 2005.
PAIRS = [
    ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
    ((50.0, 3.1571, -77.2803), (50.0, 0.0, -82.7485), 2.8615),
    ((50.0, 2.8361, -74.0200), (50.0, 0.0, -82.7485), 3.4412),
    ((50.0, -1.3802, -84.2814), (50.0, 0.0, -82.7485), 1.0000),
    ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
    ((50.0, 2.4900, -0.0010), (50.0, -2.4900, 0.0009), 7.1792),
    ((50.0, 2.4900, -0.0010), (50.0, -2.4900, 0.0011), 7.2195),
    ((50.0, 2.5, 0.0), (50.0, 0.0, -2.5), 4.3065),
    ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
    ((50.0, 2.5, 0.0), (61.0, -5.0, 29.0), 22.8977),
    ((50.0, 2.5, 0.0), (56.0, -27.0, -3.0), 31.9030),
    ((50.0, 2.5, 0.0), (58.0, 24.0, 15.0), 19.4535),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
]


@pytest.mark.parametrize("one, other, distance", PAIRS)
def test_distances_of_the_standard_pairs(one, other, distance):
    assert ciede2000(one, other) == pytest.approx(distance, abs=5e-5)
    assert ciede2000(other, one) == pytest.approx(distance, abs=5e-5)


def test_greys_look_alike_to_everyone():
    for sight in SIGHTS:
        for grey in ("#000000", "#808080", "#ffffff"):
            assert seen_as(grey, sight) == grey


def test_red_and_green_come_together_where_a_cone_is_missing():
    red, green = "#c8281e", "#5a7d1e"
    assert colour_distance(red, green) > 40
    assert colour_distance(red, green, "deuteranopia") < 15
    assert colour_distance(red, green, "tritanopia") > 40


def test_the_safe_palette_is_safe():
    assert find_confusions(PALETTES["safe"], PALETTES["safe"]) == []
    assert min(colour_distance(PALETTES["safe"][a], PALETTES["safe"][b]) for a, b in combinations("bgop", 2)) > 20


def test_one_ink_confuses_everything_and_that_is_said():
    found = find_confusions(PALETTES["black"], "bgop")
    assert len(found) == 6 and {c.distance for c in found} == {0.0}
    worst = find_confusions(SYMBOL_COLOURS, "bgop")[0]
    assert (worst.first, worst.second, worst.sight) == ("b", "p", "deuteranopia") and worst.distance < LEAST


def test_patterns_look_the_same_after_every_move():
    for letter in PATTERNS:
        for inner, outer in ((0.0, 6.3), (7.1, 9.1)):
            places = {
                tuple(round(c, 6) + 0.0 for c in point)
                for item in pattern_items(letter, (0, 0), inner, outer)
                for point in getattr(item, "points", (getattr(item, "centre", None),))
            }
            assert {(-y, x) for x, y in places} == places == {(-x, y) for x, y in places}


def test_patterns_differ():
    def cuts(letter: str) -> tuple[object, ...]:
        return tuple(pattern_items(letter, (0, 0), 7.1, 9.1))

    assert set(PATTERNS) == set(SYMBOL_COLOURS)
    assert len({cuts(letter) for letter in PATTERNS}) == 12


DECK = 'name = "x"\ngrid = "4x3"\n{}types = [{{code = "b../.../.P./..."}}]\n'


def test_a_deck_file_brings_its_inks(tmp_path):
    path = tmp_path / "deck.toml"
    path.write_text(DECK.format('palette = {b = "#0A3FD6", p = "#8d2fc4"}\n'))
    assert read_palette(str(path), PALETTES["safe"]) == {**PALETTES["safe"], "b": "#0a3fd6", "p": "#8d2fc4"}
    path.write_text(DECK.format(""))
    assert read_palette(str(path), PALETTES["safe"]) == PALETTES["safe"]
    assert read_palette("classic-60", PALETTES["safe"]) == PALETTES["safe"]


@pytest.mark.parametrize(
    "palette, expected",
    [
        ("palette = 3", "no table"),
        ('palette = {q = "#000000"}', 'found "q"'),
        ('palette = {b = "blue"}', 'found ink "blue"'),
        ("palette = {b = 3}", 'found ink "3"'),
    ],
)
def test_inks_that_are_none(tmp_path, palette, expected):
    path = tmp_path / "deck.toml"
    path.write_text(DECK.format(palette + "\n"))
    with pytest.raises(InputError, match=expected):
        read_palette(str(path), PALETTES["safe"])

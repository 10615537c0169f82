"""Every parse/format pair round-trips, and what the formats promise about labels, tables and rules."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from swishsolve.errors import InputError
from swishsolve.model.claim import format_stack, parse_claim
from swishsolve.model.code import parse_card
from swishsolve.model.deck import deck_names, format_deck, parse_deck, read_deck
from swishsolve.model.layout import CardPhoto, Label, LaidCard
from swishsolve.model.layout_json import layout_to_json, parse_layout_json
from swishsolve.model.layout_text import format_layout_text, parse_layout_text
from swishsolve.model.swish import Placement
from swishsolve.model.transform import Transform
from tests.reference import FAMILIES, random_card, random_layout


@pytest.mark.parametrize("family", FAMILIES)
def test_text_and_json_round_trip(family: str) -> None:
    for seed in range(30):
        layout = random_layout(FAMILIES[family], seed)
        assert parse_layout_text(format_layout_text(layout)) == layout
        assert parse_layout_json(json.dumps(layout_to_json(layout))) == layout


def test_json_keeps_what_a_photo_tells() -> None:
    layout = random_layout(FAMILIES["classic"], 1)
    photo = CardPhoto(((0.0, 0.25), (9.5, 0.0), (9.0, 9.0), (0.0, 9.0)), 0.75, doubtful=True, sideways=True)
    seen = LaidCard(layout.cards[0].label, layout.cards[0].card, photo)
    layout = replace(layout, cards=(seen, *layout.cards[1:]), photo_size=(120, 90))
    value = layout_to_json(layout)
    assert value["photo"] == {"size": [120, 90], "doubtful": 1}
    assert parse_layout_json(json.dumps(value)) == layout


@pytest.mark.parametrize("family", FAMILIES)
def test_card_codes_round_trip(family: str) -> None:
    random = Random(3)
    for _ in range(30):
        card = random_card(FAMILIES[family], random)
        assert parse_card(card.code) == card


def test_labels_run_on_after_z() -> None:
    for text, label in (("A1", (0, 0)), ("Z9", (25, 8)), ("AA1", (26, 0)), ("az12", (51, 11)), ("ZZ999", (701, 998))):
        parsed = Label.parse(text)
        assert parsed == label
        assert str(parsed) == text.upper()
    for text in ("", "A", "A0", "1A", "AAA1", "A1000", "Ä1", "A1 "):
        assert Label.parse(text) is None


def labels_and_table(text: str) -> tuple[list[str], tuple[int, int]]:
    layout = parse_layout_text(text)
    return [str(laid.label) for laid in layout], layout.table


def test_cards_without_labels_get_the_next_free_places() -> None:
    card = "b2/3/1P1/3\n"
    assert labels_and_table(card * 5) == (["A1", "A2", "A3", "B1", "B2"], (2, 3))
    assert labels_and_table("table: 1x5\n" + card * 3) == (["A1", "A2", "A3"], (1, 5))
    assert labels_and_table(f"A2: {card}" + card * 2) == (["A1", "A2", "B1"], (2, 2))
    assert labels_and_table(f"B3: {card}") == (["B3"], (2, 3))
    assert labels_and_table("table: 0x0") == ([], (0, 0))


def test_the_rule_is_settled_by_all_cards_together() -> None:
    def rule(text: str) -> tuple[str, str | None]:
        layout = parse_layout_text(text)
        return layout.rule, layout.colours

    assert rule("b2/3/1P1/3") == ("classic", "bgop")
    assert rule("rule: free\nb2/3/1P1/3") == ("free", None)
    assert rule("colours: rgby\nr2/3/1Y1/3") == ("classic", "rgby")
    assert rule("r2/3/1Y1/3") == ("free", None)
    assert rule("rule: classic\nr2/3/1Y1/3\n1g1/2B/3/3") == ("classic", "rgby")
    assert rule("r2/3/1r1/3\n1g1/2B/3/3") == ("free", None)
    assert rule("grid: 16x16\nrule: free") == ("free", None)
    assert rule("grid: 15x16\n") == ("free", None)
    assert rule("grid: 3x3\nb2/1g1/2B") == ("free", None)
    assert rule("grid: 3x3\nb1B/1o1/3") == ("classic", "bgo")
    with pytest.raises(InputError, match="line 2, column 1: found red"):
        parse_layout_text("rule: classic\nr2/3/1Y1/3")


def test_classic_x_takes_the_colour_of_its_cell() -> None:
    layout = parse_layout_text("x2/3/1X1/3\nr2/3/1Y1/3\n1g1/2B/3/3")
    assert layout.cards[0].card.code == "r../.../.Y./..."


def test_claims_and_the_moves_printed_for_them() -> None:
    layout = parse_layout_text("grid: 2x2\ntable: 1x3\nbB/..\nb./.B\nbo/BO")
    claim = parse_claim(" a1 + A2+a3? ", layout)
    assert claim.any_moves and [str(label) for label, _ in claim.stack] == ["A1", "A2", "A3"]
    stack = parse_claim("A1d+A2a+A3u", layout).stack
    assert [transform.json_name for _, transform in stack] == ["flip-d", "flip-a", "turn-180"]
    # A2 is its own mirror image in the main diagonal, so a quarter turn stands for a flip.
    assert format_stack(layout, (Placement(Label(0, 1), Transform.FLIP_D),)) == "A2"
    assert format_stack(layout, (Placement(Label(0, 1), Transform.FLIP_A),)) == "A2u"
    assert format_stack(layout, stack) == "A1d+A2u+A3u"


@pytest.mark.parametrize("name", deck_names())
def test_decks_round_trip(name: str) -> None:
    deck = read_deck(name)
    assert deck.name == name
    assert parse_deck(format_deck(deck)) == deck


def test_the_classic_decks() -> None:
    small, large = read_deck("classic-36"), read_deck("classic-60")
    assert [card for card, _ in small.types] == [card for card, _ in large.types]
    assert [card.code for card in small.cards] == sorted(card.canonical().code for card in small.cards)
    assert (len(small.cards), len(large.cards)) == (36, 60)
    assert sorted(copies for _, copies in large.types) == [1] * 12 + [2] * 24


DECK = 'name = "d"\ngrid = "1x2"\n'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("name = ", "expected TOML"),
        ("", "types"),
        (DECK + "types = []", "types"),
        (DECK + 'types = ["bB"]', "types[0]"),
        (DECK + 'types = [{code = "bQ"}]', '"Q"'),
        (DECK + 'types = [{code = "bB", copies = 0}]', "copies = 0"),
        (DECK + 'types = [{code = "bB", copies = true}]', "copies = True"),
        (DECK + 'symbols = {balls = 2}\ntypes = [{code = "bB"}]', "found 1 balls, expected 2"),
        (DECK + 'rule = "loose"\ntypes = [{code = "bB"}]', "loose"),
        (DECK + 'colours = "bb"\ntypes = [{code = "bB"}]', "colours"),
        (DECK + 'colours = "r"\ntypes = [{code = "bB"}]', "found blue"),
        ('name = "d"\ngrid = "17x2"\ntypes = [{code = "bB"}]', "17x2"),
        ('name = ""\ngrid = "1x2"\ntypes = [{code = "bB"}]', "name"),
    ],
)
def test_faulty_decks(text: str, words: str) -> None:
    with pytest.raises(InputError) as error:
        parse_deck(text, "deck.toml")
    assert words in str(error.value)
    assert all(fault.source == "deck.toml" for fault in error.value.faults)


def test_an_unknown_deck_names_the_known_ones() -> None:
    with pytest.raises(InputError, match="classic-36, classic-60"):
        read_deck("classic")

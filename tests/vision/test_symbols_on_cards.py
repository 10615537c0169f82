"""Cards with other symbols than a ball and a hoop: read when told how many, doubtful when one of them is hidden."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from click.testing import CliRunner

from swishsolve.cli import app
from swishsolve.errors import InputError
from swishsolve.model.card import Card
from swishsolve.model.grid import Grid
from swishsolve.model.layout import Layout
from swishsolve.render.cards import CardStyle
from swishsolve.render.palette import PALETTES
from swishsolve.render.table import draw_layout_picture
from swishsolve.vision.cards import CardSize, Counts, cell_places, make_hypotheses, symbol_pairs
from swishsolve.vision.decode import decode_photo
from swishsolve.vision.read import Reading, ReadingHints, read_layout

from .drawn_tables import photographed, random_deck

ANY_TWO = frozenset({(2, 0), (1, 1), (0, 2)})
STYLE = CardStyle(letters=False, colours=PALETTES["safe"])


def photo_of(layout: Layout) -> bytes:
    return photographed(draw_layout_picture(layout, style=STYLE), 95)


def read(photo: bytes, grid: Grid, counts: Counts) -> Reading:
    return read_layout(decode_photo(photo, "photo"), hints=ReadingHints(grid, symbols=counts))


@pytest.mark.parametrize(
    "grid, symbols, counts",
    [
        ("3x3", "bb bB BB", ANY_TWO),
        ("4x3", "bbBB", {(2, 2)}),
        ("4x4", "bBB", {(1, 2)}),
        ("5x5", "bbBB", {(2, 2)}),
        ("4x4", "bbB bB", {(2, 1), (1, 1)}),
    ],
)
def test_cards_are_read_without_knowing_the_deck(grid: str, symbols: str, counts: set[tuple[int, int]]) -> None:
    layout = random_deck("deck", grid, symbols, seed=len(symbols)).deal((3, 3), seed=3)
    reading = read(photo_of(layout), layout.grid, frozenset(counts))
    assert {str(c.label): c.card.code for c in reading.cards} == {str(c.label): c.card.code for c in layout}
    assert not reading.doubtful


@cache
def two_each() -> Layout:
    return random_deck("deck", "4x4", "bbBB", seed=9).deal((3, 3), seed=3)


@pytest.mark.parametrize("hidden", [1, 2, 3])
def test_a_card_with_hidden_symbols_is_doubtful_not_missing(hidden: int) -> None:
    layout = two_each()
    middle = layout.cards[4]
    part = middle._replace(card=Card(layout.grid, middle.card.symbols[hidden:]))
    shown = replace(layout, cards=(*layout.cards[:4], part, *layout.cards[5:]))
    reading = read(photo_of(shown), layout.grid, frozenset({(2, 2)}))
    assert [c.label for c in reading.cards] == [c.label for c in layout]
    (doubt,) = (c for c in reading.cards if c.doubtful)
    assert doubt.label == middle.label
    assert set(part.card.symbols) <= set(doubt.card.symbols) or hidden == 3  # one symbol does not tell its cell
    assert len(doubt.card.symbols) == 4
    assert f"found on {middle.label}" in doubt.reasons[0]


@pytest.mark.parametrize("count", [2, 3, 4])
def test_every_set_of_symbols_is_found_once_where_it_lies(count: int) -> None:
    rng = np.random.default_rng(count)
    size = CardSize(5, 4, 60.0, 75.0, 0.0)
    cells = np.sort(rng.choice(20, count, replace=False))
    angle = np.radians(8.0)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    points = cell_places(size)[cells] @ turn.T + (100.0, 50.0) + rng.normal(0, 0.2, (count, 2))
    kinds = np.arange(count) < 1
    hyp = make_hypotheses(points, kinds, frozenset({(1, count - 1)}), size, 0.0, 5.0)
    ways = zip(hyp.members.tolist(), hyp.cells.tolist(), hyp.sideways.tolist(), strict=True)
    keys = [(tuple(members), tuple(lying), sideways) for members, lying, sideways in ways]
    assert len(keys) == len(set(keys))
    true = keys.index((tuple(range(count)), tuple(cells.tolist()), False))
    assert np.hypot(hyp.x[true] - 100, hyp.y[true] - 50) < 5
    assert abs(hyp.angle[true] - 8) < 5


def test_pairs_are_those_that_a_card_can_hold() -> None:
    kinds = np.array([True, True, False, False])
    every = list(combinations(range(4), 2))
    mixed = [(i, j) for i, j in every if kinds[i] != kinds[j]]

    def pairs(*counts: tuple[int, int]) -> list[tuple[int, int]]:
        return [(int(i), int(j)) for i, j in zip(*symbol_pairs(kinds, frozenset(counts)), strict=True)]

    assert pairs((1, 1)) == mixed
    assert pairs((2, 2)) == pairs(*ANY_TWO) == every
    assert pairs((2, 1)) == [(0, 1), *mixed]
    assert pairs((0, 2)) == [(2, 3)]


@pytest.mark.parametrize("counts", [{(1, 0)}, {(1, 1), (0, 1)}, {(7, 6)}])
def test_cards_that_cannot_be_placed_are_refused(counts: set[tuple[int, int]]) -> None:
    with pytest.raises(ValueError, match="expected 2 to 12 on a card"):
        ReadingHints(symbols=frozenset(counts))
    with pytest.raises(ValueError, match=r"1\+0"):
        ReadingHints(deck=("b../.../.../...",))


@pytest.mark.parametrize(
    "options, fault",
    [
        ("--symbols 1", 'found "1", expected 2 symbols or more'),
        ("--symbols 1+x", 'found "1+x", expected balls+hoops such as 1+1, or a number of symbols of either kind'),
        ("--symbols 7+6", "found 13, expected at most 12 on a card of 4x3"),
        ("--deck junior-42 --symbols 2+0", "found 2+0, expected 1+1 as in deck junior-42"),
        ("--deck junior-42 --grid 4x3", 'found "4x3", expected 3x3 as in deck junior-42'),
    ],
)
def test_hints_that_do_not_fit_are_refused(options: str, fault: str) -> None:
    for command in ("read", "solve"):
        result = CliRunner().invoke(app, [command, "examples/table.jpg", *options.split()])
        assert isinstance(result.exception, InputError)
        assert fault in str(result.exception)


def test_the_command_reads_any_two_symbols(tmp_path) -> None:
    layout = random_deck("deck", "3x3", "bb bB BB", seed=6).deal((3, 3), seed=3)
    (tmp_path / "table.jpg").write_bytes(photo_of(layout))
    result = CliRunner().invoke(app, ["read", str(tmp_path / "table.jpg"), "--grid", "3x3", "--symbols", "2"])
    assert result.exit_code == 0, result.stderr
    assert [line.partition(": ")[2] for line in result.stdout.splitlines() if line[:1] in "ABC"] == [
        laid.card.code for laid in layout
    ]


def test_a_deck_with_single_symbols_is_refused(tmp_path) -> None:
    (tmp_path / "deck.toml").write_text('name = "one"\ngrid = "4x3"\ntypes = [{code = "b../.../.../..."}]\n')
    result = CliRunner().invoke(app, ["read", "examples/table.jpg", "--deck", str(tmp_path / "deck.toml")])
    assert isinstance(result.exception, InputError)
    assert str(result.exception) == "--deck: found cards of 1+0 symbols, expected 2 to 12 on a card"

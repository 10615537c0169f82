"""The laws of transforms, grids and cards."""

from __future__ import annotations

from random import Random

import pytest

from swishsolve.model.card import Card, Symbol
from swishsolve.model.grid import Grid
from swishsolve.model.transform import BY_SUFFIX, Transform
from tests.reference import FAMILIES, random_card

ASYMMETRIC = Card(Grid(3, 3), (Symbol(0, 0, "ball", "b"), Symbol(0, 1, "hoop", "g"), Symbol(1, 2, "ball", "o")))


@pytest.mark.parametrize("first", Transform)
@pytest.mark.parametrize("second", Transform)
def test_composition_is_one_move_after_the_other(first: Transform, second: Transform) -> None:
    assert ASYMMETRIC.moved(first).moved(second) == ASYMMETRIC.moved(first.then(second))


@pytest.mark.parametrize("transform", Transform)
def test_the_inverse_undoes(transform: Transform) -> None:
    assert transform.then(transform.inverse()) is Transform.IDENTITY
    assert transform.inverse().then(transform) is Transform.IDENTITY
    tall = Card(Grid(4, 3), (Symbol(0, 0, "ball", "b"), Symbol(1, 2, "hoop", "g")))
    assert tall.moved(transform).moved(transform.inverse()) == tall


def test_moves_are_what_their_names_say() -> None:
    seen = {transform.json_name: ASYMMETRIC.moved(transform).code for transform in Transform}
    assert seen == {
        "identity": "bG./..o/...",
        "turn-180": ".../o../.Gb",
        "flip-h": ".Gb/o../...",
        "flip-v": ".../..o/bG.",
        "turn-right": "..b/..G/.o.",
        "turn-left": ".o./G../b..",
        "flip-d": "b../G../.o.",
        "flip-a": ".o./..G/..b",
    }


def test_names_and_suffixes_are_unique() -> None:
    assert len(BY_SUFFIX) == len({transform.json_name for transform in Transform}) == 8
    assert "".join(transform.suffix for transform in Transform) == "uhvrlda"


@pytest.mark.parametrize("rows", range(1, 17))
@pytest.mark.parametrize("cols", range(1, 17))
def test_orbits_divide_the_cells(rows: int, cols: int) -> None:
    grid = Grid(rows, cols)
    assert len(grid.transforms) == (8 if rows == cols else 4)
    assert sorted(cell for orbit in grid.orbits for cell in orbit) == list(grid.cells)
    assert [orbit[0] for orbit in grid.orbits] == sorted(orbit[0] for orbit in grid.orbits)
    assert all(len(grid.transforms) % len(orbit) == 0 for orbit in grid.orbits)


@pytest.mark.parametrize("sides", [(0, 3), (3, 0), (17, 1), (1, 17), (-1, 4)])
def test_grids_have_1_to_16_rows_and_columns(sides: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="1 to 16"):
        Grid(*sides)


@pytest.mark.parametrize("family", FAMILIES)
def test_orbit_times_stabilizer_is_the_group(family: str) -> None:
    random = Random(5)
    for _ in range(50):
        card = random_card(FAMILIES[family], random)
        stabilizer = [transform for transform in card.grid.transforms if card.moved(transform) == card]
        assert len(card.orbit()) * len(stabilizer) == len(card.grid.transforms)
        assert {other.canonical() for other in card.orbit()} == {card.canonical()}
        assert card.canonical().code == min(other.code for other in card.orbit())
        for other, transform in card.orbit().items():
            assert card.moved(transform) == other


def test_a_card_holds_one_symbol_in_a_cell_of_its_grid() -> None:
    with pytest.raises(ValueError, match="share"):
        Card(Grid(2, 2), (Symbol(0, 0, "ball", "b"), Symbol(0, 0, "hoop", "b")))
    with pytest.raises(ValueError, match="outside"):
        Card(Grid(2, 2), (Symbol(2, 0, "ball", "b"),))

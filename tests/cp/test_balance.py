"""The bound by balance: never below the largest Swish, never above the linear relaxation."""

from __future__ import annotations

import pytest
from ortools.linear_solver import pywraplp

from swishsolve.cp.balance import bound_by_balance
from swishsolve.model.layout import Layout
from swishsolve.search.maximum import bound_size
from tests.reference import FAMILIES, brute_force_sets, random_layout

LAYOUTS_PER_FAMILY = 10


def linear_bound(layout: Layout) -> float:
    """The plain model with a variable for each placement, where every Boolean may be a fraction."""
    solver = pywraplp.Solver.CreateSolver("GLOP")
    at: dict[tuple[int, int, str, str], list[pywraplp.Variable]] = {}
    every: list[pywraplp.Variable] = []
    for laid in layout:
        ways = [solver.NumVar(0, 1, "") for _ in laid.card.orbit()]
        for way, card in zip(ways, laid.card.orbit(), strict=True):
            for row, col, kind, colour in card.symbols:
                at.setdefault((row, col, kind, colour), []).append(way)
        solver.Add(solver.Sum(ways) <= 1)
        every += ways
    colours = {key[3] for key in at}
    for row, col in layout.grid.cells:
        balls = {colour: solver.Sum(at.get((row, col, "ball", colour), [])) for colour in colours}
        for colour in colours:
            solver.Add(balls[colour] == solver.Sum(at.get((row, col, "hoop", colour), [])))
        solver.Add(solver.Sum(balls.values()) <= 1)
    solver.Maximize(solver.Sum(every))
    assert solver.Solve() == pywraplp.Solver.OPTIMAL
    return float(solver.Objective().Value())


@pytest.mark.parametrize("family", FAMILIES)
def test_between_the_largest_swish_and_the_linear_relaxation(family: str) -> None:
    for seed in range(6000, 6000 + LAYOUTS_PER_FAMILY):
        layout = random_layout(FAMILIES[family], seed)
        sets = brute_force_sets(layout)
        bound = bound_by_balance(layout, least=2, most=len(layout))
        assert bound >= max(map(len, sets), default=0), seed
        assert bound <= linear_bound(layout) + 1e-6, seed
        assert bound <= max(bound_size(layout.grid, [laid.card for laid in layout]), 0), seed


@pytest.mark.parametrize("family", FAMILIES)
def test_required_cards_and_sizes(family: str) -> None:
    for seed in range(7000, 7005):
        layout = random_layout(FAMILIES[family], seed)
        required = [layout.cards[0].label]
        sizes = [len(cards) for cards in brute_force_sets(layout) if required[0] in cards]
        for least, most in ((2, len(layout)), (4, len(layout)), (2, 3)):
            fitting = [size for size in sizes if least <= size <= most]
            bound = bound_by_balance(layout, least=least, most=most, required=required)
            assert max(fitting, default=0) <= bound <= most


def test_no_time_gives_no_better_bound() -> None:
    layout = random_layout(FAMILIES["square 3x3"], 0)
    assert bound_by_balance(layout, least=2, most=6, seconds_left=lambda: 0.0) == 6

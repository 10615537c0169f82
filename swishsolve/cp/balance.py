"""How many cards a Swish can have at most, from a count of balls and hoops that has to balance.

A *place* is an orbit and a colour. A move carries a symbol within its orbit, so a card has the same places however it
lies, and a choice of cards, without their moves, already says how many balls and how many hoops come to each place.
In a Swish

- every place has as many balls as hoops, since they lie in one another,
- an orbit holds no more balls, all colours together, than it has cells,
- cut the grid along its middle lines, so that every move keeps the halves or swaps them (on a square grid: the two
  pairs of opposite quarters), and count for each card its symbols in one half. A move leaves that number even or odd
  where the card has an even number of symbols, and over all cards of a Swish it is even, as symbols lie there in pairs.

The cards of one kind are one whole number, and the most cards under these conditions is the bound. With one ball and
one hoop a card it is a largest circulation, in which a card leads from the place of its hoop to the place of its ball.

It is never worse than the linear relaxation of the model with a variable for each placement (`cp/model.py`): moving a
whole solution of that relaxation by each symmetry of the grid gives solutions of the same size, their mean is again one
and treats the cells of an orbit alike, and summed over the placements of each kind of card it meets the first two
conditions in fractions. Conversely a fractional count, spread evenly over placements, solves the relaxation. So without
the demand for whole numbers both give the same bound, and this one has a few hundred variables instead of thousands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from ortools.sat.python import cp_model

from swishsolve.cp.model import SecondsLeft, new_solver
from swishsolve.cp.watched import solve_watched
from swishsolve.model.card import Card
from swishsolve.model.grid import Grid
from swishsolve.model.layout import Label, Layout

# Enough for some hundred kinds of cards, in the solver's own measure of work, so that the bound is always the same.
MOST_WORK = 5.0


def bound_by_balance(
    layout: Layout,
    *,
    least: int,
    most: int,
    required: Collection[Label] = (),
    seconds_left: SecondsLeft = lambda: None,
) -> int:
    """No Swish of `least` to `most` cards with all required ones has more cards than this; 0 when there is none.

    `most` where the time is up.
    """
    grid = layout.grid
    halves = _halves(grid) if all(len(laid.card.symbols) % 2 == 0 for laid in layout) else []
    kinds = {laid.label: _kind(laid.card, halves) for laid in layout}
    wanted = Counter(kinds[label] for label in required)
    model = cp_model.CpModel()
    used = {
        kind: model.new_int_var(wanted[kind], number, "") for kind, number in sorted(Counter(kinds.values()).items())
    }
    balls: dict[tuple[int, str], list[cp_model.IntVar]] = {}
    hoops: dict[tuple[int, str], list[cp_model.IntVar]] = {}
    for (symbols, _), var in used.items():
        for kind, orbit, colour in symbols:
            (balls if kind == "ball" else hoops).setdefault((orbit, colour), []).append(var)
    for place in sorted({*balls, *hoops}):
        model.add(sum(balls.get(place, ())) == sum(hoops.get(place, ())))
    for orbit, cells in enumerate(grid.orbits):
        model.add(sum(sum(there) for place, there in balls.items() if place[0] == orbit) <= len(cells))
    for index in range(len(halves)):
        pairs = model.new_int_var(0, len(layout) // 2, "")
        model.add(sum(var for (_, odd), var in used.items() if odd[index]) == 2 * pairs)
    size = sum(used.values())
    model.add_linear_constraint(size, max(least, 2), most)
    model.maximize(size)
    seconds = seconds_left()
    if seconds == 0:
        return most
    solver, _ = new_solver(seconds=seconds, work=MOST_WORK, workers=1)
    status = solve_watched(solver, model, seconds_left)
    if status == cp_model.INFEASIBLE:
        return 0
    return min(most, int(solver.best_objective_bound + 1e-6)) if status != cp_model.UNKNOWN else most


Kind = tuple[tuple[tuple[str, int, str], ...], tuple[bool, ...]]


def _kind(card: Card, halves: list[frozenset[tuple[int, int]]]) -> Kind:
    """The symbols of a card by orbit, and for each half of the grid whether an odd number of them lies there."""
    symbols = sorted((s.kind, card.grid.orbit_of[s.row, s.col], s.colour) for s in card.symbols)
    odd = (sum((s.row, s.col) in half for s in card.symbols) % 2 == 1 for half in halves)
    return tuple(symbols), tuple(odd)


def _halves(grid: Grid) -> list[frozenset[tuple[int, int]]]:
    """Halves of the grid that every move keeps or swaps with the rest; none across a middle row or column."""
    upper = {cell for cell in grid.cells if 2 * cell.row < grid.rows}
    left = {cell for cell in grid.cells if 2 * cell.col < grid.cols}
    if grid.rows == grid.cols:
        return [frozenset(upper ^ left)] if grid.rows % 2 == 0 else []
    return [frozenset(half) for half, length in ((upper, grid.rows), (left, grid.cols)) if length % 2 == 0]

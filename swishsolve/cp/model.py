"""The constraints that make a choice of placements a Swish, and an honest reading of the solver's status.

One Boolean for each placement. `add_swish_rule` states the rule for one pile; `Answer` keeps the four outcomes apart:
only OPTIMAL and INFEASIBLE are answers, everything else is "unknown" with the best stack so far.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from ortools.sat.python import cp_model

from swishsolve.cp.watched import solve_watched
from swishsolve.model.layout import Layout
from swishsolve.model.swish import Placement

Status = Literal["optimal", "infeasible", "unknown"]
# Asked just before the solver starts, since building a model takes time too: None without a limit, 0 to stop at once.
SecondsLeft = Callable[[], float | None]


class Answer(NamedTuple):
    """What the solver proved, the stacks of its best solution (empty: none found), and the bound of its objective."""

    status: Status
    stacks: tuple[tuple[Placement, ...], ...]
    bound: int


def placements_of(layout: Layout) -> list[Placement]:
    """Every different placement, card by card, by label; the first of each card lays it as it lies."""
    return [Placement(laid.label, transform) for laid in layout for transform in laid.card.orbit().values()]


def add_swish_rule(
    model: cp_model.CpModel, layout: Layout, placements: Sequence[Placement], used: Sequence[cp_model.IntVar]
) -> None:
    """One transform a card; in each cell one ball and one hoop at most, and a ball exactly where a hoop is."""
    of_card: dict[object, list[cp_model.IntVar]] = {}
    at: dict[tuple[int, int, str, str], list[cp_model.IntVar]] = {}
    for placement, var in zip(placements, used, strict=True):
        of_card.setdefault(placement.label, []).append(var)
        for row, col, kind, colour in layout.by_label[placement.label].moved(placement.transform).symbols:
            at.setdefault((row, col, kind, colour), []).append(var)
    for vars_of_card in of_card.values():
        model.add_at_most_one(vars_of_card)
    colours = sorted({colour for *_, colour in at})
    for row, col in layout.grid.cells:
        for kind in ("ball", "hoop"):
            model.add_at_most_one(var for colour in colours for var in at.get((row, col, kind, colour), ()))
        for colour in colours:
            balls, hoops = (at.get((row, col, kind, colour), []) for kind in ("ball", "hoop"))
            if balls or hoops:
                model.add(sum(balls) == sum(hoops))


def run(
    model: cp_model.CpModel,
    stacks_of: Callable[[Callable[[cp_model.IntVar], bool]], tuple[tuple[Placement, ...], ...]],
    *,
    bound: int,
    seconds_left: SecondsLeft,
    work: float | None = None,
    workers: int | None,
    on_better: Callable[[int], None] | None = None,
) -> Answer:
    """Solve and read the answer; `stacks_of` turns a solution into stacks, `bound` is known beforehand.

    With one worker the answer is the same on every run that no time limit cuts.
    """
    seconds = seconds_left()
    if seconds == 0:
        return Answer("unknown", (), bound)
    solver, callback = new_solver(seconds=seconds, work=work, workers=workers, on_better=on_better)
    status = solve_watched(solver, model, seconds_left, callback)
    if status == cp_model.INFEASIBLE:
        return Answer("infeasible", (), 0)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Answer("unknown", (), bound)
    stacks = stacks_of(lambda var: bool(solver.value(var)))
    if status == cp_model.OPTIMAL:
        return Answer("optimal", stacks, sum(map(len, stacks)))
    return Answer("unknown", stacks, min(bound, int(solver.best_objective_bound + 1e-6)))


def new_solver(
    *,
    seconds: float | None,
    work: float | None = None,
    workers: int | None,
    on_better: Callable[[int], None] | None = None,
) -> tuple[cp_model.CpSolver, cp_model.CpSolverSolutionCallback | None]:
    """A solver with these limits, and the callback that reports the objective of each better solution."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = workers or os.cpu_count() or 1
    solver.parameters.random_seed = 0
    if seconds is not None:
        solver.parameters.max_time_in_seconds = seconds
    if work is not None:
        solver.parameters.max_deterministic_time = work
    return solver, _Better(on_better) if on_better else None


class _Better(cp_model.CpSolverSolutionCallback):
    def __init__(self, on_better: Callable[[int], None]) -> None:
        super().__init__()
        self._on_better = on_better

    def on_solution_callback(self) -> None:
        self._on_better(round(self.objective_value))

"""Disjoint sets of cards that together have as many cards as possible: set packing by CP-SAT."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ortools.sat.python import cp_model

from swishsolve.cp.model import SecondsLeft, new_solver
from swishsolve.cp.watched import solve_watched


class Packing(NamedTuple):
    """The numbers of the chosen sets, and whether no choice has more cards."""

    chosen: tuple[int, ...]
    proven: bool


def pack(
    sets: Sequence[int],
    *,
    required: int,
    bound: int,
    seconds_left: SecondsLeft = lambda: None,
    workers: int | None = None,
    on_better: Callable[[int], None] | None = None,
) -> Packing | None:
    """The best choice among sets of cards given as masks; every card of the mask `required` has to be in it.

    `bound` is a number of cards known to be enough. None when no choice has the required cards, or none was found in
    time.
    """
    model = cp_model.CpModel()
    used = [model.new_bool_var("") for _ in sets]
    with_card: dict[int, list[cp_model.IntVar]] = {}
    for cards, var in zip(sets, used, strict=True):
        for card in range(cards.bit_length()):
            if cards >> card & 1:
                with_card.setdefault(card, []).append(var)
    for card in range(required.bit_length()):
        with_card.setdefault(card, [])
    for card, variables in with_card.items():
        (model.add_exactly_one if required >> card & 1 else model.add_at_most_one)(variables)
    covered = sum(cards.bit_count() * var for cards, var in zip(sets, used, strict=True))
    model.add(covered <= bound)
    model.maximize(covered)
    seconds = seconds_left()
    if seconds == 0:
        return None
    solver, callback = new_solver(seconds=seconds, workers=workers, on_better=on_better)
    status = solve_watched(solver, model, seconds_left, callback)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    chosen = tuple(number for number, var in enumerate(used) if solver.value(var))
    return Packing(chosen, proven=status == cp_model.OPTIMAL)

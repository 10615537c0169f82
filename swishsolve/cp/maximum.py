"""The largest Swish, or any Swish of at least so many cards, by CP-SAT."""

from __future__ import annotations

from collections.abc import Callable, Collection

from ortools.sat.python import cp_model

from swishsolve.cp.model import Answer, SecondsLeft, add_swish_rule, placements_of, run
from swishsolve.model.layout import Label, Layout
from swishsolve.model.swish import Placement, Stack
from swishsolve.model.transform import Transform


def find_stack(
    layout: Layout,
    *,
    least: int,
    most: int,
    maximise: bool,
    required: Collection[Label] = (),
    hint: Stack = (),
    seconds_left: SecondsLeft = lambda: None,
    work: float | None = None,
    workers: int | None = None,
    on_better: Callable[[int], None] | None = None,
) -> Answer:
    """One Swish of `least` to `most` cards with all required ones: the largest, or whichever comes first.

    Infeasible means that there is none. A hint is a Swish that is known already. `work` is a limit in the solver's own
    measure, about a second of one processor each.
    """
    model = cp_model.CpModel()
    placements = placements_of(layout)
    used = [model.new_bool_var("") for _ in placements]
    add_swish_rule(model, layout, placements, used)
    _lay_lowest_as_it_lies(model, layout, placements, used)
    size = sum(used)
    model.add(size >= max(least, 2))
    model.add(size <= most)
    for label in required:
        model.add_exactly_one(var for placement, var in zip(placements, used, strict=True) if placement.label == label)
    if maximise:
        model.maximize(size)
    known = set(hint)
    if known:
        for placement, var in zip(placements, used, strict=True):
            model.add_hint(var, placement in known)

    def stacks_of(chosen: Callable[[cp_model.IntVar], bool]) -> tuple[Stack, ...]:
        return (tuple(placement for placement, var in zip(placements, used, strict=True) if chosen(var)),)

    return run(model, stacks_of, bound=most, seconds_left=seconds_left, work=work, workers=workers, on_better=on_better)


def _lay_lowest_as_it_lies(
    model: cp_model.CpModel, layout: Layout, placements: list[Placement], used: list[cp_model.IntVar]
) -> None:
    """Break the symmetry of the whole pile: a moved card needs a lower card in the stack.

    Long sums slow the solver more than the symmetry does, so only small layouts are told.
    """
    if len(layout) > 40:
        return
    lower: list[cp_model.IntVar] = []
    current: list[cp_model.IntVar] = []
    for index, (placement, var) in enumerate(zip(placements, used, strict=True)):
        if index and placement.label != placements[index - 1].label:
            lower, current = lower + current, []
        current.append(var)
        if placement.transform is not Transform.IDENTITY:
            model.add_bool_or([*lower, ~var])

"""The best cover by CP-SAT: a pile for every card that could be the lowest of its Swish."""

from __future__ import annotations

from collections.abc import Callable, Collection

from ortools.sat.python import cp_model

from swishsolve.cp.model import Answer, SecondsLeft, add_swish_rule, placements_of, run
from swishsolve.model.layout import Label, Layout
from swishsolve.model.swish import Placement, Stack
from swishsolve.model.transform import Transform

# A pile for every card is too much for a large layout: beyond this the model is not built and the answer is unknown.
MAX_VARIABLES = 300_000


def find_cover(
    layout: Layout,
    *,
    least: int,
    most: int,
    bound: int,
    required: Collection[Label] = (),
    hint: Collection[Stack] = (),
    seconds_left: SecondsLeft = lambda: None,
    workers: int | None = None,
    on_better: Callable[[int], None] | None = None,
) -> Answer:
    """Disjoint Swishes of `least` to `most` cards each that use as many cards as possible, all required ones included.

    Pile i holds card i, as it lies, and only cards after it; each card lies on one pile at most. `bound` is a number
    of cards known to be enough, a hint a cover that is known already. Infeasible: no cover has the required cards.
    """
    every_placement = placements_of(layout)
    if len(layout) * len(every_placement) > 2 * MAX_VARIABLES:
        return Answer("unknown", tuple(hint), bound)
    model = cp_model.CpModel()
    on_piles: dict[Label, list[cp_model.IntVar]] = {laid.label: [] for laid in layout}
    piles: list[list[tuple[Placement, cp_model.IntVar]]] = []
    for laid in layout:
        if seconds_left() == 0:
            return Answer("unknown", tuple(hint), bound)
        placements = [
            placement
            for placement in every_placement
            if placement.label > laid.label or placement == Placement(laid.label, Transform.IDENTITY)
        ]
        used = [model.new_bool_var("") for _ in placements]
        add_swish_rule(model, layout, placements, used)
        open_pile = used[0]
        for placement, var in zip(placements, used, strict=True):
            on_piles[placement.label].append(var)
            model.add_implication(var, open_pile)
        model.add(sum(used) >= max(least, 2) * open_pile)
        model.add(sum(used) <= most)
        piles.append(list(zip(placements, used, strict=True)))
    for label, on_pile in on_piles.items():
        (model.add_exactly_one if label in required else model.add_at_most_one)(on_pile)
    covered = sum(var for pile in piles for _, var in pile)
    model.add(covered <= bound)
    model.maximize(covered)
    if hint:
        stack_of = {min(label for label, _ in stack): set(stack) for stack in hint}
        for pile in piles:
            known = stack_of.get(pile[0][0].label, set())
            for placement, var in pile:
                model.add_hint(var, placement in known)

    def stacks_of(chosen: Callable[[cp_model.IntVar], bool]) -> tuple[tuple[Placement, ...], ...]:
        stacks = (tuple(placement for placement, var in pile if chosen(var)) for pile in piles)
        return tuple(stack for stack in stacks if stack)

    return run(model, stacks_of, bound=bound, seconds_left=seconds_left, workers=workers, on_better=on_better)

"""A stack that fills every cell, for large layouts of one ball and one hoop a card: large-neighbourhood search.

Filling all cells is an exact cover: every cell wants one ball and one hoop. A dive always serves the want with the
fewest placements left and gives up after a few dead ends; then a random part of the deepest attempt is taken off and
the dive starts again from what is kept, which is accepted when it gets at least as deep. Taking off a quarter to two
thirds of the placements works best: on 64 cells with 200 cards that fills the board after about a thousand dives,
while restarts from nothing need ten times as many, and taking off less gets stuck a card or two short.

This finds; it cannot prove that there is none. The random numbers are seeded: same table, same answer.
"""

from __future__ import annotations

from random import Random

from swishsolve.search.limits import NODES_BETWEEN_LOOKS, Limits
from swishsolve.search.placements import PlacementTable, iter_bits

DEAD_ENDS_PER_DIVE = 20


def find_full_stack(table: PlacementTable, limits: Limits) -> tuple[int, ...] | None:
    """Placement numbers of a Swish with a ball and a hoop in every cell, or None when a cell has no placement at all.

    Every card has one ball and one hoop, else ValueError. Raises SearchStopped when a limit is reached.
    """
    if any(symbols.bit_count() != 2 for symbols in table.symbols):
        raise ValueError("every card must have one ball and one hoop")
    cells = table.layout.grid.size
    # Want w < cells: a ball in cell w; otherwise a hoop in cell w - cells.
    serving = [0] * (2 * cells)
    wants_of: list[tuple[int, ...]] = []
    for number, symbols in enumerate(table.symbols):
        wants = tuple(bit // table.colours for bit in iter_bits(symbols))
        wants_of.append(wants)
        for want in wants:
            serving[want] |= 1 << number
    if not all(serving):
        return None

    random = Random(0)
    everything = (1 << len(table.placements)) - 1
    deepest: list[int] = []
    attempt: list[int] = []
    dead_ends = 0
    countdown = NODES_BETWEEN_LOOKS

    def dive(path: list[int], allowed: int, wants: list[int]) -> bool:
        """Extend the path to a full stack; False after too many dead ends. Keeps the deepest path seen."""
        nonlocal attempt, dead_ends, countdown
        countdown -= 1
        if not countdown:
            countdown = NODES_BETWEEN_LOOKS
            limits.look()
        if len(path) > len(attempt):
            attempt = path.copy()
        if not wants:
            return True
        fewest, choices = -1, 0
        for want in wants:
            serve = allowed & serving[want]
            count = serve.bit_count()
            if count < fewest or fewest < 0:
                fewest, choices = count, serve
                if not count:
                    dead_ends -= 1
                    return False
        numbers = list(iter_bits(choices))
        random.shuffle(numbers)
        for number in numbers:
            path.append(number)
            if dive(path, allowed & table.compatible[number], [w for w in wants if w not in wants_of[number]]):
                return True
            path.pop()
            if dead_ends <= 0:
                return False
        return False

    while True:
        keep = deepest.copy()
        random.shuffle(keep)
        del keep[max(0, len(deepest) - random.randint(cells // 4, cells * 2 // 3)) :]
        allowed = everything
        for number in keep:
            allowed &= table.compatible[number]
        served = {want for number in keep for want in wants_of[number]}
        attempt, dead_ends = keep.copy(), DEAD_ENDS_PER_DIVE
        if dive(keep, allowed, [want for want in range(2 * cells) if want not in served]):
            return tuple(attempt)
        if len(attempt) >= len(deepest):
            deepest = attempt

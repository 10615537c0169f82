"""Which sizes minimal Swishes of a deck can have, by walking every one of them, compiled.

A minimal Swish less one card is free of Swishes, and so is all that its stack passes through while it is built. So
stacks are grown from each type in turn, as it lies, at one lonely symbol, and given up as soon as the cards on them
hold a Swish; a closed stack counts when it stays free of Swishes less any of its cards.
"""

from __future__ import annotations

import numpy as np

from swishsolve.search.batch.free_sets import MOST_LEVELS, ONE, Paths, lowest_bit, may_join, new_paths, set_arrows
from swishsolve.search.batch.table import BatchTable, Numbers, compiled


@compiled
def is_free(table: BatchTable, cards: Numbers, paths: Paths) -> bool:
    """True when no Swish is among these cards (numbers by type)."""
    left = np.zeros(table.types, np.int64)
    out = np.zeros(64, np.uint64)
    into = np.zeros(64, np.uint64)
    present = np.uint64(0)
    for kind in range(table.types):
        for _ in range(cards[kind]):
            if not may_join(table, left, out, into, paths, present, kind):
                return False
            left[kind] += 1
            present |= ONE << np.uint64(kind)
            if table.arrows and left[kind] == 1:
                set_arrows(table, kind, True, out, into)
    return True


@compiled
def find_minimal_from(
    table: BatchTable, copies: Numbers, start: int, most_steps: int, found: Numbers, size: int, sets: Numbers
) -> int:
    """Add to `found`, by size, the closed stacks that are minimal Swishes with one card of type `start`.

    Other types of the stack are not below `start`. Their cards (numbers by type) go into the rows of `sets` where they
    have the given size (0: any size), a set once for each of its stacks, as far as there are rows. Returns the steps
    taken, or -1 when they were not enough.
    """
    rows = 0
    spots = table.spots
    left = np.zeros(table.types, np.int64)
    out = np.zeros(64, np.uint64)
    into = np.zeros(64, np.uint64)
    paths = new_paths()
    balls = np.zeros(MOST_LEVELS, np.uint64)
    hoops = np.zeros(MOST_LEVELS, np.uint64)
    here = np.zeros(MOST_LEVELS, np.int64)
    end = np.zeros(MOST_LEVELS, np.int64)
    kinds = np.zeros(MOST_LEVELS, np.int64)
    present = np.uint64(0)
    steps = 0
    placement = table.first[start]
    if table.balls[placement] == table.hoops[placement]:
        if copies[start] > 1:
            found[2] += 1
            if size in (0, 2) and len(sets):
                sets[0, start] = 2
        return 0
    depth = 0
    kinds[0] = start
    balls[0], hoops[0] = table.balls[placement], table.hoops[placement]
    left[start] += 1
    present |= ONE << np.uint64(start)
    if table.arrows:
        set_arrows(table, start, True, out, into)
    entered = True
    while True:
        if entered:
            lonely = balls[depth] & ~hoops[depth]
            symbol = lowest_bit(lonely) if lonely else lowest_bit(hoops[depth] & ~balls[depth]) + spots
            here[depth], end[depth] = table.completing_from[symbol], table.completing_from[symbol + 1]
            entered = False
        if here[depth] == end[depth]:
            if depth == 0:
                return steps
            kind = kinds[depth]
            left[kind] -= 1
            if left[kind] == 0:
                present &= ~(ONE << np.uint64(kind))
                if table.arrows:
                    set_arrows(table, kind, False, out, into)
            depth -= 1
            continue
        candidate = table.completing[here[depth]]
        here[depth] += 1
        kind = table.type_of[candidate]
        if (
            kind < start
            or left[kind] >= copies[kind]
            or table.ball_clash[candidate] & balls[depth]
            or table.hoop_clash[candidate] & hoops[depth]
        ):
            continue
        steps += 1
        if steps > most_steps:
            return -1
        if balls[depth] | table.balls[candidate] == hoops[depth] | table.hoops[candidate]:
            left[kind] += 1
            minimal = True
            for other in range(table.types):
                if left[other] and minimal:
                    left[other] -= 1
                    minimal = is_free(table, left, paths)
                    left[other] += 1
            if minimal:
                found[depth + 2] += 1
                if (size == 0 or depth + 2 == size) and rows < len(sets):
                    sets[rows] = left
                    rows += 1
            left[kind] -= 1
            continue
        if not may_join(table, left, out, into, paths, present, kind):
            continue
        depth += 1
        kinds[depth] = kind
        balls[depth] = balls[depth - 1] | table.balls[candidate]
        hoops[depth] = hoops[depth - 1] | table.hoops[candidate]
        left[kind] += 1
        if left[kind] == 1:
            present |= ONE << np.uint64(kind)
            if table.arrows:
                set_arrows(table, kind, True, out, into)
        entered = True

"""Counting the Swish-free multisets of card types, compiled.

A multiset is grown in the order of the types. Being free of Swishes is hereditary, so a type that cannot join a
multiset cannot join what grows from it, and each multiset is tested once, when its last card is added: is there a
Swish through that card? Where cards are arrows that is a walk from the arrow's hoop back to its ball, through
different cells, over arrows whose types are at hand, pruned to the spots from which the ball can be reached at all.
"""

from __future__ import annotations

import numpy as np

from swishsolve.search.batch.table import BatchTable, Numbers, Words, compiled

ONE = np.uint64(1)
NONE = np.uint64(0)
Paths = tuple[Numbers, Numbers, Numbers, Words, Words]
# A stack has a ball or a hoop more with every card, but for blank cards, which only open a stack.
MOST_LEVELS = 2 * 64 + 2


@compiled
def lowest_bit(word: np.uint64) -> int:
    """The position of the lowest one bit of a word that has one."""
    low = word & (~word + np.uint64(1))
    position = 0
    if low >> np.uint64(32):
        position += 32
        low >>= np.uint64(32)
    if low >> np.uint64(16):
        position += 16
        low >>= np.uint64(16)
    if low >> np.uint64(8):
        position += 8
        low >>= np.uint64(8)
    if low >> np.uint64(4):
        position += 4
        low >>= np.uint64(4)
    if low >> np.uint64(2):
        position += 2
        low >>= np.uint64(2)
    if low >> np.uint64(1):
        position += 1
    return position


@compiled
def new_paths() -> Paths:
    """Room for the paths of a search, level by level, to be used again and again."""
    return (
        np.empty(MOST_LEVELS, np.int64),
        np.empty(MOST_LEVELS, np.int64),
        np.empty(MOST_LEVELS, np.int64),
        np.empty(MOST_LEVELS, np.uint64),
        np.empty(MOST_LEVELS, np.uint64),
    )


@compiled
def has_cycle(table: BatchTable, left: Numbers, out: Words, into: Words, paths: Paths, start: int) -> bool:
    """Is there a Swish with one card of type `start` and cards at hand? Cards are arrows; `left` counts without it.

    `out[s]` and `into[s]` are the spots (bits) that arrows at hand join to s.
    """
    ball, hoop = table.arrow_ball[start], table.arrow_hoop[start]
    home = ONE << np.uint64(ball)
    # Spots from which the ball can be reached.
    reach = home
    fresh = home
    while fresh:
        spot = lowest_bit(fresh)
        fresh &= fresh - ONE
        more = into[spot] & ~reach
        reach |= more
        fresh |= more
    if not reach >> np.uint64(hoop) & ONE:
        return False
    at, used, _, choices, visited = paths
    depth = 0
    at[0] = hoop
    visited[0] = table.cell_of_spot[hoop] | (table.cell_of_spot[ball] & ~home)
    choices[0] = out[hoop] & reach & ~visited[0]
    while depth >= 0:
        if choices[depth] & home:
            kind = table.arrow_type[at[depth], ball]
            if left[kind] > 0:
                # The types used on the way were taken off `left`; put them back.
                for level in range(1, depth + 1):
                    left[used[level]] += 1
                return True
            choices[depth] &= ~home
        if not choices[depth]:
            if depth:
                left[used[depth]] += 1
            depth -= 1
            continue
        spot = lowest_bit(choices[depth])
        choices[depth] &= choices[depth] - ONE
        kind = table.arrow_type[at[depth], spot]
        if left[kind] > 0:
            depth += 1
            left[kind] -= 1
            used[depth] = kind
            at[depth] = spot
            visited[depth] = visited[depth - 1] | table.cell_of_spot[spot]
            choices[depth] = out[spot] & reach & ~visited[depth]
    return False


@compiled
def has_group(table: BatchTable, left: Numbers, paths: Paths, start: int) -> bool:
    """Is there a Swish with one card of type `start` and cards at hand? Any kind of cards; `left` counts without it."""
    spots = table.spots
    placement = table.first[start]
    here, used, end, balls, hoops = paths
    balls[0], hoops[0] = table.balls[placement], table.hoops[placement]
    if balls[0] == hoops[0]:
        return bool(left[start] > 0)
    depth = 0
    entered = True
    while depth >= 0:
        if entered:
            # Serve the lonely symbol with the fewest completing placements at hand.
            fewest = 1 << 30
            for side in range(2):
                lonely = balls[depth] & ~hoops[depth] if side == 0 else hoops[depth] & ~balls[depth]
                while lonely:
                    symbol = lowest_bit(lonely) + side * spots
                    lonely &= lonely - ONE
                    count = 0
                    for index in range(table.completing_from[symbol], table.completing_from[symbol + 1]):
                        candidate = table.completing[index]
                        if (
                            left[table.type_of[candidate]] > 0
                            and not table.ball_clash[candidate] & balls[depth]
                            and not table.hoop_clash[candidate] & hoops[depth]
                        ):
                            count += 1
                    if count < fewest:
                        fewest = count
                        here[depth] = table.completing_from[symbol]
                        end[depth] = table.completing_from[symbol + 1]
            if fewest == 0:
                here[depth] = end[depth]
            entered = False
        if here[depth] == end[depth]:
            if depth:
                left[used[depth]] += 1
            depth -= 1
            continue
        candidate = table.completing[here[depth]]
        here[depth] += 1
        kind = table.type_of[candidate]
        if (
            left[kind] > 0
            and not table.ball_clash[candidate] & balls[depth]
            and not table.hoop_clash[candidate] & hoops[depth]
        ):
            depth += 1
            left[kind] -= 1
            used[depth] = kind
            balls[depth] = balls[depth - 1] | table.balls[candidate]
            hoops[depth] = hoops[depth - 1] | table.hoops[candidate]
            if balls[depth] == hoops[depth]:
                for level in range(1, depth + 1):
                    left[used[level]] += 1
                return True
            entered = True
    return False


@compiled
def set_arrows(table: BatchTable, kind: int, present: bool, out: Words, into: Words) -> None:
    """Note in `out` and `into` that arrows of the type are at hand, or no longer."""
    for placement in range(table.first[kind], table.first[kind + 1]):
        ball, hoop = table.spot_of_ball[placement], table.spot_of_hoop[placement]
        if present:
            out[ball] |= ONE << np.uint64(hoop)
            into[hoop] |= ONE << np.uint64(ball)
        else:
            out[ball] &= ~(ONE << np.uint64(hoop))
            into[hoop] &= ~(ONE << np.uint64(ball))


@compiled
def may_join(
    table: BatchTable, left: Numbers, out: Words, into: Words, paths: Paths, present: np.uint64, kind: int
) -> bool:
    """Does a Swish-free multiset stay so when a card of the type joins it?"""
    if table.partners[kind] & present:
        return False
    if table.arrows:
        return not has_cycle(table, left, out, into, paths, kind)
    return not has_group(table, left, paths, kind)


@compiled
def count_free(
    table: BatchTable,
    copies: Numbers,
    order: Numbers,
    starts: Numbers,
    ways_of_start: Words,
    deal: int,
    low: Words,
    high: Words,
    largest: Numbers,
    most_nodes: int,
    stop: Numbers,
) -> int:
    """Count what grows from the multisets `starts` (rows: cards by type) by types of `order`, and return the nodes.

    Adds to `low` and `high` (64-bit halves, by size, up to `deal` cards) the number of ways to deal each multiset,
    where a start counts as many ways as stated. `largest` keeps the largest multiset seen. Returns -1 when more than
    `most_nodes` would grow from one start, or when `stop[0]` is set from outside.
    """
    paths = new_paths()
    nodes = 0
    for row in range(len(starts)):
        if starts[row].sum() <= deal:
            grown = _count_from(
                table, copies, order, starts[row], ways_of_start[row], deal, low, high, largest, most_nodes, stop, paths
            )
            if grown < 0:
                return -1
            nodes += grown
    return nodes


@compiled
def _count_from(
    table: BatchTable,
    copies: Numbers,
    order: Numbers,
    start: Numbers,
    ways_of_start: np.uint64,
    deal: int,
    low: Words,
    high: Words,
    largest: Numbers,
    most_nodes: int,
    stop: Numbers,
    paths: Paths,
) -> int:
    kinds = len(order)
    left = start.copy()
    out = np.zeros(64, np.uint64)
    into = np.zeros(64, np.uint64)
    present = NONE
    size = 0
    for kind in range(table.types):
        size += start[kind]
        if start[kind]:
            present |= ONE << np.uint64(kind)
            if table.arrows:
                set_arrows(table, kind, True, out, into)
    nodes = 1
    total = low[size] + ways_of_start
    if total < ways_of_start:
        high[size] += ONE
    low[size] = total
    if size > largest.sum():
        largest[:] = left
    if size >= deal:
        return nodes
    # One level for each card: the type added last, candidates still to try (bits of positions in `order`), the ways.
    levels = deal - size + 1
    position = np.zeros(levels, np.int64)
    candidates = np.zeros(levels, np.uint64)
    ways = np.zeros(levels, np.uint64)
    ways_before = np.zeros(levels, np.uint64)  # without the type added last
    for index in range(kinds):
        if copies[order[index]] > 0 and may_join(table, left, out, into, paths, present, order[index]):
            candidates[0] |= ONE << np.uint64(index)
    ways[0] = ways_before[0] = ways_of_start
    position[0] = -1
    depth = 0
    while True:
        if not candidates[depth]:
            if depth == 0:
                return nodes
            kind = order[position[depth]]
            left[kind] -= 1
            if left[kind] == 0:
                present &= ~(ONE << np.uint64(kind))
                if table.arrows:
                    set_arrows(table, kind, False, out, into)
            depth -= 1
            size -= 1
            continue
        index = lowest_bit(candidates[depth])
        rest = candidates[depth] & (candidates[depth] - ONE)
        candidates[depth] = rest
        kind = order[index]
        again = index == position[depth]
        if again:
            before = ways_before[depth]
            many = ways[depth] * np.uint64(copies[kind] - left[kind]) // np.uint64(left[kind] + 1)
        else:
            before = ways[depth]
            many = ways[depth] * np.uint64(copies[kind])
        left[kind] += 1
        size += 1
        nodes += 1
        if nodes > most_nodes or stop[0]:
            return -1
        total = low[size] + many
        if total < many:
            high[size] += ONE
        low[size] = total
        if size > largest.sum():
            largest[:] = left
        if size == deal or (not rest and left[kind] == copies[kind]):
            left[kind] -= 1
            size -= 1
            continue
        if left[kind] == 1:
            present |= ONE << np.uint64(kind)
            if table.arrows:
                set_arrows(table, kind, True, out, into)
        depth += 1
        position[depth] = index
        ways[depth] = many
        ways_before[depth] = before
        mine = NONE
        if left[kind] < copies[kind] and may_join(table, left, out, into, paths, present, kind):
            mine |= ONE << np.uint64(index)
        while rest:
            other = lowest_bit(rest)
            rest &= rest - ONE
            if may_join(table, left, out, into, paths, present, order[other]):
                mine |= ONE << np.uint64(other)
        candidates[depth] = mine


@compiled
def list_free(table: BatchTable, copies: Numbers, order: Numbers, start: Numbers, found: Numbers) -> int:
    """Write the Swish-free multisets that grow from `start` by types of `order` into the rows of `found`.

    Returns their number, or -1 when the rows do not suffice.
    """
    out = np.zeros(64, np.uint64)
    into = np.zeros(64, np.uint64)
    paths = new_paths()
    found[0] = start
    count = 1
    for index in range(len(order)):
        kind = order[index]
        for row in range(count):
            left = found[row].copy()
            present = NONE
            out[:] = 0
            into[:] = 0
            for other in range(table.types):
                if left[other]:
                    present |= ONE << np.uint64(other)
                    if table.arrows:
                        set_arrows(table, other, True, out, into)
            for _ in range(copies[kind]):
                if not may_join(table, left, out, into, paths, present, kind):
                    break
                left[kind] += 1
                present |= ONE << np.uint64(kind)
                if table.arrows:
                    set_arrows(table, kind, True, out, into)
                if count == len(found):
                    return -1
                found[count] = left
                count += 1
    return count

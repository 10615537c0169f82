"""Decks: the batch kernels against a plain compiled loop that deals and searches by depth first, and the census.

    python benchmarks/decks.py [--quick]

The reference is compiled with numba, too, and knows placements and clashes as bits, like the project's kernels; it does
not know pairs, arrows, groups or symmetries. Both run on one core; times are processor time.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator

import numba
import numpy as np
from measure import PROGRAM, Row, bounded, compared, memory_text, processor_seconds, run_process, time_text

from swishsolve.deck.census import merged_types
from swishsolve.model.deck import read_deck
from swishsolve.search.batch.deals import count_without_swish, survey_deals
from swishsolve.search.batch.table import build_batch_table

# Deals of 16 cards of classic-60 without a Swish.
WITHOUT_SWISH = "48934542442"


@numba.njit(cache=True)
def lowest(word):
    """The position of the lowest one bit."""
    position = 0
    while not word >> np.uint64(position) & np.uint64(1):
        position += 1
    return position


@numba.njit(cache=True)
def search(kinds, first, balls, hoops, ball_clash, hoop_clash, every, seen):
    """Depth first over whole stacks; the number of different sets, or 1 at the first Swish unless `every`."""
    deal = len(kinds)
    one = np.uint64(1)
    b, h = np.zeros(deal + 1, np.uint64), np.zeros(deal + 1, np.uint64)
    cards = np.zeros(deal + 1, np.uint64)
    card, placement, floor = np.zeros(deal + 1, np.int64), np.zeros(deal + 1, np.int64), np.zeros(deal + 1, np.int64)
    lonely_ball, lonely_hoop = np.zeros(deal + 1, np.uint64), np.zeros(deal + 1, np.uint64)
    found = 0
    for low in range(deal):
        p = first[kinds[low]]
        depth = 0
        b[0], h[0], cards[0], floor[0] = balls[p], hoops[p], one << np.uint64(low), low
        entered = True
        while depth >= 0:
            if entered:
                entered = False
                ball, hoop = b[depth] & ~h[depth], h[depth] & ~b[depth]
                lonely_ball[depth] = lonely_hoop[depth] = np.uint64(0)
                if ball:
                    lonely_ball[depth] = one << np.uint64(lowest(ball))
                elif hoop:
                    lonely_hoop[depth] = one << np.uint64(lowest(hoop))
                else:
                    mask = cards[depth]
                    if not every:
                        return 1
                    if not seen[mask >> np.uint64(6)] >> (mask & np.uint64(63)) & one:
                        seen[mask >> np.uint64(6)] |= one << (mask & np.uint64(63))
                        found += 1
                card[depth] = low + 1 if ball or hoop else floor[depth] + 1
                placement[depth] = first[kinds[card[depth]]] if card[depth] < deal else 0
            if card[depth] >= deal:
                depth -= 1
                continue
            c, p = card[depth], placement[depth]
            placement[depth] += 1
            if placement[depth] == first[kinds[c] + 1]:
                card[depth] += 1
                if card[depth] < deal:
                    placement[depth] = first[kinds[card[depth]]]
            if (
                cards[depth] >> np.uint64(c) & one
                or (lonely_ball[depth] and not hoops[p] & lonely_ball[depth])
                or (lonely_hoop[depth] and not balls[p] & lonely_hoop[depth])
                or ball_clash[p] & b[depth]
                or hoop_clash[p] & h[depth]
            ):
                continue
            closed = not lonely_ball[depth] and not lonely_hoop[depth]
            depth += 1
            b[depth], h[depth] = b[depth - 1] | balls[p], h[depth - 1] | hoops[p]
            cards[depth] = cards[depth - 1] | one << np.uint64(c)
            floor[depth] = c if closed else floor[depth - 1]
            entered = True
    return found


@numba.njit(cache=True)
def reference(deck, deal, samples, seed, first, balls, hoops, ball_clash, hoop_clash, every, sizes):
    """Deal, search, count: deals without a Swish, and with `every` the sets by size."""
    np.random.seed(seed)
    cards = deck.copy()
    seen = np.zeros((1 << deal) >> 6, np.uint64)
    without = 0
    for _ in range(samples):
        for index in range(deal):
            other = np.random.randint(index, len(cards))
            cards[index], cards[other] = cards[other], cards[index]
        if every:
            seen[:] = 0
        found = search(cards[:deal], first, balls, hoops, ball_clash, hoop_clash, every, seen)
        without += found == 0
        if every:
            for word in range(len(seen)):
                left = seen[word]
                while left:
                    mask = np.uint64(word) << np.uint64(6) | np.uint64(lowest(left))
                    left &= left - np.uint64(1)
                    size = 0
                    while mask:
                        mask &= mask - np.uint64(1)
                        size += 1
                    sizes[size] += 1
    return without


def rows(quick: bool = False) -> Iterator[Row]:
    """Both kernels against the plain loop on one core, and the census as a process of its own."""
    types = merged_types(read_deck("classic-60"))
    table = build_batch_table([card for card, _ in types])
    deck = np.array([kind for kind, (_, copies) in enumerate(types) for _ in range(copies)], np.int64)
    bits = (table.first, table.balls, table.hoops, table.ball_clash, table.hoop_clash)
    deal, few = 16, 10 if quick else 1
    sizes = np.zeros(deal + 1, np.int64)
    counted = [np.zeros(deal + 1, np.int64) for _ in range(5)]

    def each(samples: int, call: Callable[[int], object]) -> float:
        call(2)  # compiles
        return processor_seconds(lambda: call(samples)) / samples

    loop = "plain compiled loop"
    theirs = each(400_000 // few, lambda n: reference(deck, deal, n, 1, *bits, False, sizes))
    ours = each(4_000_000 // few, lambda n: count_without_swish(table, deck, deal, 1, 0, n))
    yield compared("a deal of 16: is there a Swish, one core", ours, loop, theirs, least=3)
    theirs = each(300 // few, lambda n: reference(deck, deal, n, 1, *bits, True, sizes))
    ours = each(3_000 // few, lambda n: survey_deals(table, deck, deal, 1, 0, n, False, *counted))
    yield compared("a deal of 16: all Swishes by size, one core", ours, loop, theirs, least=3)

    if not quick:
        run = run_process((*PROGRAM, "deck", "census", "classic-60", "--deal", "16", "--workers", "2", "--json"))
        assert json.loads(run.output)["without_swish"] == WITHOUT_SWISH
        what = "`deck census classic-60 --deal 16`, two threads"
        yield bounded(what, run.seconds, 120, time_text)
        yield bounded(f"{what}, memory", run.megabytes, 2048, memory_text)


if __name__ == "__main__":
    for line in rows("--quick" in sys.argv):
        print(" | ".join(filter(None, line[:-1])), flush=True)

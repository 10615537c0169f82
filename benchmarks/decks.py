"""Decks: the batch kernels against a plain compiled loop that deals and searches by depth first, and the census.

    python benchmarks/decks.py [--quick]

The reference is compiled with numba, too, and knows placements and clashes as bits, like the project's kernels; it does
not know pairs, arrows, groups or symmetries. Both run on one core; times are processor time.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from time import process_time

import numba
import numpy as np

from swishsolve.deck.census import merged_types
from swishsolve.model.deck import read_deck
from swishsolve.search.batch.deals import count_without_swish, survey_deals
from swishsolve.search.batch.table import build_batch_table

CENSUS = """
import resource, sys, time
from swishsolve.deck.census import take_census
from swishsolve.deck.runners import threads
from swishsolve.model.deck import read_deck
start = time.perf_counter()
result = take_census(read_deck("classic-60"), 16, run=threads(2))
seconds, memory = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(f"{result.without_swish[16]} {seconds:.1f} {time.process_time():.1f} {memory:.0f} {result.nodes}")
"""


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


def main() -> None:
    """Print the ratios."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="without the census")
    quick = parser.parse_args().quick
    types = merged_types(read_deck("classic-60"))
    table = build_batch_table([card for card, _ in types])
    deck = np.array([kind for kind, (_, copies) in enumerate(types) for _ in range(copies)], np.int64)
    bits = (table.first, table.balls, table.hoops, table.ball_clash, table.hoop_clash)
    deal = 16

    def timed(call, samples):
        call(2)
        start = process_time()
        result = call(samples)
        return (process_time() - start) / samples * 1e6, result

    def row(what, ours, theirs, unit="us a deal"):
        print(
            f"{what:44} {ours:9.2f} {unit}   plain loop {theirs:9.2f}   {theirs / ours:6.1f} times faster  (>= 3)",
            flush=True,
        )

    sizes = np.zeros(deal + 1, np.int64)
    theirs, count = timed(lambda n: reference(deck, deal, n, 1, *bits, False, sizes), 400_000)
    ours, mine = timed(lambda n: count_without_swish(table, deck, deal, 1, 0, n), 4_000_000)
    row("classic-60, 16 cards: is there a Swish", ours, theirs)
    print(f"    without a Swish: {mine / 4e6:.3e} and {count / 4e5:.3e} of the deals")

    sizes[:] = 0
    theirs, _ = timed(lambda n: reference(deck, deal, n, 1, *bits, True, sizes), 300)
    counted = [np.zeros(deal + 1, np.int64) for _ in range(5)]
    ours, _ = timed(lambda n: survey_deals(table, deck, deal, 1, 0, n, False, *counted), 3_000)
    row("classic-60, 16 cards: all Swishes by size", ours, theirs)
    print(f"    sets a deal: {counted[0].sum() / 3002:.1f} and {sizes.sum() / 302:.1f}")

    if not quick:
        done = subprocess.run([sys.executable, "-c", CENSUS], capture_output=True, text=True, check=True)
        count, seconds, processor, memory, nodes = done.stdout.split()
        print(
            f"classic-60, census of 16 cards: {count} deals without a Swish, {seconds} s on two threads"
            f" ({processor} s of processor time), {memory} MB, {int(nodes):,} nodes  (<= 120 s, 2048 MB)"
        )


if __name__ == "__main__":
    main()

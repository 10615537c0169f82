"""How many deals have no Swish, exactly: every Swish-free multiset of card types is visited, up to symmetry.

A deal is a multiset of types in prod C(copies, cards) ways, and whether it holds a Swish depends on the multiset alone.
The symmetries of the deck (symmetry.py) carry Swish-free multisets to such, so one of each class would do. Finding the
least of a class at every step of a search (orderly generation) costs more than the search. Instead the types are cut
into blocks that the symmetries keep: a multiset is first decided on block one, where only the least of each class goes
on, with the weight |group| / |stabilizer|; its stabilizer does the same to block two, and so on. What is left when the
stabilizer is spent is counted without symmetry by the compiled loop of search/batch/free_sets.py, task by task.

On classic-60 the first block are the 16 types that join a corner or an outer cell to a middle one; it leaves about a
hundredth of the nodes of the plain enumeration. (See McKay, Isomorph-free exhaustive generation, J. Algorithms 26,
1998, for orderly generation and its canonical augmentation; the weights are the orbit-stabilizer theorem.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import comb, prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from swishsolve.deck.runners import Runner, threads
from swishsolve.deck.symmetry import Permutation, find_symmetries, orbits_of
from swishsolve.errors import InputError
from swishsolve.model.card import Card
from swishsolve.model.deck import Deck
from swishsolve.search.batch.free_sets import count_free, list_free
from swishsolve.search.batch.table import BatchTable, Words, build_batch_table
from swishsolve.search.limits import Limits, SearchStopped

Rows = npt.NDArray[np.int64]

# A block is listed whole; listing stops being worth while at this many multisets, or with this many
# stabilizers at work.
MOST_LISTED = 600_000
MOST_OPEN = 20_000
NO_LIMIT = 1 << 62
# Batches are split, a block of types at a time, until there are so many or so few types are left.
ENOUGH_BATCHES, FEW_TYPES, BLOCK = 500, 12, 4


def merged_types(deck: Deck) -> list[tuple[Card, int]]:
    """The different cards of the deck in file order, with copies; cards that are equal when turned are one type."""
    copies: dict[Card, int] = {}
    for card, count in deck.types:
        copies[card.canonical()] = copies.get(card.canonical(), 0) + count
    return list(copies.items())


class Batch(NamedTuple):
    """Multisets that are decided but for the types of `order`, and the deals that each stands for."""

    starts: Rows
    ways: Words
    order: tuple[int, ...]


@dataclass(frozen=True)
class Census:
    """Deals by size: `without_swish[k]` of `deals[k]` have no Swish, for k = 0 up to the asked size.

    `largest` is a Swish-free multiset of that size or the largest below it; it is the largest of the deck when it has
    fewer cards than were asked for. `complete` is False where a limit cut the count: then nothing is known but
    `largest`. `nodes` counts the multisets that were visited.
    """

    deals: tuple[int, ...]
    without_swish: tuple[int, ...]
    largest: tuple[Card, ...]
    complete: bool
    symmetries: int
    nodes: int


def take_census(
    deck: Deck,
    deal: int,
    *,
    limits: Limits | None = None,
    run: Runner | None = None,
) -> Census:
    """Count the deals of up to `deal` cards that have no Swish. Raises InputError for a deck beyond the kernel's words.

    `run` says where, one thread of this process by default.

    >>> from swishsolve.model.deck import read_deck
    >>> take_census(read_deck("classic-60"), 3).without_swish
    (1, 60, 1720, 30850)
    """
    limits = limits or Limits()
    types = merged_types(deck)
    total = sum(count for _, count in types)
    deal = min(deal, total)
    table = build_batch_table([card for card, _ in types])
    copies = np.array([count for _, count in types], np.int64)
    symmetries = find_symmetries(types)
    if _most_ways(copies.tolist(), deal) * len(symmetries) >= 1 << 64:
        raise InputError("found a multiset of types with more than 2^64 ways to deal it, expected fewer copies")
    counts = [0] * (deal + 1)
    largest: tuple[int, ...] = (0,) * len(types)
    complete, nodes = True, 0
    stop = np.zeros(1, np.int64)
    try:
        batches = split_further(table, copies, split_tasks(table, copies, symmetries, deal, limits))
        count = partial(run_tasks, table, copies, deal=deal, stop=stop)
        for done in (run or threads(1))(count, batches):
            if limits.reached():
                stop[0] = 1
                raise SearchStopped
            if done is None:
                continue
            for size, number in enumerate(done.counts):
                counts[size] += number
            largest = max(largest, done.largest, key=lambda row: (sum(row), row))
            nodes += done.nodes
            limits.nodes = nodes
            if limits.on_look:
                limits.on_look(nodes)
    except SearchStopped:
        complete = False
    cards = tuple(card for (card, _), count in zip(types, largest, strict=True) for _ in range(count))
    deals = tuple(comb(total, size) for size in range(deal + 1))
    return Census(deals, tuple(counts), cards, complete, len(symmetries), nodes)


class TaskCounts(NamedTuple):
    """What a batch of tasks adds: deals without a Swish by size, the largest multiset seen, nodes."""

    counts: tuple[int, ...]
    largest: tuple[int, ...]
    nodes: int


def run_tasks(table: BatchTable, copies: Rows, batch: Batch, *, deal: int, stop: Rows) -> TaskCounts:
    """Count a batch of tasks, here and now; what is counted is worth nothing once `stop[0]` is set."""
    low, high = np.zeros(deal + 1, np.uint64), np.zeros(deal + 1, np.uint64)
    largest = np.zeros(table.types, np.int64)
    order = np.array(batch.order, np.int64)
    nodes = count_free(table, copies, order, batch.starts, batch.ways, deal, low, high, largest, NO_LIMIT, stop)
    counts = tuple(int(lower) + (int(upper) << 64) for lower, upper in zip(low, high, strict=True))
    return TaskCounts(counts, tuple(largest.tolist()), nodes)


def split_tasks(
    table: BatchTable, copies: Rows, symmetries: Sequence[Permutation], deal: int, limits: Limits
) -> list[Batch]:
    """Multisets with ways that together stand, by what grows from them, for every Swish-free multiset once.

    Those of more cards than the deal are left out.
    """
    blocks = sorted(orbits_of(symmetries), key=lambda block: (-len(block), block))
    undecided = tuple(range(table.types))
    start = np.zeros(table.types, np.int64)
    open_starts: list[tuple[Rows, int, Sequence[Permutation]]] = [(start, 1, symmetries)]
    batches: list[Batch] = []
    for block in blocks:
        if len(open_starts) > MOST_OPEN:
            break
        following: list[tuple[Rows, int, Sequence[Permutation]]] = []
        settled: list[tuple[Rows, int]] = []
        too_large: list[tuple[Rows, int]] = []
        for start, weight, group in open_starts:
            if limits.reached():
                raise SearchStopped
            rows = _listed(table, copies, block, start)
            if rows is None:
                too_large.append((start[None], weight))
                continue
            rows = rows[rows.sum(axis=1) <= deal]
            rows, fixed = _least_of_classes(rows, block, group)
            alone = fixed.sum(axis=1) == 1
            settled.append((rows[alone], weight * len(group)))
            for row, mask in zip(rows[~alone], fixed[~alone], strict=True):
                left = [permutation for permutation, leaves in zip(group, mask.tolist(), strict=True) if leaves]
                following.append((row, weight * len(group) // len(left), left))
        batches += _batches(copies, too_large, undecided)
        undecided = tuple(kind for kind in undecided if kind not in block)
        batches += _batches(copies, settled, undecided)
        open_starts = following
    batches += _batches(copies, [(start[None], weight) for start, weight, _ in open_starts], undecided)
    return sorted(batches, key=lambda batch: -len(batch.order))


def split_further(table: BatchTable, copies: Rows, batches: list[Batch]) -> list[Batch]:
    """The batches with a few more types decided, until they are many: for the cores, and to stop between them."""
    while batches and len(batches) < ENOUGH_BATCHES and len(batches[0].order) > FEW_TYPES:
        batch = batches.pop(0)
        block, order = batch.order[:BLOCK], batch.order[BLOCK:]
        settled = []
        for start, ways in zip(batch.starts, batch.ways.tolist(), strict=True):
            rows = _listed(table, copies, block, start)
            if rows is None:
                return [batch, *batches]
            fresh = rows.copy()
            fresh[:, [kind for kind in range(table.types) if kind not in block]] = 0
            settled.append((rows, fresh, ways))
        batches += [part for rows, fresh, ways in settled for part in _batches(copies, [(rows, ways)], order, fresh)]
        batches.sort(key=lambda batch: -len(batch.order))
    return batches


def _batches(
    copies: Rows, settled: Sequence[tuple[Rows, int]], undecided: tuple[int, ...], decided: Rows | None = None
) -> list[Batch]:
    """The starts in batches of similar size, fewer to a batch where there is more to decide.

    Each start stands for its weight times the ways to deal it, or to deal the part of it that is in `decided`.
    """
    if not settled:
        return []
    starts = np.concatenate([rows for rows, _ in settled])
    combs = np.array([[comb(count, n) for n in range(int(starts.max(initial=0)) + 1)] for count in copies.tolist()])
    ways = np.concatenate([np.full(len(rows), weight, np.uint64) for rows, weight in settled])
    for kind, by_number in enumerate(combs.astype(np.uint64)):
        ways *= by_number[(starts if decided is None else decided)[:, kind]]
    at_once = max(1, 4096 >> max(0, len(undecided) - 8))
    return [
        Batch(starts[first : first + at_once], ways[first : first + at_once], undecided)
        for first in range(0, len(starts), at_once)
    ]


def _listed(table: BatchTable, copies: Rows, block: Sequence[int], start: Rows) -> Rows | None:
    """Every Swish-free multiset that adds types of the block to `start`, or None when they are too many."""
    if (max(int(copies[t]) for t in block) + 1) ** len(block) >= 1 << 62:
        return None
    found = np.empty((min(MOST_LISTED, prod(int(copies[t]) + 1 for t in block)), table.types), np.int64)
    count = list_free(table, copies, np.array(block, np.int64), start, found)
    return None if count < 0 else found[:count]


def _least_of_classes(
    rows: Rows, block: Sequence[int], group: Sequence[Permutation]
) -> tuple[Rows, npt.NDArray[np.bool_]]:
    """Of each class of rows under the group the least one, and which of the group's permutations leave it as it is."""
    base = int(rows[:, list(block)].max()) + 1
    places = np.zeros(rows.shape[1], np.int64)
    places[list(block)] = base ** np.arange(len(block))
    keys = rows @ places
    fixed = np.zeros((len(rows), len(group)), bool)
    for number, permutation in enumerate(group):
        image = rows @ places[list(permutation)]
        keep = image >= keys
        rows, keys, fixed = rows[keep], keys[keep], fixed[keep]
        fixed[:, number] = image[keep] == keys
    return rows, fixed


def _most_ways(copies: Sequence[int], deal: int) -> int:
    """The largest prod C(copies, cards) over multisets of at most `deal` cards, from above."""
    return min(prod(comb(count, count // 2) for count in copies), comb(sum(copies), min(deal, sum(copies) // 2)))

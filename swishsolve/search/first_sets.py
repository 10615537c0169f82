"""The first minimal or maximal sets of cards, one by one, without listing all Swishes to compare them.

Whether a set is minimal shows among its own cards, and whether it is maximal in a search for a larger Swish with all
of its cards. So a few of them take little time and memory on a table with millions of Swishes, where the whole list
(`search/sets.py`) has to be kept. For the whole list each set would be looked at more often than comparing costs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from swishsolve.model.swish import Stack
from swishsolve.search.cover import iter_pieces
from swishsolve.search.groups import iter_groups, unwind
from swishsolve.search.limits import Limits
from swishsolve.search.placements import PlacementTable, build_placements, iter_bits
from swishsolve.search.sets import SwishSet, iter_swish_sets

FindLarger = Callable[[Stack], Stack | None]


def iter_minimal_sets(table: PlacementTable, limits: Limits, least: int, most: int) -> Iterator[SwishSet]:
    """The minimal Swishes of `least` to `most` cards, each once, small ones first.

    Raises SearchStopped when a limit is reached. A minimal Swish is one group, or two blank cards.
    """
    known: list[int] = []
    for size in range(max(least, 2), most + 1):
        if size == 2:
            blank = [number for number, symbols in enumerate(table.symbols) if not symbols]
            for pair in combinations(blank, 2):
                yield SwishSet(sum(1 << table.card_of[number] for number in pair), table.stack(pair))
        for group in iter_groups(table, limits, size):
            cards = group.cards
            if cards.bit_count() != size or any(not smaller & ~cards for smaller in known):
                continue
            alone = build_placements(table.layout, [table.labels[index] for index in iter_bits(cards)])
            if not _holds_smaller(alone, limits):
                known.append(cards)
                yield SwishSet(cards, table.stack(unwind(group.path)))


def _holds_smaller(alone: PlacementTable, limits: Limits) -> bool:
    return any(True for _ in iter_pieces(alone, limits.with_nodes(None), 2, len(alone.labels) - 1))


def iter_maximal_sets(table: PlacementTable, limits: Limits, find_larger: FindLarger) -> Iterator[SwishSet]:
    """The maximal Swishes, each once, as they are found. Raises SearchStopped when a limit is reached.

    `find_larger` gives a Swish with all cards of another and more, None when there is none. Whatever Swish is found is
    grown by it until it is maximal; one within a set known already is left out, since every maximal set comes up by
    itself in the end.
    """
    index_of = {label: index for index, label in enumerate(table.labels)}
    known: list[int] = []
    groups = (SwishSet(group.cards, table.stack(unwind(group.path))) for group in iter_groups(table, limits))
    for candidates in (groups, iter_swish_sets(table, limits)):
        for cards, stack in candidates:
            if cards.bit_count() < 2 or any(not cards & ~larger for larger in known):
                continue
            maximal = stack
            while larger_stack := find_larger(maximal):
                maximal = larger_stack
            known.append(sum(1 << index_of[label] for label, _ in maximal))
            yield SwishSet(known[-1], maximal)

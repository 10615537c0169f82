"""The largest Swish-free set of a deck, by implicit hitting set.

A set is free of Swishes when it leaves out a card of every Swish. There are too many Swishes to list, so CP-SAT is
asked for the largest set that breaks up the Swishes known so far; those that are still in it, with their images under
the symmetries of the deck, become known, and it is asked again. The first answer that holds no Swish is the largest:
every bound on the way was one for fewer conditions. (Implicit hitting sets: Moreno-Centeno and Karp, Operations
Research 61, 2013; the same idea as in MaxHS.)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from ortools.sat.python import cp_model

from swishsolve.cp.watched import one_worker, solve_watched
from swishsolve.deck.symmetry import Permutation, find_symmetries
from swishsolve.model.card import Card
from swishsolve.search.batch.free_sets import new_paths
from swishsolve.search.batch.minimal import find_minimal_from, is_free
from swishsolve.search.batch.table import BatchTable, Numbers, build_batch_table
from swishsolve.search.limits import Limits

Multiset = tuple[int, ...]

SETS_AT_ONCE = 400
STEPS_AT_ONCE = 2_000_000
MOST_IMAGES = 256


class SwishFree(NamedTuple):
    """A Swish-free set of cards, whether none is larger, a bound that none exceeds, and the rounds it took."""

    cards: tuple[Card, ...]
    proven: bool
    bound: int
    rounds: int


def find_largest_swish_free(types: Sequence[tuple[Card, int]], *, limits: Limits | None = None) -> SwishFree:
    """The largest set of cards of these types (with copies) among which there is no Swish.

    `cards` is the best set known where a limit stops the search: then `proven` is False. CP-SAT runs on one thread, so
    that the set is the same on every run.
    """
    limits = limits or Limits()
    table = build_batch_table([card for card, _ in types])
    copies = [count for _, count in types]
    symmetries = find_symmetries(types)[:MOST_IMAGES]
    hitting = _HittingSet(copies, limits)
    best: Multiset = (0,) * len(types)
    bound, rounds, proven = sum(copies), 0, False
    known: set[Multiset] = set()
    while not limits.reached():
        rounds += 1
        if limits.on_look:
            limits.on_look(rounds)
        answer = hitting.largest(bound)
        if answer is None:
            break
        chosen, bound = answer
        swishes = find_swishes(table, chosen)
        reduced = make_free(table, chosen)
        if sum(reduced) > sum(best):
            best = reduced
        if sum(best) >= bound:
            proven = True
            break
        fresh = {image for row in swishes for image in images(row, symmetries)} - known
        known |= fresh
        for row in sorted(fresh):
            hitting.forbid(row)
    cards = tuple(card for (card, _), count in zip(types, best, strict=True) for _ in range(count))
    return SwishFree(cards, proven, bound, rounds)


class _HittingSet:
    """CP-SAT's side: the most cards of which no known Swish is a part."""

    def __init__(self, copies: Sequence[int], limits: Limits) -> None:
        self.model = cp_model.CpModel()
        self.has = [[self.model.new_bool_var("") for _ in range(count)] for count in copies]
        for row in self.has:
            for more, fewer in zip(row[1:], row, strict=False):
                self.model.add_implication(more, fewer)
        self.size = sum(var for row in self.has for var in row)
        self.model.maximize(self.size)
        self.limits = limits

    def forbid(self, swish: Multiset) -> None:
        """The cards of this Swish are not all there."""
        self.model.add_bool_or(~self.has[kind][count - 1] for kind, count in enumerate(swish) if count)

    def largest(self, bound: int) -> tuple[Multiset, int] | None:
        """The largest set and its size; None when a limit stopped the solver first."""
        solver = one_worker(self.limits.seconds_left())
        status = solve_watched(solver, self.model, self.limits.seconds_left)
        if status != cp_model.OPTIMAL:
            return None
        chosen = tuple(sum(bool(solver.value(var)) for var in row) for row in self.has)
        return chosen, min(bound, sum(chosen))


def find_swishes(table: BatchTable, cards: Multiset) -> list[Multiset]:
    """Minimal Swishes among these cards as multisets of types, the smallest first: one at least, unless free."""
    counts = np.array(cards, np.int64)
    if is_free(table, counts, new_paths()):
        return []
    found: set[Multiset] = set()
    for start in range(table.types):
        if not counts[start]:
            continue
        sizes = np.zeros(256, np.int64)
        rows = np.zeros((SETS_AT_ONCE, table.types), np.int64)
        find_minimal_from(table, counts, start, STEPS_AT_ONCE, sizes, 0, rows)
        found |= {tuple(row) for row in rows.tolist() if any(row)}
    return sorted(found or {_shrunk(table, counts)}, key=lambda row: (sum(row), row))


def _shrunk(table: BatchTable, counts: Numbers) -> Multiset:
    """One minimal Swish among cards that are not free: drop what is not needed."""
    left = counts.copy()
    for kind in range(len(left)):
        while left[kind]:
            left[kind] -= 1
            if is_free(table, left, new_paths()):
                left[kind] += 1
                break
    return tuple(left.tolist())


def make_free(table: BatchTable, cards: Multiset) -> Multiset:
    """A Swish-free part of these cards to which none of them can be added."""
    left = np.zeros(len(cards), np.int64)
    for kind, count in enumerate(cards):
        for _ in range(count):
            left[kind] += 1
            if not is_free(table, left, new_paths()):
                left[kind] -= 1
                break
    return tuple(left.tolist())


def images(row: Multiset, symmetries: Sequence[Permutation]) -> set[Multiset]:
    """A multiset of types in every place to which symmetries carry it."""
    return {tuple(row[t] for t in image) for image in symmetries}

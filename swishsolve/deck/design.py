"""Decks to a specification: CP-SAT chooses the cards; what it cannot be told at once is added as it goes.

The model has a Boolean for each copy of each card that may occur. Numbers, balances, Swishes of two and three cards,
and a Swish of the wanted size are stated outright. Two wishes speak of all Swishes of the deck, and there the design
alternates with a search: a Swish larger than wanted is forbidden when the design has one; and for the guarantee that
any N cards hold a Swish, each large Swish-free set F that the search finds in a design becomes a condition for all
designs, |deck and F| <= N - 1, first grown to a maximal one among all cards that may occur, with its images under the
symmetries of those cards. The guarantee is won when the search proves that the deck has no Swish-free set of N cards;
it is impossible when the conditions contradict each other. Then the least N is sought with the same conditions, from
below. (Implicit hitting sets as in largest.py, one storey higher.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from random import Random
from typing import Any

import numpy as np
from ortools.sat.python import cp_model

from swishsolve.cp.watched import one_worker, solve_watched
from swishsolve.deck.largest import Multiset, find_largest_swish_free
from swishsolve.deck.specification import Range, Specification
from swishsolve.deck.symmetry import Permutation, find_symmetries
from swishsolve.model.card import Card
from swishsolve.model.deck import Deck
from swishsolve.model.layout import Label, LaidCard, Layout
from swishsolve.model.swish import is_swish
from swishsolve.search.batch.free_sets import new_paths
from swishsolve.search.batch.minimal import is_free
from swishsolve.search.batch.table import MAX_TYPES, build_batch_table
from swishsolve.search.limits import Limits
from swishsolve.search.placements import iter_bits
from swishsolve.solve import solve

MOST_IMAGES = 64
GREEDY_TRIES = 24
SECONDS_FOR_BEST = 60.0


@dataclass(frozen=True)
class Design:
    """The outcome: a deck, or why there is none.

    `status` is "found", "impossible" or "unknown". `largest_free` is the proven size of the largest Swish-free set of
    the deck where a guarantee was asked. `best` is the least N for which any N cards can be made to hold a Swish, with
    `best_proven` telling whether less is impossible; both only where the guarantee was the trouble.
    """

    status: str
    deck: Deck | None
    reason: str
    largest_free: int | None
    best: int | None
    best_proven: bool
    rounds: int


def design_deck(specification: Specification, *, limits: Limits | None = None) -> Design:
    """A deck to the specification, or the proof that there is none. The same on every run that no limit cuts."""
    return _Designing(specification, limits or Limits()).design()


class _Designing:
    def __init__(self, spec: Specification, limits: Limits) -> None:
        self.spec, self.limits = spec, limits
        self.types = spec.candidates
        self.model = cp_model.CpModel()
        self.has = [[self.model.new_bool_var("") for _ in range(spec.copies)] for _ in self.types]
        self.rounds = 0
        self.random = Random(0)
        self.free_sets: set[Multiset] = set()
        self.most_free = self.model.new_int_var(0, spec.cards, "cards of the deck in the largest known free set")
        types = [(card, spec.copies) for card in self.types]
        self.symmetries: Sequence[Permutation] = find_symmetries(types) if spec.always_swish else ()
        self._state_numbers()
        self._state_swishes()

    # What the model is told at once

    def _state_numbers(self) -> None:
        spec, model = self.spec, self.model
        for row in self.has:
            for more, fewer in zip(row[1:], row, strict=False):
                model.add_implication(more, fewer)
        model.add(sum(var for row in self.has for var in row) == spec.cards)
        for card in spec.must:
            if card in self.types:
                model.add(self.has[self.types.index(card)][0] == 1)
            else:
                model.add_bool_or([])
        if "colours" in spec.balance:
            self._even([self._symbols(lambda s, c=colour: s.colour == c) for colour in spec.colours], 1)
        if "kinds" in spec.balance:
            for colour in spec.colours:
                kinds = ("ball", "hoop")
                self._even(
                    [self._symbols(lambda s, c=colour, k=kind: (s.colour, s.kind) == (c, k)) for kind in kinds], 1
                )
        if "orbits" in spec.balance:
            total = self._symbols(lambda s: True)  # noqa: ARG005
            for orbit, cells in enumerate(spec.grid.orbits):
                there = self._symbols(lambda s, o=orbit: spec.grid.orbit_of[s.row, s.col] == o)
                difference = there * spec.grid.size - total * len(cells)
                model.add(difference <= spec.grid.size)
                model.add(difference >= -spec.grid.size)

    def _symbols(self, which: Any) -> Any:
        """How many symbols of the deck are of that kind."""
        weights = [sum(map(which, card.symbols)) for card in self.types]
        return sum(weight * var for weight, row in zip(weights, self.has, strict=True) if weight for var in row)

    def _even(self, numbers: list[Any], apart: int) -> None:
        low, high = self.model.new_int_var(0, 10_000, ""), self.model.new_int_var(0, 10_000, "")
        for number in numbers:
            self.model.add(number >= low)
            self.model.add(number <= high)
        self.model.add(high - low <= apart)

    def _state_swishes(self) -> None:
        spec = self.spec
        if spec.pairs:
            self._count(spec.pairs, list(_swishes_of_two(self.types)))
        if spec.triples:
            self._count(spec.triples, list(_swishes_of_three(self.types)))
        if spec.largest_swish:
            self._state_large_swish(spec.largest_swish)

    def _count(self, wanted: Range, swishes: list[tuple[int, ...]]) -> None:
        """The sets of cards of the deck that are one of these Swishes (types, repeated for several copies)."""
        both = []
        for swish in swishes:
            for copies in self._copies_of(swish):
                var = self.model.new_bool_var("")
                self.model.add_min_equality(var, copies)
                both.append(var)
        self.model.add(sum(both) >= wanted[0])
        self.model.add(sum(both) <= wanted[1])

    def _copies_of(self, swish: tuple[int, ...]) -> Iterator[list[cp_model.IntVar]]:
        """Each choice of copies for the types of a Swish, as the variables of its copies."""
        kinds = sorted(set(swish))

        def choose(index: int) -> Iterator[list[cp_model.IntVar]]:
            if index == len(kinds):
                yield []
                return
            number = swish.count(kinds[index])
            row = self.has[kinds[index]]
            for rest in choose(index + 1):
                for mask in range(1 << len(row)):
                    if mask.bit_count() == number:
                        yield [row[position] for position in iter_bits(mask)] + rest

        return choose(0)

    def _state_large_swish(self, size: int) -> None:
        at: dict[tuple[int, int, str, str], list[cp_model.IntVar]] = {}
        used = []
        surplus = []  # balls less hoops of each placement: follows from the rule, but shows contradictions at once
        for kind, card in enumerate(self.types):
            mine = []
            for way in card.orbit():
                var = self.model.new_bool_var("")
                mine.append(var)
                surplus.append(sum(1 if symbol.kind == "ball" else -1 for symbol in way.symbols) * var)
                for symbol in way.symbols:
                    at.setdefault((symbol.row, symbol.col, symbol.kind, symbol.colour), []).append(var)
            self.model.add(sum(mine) <= sum(self.has[kind]))
            used += mine
        for row, col in self.spec.grid.cells:
            for side in ("ball", "hoop"):
                here = [var for colour in self.spec.colours for var in at.get((row, col, side, colour), [])]
                self.model.add(sum(here) <= 1)
            for c in self.spec.colours:
                self.model.add(sum(at.get((row, col, "ball", c), [])) == sum(at.get((row, col, "hoop", c), [])))
        self.model.add(sum(surplus) == 0)
        self.model.add(sum(used) == size)

    # The alternation

    def design(self) -> Design:
        wanted = self.spec.always_swish
        if wanted and wanted > self.spec.cards:
            return self._failed("impossible", f"a deck of {self.spec.cards} cards has no {wanted} cards to choose")
        if wanted:
            self.model.add(self.most_free <= wanted - 1)
        while True:
            self.rounds += 1
            if self.limits.on_look:
                self.limits.on_look(self.rounds)
            status, chosen = self._solve(self.model)
            if status == "infeasible":
                return self._impossible()
            if chosen is None or self.limits.reached():
                return self._failed("unknown", "stopped before a deck was found or ruled out")
            if self._forbid_too_large(chosen):
                continue
            free: int | None = None
            if wanted:
                free = self._free_of(chosen, wanted)
                if free is None:
                    return self._failed("unknown", "stopped before the guarantee was proven")
                if free >= wanted:
                    continue
            return Design("found", self._deck(chosen), "", free, None, False, self.rounds)

    def _failed(self, status: str, reason: str) -> Design:
        return Design(status, None, reason, None, None, False, self.rounds)

    def _solve(self, model: cp_model.CpModel, seconds: float | None = None) -> tuple[str, Multiset | None]:
        solver = one_worker(self.limits.seconds_left(), seconds)
        status = solve_watched(solver, model, self.limits.seconds_left)
        if status == cp_model.INFEASIBLE:
            return "infeasible", None
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return "unknown", None
        self.bound = round(solver.best_objective_bound) if model.has_objective() else 0
        return "found", tuple(sum(bool(solver.value(var)) for var in row) for row in self.has)

    def _impossible(self) -> Design:
        """Why: without the guarantee there may be decks, and then a least N that can be had."""
        wanted = self.spec.always_swish
        if not wanted:
            return self._failed("impossible", "the wishes contradict each other")
        best, proven = self._best_guarantee()
        if best is None:
            return self._failed("impossible", "the wishes contradict each other, even without always_swish")
        words = f"at best N = {best}" if proven else f"N = {best} can be had"
        reason = f"not every {wanted} cards can be made to hold a Swish; {words}"
        return Design("impossible", None, reason, None, best, proven, self.rounds)

    def _best_guarantee(self) -> tuple[int | None, bool]:
        """The least N for which any N cards can be made to hold a Swish, and whether that is proven."""
        assert self.spec.always_swish
        again = _Designing(_without_guarantee(self.spec), self.limits)
        again.free_sets, again.random = set(), self.random
        for free in sorted(self.free_sets):
            again._limit(free)
        again.model.minimize(again.most_free)
        best: int | None = None
        watch = Limits(seconds=SECONDS_FOR_BEST)
        while not watch.reached() and not self.limits.reached():
            self.rounds += 1
            status, chosen = again._solve(again.model, watch.seconds_left())
            if status != "found" or chosen is None:
                return best, False
            if again._forbid_too_large(chosen):
                continue
            bound = again.bound
            free_size = again._free_of(chosen, bound + 1)
            if free_size is None:
                return best, False
            best = min(best or self.spec.cards + 1, free_size + 1)
            if free_size <= bound:
                return best, True
        return best, False

    def _forbid_too_large(self, chosen: Multiset) -> bool:
        """Forbid a Swish that is larger than the largest wanted, if the design has one."""
        wanted = self.spec.largest_swish
        if not wanted:
            return False
        cards = [card for card, count in zip(self.types, chosen, strict=True) for _ in range(count)]
        laid = tuple(LaidCard(Label(0, index), card) for index, card in enumerate(cards))
        layout = Layout(self.spec.grid, laid, (1, len(cards)))
        solution = solve(layout, "first", min_size=wanted + 1, workers=1)
        if not solution.swishes:
            return False
        used = [layout.by_label[label] for label, _ in solution.swishes[0]]
        row = tuple(used.count(card) for card in self.types)
        self.model.add_bool_or(~self.has[kind][count - 1] for kind, count in enumerate(row) if count)
        return True

    def _free_of(self, chosen: Multiset, wanted: int) -> int | None:
        """The size of a Swish-free set of the design: at least `wanted`, or the largest, proven. None: stopped.

        Each set found becomes a condition.
        """
        present = [kind for kind, count in enumerate(chosen) if count]
        table = build_batch_table([self.types[kind] for kind in present])
        cards = [index for index, kind in enumerate(present) for _ in range(chosen[kind])]
        largest = 0
        for _ in range(GREEDY_TRIES):
            self.random.shuffle(cards)
            left = np.zeros(len(present), np.int64)
            for index in cards:
                left[index] += 1
                if not is_free(table, left, new_paths()):
                    left[index] -= 1
            size = int(left.sum())
            if size >= wanted:
                self._limit(self._grown(present, left.tolist()))
                largest = max(largest, size)
        if largest >= wanted:
            return largest
        types = [(self.types[kind], chosen[kind]) for kind in present]
        found = find_largest_swish_free(types, limits=self.limits)
        if not found.proven:
            return None
        row = [0] * len(present)
        for card in found.cards:
            row[present.index(self.types.index(card))] += 1
        self._limit(self._grown(present, row))
        return len(found.cards)

    def _grown(self, present: Sequence[int], row: Sequence[int]) -> Multiset:
        """The Swish-free set, with cards that the design does not have added while it stays free."""
        whole = [0] * len(self.types)
        for kind, count in zip(present, row, strict=True):
            whole[kind] = count
        if len(self.types) > MAX_TYPES:
            return tuple(whole)
        table = build_batch_table(list(self.types))
        left = np.array(whole, np.int64)
        more = [kind for kind in range(len(self.types)) for _ in range(self.spec.copies - whole[kind])]
        self.random.shuffle(more)
        for kind in more:
            left[kind] += 1
            if not is_free(table, left, new_paths()):
                left[kind] -= 1
        return tuple(left.tolist())

    def _limit(self, free: Multiset) -> None:
        """A Swish-free set and its images hold at most `most_free` cards of the deck."""
        for permutation in self.symmetries[:: max(1, len(self.symmetries) // MOST_IMAGES)]:
            image = tuple(free[kind] for kind in permutation)
            if image not in self.free_sets:
                self.free_sets.add(image)
                inside = sum(var for row, count in zip(self.has, image, strict=True) for var in row[:count])
                self.model.add(inside <= self.most_free)

    def _deck(self, chosen: Multiset) -> Deck:
        spec = self.spec
        types = [(card, count) for card, count in zip(self.types, chosen, strict=True) if count]
        if "cells" in spec.balance:
            types = turned_evenly(types)
        one_kind = len(spec.symbols) == 1
        balls, hoops = spec.symbols[0] if one_kind else (None, None)
        colours = spec.colours if spec.rule == "classic" else None
        return Deck(spec.name, spec.grid, spec.rule, colours, balls, hoops, tuple(types))


def _without_guarantee(spec: Specification) -> Specification:
    return replace(spec, always_swish=spec.cards)


def _swishes_of_two(types: Sequence[Card]) -> Iterator[tuple[int, ...]]:
    for a, b in combinations_with_replacement(range(len(types)), 2):
        if any(is_swish([types[a], way]) for way in types[b].orbit()):
            yield a, b


def _swishes_of_three(types: Sequence[Card]) -> Iterator[tuple[int, ...]]:
    """Triples of types that are a Swish: the third card has to fit what the first two leave lonely."""
    fitting: dict[frozenset[tuple[int, int, str, str]], list[int]] = {}
    for kind, card in enumerate(types):
        for way in card.orbit():
            fitting.setdefault(frozenset(way.symbols), []).append(kind)
    found = set()
    for a, first in enumerate(types):
        for b in range(a, len(types)):
            for way in types[b].orbit():
                lonely = _lonely([*first.symbols, *way.symbols])
                for c in fitting.get(lonely, []) if lonely else []:
                    if c >= b:
                        found.add((a, b, c))
    yield from sorted(found)


def _lonely(symbols: Sequence[Any]) -> frozenset[tuple[int, int, str, str]] | None:
    """What a third card must be, to the symbol, to close two; None when they clash or close by themselves."""
    balls = {(s.row, s.col): s.colour for s in symbols if s.kind == "ball"}
    hoops = {(s.row, s.col): s.colour for s in symbols if s.kind == "hoop"}
    if len(balls) + len(hoops) < len(symbols) or any(hoops.get(cell, c) != c for cell, c in balls.items()):
        return None
    want = {(*cell, "hoop", c) for cell, c in balls.items() if cell not in hoops}
    want |= {(*cell, "ball", c) for cell, c in hoops.items() if cell not in balls}
    return frozenset(want) or None


def turned_evenly(types: Sequence[tuple[Card, int]]) -> list[tuple[Card, int]]:
    """The same cards printed so that the cells of an orbit are used as evenly as turning allows."""
    model = cp_model.CpModel()
    grid = types[0][0].grid
    printed: list[tuple[Card, cp_model.IntVar]] = []
    at: dict[tuple[int, int], list[Any]] = {cell: [] for cell in grid.cells}
    for card, copies in types:
        ways = [(way, model.new_int_var(0, copies, "")) for way in sorted(card.orbit(), key=lambda way: way.code)]
        model.add(sum(var for _, var in ways) == copies)
        printed += ways
        for way, var in ways:
            for symbol in way.symbols:
                at[symbol.row, symbol.col].append(var)
    spread = []
    for orbit in grid.orbits:
        low, high = model.new_int_var(0, 10_000, ""), model.new_int_var(0, 10_000, "")
        for cell in orbit:
            model.add(sum(at[cell]) >= low)
            model.add(sum(at[cell]) <= high)
        spread.append(high - low)
    model.minimize(sum(spread))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_deterministic_time = 10.0
    solve_watched(solver, model, lambda: None)
    return [(way, solver.value(var)) for way, var in printed if solver.value(var)]

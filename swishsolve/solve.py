"""One entry for every question about a layout: picks the engine, passes hints between them, verifies the answer.

For the largest Swish and the first one, `auto` asks the bitset core first, within a number of nodes that it visits in
a fraction of a second; that settles tables of a game and layouts with several symbols a card. What is left are large
layouts. They get a bound from the balance of balls and hoops; where every card has one ball and one hoop a stack that
meets it is sought by annealing, first for a short while, then for long; and CP-SAT has the last word with the best
stack as a hint, on few placements also between the two. Numbers of nodes and steps, not times, make the choice, so it
is the same on every run and machine. Every stack of every engine is laid by `model.swish.verify` before it is an
answer.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from time import perf_counter
from typing import Literal

from swishsolve.errors import InputError, SwishError
from swishsolve.model.claim import preferred_placement
from swishsolve.model.layout import Label, Layout
from swishsolve.model.swish import Placement, Stack, verify
from swishsolve.search.cover import find_best_cover, iter_pieces, pack_greedily
from swishsolve.search.first_sets import iter_maximal_sets, iter_minimal_sets
from swishsolve.search.limits import Limits, SearchStopped
from swishsolve.search.maximum import bound_size, iter_better_stacks
from swishsolve.search.placements import PlacementTable, build_placements
from swishsolve.search.sets import SwishSet, iter_swish_sets, keep_maximal, keep_minimal
from swishsolve.solution import Engine, Question, Solution, Status

# `counts` by size are given with the largest Swish up to this many cards.
COUNTED_CARDS = 20
# What `auto` lets the core try before the others take over: about 0.1 s.
CORE_NODES = 60_000
# Chains of annealing, and the steps of each for every cell: on 100 cells about 1 s and 3 minutes of one processor.
SHORT_CHAINS, SHORT_STEPS_PER_CELL = 4, 20_000
LONG_CHAINS, LONG_STEPS_PER_CELL = 32, 600_000
# Where the bound is below this share of the cells most cards cannot close a circuit, and CP-SAT does better.
DENSE = 0.8
# On at most so many placements CP-SAT is asked before the long chains, within so much of its own measure of work.
FEW_PLACEMENTS, FEW_PLACEMENTS_WORK = 1000, 20.0
# The core's cover remembers sets of cards; with more cards small Swishes are packed by CP-SAT.
CORE_COVER_CARDS = 24
COVER_PIECE_SIZES = (2, 3, 4)
COVER_NODES = 600_000
# So many of the smallest sets are checked when a list of minimal Swishes is cut short.
SURELY_MINIMAL = 300


class EngineError(SwishError):
    """An engine returned a stack that is no Swish: a fault of the program, never of the input."""


def solve(
    layout: Layout,
    question: Question = "maximum",
    *,
    min_size: int = 2,
    max_size: int | None = None,
    having: Collection[Label] = (),
    without: Collection[Label] = (),
    count_limit: int | None = None,
    engine: Engine = "auto",
    workers: int | None = None,
    limits: Limits | None = None,
    count_sets: bool = False,
) -> Solution:
    """Answer a question about a layout.

    `having` are cards that every Swish must use (for a cover: that it must cover), `without` are cards set aside as if
    they were not on the table. Sizes filter after minimality and maximality are decided; in a cover they bound each
    Swish. With `count_sets` the largest Swish comes with the counts of all, up to 20 cards. Raises InputError for a
    label that is not on the table, or a question that the engine does not answer.

    >>> from swishsolve.model.layout_text import parse_layout_text
    >>> solution = solve(parse_layout_text("b2/3/1P1/3\\nB2/3/1p1/3"), count_sets=True)
    >>> solution.status, solution.maximum, solution.counts
    ('found', 2, {2: 1})
    """
    return _Asking(
        layout=layout,
        question=question,
        min_size=max(min_size, 2),
        max_size=max_size,
        having=frozenset(having),
        without=frozenset(without),
        count_limit=count_limit,
        engine=engine,
        workers=workers,
        limits=limits or Limits(),
        count_sets=count_sets,
    ).solution()


@dataclass
class _Asking:
    """One question while it is being answered."""

    layout: Layout
    question: Question
    min_size: int
    max_size: int | None
    having: frozenset[Label]
    without: frozenset[Label]
    count_limit: int | None
    engine: Engine
    workers: int | None
    limits: Limits
    count_sets: bool

    def __post_init__(self) -> None:
        if unknown := [str(label) for label in self.having | self.without if label not in self.layout.by_label]:
            raise InputError(f"found {', '.join(sorted(unknown))}, expected cards of the layout")
        if both := self.having & self.without:
            raise InputError(f"found {', '.join(map(str, sorted(both)))} both with and without")
        if self.engine == "cp-sat" and self.question not in ("maximum", "cover", "first"):
            raise InputError(f"found engine cp-sat for question {self.question}, expected maximum, cover or first")
        cards = tuple(laid for laid in self.layout if laid.label not in self.without)
        self.table_layout = Layout(self.layout.grid, cards, table=self.layout.table)
        self.most = min(len(cards), self.max_size or len(cards))

    def solution(self) -> Solution:
        start = perf_counter()
        if self.question in ("all", "minimal", "maximal"):
            solution = self._list_sets(self.question)
        elif self.question == "cover":
            solution = self._cover()
        else:
            solution = self._one_stack()
        for stack in solution.swishes:
            if faults := verify(self.layout, stack):
                raise EngineError(f"engine {solution.engine} returned no Swish: {faults[0]}")
        object.__setattr__(solution, "seconds", perf_counter() - start)
        return solution

    def _answer(
        self,
        stacks: Iterable[Stack],
        *,
        complete: bool,
        bound: int,
        maximum: int | None = None,
        counts: dict[int, int] | None = None,
        limit_reached: bool = False,
        engine: Literal["bitset", "cp-sat"] = "bitset",
    ) -> Solution:
        printed: dict[Placement, Placement] = {}
        by_size: list[Stack] = []
        for stack in stacks:
            for placement in stack:
                if placement not in printed:
                    printed[placement] = preferred_placement(self.layout, placement)
            by_size.append(tuple(sorted((printed[placement] for placement in stack), key=_label)))
        by_size.sort(key=_largest_first)
        status: Status = "found" if by_size else "none" if complete else "unknown"
        return Solution(
            layout=self.layout,
            question=self.question,
            min_size=self.min_size,
            max_size=self.max_size,
            status=status,
            swishes=tuple(by_size),
            counts=counts,
            maximum=max(maximum or 0, max(map(len, by_size), default=0)),
            bound=bound,
            complete=complete,
            limit_reached=limit_reached,
            engine=engine,
            seconds=0.0,
            having=tuple(sorted(self.having)),
            without=tuple(sorted(self.without)),
        )

    def _placements(self) -> PlacementTable:
        """The placements, the cards that must be used first, as the search wants them."""
        required_first = sorted(self.table_layout.by_label, key=lambda label: (label not in self.having, label))
        return build_placements(self.table_layout, required_first)

    def _bound(self, required: int) -> int:
        """No Swish with the required cards has more cards than this; 0 when there can be none."""
        cards = [laid.card for laid in self.table_layout]
        bound = min(self.most, bound_size(self.layout.grid, cards))
        return bound if bound >= max(self.min_size, required) else 0

    # all, minimal, maximal

    def _list_sets(self, question: Question) -> Solution:
        table = self._placements()
        if self.count_limit is not None:
            return self._first_sets(table, question, self.count_limit)
        wanted = (1 << len(self.having)) - 1
        found: list[SwishSet] = []
        stopped = False
        try:
            found.extend(self._sets_to_compare(table, question))
        except (SearchStopped, MemoryError):
            stopped = True
        if question == "minimal":
            found = self._surely_minimal(found) if stopped else keep_minimal(found)
        elif question == "maximal":
            # A list that is cut short knows no maximal set: a larger one may be among those not seen.
            found = [] if stopped else keep_maximal(found)
        kept = [s.stack for s in found if self.min_size <= len(s.stack) <= self.most and not wanted & ~s.cards]
        return self._listed(kept, complete=not stopped)

    def _first_sets(self, table: PlacementTable, question: Question, number: int) -> Solution:
        """The first sets that the search comes upon, without keeping more of them."""
        if question == "minimal":
            sets = iter_minimal_sets(table, self.limits, self.min_size, self.most)
        elif question == "maximal":
            sets = iter_maximal_sets(table, self.limits, self._find_larger)
        else:
            sets = iter_swish_sets(table, self.limits, self.min_size, self.most)
        wanted = (1 << len(self.having)) - 1
        kept: list[Stack] = []
        try:
            for swish in sets:
                if wanted & ~swish.cards or not self.min_size <= len(swish.stack) <= self.most:
                    continue
                if len(kept) == number:
                    return self._listed(kept, complete=False, limit_reached=True)
                kept.append(swish.stack)
        except (SearchStopped, MemoryError):
            return self._listed(kept, complete=False)
        return self._listed(kept, complete=True)

    def _find_larger(self, stack: Stack) -> Stack | None:
        """A Swish with all cards of this one and more; None when there is none. Raises SearchStopped."""
        answer = solve(
            self.table_layout,
            "first",
            min_size=len(stack) + 1,
            having=[label for label, _ in stack],
            workers=1,
            limits=self.limits.with_nodes(None),
        )
        if answer.status == "unknown":
            raise SearchStopped
        return answer.swishes[0] if answer.swishes else None

    def _listed(self, kept: list[Stack], *, complete: bool, limit_reached: bool = False) -> Solution:
        counts = dict(Counter(map(len, kept)))
        largest = max(counts, default=0)
        if self.question == "minimal" and kept:
            largest, bound = self._known_maximum(len(self.having))
        else:
            bound = largest if complete else self._bound(len(self.having))
        return self._answer(
            kept, complete=complete, maximum=largest, bound=bound, counts=counts, limit_reached=limit_reached
        )

    def _known_maximum(self, required: int) -> tuple[int, int]:
        """The size of the largest Swish that the core finds within its nodes, and a size that none exceeds."""
        bound = self._bound(required)
        best, settled = self._core_stack(bound, "maximum", required)
        return len(best), len(best) if settled else bound

    def _sets_to_compare(self, table: PlacementTable, question: Question) -> Iterable[SwishSet]:
        if question == "minimal":
            # A minimal Swish is one group, or two blank cards: no other cards need be joined.
            return iter_pieces(table, self.limits, 2, len(table.labels))
        if question == "all":
            return iter_swish_sets(table, self.limits, self.min_size, self.most)
        return iter_swish_sets(table, self.limits)

    def _surely_minimal(self, found: list[SwishSet]) -> list[SwishSet]:
        """The minimal ones of a list that was cut short, at most SURELY_MINIMAL: each is looked at by itself."""
        smallest = sorted(found, key=lambda swish: len(swish.stack))[:SURELY_MINIMAL]
        kept = []
        for swish in keep_minimal(smallest):
            alone = build_placements(self.table_layout, [label for label, _ in swish.stack])
            if not any(iter_pieces(alone, Limits(), 2, len(swish.stack) - 1)):
                kept.append(swish)
        return kept

    # maximum, first

    def _one_stack(self) -> Solution:
        bound = self._bound(len(self.having))
        if not bound:
            return self._answer((), complete=True, bound=0, counts=self._counts())
        best: Stack = ()
        settled = False
        if self.engine != "cp-sat":
            best, settled = self._core_stack(bound, self.question, len(self.having))
        used_cp_sat = False
        if self.engine != "bitset" and not settled and not self.limits.reached():
            best, settled, bound, used_cp_sat = self._large_stack(best, bound)
        proven = len(best) if settled and self.question == "maximum" else 0 if settled and not best else bound
        complete = settled or (bool(best) and self.question == "first")
        return self._answer(
            (best,) if best else (),
            complete=complete,
            bound=proven,
            counts=self._counts(),
            engine="cp-sat" if used_cp_sat else "bitset",
        )

    def _core_stack(self, bound: int, question: Question, required: int) -> tuple[Stack, bool]:
        """The core's best stack with the first `required` cards of the table, and whether that settles the question."""
        table = self._placements()
        whole = self.engine == "bitset" and question == self.question
        limits = self.limits if whole else self.limits.with_nodes(CORE_NODES)
        best: tuple[int, ...] = ()
        try:
            for better in iter_better_stacks(table, limits, self.min_size, bound, required):
                best = better
                if self.limits.on_better:
                    self.limits.on_better(len(best))
                if question == "first":
                    break
            return table.stack(best), True
        except SearchStopped:
            pass
        return table.stack(best), False

    def _large_stack(self, best: Stack, bound: int) -> tuple[Stack, bool, int, bool]:
        """A better stack where the core does not settle it, if so, a bound of its size, and whether CP-SAT found it."""
        from swishsolve.cp.balance import bound_by_balance

        bound = bound_by_balance(
            self.table_layout,
            least=self.min_size,
            most=bound,
            required=self.having,
            seconds_left=self.limits.seconds_left,
        )
        settled = len(best) == bound or (bool(best) and self.question == "first")
        if settled:
            return best, settled, bound, False
        if self.engine == "auto" and self._may_anneal():
            table = self._placements()
            best = self._annealed_stack(table, best, bound, SHORT_CHAINS, SHORT_STEPS_PER_CELL)
            ask_first = len(table.placements) <= FEW_PLACEMENTS
            if ask_first and not self._is_enough(best, bound) and not self.limits.reached():
                best, settled, bound = self._cp_sat_stack(best, bound, FEW_PLACEMENTS_WORK)
                if settled:
                    return best, settled, bound, True
            if bound >= DENSE * self.layout.grid.size:
                best = self._annealed_stack(table, best, bound, LONG_CHAINS, LONG_STEPS_PER_CELL)
            if self._is_enough(best, bound) or self.limits.reached():
                return best, self._is_enough(best, bound), bound, False
        return *self._cp_sat_stack(best, bound), True

    def _is_enough(self, best: Stack, bound: int) -> bool:
        return len(best) >= (bound if self.question == "maximum" else max(self.min_size, 2))

    def _may_anneal(self) -> bool:
        one_each = all(sorted(s.kind for s in laid.card.symbols) == ["ball", "hoop"] for laid in self.table_layout)
        return one_each and not self.having

    def _annealed_stack(
        self, table: PlacementTable, best: Stack, bound: int, chains: int, steps_per_cell: int
    ) -> Stack:
        """The better one of `best` and what so much annealing finds."""
        if self._is_enough(best, bound) or self.limits.reached():
            return best
        # Not at the top: numba takes a second to load.
        from swishsolve.search.annealing import find_large_stack

        numbers = find_large_stack(
            table,
            self.limits,
            enough=bound if self.question == "maximum" else self.min_size,
            most=bound,
            chains=chains,
            steps_per_cell=steps_per_cell,
            workers=self.workers,
        )
        return max(best, table.stack(numbers), key=len) if len(numbers) >= self.min_size else best

    def _cp_sat_stack(self, hint: Stack, bound: int, work: float | None = None) -> tuple[Stack, bool, int]:
        """CP-SAT's best stack from a hint, whether that settles the question, and a bound of its size."""
        from swishsolve.cp.maximum import find_stack

        answer = find_stack(
            self.table_layout,
            least=self.min_size,
            most=bound,
            maximise=self.question == "maximum",
            required=self.having,
            hint=hint,
            seconds_left=self.limits.seconds_left,
            work=work,
            workers=self._cp_sat_workers(),
            on_better=self.limits.on_better,
        )
        if answer.status == "infeasible":
            return (), True, 0
        best = max((hint, *answer.stacks), key=len)
        if self.question == "first":
            return best, answer.status == "optimal", bound
        return best, answer.status == "optimal", max(len(best), min(bound, answer.bound))

    def _cp_sat_workers(self) -> int:
        """One worker where the answer is promised to be the same on every run."""
        return 1 if len(self.table_layout) <= COUNTED_CARDS else self.workers or os.cpu_count() or 1

    def _counts(self) -> dict[int, int] | None:
        if not self.count_sets or self.question != "maximum" or len(self.layout) > COUNTED_CARDS:
            return None
        table = self._placements()
        wanted = (1 << len(self.having)) - 1
        try:
            sets = iter_swish_sets(table, self.limits, self.min_size, self.most)
            return dict(Counter(s.cards.bit_count() for s in sets if not wanted & ~s.cards))
        except SearchStopped:
            return None

    # cover

    def _cover(self) -> Solution:
        cards = [laid.card for laid in self.table_layout]
        bound = bound_size(self.layout.grid, cards, in_one_stack=False)
        best: tuple[Stack, ...] = ()
        if self.engine == "bitset" or (self.engine == "auto" and len(cards) <= CORE_COVER_CARDS):
            limits = self.limits if self.engine == "bitset" else self.limits.with_nodes(COVER_NODES)
            table = self._placements()
            pieces: list[SwishSet] = []
            try:
                pieces.extend(iter_pieces(table, limits, self.min_size, self.most))
                cover = find_best_cover(table, pieces, limits, len(self.having)) or []
                return self._cover_answer([piece.stack for piece in cover], True, "bitset")
            except SearchStopped:
                best = tuple(piece.stack for piece in pack_greedily(pieces, len(self.having)))
        elif self.engine == "auto":
            best, settled = self._packed_cover(bound)
            if settled:
                return self._cover_answer(best, True, "cp-sat")
        if self.engine == "bitset" or self.limits.reached():
            return self._cover_answer(best, False, "bitset" if self.engine == "bitset" else "cp-sat")
        from swishsolve.cp.cover import find_cover

        answer = find_cover(
            self.table_layout,
            least=self.min_size,
            most=self.most,
            bound=bound,
            required=self.having,
            hint=best,
            seconds_left=self.limits.seconds_left,
            workers=self._cp_sat_workers(),
            on_better=self.limits.on_better,
        )
        stacks = max(best, answer.stacks, key=lambda stacks: sum(map(len, stacks)))
        return self._cover_answer(stacks, answer.status != "unknown", "cp-sat")

    def _packed_cover(self, bound: int) -> tuple[tuple[Stack, ...], bool]:
        """The best cover by small Swishes, and whether it is proven: it meets the bound, or all groups were packed.

        A large layout has far too many Swishes to list, but pairs and triples mostly suffice to use every card.
        """
        from swishsolve.cp.packing import pack

        table = self._placements()
        best: tuple[Stack, ...] = ()
        required = len(self.having)
        for most in (*(size for size in COVER_PIECE_SIZES if self.min_size <= size < self.most), self.most):
            pieces: list[SwishSet] = []
            try:
                pieces.extend(iter_pieces(table, self.limits.with_nodes(COVER_NODES), self.min_size, most))
            except SearchStopped:
                if not best:
                    best = tuple(piece.stack for piece in pack_greedily(pieces, required))
                break
            packing = pack(
                [piece.cards for piece in pieces],
                required=(1 << required) - 1,
                bound=bound,
                seconds_left=self.limits.seconds_left,
                workers=self._cp_sat_workers(),
                on_better=self.limits.on_better,
            )
            if packing:
                stacks = tuple(pieces[number].stack for number in packing.chosen)
                best = max(best, stacks, key=lambda stacks: sum(map(len, stacks)))
                if sum(map(len, best)) == bound or (packing.proven and most == self.most):
                    return best, True
            if self.limits.reached():
                break
        return best, False

    def _cover_answer(self, stacks: Collection[Stack], settled: bool, engine: Literal["bitset", "cp-sat"]) -> Solution:
        # Required cards are to be covered, not to be in the largest Swish.
        largest, bound = self._known_maximum(required=0) if stacks or not settled else (0, 0)
        return self._answer(stacks, complete=settled, maximum=largest, bound=bound, engine=engine)


def _label(placement: Placement) -> Label:
    return placement.label


def _largest_first(stack: Stack) -> tuple[int, list[Label]]:
    return -len(stack), [label for label, _ in stack]

"""Puzzles, made backwards: plant the answer, fill the table, repair until nothing else is a Swish.

The planted stack is the answer, so no search for one is needed; what has to be searched is what must not be. A filler
joins the table only when no Swish uses it, which the search core settles through that one card; so at every moment the
answer is the only one. Where no card of the supply fits any more, a filler is taken off again. A full table that
grades too easy or too hard exchanges fillers one by one for ones that bring it nearer to the level. Attempts are
counted, and so is every loop in them: it ends. (The course of Tatham's puzzle collection: plant, keep unique, grade.
Dealing tables until one is unique was tried first: of classic deals of 16 one in a few thousand has one Swish.)

What is accepted is checked again in full, by the search for all sets and by CP-SAT.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random

from swishsolve.model.card import Card
from swishsolve.model.layout import Label, Layout
from swishsolve.model.swish import Stack
from swishsolve.puzzle.grade import LEVEL_FROM, LEVELS, Grade, Level, grade
from swishsolve.puzzle.supply import Supply
from swishsolve.search.limits import Limits, SearchStopped
from swishsolve.search.sets import iter_swish_sets
from swishsolve.solve import EngineError, solve

# Fillers are chosen among so many cards, in so many steps; then so many changes lead to the level.
POOL = 72
STEPS_PER_FILLING = 120
CHANGES = 60
NODES_PER_CHECK = 20_000
DEFAULT_TRIES = 20_000
# Tables with one answer that are brought near the level in vain before that is given up.
MOST_TABLES = 60


@dataclass(frozen=True)
class Puzzle:
    """A table with exactly one Swish of at least `least` cards, the stack that is the answer, and its grade."""

    layout: Layout
    least: int
    answer: Stack
    grade: Grade


@dataclass(frozen=True)
class Failure:
    """Why there is no puzzle: `impossible` when that is proven, else it was not found in `tries`.

    `tables` counts the tries that gave a table with one answer, but of another level.
    """

    reason: str
    impossible: bool
    tries: int = 0
    tables: int = 0


def make_puzzle(
    supply: Supply,
    *,
    cards: int,
    size: int,
    least: int,
    level: Level | None,
    random: Random,
    tries: int = DEFAULT_TRIES,
    limits: Limits | None = None,
) -> Puzzle | Failure:
    """A puzzle of `cards` cards whose answer has `size`, the only Swish of at least `least` cards.

    The same random generator in the same state gives the same puzzle. What is impossible is not known here: see
    possible.py.
    """
    limits = limits or Limits()
    tables = 0
    for number in range(tries):
        if limits.reached():
            return Failure(f"stopped after {number} tries", impossible=False, tries=number, tables=tables)
        if limits.on_look:
            limits.on_look(number)
        attempt = _Attempt(supply, cards, size, least, level, random, limits)
        puzzle = attempt.puzzle()
        if puzzle:
            return puzzle
        tables += attempt.filled
        if tables > MOST_TABLES:
            break
    return Failure(f"not found in {number + 1} tries", impossible=False, tries=number + 1, tables=tables)


@dataclass
class _Attempt:
    supply: Supply
    cards: int
    size: int
    least: int
    level: Level | None
    random: Random
    limits: Limits
    filled: bool = False

    def puzzle(self) -> Puzzle | None:
        planted = self.supply.plant(self.random, self.size, one_group=self.least == 2)
        if planted is None or not self.is_alone(planted):
            return None
        # Every card that may be on the table: the answer first, then fillers.
        self.pool = [*planted, *islice(self.supply.offer(self.random, planted), POOL)]
        self.company, self.numbers = self.supply.company(self.pool)
        self.alike = [card.canonical() for card in self.pool]
        fillers = self.fill()
        if fillers is None:
            return None
        self.filled = True
        table = [self.turned(self.pool[number]) for number in (*range(self.size), *fillers)]
        order = list(range(self.cards))
        self.random.shuffle(order)
        found = self.graded(table, fillers, order)
        if found is None:
            return None
        layout, mark = found
        labels = frozenset(layout.cards[place].label for place, index in enumerate(order) if index < self.size)
        return Puzzle(layout, self.least, verify_unique(layout, self.least, labels), mark)

    def turned(self, card: Card) -> Card:
        """The card as it may lie on the table."""
        return card.moved(card.grid.transforms[self.random.randrange(len(card.grid.transforms))])

    def is_alone(self, planted: list[Card]) -> bool:
        """True when no other set of the planted cards is a Swish of at least `least` cards."""
        if self.size <= self.least:
            return True
        try:
            sets = iter_swish_sets(
                self.supply.table(planted), self.limits.with_nodes(NODES_PER_CHECK), self.least, self.size - 1
            )
            return next(sets, None) is None
        except SearchStopped:
            return False

    def fitting(self, numbers: Sequence[int], table: Sequence[int]) -> list[int]:
        """Which of the fillers make no Swish with the cards on the table."""
        among = self.company.placements_of(sum(1 << self.numbers[number] for number in table))
        known: dict[Card, bool] = {}
        fitting = []
        for number in numbers:
            card = self.alike[number]
            if card not in known:
                known[card] = not self.company.has_swish(self.numbers[number], among, self.least)
            if known[card]:
                fitting.append(number)
        return fitting

    def fill(self) -> list[int] | None:
        """Fillers (numbers in the pool) that leave the answer alone; a search in random order, with backing up.

        What does not fit a table fits none that grows from it, so too few candidates mean: back up.
        """
        answer = list(range(self.size))
        steps = 0

        def extend(fillers: list[int], candidates: list[int]) -> list[int] | None:
            nonlocal steps
            if self.size + len(fillers) == self.cards:
                return fillers
            while self.size + len(fillers) + len(candidates) >= self.cards:
                steps += 1
                if steps > STEPS_PER_FILLING or self.limits.reached():
                    return None
                number = candidates.pop()
                more = [*fillers, number]
                found = extend(more, self.fitting(candidates, [*answer, *more]))
                if found is not None:
                    return found
            return None

        return extend([], self.fitting(range(self.size, len(self.pool)), answer))

    def graded(self, table: list[Card], fillers: list[int], order: list[int]) -> tuple[Layout, Grade] | None:
        """The table in the order given once it grades as asked: cards are turned, fillers exchanged until it does."""

        def lay(cards: list[Card]) -> tuple[Layout, Grade]:
            layout = self.supply.layout([cards[index] for index in order])
            return layout, grade(layout, self.least)

        layout, mark = lay(table)
        away = self.distance(mark)
        for _ in range(CHANGES):
            if away == 0 or self.limits.reached():
                break
            index = self.random.randrange(self.cards)
            changed, exchanged = table.copy(), fillers.copy()
            if index < self.size or self.random.random() < 0.5:
                changed[index] = self.turned(changed[index])
            else:
                number = self.another(fillers, index - self.size)
                if number is None:
                    continue
                exchanged[index - self.size] = number
                changed[index] = self.turned(self.pool[number])
            new_layout, new_mark = lay(changed)
            new_away = self.distance(new_mark)
            if new_away <= away:
                table, fillers, layout, mark, away = changed, exchanged, new_layout, new_mark, new_away
        return (layout, mark) if away == 0 else None

    def another(self, fillers: list[int], index: int) -> int | None:
        """A filler that may take the place of the one at the index, or None when the few that are tried do not fit."""
        others = [*range(self.size), *fillers[:index], *fillers[index + 1 :]]
        free = sorted(set(range(self.size, len(self.pool))) - set(fillers))
        for number in self.random.sample(free, min(8, len(free))):
            if self.fitting([number], others):
                return number
        return None

    def distance(self, mark: Grade) -> float:
        """How far the effort is from the asked level: by which factor it falls short or is too much, 0 within it."""
        if self.level is None or mark.level == self.level:
            return 0.0
        low = LEVEL_FROM[self.level]
        high = [*LEVEL_FROM.values(), 1e9][LEVELS.index(self.level) + 1]
        return low / max(mark.effort, 1.0) if mark.effort < low else max(mark.effort / high, 1.0)


def verify_unique(layout: Layout, least: int, labels: frozenset[Label]) -> Stack:
    """The stack of the one Swish of at least `least` cards; raises EngineError unless both engines agree on it."""
    solution = solve(layout, "all", min_size=least)
    if not solution.complete or [frozenset(label for label, _ in stack) for stack in solution.swishes] != [labels]:
        raise EngineError("the generated puzzle is not unique: a fault of the program")
    if not proves_no_other(layout, least, labels):
        raise EngineError("CP-SAT finds another answer to the generated puzzle: a fault of the program")
    return solution.swishes[0]


def proves_no_other(layout: Layout, least: int, labels: frozenset[Label]) -> bool:
    """True when CP-SAT proves that no other set of at least `least` cards is a Swish."""
    from ortools.sat.python import cp_model

    from swishsolve.cp.model import add_swish_rule, placements_of
    from swishsolve.cp.watched import one_worker, solve_watched

    model = cp_model.CpModel()
    placements = placements_of(layout)
    used = [model.new_bool_var("") for _ in placements]
    add_swish_rule(model, layout, placements, used)
    model.add(sum(used) >= max(least, 2))
    inside = [var for placement, var in zip(placements, used, strict=True) if placement.label in labels]
    outside = [var for placement, var in zip(placements, used, strict=True) if placement.label not in labels]
    model.add(sum(inside) - sum(outside) <= len(labels) - 1)
    return bool(solve_watched(one_worker(), model, lambda: None) == cp_model.INFEASIBLE)

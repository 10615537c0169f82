"""The checker of a claim "no Swish of at least K cards": one file to be read in one sitting.

It takes the layout and the text of a proof and trusts neither the solver nor the file: the formula is written anew
from the layout (`encode`), then each clause of the proof is shown to follow from the clauses before it (`check_proof`)
until the empty clause is reached. docs/proofs.md argues why the formula says what the claim says.

A clause follows by *unit propagation*: suppose all its literals false; when a clause then has one literal left that is
not false, that literal must be true; when some clause has none left, the supposition is impossible. The proof is text
in the format LRAT, so it may name the clauses to use, in order ("hints"). Hints are used, not believed: a hint that
does not lead on is passed over, and a clause whose hints do not suffice is checked by propagation over all clauses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from swishsolve.model.layout import Layout
from swishsolve.model.swish import Placement

ENCODING = 1
MAX_LITERALS = 6_000_000
LINES_BETWEEN_LOOKS = 500

Clause = tuple[int, ...]


class ProofError(Exception):
    """Why a proof is no proof, with its line (0: the proof as a whole)."""

    def __init__(self, reason: str, line: int = 0) -> None:
        super().__init__(f"proof line {line}: {reason}" if line else reason)


# The formula


@dataclass(frozen=True)
class Formula:
    """Clauses over variables 1 to `variables`; variable v up to `len(placements)` says that placement v - 1 is used.

    `meanings` has one line for each variable after the placements.
    """

    placements: tuple[Placement, ...]
    meanings: tuple[str, ...]
    clauses: tuple[Clause, ...]

    @property
    def variables(self) -> int:
        """The number of variables."""
        return len(self.placements) + len(self.meanings)


class _Writer:
    def __init__(self, placements: list[Placement]) -> None:
        self.placements = placements
        self.meanings: list[str] = []
        self.clauses: list[Clause] = []
        self.literals = 0

    def new(self, meaning: str) -> int:
        self.meanings.append(meaning)
        return len(self.placements) + len(self.meanings)

    def add(self, *literals: int) -> None:
        self.literals += len(literals)
        if self.literals > MAX_LITERALS:
            raise ProofError("the layout is too large: its formula has more than 6 million literals")
        self.clauses.append(literals)

    def at_most_one(self, literals: Iterable[int]) -> None:
        for first, second in combinations(literals, 2):
            self.add(-first, -second)

    def at_least(self, count: int, literals: list[int], what: str) -> None:
        """At least `count` of the literals are true, by a sequential counter that is written down from its claim."""
        wanted = [(len(literals), count)]
        variable = {wanted[0]: self.new(f"{count} or more of the first {len(literals)} {what}")}
        self.add(variable[wanted[0]])
        for among, many in wanted:  # grows while it is read
            if many > among:
                self.add(-variable[among, many])
                continue
            for fewer in (many, many - 1):
                # Without the last literal that is not true there are as many, with it one less.
                step = (among - 1, fewer)
                last = [literals[among - 1]] if fewer == many else []
                if fewer == 0:
                    continue
                if fewer > among - 1:
                    self.add(-variable[among, many], *last)
                    continue
                if step not in variable:
                    variable[step] = self.new(f"{fewer} or more of the first {among - 1} {what}")
                    wanted.append(step)
                self.add(-variable[among, many], variable[step], *last)


def encode(layout: Layout, least: int) -> Formula:
    """The formula whose models are the Swishes of at least `least` cards of the layout, by encoding version 1.

    Each such Swish, moved as a whole so that its first card with a symbol lies as it is, is one choice of placements
    that some model makes, and each model's choice is such a Swish. Raises ProofError when the formula is too large.
    """
    placements: list[Placement] = []
    ways: list[list[int]] = []  # of each card
    at: dict[tuple[int, int], dict[str, dict[str, list[int]]]] = {}  # cell -> colour -> kind -> placements
    for laid in layout:
        ways.append([])
        for card, transform in laid.card.orbit().items():
            placements.append(Placement(laid.label, transform))
            ways[-1].append(len(placements))
            for row, col, kind, colour in card.symbols:
                kinds = at.setdefault((row, col), {}).setdefault(colour, {"ball": [], "hoop": []})
                kinds[kind].append(len(placements))
    formula = _Writer(placements)
    card_of = {way: index for index, of_card in enumerate(ways) for way in of_card}

    # 1. A card lies in one way at most; it is used when it lies in some way.
    used = []
    for laid, of_card in zip(layout, ways, strict=True):
        used.append(formula.new(f"{laid.label} is used"))
        formula.at_most_one(of_card)
        formula.add(-used[-1], *of_card)
        for way in of_card:
            formula.add(-way, used[-1])

    # 2. The first card of the pile that has a symbol lies as it is: no other way without such a card before it.
    before = 0  # a card with a symbol before this one is used; 0 for the first, which has none
    for laid, of_card, this in zip(layout, ways, used, strict=True):
        if not laid.card.symbols:
            continue
        for way in of_card[1:]:
            formula.add(-way, *[before][: bool(before)])
        after = formula.new(f"a card with a symbol up to {laid.label} is used")
        formula.add(-after, this, *[before][: bool(before)])
        before = after

    # 3. A spot is filled when it has a ball of its colour and a hoop of its colour; it has both or none.
    filled_in_cell: dict[tuple[int, int], list[int]] = {}
    for (row, col), colours in sorted(at.items()):
        for colour, kinds in sorted(colours.items()):
            filled = formula.new(f"row {row + 1}, column {col + 1} is filled with {colour}")
            filled_in_cell.setdefault((row, col), []).append(filled)
            for of_kind in kinds.values():
                formula.add(-filled, *of_kind)
                for way in of_kind:
                    formula.add(-way, filled)
                for first, second in combinations(of_kind, 2):
                    if card_of[first] != card_of[second]:
                        formula.add(-first, -second)
        formula.at_most_one(filled_in_cell[row, col])

    # 4. At least `least` cards, hence so many filled cells: each takes two symbols, one ball and one hoop.
    formula.at_least(least, used, "cards are used")
    cells = fewest_cells(layout, least)
    if cells:
        occupied = []
        for row, col in (cell for orbit in layout.grid.orbits for cell in orbit if cell in filled_in_cell):
            occupied.append(formula.new(f"row {row + 1}, column {col + 1} is filled"))
            formula.add(-occupied[-1], *filled_in_cell[row, col])
            for filled in filled_in_cell[row, col]:
                formula.add(-filled, occupied[-1])
        formula.at_least(cells, occupied, "cells, orbit by orbit, are filled")
    return Formula(tuple(placements), tuple(formula.meanings), tuple(formula.clauses))


def fewest_cells(layout: Layout, least: int) -> int:
    """A Swish of at least `least` cards fills at least so many cells: those with the fewest symbols fill the fewest."""
    balls = sorted(sum(symbol.kind == "ball" for symbol in laid.card.symbols) for laid in layout)
    hoops = sorted(sum(symbol.kind == "hoop" for symbol in laid.card.symbols) for laid in layout)
    symbols = sorted(len(laid.card.symbols) for laid in layout)
    return max(sum(balls[:least]), sum(hoops[:least]), -(-sum(symbols[:least]) // 2))


# The proof


class Propagator:
    """Clauses by number, and what unit propagation makes of them; two literals of each clause are watched.

    What follows from the clauses alone is kept (`root`), so that `refute` starts from there.
    """

    def __init__(self, variables: int, clauses: Iterable[tuple[int, Clause]]) -> None:
        self.variables = variables
        self._build(clauses)

    def _build(self, clauses: Iterable[tuple[int, Clause]]) -> None:
        slots = 2 * self.variables + 1  # a negative literal counts from the end
        self.clauses: dict[int, list[int]] = {}
        self.watching: list[list[int]] = [[] for _ in range(slots)]
        self.pairs: list[dict[int, int]] = [{} for _ in range(slots)]  # clauses of two: number -> other literal
        self.false = bytearray(slots)
        self.reason = [0] * slots  # of a false literal: the number of the clause, 0 when it is supposed
        self.root: list[int] = []
        self.root_reasons: set[int] = set()
        self.conflict = 0  # a clause that the others refute without any supposition
        for number, clause in clauses:
            self.add(number, clause)

    def add(self, number: int, clause: Iterable[int]) -> None:
        """Take in a clause."""
        literals = sorted(dict.fromkeys(clause), key=self.false.__getitem__)
        self.clauses[number] = literals
        if len(literals) == 2:
            self.pairs[literals[0]][number] = literals[1]
            self.pairs[literals[1]][number] = literals[0]
        else:
            for literal in literals[:2]:
                self.watching[literal].append(number)
        left = sum(not self.false[literal] for literal in literals[:2])
        if self.conflict or left == 2 or (left == 1 and self.false[-literals[0]]):
            return
        if left == 0:
            self.conflict = number
            return
        start = len(self.root)
        self._falsify(-literals[0], number, self.root)
        self.conflict = self._propagate(self.root, start)
        self.root_reasons.update(self.reason[literal] for literal in self.root[start:])

    def delete(self, number: int) -> None:
        """Forget a clause; the watchers notice by themselves."""
        literals = self.clauses.pop(number)
        if len(literals) == 2:
            del self.pairs[literals[0]][number], self.pairs[literals[1]][number]
        if self.conflict or number in self.root_reasons:
            self._build([(kept, tuple(literals)) for kept, literals in self.clauses.items()])

    def follows(self, clause: Iterable[int]) -> bool:
        """Whether propagation refutes the opposite of the clause."""
        return self._refute(clause, lambda _conflict, _trail: []) is not None

    def refute(self, clause: Iterable[int]) -> list[int] | None:
        """The numbers of the clauses that refute the opposite of `clause`, in order of use; None: they do not."""
        return self._refute(clause, self._used)

    def _refute(self, clause: Iterable[int], used: Callable[[int, list[int]], list[int]]) -> list[int] | None:
        if self.conflict:
            return used(self.conflict, self.root)
        trail: list[int] = []
        try:
            for literal in clause:
                if self.false[-literal]:
                    # True already: by the clauses alone, or because the clause holds its opposite, too.
                    return used(self.reason[-literal], self.root) if self.reason[-literal] else []
                if not self.false[literal]:
                    self._falsify(literal, 0, trail)
            conflict = self._propagate(trail, 0)
            return used(conflict, self.root + trail) if conflict else None
        finally:
            for literal in trail:
                self.false[literal] = 0

    def _falsify(self, literal: int, reason: int, trail: list[int]) -> None:
        self.false[literal] = 1
        self.reason[literal] = reason
        trail.append(literal)

    def _propagate(self, trail: list[int], start: int) -> int:
        """Draw all conclusions from the trail; the number of a clause without a literal left, or 0."""
        false, clauses, watching, reason = self.false, self.clauses, self.watching, self.reason
        position = start
        while position < len(trail):
            fallen = trail[position]
            position += 1
            for number, other in self.pairs[fallen].items():
                if false[other]:
                    return number
                if not false[-other]:
                    false[-other] = 1
                    reason[-other] = number
                    trail.append(-other)
            watchers = watching[fallen]
            kept: list[int] = []
            watching[fallen] = kept
            for index, number in enumerate(watchers):
                literals = clauses.get(number)
                if literals is None:
                    continue
                if literals[0] == fallen and len(literals) > 1:
                    literals[0], literals[1] = literals[1], fallen
                other = literals[0]
                if not false[-other]:
                    for place in range(2, len(literals)):
                        literal = literals[place]
                        if not false[literal]:
                            literals[1], literals[place] = literal, fallen
                            watching[literal].append(number)
                            break
                    else:
                        if false[other]:
                            kept += watchers[index:]
                            return number
                        kept.append(number)
                        false[-other] = 1
                        reason[-other] = number
                        trail.append(-other)
                    continue
                kept.append(number)
        return 0

    def _used(self, conflict: int, trail: list[int]) -> list[int]:
        needed = set(self.clauses[conflict])
        numbers = [conflict]
        for literal in reversed(trail):
            number = self.reason[literal]
            if literal in needed and number:
                numbers.append(number)
                needed.update(other for other in self.clauses[number] if other != -literal)
        return numbers[::-1]


_NUMBER = r"[1-9]\d{0,9}"
_LINE = re.compile(rf"({_NUMBER}) (?:d ((?:{_NUMBER} )*)|((?:-?{_NUMBER} )*)0 ((?:{_NUMBER} )*))0", re.ASCII)


def parse_proof_line(text: str) -> tuple[int, Clause | None, Clause]:
    """The number of a line, its clause (None: clauses are deleted) and the clauses that it names; else ValueError.

    >>> parse_proof_line("12 -1 4 0 3 9 0"), parse_proof_line("12 d 3 0")
    ((12, (-1, 4), (3, 9)), (12, None, (3,)))
    """
    match = _LINE.fullmatch(text)
    if not match:
        raise ValueError(text)
    number, deleted, literals, hints = match.groups()
    if deleted is not None:
        return int(number), None, tuple(map(int, deleted.split()))
    return int(number), tuple(map(int, literals.split())), tuple(map(int, hints.split()))


@dataclass
class ProofReport:
    """What was checked: clauses of the proof, how many of them by their hints alone, and how many were deleted."""

    clauses: int = 0
    by_hints: int = 0
    deleted: int = 0


def check_proof(formula: Formula, lines: Iterable[str], on_look: Callable[[int], None] | None = None) -> ProofReport:
    """Check that the lines refute the formula; raises ProofError with the first line that does not follow.

    `on_look` is called every now and then with the number of lines checked so far.
    """
    return _Checking(formula, on_look).check(lines)


class _Checking:
    def __init__(self, formula: Formula, on_look: Callable[[int], None] | None) -> None:
        self.variables = formula.variables
        self.clauses: dict[int, Clause] = dict(enumerate(formula.clauses, start=1))
        self.last_number = len(self.clauses)
        self.false = bytearray(2 * self.variables + 1)
        self.propagator: Propagator | None = None  # built when a clause's hints do not suffice for the first time
        self.on_look = on_look
        self.report = ProofReport()

    def check(self, lines: Iterable[str]) -> ProofReport:
        done = False
        line = 0
        for line, text in enumerate(lines, start=1):
            if self.on_look and line % LINES_BETWEEN_LOOKS == 0:
                self.on_look(line)
            if done:
                raise ProofError("found a line after the empty clause, expected the end", line)
            try:
                number, clause, named = parse_proof_line(text)
            except ValueError:
                raise ProofError("found no line of an LRAT proof", line) from None
            if clause is None:
                self._delete(named, line)
            else:
                self._add(number, clause, named, line)
                done = not clause
        if not done:
            raise ProofError(f"the proof ends after {line} lines without the empty clause: it proves nothing")
        return self.report

    def _delete(self, numbers: Clause, line: int) -> None:
        for number in numbers:
            if self.clauses.pop(number, None) is None:
                raise ProofError(f"found clause {number} deleted, but there is none of that number", line)
            if self.propagator:
                self.propagator.delete(number)
            self.report.deleted += 1

    def _add(self, number: int, clause: Clause, hints: Clause, line: int) -> None:
        if number <= self.last_number:
            raise ProofError(f"found number {number}, expected more than {self.last_number}", line)
        if any(abs(literal) > self.variables for literal in clause):
            raise ProofError(f"found a variable above {self.variables}, which the formula does not have", line)
        if self._follows_by(hints, clause):
            self.report.by_hints += 1
        else:
            self.propagator = self.propagator or Propagator(self.variables, self.clauses.items())
            if not self.propagator.follows(clause):
                raise ProofError(f"clause {number} does not follow from the clauses before it", line)
        self.clauses[number] = clause
        self.last_number = number
        if self.propagator:
            self.propagator.add(number, clause)
        self.report.clauses += 1

    def _follows_by(self, hints: Clause, clause: Clause) -> bool:
        """Whether propagation through the hints, each once and in this order, refutes the opposite of the clause."""
        false, clauses = self.false, self.clauses
        fallen = list(clause)
        try:
            for literal in fallen:
                false[literal] = 1
            for hint in hints:
                left = [literal for literal in clauses.get(hint, _TRUE) if not false[literal]]
                if not left:
                    return True
                if len(left) == 1 and left[0]:
                    false[-left[0]] = 1
                    fallen.append(-left[0])
            return False
        finally:
            for literal in fallen:
                false[literal] = 0


_TRUE: Clause = (0, 0)  # stands for a hint that names no clause: never false, never a conclusion


def iter_lines(text: str) -> Iterator[str]:
    """The lines of a proof, one after the other, without a copy of them all."""
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        yield text[start:end]
        start = end + 1

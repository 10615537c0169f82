"""Why there is no Swish, for people at the table: cards fall out in rounds, each for a reason that can be seen.

A card that is in a Swish may be taken to lie as it is, since the whole pile can be turned. So look at one of its
symbols: the partner must come from a card that is still in, laid so that it meets the symbol without a clash. When none
can, the card falls out, and with it a possible partner of others, which fall out in the next round. When no card falls
out so simply, each partner that fits is laid and the next open symbol is looked at: a case of depth 1, then 2, then as
deep as it takes. Only one such case is told before the simple reasons are tried again.

`find_explanation` looks for the reasons; `check_explanation` goes through every step with nothing but the rule of the
game, whoever made it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple

from swishsolve.errors import SwishError
from swishsolve.model.card import Symbol
from swishsolve.model.grid import Cell
from swishsolve.model.layout import Label, Layout
from swishsolve.model.swish import Placement, Stack
from swishsolve.model.transform import Transform

_SYMBOLS_TRIED = 3  # of a pile, those with the fewest partners; only the first in cases without limit of depth
_SMALL = 20  # cards up to which depth 2 is tried before cases without limit

Spot = tuple[int, int, str, str]  # row, column, kind, colour


class Case(NamedTuple):
    """A pile that cannot become a Swish: an open symbol, and why no placement gives it its partner.

    `clashes` are the placements that would, but do not fit on the pile; `deeper` has a case for each one that fits, its
    pile being this one and the placement.
    """

    pile: Stack
    symbol: Symbol
    clashes: Stack
    deeper: tuple[Case, ...]

    @property
    def depth(self) -> int:
        """How many cards must be laid on the first before the end is seen."""
        return 1 + max(case.depth for case in self.deeper) if self.deeper else 0

    @property
    def size(self) -> int:
        """The number of cases, this one included."""
        return 1 + sum(case.size for case in self.deeper)


class Explanation(NamedTuple):
    """Rounds of cards that fall out, each with its case; `left` are cards without symbols, at most one."""

    rounds: tuple[tuple[Case, ...], ...]
    left: tuple[Label, ...]


class ExplanationError(SwishError):
    """A step of an explanation that does not hold."""


def find_explanation(layout: Layout, on_look: Callable[[], None] | None = None) -> Explanation | None:
    """Explain why the layout has no Swish; None when there is one. `on_look` is called now and then and may raise."""
    remaining = {laid.label for laid in layout}
    blank = {laid.label for laid in layout if not laid.card.symbols}
    finder = _Finder(layout, on_look)
    rounds: list[tuple[Case, ...]] = []
    shallow = 2 if len(layout) <= _SMALL else 1
    depth = 0
    while remaining - blank:
        found = finder.iter_cases(sorted(remaining - blank), remaining, depth)
        if depth == 0:
            cases = list(found)
        elif depth == 1:
            cases = sorted(found, key=lambda case: case.size)[:1]
        else:
            cases = list(islice(found, 1))  # each costs more than the one before
        if cases:
            rounds.append(tuple(cases))
            remaining -= {case.pile[0].label for case in cases}
            depth = 0
        elif depth > len(layout):
            return None
        else:
            depth = depth + 1 if depth < shallow else len(layout) + 1
    return Explanation(tuple(rounds), tuple(sorted(remaining))) if len(remaining) < 2 else None


class _Finder:
    def __init__(self, layout: Layout, on_look: Callable[[], None] | None) -> None:
        self.layout = layout
        self.on_look = on_look
        self.at = placements_at(layout)

    def iter_cases(self, labels: list[Label], remaining: set[Label], depth: int) -> Iterator[Case]:
        """The cases, at most so deep, of those cards that have one."""
        for label in labels:
            placement = Placement(label, Transform.IDENTITY)
            case = self._case((placement,), lay(self.layout, {}, placement) or {}, remaining - {label}, depth)
            if case:
                yield case

    def _case(self, pile: Stack, cells: Pile, remaining: set[Label], depth: int) -> Case | None:
        if self.on_look:
            self.on_look()
        options = []
        for symbol in open_symbols(cells):
            partners = [p for p in self.at.get(partner_of(symbol), ()) if p.label in remaining]
            fitting = [(p, laid) for p in partners if (laid := lay(self.layout, cells, p)) is not None]
            if not fitting or depth:
                options.append((len(fitting), len(partners), symbol, partners, fitting))
        best: Case | None = None
        tried = _SYMBOLS_TRIED if depth <= 2 else 1
        for _, _, symbol, partners, fitting in sorted(options, key=lambda option: option[:3])[:tried]:
            deeper = []
            for placement, laid in fitting:
                case = self._case((*pile, placement), laid, remaining - {placement.label}, depth - 1)
                if not case:
                    break
                deeper.append(case)
            else:
                fits = {placement for placement, _ in fitting}
                found = Case(pile, symbol, tuple(p for p in partners if p not in fits), tuple(deeper))
                if not best or found.size < best.size:
                    best = found
                if not fitting:
                    break
        return best


# Piles, as far as an explanation needs them

Pile = dict[Cell, tuple[tuple[Label, Symbol], ...]]


def lay(layout: Layout, pile: Pile, placement: Placement) -> Pile | None:
    """The pile with one more card; None when a cell then holds what no Swish allows."""
    laid = dict(pile)
    for symbol in layout.by_label[placement.label].moved(placement.transform).symbols:
        cell = Cell(symbol.row, symbol.col)
        below = laid.get(cell, ())
        if below and (len(below) > 1 or partner_of(below[0][1]) != tuple(symbol)):
            return None
        laid[cell] = (*below, (placement.label, symbol))
    return laid


def find_clash(layout: Layout, pile: Pile, placement: Placement) -> tuple[Symbol, tuple[Label, Symbol]]:
    """A symbol of the placement and one of the pile, with its card, that cannot share their cell."""
    for symbol in layout.by_label[placement.label].moved(placement.transform).symbols:
        below = pile.get(Cell(symbol.row, symbol.col), ())
        if below and (len(below) > 1 or partner_of(below[0][1]) != tuple(symbol)):
            same_kind = [item for item in below if item[1].kind == symbol.kind]
            return symbol, (same_kind or list(below))[0]
    raise ExplanationError(f"{placement.label}{placement.transform.suffix} does fit")


def open_symbols(pile: Pile) -> list[Symbol]:
    """The symbols without a partner, in reading order."""
    return sorted(content[0][1] for content in pile.values() if len(content) == 1)


def partner_of(symbol: Symbol) -> Spot:
    """Where and what the partner of a symbol is."""
    return symbol.row, symbol.col, "hoop" if symbol.kind == "ball" else "ball", symbol.colour


def placements_at(layout: Layout) -> dict[Spot, list[Placement]]:
    """For each symbol in each cell the placements that have it there, by card."""
    at: dict[Spot, list[Placement]] = {}
    for laid in layout:
        for card, transform in laid.card.orbit().items():
            for symbol in card.symbols:
                at.setdefault((*symbol,), []).append(Placement(laid.label, transform))
    return at


# The check


def check_explanation(layout: Layout, explanation: Explanation) -> None:
    """Go through every step with the rule of the game alone; raises ExplanationError at the first that fails."""
    at = placements_at(layout)
    remaining = {laid.label for laid in layout}
    for cases in explanation.rounds:
        for case in cases:
            first = case.pile[0]
            if len(case.pile) != 1 or first.transform is not Transform.IDENTITY or first.label not in remaining:
                raise ExplanationError(f"a case starts with {first.label}, which is not a card that is left as it lies")
            _check_case(layout, at, remaining, case)
        remaining -= {case.pile[0].label for case in cases}
    if sorted(remaining) != list(explanation.left) or len(remaining) > 1:
        raise ExplanationError("cards are left that no round explains")
    if any(layout.by_label[label].symbols for label in remaining):
        raise ExplanationError("a card with symbols is left")


def _check_case(layout: Layout, at: dict[Spot, list[Placement]], remaining: set[Label], case: Case) -> None:
    pile: Pile = {}
    for placement in case.pile:
        laid = lay(layout, pile, placement)
        if laid is None:
            raise ExplanationError(f"{placement.label} does not fit on the pile of its case")
        pile = laid
    if case.symbol not in open_symbols(pile):
        raise ExplanationError(f"a symbol of {case.pile[-1].label} is not open")
    used = {placement.label for placement in case.pile}
    partners = {p for p in at.get(partner_of(case.symbol), ()) if p.label in remaining - used}
    for placement in case.clashes:
        find_clash(layout, pile, placement)
    if any(deeper.pile[:-1] != case.pile for deeper in case.deeper):
        raise ExplanationError("a deeper case has another pile")
    if partners != {*case.clashes, *(deeper.pile[-1] for deeper in case.deeper)}:
        raise ExplanationError(f"not every partner for a symbol of {case.pile[-1].label} is dealt with")
    for deeper in case.deeper:
        _check_case(layout, at, remaining, deeper)

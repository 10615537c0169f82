"""The rule of the game, checked without any solver.

A stack is a Swish when it has two or more cards, every ball lies in a hoop of its colour, every hoop holds a ball, and
no cell holds two balls or two hoops. `is_swish` is that rule; `verify` says where a stack breaks it, and every answer
of every engine goes through it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from swishsolve.model.card import Card, Kind, Symbol
from swishsolve.model.colours import COLOUR_NAMES
from swishsolve.model.grid import Cell
from swishsolve.model.layout import Label, Layout
from swishsolve.model.transform import Transform


class Placement(NamedTuple):
    """A card of the layout and the way it is laid on the stack."""

    label: Label
    transform: Transform


Stack = tuple[Placement, ...]


class StackFault(NamedTuple):
    """Why a stack is no Swish: the reason in words, and the cell where it shows (None: the stack as a whole)."""

    reason: str
    cell: Cell | None = None

    def __str__(self) -> str:
        return f"row {self.cell.row + 1}, column {self.cell.col + 1}: {self.reason}" if self.cell else self.reason


def is_swish(cards: Sequence[Card]) -> bool:
    """The rule of the game, for cards as they lie on the stack.

    >>> from swishsolve.model.code import parse_card
    >>> is_swish([parse_card("b../.../.P./..."), parse_card("B../.../.p./...")])
    True
    """
    balls: dict[tuple[int, int], str] = {}
    hoops: dict[tuple[int, int], str] = {}
    for card in cards:
        for row, col, kind, colour in card.symbols:
            layer = balls if kind == "ball" else hoops
            if (row, col) in layer:
                return False
            layer[row, col] = colour
    return len(cards) >= 2 and balls == hoops


def verify(layout: Layout, stack: Stack) -> list[StackFault]:
    """Every way in which the stack breaks the rule; the stack is a Swish when the list is empty.

    Raises KeyError for a label that names no card and ValueError for a transform that the grid does not have.
    """
    for _, transform in stack:
        if transform not in layout.grid.transforms:
            raise ValueError(f"a {layout.grid} grid has no {transform.json_name}")
    cards = [layout.by_label[label].moved(transform) for label, transform in stack]
    each_once = len({label for label, _ in stack}) == len(stack)
    return [] if each_once and is_swish(cards) else list(_iter_faults(layout, stack, cards))


def _iter_faults(layout: Layout, stack: Stack, cards: list[Card]) -> Iterator[StackFault]:
    if len(stack) < 2:
        yield StackFault(f"a Swish has two or more cards, this stack has {len(stack)}")
    for first, second in pairwise(sorted(placement.label for placement in stack)):
        if first == second:
            yield StackFault(f"{first} is used twice")

    symbols: dict[tuple[Cell, Kind], list[tuple[Label, Symbol]]] = {}
    for (label, _), card in zip(stack, cards, strict=True):
        for symbol in card.symbols:
            symbols.setdefault((Cell(symbol.row, symbol.col), symbol.kind), []).append((label, symbol))

    for cell in layout.grid.cells:
        balls, hoops = symbols.get((cell, "ball"), []), symbols.get((cell, "hoop"), [])
        for group in (balls, hoops):
            if len(group) > 1:
                yield StackFault("two " + group[0][1].kind + "s in one cell: " + " and ".join(map(_words, group)), cell)
        if balls and not hoops:
            yield StackFault(f"{_words(balls[0])} has no hoop", cell)
        elif hoops and not balls:
            yield StackFault(f"{_words(hoops[0])} has no ball", cell)
        elif balls and hoops and balls[0][1].colour != hoops[0][1].colour:
            yield StackFault(f"{_words(balls[0])} lies in {_words(hoops[0])}", cell)


def _words(item: tuple[Label, Symbol]) -> str:
    label, symbol = item
    return f"the {COLOUR_NAMES[symbol.colour]} {symbol.kind} of {label}"

"""The rule of the game, checked without any solver.

A stack is a Swish when it has two or more cards, every ball lies in a hoop of its colour, every hoop holds a ball, and
no cell holds two balls or two hoops. Every answer of every engine goes through `verify`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from swishsolve.model.card import Kind, Symbol
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


def verify(layout: Layout, stack: Stack) -> list[StackFault]:
    """Every way in which the stack breaks the rule; the stack is a Swish when the list is empty.

    Raises KeyError for a label that names no card and ValueError for a transform that the grid does not have.
    """
    return list(_iter_faults(layout, stack))


def _iter_faults(layout: Layout, stack: Stack) -> Iterator[StackFault]:
    if len(stack) < 2:
        yield StackFault(f"a Swish has two or more cards, this stack has {len(stack)}")
    for first, second in pairwise(sorted(placement.label for placement in stack)):
        if first == second:
            yield StackFault(f"{first} is used twice")

    symbols: dict[tuple[Cell, Kind], list[tuple[Label, Symbol]]] = {}
    for label, transform in stack:
        if transform not in layout.grid.transforms:
            raise ValueError(f"a {layout.grid} grid has no {transform.json_name}")
        for symbol in layout.by_label[label].moved(transform).symbols:
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

"""What there is to show of a layout and of a stack, before anyone decides how: the one scene of every backend.

The pictures (drawing list) and the terminal show the same cards, moves, running stacks and marks because both take them
from here; neither works out for itself what a Swish is made of. The drawing list knows millimetres and curves, the
terminal rows of characters: squeezing one through the other would serve neither, and would make a text answer load what
only pictures need.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from swishsolve.model.card import Card, Symbol
from swishsolve.model.claim import preferred
from swishsolve.model.grid import Cell
from swishsolve.model.layout import Label, Layout
from swishsolve.model.swish import Placement, Stack
from swishsolve.model.transform import Transform

CellState = Literal["open", "matched", "clash"]


class PileCell(NamedTuple):
    """What lies in one cell of a pile: the symbols, lowest card first, and what has come of them.

    `open`: a ball that still has no hoop, or a hoop without a ball; `matched`: a ball in a hoop of its colour; `clash`:
    anything that no further card can mend.
    """

    symbols: tuple[Symbol, ...]
    state: CellState


class Step(NamedTuple):
    """One card laid on the pile: what it is called, how it is moved, how it lies then, and the pile so far."""

    name: str
    words: str
    move: Transform
    card: Card
    pile: dict[Cell, PileCell]

    @property
    def open_symbols(self) -> tuple[Symbol, ...]:
        """The symbols of the pile that still wait for their partner, in reading order."""
        return tuple(cell.symbols[0] for _, cell in sorted(self.pile.items()) if cell.state == "open")

    @property
    def clashes(self) -> tuple[Cell, ...]:
        """The cells of the pile that no further card can mend, in reading order."""
        return tuple(sorted(cell for cell, content in self.pile.items() if content.state == "clash"))


def placement_name(placement: Placement) -> str:
    """The card and its move as a stack is written: the label and the suffix of the transform.

    >>> placement_name(Placement(Label(2, 2), Transform.FLIP_H))
    'C3h'
    """
    return f"{placement.label}{placement.transform.suffix}"


def move_words(transform: Transform, sideways: bool = False) -> str:
    """How a card is moved, in words; a card that lies sideways is first turned to portrait, and the words say so.

    >>> move_words(Transform.FLIP_H)
    'flipped left to right'
    >>> move_words(Transform.FLIP_H, sideways=True)
    'turned a quarter right to portrait, then flipped left to right'
    """
    if not sideways:
        return transform.words
    first = "turned a quarter right to portrait"
    return first if transform is Transform.IDENTITY else f"{first}, then {transform.words}"


def iter_steps(layout: Layout, stack: Stack) -> Iterator[Step]:
    """The stack as it comes together, one step a card, in the order in which the stack names them.

    Moves are the preferred ones that lay a card the same way, as in every written stack. The stack need not be a
    Swish: what is wrong with it shows as `clash`, or stays `open` to the end. Raises KeyError for a label that names no
    card or a move that the grid does not have.
    """
    sideways = {laid.label for laid in layout if laid.photo and laid.photo.sideways}
    pile: dict[Cell, tuple[Symbol, ...]] = {}
    for placement in preferred(layout, stack):
        card = layout.by_label[placement.label].moved(placement.transform)
        for symbol in card.symbols:
            cell = Cell(symbol.row, symbol.col)
            pile[cell] = (*pile.get(cell, ()), symbol)
        yield Step(
            name=placement_name(placement),
            words=move_words(placement.transform, placement.label in sideways),
            move=placement.transform,
            card=card,
            pile={cell: PileCell(symbols, _state(symbols)) for cell, symbols in pile.items()},
        )


def _state(symbols: tuple[Symbol, ...]) -> CellState:
    if len(symbols) == 1:
        return "open"
    pair = {symbol.kind for symbol in symbols} == {"ball", "hoop"}
    return "matched" if len(symbols) == 2 and pair and len({symbol.colour for symbol in symbols}) == 1 else "clash"


def swish_numbers(swishes: Iterable[Stack]) -> dict[Label, tuple[int, ...]]:
    """For each card that some Swish uses the numbers of those Swishes, counted from 1 in the order given.

    >>> a1, a2 = (Placement(Label(0, col), Transform.IDENTITY) for col in (0, 1))
    >>> {str(label): numbers for label, numbers in swish_numbers([(a1, a2), (a2,)]).items()}
    {'A1': (1,), 'A2': (1, 2)}
    """
    numbers: dict[Label, tuple[int, ...]] = {}
    for number, swish in enumerate(swishes, 1):
        for label in dict.fromkeys(placement.label for placement in swish):
            numbers[label] = (*numbers.get(label, ()), number)
    return numbers


def notes(layout: Layout) -> list[str]:
    """What a picture of the layout cannot show by itself, a line each: doubtful cards, cards that lay sideways."""
    doubtful = ", ".join(map(str, layout.doubtful))
    sideways = ", ".join(str(laid.label) for laid in layout if laid.photo and laid.photo.sideways)
    lines = [f"? reading in doubt: {doubtful}"] if doubtful else []
    return [*lines, f"sideways, to be turned a quarter right first: {sideways}"] if sideways else lines

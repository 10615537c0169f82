"""Cards: symbols in cells, and what turning and flipping makes of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from swishsolve.model.grid import Grid
from swishsolve.model.transform import Transform

Kind = Literal["ball", "hoop"]


class Symbol(NamedTuple):
    """A ball or a hoop, its colour letter, and its cell."""

    row: int
    col: int
    kind: Kind
    colour: str


@dataclass(frozen=True)
class Card:
    """A card: a grid and its symbols in reading order, at most one in a cell.

    Raises ValueError when a symbol lies outside the grid or two share a cell.

    >>> card = Card(Grid(4, 3), (Symbol(0, 0, "ball", "b"), Symbol(2, 1, "hoop", "p")))
    >>> card.code, card.moved(Transform.TURN_180).code
    ('b../.../.P./...', '.../.P./.../..b')
    """

    grid: Grid
    symbols: tuple[Symbol, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "symbols", tuple(sorted(self.symbols)))
        cells = [(s.row, s.col) for s in self.symbols]
        if len(set(cells)) < len(cells):
            raise ValueError("two symbols share a cell")
        if any(not (0 <= row < self.grid.rows and 0 <= col < self.grid.cols) for row, col in cells):
            raise ValueError(f"a symbol lies outside the grid {self.grid}")

    def __repr__(self) -> str:
        return f"Card({self.code!r})"

    @cached_property
    def code(self) -> str:
        """The card code: rows joined with "/", "." for an empty cell, lower case a ball, upper case a hoop."""
        rows = [["."] * self.grid.cols for _ in range(self.grid.rows)]
        for row, col, kind, colour in self.symbols:
            rows[row][col] = colour if kind == "ball" else colour.upper()
        return "/".join(map("".join, rows))

    def moved(self, transform: Transform) -> Card:
        """The card after the transform; a quarter turn of a grid that is not square exchanges rows and columns."""
        # Engines and checks ask for the same few cards again and again.
        if transform not in self._moved:
            rows, cols = self.grid.rows, self.grid.cols
            symbols = (Symbol(*transform.apply(s.row, s.col, rows, cols), s.kind, s.colour) for s in self.symbols)
            self._moved[transform] = Card(self.grid.moved(transform), tuple(symbols))
        return self._moved[transform]

    @cached_property
    def _moved(self) -> dict[Transform, Card]:
        return {}

    def orbit(self) -> dict[Card, Transform]:
        """Every different way the card can lie, with the preferred transform that lays it so."""
        return self._orbit

    @cached_property
    def _orbit(self) -> dict[Card, Transform]:
        ways: dict[Card, Transform] = {}
        for transform in self.grid.transforms:
            ways.setdefault(self.moved(transform), transform)
        return ways

    def canonical(self) -> Card:
        """The way of lying whose code is least; cards that are the same card turned or flipped share it.

        >>> Card(Grid(1, 2), (Symbol(0, 1, "ball", "b"),)).canonical().code
        '.b'
        """
        return min(self.orbit(), key=lambda card: card.code)

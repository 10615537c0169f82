"""The grid of cells on a card, and the group of moves that keep its shape.

Cells are counted from the top left, row by row::

      (0,0) (0,1) (0,2)        index 0 1 2
      (1,0) (1,1) (1,2)              3 4 5
      ...                            ...
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from swishsolve.model.transform import Transform

MAX_SIDE = 16


class Cell(NamedTuple):
    """A place on a card, counted from 0 at the top left."""

    row: int
    col: int


@dataclass(frozen=True)
class Grid:
    """A grid of `rows` x `cols` cells, each side 1 to 16, else ValueError.

    >>> grid = Grid(4, 3)
    >>> str(grid), [transform.suffix for transform in grid.transforms]
    ('4x3', ['', 'u', 'h', 'v'])
    >>> [len(orbit) for orbit in grid.orbits]
    [4, 2, 4, 2]
    """

    rows: int
    cols: int

    def __post_init__(self) -> None:
        if not (1 <= self.rows <= MAX_SIDE and 1 <= self.cols <= MAX_SIDE):
            raise ValueError(f"a grid has 1 to {MAX_SIDE} rows and columns, not {self}")

    def __str__(self) -> str:
        return f"{self.rows}x{self.cols}"

    @property
    def size(self) -> int:
        """The number of cells."""
        return self.rows * self.cols

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """Every cell in reading order."""
        return tuple(Cell(row, col) for row in range(self.rows) for col in range(self.cols))

    @cached_property
    def transforms(self) -> tuple[Transform, ...]:
        """The group of the grid in order of preference: 8 transforms when it is square, else 4."""
        return tuple(t for t in Transform if not t.swap or self.rows == self.cols)

    def moved(self, transform: Transform) -> Grid:
        """The grid after the transform: a quarter turn exchanges rows and columns."""
        return Grid(self.cols, self.rows) if transform.swap else self

    @cached_property
    def orbits(self) -> tuple[tuple[Cell, ...], ...]:
        """The classes of cells that the group carries into one another, in the order in which they first appear."""
        seen: dict[Cell, int] = {}
        orbits: list[tuple[Cell, ...]] = []
        for cell in self.cells:
            if cell not in seen:
                orbit = sorted({Cell(*t.apply(*cell, self.rows, self.cols)) for t in self.transforms})
                seen.update(dict.fromkeys(orbit, len(orbits)))
                orbits.append(tuple(orbit))
        return tuple(orbits)

    @cached_property
    def orbit_of(self) -> dict[tuple[int, int], int]:
        """The index into `orbits` for each cell."""
        return {cell: index for index, orbit in enumerate(self.orbits) for cell in orbit}

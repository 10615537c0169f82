"""Every card that a grid, a rule and a number of symbols allow."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import comb

from swishsolve.model.card import Card, Symbol
from swishsolve.model.grid import Cell, Grid


def count_cards(grid: Grid, colours: str, balls: int, hoops: int, *, classic: bool) -> int:
    """The number of ways to print such a card; a card that may be turned and flipped is one for up to 8 of them.

    >>> count_cards(Grid(4, 3), "bgop", 1, 1, classic=True)
    132
    """
    cells = comb(grid.size, balls) * comb(grid.size - balls, hoops) if balls <= grid.size else 0
    return cells * (1 if classic else len(colours) ** (balls + hoops))


def all_cards(grid: Grid, colours: str, balls: int, hoops: int, *, classic: bool) -> list[Card]:
    """The different cards with so many balls and hoops, as they lie least, by code.

    Under rule classic `colours` has a letter for each orbit of cells; else a symbol may have any of the letters.

    >>> len(all_cards(Grid(4, 3), "bgop", 1, 1, classic=True))
    36
    """

    def coloured(cells: tuple[Cell, ...]) -> Iterator[tuple[str, ...]]:
        if not cells:
            yield ()
            return
        letters = colours[grid.orbit_of[cells[0]]] if classic else colours
        for rest in coloured(cells[1:]):
            for letter in letters:
                yield (letter, *rest)

    found = set()
    for ball_cells in combinations(grid.cells, balls):
        for hoop_cells in combinations([cell for cell in grid.cells if cell not in ball_cells], hoops):
            for letters in coloured((*ball_cells, *hoop_cells)):
                symbols = [Symbol(*cell, "ball", letter) for cell, letter in zip(ball_cells, letters, strict=False)]
                symbols += [
                    Symbol(*cell, "hoop", letter) for cell, letter in zip(hoop_cells, letters[balls:], strict=True)
                ]
                found.add(Card(grid, tuple(symbols)).canonical())
    return sorted(found, key=lambda card: card.code)

"""Colour letters and names, and the classic rule that ties a colour to an orbit of cells."""

from __future__ import annotations

from swishsolve.model.grid import Grid

COLOUR_NAMES = {
    "b": "blue",
    "o": "orange",
    "g": "green",
    "p": "purple",
    "r": "red",
    "y": "yellow",
    "c": "cyan",
    "m": "magenta",
    "k": "black",
    "w": "white",
    "n": "brown",
    "t": "teal",
}
COLOUR_LETTERS = {name: letter for letter, name in COLOUR_NAMES.items()}

# The letters that a grid takes for its orbits, in order, when nothing else is said.
CLASSIC_ORDER = "bgoprycmkwnt"


def default_colours(grid: Grid) -> str | None:
    """One letter per orbit under rule classic, or None where the grid has more orbits than there are colours.

    >>> default_colours(Grid(4, 3))
    'bgop'
    """
    orbits = len(grid.orbits)
    return CLASSIC_ORDER[:orbits] if orbits <= len(CLASSIC_ORDER) else None

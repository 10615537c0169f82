"""The card code: `b../.../.P./...`, and under rule classic `x`/`X` for "the colour that belongs here".

A code is read in two steps. `scan_code` turns characters into written symbols and faults; `settle` (see rule.py)
decides what `x` stands for once every card of the layout has been seen.
"""

from __future__ import annotations

from typing import NamedTuple

from swishsolve.errors import Fault, InputError
from swishsolve.model.card import Card, Kind, Symbol
from swishsolve.model.colours import COLOUR_NAMES, default_colours
from swishsolve.model.grid import MAX_SIDE, Grid

CLASSIC_LETTER = "x"


class WrittenSymbol(NamedTuple):
    """A symbol as written: `letter` is a colour letter or "x"; `place` is where it stands in the input."""

    row: int
    col: int
    kind: Kind
    letter: str
    place: Fault


def quote(text: str) -> str:
    """The text as it can safely be shown in a message: in quotes, unprintable characters escaped, cut when long."""
    shown = "".join(ch if ch.isprintable() else ascii(ch)[1:-1] for ch in text[:40])
    return f'"{shown}{"…" if len(text) > 40 else ""}"'


def scan_code(text: str, grid: Grid, place: Fault) -> tuple[list[WrittenSymbol], list[Fault]]:
    """The written symbols of a code and everything that is wrong with it.

    `place` is the position of the first character; faults get their own column when it has one.
    """
    symbols: list[WrittenSymbol] = []
    faults: list[Fault] = []
    longest = grid.rows * (grid.cols + 1)
    if len(text) > 10 * longest:
        found = f"found {quote(text)}, {len(text):,} characters, expected {longest - 1} at most (grid {grid})"
        return [], [place._replace(message=found)]

    def at(offset: int, message: str = "") -> Fault:
        return place._replace(message=message, column=None if place.column is None else place.column + offset)

    rows = text.split("/")
    if len(rows) != grid.rows:
        faults.append(at(0, f"found {len(rows)} row{'s'[: len(rows) != 1]}, expected {grid.rows} (grid {grid})"))
    offset = 0
    for row, written in enumerate(rows):
        col = 0
        for index, char in enumerate(written):
            lower = char.lower()
            if char == ".":
                col += 1
            elif char in "123456789":
                col += int(char)
            elif char.isascii() and (lower in COLOUR_NAMES or lower == CLASSIC_LETTER):
                symbols.append(WrittenSymbol(row, col, "hoop" if char.isupper() else "ball", lower, at(offset + index)))
                col += 1
            else:
                letters = " ".join(COLOUR_NAMES)
                faults.append(at(offset + index, f'found {quote(char)}, expected a colour letter ({letters} x) or "."'))
                col += 1
        if col != grid.cols:
            found = f"row {row + 1} has {col} cell{'s'[: col != 1]}, expected {grid.cols} (grid {grid})"
            faults.append(at(offset, f"found {quote(written)}: {found}"))
        offset += len(written) + 1
    return symbols, faults


def parse_card(code: str, grid: Grid | None = None) -> Card:
    """The card that a code describes; without a grid the code itself tells it. `x` takes the default classic colours.

    Raises InputError with every fault of the code.

    >>> parse_card("b2/3/1P1/3").code
    'b../.../.P./...'
    """
    place = Fault("", source="card code", column=1)
    if grid is None:
        rows = code.split("/")
        cols = sum(int(char) if char in "123456789" else 1 for char in rows[0])
        if not (len(rows) <= MAX_SIDE and 1 <= cols <= MAX_SIDE):
            raise InputError([place._replace(message=f"found {quote(code)}, expected rows joined with /")])
        grid = Grid(len(rows), cols)
    symbols, faults = scan_code(code, grid, place)
    colours = default_colours(grid)
    settled = []
    for symbol in symbols if not faults else []:
        letter = symbol.letter
        if letter == CLASSIC_LETTER:
            if colours is None:
                faults.append(symbol.place._replace(message=f"found x, but a {grid} grid has no classic rule"))
                continue
            letter = colours[grid.orbit_of[symbol.row, symbol.col]]
        settled.append(Symbol(symbol.row, symbol.col, symbol.kind, letter))
    if faults:
        raise InputError(faults)
    return Card(grid, tuple(settled))

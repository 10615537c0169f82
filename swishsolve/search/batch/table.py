"""A deck as arrays for the compiled kernels.

A *spot* is a (cell, colour) pair that some placement of the deck uses; a stack is two 64-bit words, the spots of its
balls and of its hoops, and a Swish when the words are equal. Where every card has one ball and one hoop a placement is
an arrow from the spot of its ball to the spot of its hoop, a minimal Swish is a directed cycle through different cells,
and `arrow_type[ball, hoop]` names the type that lays the arrow; the kernels walk arrows there and placements elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement
from typing import Any, NamedTuple, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt

from swishsolve.errors import InputError
from swishsolve.model.card import Card
from swishsolve.model.grid import Grid
from swishsolve.model.swish import is_swish
from swishsolve.model.transform import Transform

MAX_SPOTS = MAX_TYPES = 64
Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]
F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """The function compiled at its first call, free of the interpreter's lock, and kept on disk where there is a place.

    There is none where neither the package nor a folder of the user's can be written: numba then raises, and the
    function is compiled anew in each process.
    """
    try:
        return cast(F, numba.njit(cache=True, nogil=True, boundscheck=False)(function))
    except RuntimeError:
        return cast(F, numba.njit(nogil=True, boundscheck=False)(function))


class BatchTable(NamedTuple):
    """The types of a deck for the kernels.

    `partners[t]` are the types (bits) that make a 2-card Swish with t. Placements of type t are
    `first[t]:first[t + 1]`; `completing[completing_from[s]:completing_from[s + 1]]` are the placements that give
    the lonely symbol s its partner (s < spots: a ball waits for a hoop, else a hoop for a ball). `ball_clash` and
    `hoop_clash` are the spots where the stack must have no ball, no hoop for a placement to fit. `arrow_ball`
    and `arrow_hoop` are the spots of each type as it lies, `spot_of_ball` and `spot_of_hoop` those of each placement,
    where cards are arrows. `cell_moves[m, c]` is the cell to which move m of the grid carries cell c.
    """

    types: int
    spots: int
    arrows: bool
    partners: Words
    first: Numbers
    balls: Words
    hoops: Words
    ball_clash: Words
    hoop_clash: Words
    type_of: Numbers
    completing_from: Numbers
    completing: Numbers
    cell_of_spot: Words
    arrow_type: npt.NDArray[np.int8]
    arrow_ball: Numbers
    arrow_hoop: Numbers
    spot_of_ball: Numbers
    spot_of_hoop: Numbers
    cell_index: Numbers
    cell_moves: Numbers


def build_batch_table(types: Sequence[Card]) -> BatchTable:
    """The table of different card types; raises InputError for a deck that 64-bit words cannot hold."""
    spot_names = sorted({(s.row, s.col, s.colour) for card in types for way in card.orbit() for s in way.symbols})
    grid = types[0].grid
    if len(types) > MAX_TYPES or len(spot_names) > MAX_SPOTS or grid.size > MAX_SPOTS:
        raise InputError(
            f"found {len(types)} different cards on {len(spot_names)} places (cell and colour) of a {grid} grid,"
            f" expected at most {MAX_TYPES} cards, {MAX_SPOTS} places and cells: more does not fit the kernel's words"
        )
    spot_of = {name: number for number, name in enumerate(spot_names)}
    spots = len(spot_names)
    cell_mask = [
        sum(1 << other for other, there in enumerate(spot_names) if there[:2] == here[:2]) for here in spot_names
    ]
    rows: list[tuple[int, int, int, int, int]] = []
    first = [0]
    for number, card in enumerate(types):
        for way in card.orbit():
            balls = hoops = ball_clash = hoop_clash = 0
            for symbol in way.symbols:
                spot = spot_of[symbol.row, symbol.col, symbol.colour]
                cell, others = cell_mask[spot], cell_mask[spot] & ~(1 << spot)
                if symbol.kind == "ball":
                    balls, ball_clash, hoop_clash = balls | 1 << spot, ball_clash | cell, hoop_clash | others
                else:
                    hoops, hoop_clash, ball_clash = hoops | 1 << spot, hoop_clash | cell, ball_clash | others
            rows.append((balls, hoops, ball_clash, hoop_clash, number))
        first.append(len(rows))
    completing_from, completing = [0], []
    for symbol_number in range(2 * spots):
        column, bit = (1, symbol_number) if symbol_number < spots else (0, symbol_number - spots)
        completing += [index for index, row in enumerate(rows) if row[column] >> bit & 1]
        completing_from.append(len(completing))

    partners = [0] * len(types)
    for a, b in combinations_with_replacement(range(len(types)), 2):
        if any(is_swish([types[a], way]) for way in types[b].orbit()):
            partners[a] |= 1 << b
            partners[b] |= 1 << a
    arrows = all(sorted(s.kind for s in card.symbols) == ["ball", "hoop"] for card in types)
    arrow_type = np.full((spots, spots), -1, np.int8)
    if arrows:
        for balls, hoops, _, _, number in rows:
            arrow_type[balls.bit_length() - 1, hoops.bit_length() - 1] = number
    leads = [rows[index] for index in first[:-1]] if arrows else []

    def words(column: int) -> Words:
        return np.array([row[column] for row in rows], np.uint64)

    return BatchTable(
        types=len(types),
        spots=spots,
        arrows=arrows,
        partners=np.array(partners, np.uint64),
        first=np.array(first, np.int64),
        balls=words(0),
        hoops=words(1),
        ball_clash=words(2),
        hoop_clash=words(3),
        type_of=np.array([row[4] for row in rows], np.int64),
        completing_from=np.array(completing_from, np.int64),
        completing=np.array(completing, np.int64),
        cell_of_spot=np.array(cell_mask, np.uint64),
        arrow_type=arrow_type,
        arrow_ball=np.array([row[0].bit_length() - 1 for row in leads], np.int64),
        arrow_hoop=np.array([row[1].bit_length() - 1 for row in leads], np.int64),
        spot_of_ball=np.array([row[0].bit_length() - 1 for row in rows], np.int64),
        spot_of_hoop=np.array([row[1].bit_length() - 1 for row in rows], np.int64),
        cell_index=np.array([row * grid.cols + col for row, col, _ in spot_names], np.int64),
        cell_moves=np.array([[_index(grid, move, cell) for cell in grid.cells] for move in grid.transforms], np.int64),
    )


def _index(grid: Grid, move: Transform, cell: tuple[int, int]) -> int:
    """The number of the cell to which a move carries a cell."""
    row, col = move.apply(*cell, grid.rows, grid.cols)
    return row * grid.cols + col

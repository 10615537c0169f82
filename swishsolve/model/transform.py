"""The 8 symmetries of the square, as moves of a card.

A transform acts on a cell (row, col) of a grid with R rows and C columns in a fixed order: first rows and columns are
exchanged (`swap`), then the new rows are reversed (`reverse_rows`), then the new columns (`reverse_cols`)::

      identity    turn-180    flip-h      flip-v      turn-right  turn-left   flip-d      flip-a
      a b         d c         b a         c d         c a         b d         a c         d b
      c d         b a         d c         a b         d b         a c         b d         c a

The order of the members is the order in which a move is preferred when several lay a card the same way.
"""

from __future__ import annotations

from enum import Enum


class Transform(Enum):
    """One way to move a card: its suffix in a stack, the action on cells, and its words for people."""

    IDENTITY = ("", False, False, False, "as it lies")
    TURN_180 = ("u", False, True, True, "turned upside down")
    FLIP_H = ("h", False, False, True, "flipped left to right")
    FLIP_V = ("v", False, True, False, "flipped top to bottom")
    TURN_RIGHT = ("r", True, False, True, "turned a quarter right")
    TURN_LEFT = ("l", True, True, False, "turned a quarter left")
    FLIP_D = ("d", True, False, False, "flipped over the diagonal from the top left")
    FLIP_A = ("a", True, True, True, "flipped over the diagonal from the top right")

    def __init__(self, suffix: str, swap: bool, reverse_rows: bool, reverse_cols: bool, words: str) -> None:
        self.suffix = suffix
        self.swap = swap
        self.reverse_rows = reverse_rows
        self.reverse_cols = reverse_cols
        self.words = words
        self.json_name = self.name.lower().replace("_", "-")

    # Members are single objects; the hash by name that Enum has is slow where placements are keys.
    __hash__ = object.__hash__

    def apply(self, row: int, col: int, rows: int, cols: int) -> tuple[int, int]:
        """The cell to which (row, col) of a rows x cols grid goes.

        >>> Transform.TURN_RIGHT.apply(0, 0, 3, 3)
        (0, 2)
        """
        if self.swap:
            row, col, rows, cols = col, row, cols, rows
        return rows - 1 - row if self.reverse_rows else row, cols - 1 - col if self.reverse_cols else col

    def then(self, after: Transform) -> Transform:
        """The transform that does this one first and `after` next.

        >>> Transform.TURN_RIGHT.then(Transform.TURN_RIGHT).json_name
        'turn-180'
        """
        rows, cols = self.reverse_rows, self.reverse_cols
        if after.swap:
            rows, cols = cols, rows
        return _BY_ACTION[self.swap != after.swap, rows != after.reverse_rows, cols != after.reverse_cols]

    def inverse(self) -> Transform:
        """The transform that undoes this one.

        >>> Transform.TURN_LEFT.inverse().json_name
        'turn-right'
        """
        return _BY_ACTION[True, self.reverse_cols, self.reverse_rows] if self.swap else self


_BY_ACTION = {(t.swap, t.reverse_rows, t.reverse_cols): t for t in Transform}
BY_SUFFIX = {t.suffix: t for t in Transform}

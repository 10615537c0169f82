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
    """One way to lay a card: `value` is (swap, reverse_rows, reverse_cols)."""

    IDENTITY = (False, False, False)
    TURN_180 = (False, True, True)
    FLIP_H = (False, False, True)
    FLIP_V = (False, True, False)
    TURN_RIGHT = (True, False, True)
    TURN_LEFT = (True, True, False)
    FLIP_D = (True, False, False)
    FLIP_A = (True, True, True)

    swap: bool
    suffix: str
    json_name: str
    words: str

    def apply(self, row: int, col: int, rows: int, cols: int) -> tuple[int, int]:
        """The cell to which (row, col) of a rows x cols grid goes.

        >>> Transform.TURN_RIGHT.apply(0, 0, 3, 3)
        (0, 2)
        """
        swap, reverse_rows, reverse_cols = self.value
        if swap:
            row, col, rows, cols = col, row, cols, rows
        return rows - 1 - row if reverse_rows else row, cols - 1 - col if reverse_cols else col

    def then(self, after: Transform) -> Transform:
        """The transform that does this one first and `after` next.

        >>> Transform.TURN_RIGHT.then(Transform.TURN_RIGHT).json_name
        'turn-180'
        """
        swap, rows, cols = self.value
        if after.swap:
            rows, cols = cols, rows
        return Transform((swap != after.value[0], rows != after.value[1], cols != after.value[2]))

    def inverse(self) -> Transform:
        """The transform that undoes this one.

        >>> Transform.TURN_LEFT.inverse().json_name
        'turn-right'
        """
        swap, rows, cols = self.value
        return Transform((swap, cols, rows)) if swap else self


for _member, _suffix, _words in zip(
    Transform,
    ("", "u", "h", "v", "r", "l", "d", "a"),
    (
        "as it lies",
        "turned upside down",
        "flipped left to right",
        "flipped top to bottom",
        "turned a quarter right",
        "turned a quarter left",
        "flipped over the diagonal from the top left",
        "flipped over the diagonal from the top right",
    ),
    strict=True,
):
    _member.swap = _member.value[0]
    _member.suffix = _suffix
    _member.json_name = _member.name.lower().replace("_", "-")
    _member.words = _words

BY_SUFFIX = {transform.suffix: transform for transform in Transform}
BY_JSON_NAME = {transform.json_name: transform for transform in Transform}

"""Layouts: labelled cards on a table.

The table is seen from above; labels name its places::

            column 1   2   3
      row A     A1  A2  A3
      row B     B1  B2  B3      rows run A..Z, AA, AB, ..
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from swishsolve.model.card import Card
from swishsolve.model.grid import Grid

Rule = Literal["classic", "free"]
RULES: dict[str, Rule] = {"classic": "classic", "free": "free"}
LABEL_PATTERN = re.compile(r"([A-Za-z]{1,2})([1-9][0-9]{0,2})")
MAX_TABLE_ROWS = 26 * 27
MAX_TABLE_COLS = 999


class Label(NamedTuple):
    """A place of the table, counted from 0; prints as `A1`. Sorts by row, then column.

    >>> str(Label(0, 0)), str(Label(26, 11)), Label.parse("b3")
    ('A1', 'AA12', Label(row=1, col=2))
    """

    row: int
    col: int

    def __str__(self) -> str:
        high, low = divmod(self.row, 26)
        return f"{chr(64 + high) if high else ''}{chr(65 + low)}{self.col + 1}"

    @classmethod
    def parse(cls, text: str) -> Label | None:
        """The label that the text names in either case, or None when it is no label."""
        match = LABEL_PATTERN.fullmatch(text)
        if not match:
            return None
        letters = match[1].upper()
        row = ord(letters[-1]) - 65 + (26 * (ord(letters[0]) - 64) if len(letters) == 2 else 0)
        return cls(row, int(match[2]) - 1)


class CardPhoto(NamedTuple):
    """What the photo reader says of a card: corners in pixels, clockwise from the top left as seen."""

    corners: tuple[tuple[float, float], ...]
    confidence: float
    doubtful: bool
    sideways: bool


class LaidCard(NamedTuple):
    """A card on the table."""

    label: Label
    card: Card
    photo: CardPhoto | None = None


@dataclass(frozen=True)
class Layout:
    """Cards on a table, sorted by label. Labels are unique; equal cards are different cards.

    `colours` holds one letter per orbit under rule classic and is None under rule free; `table` is (rows, columns);
    `photo_size` is (width, height) in pixels when the layout was read from a photograph.
    Raises ValueError for a label twice or outside the table, or a card of another grid.
    """

    grid: Grid
    cards: tuple[LaidCard, ...]
    table: tuple[int, int]
    rule: Rule = "free"
    colours: str | None = None
    photo_size: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", tuple(sorted(self.cards, key=lambda laid: laid.label)))
        if len(self.by_label) < len(self.cards):
            raise ValueError("a label is used twice")
        for laid in self.cards:
            if laid.card.grid != self.grid:
                raise ValueError(f"card {laid.label} has grid {laid.card.grid}, not {self.grid}")
            if laid.label.row >= self.table[0] or laid.label.col >= self.table[1]:
                raise ValueError(f"card {laid.label} lies outside the table of {self.table[0]}x{self.table[1]}")

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[LaidCard]:
        return iter(self.cards)

    @cached_property
    def by_label(self) -> dict[Label, Card]:
        """The cards by their labels."""
        return {laid.label: laid.card for laid in self.cards}

    @property
    def doubtful(self) -> tuple[Label, ...]:
        """The labels of the cards whose reading is in doubt."""
        return tuple(laid.label for laid in self.cards if laid.photo and laid.photo.doubtful)


def near_square_table(count: int) -> tuple[int, int]:
    """The table, as near square as possible, that holds `count` cards, columns first.

    >>> near_square_table(12), near_square_table(16), near_square_table(0)
    ((3, 4), (4, 4), (0, 0))
    """
    cols = next(n for n in range(count + 1) if n * n >= count)
    return (-(-count // cols), cols) if cols else (0, 0)

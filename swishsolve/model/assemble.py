"""From written cards to a layout: what the text and the JSON format have in common."""

from __future__ import annotations

from dataclasses import dataclass, field

from swishsolve.errors import Fault, InputError
from swishsolve.model.code import WrittenSymbol, quote
from swishsolve.model.colours import COLOUR_NAMES
from swishsolve.model.grid import MAX_SIDE, Grid
from swishsolve.model.layout import (
    MAX_TABLE_COLS,
    MAX_TABLE_ROWS,
    CardPhoto,
    Label,
    LaidCard,
    Layout,
    Rule,
    near_square_table,
)
from swishsolve.model.rule import settle_cards


@dataclass
class WrittenCard:
    """A card as an input gives it; `label` is None where it is left out."""

    label: Label | None
    symbols: list[WrittenSymbol]
    place: Fault
    photo: CardPhoto | None = None


@dataclass
class WrittenLayout:
    """What has been read of a layout so far; faults are collected and raised together by `layout`."""

    grid: Grid = field(default_factory=lambda: Grid(4, 3))
    rule: Rule | None = None
    colours: str | None = None
    table: tuple[int, int] | None = None
    cards: list[WrittenCard] = field(default_factory=list)
    photo_size: tuple[int, int] | None = None
    header: Fault = field(default_factory=lambda: Fault(""))
    faults: list[Fault] = field(default_factory=list)

    def layout(self) -> Layout:
        """The finished layout; raises InputError with every fault of the input."""
        for fault in self._label_faults():
            self.faults.append(fault)
        table = self.table or self._smallest_table()
        self._give_labels(table)
        symbols = [card.symbols for card in self.cards]
        rule, colours, cards, breaches = settle_cards(self.grid, self.rule, self.colours, symbols, self.header)
        self.faults += breaches
        if self.faults:
            raise InputError(sorted(self.faults, key=lambda fault: (fault.line or 0, fault.column or 0)))
        laid = tuple(
            LaidCard(written.label, card, written.photo)
            for written, card in zip(self.cards, cards, strict=True)
            if written.label
        )
        return Layout(self.grid, laid, table=table, rule=rule, colours=colours, photo_size=self.photo_size)

    def _label_faults(self) -> list[Fault]:
        faults: list[Fault] = []
        first_use: dict[Label, Fault] = {}
        for card in self.cards:
            if card.label is None:
                continue
            if card.label in first_use:
                where = first_use[card.label]
                before = f"line {where.line}" if where.line else "an earlier card"
                faults.append(
                    card.place._replace(message=f"found label {card.label} again, expected it once ({before})")
                )
            first_use.setdefault(card.label, card.place)
            if self.table and (card.label.row >= self.table[0] or card.label.col >= self.table[1]):
                rows, cols = self.table
                last = Label(rows - 1, cols - 1)
                expected = (
                    f"expected A1 to {last} (table {rows}x{cols})" if rows and cols else "the table has no places"
                )
                faults.append(card.place._replace(message=f"found label {card.label}, {expected}"))
        return faults

    def _smallest_table(self) -> tuple[int, int]:
        labels = [card.label for card in self.cards if card.label]
        rows, cols = near_square_table(len(self.cards)) if len(labels) < len(self.cards) else (0, 0)
        return max([rows, *(label.row + 1 for label in labels)]), max([cols, *(label.col + 1 for label in labels)])

    def _give_labels(self, table: tuple[int, int]) -> None:
        used = {card.label for card in self.cards}
        free = (place for row in range(table[0]) for col in range(table[1]) if (place := Label(row, col)) not in used)
        for card in self.cards:
            if card.label is None:
                card.label = next(free, None)
                if card.label is None:
                    full = (
                        f"found a card too many, expected at most {table[0] * table[1]} (table {table[0]}x{table[1]})"
                    )
                    self.faults.append(card.place._replace(message=full))

    def check_colours(self, place: Fault) -> None:
        """Note the faults of the stated colours, and drop them when they cannot be used."""
        colours, orbits = self.colours or "", len(self.grid.orbits)
        problem = None
        if unknown := [letter for letter in colours if letter not in COLOUR_NAMES]:
            problem = f"found {quote(unknown[0])}, expected colour letters ({' '.join(COLOUR_NAMES)})"
        elif len(colours) != orbits:
            problem = f"found {len(colours)} colours, expected {orbits}: one for each orbit of a {self.grid} grid"
        elif len(set(colours)) < len(colours):
            problem = f"found {quote(colours)}, expected a colour of its own for each orbit"
        elif self.rule == "free":
            problem = "found colours under rule free, expected them under rule classic only"
        if problem:
            self.faults.append(place._replace(message=problem))
            self.colours = None


def sized_grid(rows: int, cols: int) -> Grid | None:
    """The grid of that size, or None where there is none."""
    return Grid(rows, cols) if 1 <= rows <= MAX_SIDE and 1 <= cols <= MAX_SIDE else None


def is_table(rows: int, cols: int) -> bool:
    """True when labels can name every place of such a table."""
    return 0 <= rows <= MAX_TABLE_ROWS and 0 <= cols <= MAX_TABLE_COLS

"""Where the cards of a puzzle come from: a deck, or every card that a grid, colours and symbols allow.

A supply can plant a Swish of a given size, and offers further cards. From a deck the Swish is grown by a random search
among its cards. Where any card is allowed it is cut from a full picture: cells get a ball and a hoop each, and these
are shared out among the cards.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from random import Random

from swishsolve.model.card import Card, Kind, Symbol
from swishsolve.model.deck import Deck
from swishsolve.model.grid import Cell, Grid
from swishsolve.model.layout import Label, LaidCard, Layout, Rule, near_square_table
from swishsolve.model.swish import Placement
from swishsolve.search.groups import fewest_choices
from swishsolve.search.placements import PlacementTable, build_placements, iter_bits

# A plant is grown among at most this many cards of a deck, and given up after so many steps.
GROWN_AMONG = 80
STEPS_PER_PLANT = 400


class Supply(ABC):
    """Cards for one kind of puzzle."""

    grid: Grid
    rule: Rule
    colours: str | None

    @abstractmethod
    def plant(self, random: Random, size: int, *, one_group: bool) -> list[Card] | None:
        """Cards that are a Swish of that size as they lie, or None when this attempt found none.

        `one_group` asks for a Swish that does not fall apart into smaller ones in this stack.
        """

    @abstractmethod
    def offer(self, random: Random, taken: list[Card]) -> Iterator[Card]:
        """Further cards, in random order; `taken` are on the table already. Ends when the supply is spent."""

    def layout(self, cards: list[Card]) -> Layout:
        """The cards on a table, in the order given, row by row."""
        table = near_square_table(len(cards))
        laid = tuple(LaidCard(Label(*divmod(index, table[1])), card) for index, card in enumerate(cards))
        return Layout(self.grid, laid, table, self.rule, self.colours)


class DeckSupply(Supply):
    """The cards of a deck, each copy once."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.grid, self.rule, self.colours = deck.grid, deck.rule, deck.colours
        self.whole = self.table(list(deck.cards)) if len(deck.cards) <= GROWN_AMONG else None

    def table(self, cards: list[Card]) -> PlacementTable:
        layout = self.layout(cards)
        return build_placements(layout, [laid.label for laid in layout])

    def plant(self, random: Random, size: int, *, one_group: bool) -> list[Card] | None:
        table = self.whole or self.table(random.sample(self.deck.cards, GROWN_AMONG))
        grown = grow(table, random, size, one_group)
        return None if grown is None else [table.layout.by_label[label].moved(move) for label, move in grown]

    def offer(self, random: Random, taken: list[Card]) -> Iterator[Card]:
        left = [card.canonical() for card in self.deck.cards]
        for card in taken:
            left.remove(card.canonical())
        random.shuffle(left)
        yield from left


def grow(table: PlacementTable, random: Random, size: int, one_group: bool) -> list[Placement] | None:
    """A random Swish of exactly that size among the cards of the table, or None after too many steps."""
    balls_mask = (1 << table.spots) - 1
    steps = 0

    def extend(path: list[int], stack: int, allowed: int) -> list[int] | None:
        nonlocal steps
        steps += 1
        if steps > STEPS_PER_PLANT:
            return None
        balls, hoops = stack & balls_mask, stack >> table.spots
        lonely = (balls & ~hoops) | (hoops & ~balls) << table.spots
        if not lonely and path:
            if len(path) == size:
                return path
            if one_group:
                return None
        if len(path) == size:
            return None
        choices = list(iter_bits(fewest_choices(lonely, table.completes, allowed) if lonely else allowed))
        random.shuffle(choices)
        for number in choices:
            found = extend([*path, number], stack | table.symbols[number], allowed & table.compatible[number])
            if found or steps > STEPS_PER_PLANT:
                return found
        return None

    found = extend([], 0, (1 << len(table.placements)) - 1)
    return [table.placements[number] for number in found] if found else None


class FreeSupply(Supply):
    """Every card of a grid with so many balls and hoops; under rule classic the cell gives the colour."""

    def __init__(self, grid: Grid, rule: Rule, colours: str, balls: int, hoops: int) -> None:
        self.grid, self.rule = grid, rule
        self.colours = colours if rule == "classic" else None
        self.letters = colours
        self.balls, self.hoops = balls, hoops

    def colour(self, random: Random, cell: Cell) -> str:
        """The colour of a symbol in this cell: of its orbit, or any."""
        if self.colours:
            return self.colours[self.grid.orbit_of[cell]]
        return self.letters[random.randrange(len(self.letters))]

    def plant(self, random: Random, size: int, *, one_group: bool) -> list[Card] | None:  # noqa: ARG002
        matched = size * self.balls
        if self.balls != self.hoops or matched > self.grid.size:
            return None
        cells = random.sample(self.grid.cells, matched)
        colour_of = {cell: self.colour(random, cell) for cell in cells}
        hoops = cells.copy()
        if self.balls == 1:
            hoops = hoops[1:] + hoops[:1]  # one cycle through all cards
        else:
            random.shuffle(hoops)
        cards = []
        for index in range(size):
            share = slice(index * self.balls, (index + 1) * self.balls)
            if set(cells[share]) & set(hoops[share]):
                return None
            kinds: tuple[tuple[Kind, list[Cell]], ...] = (("ball", cells[share]), ("hoop", hoops[share]))
            cards.append(Card(self.grid, tuple(Symbol(*c, kind, colour_of[c]) for kind, group in kinds for c in group)))
        return cards

    def offer(self, random: Random, taken: list[Card]) -> Iterator[Card]:  # noqa: ARG002
        while True:
            cells = random.sample(self.grid.cells, self.balls + self.hoops)
            symbols = []
            for index, cell in enumerate(cells):
                kind: Kind = "ball" if index < self.balls else "hoop"
                symbols.append(Symbol(*cell, kind, self.colour(random, cell)))
            yield Card(self.grid, tuple(symbols))

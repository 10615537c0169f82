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
from swishsolve.puzzle.alone import Company
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

        `one_group` asks for a Swish that does not fall apart into smaller ones in this stack; a supply that can tell
        leaves out one that holds a smaller Swish in any other way.
        """

    @abstractmethod
    def offer(self, random: Random, taken: list[Card]) -> Iterator[Card]:
        """Further cards, in random order; `taken` are on the table already. Ends when the supply is spent."""

    def layout(self, cards: list[Card]) -> Layout:
        """The cards on a table, in the order given, row by row."""
        table = near_square_table(len(cards))
        laid = tuple(LaidCard(Label(*divmod(index, table[1])), card) for index, card in enumerate(cards))
        return Layout(self.grid, laid, table, self.rule, self.colours)

    def table(self, cards: list[Card]) -> PlacementTable:
        """The placements of the cards, in the order given."""
        layout = self.layout(cards)
        return build_placements(layout, [laid.label for laid in layout])

    def company(self, cards: list[Card]) -> tuple[Company, list[int]]:
        """A company that has these cards, and the number that each of them has there."""
        return Company(self.table(cards)), list(range(len(cards)))


class DeckSupply(Supply):
    """The cards of a deck, each copy once."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.grid, self.rule, self.colours = deck.grid, deck.rule, deck.colours
        self.whole = Company(self.table(list(deck.cards))) if len(deck.cards) <= GROWN_AMONG else None

    def plant(self, random: Random, size: int, *, one_group: bool) -> list[Card] | None:
        company = self.whole or Company(self.table(random.sample(self.deck.cards, GROWN_AMONG)))
        table = company.table
        grown = grow(table, random, size, one_group)
        if grown is None or (one_group and company.holds_smaller([table.card_of[number] for number in grown])):
            return None
        return [table.layout.by_label[label].moved(move) for label, move in map(table.placements.__getitem__, grown)]

    def company(self, cards: list[Card]) -> tuple[Company, list[int]]:
        if self.whole is None:
            return super().company(cards)
        numbers: dict[Card, list[int]] = {}
        for number, card in enumerate(self.deck.cards):
            numbers.setdefault(card.canonical(), []).append(number)
        return self.whole, [numbers[card.canonical()].pop() for card in cards]

    def offer(self, random: Random, taken: list[Card]) -> Iterator[Card]:
        left = [card.canonical() for card in self.deck.cards]
        for card in taken:
            left.remove(card.canonical())
        random.shuffle(left)
        yield from left


def grow(table: PlacementTable, random: Random, size: int, one_group: bool) -> list[int] | None:
    """The placements of a random Swish of exactly that size, by number, or None after too many steps."""
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
        if path:
            choices = list(iter_bits(fewest_choices(lonely, table.completes, allowed) if lonely else allowed))
        else:
            choices = list(range(len(table.placements)))
        shuffle(random, choices)
        for number in choices:
            found = extend([*path, number], stack | table.symbols[number], allowed & table.compatible[number])
            if found or steps > STEPS_PER_PLANT:
                return found
        return None

    return extend([], 0, (1 << len(table.placements)) - 1)


def shuffle(random: Random, items: list[int]) -> None:
    """What `random.shuffle` does, in half the time: growing a Swish shuffles every placement again and again."""
    bits = random.getrandbits
    for last in range(len(items) - 1, 0, -1):
        width = (last + 1).bit_length()
        other = bits(width)
        while other > last:
            other = bits(width)
        items[last], items[other] = items[other], items[last]


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

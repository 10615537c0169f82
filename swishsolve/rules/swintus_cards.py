"""The cards of Swintus Junior: `green 7`, `orange stompy`, `pigameleon`."""

from __future__ import annotations

from typing import NamedTuple

COLOURS = ("red", "green", "blue", "orange")
VALUES = tuple("01234567")
KINDS = ("greedy-piggy", "whirly-piglet", "snoring-pig", "silent-piggy", "stompy", "smarty")
PIGAMELEON = "pigameleon"
HAND = 8
LEAST_HAND = 2


class PigCard(NamedTuple):
    """A card: its colour (None for a pigameleon) and its value or kind.

    >>> str(PigCard("green", "7")), str(PigCard(None, "pigameleon"))
    ('green 7', 'pigameleon')
    """

    colour: str | None
    face: str

    def __str__(self) -> str:
        return f"{self.colour} {self.face}" if self.colour else self.face

    @property
    def is_pigameleon(self) -> bool:
        """True for the card that takes any colour."""
        return self.face == PIGAMELEON


NUMBER_CARDS = tuple(PigCard(colour, value) for colour in COLOURS for value in VALUES)
SUPER_CARDS = (*(PigCard(colour, kind) for kind in KINDS for colour in COLOURS), *[PigCard(None, PIGAMELEON)] * 4)
CARDS = {str(card): card for card in NUMBER_CARDS + SUPER_CARDS}
# The numbers of cards that an edition can have, with the copies of each super-card.
EDITIONS = {92: 1, 120: 2}


def edition_deck(edition: int) -> list[PigCard]:
    """The deck of an edition in its order: number cards, then super-cards, copies side by side.

    >>> len(edition_deck(92)), len(edition_deck(120)), str(edition_deck(92)[2])
    (92, 120, 'red 1')
    """
    copies = EDITIONS[edition]
    numbers = [card for card in NUMBER_CARDS for _ in range(2)]
    return numbers + [card for card in SUPER_CARDS for _ in range(copies)]


def matches(card: PigCard, top: PigCard, called: str | None) -> bool:
    """Whether a card may be played on the top of the stack: by colour, value or kind; a pigameleon goes on anything.

    `called` is the colour that was called with a pigameleon on top.
    """
    if card.is_pigameleon:
        return True
    return card.colour == (called or top.colour) or card.face == top.face

"""The playing stack and the draw pile of Swintus Junior, and what happens when the draw pile runs out.

The draw pile is empty and the stack holds more than its top card: then a reshuffle is due, and a draw that ran dry is
owed its rest. In a seeded game the pile refills itself in that moment. With nothing to reshuffle a draw is short.
"""

from __future__ import annotations

from collections import Counter
from random import Random

from swishsolve.errors import Fault, InputError
from swishsolve.rules.swintus_cards import PigCard


class CardPile:
    """The stack (bottom first) and the draw pile (next card last); drawn cards go into `hands`."""

    def __init__(
        self, hands: dict[str, list[PigCard]], top: PigCard, deck: list[PigCard], shuffler: Random | None
    ) -> None:
        self.hands = hands
        self.stack = [top]
        self.pile = deck[::-1]
        self.shuffler = shuffler
        self.owed_to = ""
        self.owed = 0

    @property
    def top(self) -> PigCard:
        """The card that the next one must match."""
        return self.stack[-1]

    @property
    def due(self) -> tuple[PigCard, ...]:
        """The cards that a reshuffle turns into the draw pile, from the bottom up."""
        return tuple(self.stack[:-1])

    @property
    def reshuffle_is_due(self) -> bool:
        """True when the draw pile is empty and the stack can be shuffled."""
        return not self.pile and len(self.stack) > 1

    def would_run_out(self, draws: int) -> bool:
        """Whether drawing so many cards empties a draw pile that then must be refilled by a written reshuffle."""
        return 0 < len(self.pile) <= draws and len(self.stack) > 1 and self.shuffler is None

    def draw(self, player: str, number: int) -> list[PigCard]:
        """Draw cards into a hand, as many as there are; the rest is owed when a reshuffle is due."""
        drawn: list[PigCard] = []
        while len(drawn) < number and self.pile:
            drawn.append(self.pile.pop())
            self.refill_by_itself()
        self.hands[player] += drawn
        if self.reshuffle_is_due:
            self.owed_to, self.owed = player, number - len(drawn)
        return drawn

    def check_reshuffle(self, deck: tuple[PigCard, ...]) -> None:
        """Raise InputError when the new draw order is no permutation of the cards due."""
        if Counter(deck) != Counter(self.due):
            found, due = f"{len(deck)} cards", f"the {len(self.due)} cards under the top of the stack"
            raise InputError([Fault(f"found a deck of {found} that are not those due, expected {due} in a new order")])

    def reshuffle(self, deck: tuple[PigCard, ...]) -> list[PigCard]:
        """The stack without its top becomes the draw pile in this order; who was owed cards draws them."""
        self.pile = list(reversed(deck))
        self.stack = self.stack[-1:]
        owed, self.owed = self.owed, 0
        return self.draw(self.owed_to, owed) if owed else []

    def refill_by_itself(self) -> None:
        """In a seeded game the pile is refilled the moment it is empty."""
        if self.shuffler is not None and self.reshuffle_is_due:
            deck = list(self.due)
            self.shuffler.shuffle(deck)
            self.pile = deck[::-1]
            self.stack = self.stack[-1:]

"""Does a card make a Swish with other cards? One table of placements for every card that may come.

The search of search/groups.py, from one card, among any choice of the other cards: the choice is a mask of placements,
so that a thousand questions share one table.
"""

from __future__ import annotations

from collections.abc import Sequence

from swishsolve.search.groups import fewest_choices
from swishsolve.search.placements import PlacementTable, iter_bits

MOST_STATES = 20_000
ANY_SIZE = 1_000_000


class Company:
    """The cards that a puzzle may use, by number in the order of the table, and who goes with whom."""

    def __init__(self, table: PlacementTable) -> None:
        self.table = table
        self.balls_mask = (1 << table.spots) - 1
        self.first = [(of & -of).bit_length() - 1 for of in table.of_card]

    def placements_of(self, cards: int) -> int:
        """The placements (bits) of a set of cards (bits)."""
        mask = 0
        for card in iter_bits(cards):
            mask |= self.table.of_card[card]
        return mask

    def holds_smaller(self, cards: Sequence[int]) -> bool:
        """Are some of these cards, not all, a Swish? True also where the search for one grows too large."""
        left = self.placements_of(sum(1 << card for card in cards))
        for card in cards[:-1]:
            left &= ~self.table.of_card[card]
            if self.has_swish(card, left, most=len(cards) - 1):
                return True
        return False

    def has_swish(self, card: int, among: int, least: int = 2, most: int = ANY_SIZE) -> bool:
        """Is there a Swish of `least` to `most` cards with this card and cards whose placements are `among`?

        True also where the search for one grows too large to settle it.
        """
        table, balls_mask = self.table, self.balls_mask
        symbols, completes, compatible, card_of = table.symbols, table.completes, table.compatible, table.card_of
        first = self.first[card]
        seen: set[tuple[int, int]] = set()
        open_states = [(symbols[first], 1 << card, compatible[first] & among)]
        while open_states:
            stack, cards, allowed = open_states.pop()
            size = cards.bit_count()
            balls, hoops = stack & balls_mask, stack >> table.spots
            lonely = (balls & ~hoops) | (hoops & ~balls) << table.spots
            if not lonely and size >= max(least, 2):
                return True
            if size >= most:
                continue
            # Where nothing is lonely a further group may lie beside; any of its cards may be the first.
            choices = fewest_choices(lonely, completes, allowed) if lonely else allowed
            while choices:
                low = choices & -choices
                choices ^= low
                number = low.bit_length() - 1
                state = stack | symbols[number], cards | 1 << card_of[number]
                if state not in seen:
                    seen.add(state)
                    if len(seen) > MOST_STATES:
                        return True
                    open_states.append((*state, allowed & compatible[number]))
        return False

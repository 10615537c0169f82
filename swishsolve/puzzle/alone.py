"""Is a card free of Swishes with the cards on the table? One table of placements for every card that may come.

The search of search/groups.py, from one card, among any choice of the other cards: the choice is a mask of placements,
so that a thousand questions share one table.
"""

from __future__ import annotations

from swishsolve.model.layout import Layout
from swishsolve.search.groups import fewest_choices
from swishsolve.search.placements import build_placements, iter_bits

MOST_STATES = 20_000


class Company:
    """The cards that a puzzle may use, by number in the order of the layout, and who goes with whom."""

    def __init__(self, layout: Layout) -> None:
        self.table = build_placements(layout, [laid.label for laid in layout])
        self.balls_mask = (1 << self.table.spots) - 1
        self.first = [(of & -of).bit_length() - 1 for of in self.table.of_card]

    def placements_of(self, cards: int) -> int:
        """The placements (bits) of a set of cards (bits)."""
        mask = 0
        for card in iter_bits(cards):
            mask |= self.table.of_card[card]
        return mask

    def has_swish(self, card: int, among: int, least: int = 2) -> bool:
        """Is there a Swish of at least `least` cards with this card and cards whose placements are `among`?

        True also where the search for one grows too large to settle it.
        """
        table, balls_mask = self.table, self.balls_mask
        symbols, completes, compatible, card_of = table.symbols, table.completes, table.compatible, table.card_of
        first = self.first[card]
        seen: set[tuple[int, int]] = set()
        open_states = [(symbols[first], 1 << card, compatible[first] & among)]
        while open_states:
            stack, cards, allowed = open_states.pop()
            balls, hoops = stack & balls_mask, stack >> table.spots
            lonely = (balls & ~hoops) | (hoops & ~balls) << table.spots
            if lonely:
                choices = fewest_choices(lonely, completes, allowed)
            else:
                size = cards.bit_count()
                if size >= max(least, 2):
                    return True
                # A further group may lie beside; any of its cards may be the first.
                choices = allowed
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

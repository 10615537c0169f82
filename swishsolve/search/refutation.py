"""The search for "no Swish" that leaves a refutation behind: each dead end as a set of placements that cannot meet.

Depth first as in groups.py, from the lowest card as it lies. A dead end is explained: the lonely symbol's own
placement, and for each placement that would complete it one placement of the path that forbids it, or the explanation
of the dead end behind it. What the explanation leaves out played no part, so the search goes back past it at once
(backjumping), and a path that contains an old explanation is not walked again. Each explanation follows from those
before it by unit propagation alone, which makes the list a proof that knows nothing of this search.

Remembering states by their symbols, as groups.py does, was no alternative: two sets of placements may show the same
symbols, and the dead end of one says nothing checkable of the other.
"""

from __future__ import annotations

from typing import NamedTuple

from swishsolve.search.limits import NODES_BETWEEN_LOOKS, Limits
from swishsolve.search.placements import PlacementTable, iter_bits


class Refutation(NamedTuple):
    """Either a Swish as placement numbers, or sets of placements (as masks) of which no Swish contains all.

    The sets come in an order in which each follows from the rules and those before it, in piles whose first card with
    a symbol lies as it is; the last set of each card with a symbol is its first placement alone.
    """

    swish: tuple[int, ...]
    nogoods: list[int]


def refute_groups(table: PlacementTable, limits: Limits) -> Refutation:
    """Refute every Swish that is not of blank cards alone, or find one. Raises SearchStopped at a limit."""
    search = _Search(table, limits)
    for card, placements in enumerate(table.of_card):
        first = (placements & -placements).bit_length() - 1
        if table.symbols[first]:
            swish = search.find_swish(card, first)
            if swish:
                return Refutation(swish, search.nogoods)
    return Refutation((), search.nogoods)


class _Search:
    def __init__(self, table: PlacementTable, limits: Limits) -> None:
        self.table = table
        self.limits = limits
        self.balls_mask = (1 << table.spots) - 1
        self.countdown = NODES_BETWEEN_LOOKS
        self.nogoods: list[int] = []
        self.known: list[list[int]] = []  # the nogoods of this lowest card by placement
        self.higher = 0
        self.path: list[int] = []

    def find_swish(self, card: int, first: int) -> tuple[int, ...]:
        """A group whose lowest card is `card` with its first placement; empty when it is refuted."""
        self.known = [[] for _ in self.table.placements]
        self.higher = self.table.from_card[card + 1]
        refuted = self._explain(first, 0, self.table.compatible[first] & self.higher, 0, forced=False)
        return () if refuted else tuple(self.path)

    def _explain(self, number: int, stack: int, allowed: int, used: int, *, forced: bool) -> int:
        """Why the path cannot go on with placement `number`, as a mask of placements; 0 when it leads to a Swish."""
        table = self.table
        used |= 1 << number
        for nogood in self.known[number]:
            if not nogood & ~used:
                return nogood
        self.countdown -= 1
        if not self.countdown:
            self.countdown = NODES_BETWEEN_LOOKS
            self.limits.look()
        self.path.append(number)
        stack |= table.symbols[number]
        balls, hoops = stack & self.balls_mask, stack >> table.spots
        lonely = (balls & ~hoops) | (hoops & ~balls) << table.spots
        if not lonely:
            return 0
        symbol, choices = self._narrowest(lonely, allowed)
        partners = table.completes[symbol]
        why = used & table.completes[(symbol + table.spots) % (2 * table.spots)]
        branches = list(iter_bits(choices))
        only = len(branches) == 1
        for choice in branches:
            behind = self._explain(choice, stack, allowed & table.compatible[choice], used, forced=only)
            if not behind:
                return 0
            if not behind >> choice & 1:
                # What failed there fails here, whatever is chosen; a forced step has not noted it.
                return self._noted(behind, unless=forced or not only)
            why |= behind & ~(1 << choice)
        for partner in iter_bits(partners & self.higher & ~allowed):
            forbids = used & ~table.compatible[partner]
            if not forbids & why:
                why |= 1 << next(placed for placed in self.path if forbids >> placed & 1)
        return self._noted(why, unless=forced)

    def _noted(self, why: int, *, unless: bool) -> int:
        """Step back from the last placement and note the explanation, unless propagation finds it by itself."""
        self.path.pop()
        if not unless:
            self.nogoods.append(why)
            for placement in iter_bits(why):
                self.known[placement].append(why)
        return why

    def _narrowest(self, lonely: int, allowed: int) -> tuple[int, int]:
        """The lonely symbol with the fewest choices, and the choices."""
        completes = self.table.completes
        best, choices, fewest = 0, 0, -1
        for symbol in iter_bits(lonely):
            here = completes[symbol] & allowed
            count = here.bit_count()
            if count < fewest or fewest < 0:
                best, choices, fewest = symbol, here, count
                if not count:
                    break
        return best, choices

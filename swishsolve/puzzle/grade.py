"""How hard a table is for a person: the effort that a stated way of searching is expected to take.

The model. A person first compares cards in pairs, then starts a chain from one card after the other. The chain's first
card lies as it is. Then always the lonely symbol that the fewest cards can serve is served, one candidate after the
other, and when nothing fits any more the last card is taken off again. Each step costs what the card has to be moved
in the mind (`MOVE_COST`), and more with every card that the stack already holds (`HOLDING_COST`). A stack that is
closed but for one ball and one hoop of the same colour looks as good as done: such a near miss costs `NEAR_MISS_COST`.
Start cards and candidates come in any order, so the effort is a mean over all orders, and it has a closed form. Let
W be the cost of searching a subtree in vain, E the expected cost of one that holds the answer. Of the children of a
node, g lead to an answer; each of the others is searched first with probability 1 / (g + 1), and then one of the g::

      W = sum (cost + W)                     E = sum_bad (cost + W) / (g + 1) + mean_good (cost + E)

The levels are bounds of this one number, whatever the size: a pair among many near misses may be harder than six
cards that force each other.
"""

from __future__ import annotations

from math import fsum
from typing import Literal, NamedTuple, get_args

from swishsolve.model.layout import Layout
from swishsolve.model.transform import Transform
from swishsolve.search.groups import fewest_choices
from swishsolve.search.placements import PlacementTable, build_placements, iter_bits

Level = Literal["easy", "medium", "hard", "expert"]
LEVELS: tuple[Level, ...] = get_args(Level)

# Expected effort from which on a puzzle is of the level.
LEVEL_FROM: dict[Level, float] = {"easy": 0.0, "medium": 60.0, "hard": 90.0, "expert": 140.0}

MOVE_COST = {
    Transform.IDENTITY: 1.0,
    Transform.TURN_180: 2.0,
    Transform.TURN_RIGHT: 2.0,
    Transform.TURN_LEFT: 2.0,
    Transform.FLIP_H: 3.0,
    Transform.FLIP_V: 3.0,
    Transform.FLIP_D: 4.0,
    Transform.FLIP_A: 4.0,
}
HOLDING_COST = 0.5
NEAR_MISS_COST = 4.0
# Pairs are compared at a glance: a look at each, and a share of the cost of moving those that look promising.
GLANCE_COST = 0.05
SHARE_OF_PAIRS = 0.2

# A table with more states than this is beyond what anyone would search; its effort is what these cost.
MOST_STATES = 30_000


class Grade(NamedTuple):
    """The expected effort of a table, in steps of comparing two cards as they lie, and its level.

    `pairs` is what comparing all pairs costs, `chains` what the search for longer Swishes does (0 where a pair is
    the answer). `near_misses` counts the stacks that fail by one ball and one hoop of one colour.
    """

    level: Level
    effort: float
    pairs: float
    chains: float
    near_misses: int


def grade(layout: Layout, least: int = 2) -> Grade:
    """The grade of a table whose answer is any Swish of at least `least` cards.

    >>> from swishsolve.model.layout_text import parse_layout_text
    >>> grade(parse_layout_text("b2/3/1P1/3\\nB2/3/1p1/3")).level
    'easy'
    """
    table = build_placements(layout, [laid.label for laid in layout])
    search = _Search(table, least)
    pairs_in_vain, pairs_expected = search.pairs()
    pair_is_answer = pairs_expected is not None and least <= 2
    pairs = pairs_expected if pair_is_answer and pairs_expected is not None else pairs_in_vain
    chains = 0.0 if pair_is_answer else search.chains()
    effort = round(pairs + chains, 2)
    return Grade(level_of(effort), effort, round(pairs, 2), round(chains, 2), search.near_misses)


def level_of(effort: float) -> Level:
    """The level of an expected effort."""
    return [level for level in LEVELS if effort >= LEVEL_FROM[level]][-1]


class _Search:
    def __init__(self, table: PlacementTable, least: int) -> None:
        self.table = table
        self.least = least
        self.balls_mask = (1 << table.spots) - 1
        self.first = [(of & -of).bit_length() - 1 for of in table.of_card]
        self.move_cost = [MOVE_COST[placement.transform] for placement in table.placements]
        self.near_misses = 0
        self.known: dict[tuple[int, int], tuple[float, float | None]] = {}

    def pairs(self) -> tuple[float, float | None]:
        """The cost of comparing all pairs in vain, and the expected cost where a pair is the answer."""
        table = self.table
        costs: list[tuple[float, bool]] = []
        for a, first in enumerate(self.first):
            symbols = table.symbols[first]
            balls, hoops = symbols & self.balls_mask, symbols >> table.spots
            fitting = 0
            for symbol in iter_bits((balls & ~hoops) | (hoops & ~balls) << table.spots):
                fitting |= table.completes[symbol]
            fitting &= table.compatible[first] & table.from_card[a + 1]
            by_card: dict[int, float] = {}
            good = set()
            for number in iter_bits(fitting):
                card = table.card_of[number]
                stack = symbols | table.symbols[number]
                lonely = self.lonely(stack)
                by_card[card] = by_card.get(card, GLANCE_COST) + SHARE_OF_PAIRS * self.move_cost[number]
                if not lonely:
                    good.add(card)
                elif self.is_near_miss(lonely):
                    by_card[card] += SHARE_OF_PAIRS * NEAR_MISS_COST
            costs += [(by_card.get(b, GLANCE_COST), b in good) for b in range(a + 1, len(self.first))]
        return _expectation(costs, [cost for cost, good in costs if good])

    def chains(self) -> float:
        """The expected cost of searching by chains; the cost of searching in vain where there is no answer."""
        bad, good = [], []
        for card, first in enumerate(self.first):
            wasted, expected = self.visit(self.table.symbols[first], 1 << card, self.table.compatible[first], 1)
            if expected is None:
                bad.append((1.0 + wasted, False))
            else:
                good.append(1.0 + expected)
        wasted, expected = _expectation(bad, good)
        return wasted if expected is None else expected

    def visit(self, stack: int, cards: int, allowed: int, size: int) -> tuple[float, float | None]:
        """W and E of a state, see above; E is None where no answer lies below."""
        key = stack, cards
        if key in self.known:
            return self.known[key]
        if len(self.known) >= MOST_STATES:
            return 0.0, None
        table = self.table
        lonely = self.lonely(stack)
        if lonely:
            choices = fewest_choices(lonely, table.completes, allowed)
            wasted = 0.0
            if self.is_near_miss(lonely):
                self.near_misses += 1
                wasted = NEAR_MISS_COST
        elif size >= max(self.least, 2):
            return 0.0, 0.0
        else:
            # Closed, but too few cards: a group of its own may lie beside.
            choices, wasted = allowed, NEAR_MISS_COST
        hold = 1 + HOLDING_COST * (size - 1)
        bad, good = [(wasted, False)], []
        for number in iter_bits(choices):
            cost = self.move_cost[number] * hold
            below, expected = self.visit(
                stack | table.symbols[number],
                cards | 1 << table.card_of[number],
                allowed & table.compatible[number],
                size + 1,
            )
            if expected is None:
                bad.append((cost + below, False))
            else:
                good.append(cost + expected)
        result = _expectation(bad, good)
        self.known[key] = result
        return result

    def lonely(self, stack: int) -> int:
        balls, hoops = stack & self.balls_mask, stack >> self.table.spots
        return (balls & ~hoops) | (hoops & ~balls) << self.table.spots

    def is_near_miss(self, lonely: int) -> bool:
        """One ball and one hoop are left, of one colour, in different cells."""
        if lonely.bit_count() != 2:
            return False
        hoop = lonely >> self.table.spots
        ball = lonely & self.balls_mask
        return bool(hoop and ball) and (hoop.bit_length() - ball.bit_length()) % self.table.colours == 0


def _expectation(bad: list[tuple[float, bool]], good: list[float]) -> tuple[float, float | None]:
    """W and E of children in any order; `bad` may hold the good ones too, marked True, which then cost nothing.

    Sums are exact: what `sum` makes of floats differs between versions of Python, and a puzzle hangs on its grade.
    """
    wasted = fsum(cost for cost, _ in bad)
    if not good:
        return wasted, None
    in_vain = fsum(cost for cost, is_good in bad if not is_good)
    return wasted, in_vain / (len(good) + 1) + fsum(good) / len(good)

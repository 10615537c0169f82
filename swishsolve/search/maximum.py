"""The largest Swish: branch and bound over whole stacks.

Depth first as in groups.py; a complete stack is kept when it beats the best so far and may be extended by a further
group whose lowest card is higher. The search is over when it meets the bound of `bound_size`, which on a classic
table of 16 it does in 7 cases of 10, often within the first hundred nodes; otherwise the tree ends and proves the
rest. Looking for one size after the other from the bound downwards was tried: it repeats the same tree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from swishsolve.model.card import Card
from swishsolve.model.grid import Grid
from swishsolve.search.groups import Path, fewest_choices, unwind
from swishsolve.search.limits import NODES_BETWEEN_LOOKS, Limits
from swishsolve.search.placements import PlacementTable


def bound_matched_balls(grid: Grid, cards: Sequence[Card], *, in_one_stack: bool = True) -> int:
    """At most this many balls can lie in hoops at once, in one stack or in disjoint stacks.

    A move carries a symbol within its orbit, so a ball needs a hoop of its colour and orbit; in one stack an orbit
    takes no more balls than it has cells.
    """
    balls: Counter[tuple[int, str]] = Counter()
    hoops: Counter[tuple[int, str]] = Counter()
    for card in cards:
        for row, col, kind, colour in card.symbols:
            (balls if kind == "ball" else hoops)[grid.orbit_of[row, col], colour] += 1
    pairs = [0] * len(grid.orbits)
    for (orbit, colour), count in balls.items():
        pairs[orbit] += min(count, hoops[orbit, colour])
    if in_one_stack:
        pairs = [min(count, len(grid.orbits[orbit])) for orbit, count in enumerate(pairs)]
    return sum(pairs)


def bound_size(grid: Grid, cards: Sequence[Card], *, in_one_stack: bool = True) -> int:
    """No Swish of these cards (or no disjoint Swishes, together) has more cards than this.

    The cards with the fewest symbols share the balls that can be matched, each ball with its hoop.
    """
    symbols = 2 * bound_matched_balls(grid, cards, in_one_stack=in_one_stack)
    size = 0
    for size, card in enumerate(sorted(cards, key=lambda card: len(card.symbols)), start=1):
        symbols -= len(card.symbols)
        if symbols < 0:
            return size - 1
    return size


def iter_better_stacks(
    table: PlacementTable, limits: Limits, least: int, most: int, required: int = 0
) -> Iterator[tuple[int, ...]]:
    """Swishes as placement numbers, the first of at least `least` cards, each next one larger, none beyond `most`.

    When the iterator ends by itself the last one is the largest (none: no such Swish exists). The first `required`
    cards of the table are in every stack. Raises SearchStopped when a limit is reached.
    """
    cards = [table.layout.by_label[label] for label in table.labels]
    goal = max(least, 2)
    for lowest in range(1 if required else len(table.labels)):
        ceiling = min(most, bound_size(table.layout.grid, cards[lowest:]))
        if ceiling < goal:
            return
        for stack in _iter_stacks_from(table, limits, lowest, goal, ceiling, required):
            yield stack
            goal = len(stack) + 1


def _iter_stacks_from(
    table: PlacementTable, limits: Limits, lowest: int, goal: int, ceiling: int, required: int
) -> Iterator[tuple[int, ...]]:
    """Better and better stacks whose lowest card is `lowest`; ends when `ceiling` is met or the tree is done."""
    spots, completes, compatible = table.spots, table.completes, table.compatible
    symbols, card_of, of_card, from_card = table.symbols, table.card_of, table.of_card, table.from_card
    balls_mask = (1 << spots) - 1
    required_mask = (1 << required) - 1
    first = (of_card[lowest] & -of_card[lowest]).bit_length() - 1
    # The same stack with another latest group may go on differently, so a state is known by all three.
    seen: set[tuple[int, int, int]] = set()
    countdown = NODES_BETWEEN_LOOKS
    # stack, cards, allowed placements, lowest card of the latest group, path
    open_states: list[tuple[int, int, int, int, Path]] = [
        (symbols[first], 1 << lowest, compatible[first] & from_card[lowest + 1], lowest, (None, first))
    ]
    while open_states:
        stack, cards, allowed, group, path = open_states.pop()
        countdown -= 1
        if not countdown:
            countdown = NODES_BETWEEN_LOOKS
            limits.look()
        balls, hoops = stack & balls_mask, stack >> spots
        lonely = (balls & ~hoops) | (hoops & ~balls) << spots
        size = cards.bit_count()
        if lonely:
            choices = fewest_choices(lonely, completes, allowed) if size < ceiling else 0
        else:
            missing = required_mask & ~cards
            if size >= goal and not missing:
                yield unwind(path)
                goal = size + 1
                if goal > ceiling:
                    return
            # The next group's lowest card is higher; a required card that is missing has to be it.
            choices = allowed & (of_card[(missing & -missing).bit_length() - 1] if missing else from_card[group + 1])
        while choices:
            low = choices & -choices
            choices ^= low
            number = low.bit_length() - 1
            card = card_of[number]
            after = group if lonely else card
            state = stack | symbols[number], cards | 1 << card, after
            if state in seen:
                continue
            seen.add(state)
            may_follow = allowed & compatible[number]
            if not lonely:
                may_follow &= from_card[card + 1]
            open_states.append((*state[:2], may_follow, after, (path, number)))

"""Groups: the pieces of which every Swish is made.

A stack falls apart into groups, cards tied together by balls lying in each other's hoops. In a Swish every group has
its balls and hoops matched by itself, and groups share neither cards nor cells. So a Swish is a set of groups with
disjoint cards and cells, and for finding sets of cards a group is just two masks: its cards and its cells.

The groups are found depth first. The lowest card of a group lies as it is, which stands for all positions of the
group turned as a whole; then always the lonely symbol with the fewest completing placements is served, and none left
is a dead end. A state is remembered by its symbols and cards, so the orders in which it can be reached count once.
What was tried instead: walking whole Swishes rather than groups visits each arrangement of independent groups again,
2 to 8 times the nodes on 16 rich cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from swishsolve.search.limits import NODES_BETWEEN_LOOKS, Limits
from swishsolve.search.placements import PlacementTable

Path = tuple["Path", int] | None


class Group(NamedTuple):
    """A closed group: masks of cards and cells, and the path of its placements, the lowest card as it lies."""

    cards: int
    cells: int
    path: Path


def unwind(path: Path) -> tuple[int, ...]:
    """The placements of a path, first to last."""
    numbers = []
    while path:
        path, number = path
        numbers.append(number)
    return tuple(reversed(numbers))


def iter_groups(table: PlacementTable, limits: Limits, max_size: int | None = None) -> Iterator[Group]:
    """Every group with at most `max_size` cards, each pair of cards and cells once, by lowest card.

    A blank card is a group of its own, without cells. Raises SearchStopped when a limit is reached.
    """
    for lowest in range(len(table.labels)):
        yield from _iter_groups_of(table, lowest, limits, max_size or len(table.labels))


def _iter_groups_of(table: PlacementTable, lowest: int, limits: Limits, max_size: int) -> Iterator[Group]:
    spots, completes, compatible = table.spots, table.completes, table.compatible
    symbols, card_of = table.symbols, table.card_of
    balls_mask = (1 << spots) - 1
    first = (table.of_card[lowest] & -table.of_card[lowest]).bit_length() - 1
    seen: set[tuple[int, int]] = set()
    closed: set[tuple[int, int]] = set()
    countdown = NODES_BETWEEN_LOOKS
    open_states: list[tuple[int, int, int, Path]] = [
        (symbols[first], 1 << lowest, compatible[first] & table.from_card[lowest + 1], (None, first))
    ]
    while open_states:
        stack, cards, allowed, path = open_states.pop()
        countdown -= 1
        if not countdown:
            countdown = NODES_BETWEEN_LOOKS
            limits.look()
        balls, hoops = stack & balls_mask, stack >> spots
        lonely = (balls & ~hoops) | (hoops & ~balls) << spots
        if not lonely:
            if (cards, balls) not in closed:
                closed.add((cards, balls))
                yield Group(cards, table.cells_mask(balls), path)
            continue
        if cards.bit_count() >= max_size:
            continue
        choices = fewest_choices(lonely, completes, allowed)
        while choices:
            low = choices & -choices
            choices ^= low
            number = low.bit_length() - 1
            state = stack | symbols[number], cards | 1 << card_of[number]
            if state not in seen:
                seen.add(state)
                open_states.append((*state, allowed & compatible[number], (path, number)))


def fewest_choices(lonely: int, completes: tuple[int, ...], allowed: int) -> int:
    """The completing placements of the lonely symbol that has the fewest; 0 when one has none."""
    best, fewest = 0, -1
    while lonely:
        low = lonely & -lonely
        lonely ^= low
        choices = completes[low.bit_length() - 1] & allowed
        if not choices:
            return 0
        count = choices.bit_count()
        if count < fewest or fewest < 0:
            best, fewest = choices, count
    return best

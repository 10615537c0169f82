"""All sets of cards that are a Swish, each once, with one stack that works.

Groups are joined in the order of their lowest cards: stage j treats the states whose latest group has lowest card j,
and each may be joined by groups of later stages. A state is its cards and cells, reached in many ways and kept once;
what may still join it is one integer, a bit for each position of each group, so that a step is an intersection of sets.
(A table over cells, as one would write it for 12 cells, does the same work but walks pairs of cell masks that no cards
fill: 3 to 8 times slower on 16 cards.)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from swishsolve.model.swish import Placement, Stack
from swishsolve.model.transform import Transform
from swishsolve.search.groups import Group, iter_groups, unwind
from swishsolve.search.limits import NODES_BETWEEN_LOOKS, Limits
from swishsolve.search.placements import PlacementTable, iter_bits


class SwishSet(NamedTuple):
    """A set of cards that is a Swish, as a mask over the table's labels, and a stack that shows it."""

    cards: int
    stack: Stack


class _Position(NamedTuple):
    """A group in one of its positions."""

    cards: int
    cells: int
    group: Group
    turned: Transform


class _State(NamedTuple):
    cards: int
    cells: int
    may_join: int
    path: tuple[_Position, ...]


def iter_swish_sets(
    table: PlacementTable, limits: Limits, min_size: int = 2, max_size: int | None = None
) -> Iterator[SwishSet]:
    """Every set of cards of a size from `min_size` to `max_size` that is a Swish, each once, groups first.

    Raises SearchStopped when a limit is reached.
    """
    most = min(max_size or len(table.labels), len(table.labels))
    least = max(min_size, 2)
    groups: list[Group] = []
    listed: set[int] = set()
    for group in iter_groups(table, limits, most):
        groups.append(group)
        if group.cards not in listed and least <= group.cards.bit_count():
            listed.add(group.cards)
            yield SwishSet(group.cards, table.stack(unwind(group.path)))
    for state in _iter_unions(table, groups, limits, most):
        if state.cards not in listed and least <= state.cards.bit_count():
            listed.add(state.cards)
            yield SwishSet(state.cards, _stack_of(table, state.path))


def keep_minimal(sets: list[SwishSet]) -> list[SwishSet]:
    """The sets that contain no other of the list."""
    kept: list[SwishSet] = []
    for candidate in sorted(sets, key=lambda s: s.cards.bit_count()):
        if not any(smaller.cards & ~candidate.cards == 0 for smaller in kept):
            kept.append(candidate)
    return kept


def keep_maximal(sets: list[SwishSet]) -> list[SwishSet]:
    """The sets that no other of the list contains."""
    kept: list[SwishSet] = []
    for candidate in sorted(sets, key=lambda s: -s.cards.bit_count()):
        if not any(candidate.cards & ~larger.cards == 0 for larger in kept):
            kept.append(candidate)
    return kept


def _iter_unions(table: PlacementTable, groups: list[Group], limits: Limits, most: int) -> Iterator[_State]:
    """Every union of two or more groups, once for its cards and cells, the first group as it was found."""
    positions = _positions(table, _with_partner(groups, table.layout.grid.size))
    in_stage = [0] * (len(table.labels) + 1)
    for number, position in enumerate(positions):
        in_stage[_stage(position)] |= 1 << number
    sharing_cards = _sharing([position.cards for position in positions])
    sharing_cells = _sharing([position.cells for position in positions])
    everything = (1 << len(positions)) - 1

    def may_join(position: _Position) -> int:
        return everything & ~(sharing_cards[position.cards] | sharing_cells[position.cells])

    # Open states by the stage of their latest group; a state found again at an earlier stage may join more.
    open_states: list[list[_State]] = [[] for _ in table.labels]
    stage_of: dict[tuple[int, int], int] = {}

    def add(stage: int, state: _State) -> None:
        key = state.cards, state.cells
        if stage < stage_of.get(key, stage + 1):
            stage_of[key] = stage
            open_states[stage].append(state)

    for position in positions:
        if position.turned is Transform.IDENTITY:
            add(_stage(position), _State(position.cards, position.cells, may_join(position), (position,)))
    countdown = NODES_BETWEEN_LOOKS
    later = everything
    for stage, states in enumerate(open_states):
        later &= ~in_stage[stage]
        for state in states:
            if stage_of[state.cards, state.cells] < stage:
                continue
            countdown -= 1
            if not countdown:
                countdown = NODES_BETWEEN_LOOKS
                limits.look()
            if len(state.path) > 1:
                yield state
            for number in iter_bits(state.may_join & later):
                position = positions[number]
                cards = state.cards | position.cards
                if cards.bit_count() <= most:
                    together = state.may_join & may_join(position)
                    joined = _State(cards, state.cells | position.cells, together, (*state.path, position))
                    add(_stage(position), joined)


def _stage(position: _Position) -> int:
    return (position.cards & -position.cards).bit_length() - 1


def _sharing(masks: list[int]) -> dict[int, int]:
    """For each different mask, the numbers (as bits) of the masks that have a bit in common with it."""
    equal: dict[int, int] = {}
    for number, mask in enumerate(masks):
        equal[mask] = equal.get(mask, 0) | 1 << number
    with_bit: dict[int, int] = {}
    for mask, numbers in equal.items():
        for bit in iter_bits(mask):
            with_bit[bit] = with_bit.get(bit, 0) | numbers
    sharing = {}
    for mask in equal:
        together = 0
        for bit in iter_bits(mask):
            together |= with_bit[bit]
        sharing[mask] = together
    return sharing


def _with_partner(groups: list[Group], cells: int) -> list[Group]:
    """The groups for which another group has other cards and few enough cells."""
    sizes = sorted({(group.cells.bit_count(), group.cards) for group in groups})

    def has_partner(cards: int, most_cells: int) -> bool:
        for size, other in sizes:
            if size > most_cells:
                return False
            if not other & cards:
                return True
        return False

    paired = {(size, cards) for size, cards in sizes if has_partner(cards, cells - size)}
    return [group for group in groups if (group.cells.bit_count(), group.cards) in paired]


def _positions(table: PlacementTable, groups: list[Group]) -> list[_Position]:
    """Every different position of every group, by cards and cells, the one as found first."""
    grid = table.layout.grid
    moves = [
        (t, [1 << row * grid.cols + col for row, col in (t.apply(*cell, grid.rows, grid.cols) for cell in grid.cells)])
        for t in grid.transforms
    ]
    moved_cells: dict[int, list[tuple[Transform, int]]] = {}
    positions: dict[tuple[int, int], _Position] = {}
    for group in groups:
        if group.cells not in moved_cells:
            cells = list(iter_bits(group.cells))
            moved_cells[group.cells] = [(t, sum(bits[cell] for cell in cells)) for t, bits in moves]
        for transform, cells_mask in moved_cells[group.cells]:
            key = group.cards, cells_mask
            if key not in positions or transform is Transform.IDENTITY:
                positions[key] = _Position(*key, group, transform)
    return list(positions.values())


def _stack_of(table: PlacementTable, path: tuple[_Position, ...]) -> Stack:
    placements = []
    for position in path:
        for number in unwind(position.group.path):
            label, transform = table.placements[number]
            placements.append(Placement(label, transform.then(position.turned)))
    return tuple(sorted(placements, key=lambda placement: placement.label))

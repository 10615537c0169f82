"""The best cover: disjoint Swishes that together use as many cards as possible.

The fewest cards are left over: for d = 0, 1, 2, … a depth-first search takes the lowest card not yet decided, tries
every piece that starts with it, and may leave d cards out in all. What failed with d cards left is remembered by the
set of undecided cards. Pieces are groups (every Swish falls apart into them) unless a least size or blank cards make
larger pieces necessary. d starts where the balance of balls and hoops by orbit and colour puts it.
"""

from __future__ import annotations

from collections.abc import Iterator

from swishsolve.search.groups import iter_groups, unwind
from swishsolve.search.limits import NODES_BETWEEN_LOOKS, Limits
from swishsolve.search.maximum import bound_size
from swishsolve.search.placements import PlacementTable
from swishsolve.search.sets import SwishSet, iter_swish_sets


def iter_pieces(table: PlacementTable, limits: Limits, least: int, most: int) -> Iterator[SwishSet]:
    """Swishes of `least` to `most` cards that suffice for every cover, each set of cards once.

    Raises SearchStopped when a limit is reached.
    """
    blank = any(not symbols for symbols in table.symbols)
    if least > 2 or blank:
        yield from iter_swish_sets(table, limits, least, most)
        return
    listed: set[int] = set()
    for group in iter_groups(table, limits, most):
        if group.cards not in listed:
            listed.add(group.cards)
            yield SwishSet(group.cards, table.stack(unwind(group.path)))


def find_best_cover(
    table: PlacementTable, pieces: list[SwishSet], limits: Limits, required: int = 0
) -> list[SwishSet] | None:
    """Disjoint pieces that use as many cards as possible, the first `required` cards of the table among them.

    None when no cover has the required cards; an empty list when there is no piece. Raises SearchStopped.
    """
    starting: dict[int, list[SwishSet]] = {}
    usable = 0
    for piece in sorted(pieces, key=lambda piece: (-piece.cards.bit_count(), piece.cards)):
        starting.setdefault(piece.cards & -piece.cards, []).append(piece)
        usable |= piece.cards
    required_mask = (1 << required) - 1
    if required_mask & ~usable:
        return None
    cards = [table.layout.by_label[label] for index, label in enumerate(table.labels) if usable >> index & 1]
    count = len(cards)
    fewest_left = count - bound_size(table.layout.grid, cards, in_one_stack=False)
    failed_with: dict[int, int] = {}
    countdown = NODES_BETWEEN_LOOKS

    def cover(undecided: int, may_leave: int) -> list[SwishSet] | None:
        nonlocal countdown
        if not undecided:
            return []
        if failed_with.get(undecided, -1) >= may_leave:
            return None
        countdown -= 1
        if not countdown:
            countdown = NODES_BETWEEN_LOOKS
            limits.look()
        lowest = undecided & -undecided
        for piece in starting.get(lowest, ()):
            if not piece.cards & ~undecided:
                rest = cover(undecided & ~piece.cards, may_leave)
                if rest is not None:
                    return [piece, *rest]
        if may_leave and not lowest & required_mask:
            rest = cover(undecided & ~lowest, may_leave - 1)
            if rest is not None:
                return rest
        failed_with[undecided] = may_leave
        return None

    for may_leave in range(fewest_left, count + 1):
        found = cover(usable, may_leave)
        if found is not None:
            return found
    return None


def pack_greedily(pieces: list[SwishSet], required: int = 0) -> list[SwishSet]:
    """Disjoint pieces, small ones first: some cover, where there was no time for the best.

    Empty when it would lack one of the first `required` cards of the table.
    """
    used = 0
    chosen: list[SwishSet] = []
    required_mask = (1 << required) - 1
    for piece in sorted(pieces, key=lambda p: (not p.cards & required_mask, p.cards.bit_count(), p.cards)):
        if not piece.cards & used:
            used |= piece.cards
            chosen.append(piece)
    return [] if required_mask & ~used else chosen

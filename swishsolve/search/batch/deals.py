"""Sampled deals, compiled: is there a Swish, and which sets of cards are one.

Sample i of a seed is dealt from random numbers that are a function of the seed and i alone (SplitMix64 in counter
mode: Salmon et al., Parallel random numbers: as easy as 1, 2, 3, SC 2011), so it is the same whoever deals it. Cards
are drawn without repetition by Floyd's method, one number a card, without a pile to shuffle.

Whether a deal holds a Swish is mostly settled while it is dealt: a card whose partner lies there already ends it. Only
deals without a pair are searched.

For the full distribution the groups are walked first (search/groups.py) and then joined: what may still join a union
is kept as a list that shrinks with every group, and a bit for each of the 2^K sets of cards tells what was counted.
"""

from __future__ import annotations

import numpy as np

from swishsolve.search.batch.free_sets import MOST_LEVELS, ONE, Paths, has_cycle, has_group, lowest_bit, new_paths
from swishsolve.search.batch.table import BatchTable, Numbers, Words, compiled

MOST_CARDS = 20
MOST_GROUPS = 60_000


@compiled
def mixed(word: np.uint64) -> np.uint64:
    """SplitMix64's finishing step: every bit of the word matters to every bit of the result."""
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@compiled
def below(state: np.uint64, draw: int, limit: int) -> int:
    """A number below the limit, each as likely: 32 random bits scaled, drawn again where that would favour some."""
    many = np.uint64(limit)
    least = ((ONE << np.uint64(32)) - many) % many
    counter = np.uint64(draw) * np.uint64(0x9E3779B97F4A7C15)
    while True:
        scaled = (mixed(state + counter) >> np.uint64(32)) * many
        if scaled & np.uint64(0xFFFFFFFF) >= least:
            return int(np.int64(scaled >> np.uint64(32)))
        counter += np.uint64(0xD1B54A32D192ED03)


@compiled
def deal_sample(
    seed: np.uint64, sample: np.uint64, deck: Numbers, deal: int, taken: Words, partners: Words, left: Numbers
) -> bool:
    """Deal a sample into `left` (cards by type, cleared first); True and out early when two cards are a Swish.

    `taken` has a bit for each card of the deck, `partners` are those of the table or zeros to deal to the end.
    """
    state = mixed(mixed(seed + np.uint64(0x9E3779B97F4A7C15)) ^ (sample * np.uint64(0x9E3779B97F4A7C15)))
    total = len(deck)
    left[:] = 0
    taken[:] = 0
    present = np.uint64(0)
    for last in range(total - deal, total):
        card = below(state, last + 1, last + 1)
        if taken[card >> 6] >> np.uint64(card & 63) & ONE:
            card = last
        taken[card >> 6] |= ONE << np.uint64(card & 63)
        kind = deck[card]
        if partners[kind] & present:
            return True
        present |= ONE << np.uint64(kind)
        left[kind] += 1
    return False


@compiled
def holds_swish(table: BatchTable, left: Numbers, paths: Paths, out: Words, into: Words) -> bool:
    """Is there a Swish among these cards (numbers by type)? `left` is used up on the way."""
    if table.arrows:
        out[:] = 0
        into[:] = 0
        for kind in range(table.types):
            if left[kind]:
                for placement in range(table.first[kind], table.first[kind + 1]):
                    ball, hoop = table.spot_of_ball[placement], table.spot_of_hoop[placement]
                    out[ball] |= ONE << np.uint64(hoop)
                    into[hoop] |= ONE << np.uint64(ball)
        for kind in range(table.types):
            if left[kind]:
                left[kind] -= 1
                if has_cycle(table, left, out, into, paths, kind):
                    return True
                # Every Swish that is left does without cards of this type.
                if left[kind]:
                    left[kind] = 0
                for placement in range(table.first[kind], table.first[kind + 1]):
                    ball, hoop = table.spot_of_ball[placement], table.spot_of_hoop[placement]
                    out[ball] &= ~(ONE << np.uint64(hoop))
                    into[hoop] &= ~(ONE << np.uint64(ball))
        return False
    for kind in range(table.types):
        if left[kind]:
            left[kind] -= 1
            if has_group(table, left, paths, kind):
                return True
            left[kind] = 0
    return False


@compiled
def count_without_swish(table: BatchTable, deck: Numbers, deal: int, seed: int, first: int, samples: int) -> int:
    """How many of the samples first, first + 1, … hold no Swish."""
    left = np.zeros(table.types, np.int64)
    taken = np.zeros((len(deck) + 63) // 64, np.uint64)
    out = np.zeros(64, np.uint64)
    into = np.zeros(64, np.uint64)
    paths = new_paths()
    without = 0
    for sample in range(first, first + samples):
        if deal_sample(np.uint64(seed), np.uint64(sample), deck, deal, taken, table.partners, left):
            continue
        if not holds_swish(table, left, paths, out, into):
            without += 1
    return without


@compiled
def walk_groups(
    table: BatchTable, kinds: Numbers, first_of: Numbers, count_of: Numbers, group_cards: Words, group_cells: Words
) -> int:
    """Write every group of the dealt cards (masks of cards and cells) and return their number; -1: too many.

    Cards are sorted by type: those of type t are `first_of[t]` and the `count_of[t] - 1` that follow.
    """
    spots = table.spots
    balls = np.empty(MOST_LEVELS, np.uint64)
    hoops = np.empty(MOST_LEVELS, np.uint64)
    here = np.empty(MOST_LEVELS, np.int64)
    end = np.empty(MOST_LEVELS, np.int64)
    copy = np.empty(MOST_LEVELS, np.int64)
    cards = np.empty(MOST_LEVELS, np.uint64)
    groups = 0
    for lowest in range(len(kinds)):
        placement = table.first[kinds[lowest]]
        depth = 0
        balls[0], hoops[0], cards[0] = table.balls[placement], table.hoops[placement], ONE << np.uint64(lowest)
        if balls[0] == hoops[0]:
            if groups == len(group_cards):
                return -1
            group_cards[groups], group_cells[groups] = cards[0], np.uint64(0)
            groups += 1
            continue
        entered = True
        while depth >= 0:
            if entered:
                lonely = balls[depth] & ~hoops[depth]
                symbol = lowest_bit(lonely) if lonely else lowest_bit(hoops[depth] & ~balls[depth]) + spots
                here[depth], end[depth] = table.completing_from[symbol], table.completing_from[symbol + 1]
                copy[depth] = 0
                entered = False
            if here[depth] == end[depth]:
                depth -= 1
                continue
            candidate = table.completing[here[depth]]
            kind = table.type_of[candidate]
            if (
                copy[depth] >= count_of[kind]
                or table.ball_clash[candidate] & balls[depth]
                or table.hoop_clash[candidate] & hoops[depth]
            ):
                here[depth] += 1
                copy[depth] = 0
                continue
            card = first_of[kind] + copy[depth]
            copy[depth] += 1
            bit = ONE << np.uint64(card)
            if card < lowest or cards[depth] & bit:
                continue
            more_balls, more_hoops = balls[depth] | table.balls[candidate], hoops[depth] | table.hoops[candidate]
            if more_balls == more_hoops:
                mask = cards[depth] | bit
                cells = np.uint64(0)
                while more_balls:
                    spot = lowest_bit(more_balls)
                    more_balls &= more_balls - ONE
                    cells |= ONE << np.uint64(table.cell_index[spot])
                known = False
                for other in range(groups - 1, -1, -1):
                    if not group_cards[other] >> np.uint64(lowest) & ONE:
                        break
                    if group_cards[other] == mask and group_cells[other] == cells:
                        known = True
                        break
                if not known:
                    if groups == len(group_cards):
                        return -1
                    group_cards[groups], group_cells[groups] = mask, cells
                    groups += 1
                continue
            depth += 1
            balls[depth], hoops[depth], cards[depth] = more_balls, more_hoops, cards[depth - 1] | bit
            entered = True
    return groups


@compiled
def moved_cells(table: BatchTable, move: int, cells: np.uint64) -> np.uint64:
    """The cells (bits) after a move of the grid."""
    result = np.uint64(0)
    while cells:
        cell = lowest_bit(cells)
        cells &= cells - ONE
        result |= ONE << np.uint64(table.cell_moves[move, cell])
    return result


@compiled
def count_bits(word: np.uint64) -> int:
    """The number of one bits."""
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return int(np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56)))


@compiled
def join_groups(
    table: BatchTable,
    groups: int,
    group_cards: Words,
    group_cells: Words,
    seen: Words,
    position_cards: Words,
    position_cells: Words,
    lists: Numbers,
    sizes: Numbers,
) -> bool:
    """Count in `sizes` every set of cards that is a Swish, by its number of cards; False when there is no room.

    `seen` has a bit for each set and is cleared here; `lists` is room for the lists of what may still join.
    """
    seen[:] = 0
    # Every different position of every group; those of a group lie side by side, in the order of lowest cards.
    positions = 0
    moves = len(table.cell_moves)
    for group in range(groups):
        start = positions
        for move in range(moves):
            cells = moved_cells(table, move, group_cells[group])
            known = False
            for other in range(start, positions):
                if position_cells[other] == cells:
                    known = True
                    break
            if not known:
                if positions == len(position_cards):
                    return False
                position_cards[positions], position_cells[positions] = group_cards[group], cells
                positions += 1
    begin = np.empty(64, np.int64)
    at = np.empty(64, np.int64)
    stop = np.empty(64, np.int64)
    cards = np.empty(64, np.uint64)
    cells_of = np.empty(64, np.uint64)
    first_later = 0
    for group in range(groups):
        lowest = group_cards[group] & (~group_cards[group] + ONE)
        while first_later < positions and position_cards[first_later] & (~position_cards[first_later] + ONE) <= lowest:
            first_later += 1
        mask = group_cards[group]
        size = count_bits(mask)
        if size > 1 and not seen[mask >> np.uint64(6)] >> (mask & np.uint64(63)) & ONE:
            seen[mask >> np.uint64(6)] |= ONE << (mask & np.uint64(63))
            sizes[size] += 1
        depth = 0
        cards[0], cells_of[0] = mask, group_cells[group]
        used = 0
        for position in range(first_later, positions):
            if not position_cards[position] & mask and not position_cells[position] & cells_of[0]:
                lists[used] = position
                used += 1
        begin[0] = at[0] = 0
        stop[0] = used
        while depth >= 0:
            if at[depth] == stop[depth]:
                depth -= 1
                continue
            position = lists[at[depth]]
            at[depth] += 1
            both = cards[depth] | position_cards[position]
            if not seen[both >> np.uint64(6)] >> (both & np.uint64(63)) & ONE:
                seen[both >> np.uint64(6)] |= ONE << (both & np.uint64(63))
                sizes[count_bits(both)] += 1
            low = position_cards[position] & (~position_cards[position] + ONE)
            used = stop[depth]
            for index in range(at[depth], stop[depth]):
                other = lists[index]
                if (
                    not position_cards[other] & position_cards[position]
                    and not position_cells[other] & position_cells[position]
                    and position_cards[other] & (~position_cards[other] + ONE) > low
                ):
                    if used == len(lists):
                        return False
                    lists[used] = other
                    used += 1
            if used > stop[depth]:
                depth += 1
                begin[depth] = at[depth] = stop[depth - 1]
                stop[depth] = used
                cards[depth] = both
                cells_of[depth] = cells_of[depth - 1] | position_cells[position]
    return True


@compiled
def best_cover(pieces: Words, count: int, deal: int, failed: Numbers, undecided: np.uint64, may_leave: int) -> bool:
    """Can all undecided cards but `may_leave` be covered by disjoint pieces? See search/cover.py."""
    if not undecided:
        return True
    if failed[np.int64(undecided)] > may_leave:
        return False
    lowest = undecided & (~undecided + ONE)
    for index in range(count):
        piece = pieces[index]
        if piece & lowest and not piece & ~undecided:
            if best_cover(pieces, count, deal, failed, undecided & ~piece, may_leave):
                return True
        elif piece & (~piece + ONE) > lowest:
            break
    if may_leave and best_cover(pieces, count, deal, failed, undecided & ~lowest, may_leave - 1):
        return True
    failed[np.int64(undecided)] = may_leave + 1
    return False


@compiled
def survey_deals(
    table: BatchTable,
    deck: Numbers,
    deal: int,
    seed: int,
    first: int,
    samples: int,
    with_cover: bool,
    by_size: Numbers,
    squares: Numbers,
    maxima: Numbers,
    pairs: Numbers,
    covers: Numbers,
) -> int:
    """The Swishes of the samples first, first + 1, …; returns the samples that were too rich for the room there is.

    Adds by size the sets of cards that are a Swish to `by_size` and the square of their number in a deal to `squares`;
    to `maxima`, `pairs` and `covers` the deals by the size of the largest Swish, by the number of Swishes of two cards
    (the last place: that many or more) and by the cards of the best cover.
    """
    left = np.zeros(table.types, np.int64)
    taken = np.zeros((len(deck) + 63) // 64, np.uint64)
    no_partners = np.zeros(table.types, np.uint64)
    kinds = np.zeros(deal, np.int64)
    first_of = np.zeros(table.types, np.int64)
    group_cards = np.empty(MOST_GROUPS, np.uint64)
    group_cells = np.empty(MOST_GROUPS, np.uint64)
    position_cards = np.empty(MOST_GROUPS, np.uint64)
    position_cells = np.empty(MOST_GROUPS, np.uint64)
    lists = np.empty(16 * MOST_GROUPS, np.int64)
    seen = np.zeros(max(1, (1 << deal) >> 6), np.uint64)
    sizes = np.zeros(deal + 1, np.int64)
    failed = np.zeros(1 << deal if with_cover else 1, np.int64)
    too_rich = 0
    for sample in range(first, first + samples):
        deal_sample(np.uint64(seed), np.uint64(sample), deck, deal, taken, no_partners, left)
        card = 0
        for kind in range(table.types):
            first_of[kind] = card
            for _ in range(left[kind]):
                kinds[card] = kind
                card += 1
        groups = walk_groups(table, kinds, first_of, left, group_cards, group_cells)
        sizes[:] = 0
        if groups < 0 or not join_groups(
            table, groups, group_cards, group_cells, seen, position_cards, position_cells, lists, sizes
        ):
            too_rich += 1
            continue
        largest = 0
        for size in range(2, deal + 1):
            by_size[size] += sizes[size]
            squares[size] += sizes[size] * sizes[size]
            if sizes[size]:
                largest = size
        maxima[largest] += 1
        pairs[min(sizes[2], deal)] += 1
        if with_cover:
            failed[:] = 0
            every = (ONE << np.uint64(deal)) - ONE
            for may_leave in range(deal + 1):
                if best_cover(group_cards, groups, deal, failed, every, may_leave):
                    covers[deal - may_leave] += 1
                    break
    return too_rich

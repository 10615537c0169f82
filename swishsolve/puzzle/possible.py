"""Why there can be no such puzzle: short reasons from counting, and for strict puzzles a proof by walking all cases.

In a strict puzzle the answer is a Swish that holds no smaller one, and every further card makes no Swish with what is
there. So all minimal Swishes of the asked size are listed, one of each class under the symmetries of the deck, and the
tables around each are enumerated like the Swish-free sets of a census. For classic-60 that takes seconds and shows
that 16 cards allow strict answers of at most 6: minimal Swishes have up to 8 cards, but no more than 8 cards go
together where the answer has 7 or 8.
"""

from __future__ import annotations

from swishsolve.deck.universe import all_cards
from swishsolve.model.card import Card
from swishsolve.puzzle.supply import DeckSupply, FreeSupply, Supply
from swishsolve.search.limits import Limits
from swishsolve.search.maximum import bound_size

MOST_STEPS = 20_000_000
MOST_SETS = 20_000
MOST_CLASSES = 400


def why_impossible(supply: Supply, cards: int, size: int, least: int) -> str | None:
    """A reason why no such puzzle exists that counting shows, or None when there is none."""
    if size > cards:
        return f"an answer of {size} cards does not fit a table of {cards}"
    if size < least:
        return f"an answer of {size} cards is no Swish of at least {least}"
    if isinstance(supply, FreeSupply):
        if supply.balls != supply.hoops:
            return f"a Swish has as many balls as hoops, and these cards have {supply.balls} and {supply.hoops} each"
        if size * supply.balls > supply.grid.size:
            return (
                f"{size} cards have {size * supply.balls} balls, and a {supply.grid} card has {supply.grid.size} cells"
            )
        return None
    assert isinstance(supply, DeckSupply)
    deck = supply.deck
    if cards > len(deck.cards):
        return f"the deck has {len(deck.cards)} cards, not {cards}"
    most = bound_size(supply.grid, deck.cards)
    if size > most:
        return f"no Swish of the deck has more than {most} cards: no more of its balls and hoops can be matched"
    return None


def prove_impossible(supply: Supply, cards: int, size: int, limits: Limits | None = None) -> str | None:
    """The reason why no strict puzzle of that size exists, proven by exhaustion; None when it may exist, or when the
    limits came first.
    """
    limits = limits or Limits()
    types = _types_of(supply, cards)
    if types is None:
        return None
    import numpy as np

    from swishsolve.deck.symmetry import find_symmetries
    from swishsolve.search.batch.free_sets import count_free
    from swishsolve.search.batch.minimal import find_minimal_from
    from swishsolve.search.batch.table import MAX_SPOTS, MAX_TYPES, build_batch_table

    spots = {(symbol.row, symbol.col, symbol.colour) for card, _ in types for symbol in card.symbols}
    if len(types) > MAX_TYPES or len(spots) * len(supply.grid.transforms) > MAX_SPOTS * 8:
        return None
    table = build_batch_table([card for card, _ in types])
    copies = np.array([count for _, count in types], np.int64)
    found = np.zeros(256, np.int64)
    sets: set[tuple[int, ...]] = set()
    for start in range(len(types)):
        if limits.reached():
            return None
        rows = np.zeros((MOST_SETS, len(types)), np.int64)
        if find_minimal_from(table, copies, start, MOST_STEPS, found, size, rows) < 0 or rows[-1].any():
            return None
        sets |= {tuple(row) for row in rows.tolist() if any(row)}
    if not sets:
        largest = int(np.flatnonzero(found)[-1]) if found.any() else 0
        which = f"the largest that holds no smaller one has {largest}" if largest else "there is none"
        return f"every Swish of {size} of these cards holds a smaller one; {which}"
    symmetries = find_symmetries(types)
    classes = {min(tuple(row[t] for t in permutation) for permutation in symmetries) for row in sets}
    if len(classes) > MOST_CLASSES:
        return None
    largest = 0
    every, never = np.arange(len(types)), np.zeros(1, np.int64)
    for row in sorted(classes):
        if limits.reached():
            return None
        low, high = np.zeros(cards + 1, np.uint64), np.zeros(cards + 1, np.uint64)
        most = np.zeros(len(types), np.int64)
        start_row = np.array([row], np.int64)
        nodes = count_free(
            table, copies, every, start_row, np.ones(1, np.uint64), cards, low, high, most, MOST_STEPS // 10, never
        )
        largest = max(largest, int(most.sum()))
        if nodes < 0 or largest >= cards:
            return None
    return f"around every answer of {size} cards at most {largest} cards go together without another Swish, not {cards}"


def _types_of(supply: Supply, cards: int) -> list[tuple[Card, int]] | None:
    """The card types with the copies that a table can hold; None where they are too many to list."""
    if isinstance(supply, DeckSupply):
        copies: dict[Card, int] = {}
        for card in supply.deck.cards:
            copies[card.canonical()] = copies.get(card.canonical(), 0) + 1
        return list(copies.items())
    assert isinstance(supply, FreeSupply)
    if (supply.colours is None and len(supply.letters) > 2) or supply.balls + supply.hoops > 2 or supply.grid.size > 20:
        return None
    letters, classic = supply.letters, supply.colours is not None
    return [(card, cards) for card in all_cards(supply.grid, letters, supply.balls, supply.hoops, classic=classic)]

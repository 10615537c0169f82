"""The compiled kernels against trying everything, on the cards of random layouts of many kinds."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from swishsolve.model.card import Card
from swishsolve.model.layout import Layout
from swishsolve.search.batch.deals import count_without_swish, deal_sample, holds_swish, survey_deals
from swishsolve.search.batch.free_sets import new_paths
from swishsolve.search.batch.minimal import find_minimal_from, is_free
from swishsolve.search.batch.table import BatchTable, build_batch_table
from tests.reference import FAMILIES, best_cover_size, brute_force_sets, random_layout

LAYOUTS = 25


def as_deck(layout: Layout) -> tuple[BatchTable, list[Card], Any]:
    """The table of a layout's cards, its types, and the type of each card."""
    types = list(dict.fromkeys(laid.card.canonical() for laid in layout))
    return build_batch_table(types), types, np.array([types.index(laid.card.canonical()) for laid in layout], np.int64)


@pytest.mark.parametrize("family", FAMILIES)
def test_kernels_find_what_trying_everything_finds(family: str) -> None:
    for seed in range(3000, 3000 + LAYOUTS):
        layout = random_layout(FAMILIES[family], seed)
        sets = brute_force_sets(layout)
        table, types, deck = as_deck(layout)
        counts = np.bincount(deck, minlength=len(types))
        room = [np.zeros(64, np.uint64) for _ in range(2)]
        assert holds_swish(table, counts.copy(), new_paths(), *room) == bool(sets), seed
        assert is_free(table, counts, new_paths()) == (not sets), seed
        assert count_without_swish(table, deck, len(deck), 1, 0, 3) == (0 if sets else 3)

        blank = any(not card.symbols for card in types)
        sums = [np.zeros(len(deck) + 1, np.int64) for _ in range(5)]
        assert survey_deals(table, deck, len(deck), 1, 0, 1, not blank, *sums) == 0
        sizes = Counter(map(len, sets))
        assert sums[0].tolist() == [sizes[size] for size in range(len(deck) + 1)], seed
        assert sums[2][max(map(len, sets), default=0)] == 1
        if not blank:
            assert sums[4][best_cover_size(sets)] == 1, seed

        minimal = {s for s in sets if not any(other < s for other in sets)}
        wanted = {tuple(sorted(deck[layout.cards.index(c)] for c in layout.cards if c.label in s)) for s in minimal}
        rows = []
        for start in range(len(types)):
            found = np.zeros((4000, len(types)), np.int64)
            find_minimal_from(table, counts, start, 10**7, np.zeros(256, np.int64), 0, found)
            rows += [row for row in found.tolist() if any(row)]
        assert {tuple(k for k, count in enumerate(row) for _ in range(count)) for row in rows} == wanted, seed


def test_samples_are_even_and_belong_to_seed_and_number() -> None:
    deck = np.arange(30, dtype=np.int64)
    left, taken, partners = np.zeros(30, np.int64), np.zeros(1, np.uint64), np.zeros(30, np.uint64)
    drawn = np.zeros(30, np.int64)
    together = 0
    for sample in range(20_000):
        deal_sample(np.uint64(5), np.uint64(sample), deck, 6, taken, partners, left)
        assert left.sum() == 6 and left.max() == 1
        drawn += left
        together += left[0] * left[29]
    assert abs(drawn - 4000).max() < 4 * (20_000 * 0.2 * 0.8) ** 0.5
    assert abs(together - 20_000 * 6 * 5 / 30 / 29) < 4 * (20_000 * 0.0345) ** 0.5
    first = left.copy()
    deal_sample(np.uint64(5), np.uint64(19_999), deck, 6, taken, partners, left)
    assert (left == first).all()
    deal_sample(np.uint64(6), np.uint64(19_999), deck, 6, taken, partners, left)
    assert (left != first).any()

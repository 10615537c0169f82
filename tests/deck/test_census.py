"""Census, largest Swish-free set and symmetries: check values, and small decks by trying everything."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import pytest

from swishsolve.deck.census import merged_types, take_census
from swishsolve.deck.largest import find_largest_swish_free
from swishsolve.deck.runners import threads
from swishsolve.deck.specification import specification_names
from swishsolve.deck.symmetry import find_symmetries, orbits_of
from swishsolve.errors import InputError
from swishsolve.model.card import Card
from swishsolve.model.deck import Deck, deck_names, read_deck
from swishsolve.model.layout import Layout
from swishsolve.search.limits import Limits
from swishsolve.solve import solve
from tests.cli.running import run
from tests.reference import FAMILIES, brute_force_sets, layout_of, random_layout

# Deals of k cards of classic-60 without a Swish: check values for k <= 6, counted by other means; the others are this
# program's own.
CLASSIC_60 = (1, 60, 1_720, 30_850, 379_054, 3_300_804, 20_943_179, 101_091_588, 387_352_076, 1_215_927_264)


def deck_of(layout: Layout) -> Deck:
    counted: dict[Card, int] = {}
    for laid in layout:
        counted[laid.card] = counted.get(laid.card, 0) + 1
    return Deck("random", layout.grid, layout.rule, layout.colours, None, None, tuple(counted.items()))


def test_check_values_of_classic_60() -> None:
    census = take_census(read_deck("classic-60"), 9, run=threads(2))
    assert census.without_swish == CLASSIC_60
    assert census.deals == tuple(comb(60, k) for k in range(10))
    assert census.symmetries == 256
    assert census.complete and len(census.largest) == 9


@pytest.mark.parametrize("family", FAMILIES)
def test_census_of_small_decks(family: str) -> None:
    for seed in range(4000, 4006):
        layout = random_layout(FAMILIES[family], seed)
        sets = brute_force_sets(layout)
        free = [0] * (len(layout) + 1)
        for size in range(len(layout) + 1):
            for labels in combinations([laid.label for laid in layout], size):
                free[size] += not any(swish <= set(labels) for swish in sets)
        deck = deck_of(layout)
        census = take_census(deck, len(layout))
        assert list(census.without_swish) == free, seed
        largest = max(size for size, count in enumerate(free) if count)
        assert len(census.largest) == largest
        assert not brute_force_sets(layout_of(list(census.largest))) if census.largest else True
        found = find_largest_swish_free(merged_types(deck))
        assert found.proven and len(found.cards) == found.bound == largest, seed


@pytest.mark.parametrize("name", ["classic-36", "junior-42", "square-48"])
def test_symmetries_form_a_group_and_keep_swishes(name: str) -> None:
    types = merged_types(read_deck(name))
    group = find_symmetries(types)
    members = set(group)
    identity = tuple(range(len(types)))
    assert identity in members
    random = Random(1)
    for _ in range(50):
        a, b = random.choice(group), random.choice(group)
        assert tuple(a[b[t]] for t in identity) in members
    assert sorted(t for orbit in orbits_of(group) for t in orbit) == list(identity)
    for _ in range(20):
        kinds, permutation = random.sample(identity, 6), random.choice(group)
        there = solve(layout_of([types[t][0] for t in kinds]), "all").counts
        image = solve(layout_of([types[permutation[t]][0] for t in kinds]), "all").counts
        assert there == image


def test_the_largest_swish_free_set_of_classic_60_has_32_cards() -> None:
    found = find_largest_swish_free(merged_types(read_deck("classic-60")))
    assert (len(found.cards), found.proven) == (32, True)
    assert solve(layout_of(list(found.cards), classic=True), "first").status == "none"


def test_a_stopped_census_knows_nothing() -> None:
    census = take_census(read_deck("classic-60"), 20, limits=Limits(seconds=0))
    assert not census.complete


def test_decks_beyond_the_kernel_are_refused() -> None:
    deck = read_deck("classic-36")
    many = Deck("many", deck.grid, deck.rule, deck.colours, 1, 1, tuple((card, 900) for card, _ in deck.types))
    with pytest.raises(InputError, match="2\\^64"):
        take_census(many, 20)


def test_the_numbers_of_the_text_are_for_people() -> None:
    text = run("deck", "census", "classic-36", "--deal", "4", COLUMNS="120").stdout.decode()
    assert not re.search(r"\d[eE][-+]?\d|(?<![.\d])\d{4}|symmetr", text), text
    deals, without = 58_905, take_census(read_deck("classic-36"), 4).without_swish[4]
    share = Fraction(without, deals)
    assert f"Of the {deals:,} deals of 4 cards of classic-36, {without:,} have no Swish: a share of 0." in text
    assert share.denominator == deals or f" = {share.numerator:,}/{share.denominator:,}." in text


def test_every_example_names_what_ships() -> None:
    for command in ((), ("new",), ("census",), ("survey",), ("render",), ("compare",)):
        for line in run("deck", *command, "--help").stdout.decode().splitlines():
            example = re.match(r"    swishsolve deck (?:new|census|survey|render) (\S+)", line)
            if example and example[1] != "my.toml":
                assert example[1] in (*deck_names(), *specification_names())

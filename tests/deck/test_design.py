"""Designs: what was asked for is there, and what is said to be impossible is."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from swishsolve.deck.census import merged_types
from swishsolve.deck.design import design_deck
from swishsolve.deck.largest import find_largest_swish_free
from swishsolve.deck.specification import find_specification, parse_specification, specification_names
from swishsolve.errors import InputError
from swishsolve.model.deck import Deck, deck_names, format_deck, parse_deck, read_deck
from swishsolve.solve import solve
from tests.cli.running import run
from tests.reference import layout_of

IMPOSSIBLE = {"always-four", "too-many", "unmatched"}
QUICK = {"always-nine", "always-seven", "classic-36-again", "with-and-without", "always-four", "too-many", "unmatched"}


def swishes_of(deck: Deck, size: int) -> int:
    """The number of sets of that many cards that are a Swish."""
    solution = solve(layout_of(list(deck.cards)), "all", min_size=size, max_size=size)
    return len(solution.swishes)


def test_twelve_specifications_ship() -> None:
    assert len(specification_names()) == 12
    assert set(specification_names()) >= IMPOSSIBLE
    assert not set(deck_names()) & {"specs"}


@pytest.mark.parametrize("name", sorted(QUICK))
def test_shipped_specifications(name: str) -> None:
    spec = find_specification(name)
    design = design_deck(spec)
    if name in IMPOSSIBLE:
        assert design.status == "impossible" and design.deck is None and design.reason
        return
    deck = design.deck
    assert design.status == "found" and deck
    assert len(deck.cards) == spec.cards
    assert max(count for _, count in merged_types(deck)) <= spec.copies
    assert {card.canonical() for card in deck.cards} <= set(spec.candidates)
    assert {card.canonical() for card in deck.cards} >= set(spec.must)
    if spec.pairs:
        assert spec.pairs[0] <= swishes_of(deck, 2) <= spec.pairs[1]
    if spec.triples:
        assert spec.triples[0] <= swishes_of(deck, 3) <= spec.triples[1]
    if spec.largest_swish:
        assert solve(layout_of(list(deck.cards)), "first", min_size=spec.largest_swish).status == "found"
    if spec.always_swish:
        free = find_largest_swish_free(merged_types(deck))
        assert free.proven and len(free.cards) == design.largest_free < spec.always_swish
    assert parse_deck(format_deck(deck)) == deck


def test_a_guarantee_by_trying_everything() -> None:
    text = 'name = "t"\ngrid = "3x2"\n[design]\ncards = 7\ncopies = 2\nalways_swish = {}'
    for wanted in (3, 4, 5, 6):
        design = design_deck(parse_specification(text.format(wanted)))
        if design.deck:
            for cards in combinations(design.deck.cards, wanted):
                assert solve(layout_of(list(cards)), "first").status == "found"
        else:
            assert design.status == "impossible" and design.best_proven and design.best and design.best > wanted


def test_pairs_triples_and_balances_are_met() -> None:
    text = """
    name = "small"
    grid = "3x3"
    rule = "free"
    colours = "bg"
    [design]
    cards = 16
    copies = 2
    balance = ["colours", "kinds", "cells"]
    pairs = [3, 6]
    triples = [2, 9]
    """
    deck = design_deck(parse_specification(text)).deck
    assert deck
    assert 3 <= swishes_of(deck, 2) <= 6
    assert 2 <= swishes_of(deck, 3) <= 9
    symbols = Counter((s.colour, s.kind) for card in deck.cards for s in card.symbols)
    assert max(symbols.values()) - min(symbols.values()) <= 1
    cells = Counter((s.row, s.col) for card in deck.cards for s in card.symbols)
    for orbit in deck.grid.orbits:
        assert max(cells[cell] for cell in orbit) - min(cells[cell] for cell in orbit) <= 2


def test_shipped_decks_are_what_their_specifications_ask() -> None:
    assert swishes_of(read_deck("pairless-60"), 2) == 0
    assert 8 <= swishes_of(read_deck("few-pairs-60"), 2) <= 14
    junior = read_deck("junior-42")
    assert len(junior.cards) == 42 and all(len(card.symbols) == 2 for card in junior.cards)
    assert len(junior.grid.transforms) == 8
    assert len({s.colour for card in junior.cards for s in card.symbols}) == 4


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('name = "t"\ngrid = "4x3"', "design"),
        ('name = "t"\ngrid = "40x3"\n[design]\ncards = 3', "rows x columns"),
        ('name = "t"\ngrid = "4x3"\ncolour = "b"\n[design]\ncards = 3', "colour"),
        ('name = "t"\ngrid = "4x3"\n[design]\ncards = 3\npairs = [3, 2]', "at most"),
        ('name = "t"\ngrid = "4x3"\n[design]\ncards = 3\nmust = ["b.."]', "expected 4"),
        ('name = "t"\ngrid = "4x3"\n[design]\ncards = 3\nbalance = ["luck"]', "colours, kinds"),
        ('name = "t"\ngrid = "4x3"\n[design]\ncards = "many"', "1 to 200"),
        ("name =", "TOML"),
    ],
)
def test_faults_of_specifications(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_specification(text)


def test_the_command_line(tmp_path: Path) -> None:
    done = run("deck", "new", "always-nine")
    assert done.returncode == 0, done.stderr
    deck = parse_deck(done.stdout.decode())
    assert len(deck.cards) == 14
    written = run("deck", "new", "always-nine", "-o", tmp_path / "deck.toml")
    assert (tmp_path / "deck.toml").read_bytes() == done.stdout
    assert f"deck: {tmp_path / 'deck.toml'}\n" in written.stderr.decode() and not written.stdout
    done = run("deck", "new", "always-four", "--json")
    assert done.returncode == 1 and b"at best N = 8" in done.stderr
    assert run("deck", "new", "no-such-spec").returncode == 2

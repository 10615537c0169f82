"""Annealing: a Swish by the rule, the same on every run, never larger than there is, honest when it is stopped."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from swishsolve.model.card import Card, Symbol
from swishsolve.model.grid import Grid
from swishsolve.model.layout import Layout
from swishsolve.model.swish import verify
from swishsolve.search.annealing import (
    ARCS,
    BALL_COLOUR,
    CARD,
    ENDS,
    FROM,
    HOOP_COLOUR,
    TO,
    WAITING,
    acceptance,
    anneal,
    build_arcs,
    find_large_stack,
    new_chain,
)
from swishsolve.search.limits import Limits
from swishsolve.search.placements import build_placements
from swishsolve.solve import solve
from tests.reference import FAMILIES, brute_force_sets, layout_of, random_layout

ARC_FAMILIES = ("classic", "one colour", "square 3x3", "long 2x5", "equal cards")


def random_board(side: int, cards: int, colours: str, seed: int) -> Layout:
    random = Random(seed)
    grid = Grid(side, side)
    drawn = []
    for _ in range(cards):
        ball, hoop = random.sample(grid.cells, 2)
        symbols = Symbol(*ball, "ball", random.choice(colours)), Symbol(*hoop, "hoop", random.choice(colours))
        drawn.append(Card(grid, symbols))
    return layout_of(drawn)


def find(layout: Layout, *, enough: int = 999, chains: int = 3, workers: int = 1, most: int = 999) -> tuple[int, ...]:
    table = build_placements(layout, [laid.label for laid in layout])
    numbers = find_large_stack(
        table, Limits(), enough=enough, most=most, chains=chains, steps_per_cell=2000, workers=workers
    )
    if numbers:
        assert not verify(layout, table.stack(numbers))
    return numbers


@pytest.mark.parametrize("enough", [20, 24, 999])
def test_the_answer_does_not_depend_on_the_workers(enough: int) -> None:
    layout = random_board(6, 90, "bgop", 1)
    answers = {find(layout, enough=enough, chains=5, workers=workers) for workers in (1, 2, 5)}
    assert len(answers) == 1


def test_the_answer_is_the_same_on_every_machine() -> None:
    assert [len(find(random_board(6, 90, "bgopry", seed))) for seed in range(4)] == [31, 23, 29, 31]


@pytest.mark.parametrize("family", ARC_FAMILIES)
def test_never_larger_than_the_largest(family: str) -> None:
    met = 0
    for seed in range(5000, 5006):
        layout = random_layout(FAMILIES[family], seed)
        sets = brute_force_sets(layout)
        largest = max(map(len, sets), default=0)
        numbers = find(layout, enough=largest)
        assert len(numbers) <= largest
        met += len(numbers) == largest
        assert len(find(layout, enough=3, most=3)) <= 3
    assert met >= 5


def test_the_books_are_kept() -> None:
    layout = random_board(5, 60, "bgop", 3)
    table = build_arcs(build_placements(layout, [laid.label for laid in layout]))
    state = new_chain(table, 0)
    accept = acceptance()
    for _ in range(50):
        anneal(table, state, accept, 97, 999, 999)
        out, into = state.out >= 0, state.into >= 0
        assert state.counts[ARCS] == out.sum() == into.sum() == (state.laid >= 0).sum()
        assert state.counts[ENDS] == (out != into).sum()
        assert set(state.waiting[: state.counts[WAITING]]) == set(np.flatnonzero(~(out & into)))
        for card, arc in enumerate(state.laid):
            if arc >= 0:
                row = table.arcs[arc]
                assert row[CARD] == card and state.out[row[FROM]] == arc and state.into[row[TO]] == arc
        for cell in np.flatnonzero(out & into):
            assert table.arcs[state.out[cell], HOOP_COLOUR] == table.arcs[state.into[cell], BALL_COLOUR]


def test_cards_with_more_symbols_are_no_arcs() -> None:
    layout = random_layout(FAMILIES["doubles"], 0)
    with pytest.raises(ValueError, match="one ball and one hoop"):
        build_arcs(build_placements(layout, [laid.label for laid in layout]))


def test_a_stop_leaves_the_best_so_far() -> None:
    layout = random_board(10, 300, "bgopry", 5)
    limits = Limits()
    seen: list[int] = []

    def on_better(cards: int) -> None:
        seen.append(cards)
        if cards > 60:
            limits.request_stop()

    limits.on_better = on_better
    solution = solve(layout, workers=1, limits=limits)
    assert solution.maximum >= 60 and len(solution.swishes) == 1
    assert not solution.complete and solution.bound > solution.maximum
    assert seen == sorted(set(seen))


def test_a_full_board_is_proven_by_its_cells() -> None:
    solution = solve(random_board(7, 160, "bgo", 2), workers=2)
    assert (solution.maximum, solution.bound, solution.complete, solution.engine) == (49, 49, True, "bitset")


def test_first_and_sizes_are_kept_to() -> None:
    layout = random_board(8, 200, "bgop", 4)
    assert len(solve(layout, "first", min_size=50, workers=1).swishes[0]) >= 50
    assert solve(layout, "maximum", max_size=40, workers=1).maximum == 40

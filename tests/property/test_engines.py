"""Several engines, one truth: the bitset core and CP-SAT against a search by hand, as sets of answers."""

from __future__ import annotations

from random import Random

import pytest

from swishsolve.model.layout import Label, Layout
from swishsolve.model.swish import verify
from swishsolve.solution import Solution
from swishsolve.solve import solve
from tests.reference import FAMILIES, best_cover_size, brute_force_sets, random_layout

LAYOUTS_PER_FAMILY = 120
CP_SAT_LAYOUTS_PER_FAMILY = 12


def card_sets(solution: Solution) -> set[frozenset[Label]]:
    sets = [frozenset(label for label, _ in stack) for stack in solution.swishes]
    assert len(set(sets)) == len(sets), "a set of cards is listed twice"
    assert all(not verify(solution.layout, stack) for stack in solution.swishes)
    return set(sets)


def check_questions(layout: Layout, engine: str, sets: set[frozenset[Label]]) -> None:
    status = "found" if sets else "none"
    largest = max(map(len, sets), default=0)
    for question in ("maximum", "first", "cover"):
        solution = solve(layout, question, engine=engine)
        assert solution.status == status, question
        assert solution.complete
        assert card_sets(solution) <= sets
        if question == "maximum":
            assert solution.maximum == solution.bound == largest
        if question == "cover":
            assert solution.covered == best_cover_size(sets)
            assert len({label for stack in solution.swishes for label, _ in stack}) == solution.covered


@pytest.mark.parametrize("family", FAMILIES)
def test_the_core_finds_the_sets_that_trying_everything_finds(family: str) -> None:
    for seed in range(LAYOUTS_PER_FAMILY):
        layout = random_layout(FAMILIES[family], seed)
        sets = brute_force_sets(layout)
        assert card_sets(solve(layout, "all")) == sets, seed
        assert card_sets(solve(layout, "minimal")) == {s for s in sets if not any(o < s for o in sets)}, seed
        assert card_sets(solve(layout, "maximal")) == {s for s in sets if not any(o > s for o in sets)}, seed
        check_questions(layout, "bitset", sets)


@pytest.mark.parametrize("family", FAMILIES)
def test_cp_sat_agrees_with_trying_everything(family: str) -> None:
    for seed in range(1000, 1000 + CP_SAT_LAYOUTS_PER_FAMILY):
        layout = random_layout(FAMILIES[family], seed)
        check_questions(layout, "cp-sat", brute_force_sets(layout))


@pytest.mark.parametrize("family", FAMILIES)
def test_sizes_and_required_cards_filter_what_everything_gives(family: str) -> None:
    for seed in range(2000, 2040):
        layout = random_layout(FAMILIES[family], seed)
        random = Random(seed)
        sets = brute_force_sets(layout)
        low = random.randint(2, 4)
        high = random.choice([None, low, low + 1])
        labels = [laid.label for laid in layout]
        having, without = random.sample(labels, random.randint(0, 2)), random.sample(labels, 1)
        if set(having) & set(without):
            without = []
        there = {s for s in sets if not s & set(without)}
        sizes = {"min_size": low, "max_size": high, "without": without}

        def fits(swish: frozenset[Label], low: int = low, high: int | None = high) -> bool:
            return low <= len(swish) <= (high or 99)

        wanted = {s for s in there if fits(s) and s >= set(having)}
        assert card_sets(solve(layout, "all", having=having, **sizes)) == wanted, seed
        minimal = {s for s in wanted if not any(o < s for o in there)}
        assert card_sets(solve(layout, "minimal", having=having, **sizes)) == minimal, seed
        maximal = {s for s in wanted if not any(o > s for o in there)}
        assert card_sets(solve(layout, "maximal", having=having, **sizes)) == maximal, seed
        for engine in ("bitset", "cp-sat") if seed % 8 == 0 else ("bitset",):
            largest = solve(layout, "maximum", having=having, engine=engine, **sizes)
            assert largest.maximum == max(map(len, wanted), default=0), (seed, engine)
            assert card_sets(largest) <= wanted
            assert card_sets(solve(layout, "first", having=having, engine=engine, **sizes)) <= wanted
            cover = solve(layout, "cover", engine=engine, **sizes)
            assert cover.covered == best_cover_size({s for s in there if fits(s)}), (seed, engine)

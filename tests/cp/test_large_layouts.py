"""Layouts beyond a table of 20: the steps that `auto` takes when the core alone does not settle a question."""

from __future__ import annotations

from pathlib import Path

import pytest

from swishsolve import solve as entry
from swishsolve.model.deck import read_deck
from swishsolve.model.layout import Layout
from swishsolve.model.layout_text import parse_layout_text
from swishsolve.search.limits import Limits
from swishsolve.solve import solve
from tests.reference import FAMILIES, best_cover_size, brute_force_sets, random_layout

INSTANCES = Path(__file__).parents[1] / "instances"


def instance(name: str) -> Layout:
    return parse_layout_text((INSTANCES / f"{name}.txt").read_text())


@pytest.mark.parametrize("family", FAMILIES)
def test_packed_small_swishes_are_as_good_as_trying_every_cover(family: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entry, "CORE_COVER_CARDS", 0)
    for seed in range(3000, 3010):
        layout = random_layout(FAMILIES[family], seed)
        sets = brute_force_sets(layout)
        for low, high in ((2, None), (3, None), (2, 3)):
            fitting = {cards for cards in sets if low <= len(cards) <= (high or 99)}
            cover = solve(layout, "cover", min_size=low, max_size=high)
            assert cover.covered == best_cover_size(fitting), (seed, low, high)
            assert cover.complete


def test_the_whole_classic_deck() -> None:
    layout = read_deck("classic-60").deal((6, 10), seed=1)
    largest = solve(layout)
    assert (largest.maximum, largest.bound, largest.engine) == (12, 12, "bitset")
    cover = solve(layout, "cover")
    assert (cover.covered, cover.complete) == (60, True)


@pytest.mark.parametrize(
    ("name", "maximum"),
    [
        ("4x4-16cards-1each-4colours", 4),
        ("4x4-40cards-1each-4colours", 15),
        ("4x4-40cards-2each-2colours", 5),
        ("5x5-60cards-1each-4colours", 23),
        ("5x5-60cards-2each-3colours", 0),
        ("6x6-80cards-2each-3colours", 0),
        ("6x6-80cards-3each-2colours", 0),
        ("8x8-200cards-1each-4colours", 64),
    ],
)
def test_known_maxima(name: str, maximum: int) -> None:
    solution = solve(instance(name))
    assert (solution.maximum, solution.bound, solution.complete) == (maximum, maximum, True)


@pytest.mark.parametrize("question", ["maximum", "all", "cover", "minimal", "maximal", "first"])
def test_a_time_limit_leaves_the_question_open(question: entry.Question) -> None:
    layout = instance("10x10-300cards-1each-6colours")
    solution = solve(layout, question, min_size=40, limits=Limits(seconds=0.5))
    assert solution.status in ("found", "unknown")
    assert not solution.complete or question == "first"
    assert question == "first" or solution.bound > solution.maximum


def test_a_requested_stop_leaves_the_question_open() -> None:
    limits = Limits()
    limits.on_look = lambda _: limits.request_stop()
    solution = solve(instance("5x5-60cards-1each-4colours"), limits=limits)
    assert not solution.complete
    assert solution.bound == 24


def test_a_limited_list_takes_no_time() -> None:
    solution = solve(instance("12x12-500cards-1each-6colours"), "all", count_limit=10)
    assert len(solution.swishes) == 10
    assert solution.limit_reached and not solution.complete


def test_minimal_swishes_of_a_list_cut_short_are_minimal() -> None:
    layout = instance("5x5-60cards-1each-4colours")
    solution = solve(layout, "minimal", limits=Limits(nodes=20_000))
    assert solution.swishes and not solution.complete
    for stack in solution.swishes:
        others = [laid.label for laid in layout if laid.label not in {label for label, _ in stack}]
        assert len(solve(layout, "all", without=others).swishes) == 1

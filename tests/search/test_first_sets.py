"""The first minimal or maximal sets, against the whole list, and in a memory that does not grow with the table."""

from __future__ import annotations

import tracemalloc

import pytest

from swishsolve.model.deck import read_deck
from swishsolve.model.layout import Label
from swishsolve.solution import Question, Solution
from swishsolve.solve import solve
from tests.reference import FAMILIES, random_layout


def card_sets(solution: Solution) -> list[frozenset[Label]]:
    return [frozenset(label for label, _ in stack) for stack in solution.swishes]


@pytest.mark.parametrize("question", ["minimal", "maximal"])
@pytest.mark.parametrize("family", FAMILIES)
def test_first_sets_are_among_all_and_with_room_they_are_all(family: str, question: Question) -> None:
    for seed in range(4000, 4006):
        layout = random_layout(FAMILIES[family], seed)
        everything = set(card_sets(solve(layout, question)))
        first = solve(layout, question, count_limit=2)
        assert set(card_sets(first)) <= everything
        assert len(first.swishes) == min(2, len(everything))
        assert first.limit_reached == (len(everything) > 2)
        every_one = solve(layout, question, count_limit=len(everything) + 1)
        assert set(card_sets(every_one)) == everything and len(every_one.swishes) == len(everything)
        assert every_one.complete


@pytest.mark.parametrize("question", ["all", "minimal"])
def test_a_few_sets_of_a_rich_table_take_little_memory(question: Question) -> None:
    # These 36 cards have far too many Swishes to list them.
    layout = read_deck("classic-60").deal((6, 6), seed=1)
    tracemalloc.start()
    try:
        solution = solve(layout, question, count_limit=10)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(solution.swishes) == 10 and solution.limit_reached
    assert peak < 20_000_000

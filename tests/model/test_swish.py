"""The rule of the game, case by case."""

from __future__ import annotations

from itertools import combinations

import pytest

from swishsolve.model.deck import read_deck
from swishsolve.model.layout import Layout
from swishsolve.model.layout_text import parse_layout_text
from swishsolve.model.swish import Placement, Stack, is_swish, verify
from swishsolve.model.transform import Transform
from swishsolve.solve import solve
from tests.reference import FAMILIES, layout_of, random_layout


def as_they_lie(layout: Layout) -> Stack:
    return tuple(Placement(laid.label, Transform.IDENTITY) for laid in layout)


def faults(text: str) -> list[str]:
    layout = parse_layout_text("rule: free\n" + text)
    return [str(fault) for fault in verify(layout, as_they_lie(layout))]


def test_a_swish_of_the_rulebook() -> None:
    assert faults("grid: 1x2\nbR\nBr") == []


def test_a_ball_in_a_hoop_of_another_colour() -> None:
    assert faults("grid: 1x2\nRg\nBr") == [
        "row 1, column 1: two hoops in one cell: the red hoop of A1 and the blue hoop of A2",
        "row 1, column 1: the red hoop of A1 has no ball",
        "row 1, column 2: two balls in one cell: the green ball of A1 and the red ball of A2",
        "row 1, column 2: the green ball of A1 has no hoop",
    ]
    assert faults("grid: 1x2\nbG\nRg") == ["row 1, column 1: the blue ball of A1 lies in the red hoop of A2"]


def test_lonely_symbols() -> None:
    assert faults("grid: 1x3\nbR.\nB.r") == [
        "row 1, column 2: the red hoop of A1 has no ball",
        "row 1, column 3: the red ball of A2 has no hoop",
    ]


def test_one_card_and_a_card_twice() -> None:
    assert faults("grid: 1x2\nbR")[0] == "a Swish has two or more cards, this stack has 1"
    layout = parse_layout_text("rule: free\ngrid: 1x2\nbR\nBr")
    stack = as_they_lie(layout)
    assert str(verify(layout, stack + stack)[0]) == "A1 is used twice"


def test_blank_cards_hold_nothing_that_could_be_wrong() -> None:
    assert faults("grid: 1x2\n..\n..") == []
    assert faults("grid: 1x2\nbR\nBr\n..") == []


def test_unknown_cards_and_moves_are_errors() -> None:
    layout = parse_layout_text("b2/3/1P1/3\nB2/3/1p1/3")
    with pytest.raises(ValueError, match="turn-right"):
        verify(layout, (Placement(layout.cards[0].label, Transform.TURN_RIGHT),))
    with pytest.raises(KeyError):
        verify(parse_layout_text("grid: 4x3"), as_they_lie(layout))


@pytest.mark.parametrize("family", FAMILIES)
def test_the_short_rule_and_the_explained_one_agree(family: str) -> None:
    for seed in range(40):
        layout = random_layout(FAMILIES[family], seed)
        stacks = [as_they_lie(layout)[:size] for size in range(4)]
        stacks += solve(layout, "all").swishes[:5]
        for stack in stacks:
            cards = [layout.by_label[label].moved(transform) for label, transform in stack]
            assert (verify(layout, stack) == []) is is_swish(cards)


def test_pairs_and_triples_of_the_classic_deck_without_a_swish() -> None:
    """Known counts: 1,720 of the 1,770 pairs and 30,850 of the 34,220 triples of classic-60 hold no Swish."""
    cards = read_deck("classic-60").cards

    def without_swish(size: int) -> int:
        known: dict[tuple[str, ...], bool] = {}
        count = 0
        for chosen in combinations(cards, size):
            key = tuple(card.code for card in chosen)
            if key not in known:
                known[key] = solve(layout_of(list(chosen)), "first").status == "none"
            count += known[key]
        return count

    assert without_swish(2) == 1720
    assert without_swish(3) == 30850

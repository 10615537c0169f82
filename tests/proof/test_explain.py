"""Explanations: every layout without a Swish has one, every step holds, and a changed step is noticed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from swishsolve.model.layout import Label
from swishsolve.model.layout_text import parse_layout_text
from swishsolve.proof.explain import Case, Explanation, ExplanationError, check_explanation, find_explanation
from swishsolve.proof.words import SHOWN_CASES, iter_paragraphs
from swishsolve.prove import Explained, explain_none
from swishsolve.search.limits import Limits
from tests.proof.layouts import read
from tests.proof.test_layouts import NONE
from tests.reference import FAMILIES, brute_force_sets, random_layout


@cache
def explained(name: str) -> Explained:
    return explain_none(read(name))


def words(name: str, *, full: bool = False) -> str:
    explanation = explained(name).explanation
    assert explanation
    return "\n".join(iter_paragraphs(read(name), explanation, full=full))


@pytest.mark.parametrize("name", [name for name in NONE if not name.startswith("6x6")])
def test_every_layout_without_a_swish_is_explained(name: str) -> None:
    answer = explained(name)
    assert answer.exit_status == 0 and answer.explanation and not answer.explanation.left


@pytest.mark.parametrize("family", FAMILIES)
def test_what_has_no_swish_is_explained_and_what_has_one_is_not(family: str) -> None:
    for seed in range(25):
        whole = random_layout(FAMILIES[family], seed)
        layout = replace(whole, cards=whole.cards[: 3 + seed % 4])
        explanation = find_explanation(layout)
        assert (explanation is None) == bool(brute_force_sets(layout)), seed
        if explanation:
            check_explanation(layout, explanation)
            assert "So there is no Swish." in list(iter_paragraphs(layout, explanation))[-1]


def test_the_words_of_a_table() -> None:
    assert words("dev-13-noswish12.txt").split("\n")[1:8] == [
        "Round 1: A4, B1, B2, C1, C3 and C4 can be in no Swish.",
        "  A4, B1, C1, C3 and C4 each have a green hoop, and no other card that is left has a green ball for it.",
        "  B2 has a blue ball, and no other card that is left has a blue hoop for it.",
        "Round 2: without those, neither can A3, B3 and B4.",
        "  A3, B3 and B4 each have a blue ball, and no other card that is left has a blue hoop for it.",
        "Round 3: without those, neither can A1.",
        "  A1's ball second row right is orange; the only orange hoop for it is on C2; C2 fits:",
    ]


def test_long_case_lists_are_counted_unless_they_are_asked_for() -> None:
    short, full = words("5x5-60cards-2each-3colours.txt"), words("5x5-60cards-2each-3colours.txt", full=True)
    assert "cases more, each with a dead end." in short and "cases more" not in full
    assert len(full) > len(short) and full.count("\n") > SHOWN_CASES


def test_layouts_without_cards_and_with_one_blank_card() -> None:
    for text, end in (
        ("grid: 4x3", "There is no card on the table, and so no Swish."),
        ("grid: 4x3\n4/3/3/3".replace("4/", "3/"), "Only A1 is left, and one card is no Swish. So there is no Swish."),
    ):
        layout = parse_layout_text(text)
        explanation = find_explanation(layout)
        assert explanation
        check_explanation(layout, explanation)
        assert list(iter_paragraphs(layout, explanation))[-1] == end


def test_limits_leave_it_unexplained() -> None:
    answer = explain_none(read("dev-11-noswish16.txt"), Limits(seconds=0.0))
    assert answer.explanation is None and not answer.swish and answer.exit_status == 3


def iter_damaged(case: Case, random: Random) -> Iterator[Case]:
    if case.clashes:
        yield case._replace(clashes=case.clashes[1:])
    if case.deeper:
        yield case._replace(deeper=case.deeper[1:])
        for damaged in iter_damaged(case.deeper[0], random):
            yield case._replace(deeper=(damaged, *case.deeper[1:]))
        yield case._replace(clashes=(*case.clashes, case.deeper[0].pile[-1]), deeper=case.deeper[1:])
    yield case._replace(symbol=case.symbol._replace(colour="w"))
    yield case._replace(pile=(*case.pile, *case.pile))
    yield case._replace(pile=(case.pile[0]._replace(label=Label(9, 9)), *case.pile[1:]))


@pytest.mark.parametrize("name", [name for name in NONE if name.startswith("dev-")])
def test_a_changed_step_is_noticed(name: str) -> None:
    layout = read(name)
    explanation = find_explanation(layout)
    assert explanation
    rounds = explanation.rounds
    count = 0
    for index, cases in enumerate(rounds):
        for place, case in enumerate(cases):
            for damaged in iter_damaged(case, Random(0)):
                changed = (*cases[:place], damaged, *cases[place + 1 :])
                with pytest.raises(ExplanationError):
                    check_explanation(layout, Explanation((*rounds[:index], changed, *rounds[index + 1 :]), ()))
                count += 1
    assert count >= 3 * len(layout)
    with pytest.raises(ExplanationError):
        check_explanation(layout, Explanation(rounds[:-1], ()))
    with pytest.raises(ExplanationError):
        check_explanation(layout, Explanation(rounds[1:], ()))

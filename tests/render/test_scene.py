from __future__ import annotations

import pytest

from swishsolve.model.layout import CardPhoto, Layout
from swishsolve.model.layout_text import parse_layout_text
from swishsolve.model.transform import Transform
from swishsolve.render.scene import iter_steps, move_words, notes, swish_numbers


def test_the_pile_tells_what_is_open_and_what_is_matched(classic, stack_of):
    steps = list(iter_steps(classic, stack_of(classic, "A1+A2+B1+C4v")))
    written = ["".join(s.colour if s.kind == "ball" else s.colour.upper() for s in step.open_symbols) for step in steps]
    assert [step.name for step in steps] == ["A1", "A2", "B1", "C4v"]
    assert written == ["Ob", "OOob", "Oo", ""]
    assert {content.state for content in steps[-1].pile.values()} == {"matched"}


@pytest.mark.parametrize(
    "cards, clash",
    [
        ("b.\nB.", False),
        ("b.\nb.", True),
        ("B.\nB.", True),
        ("b.\nO.", True),
        ("b.\nB.\nb.", True),
    ],
)
def test_only_a_ball_in_one_hoop_of_its_colour_is_no_clash(cards, clash, stack_of):
    layout = parse_layout_text("grid: 1x2\nrule: free\n" + cards)
    stack = stack_of(layout, "+".join(str(laid.label) for laid in layout))
    assert bool(list(iter_steps(layout, stack))[-1].clashes) is clash


def test_moves_are_the_preferred_ones(stack_of):
    layout = parse_layout_text("grid: 3x3\nrule: free\n.../.b./...\n.../.B./...")
    assert [step.name for step in iter_steps(layout, stack_of(layout, "A1r+A2d"))] == ["A1", "A2"]


def test_words_of_every_move_differ():
    words = [move_words(transform, sideways) for transform in Transform for sideways in (False, True)]
    assert len(set(words)) == len(words)


def test_a_card_may_belong_to_several_swishes(classic, stack_of):
    numbers = swish_numbers([stack_of(classic, "A1+A2"), stack_of(classic, "A2+A3")])
    assert {str(label): own for label, own in numbers.items()} == {"A1": (1,), "A2": (1, 2), "A3": (2,)}


def test_notes_name_doubtful_and_sideways_cards(classic):
    corners = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    first, second, *rest = classic.cards
    cards = (
        first._replace(photo=CardPhoto(corners, 0.4, doubtful=True, sideways=False)),
        second._replace(photo=CardPhoto(corners, 1.0, doubtful=False, sideways=True)),
        *rest,
    )
    assert notes(Layout(classic.grid, cards, classic.table)) == [
        "? reading in doubt: A1",
        "sideways, to be turned a quarter right first: A2",
    ]
    assert notes(classic) == []

from __future__ import annotations

from math import dist, pi

import pytest

from swishsolve.model.card import Card, Symbol
from swishsolve.model.grid import Grid
from swishsolve.model.layout import Label, LaidCard, Layout
from swishsolve.model.transform import Transform
from swishsolve.render.cards import CardStyle, card_items
from swishsolve.render.drawing import Disc, Drawing, Polygon, Polyline, Ring, Stroke, Text, arc, arrow, hatch
from swishsolve.render.font import bundled_font
from swishsolve.render.marks import CardMark, frame_items
from swishsolve.render.moves import move_items
from swishsolve.render.palette import MARK_COUNT, PAPER, SYMBOL_COLOURS, contrast, mark_stroke, step_colour
from swishsolve.render.rounds import draw_rounds_picture
from swishsolve.render.stack import draw_stack_picture
from swishsolve.render.table import draw_layout_picture
from tests.render.listing import listed


def test_table_as_a_drawing_list(classic, stack_of, golden):
    swishes = [stack_of(classic, "A1+A2+A3v+B2+C4v"), stack_of(classic, "A1+B1")]
    golden("table.txt", listed(draw_layout_picture(classic, swishes)))


def test_stack_as_a_drawing_list(square, stack_of, golden):
    golden("stack.txt", listed(draw_stack_picture(square, stack_of(square, "A1+A2d+A3r+A1"))))


def test_every_move_as_a_drawing_list(golden):
    items = tuple(
        item for n, move in enumerate(Transform) for item in move_items(move, (10.0 + 20 * n, 10.0), 12, "#000000")
    )
    golden("moves.txt", listed(Drawing(160, 20, items)))


@pytest.mark.parametrize("grid", [Grid(4, 3), Grid(3, 3), Grid(2, 5), Grid(16, 16), Grid(1, 1)], ids=str)
def test_symbols_stay_inside_their_cells(grid):
    style = CardStyle(letters=False)
    cell = min(style.cell_mm(grid))
    card = Card(grid, tuple(Symbol(row, col, "hoop", "b") for row, col in grid.cells))
    rings = [item for item in card_items(card, (5.0, 7.0), style) if isinstance(item, Ring)]
    assert len(rings) == grid.size
    for cell_place, ring in zip(grid.cells, rings, strict=True):
        x, y = style.cell_centre(grid, cell_place)
        assert ring.centre == (5.0 + x, 7.0 + y)
        assert 2 * ring.outer_mm < cell


def test_a_ball_passes_through_its_hoop_with_a_gap():
    card = Card(Grid(4, 3), (Symbol(0, 0, "ball", "b"), Symbol(1, 0, "hoop", "b")))
    _, ball, hoop = card_items(card, (0, 0), CardStyle(letters=False))
    assert isinstance(ball, Disc) and isinstance(hoop, Ring)
    assert ball.radius_mm == pytest.approx(6.3) and hoop.inner_mm == pytest.approx(7.1)
    assert hoop.outer_mm == pytest.approx(9.1)


def test_a_resized_card_is_the_same_card():
    card = Card(Grid(6, 5), (Symbol(0, 0, "ball", "b"), Symbol(5, 4, "hoop", "p")))
    whole, half = (list(card_items(card, (0, 0), style)) for style in (CardStyle(), CardStyle().resized(0.5)))
    for large, small in zip(whole, half, strict=True):
        for name in ("centre", "at", "corner"):
            if hasattr(large, name):
                assert getattr(small, name) == pytest.approx([value / 2 for value in getattr(large, name)])
        if isinstance(large, Disc):
            assert small.radius_mm == pytest.approx(large.radius_mm / 2)


def test_letters_are_optional():
    card = Card(Grid(4, 3), (Symbol(0, 0, "ball", "b"),))
    assert any(isinstance(item, Text) for item in card_items(card, (0, 0), CardStyle()))
    assert not any(isinstance(item, Text) for item in card_items(card, (0, 0), CardStyle(letters=False)))


def test_arcs_run_clockwise_on_the_circle():
    points = arc((1, 2), 3, -pi, 0)
    assert points[0] == pytest.approx((-2, 2)) and points[-1] == pytest.approx((4, 2))
    assert min(y for _, y in points) == pytest.approx(-1)
    assert all(dist(point, (1, 2)) == pytest.approx(3) for point in points)


def test_arrows_end_at_their_tips():
    items = list(arrow(((0, 0), (10, 0)), Stroke("#000000", 1), both=True))
    tips = [item.points[0] for item in items if isinstance(item, Polygon)]
    (line,) = (item for item in items if isinstance(item, Polyline))
    assert tips == [(10, 0), (0, 0)]
    assert all(0 < x < 10 for x, _ in line.points)


def test_hatching_stays_inside():
    outline = ((0.0, 0.0), (30.0, 5.0), (28.0, 40.0), (-2.0, 38.0))
    lines = list(hatch(outline, 4, Stroke("#000000", 1)))
    assert len(lines) > 10
    for line in lines:
        for x, y in line.points:
            assert -2 <= x <= 30 and 0 <= y <= 40
        (ax, ay), (bx, by) = line.points
        assert ax + ay == pytest.approx(bx + by)


def test_swishes_differ_by_pattern_not_only_by_hue():
    assert len({mark_stroke(number, 1).dash_mm for number in range(1, MARK_COUNT + 1)}) == MARK_COUNT
    assert mark_stroke(MARK_COUNT + 1, 1) == mark_stroke(1, 1)


def test_steps_that_follow_one_another_differ():
    for count in (1, 2, 7, 40):
        colours = [step_colour(number, count) for number in range(1, count + 1)]
        assert len(set(colours)) == count and {contrast(colour) for colour in colours} == {PAPER}


def test_frames_grow_outwards_and_leave_the_card_free():
    leaning = ((0.0, 0.0), (40.0, 5.0), (44.0, 70.0), (-3.0, 60.0))
    frames = list(frame_items(leaning, CardMark("A1", (3, 1, 2, 6)), 1.6))[1::2]
    assert [frame.stroke.colour for frame in frames] == [mark_stroke(number, 1).colour for number in (1, 3)]
    assert frames[1].points == leaning
    for (ax, ay), (bx, by), (px, py) in zip(leaning, leaning[1:] + leaning[:1], frames[0].points, strict=True):
        away = ((px - ax) * (by - ay) - (py - ay) * (bx - ax)) / dist((ax, ay), (bx, by))
        assert away == pytest.approx(1.6 * 1.45)


def test_the_answer_stands_below_a_table_without_a_swish(classic):
    words = [item.text for item in draw_layout_picture(classic, answer="No Swish exists.").items if type(item) is Text]
    assert words[-1] == "No Swish exists." and "No Swish exists." not in listed(draw_layout_picture(classic))


def test_words_of_rounds_fill_the_width_and_hang_alike(classic):
    words = "\n".join(" " * indent + "a word of the explanation " * 30 for indent in (0, 2, 6))
    drawing = draw_rounds_picture(classic, (), [words])
    lines = [item for item in drawing.items if type(item) is Text and len(item.text) > 20]
    ends = [line.at[0] + bundled_font().width(line.text, line.size_mm) for line in lines]
    assert 0.93 * drawing.width_mm < max(ends) <= drawing.width_mm - 12
    starts = sorted({round(line.at[0] / line.size_mm, 2) for line in lines})
    assert len(starts) == 5 and starts[2] - starts[1] == pytest.approx(starts[4] - starts[3])


def test_symbol_colours_differ():
    assert len(set(SYMBOL_COLOURS.values())) == 12


def test_rows_and_columns_without_cards_take_no_room(classic):
    few = Layout(classic.grid, (classic.cards[0], classic.cards[-1]), classic.table)
    drawing = draw_layout_picture(few)
    assert drawing.width_mm < 3 * 63.5 and drawing.height_mm < 3 * 88.9


def test_large_tables_stay_below_a_bound_in_pixels():
    card = Card(Grid(4, 3), (Symbol(0, 0, "ball", "b"),))
    layout = Layout(Grid(4, 3), tuple(LaidCard(Label(n // 20, n % 20), card) for n in range(400)), (20, 20))
    assert max(draw_layout_picture(layout).size_px()) <= 4000

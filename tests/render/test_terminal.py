from __future__ import annotations

import re
import subprocess
import sys

import pytest

from swishsolve.model.layout import CardPhoto, Layout
from swishsolve.model.layout_text import parse_layout_text
from swishsolve.render.terminal import can_encode, format_layout, format_legend, format_stack

STACK = "A1+A2+A3v+B2+C4v"
STYLES = {"plain": {}, "ascii": {"unicode": False}, "colour": {"colour": True}}


def without_colour(text):
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("width", [20, 60, 120])
def test_layout_pictures(classic, stack_of, golden, width, style):
    highlight = [stack_of(classic, STACK), stack_of(classic, "B1+D4")]
    golden(f"layout-{width}-{style}.txt", format_layout(classic, width=width, highlight=highlight, **STYLES[style]))


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("width", [20, 60, 120])
def test_stack_pictures(classic, stack_of, golden, width, style):
    golden(f"stack-{width}-{style}.txt", format_stack(classic, stack_of(classic, STACK), width=width, **STYLES[style]))


def test_a_stack_that_is_no_swish_shows_why(square, stack_of, golden):
    stack = stack_of(square, "A1+A2d+A3r+A1")
    golden("stack-clash.txt", format_stack(square, stack, width=80) + "\n\n" + format_stack(square, stack, width=30))


def test_doubtful_and_sideways_cards_are_marked(square, golden):
    corners = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    cards = [
        laid._replace(photo=CardPhoto(corners, 0.4, number % 3 == 0, number % 4 == 1))
        for number, laid in enumerate(square)
    ]
    layout = Layout(square.grid, tuple(cards), square.table)
    golden(
        "layout-doubtful.txt", format_layout(layout, width=60) + "\n\n" + format_layout(layout, width=60, unicode=False)
    )


@pytest.mark.parametrize("width", [8, 11, 16, 20, 24, 33, 40, 60, 79, 80, 120, 200])
@pytest.mark.parametrize("options", STYLES.values(), ids=STYLES)
def test_no_line_is_wider_than_asked(classic, square, stack_of, width, options):
    for layout, stack in ((classic, STACK), (square, "A1+A2d+A3r+A1")):
        pictures = [
            format_layout(layout, width=width, highlight=[stack_of(layout, stack)], **options),
            format_stack(layout, stack_of(layout, stack), width=width, **options),
        ]
        for picture in pictures:
            assert max(map(len, without_colour(picture).split("\n"))) <= max(width, 9)
        assert max(map(len, without_colour(format_legend(layout, width=width)).split("\n"))) <= max(width, 10)


def test_colour_only_adds_colour(classic, stack_of):
    stack = stack_of(classic, STACK)
    for width in (20, 60):
        plain, inked = (format_stack(classic, stack, width=width, colour=colour) for colour in (False, True))
        assert plain == "\n".join(line.rstrip() for line in without_colour(inked).split("\n"))
        assert "\x1b[" not in plain
    assert without_colour(format_legend(classic, width=30, colour=True)) == format_legend(classic, width=30)


def test_ascii_pictures_are_ascii(classic, stack_of):
    stack = stack_of(classic, STACK)
    assert format_layout(classic, unicode=False, highlight=[stack]).isascii()
    assert format_stack(classic, stack, unicode=False).isascii()


@pytest.mark.parametrize(
    "encoding, expected", [("UTF-8", True), ("cp1252", False), ("ascii", False), ("nonsense", False)]
)
def test_encodings_that_hold_the_pictures(encoding, expected):
    assert can_encode(encoding) is expected


def test_every_symbol_is_in_the_picture(classic):
    picture = without_colour(format_layout(classic, width=60, unicode=False, colour=True))
    for laid in classic:
        assert f" {laid.label} " in picture
    cells = "".join(laid.card.code for laid in classic)
    for letter in "bogpBOGP":
        body = re.sub(r"[A-Z]\d", "", picture)
        assert body.count(letter) == cells.count(letter)


def test_far_labels_do_not_make_a_wide_or_high_table():
    layout = parse_layout_text("grid: 2x2\nA1: b./.O\nAA300: B./.o\n")
    assert len(format_layout(layout, width=40).split("\n")) == 8


def test_no_cards_and_no_symbols():
    empty = parse_layout_text("grid: 4x3\n")
    assert format_layout(empty) == "no cards on the table"
    assert format_legend(empty) == "cards without symbols"
    assert format_stack(empty, ()) == ""


def test_big_cards_at_twenty_columns():
    rows = "/".join(["b" + "." * 15] + ["." * 16] * 15)
    layout = parse_layout_text(f"grid: 16x16\nrule: free\nA1: {rows}\nA2: {rows}\n")
    assert max(map(len, format_layout(layout, width=20).split("\n"))) <= 20


def test_nothing_heavy_is_loaded():
    code = "import sys, swishsolve.render.terminal; print(sorted({m.split('.')[0] for m in sys.modules}))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    for heavy in ("numpy", "PIL", "cv2", "ortools", "decimal", "json"):
        assert f"'{heavy}'" not in loaded

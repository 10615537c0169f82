"""One drawing list, three backends: what they show differs by antialiasing only."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from xml.etree import ElementTree

import cv2
import numpy as np
import pytest
import resvg_py
from PIL import Image

from swishsolve.errors import InputError
from swishsolve.model.card import Card, Symbol
from swishsolve.model.colours import COLOUR_NAMES
from swishsolve.model.grid import Grid
from swishsolve.model.transform import Transform
from swishsolve.render.cards import CardStyle, card_items, pile_items
from swishsolve.render.drawing import (
    Disc,
    Drawing,
    Fill,
    Picture,
    Polygon,
    Polyline,
    RoundedRect,
    Stroke,
    Text,
    moved,
    turned_right,
)
from swishsolve.render.files import encode_picture, write_picture, write_pictures
from swishsolve.render.moves import move_items
from swishsolve.render.pdf import Page, encode_pdf
from swishsolve.render.png import draw_image
from swishsolve.render.scene import iter_steps
from swishsolve.render.stack import draw_stack_picture
from swishsolve.render.svg import encode_svg
from swishsolve.render.table import draw_layout_picture
from tests.render.measure import rasterised

DPI = 150
ALL = Card(
    Grid(6, 4),
    tuple(
        Symbol(index // 2, index % 2 * 2 + hoop, "hoop" if hoop else "ball", letter)
        for index, letter in enumerate(COLOUR_NAMES)
        for hoop in (0, 1)
    ),
)


def as_pixels(drawing: Drawing, dpi: float = DPI) -> dict[str, np.ndarray]:
    svg = resvg_py.svg_to_bytes(svg_string=encode_svg(drawing).decode(), dpi=float(dpi), skip_system_fonts=True)
    images = {
        "png": draw_image(drawing, dpi),
        "svg": Image.open(BytesIO(bytes(svg))).convert("RGB"),
        "pdf": rasterised(encode_pdf([Page(drawing)], "x"), dpi),
    }
    return {name: np.asarray(image).astype(int) for name, image in images.items()}


def assert_alike(drawing: Drawing, mean: float = 4.0, dpi: float = DPI) -> None:
    """Equal wherever the picture is even; near edges only so much that nothing is shifted or left out."""
    pixels = as_pixels(drawing, dpi)
    for name in ("svg", "pdf"):
        height, width = (min(pixels[n].shape[side] for n in ("png", name)) for side in (0, 1))
        assert max(abs(a - b) for a, b in zip(pixels["png"].shape, pixels[name].shape, strict=True)) <= 1
        one, other = pixels["png"][:height, :width], pixels[name][:height, :width]
        difference = np.abs(one - other).max(axis=2)
        even = _even(one) & _even(other)
        assert even.mean() > 0.4
        assert difference[even].max() <= 3, name
        assert difference.mean() < mean, name


def _even(pixels: np.ndarray) -> np.ndarray:
    """Pixels whose neighbours, two in every direction, have their colour."""
    around = np.ones((5, 5), np.uint8)
    whole = pixels.astype(np.uint8)
    return np.ptp([cv2.dilate(whole, around), cv2.erode(whole, around)], axis=0).max(axis=2) <= 1


@pytest.mark.parametrize("letters", [True, False])
@pytest.mark.parametrize("patterns", [True, False])
def test_a_card_with_every_colour_and_mark(letters, patterns):
    style = CardStyle(letters=letters, patterns=patterns)
    size = style.size_mm(ALL.grid)
    assert_alike(Drawing(*size, tuple(card_items(ALL, (0, 0), style))))


def test_a_pile(classic, stack_of):
    pile = list(iter_steps(classic, stack_of(classic, "A1+A2+A3v+B2+C4v+A1")))[-1].pile
    assert_alike(Drawing(63.5, 88.9, tuple(pile_items(classic.grid, pile, (0, 0), CardStyle()))))


def test_tables_and_stacks(classic, square, stack_of):
    assert_alike(
        draw_layout_picture(classic, [stack_of(classic, "A1+A2+A3v+B2+C4v"), stack_of(classic, "A1+B1")]), dpi=60
    )
    assert_alike(draw_stack_picture(square, stack_of(square, "A1+A2d+A3r+A1")), dpi=45)


def test_every_move():
    items = tuple(
        item for n, move in enumerate(Transform) for item in move_items(move, (10.0 + 20 * n, 10.0), 12, "#000000")
    )
    assert_alike(Drawing(160, 20, items))


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
@pytest.mark.parametrize("anchor", ["start", "middle", "end"])
def test_texts(turn, anchor):
    text = Text((30, 30), "Größe Ωλ Жук", 5, Fill("#203040"), anchor, turn)
    assert_alike(Drawing(60, 60, (text, Disc((30, 30), 0.5, Fill("#ff0000")))))


@pytest.mark.parametrize(
    "change", [{"mirrored": True}, {"stretch": (1.04, 0.96)}, {"mirrored": True, "stretch": (0.96, 1.04)}]
)
def test_mirrored_and_stretched(change):
    items = (
        RoundedRect((5, 5), 30, 20, 4, Fill("#cfdae4", 0.5), Stroke("#203040", 1)),
        Text((30, 35), "Swish", 6, Fill("#000000"), "middle", 90),
        Polygon(((40, 10), (55, 12), (48, 30)), Fill("#1f55c4"), Stroke("#f07f13", 0.8, 0.5)),
        Polyline(((5, 40), (20, 30), (30, 45)), Stroke("#7a2a96", 1.5)),
    )
    assert_alike(Drawing(60, 50, items, "#f3efe6", **change), dpi=127)


def test_photographs():
    rng = np.random.default_rng(1)
    coarse = Image.fromarray(rng.integers(0, 255, (6, 8, 3), dtype=np.uint8)).resize(
        (240, 180), Image.Resampling.BICUBIC
    )
    picture = Picture((10, 5), 80, 60, coarse.size, coarse.tobytes())
    pixels = as_pixels(Drawing(100, 70, (picture,)))
    for name in ("svg", "pdf"):
        assert np.abs(pixels["png"][:410, :590] - pixels[name][:410, :590]).mean() < 4


def test_a_quarter_turn_carries_every_item():
    items = (
        RoundedRect((5, 5), 30, 20, 4, Fill("#cfdae4")),
        Text((30, 35), "Swish", 6, Fill("#000000"), "middle"),
        Polygon(((40, 10), (55, 12), (48, 30)), Fill("#1f55c4")),
        Disc((50, 35), 4, Fill("#f07f13")),
    )
    upright = draw_image(Drawing(60, 40, items), 100)
    turned = draw_image(Drawing(40, 60, tuple(turned_right(items, 40))), 100)
    difference = np.asarray(upright.transpose(Image.Transpose.ROTATE_270)).astype(int) - np.asarray(turned)
    assert np.abs(difference).mean() < 1.5
    with pytest.raises(ValueError, match="not turned"):
        list(turned_right([Picture((0, 0), 1, 1, (1, 1), b"abc")], 1))


def test_a_larger_copy_is_the_same_picture(classic):
    drawing = draw_layout_picture(classic)
    half = Drawing(
        drawing.width_mm / 2, drawing.height_mm / 2, tuple(moved(drawing.items, (0, 0), 0.5)), drawing.background
    )
    difference = np.asarray(draw_image(drawing, 40)).astype(int) - np.asarray(draw_image(half, 80))
    assert np.abs(difference).mean() < 0.5


def test_svg_is_xml_that_says_its_words():
    text = Text((1, 5), 'a <b> & "c"', 4, Fill("#000000"))
    tree = ElementTree.fromstring(encode_svg(Drawing(30, 10, (text,))))
    assert tree.get("width") == "30mm" and tree.get("viewBox") == "0 0 30 10"
    labels = [node.get("aria-label") for node in tree.iter() if node.get("aria-label")]
    assert labels == [text.text]


@pytest.mark.parametrize("suffix", ["svg", "pdf", "png"])
def test_same_drawing_same_bytes(classic, suffix):
    drawing = draw_layout_picture(classic)
    assert encode_picture(drawing, suffix, "x", dpi=30) == encode_picture(drawing, suffix, "x", dpi=30)


@pytest.mark.parametrize("suffix", ["svg", "pdf", "png", "jpg"])
def test_a_text_without_glyphs_leaves_no_file(tmp_path, suffix):
    drawing = Drawing(30, 10, (Text((1, 5), "Swish 猫", 4, Fill("#000000")),))
    with pytest.raises(InputError, match="U\\+732B"):
        write_picture(tmp_path / f"a.{suffix}", drawing)
    assert not list(tmp_path.iterdir())


def test_several_pictures(tmp_path):
    drawings = [Drawing(10 + n, 10, ()) for n in range(12)]
    named = write_pictures(tmp_path / "deck.svg", drawings, "svg")
    assert [path.name for path in named[:2]] == ["deck-01.svg", "deck-02.svg"]
    assert write_pictures(tmp_path / "one.svg", drawings[:1], "svg") == [tmp_path / "one.svg"]
    inside = write_pictures(tmp_path / "folder", drawings[:2], "png", ["cover", "1"])
    assert [path.name for path in inside] == ["cover.png", "1.png"] and all(path.is_file() for path in inside)


def test_several_pictures_or_none(tmp_path):
    good = Drawing(10, 10, ())
    bad = replace(good, items=(Text((1, 5), "猫", 4, Fill("#000000")),))
    for place in ("deck.png", "folder"):
        with pytest.raises(InputError):
            write_pictures(tmp_path / place, [good, bad], "png")
    (tmp_path / "deck-2.png").mkdir()
    with pytest.raises(InputError, match="folder"):
        write_pictures(tmp_path / "deck.png", [good, good], "png")
    (tmp_path / "file").write_text("x")
    with pytest.raises(InputError, match="found a file"):
        write_pictures(tmp_path / "file", [good], "png")
    with pytest.raises(InputError, match="no folder"):
        write_pictures(tmp_path / "no" / "where", [good], "png")
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["deck-2.png", "file"]

"""Pixels and files."""

from __future__ import annotations

import json
import os
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageOps

from swishsolve.errors import InputError
from swishsolve.model.card import Card, Symbol
from swishsolve.model.grid import Grid
from swishsolve.model.layout import CardPhoto, Label, LaidCard, Layout
from swishsolve.render.cards import CardStyle, card_items, pile_items
from swishsolve.render.drawing import Disc, Drawing, Fill, Picture, Polyline, Stroke
from swishsolve.render.files import check_picture_path, write_picture
from swishsolve.render.photo import annotate_photo
from swishsolve.render.png import draw_image, encode_image
from swishsolve.render.scene import iter_steps
from swishsolve.render.table import draw_layout_picture

PHOTOS = Path(__file__).parents[1] / "photos"


def photographed(name: str, doubtful: tuple[str, ...] = ()) -> tuple[np.ndarray, Layout]:
    """A stored photograph, upright, and its true layout."""
    truth = json.loads((PHOTOS / f"{name}.json").read_text())
    with Image.open(PHOTOS / f"{name}.jpg") as image:
        pixels = np.asarray(ImageOps.exif_transpose(image).convert("RGB"))
    cards = []
    for entry in truth["cards"]:
        label = Label(entry["table_row"], entry["table_col"])
        symbols = [Symbol(entry[k]["row"], entry[k]["col"], k, entry[k]["colour"][0]) for k in ("ball", "hoop")]
        corners = tuple((x, y) for x, y in entry["corners"])
        photo = CardPhoto(corners, 0.9, str(label) in doubtful, entry["landscape"])
        cards.append(LaidCard(label, Card(Grid(4, 3), tuple(symbols)), photo))
    table = truth["table_rows"], truth["table_cols"]
    return pixels, Layout(Grid(4, 3), tuple(cards), table, photo_size=tuple(truth["size"]))


def flat_photo(size: tuple[int, int], *, doubtful: bool = False) -> tuple[np.ndarray, Layout]:
    """A grey picture with one card of 200 x 280 pixels at (100, 60)."""
    pixels = np.full((size[1], size[0], 3), 128, np.uint8)
    corners = ((100.0, 60.0), (300.0, 60.0), (300.0, 340.0), (100.0, 340.0))
    card = Card(Grid(4, 3), (Symbol(0, 0, "ball", "b"), Symbol(3, 2, "hoop", "b")))
    twin = LaidCard(Label(0, 1), card)
    laid = LaidCard(Label(0, 0), card, CardPhoto(corners, 0.5, doubtful, sideways=False))
    return pixels, Layout(Grid(4, 3), (laid, twin), (1, 2), photo_size=size)


def test_same_drawing_same_bytes(classic, stack_of):
    drawing = draw_layout_picture(classic, [stack_of(classic, "A1+A2+A3v+B2+C4v")])
    for image_format in ("PNG", "JPEG"):
        assert encode_image(drawing, image_format, 40) == encode_image(drawing, image_format, 40)


def test_sizes_on_paper_survive_the_pixels():
    card = Card(Grid(4, 3), (Symbol(1, 0, "hoop", "b"),))
    drawing = Drawing(63.5, 88.9, tuple(card_items(card, (0, 0), CardStyle(letters=False))))
    row = np.asarray(draw_image(drawing, 254))[333].astype(int)
    blue = np.flatnonzero(row[:, 2] - row[:, 0] > 80)
    centre, outer, inner = 105.8, 91, 71
    assert blue.min() == pytest.approx(centre - outer, abs=1.5) and blue.max() == pytest.approx(centre + outer, abs=1.5)
    hole = [x for x in range(blue.min(), blue.max()) if x not in set(blue)]
    assert hole[0] == pytest.approx(centre - inner, abs=1.5) and hole[-1] == pytest.approx(centre + inner, abs=1.5)


def test_a_matched_ball_shows_a_gap_to_its_hoop(classic, stack_of):
    pile = list(iter_steps(classic, stack_of(classic, "A1+A2+A3v+B2+C4v")))[-1].pile
    drawing = Drawing(63.5, 88.9, tuple(pile_items(classic.grid, pile, (0, 0), CardStyle(letters=False))))
    image = draw_image(drawing, 254)
    x, y = 106, 333  # the middle of cell (1, 0), in tenths of a millimetre
    ball, gap, hoop = (image.getpixel((x + reach, y)) for reach in (30, 67, 81))
    assert ball == hoop == (240, 127, 19)
    assert min(gap) > 200


def test_opacity_and_crossings():
    line = Polyline(((1, 1), (9, 9), (9, 1), (1, 9)), Stroke("#000000", 1, 0.5))
    image = draw_image(Drawing(10, 10, (line,)), 254)
    assert image.getpixel((50, 50)) == image.getpixel((30, 30)) == (127, 127, 127)


def test_dashes_leave_gaps():
    line = Polyline(((0, 5), (40, 5)), Stroke("#000000", 2, dash_mm=(4, 4)))
    row = np.asarray(draw_image(Drawing(40, 10, (line,)), 254))[50, :, 0]
    assert [int(row[x]) for x in (20, 60, 100, 140)] == [0, 255, 0, 255]


def test_items_outside_the_picture_do_no_harm():
    items = (Disc((-50, -50), 3, Fill("#000000")), Disc((0, 0), 500, Fill("#ff0000", 0.5)))
    assert draw_image(Drawing(10, 10, items), 50).getpixel((5, 5)) == (255, 127, 127)


def test_frames_lie_on_the_cards_corners(stack_of):
    pixels, layout = flat_photo((400, 420))
    image = draw_image(annotate_photo(pixels, layout, [stack_of(layout, "A1+A2u")]))
    assert image.size[0] > 400 and image.size[1] == 420
    assert image.getpixel((100, 250)) == image.getpixel((250, 340)) == image.getpixel((300, 200)) == (0, 114, 178)
    assert image.getpixel((200, 200)) == (128, 128, 128)


def test_corners_of_a_reading_at_another_size_are_scaled(stack_of):
    pixels, layout = flat_photo((400, 420))
    half = np.ascontiguousarray(pixels[::2, ::2])
    image = draw_image(annotate_photo(half, layout, [stack_of(layout, "A1+A2u")]))
    assert image.getpixel((50, 125)) == (0, 114, 178)


def test_doubtful_cards_are_hatched():
    plain, sure = flat_photo((400, 420))
    _, doubtful = flat_photo((400, 420), doubtful=True)
    area = (slice(120, 330), slice(110, 290))
    assert (np.asarray(draw_image(annotate_photo(plain, sure)))[area] == 128).all()
    hatched = np.asarray(draw_image(annotate_photo(plain, doubtful)))[area]
    assert 0.1 < (hatched != 128).any(axis=2).mean() < 0.5


def test_large_photographs_are_drawn_smaller():
    pixels, layout = flat_photo((4000, 3000))
    drawing = annotate_photo(pixels, layout)
    assert drawing.size_px() == (2400, 1800)
    picture = drawing.items[0]
    assert isinstance(picture, Picture) and picture.size_px == (4000, 3000)


@pytest.mark.parametrize("name", ["dev-03", "dev-25", "dev-09"])
def test_real_photographs(name, stack_of):
    pixels, layout = photographed(name, doubtful=("A2", "B2"))
    labels = [str(laid.label) for laid in layout]
    stacks = [stack_of(layout, f"{a}+{b}h") for a, b in zip(labels[::2], labels[1::2], strict=False)]
    for swishes in ([], stacks[:1], stacks, stacks * 30):
        image = draw_image(annotate_photo(pixels, layout, swishes))
        assert image.size[0] >= pixels.shape[1] and image.size[1] >= pixels.shape[0]


@pytest.mark.parametrize("suffix, image_format", [(".png", "PNG"), (".jpg", "JPEG"), (".JPEG", "JPEG")])
def test_the_suffix_picks_the_format(tmp_path, suffix, image_format):
    path = tmp_path / f"answer{suffix}"
    write_picture(path, Drawing(20, 10, ()), dpi=127)
    with Image.open(path) as image:
        assert (image.format, image.size) == (image_format, (100, 50))
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("name", ["answer.txt", "answer", ".png", "no-such-folder/answer.png", "folder.png"])
def test_places_where_no_picture_can_go(tmp_path, name):
    (tmp_path / "folder.png").mkdir()
    with pytest.raises(InputError) as caught:
        write_picture(tmp_path / name, Drawing(20, 10, ()))
    assert str(tmp_path / name) in str(caught.value)
    assert [entry.name for entry in tmp_path.iterdir()] == ["folder.png"]


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    path = tmp_path / "answer.png"
    path.write_bytes(b"old")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(InputError, match="No space left on device"):
        write_picture(path, Drawing(20, 10, ()))
    assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["answer.png"]


def test_a_folder_that_may_not_be_written(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write everywhere
    with pytest.raises(InputError, match="no permission"):
        check_picture_path(tmp_path / "answer.png")


def test_pictures_decode(classic):
    with Image.open(BytesIO(encode_image(draw_layout_picture(classic), dpi=30))) as image:
        assert image.mode == "RGB"

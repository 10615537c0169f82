"""Reading tables: simple pictures part by part, then the photographs with their misread budget."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from swishsolve.model.colours import COLOUR_NAMES
from swishsolve.model.layout import Label
from swishsolve.vision.decode import decode_photo
from swishsolve.vision.plane import fit_plane
from swishsolve.vision.read import ReadCard, Reading, ReadingHints, read_layout
from swishsolve.vision.sightings import find_sightings, to_lab

from .table_pictures import NINE, TablePicture, tilted

PHOTOS = Path(__file__).parents[1] / "photos"


def codes(reading: Reading) -> dict[str, str]:
    return {str(card.label): card.card.code for card in reading.cards}


def labelled(table: list[list[str | None]]) -> dict[str, str]:
    return {str(Label(r, c)): code for r, row in enumerate(table) for c, code in enumerate(row) if code}


@cache
def nine() -> NDArray[np.uint8]:
    return TablePicture(NINE).draw()


def test_simple_table_is_read() -> None:
    reading = read_layout(nine())
    assert codes(reading) == labelled(NINE)
    assert (reading.rule, reading.colours, reading.table) == ("classic", "bgop", (3, 3))
    assert not reading.doubtful
    assert all(0.9 <= card.confidence < 1 for card in reading.cards)
    layout = reading.layout()
    assert layout.photo_size == (nine().shape[1], nine().shape[0])
    assert [str(laid.label) for laid in layout] == sorted(labelled(NINE))


def test_corners_run_clockwise_from_the_top_left() -> None:
    card = next(c for c in read_layout(nine()).cards if str(c.label) == "B2")
    middle = TablePicture(NINE).centre_mm(1, 1) * 3
    expected = [middle + np.array([x * 63.5, y * 88.9]) * 1.5 for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    assert np.allclose(card.corners, expected, atol=5)


def test_sightings_tell_balls_from_hoops() -> None:
    kinds = Counter(s.kind for s in find_sightings(to_lab(nine())) if s.quality > 0.9)
    assert kinds == {"ball": 9, "hoop": 9}


@pytest.mark.parametrize("degrees", [-20, 15, 28])
def test_plane_undoes_the_tilt(degrees: float) -> None:
    picture, warp = tilted(nine(), degrees)
    plane = fit_plane(find_sightings(to_lab(picture)), (picture.shape[1], picture.shape[0]))
    assert plane is not None
    for row, col in ((0, 0), (1, 1), (2, 2)):
        middle = TablePicture(NINE).centre_mm(row, col) * 3
        corners = np.array([middle + np.array(d) * 90 for d in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
        seen = cv2.perspectiveTransform(corners[None].astype(np.float64), warp)[0]
        sides = np.linalg.norm(np.roll(plane.table(seen), -1, axis=0) - plane.table(seen), axis=1)
        assert np.allclose(sides, 60, rtol=0.03)


@pytest.mark.parametrize("degrees", [-15, 12, 25])
def test_tilted_table_is_read(degrees: float) -> None:
    assert codes(read_layout(tilted(nine(), degrees)[0])) == labelled(NINE)


def test_gaps_keep_their_places() -> None:
    table = [list(row) for row in NINE]
    table[1][1] = table[0][2] = None
    assert codes(read_layout(TablePicture(table).draw())) == labelled(table)


def test_sideways_card_is_turned_back_to_portrait() -> None:
    picture = TablePicture(NINE, pitch=(100, 100), turns={(1, 1): -90.0})
    reading = read_layout(picture.draw())
    assert codes(reading) == labelled(NINE)
    assert [str(card.label) for card in reading.cards if card.sideways] == ["B2"]


def test_turned_cards_are_read() -> None:
    turns = {(r, c): 18.0 * math.sin(2.1 * r + 4.3 * c) for r in range(3) for c in range(3)}
    assert codes(read_layout(TablePicture(NINE, pitch=(86, 108), turns=turns).draw())) == labelled(NINE)


def test_free_colours_are_told_from_classic() -> None:
    table: list[list[str | None]] = [
        [code and code.translate(str.maketrans("bB", "gO")) for code in row] for row in NINE
    ]
    reading = read_layout(TablePicture(table).draw())
    assert (reading.rule, reading.colours) == ("free", None)
    assert codes(reading) == labelled(table)


def test_other_palette_is_named() -> None:
    table: list[list[str | None]] = [
        [code and code.translate(str.maketrans("bgopBGOP", "rgbyRGBY")) for code in row] for row in NINE
    ]
    reading = read_layout(TablePicture(table).draw())
    assert (reading.rule, reading.colours) == ("classic", "rgby")
    assert codes(reading) == labelled(table)


def test_hints_are_obeyed() -> None:
    reading = read_layout(nine(), hints=ReadingHints(rule="free", colours="bgop"))
    assert reading.rule == "free" and codes(reading) == labelled(NINE)
    deck = tuple(code for row in NINE for code in row if code)
    assert codes(read_layout(nine(), hints=ReadingHints(deck=deck))) == labelled(NINE)


def test_card_with_a_hidden_symbol_is_doubtful_not_missing() -> None:
    picture = nine().copy()
    x, y = (int(v) for v in TablePicture(NINE).centre_mm(1, 1) * 3)
    picture[y + 40 : y + 130, x - 60 : x + 60] = picture[3, 3]  # wipes out the hoop of B2
    reading = read_layout(picture)
    assert {str(c.label) for c in reading.cards} == set(labelled(NINE))
    assert [str(c.label) for c in reading.cards if c.doubtful] == ["B2"]
    assert "B2" in next(c for c in reading.cards if c.doubtful).reasons[0]


@pytest.mark.parametrize("kind", ["blank", "noise", "stripes", "balls only"])
def test_pictures_without_cards_are_doubtful(kind: str) -> None:
    rng = np.random.default_rng(5)
    picture = np.full((600, 800, 3), (200, 190, 170), np.uint8)
    if kind == "noise":
        picture = rng.integers(0, 256, (600, 800, 3)).astype(np.uint8)
    elif kind == "stripes":
        picture[:, ::40] = picture[:, 1::40] = (160, 40, 40)
    elif kind == "balls only":
        for x, y in rng.integers(40, 560, (12, 2)).tolist():
            cv2.circle(picture, (x, y), 14, (200, 40, 40), -1, cv2.LINE_AA)
    reading = read_layout(picture)
    assert reading.doubtful
    assert not [card for card in reading.cards if not card.doubtful]
    assert reading.cards or reading.notes


def test_same_bytes_same_reading() -> None:
    photo = decode_photo((PHOTOS / "dev-12.jpg").read_bytes())
    threads = cv2.getNumThreads()
    first = read_layout(photo)
    try:
        cv2.setNumThreads(1)
        assert read_layout(photo) == first
    finally:
        cv2.setNumThreads(threads)


@cache
def readings() -> dict[str, tuple[dict[str, Any], Reading]]:
    """Every photograph with its truth and its reading."""
    out = {}
    for file in sorted(PHOTOS.glob("*.json")):
        truth = json.loads(file.read_text())
        out[file.stem] = (truth, read_layout(decode_photo((PHOTOS / truth["image"]).read_bytes())))
    return out


def symbols_of(card: ReadCard) -> set[tuple[str, str, int, int]]:
    return {(s.kind, COLOUR_NAMES[s.colour], s.row, s.col) for s in card.card.symbols}


def faults(truth: dict[str, Any], reading: Reading) -> Iterator[str]:
    """One word for each card of the truth, and for each invented one."""
    left = list(reading.cards)
    for card in truth["cards"]:
        here = np.mean(card["corners"], axis=0)
        reach = 0.5 * math.dist(card["corners"][0], card["corners"][1])
        near = min(left, key=lambda c: float(np.linalg.norm(np.mean(c.corners, axis=0) - here)), default=None)
        if near is None or np.linalg.norm(np.mean(near.corners, axis=0) - here) > reach:
            yield "missing" if reading.doubtful else "silent"
            continue
        left.remove(near)
        label = str(Label(card["table_row"], card["table_col"]))
        if str(near.label) != label:
            yield "mislabelled"
        wanted = {(kind, card[kind]["colour"], card[kind]["row"], card[kind]["col"]) for kind in ("ball", "hoop")}
        if symbols_of(near) == wanted:
            yield "flagged" if near.doubtful else "right"
        else:
            yield "wrong" if near.doubtful else "silent"
    for extra in left:
        yield "extra" if extra.doubtful else "silent"


# difficulty: share of right cards at least, share flagged though right at most
BUDGET = {"easy": (0.99, 0.01), "medium": (0.97, 0.03), "hard": (0.85, 0.15)}


@pytest.mark.parametrize("difficulty", BUDGET)
def test_photographs_within_budget(difficulty: str) -> None:
    counts: Counter[str] = Counter()
    cards = 0
    for truth, reading in readings().values():
        if truth["difficulty"] == difficulty:
            counts.update(faults(truth, reading))
            cards += len(truth["cards"])
    right, flagged = BUDGET[difficulty]
    assert counts["silent"] == 0, counts
    assert counts["mislabelled"] == 0, counts
    assert counts["right"] >= right * cards, counts
    assert counts["flagged"] <= flagged * cards, counts

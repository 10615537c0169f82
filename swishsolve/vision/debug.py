"""Each step of a reading as a picture, to see where it went wrong.

The pictures follow the reader: what came in, the round things seen at first, the table from above, balls and hoops of
known size, the cards, and what is in doubt.  Steps that the reading did not reach are left out.  Marks carry words or
numbers besides their colour.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from swishsolve.errors import Fault, InputError
from swishsolve.files import write_whole
from swishsolve.model.layout import Label
from swishsolve.vision.confidence import Verdict
from swishsolve.vision.explain import Found
from swishsolve.vision.read import ReadCard, Reading, Steps
from swishsolve.vision.sightings import Sighting
from swishsolve.vision.symbols import SymbolSeen
from swishsolve.vision.tableview import TableView

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]
Colour = tuple[int, int, int]

_LONGEST = 1600  # px
_SHARP = 16  # sub-pixel steps of cv2's drawing, as a power of two: 4 bits
_GOOD, _FAIR, _POOR, _PAPER, _INK = (0, 114, 178), (230, 159, 0), (204, 51, 17), (255, 255, 255), (20, 20, 20)


def write_debug_pictures(steps: Steps, reading: Reading, folder: str | os.PathLike[str]) -> list[str]:
    """Write the steps of a reading as JPEG pictures into a folder, which is made if need be; returns their names.

    Pictures of the same names are replaced.  Raises InputError when they cannot be written.
    """
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise InputError([Fault(f"cannot be written: {error.strerror or error}", os.fspath(folder))]) from None
    names = []
    for name, picture in _iter_pictures(steps, reading):
        code = cv2.imencode(".jpg", cv2.cvtColor(picture, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, 90])[1]
        write_whole(os.path.join(folder, name + ".jpg"), code.tobytes())
        names.append(name + ".jpg")
    return names


def _iter_pictures(steps: Steps, reading: Reading) -> Iterator[tuple[str, Image]]:
    width, height = reading.size
    yield "01-upright", _captioned(_fitted(steps.picture)[0], f"upright picture, {width} x {height} pixels")
    yield "02-sightings", _sightings_picture(steps)
    if steps.view is not None:
        yield "03-table-from-above", _table_picture(steps.view, steps.plane.misfit if steps.plane else 0.0)
        yield "04-symbols", _symbols_picture(steps.view, steps.symbols, steps.found)
        if steps.found is not None and steps.verdicts:
            yield "05-cards", _cards_picture(steps.view, steps.found, steps.verdicts)
    doubts = [card for card in reading.cards if card.doubtful]
    notes = list(reading.notes) or ([] if doubts else [f"none of {len(reading.cards)} cards is doubtful"])
    per_page = 8
    for page in range(max(1, -(-len(doubts) // per_page))):
        some = doubts[page * per_page : (page + 1) * per_page]
        yield f"06-doubts{f'-{page + 1}' if page else ''}", _doubts_picture(steps, reading, some, notes)


def _fitted(pixels: Image, longest: int = _LONGEST) -> tuple[Image, float]:
    """A copy at most ``longest`` pixels long and at least half of that, and its size over the original's."""
    height, width = pixels.shape[:2]
    factor = min(longest / max(height, width), max(1.0, 0.5 * longest / max(height, width)))
    if factor == 1:
        return pixels.copy(), 1.0
    how = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    size = (max(1, round(width * factor)), max(1, round(height * factor)))
    return np.asarray(cv2.resize(pixels, size, interpolation=how), dtype=np.uint8), factor


def _paled(pixels: Image, share: float = 0.45) -> Image:
    """The picture towards white, so that marks stand out."""
    return np.asarray(255 - (255 - pixels.astype(np.float32)) * (1 - share), dtype=np.uint8)


def _captioned(picture: Image, *lines: str) -> Image:
    """The picture under lines of words, still at most as long as allowed."""
    least = 700  # px, so that words find room
    shown = [part for line in lines for part in wrap(line, max(picture.shape[1], least) // 12)]
    room = 26 * len(shown) + 12
    if picture.shape[0] + room > _LONGEST:
        picture = _fitted(picture, _LONGEST - room)[0]
    if picture.shape[1] < least:
        picture = np.pad(picture, ((0, 0), (0, least - picture.shape[1]), (0, 0)), constant_values=255)
    head = np.full((room, picture.shape[1], 3), 255, np.uint8)
    for k, line in enumerate(shown):
        _write(head, line, (8, 24 + 26 * k), 0.62)
    return np.concatenate([head, picture])


def _write(
    picture: Image, text: str, place: tuple[float, float], size: float = 0.5, ink: Colour = _INK, middle: bool = False
) -> None:
    """Words on a pale plate; ``place`` is the left end of their base line, or the middle of the words."""
    text = text.encode("ascii", "replace").decode()
    thick = 2 if size > 0.65 else 1
    (width, height), below = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, thick)
    x, y = place
    if middle:
        x, y = x - width / 2, y + height / 2
    left, base = round(x), round(y)
    plate = picture[
        max(0, base - height - 3) : max(0, base + below // 2 + 2), max(0, left - 3) : max(0, left + width + 3)
    ]
    plate[:] = _paled(plate, 0.8)
    cv2.putText(picture, text, (left, base), cv2.FONT_HERSHEY_SIMPLEX, size, ink, thick, cv2.LINE_AA)


def _line(picture: Image, points: Floats, ink: Colour, thick: int = 2, closed: bool = False) -> None:
    """A line with a pale rim through points (n, 2) in pixels."""
    exact = [np.rint(np.clip(points, -9000, 9000) * _SHARP).astype(np.int32)]
    cv2.polylines(picture, exact, closed, _PAPER, thick + 2, cv2.LINE_AA, 4)
    cv2.polylines(picture, exact, closed, ink, thick, cv2.LINE_AA, 4)


def _ring(centre: Floats, half_axes: Floats) -> Floats:
    """Points on the ellipse that ``half_axes`` (2, 2) make of the unit circle."""
    angles = 2 * np.pi * np.arange(48) / 48
    return np.asarray(centre + np.stack([np.cos(angles), np.sin(angles)], axis=1) @ half_axes.T)


def _by_quality(quality: float) -> Colour:
    return _GOOD if quality >= 0.85 else _FAIR if quality >= 0.7 else _POOR


def _sightings_picture(steps: Steps) -> Image:
    picture, factor = _fitted(steps.picture)
    looked_at = max(1.0, max(steps.picture.shape[:2]) / _LONGEST)  # sightings count in the picture of the first look
    picture = _paled(picture)
    balls = sum(s.kind == "ball" for s in steps.sightings)
    for sighting in sorted(steps.sightings, key=lambda s: s.quality):
        _draw_sighting(picture, sighting, factor * looked_at)
    counted = f"{balls} balls (one line), {len(steps.sightings) - balls} hoops (two lines)"
    return _captioned(picture, f"round things at first sight: {counted}; numbers: quality in percent")


def _draw_sighting(picture: Image, sighting: Sighting, factor: float) -> None:
    xx, xy, yy = sighting.shape
    values, vectors = np.linalg.eigh(np.array([[xx, xy], [xy, yy]]))
    half_axes = vectors * np.sqrt(np.maximum(values, 0.0)) * factor
    centre, ink = (
        np.array([(sighting.x + 0.5) * factor - 0.5, (sighting.y + 0.5) * factor - 0.5]),
        _by_quality(sighting.quality),
    )
    _line(picture, _ring(centre, half_axes), ink, closed=True)
    if sighting.kind == "hoop":
        _line(picture, _ring(centre, half_axes * sighting.inner), ink, 1, closed=True)
    below = centre[1] + float(np.sqrt(max(yy, 0.0))) * factor + 11
    _write(picture, f"{100 * sighting.quality:.0f}", (centre[0], below), 0.45, ink, middle=True)


def _table_picture(view: TableView, misfit: float) -> Image:
    picture, factor = _fitted(np.where(view.seen[..., None], view.pixels, 120).astype(np.uint8))
    low = view.to_mm(np.array([[0.0, 0.0]]))[0]
    high = view.to_mm(np.array([[view.pixels.shape[1] - 1.0, view.pixels.shape[0] - 1.0]]))[0]
    for axis in (0, 1):
        for mm in np.arange(np.ceil(low[axis] / 50) * 50, high[axis], 50):
            ends = np.array([low, high])
            ends[:, axis] = mm
            cv2.polylines(
                picture, [np.rint(view.to_view(ends) * factor).astype(np.int32)], False, (90, 90, 90), 1, cv2.LINE_AA
            )
    words = f"the table from above: lines every 50 mm, {view.scale:.2f} pixels a mm, misfit of shapes {misfit:.1%}"
    return _captioned(picture, words)


def _symbols_picture(view: TableView, symbols: Sequence[SymbolSeen], found: Found | None) -> Image:
    picture, factor = _fitted(view.pixels)
    picture = _paled(picture, 0.55)
    for symbol in sorted(symbols, key=lambda s: s.quality):
        centre = view.to_view(np.array([symbol.x, symbol.y])) * factor
        radius = symbol.radius * view.scale * factor
        strong = symbol.quality >= 0.7
        ink = _by_quality(symbol.quality) if strong else (140, 140, 140)
        _line(picture, _ring(centre, radius * np.eye(2)), ink, 2 if strong else 1, closed=True)
        if symbol.kind == "hoop":
            _line(picture, _ring(centre, 0.78 * radius * np.eye(2)), ink, 1, closed=True)
        letter = _letter(symbol, found)
        if letter:
            size = float(np.clip(radius / 26, 0.4, 0.9))
            _write(picture, letter, (centre[0], centre[1]), size, _INK, middle=True)
    words = "balls and hoops of known size: colour letter (hoops in capitals), grey where hardly anything is seen"
    colours = f"colours {found.palette.letters}, rule {found.rule} {found.mapping}" if found else "no cards explained"
    return _captioned(picture, words, colours)


def _letter(symbol: SymbolSeen, found: Found | None) -> str:
    """The likeliest colour letter of a symbol, a capital for a hoop; nothing where no card could use it."""
    if found is None or not found.palette.letters:
        return ""
    if symbol not in found.symbols:
        return ""
    letter = found.palette.letters[int(found.letters[found.symbols.index(symbol)].argmax())]
    return letter.upper() if symbol.kind == "hoop" else letter


def _portrait(corners: Any, sideways: bool) -> Floats:
    """Corners from the card's own top left, whichever way it lies."""
    seen = np.asarray(corners, dtype=np.float64)
    return np.roll(seen, 1, axis=0) if sideways else seen


def _on_card(corners: Floats, found: Found, u: float, v: float) -> Floats:
    """The point of a card (corners in portrait) at shares of the width and height of its cells, 0 to 1."""
    across, down = found.size.margin / found.size.width, found.size.margin / found.size.height
    u, v = across + (1 - 2 * across) * u, down + (1 - 2 * down) * v
    top, bottom = corners[0] + u * (corners[1] - corners[0]), corners[3] + u * (corners[2] - corners[3])
    return np.asarray(top + v * (bottom - top))


def _cell_lines(corners: Floats, found: Found) -> Iterator[Floats]:
    """Lines between the cells of a card with the given corners (portrait)."""
    for k in range(found.grid.rows + 1):
        v = k / found.grid.rows
        yield np.array([_on_card(corners, found, 0, v), _on_card(corners, found, 1, v)])
    for k in range(found.grid.cols + 1):
        u = k / found.grid.cols
        yield np.array([_on_card(corners, found, u, 0), _on_card(corners, found, u, 1)])


def _cards_picture(view: TableView, found: Found, verdicts: Sequence[Verdict]) -> Image:
    picture, factor = _fitted(view.pixels)
    picture = _paled(picture, 0.3)
    for verdict in verdicts:
        corners = view.to_view(verdict.corners_mm) * factor
        for line in _cell_lines(_portrait(corners, verdict.sideways), found):
            ends = np.rint(np.clip(line, -9000, 9000) * _SHARP).astype(np.int32)
            cv2.polylines(picture, [ends], False, (120, 120, 120), 1, cv2.LINE_AA, 4)
        ink = _POOR if verdict.doubtful else _GOOD
        _line(picture, corners, ink, 3 if verdict.doubtful else 2, closed=True)
        for kind, colour, cell in verdict.symbols:
            u, v = (cell % found.grid.cols + 0.5) / found.grid.cols, (cell // found.grid.cols + 0.5) / found.grid.rows
            x, y = _on_card(_portrait(corners, verdict.sideways), found, u, v)
            _write(picture, colour.upper() if kind == "hoop" else colour, (x, y), 0.6, _INK, middle=True)
        top = (corners[0] + corners[1]) / 2
        label = f"{Label(*verdict.place)}{' ?' if verdict.doubtful else ''} {verdict.confidence:.2f}"
        _write(picture, label, (top[0], top[1] + 4), 0.55, ink, middle=True)
    words = "cards: outline, cells, label, probability (red with ?: doubtful); letters: symbols read, hoops in capitals"
    return _captioned(picture, words)


def _doubts_picture(steps: Steps, reading: Reading, doubts: Sequence[ReadCard], notes: Sequence[str]) -> Image:
    """Cut-outs of the doubtful cards beside the words about them."""
    side, width = 180, 1200
    page = np.full((max(1, len(doubts)) * (side + 12), width, 3), 255, np.uint8)
    for k, card in enumerate(doubts):
        top = k * (side + 12)
        page[top : top + side, 8 : 8 + side] = _cut_out(steps.picture, reading, card, side)
        lines = [f"{card.label} ({card.confidence:.2f}) read as {card.card.code}"]
        lines += [line for reason in card.reasons for line in wrap(reason, 100)]
        lines += [f"or {code} ({probability:.2f})" for code, probability in card.alternatives]
        for j, line in enumerate(lines[:7]):
            _write(page, line, (side + 24, top + 24 + 24 * j), 0.62 if not j else 0.52, _POOR if not j else _INK)
    about = [line for note in notes for line in wrap(note, 100)]
    return _captioned(page, "doubts: what was seen and what else it could be", *about)


def _cut_out(pixels: Image, reading: Reading, card: ReadCard, side: int) -> Image:
    """A square of the photograph around a card, its outline drawn."""
    scale = pixels.shape[1] / reading.size[0]
    corners = (np.array(card.corners) + 0.5) * scale - 0.5
    low, high = corners.min(axis=0), corners.max(axis=0)
    factor = side / max(float((high - low).max()) * 1.15, 1.0)
    shift = side / 2 - factor * (low + high) / 2
    source, shrink = pixels, 1.0
    if factor < 0.5:  # average first: warping alone would skip pixels
        source = np.asarray(cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)
        shrink = factor
    matrix = np.array([[factor / shrink, 0, shift[0]], [0, factor / shrink, shift[1]]])
    cut = np.asarray(cv2.warpAffine(source, matrix, (side, side), borderValue=(200, 200, 200)), dtype=np.uint8)
    _line(cut, corners * factor + shift, _POOR, 1, closed=True)
    return cut

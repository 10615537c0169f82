"""A PDF measured from its own numbers: the shapes of a page in millimetres from its top left corner."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import NamedTuple

import pypdfium2 as pdfium
from PIL import Image
from pypdf import PageObject, PdfReader

from swishsolve.render.drawing import Disc, Item, Picture, Polygon, Polyline, Ring, RoundedRect, Text
from swishsolve.render.font import Font

MM = 25.4 / 72

Box = tuple[float, float, float, float]  # left, top, right, bottom


class Shape(NamedTuple):
    """A painted path: its outlines as boxes, its colours, and whether it is made of curves."""

    outlines: tuple[Box, ...]
    fill: str | None
    stroke: str | None
    width_mm: float
    curved: bool
    points: tuple[tuple[float, float], ...]

    @property
    def box(self) -> Box:
        lefts, tops, rights, bottoms = zip(*self.outlines, strict=True)
        return min(lefts), min(tops), max(rights), max(bottoms)

    @property
    def centre(self) -> tuple[float, float]:
        left, top, right, bottom = self.box
        return (left + right) / 2, (top + bottom) / 2

    @property
    def is_circle(self) -> bool:
        left, top, right, bottom = self.box
        return self.curved and self.fill is not None and abs((right - left) - (bottom - top)) < 0.01

    @property
    def is_line(self) -> bool:
        return len(self.points) == 2 and self.fill is None


def read(data: bytes) -> PdfReader:
    return PdfReader(BytesIO(data))


def box_mm(page: PageObject, name: str) -> Box:
    """A box of a page, from the top left corner of its media box."""
    height = float(page.mediabox.height)
    box = getattr(page, name)
    return (
        float(box.left) * MM,
        (height - float(box.top)) * MM,
        float(box.right) * MM,
        (height - float(box.bottom)) * MM,
    )


def shapes(page: PageObject) -> list[Shape]:
    """Every painted path of a page, in order."""
    return list(_shapes(page))


def _shapes(page: PageObject) -> Iterator[Shape]:
    height = float(page.mediabox.height)
    fill = line = "#000000"
    width = 1.0
    paths: list[list[tuple[float, float]]] = []
    curved = False

    def at(x: float, y: float) -> tuple[float, float]:
        return x * MM, (height - y) * MM

    for operands, operator in page.get_contents().operations:
        numbers = [float(value) for value in operands if isinstance(value, int | float)]
        match operator:
            case b"m":
                paths.append([at(*numbers)])
            case b"l":
                paths[-1].append(at(*numbers))
            case b"c":
                paths[-1].append(at(*numbers[4:]))
                curved = True
            case b"cm":
                raise AssertionError("a transformation hides the sizes")
            case b"rg":
                fill = "#" + "".join(f"{round(part * 255):02x}" for part in numbers)
            case b"RG":
                line = "#" + "".join(f"{round(part * 255):02x}" for part in numbers)
            case b"w":
                width = numbers[0] * MM
            case b"f" | b"S" | b"B":
                boxes = tuple(
                    (min(x for x, _ in p), min(y for _, y in p), max(x for x, _ in p), max(y for _, y in p))
                    for p in paths
                )
                painted = fill if operator != b"S" else None
                stroked = line if operator != b"f" else None
                yield Shape(boxes, painted, stroked, width, curved, tuple(p for path in paths for p in path))
                paths, curved = [], False


def texts(data: bytes, number: int = 0) -> list[tuple[str, Box]]:
    """The visible characters of a page, each with its box."""
    document = pdfium.PdfDocument(data)
    page = document[number]
    height = page.get_height()
    text_page = page.get_textpage()
    found = []
    for index in range(text_page.count_chars()):
        left, bottom, right, top = text_page.get_charbox(index)
        character = text_page.get_text_range(index, 1)
        if character.strip():
            found.append((character, (left * MM, (height - top) * MM, right * MM, (height - bottom) * MM)))
    text_page.close()
    page.close()
    document.close()
    return found


def rasterised(data: bytes, dpi: float, number: int = 0) -> Image.Image:
    document = pdfium.PdfDocument(data)
    page = document[number]
    image = page.render(scale=dpi / 72).to_pil().convert("RGB")
    page.close()
    document.close()
    return image


def overlap(one: Box, other: Box, slack: float = 0.0) -> bool:
    """Whether two boxes have more than `slack` of their sides in common."""
    return (
        min(one[2], other[2]) - max(one[0], other[0]) > slack and min(one[3], other[3]) - max(one[1], other[1]) > slack
    )


def box_of(item: Item, font: Font) -> Box:
    """The box of an item of a drawing list, in its millimetres; of a text that of its letters."""
    match item:
        case Disc((x, y), radius) | Ring((x, y), _, radius):
            return x - radius, y - radius, x + radius, y + radius
        case Polyline(points, stroke) | Polygon(points, _, stroke):
            half = stroke.width_mm / 2 if stroke else 0.0
            xs, ys = zip(*points, strict=True)
            return min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half
        case Text((x, y), text, size, anchor=anchor, turn=turn):
            width = font.width(text, size)
            before = {"start": 0.0, "middle": width / 2, "end": width}[anchor]
            below = size * (0.22 if set(text) & set("gjpqy,") else 0.02)
            left, top, right, bottom = -before, -size * 0.76, width - before, below
            for _ in range(turn // 90):
                left, top, right, bottom = -bottom, left, -top, right
            return x + left, y + top, x + right, y + bottom
        case RoundedRect((x, y), width, height) | Picture((x, y), width, height):
            return x, y, x + width, y + height

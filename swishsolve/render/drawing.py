"""The drawing list: flat shapes in millimetres, in the order in which they are painted.

Everything that becomes a picture is first such a list; a backend only walks it. The origin is the top left corner::

      (0, 0) ----- x -----> (width_mm, 0)
         |
         y        angles turn clockwise, as seen
         |
         v
      (0, height_mm)

Colours are "#rrggbb". Shapes are plain values: two drawings are the same picture exactly when they are equal, and their
`repr` is what the golden files hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from math import atan2, ceil, cos, hypot, pi, sin
from typing import Any, Literal

Point = tuple[float, float]
Anchor = Literal["start", "middle", "end"]
Turn = Literal[0, 90, 180, 270]

MM_PER_INCH = 25.4
CAP_HEIGHT = 0.729  # height of a capital, in parts of the size of the text
TEXT_WIDTH = 0.58  # a generous mean width of a character, in parts of the size of the text


def mm_to_px(mm: float, dpi: float) -> float:
    """Millimetres to pixels: the one place where they meet.

    >>> mm_to_px(25.4, 150)
    150.0
    """
    return mm * dpi / MM_PER_INCH


def dpi_of(px_per_mm: float) -> float:
    """The resolution at which a millimetre has so many pixels.

    >>> dpi_of(10)
    254.0
    """
    return px_per_mm * MM_PER_INCH


@dataclass(frozen=True)
class Fill:
    """A colour for an area; opacity 1 hides what lies below."""

    colour: str
    opacity: float = 1.0


@dataclass(frozen=True)
class Stroke:
    """A line: colour, width, opacity, and the lengths of dashes and gaps in turn (none: a solid line).

    Solid lines have round ends, dashes flat ones.
    """

    colour: str
    width_mm: float
    opacity: float = 1.0
    dash_mm: tuple[float, ...] = ()


@dataclass(frozen=True)
class Disc:
    """A filled circle."""

    centre: Point
    radius_mm: float
    fill: Fill
    stroke: Stroke | None = None


@dataclass(frozen=True)
class Ring:
    """The area between two circles."""

    centre: Point
    inner_mm: float
    outer_mm: float
    fill: Fill


@dataclass(frozen=True)
class RoundedRect:
    """An upright rectangle by its top left corner and size, with round corners."""

    corner: Point
    width_mm: float
    height_mm: float
    radius_mm: float
    fill: Fill | None = None
    stroke: Stroke | None = None


@dataclass(frozen=True)
class Polygon:
    """A closed outline."""

    points: tuple[Point, ...]
    fill: Fill | None = None
    stroke: Stroke | None = None


@dataclass(frozen=True)
class Polyline:
    """An open line; its bends are round."""

    points: tuple[Point, ...]
    stroke: Stroke


@dataclass(frozen=True)
class Text:
    """One line of text: the point on the baseline that `anchor` names, the size of the font, and by how many degrees
    the line is turned clockwise around that point.
    """

    at: Point
    text: str
    size_mm: float
    fill: Fill
    anchor: Anchor = "start"
    turn: Turn = 0


@dataclass(frozen=True)
class Picture:
    """Pixels stretched over an upright rectangle: rows of red, green, blue bytes, from the top left."""

    corner: Point
    width_mm: float
    height_mm: float
    size_px: tuple[int, int]
    rgb: bytes = field(repr=False)


Item = Disc | Ring | RoundedRect | Polygon | Polyline | Text | Picture


@dataclass(frozen=True)
class Drawing:
    """A picture: its size, its background, what is painted on it in order, and the resolution it is meant for.

    `stretch` enlarges it as a whole from the top left corner, across and along, and `mirrored` exchanges left and
    right: what a printer that is off, or the back of a film, needs.

    >>> drawing = Drawing(20, 10, (Disc((5, 5), 3, Fill("#1f55c4")),))
    >>> drawing.size_px(254)
    (200, 100)
    """

    width_mm: float
    height_mm: float
    items: tuple[Item, ...]
    background: str = "#ffffff"
    dpi: float = 150.0
    stretch: tuple[float, float] = (1.0, 1.0)
    mirrored: bool = False

    @property
    def page_mm(self) -> tuple[float, float]:
        """Width and height of the picture after stretching."""
        return self.width_mm * self.stretch[0], self.height_mm * self.stretch[1]

    def size_px(self, dpi: float | None = None) -> tuple[int, int]:
        """Width and height in whole pixels, at least 1, at the given resolution or at the drawing's own."""
        width, height = (max(1, round(mm_to_px(side, dpi or self.dpi))) for side in self.page_mm)
        return width, height

    def on_page(self, x: float, y: float) -> Point:
        """Where a point of the list comes to lie on the page, in millimetres from its top left corner."""
        across, along = self.stretch
        return (self.width_mm - x if self.mirrored else x) * across, y * along


def text_width(text: str, size_mm: float) -> float:
    """About how wide a line of text gets, rather too wide than too narrow.

    >>> text_width("A1", 10)
    11.6
    """
    return len(text) * size_mm * TEXT_WIDTH


def centred_text(text: str, centre: Point, size_mm: float, fill: Fill) -> Text:
    """A line of capitals and digits whose middle lies at `centre`."""
    return Text((centre[0], centre[1] + size_mm * CAP_HEIGHT / 2), text, size_mm, fill, "middle")


def moved(items: Iterable[Item], by: Point, factor: float = 1.0) -> Iterator[Item]:
    """The items made larger by a factor, all their lengths alike, then shifted by so much to the right and down.

    >>> next(moved([Disc((1, 2), 3, Fill("#000000"))], (10, 20), 2))
    Disc(centre=(12, 24), radius_mm=6, fill=Fill(colour='#000000', opacity=1.0), stroke=None)
    """
    return _carried(items, lambda x, y: (x * factor + by[0], y * factor + by[1]), factor)


def turned_right(items: Iterable[Item], height_mm: float) -> Iterator[Item]:
    """The items of a picture of that height turned a quarter right; its top left corner stays the origin.

    >>> next(turned_right([Disc((1, 2), 3, Fill("#000000"))], 10)).centre
    (8, 1)
    """
    return _carried(items, lambda x, y: (height_mm - y, x), turned=True)


def _carried(
    items: Iterable[Item], carry: Callable[[float, float], Point], factor: float = 1.0, *, turned: bool = False
) -> Iterator[Item]:
    for item in items:
        changes: dict[str, Any] = {}
        for name, value in vars(item).items():
            if name in ("centre", "at"):
                changes[name] = carry(*value)
            elif name == "points":
                changes[name] = tuple(carry(*point) for point in value)
            elif name.endswith("_mm") and factor != 1.0:
                changes[name] = value * factor
            elif name == "stroke" and value is not None and factor != 1.0:
                dashes = tuple(length * factor for length in value.dash_mm)
                changes[name] = replace(value, width_mm=value.width_mm * factor, dash_mm=dashes)
        if isinstance(item, RoundedRect | Picture):
            x, y = item.corner
            changes["corner"] = carry(x, y + item.height_mm) if turned else carry(x, y)
            if turned and isinstance(item, Picture):
                raise ValueError("pixels are not turned")
            if turned:
                changes |= {"width_mm": item.height_mm, "height_mm": item.width_mm}
        if turned and isinstance(item, Text):
            changes["turn"] = _TURNED_RIGHT[item.turn]
        yield replace(item, **changes)


def in_one_ink(items: Iterable[Item]) -> Iterator[Item]:
    """The items in black: white stays paper, all else is printed; a pale ground would be neither and is left out.

    >>> [item.fill.colour for item in in_one_ink([Disc((1, 2), 3, Fill("#1f55c4")), Disc((1, 2), 3, Fill("#f3efe6"))])]
    ['#000000']
    """
    for item in items:
        changes: dict[str, Any] = {}
        for name in ("fill", "stroke"):
            ink = getattr(item, name, None)
            if ink is not None and ink.colour != "#ffffff":
                pale = name == "fill" and min(int(ink.colour[at : at + 2], 16) for at in (1, 3, 5)) > 200
                changes[name] = None if pale else replace(ink, colour="#000000")
        left_out = changes.get("fill", "kept") is None
        if not left_out or getattr(item, "stroke", None) is not None:
            yield replace(item, **changes)


_TURNED_RIGHT: dict[Turn, Turn] = {0: 90, 90: 180, 180: 270, 270: 0}


def arc(centre: Point, radius_mm: float, start_rad: float, end_rad: float) -> tuple[Point, ...]:
    """Points along a circle from one angle to another; 0 points right, angles grow clockwise as seen."""
    count = max(2, ceil(abs(end_rad - start_rad) / (pi / 24)) + 1)
    angles = [start_rad + (end_rad - start_rad) * step / (count - 1) for step in range(count)]
    return tuple((centre[0] + radius_mm * cos(angle), centre[1] + radius_mm * sin(angle)) for angle in angles)


def arrow(points: tuple[Point, ...], stroke: Stroke, *, both: bool = False) -> Iterator[Item]:
    """A line with a filled head at its end, or at both ends; the line stops inside the head."""
    head = stroke.width_mm * 3.4
    body = list(points)
    for _ in range(2 if both else 1):
        x, y = body[-1]
        while len(body) > 2 and hypot(x - body[-2][0], y - body[-2][1]) < head:
            del body[-2]
        angle = atan2(y - body[-2][1], x - body[-2][0])
        wings = [(x - head * cos(angle + turn), y - head * sin(angle + turn)) for turn in (0.52, -0.52)]
        yield Polygon(((x, y), *wings), Fill(stroke.colour, stroke.opacity))
        step = head * 0.7
        body[-1] = (x - step * cos(angle), y - step * sin(angle))
        body.reverse()
    yield Polyline(tuple(body), stroke)


def hatch(outline: tuple[Point, ...], spacing_mm: float, stroke: Stroke) -> Iterator[Polyline]:
    """Lines rising to the right, `spacing_mm` apart, cut to a convex outline."""
    # Along a line x + y is constant: cut each edge of the outline with it.
    sums = [x + y for x, y in outline]
    level = (min(sums) // spacing_mm + 1) * spacing_mm
    while level < max(sums):
        cuts: list[Point] = []
        for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True):
            low, high = ax + ay, bx + by
            if (low < level) != (high < level):
                part = (level - low) / (high - low)
                cuts.append((ax + part * (bx - ax), ay + part * (by - ay)))
        if len(cuts) == 2:
            yield Polyline((min(cuts), max(cuts)), stroke)
        level += spacing_mm

"""The PDF backend: drawing lists as pages of one document, every shape a vector, every font embedded.

PDF counts points from the bottom left; all lengths pass through `_Page` and are written as they come to lie on the
paper, without a transformation around them, so that anyone can measure a page by reading its numbers. reportlab makes
the document, its fonts and pictures; the operators of shapes are written here, as its own drawing calls spend most of
their time on formatting numbers. The document carries no clock: its date is SOURCE_DATE_EPOCH, or one fixed day, and
the same pages give the same bytes.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from io import BytesIO
from struct import error as StructError  # noqa: N812 - the name of a class
from typing import TYPE_CHECKING, NamedTuple

from swishsolve.errors import Fault, InputError
from swishsolve.render.drawing import (
    MM_PER_INCH,
    Disc,
    Drawing,
    Fill,
    Item,
    Picture,
    Point,
    Polygon,
    Polyline,
    Ring,
    RoundedRect,
    Stroke,
    Text,
)
from swishsolve.render.font import Font, bundled_font

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

_POINTS = 72 / MM_PER_INCH  # points of a millimetre
_BEZIER = 0.5522847498  # how far the handles of a quarter circle reach, in radii

Box = tuple[float, float, float, float]  # left, top, right, bottom in millimetres of the drawing


class Page(NamedTuple):
    """A page: what is drawn, and where it is cut; without boxes the whole page is what remains."""

    drawing: Drawing
    trim: Box | None = None
    bleed: Box | None = None


def encode_pdf(pages: Iterable[Page], title: str, font: Font | None = None) -> bytes:
    """The pages as the bytes of a PDF file that prints at its own size, text in the bundled font or in `font`.

    Raises InputError when SOURCE_DATE_EPOCH is set to anything but whole seconds.

    >>> encode_pdf([Page(Drawing(20, 10, ()))], "empty")[:8]
    b'%PDF-1.6'
    """
    from reportlab import rl_config
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFError, TTFont
    from reportlab.pdfgen.canvas import Canvas

    epoch = os.environ.get("SOURCE_DATE_EPOCH", "").strip()
    if epoch and not (epoch.isascii() and epoch.isdigit() and len(epoch) < 12):
        raise InputError([Fault(f'found "{epoch}", expected seconds since 1970', "SOURCE_DATE_EPOCH")])

    class _Plain(Canvas):  # type: ignore[misc]  # reportlab is untyped
        def _make_preamble(self) -> None:
            # The usual one selects Helvetica, which nobody embeds.
            self._preamble = ""

    used = font or bundled_font()
    try:
        face = TTFont("swishsolve", BytesIO(used.data), asciiReadable=0)
    except (TTFError, StructError, KeyError, IndexError) as error:
        raise InputError([Fault(f"{error}, expected a TrueType font that may be embedded", used.name)]) from None
    file = BytesIO()
    before, rl_config.useA85 = rl_config.useA85, 0
    pdfmetrics.registerFont(face)
    try:
        canvas = _Plain(file, pageCompression=1, invariant=1, pdfVersion=(1, 6), initialFontName="swishsolve")
        canvas.setTitle(title)
        canvas.setCreator("swishsolve")
        canvas.setProducer("swishsolve")
        canvas.setViewerPreference("PrintScaling", "None")
        for page in pages:
            _Page(canvas, page, used).draw()
            canvas.showPage()
        canvas.save()
    finally:
        rl_config.useA85 = before
        face.unregister()
    return file.getvalue()


class _Page:
    def __init__(self, canvas: Canvas, page: Page, font: Font) -> None:
        self.canvas = canvas
        self.page = page
        self.font = font
        self.drawing = page.drawing
        across, along = page.drawing.stretch
        self.across, self.along = across * _POINTS, along * _POINTS
        self.line = (self.across * self.along) ** 0.5  # points of a millimetre of a line's width
        self.state: dict[str, object] = {}
        self.opacity = 1.0, 1.0

    def draw(self) -> None:
        drawing = self.drawing
        width, height = drawing.page_mm
        self.canvas.setPageSize((width * _POINTS, height * _POINTS))
        whole = (0.0, 0.0, drawing.width_mm, drawing.height_mm)
        for name, box in (("crop", whole), ("trim", self.page.trim), ("bleed", self.page.bleed or self.page.trim)):
            left, top, right, bottom = box or whole
            (ax, ay), (bx, by) = self._at((left, bottom)), self._at((right, top))
            self.canvas.setCropBox((min(ax, bx), ay, max(ax, bx), by), name=name)
        self.canvas.addLiteral("1 j")
        if drawing.background != "#ffffff":
            self._item(RoundedRect((0, 0), drawing.width_mm, drawing.height_mm, 0, Fill(drawing.background)))
        for item in drawing.items:
            self._item(item)

    def _at(self, point: Point) -> Point:
        x, y = self.drawing.on_page(*point)
        return x * _POINTS, (self.drawing.page_mm[1] - y) * _POINTS

    def _pair(self, point: Point) -> str:
        return "%.3f %.3f" % self._at(point)  # noqa: UP031 - twice as fast here, where most of the time goes

    def _item(self, item: Item) -> None:
        match item:
            case Disc(centre, radius, fill, stroke):
                self._paint(self._circle(centre, radius), fill, stroke)
            case Ring(centre, inner, outer, fill):
                rims = self._circle(centre, outer) + self._circle(centre, inner, backwards=True)
                self._paint(rims, fill, None)
            case RoundedRect(fill=fill, stroke=stroke):
                self._paint(self._rectangle(item), fill, stroke)
            case Polygon(points, fill, stroke):
                self._paint([*self._line(points), "h"], fill, stroke)
            case Polyline(points, stroke):
                self._paint(self._line(points), None, stroke)
            case Text():
                self._text(item)
            case Picture():
                self._picture(item)

    def _line(self, points: Iterable[Point]) -> list[str]:
        return [f"{self._pair(point)} {'l' if index else 'm'}" for index, point in enumerate(points)]

    def _circle(self, centre: Point, radius: float, *, backwards: bool = False) -> list[str]:
        # Four quarters from the top; each ends where the next one starts.
        ways = ((1, 0), (0, 1), (-1, 0), (0, -1))
        order = ways[::-1] if backwards else ways
        return self._corner_arcs([(centre, order[k - 1], order[k]) for k in range(4)], radius)

    def _rectangle(self, rect: RoundedRect) -> list[str]:
        radius = min(rect.radius_mm, rect.width_mm / 2, rect.height_mm / 2)
        x, y = rect.corner
        left, top, right, bottom = x + radius, y + radius, x + rect.width_mm - radius, y + rect.height_mm - radius
        if not radius:
            return [*self._line(((left, top), (right, top), (right, bottom), (left, bottom))), "h"]
        corners = [
            ((left, top), (-1, 0), (0, -1)),
            ((right, top), (0, -1), (1, 0)),
            ((right, bottom), (1, 0), (0, 1)),
            ((left, bottom), (0, 1), (-1, 0)),
        ]
        return self._corner_arcs(corners, radius)

    def _corner_arcs(self, corners: Iterable[tuple[Point, Point, Point]], radius: float) -> list[str]:
        """Quarter circles, each by its centre and the ways to its start and its end, joined by straight lines."""
        path: list[str] = []
        reach = radius * _BEZIER
        here = None
        for (x, y), (ax, ay), (bx, by) in corners:
            start, end = (x + ax * radius, y + ay * radius), (x + bx * radius, y + by * radius)
            if here != start:
                path.append(f"{self._pair(start)} {'l' if path else 'm'}")
            first = start[0] + bx * reach, start[1] + by * reach
            second = end[0] + ax * reach, end[1] + ay * reach
            path.append(f"{self._pair(first)} {self._pair(second)} {self._pair(end)} c")
            here = end
        return [*path, "h"]

    def _paint(self, path: list[str], fill: Fill | None, stroke: Stroke | None) -> None:
        if fill:
            self._set("fill", fill.colour, f"{_rgb(fill.colour)} rg")
        if stroke:
            self._set("line", stroke.colour, f"{_rgb(stroke.colour)} RG")
            self._set("width", stroke.width_mm, f"{stroke.width_mm * self.line:.3f} w")
            dashes = " ".join(f"{length * self.line:.3f}" for length in stroke.dash_mm)
            self._set("dashes", dashes, f"[{dashes}] 0 d {0 if dashes else 1} J")
        self._set_opacity(fill.opacity if fill else self.opacity[0], stroke.opacity if stroke else self.opacity[1])
        operator = "B" if fill and stroke else "f" if fill else "S"
        self.canvas.addLiteral("\n".join((*path, operator)))

    def _set(self, name: str, value: object, operators: str) -> None:
        """Write what sets a part of the graphics state, unless it is set so already."""
        if self.state.get(name) != value:
            self.state[name] = value
            self.canvas.addLiteral(operators)

    def _set_opacity(self, fill: float, stroke: float) -> None:
        if (fill, stroke) != self.opacity:
            self.canvas.setFillAlpha(fill)
            self.canvas.setStrokeAlpha(stroke)
            self.opacity = fill, stroke

    def _text(self, item: Text) -> None:
        self._set("fill", item.fill.colour, f"{_rgb(item.fill.colour)} rg")
        self._set_opacity(item.fill.opacity, self.opacity[1])
        before = self.font.width(item.text, 1) * {"start": 0.0, "middle": 0.5, "end": 1.0}[item.anchor]
        # Along the line and up from it, as the page shows them.
        along = {0: (1, 0), 90: (0, -1), 180: (-1, 0), 270: (0, 1)}[item.turn]
        up = -along[1], along[0]
        flip = -1 if self.drawing.mirrored else 1
        a, b, c, d = (
            along[0] * self.across * flip,
            along[1] * self.along,
            up[0] * self.across * flip,
            up[1] * self.along,
        )
        x, y = self._at(item.at)
        size = item.size_mm
        text = self.canvas.beginText()
        text.setFont("swishsolve", size)
        text.setTextTransform(a, b, c, d, x - a * before * size, y - b * before * size)
        text.textOut(item.text)
        self.canvas.drawText(text)

    def _picture(self, item: Picture) -> None:
        from reportlab.lib.utils import ImageReader

        from swishsolve.render.png import encode_pixels

        (x, top), (_, y) = self._at(item.corner), self._at((item.corner[0], item.corner[1] + item.height_mm))
        self._set_opacity(1.0, 1.0)
        image = ImageReader(BytesIO(encode_pixels(item)))
        self.canvas.drawImage(image, x, y, item.width_mm * self.across, top - y)


def _rgb(colour: str) -> str:
    return " ".join(f"{int(colour[at : at + 2], 16) / 255:.4f}" for at in (1, 3, 5))

"""The Pillow backend: a drawing list as pixels.

Each item is drawn alone, as a mask four times as fine as the picture and no larger than the item, brought down to
pixels by averaging and painted through: smooth edges and right opacities, also where a line crosses itself, without
ever holding the whole picture at the finer scale. Text is set character by character at the widths that the font
itself names, as the other backends do. The same drawing gives the same bytes wherever the same Pillow runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from io import BytesIO
from itertools import pairwise
from math import ceil, floor, hypot, pi
from typing import TYPE_CHECKING, Any

from swishsolve.errors import Fault, InputError
from swishsolve.render.drawing import (
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
    arc,
    mm_to_px,
)
from swishsolve.render.font import Font, bundled_font

if TYPE_CHECKING:
    from PIL.Image import Image

_FINE = 4  # fine pixels along one side of a pixel
_BEFORE = {"start": 0.0, "middle": 0.5, "end": 1.0}  # the part of a line before the point that its anchor names
_ASCENT, _DESCENT = 1.2, 0.5  # more than any glyph reaches above and below the baseline, in sizes of the text


def draw_image(drawing: Drawing, dpi: float | None = None, font: Font | None = None) -> Image:
    """The drawing as an RGB image of Pillow, at the given resolution or at the drawing's own, in the bundled font
    unless another is given.

    >>> image = draw_image(Drawing(20, 10, (Disc((5, 5), 3, Fill("#ff0000")),)), dpi=254)
    >>> image.size, image.getpixel((50, 50)), image.getpixel((150, 50))
    ((200, 100), (255, 0, 0), (255, 255, 255))
    """
    from PIL import Image, ImageOps

    used = dpi or drawing.dpi
    unstretched = replace(drawing, stretch=(1.0, 1.0)).size_px(used)
    canvas = _Canvas(Image.new("RGB", unstretched, drawing.background), used, font or bundled_font())
    for item in drawing.items:
        canvas.draw(item)
    image = ImageOps.mirror(canvas.image) if drawing.mirrored else canvas.image
    if image.size != drawing.size_px(used):
        image = image.resize(drawing.size_px(used), Image.Resampling.LANCZOS)
    return image


def encode_image(
    drawing: Drawing, image_format: str = "PNG", dpi: float | None = None, font: Font | None = None
) -> bytes:
    """The drawing as the bytes of a file, `image_format` "PNG" or "JPEG".

    >>> encode_image(Drawing(1, 1, ()))[1:4]
    b'PNG'
    """
    image = draw_image(drawing, dpi, font)
    used = round(dpi or drawing.dpi)
    options: dict[str, Any] = {"quality": 90, "subsampling": 0} if image_format == "JPEG" else {}
    file = BytesIO()
    image.save(file, image_format, dpi=(used, used), **options)
    return file.getvalue()


def encode_pixels(item: Picture) -> bytes:
    """The pixels of a photograph as a JPEG file, for backends that carry pictures within them."""
    from PIL import Image

    file = BytesIO()
    Image.frombytes("RGB", item.size_px, item.rgb).save(file, "JPEG", quality=92, subsampling=0)
    return file.getvalue()


class _Canvas:
    def __init__(self, image: Image, dpi: float, font: Font) -> None:
        self.image = image
        self.dpi = dpi
        self.font = font

    def draw(self, item: Item) -> None:
        match item:
            case Picture():
                self._picture(item)
            case Text():
                self._text(item)
            case Disc(centre, radius, fill, stroke):
                self._shape(_square(centre, radius), fill, lambda pen: pen.circle(centre, radius))
                self._stroke(arc(centre, radius, 0, 2 * pi), stroke)
            case Ring(centre, inner, outer, fill):

                def ring(pen: _Pen) -> None:
                    pen.circle(centre, outer)
                    pen.circle(centre, inner, ink=0)

                self._shape(_square(centre, outer), fill, ring)
            case RoundedRect(_, _, _, _, fill, stroke):
                outline = _rounded(item)
                self._shape(outline, fill, lambda pen: pen.polygon(outline))
                self._stroke((*outline, outline[0]), stroke)
            case Polygon(points, fill, stroke):
                self._shape(points, fill, lambda pen: pen.polygon(points))
                self._stroke((*points, points[0]), stroke)
            case Polyline(points, stroke):
                self._stroke(points, stroke)

    def _shape(self, hull: Sequence[Point], fill: Fill | None, draw: Callable[[_Pen], None], grow: float = 0) -> None:
        """Paint what `draw` draws; `hull` holds points around it, give or take `grow` millimetres."""
        if fill is None:
            return
        xs, ys = zip(*hull, strict=True)
        self._through_mask(
            tuple(
                mm_to_px(edge, self.dpi) for edge in (min(xs) - grow, min(ys) - grow, max(xs) + grow, max(ys) + grow)
            ),
            fill,
            lambda mask, origin: draw(_Pen(mask, origin, self.dpi)),
        )

    def _through_mask(
        self, bounds_px: Sequence[float], fill: Fill, draw: Callable[[Image, tuple[int, int]], None]
    ) -> None:
        from PIL.Image import new as new_image

        left, top = (max(0, floor(bounds_px[side]) - 1) for side in (0, 1))
        right, bottom = (min(self.image.size[side], ceil(bounds_px[side + 2]) + 1) for side in (0, 1))
        if left >= right or top >= bottom:
            return
        mask = new_image("L", ((right - left) * _FINE, (bottom - top) * _FINE))
        draw(mask, (left, top))
        mask = mask.reduce(_FINE)
        if fill.opacity < 1:
            mask = mask.point([round(value * fill.opacity) for value in range(256)])
        self.image.paste(fill.colour, (left, top, right, bottom), mask)

    def _stroke(self, points: Sequence[Point], stroke: Stroke | None) -> None:
        if stroke is None:
            return
        runs = list(_dashes(points, stroke.dash_mm)) if stroke.dash_mm else [points]

        def lines(pen: _Pen) -> None:
            for run in runs:
                pen.line(run, stroke.width_mm, round_ends=not stroke.dash_mm)

        self._shape(points, Fill(stroke.colour, stroke.opacity), lines, grow=stroke.width_mm)

    def _text(self, item: Text) -> None:
        from PIL.Image import Transpose
        from PIL.Image import new as new_image

        size = max(1.0, mm_to_px(item.size_mm, self.dpi))
        x, y = (mm_to_px(value, self.dpi) for value in item.at)
        before = self.font.width(item.text, size) * _BEFORE[item.anchor]
        # The line's own frame: its start lies `before` to the left of (x, y), give or take a margin.
        left, right = before + size, self.font.width(item.text, size) - before + size
        above, below = _ASCENT * size, _DESCENT * size
        for _ in range(item.turn // 90):
            left, above, right, below = below, left, above, right

        def line(mask: Image, origin: tuple[int, int]) -> None:
            face = _face(self.font, size * _FINE)
            ax, ay = (x - origin[0]) * _FINE, (y - origin[1]) * _FINE
            if item.turn == 0:
                self._set_line(mask, item.text, (ax - before * _FINE, ay), face)
                return
            # Set level on a mask of its own, which is then turned around the point where the text is anchored.
            width, height = mask.size if item.turn == 180 else mask.size[::-1]
            pivots = {90: (ay, height - ax), 180: (width - ax, height - ay), 270: (width - ay, ax)}
            # Pillow counts turns to the left.
            turned = {90: Transpose.ROTATE_270, 180: Transpose.ROTATE_180, 270: Transpose.ROTATE_90}
            level = new_image("L", (width, height))
            self._set_line(level, item.text, (pivots[item.turn][0] - before * _FINE, pivots[item.turn][1]), face)
            mask.paste(level.transpose(turned[item.turn]))

        self._through_mask((x - left, y - above, x + right, y + below), item.fill, line)

    def _set_line(self, mask: Image, text: str, start: Point, face: Any) -> None:
        from PIL import ImageDraw

        drawer = ImageDraw.Draw(mask)
        x, y = start
        for character in text:
            drawer.text((x, y), character, fill=255, font=face, anchor="ls")
            x += self.font.advance(character) * face.size

    def _picture(self, item: Picture) -> None:
        from PIL import Image

        left, top = (round(mm_to_px(edge, self.dpi)) for edge in item.corner)
        size = tuple(max(1, round(mm_to_px(side, self.dpi))) for side in (item.width_mm, item.height_mm))
        pixels = Image.frombytes("RGB", item.size_px, item.rgb)
        if pixels.size != size:
            pixels = pixels.resize((size[0], size[1]), Image.Resampling.LANCZOS, reducing_gap=3.0)
        self.image.paste(pixels, (left, top))


class _Pen:
    """Draws in millimetres on a fine mask whose top left corner lies at `origin`, in pixels."""

    def __init__(self, mask: Image, origin: tuple[int, int], dpi: float) -> None:
        from PIL import ImageDraw

        self.drawer = ImageDraw.Draw(mask)
        self.origin = origin
        self.dpi = dpi

    def _fine(self, point: Point) -> Point:
        x, y = ((mm_to_px(value, self.dpi) - start) * _FINE for value, start in zip(point, self.origin, strict=True))
        return x, y

    def circle(self, centre: Point, radius_mm: float, ink: int = 255) -> None:
        x, y = self._fine(centre)
        reach = mm_to_px(radius_mm, self.dpi) * _FINE
        # Pillow cuts the fractions off and paints both ends.
        self.drawer.ellipse((x - reach + 0.5, y - reach + 0.5, x + reach - 0.5, y + reach - 0.5), fill=ink)

    def polygon(self, points: Sequence[Point]) -> None:
        self.drawer.polygon([self._fine(point) for point in points], fill=255)

    def line(self, points: Sequence[Point], width_mm: float, *, round_ends: bool) -> None:
        width = max(1, round(mm_to_px(width_mm, self.dpi) * _FINE))
        self.drawer.line([self._fine(point) for point in points], fill=255, width=width)
        if width > 2:
            for point in points if round_ends else points[1:-1]:
                self.circle(point, width_mm / 2)


@cache
def _face(font: Font, size: float) -> Any:
    from PIL import ImageFont

    try:
        return ImageFont.truetype(BytesIO(font.data), size, layout_engine=ImageFont.Layout.BASIC)
    except OSError as error:
        raise InputError([Fault(f"{error}, expected a TrueType font", font.name)]) from None


def _square(centre: Point, radius: float) -> tuple[Point, Point]:
    return (centre[0] - radius, centre[1] - radius), (centre[0] + radius, centre[1] + radius)


def _rounded(rect: RoundedRect) -> tuple[Point, ...]:
    left, top = rect.corner
    radius = min(rect.radius_mm, rect.width_mm / 2, rect.height_mm / 2)
    right, bottom = left + rect.width_mm - radius, top + rect.height_mm - radius
    left, top = left + radius, top + radius
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return tuple(
        point
        for quarter, corner in enumerate(corners)
        for point in arc(corner, radius, pi + quarter * pi / 2, pi + (quarter + 1) * pi / 2)
    )


def _dashes(points: Sequence[Point], lengths: Sequence[float]) -> Iterator[list[Point]]:
    """The pieces of a line that its dashes leave, each as points."""
    index, left = 0, lengths[0]
    run = [points[0]]
    for (ax, ay), (bx, by) in pairwise(points):
        length = hypot(bx - ax, by - ay)
        done = 0.0
        while length - done > left:
            done += left
            at = ax + (bx - ax) * done / length, ay + (by - ay) * done / length
            if index % 2 == 0:
                yield [*run, at]
            run = [at]
            index = (index + 1) % len(lengths)
            left = lengths[index]
        left -= length - done
        run.append((bx, by))
    if index % 2 == 0 and len(run) > 1:
        yield run

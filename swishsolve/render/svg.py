"""The SVG backend: a drawing list as a picture for browsers, editors and cutters, in millimetres.

Text becomes outlines: it looks the same everywhere, whatever fonts a viewer has; its words stay in the `aria-label` of
each line.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from xml.sax.saxutils import quoteattr

from swishsolve.render.drawing import (
    Disc,
    Drawing,
    Fill,
    Item,
    Picture,
    Polygon,
    Polyline,
    Ring,
    RoundedRect,
    Stroke,
    Text,
)
from swishsolve.render.font import Contour, Font, bundled_font


def encode_svg(drawing: Drawing, font: Font | None = None) -> bytes:
    """The drawing as the bytes of an SVG file, text in the bundled font unless another is given.

    >>> encode_svg(Drawing(20, 10, (Disc((5, 5), 3, Fill("#ff0000")),))).decode().splitlines()[3]
    '<circle cx="5" cy="5" r="3" fill="#ff0000"/>'
    """
    width, height = drawing.page_mm
    across, along = drawing.stretch
    shape = (
        f"matrix({_n(-across)} 0 0 {_n(along)} {_n(width)} 0)"
        if drawing.mirrored
        else f"scale({_n(across)} {_n(along)})"
    )
    plain = not drawing.mirrored and drawing.stretch == (1.0, 1.0)
    used = font or bundled_font()
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_n(width)}mm" height="{_n(height)}mm"'
        f' viewBox="0 0 {_n(width)} {_n(height)}">',
        f'<rect width="{_n(width)}" height="{_n(height)}" fill="{drawing.background}"/>',
        "<g>" if plain else f'<g transform="{shape}">',
        *(line for item in drawing.items for line in _lines(item, used)),
        "</g>",
        "</svg>",
    ]
    return ("\n".join(lines) + "\n").encode()


def _lines(item: Item, font: Font) -> Iterator[str]:
    match item:
        case Disc((x, y), radius, fill, stroke):
            yield f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}"{_fill(fill)}{_stroke(stroke)}/>'
        case Ring((x, y), inner, outer, fill):
            circles = "".join(
                f"M{_n(x - r)} {_n(y)}a{_n(r)} {_n(r)} 0 1 0 {_n(2 * r)} 0a{_n(r)} {_n(r)} 0 1 0 {_n(-2 * r)} 0z"
                for r in (outer, inner)
            )
            yield f'<path fill-rule="evenodd" d="{circles}"{_fill(fill)}/>'
        case RoundedRect((x, y), width, height, radius, fill, stroke):
            size = f'width="{_n(width)}" height="{_n(height)}" rx="{_n(min(radius, width / 2, height / 2))}"'
            yield f'<rect x="{_n(x)}" y="{_n(y)}" {size}{_fill(fill)}{_stroke(stroke)}/>'
        case Polygon(points, fill, stroke):
            yield f'<polygon points="{_points(points)}"{_fill(fill)}{_stroke(stroke)}/>'
        case Polyline(points, stroke):
            yield f'<polyline points="{_points(points)}"{_fill(None)}{_stroke(stroke)}/>'
        case Text():
            yield from _text(item, font)
        case Picture((x, y), width, height):
            from swishsolve.render.png import encode_pixels

            data = b64encode(encode_pixels(item)).decode()
            size = f'width="{_n(width)}" height="{_n(height)}" preserveAspectRatio="none"'
            yield f'<image x="{_n(x)}" y="{_n(y)}" {size} href="data:image/jpeg;base64,{data}"/>'


def _text(item: Text, font: Font) -> Iterator[str]:
    scale = item.size_mm / font.units
    pen = -font.width(item.text, item.size_mm) * {"start": 0.0, "middle": 0.5, "end": 1.0}[item.anchor]
    outlines = []
    for character in item.text:
        outlines += [_contour(contour, pen, scale) for contour in font.outline(character)]
        pen += font.advance(character) * item.size_mm
    turn = f" rotate({item.turn})" if item.turn else ""
    place = f'transform="translate({_n(item.at[0])} {_n(item.at[1])}){turn}"'
    yield f'<path role="img" aria-label={quoteattr(item.text)} {place} d="{"".join(outlines)}"{_fill(item.fill)}/>'


def _contour(contour: Contour, pen: float, scale: float) -> str:
    """A contour of a glyph as path data; between two points off the curve lies one on it, half way."""
    points: list[tuple[float, float, bool]] = []
    for (ax, ay, a_on), (x, y, on) in zip((contour[-1], *contour[:-1]), contour, strict=True):
        if not a_on and not on:
            points.append(((ax + x) / 2, (ay + y) / 2, True))
        points.append((x, y, on))
    first = next(index for index, point in enumerate(points) if point[2])
    points = [*points[first:], *points[: first + 1]]
    path: list[str] = []
    for x, y, on in points:
        place = f"{_n(pen + x * scale)} {_n(-y * scale)}"
        if not path:
            path.append(f"M{place}")
        elif on:
            path.append(f"{' ' if path[-1][0] == 'Q' and path[-1].count(' ') == 1 else 'L'}{place}")
        else:
            path.append(f"Q{place}")
    return "".join(path) + "z"


def _points(points: tuple[tuple[float, float], ...]) -> str:
    return " ".join(f"{_n(x)},{_n(y)}" for x, y in points)


def _fill(fill: Fill | None) -> str:
    if fill is None:
        return ' fill="none"'
    return f' fill="{fill.colour}"' + (f' fill-opacity="{_n(fill.opacity)}"' if fill.opacity < 1 else "")


def _stroke(stroke: Stroke | None) -> str:
    if stroke is None:
        return ""
    ends = f' stroke-dasharray="{" ".join(map(_n, stroke.dash_mm))}"' if stroke.dash_mm else ' stroke-linecap="round"'
    opacity = f' stroke-opacity="{_n(stroke.opacity)}"' if stroke.opacity < 1 else ""
    width = f' stroke="{stroke.colour}" stroke-width="{_n(stroke.width_mm)}" stroke-linejoin="round"'
    return width + ends + opacity


def _n(number: float) -> str:
    """A number, to a tenth of a micrometre.

    >>> _n(2.50001), _n(-0.00001), _n(3.0)
    ('2.5', '0', '3')
    """
    text = f"{number:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text

"""What is written over the cards of a table or of a photograph: frames, tags, hatching.

A card that belongs to Swishes gets a frame for each of the first two, the second around the first, in the line pattern
of that Swish, and a tag with its label, the numbers of all its Swishes and, where there is only one, its move. Frames
grow outwards and hide no symbol; the gap between cards has no room for more than two. Every other card gets a quiet
tag.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from typing import NamedTuple

from swishsolve.model.claim import preferred
from swishsolve.model.layout import LaidCard, Layout
from swishsolve.model.swish import Stack
from swishsolve.model.transform import Transform
from swishsolve.render.drawing import (
    Disc,
    Fill,
    Item,
    Point,
    Polygon,
    RoundedRect,
    Stroke,
    centred_text,
    hatch,
    text_width,
)
from swishsolve.render.moves import move_items
from swishsolve.render.palette import INK, MARK_COUNT, PAPER, QUIET, mark_stroke
from swishsolve.render.scene import placement_name, swish_numbers

SHOWN = MARK_COUNT  # Swishes that are marked in one picture; the panel counts the rest
FRAMES = 2  # of a card


class CardMark(NamedTuple):
    """What marks a card: the text of its tag, the numbers of its Swishes (empty: only its place), and its move.

    `colour` is that of the tag; None for that of the first Swish, or a quiet one.
    """

    text: str
    numbers: tuple[int, ...] = ()
    move: Transform = Transform.IDENTITY
    numbered: bool = False
    colour: str | None = None


def card_marks(layout: Layout, swishes: Sequence[Stack]) -> dict[LaidCard, CardMark]:
    """The mark of every card of the layout, in its order; of many Swishes the first `SHOWN` count."""
    shown = swishes[:SHOWN]
    numbers = swish_numbers(shown)
    placements = {placement.label: placement for swish in shown for placement in preferred(layout, swish)}
    marks = {}
    for laid in layout:
        doubt = "?" if laid.photo and laid.photo.doubtful else ""
        own = numbers.get(laid.label, ())
        placed = placements[laid.label] if len(own) == 1 else None
        marks[laid] = CardMark(
            (placement_name(placed) if placed else str(laid.label)) + doubt,
            own,
            placed.transform if placed else Transform.IDENTITY,
            numbered=len(swishes) > 1,
        )
    return marks


def frame_items(outline: Sequence[Point], mark: CardMark, width_mm: float) -> Iterator[Item]:
    """The frames of a card from its outline of four corners (clockwise, as seen) outwards.

    A pale edge keeps each visible on any ground.
    """
    for depth, number in reversed(list(enumerate(mark.numbers[:FRAMES]))):
        points = _grown(outline, depth * width_mm * 1.45)
        yield Polygon(points, stroke=Stroke(PAPER, width_mm * 1.9, 0.85))
        yield Polygon(points, stroke=mark_stroke(number, width_mm))


def _grown(outline: Sequence[Point], by_mm: float) -> tuple[Point, ...]:
    """The outline with every side moved outwards."""
    normals = []
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        length = hypot(bx - ax, by - ay) or 1.0
        normals.append(((by - ay) / length, (ax - bx) / length))
    points = []
    for (x, y), (nx, ny), (mx, my) in zip(outline, (normals[-1], *normals[:-1]), normals, strict=True):
        # Where the two sides meet again; a needle's tip is cut short.
        reach = by_mm / max(0.3, 1 + nx * mx + ny * my)
        points.append((x + (nx + mx) * reach, y + (ny + my) * reach))
    return tuple(points)


def doubt_items(outline: tuple[Point, ...], width_mm: float) -> Iterator[Item]:
    """A dashed outline and light hatching over a card whose reading is in doubt, dark on pale to show on any ground."""
    for stroke in (Stroke(PAPER, width_mm * 1.1, 0.55), Stroke(INK, width_mm * 0.5, 0.6)):
        yield from hatch(outline, width_mm * 16, stroke)
    yield Polygon(outline, stroke=Stroke(PAPER, width_mm * 3.2, 0.9))
    yield Polygon(outline, stroke=Stroke(INK, width_mm * 1.6, dash_mm=(width_mm * 4.5, width_mm * 3)))


def tag_items(mark: CardMark, centre: Point, size_mm: float) -> Iterator[Item]:
    """The tag of a card around `centre`, in text of `size_mm`."""
    height = size_mm * 1.3
    icon = size_mm * 1.1
    badges = mark.numbers if mark.numbered else ()
    gap = size_mm * 0.25
    widths = [height * 0.86] * len(badges) + [text_width(mark.text, size_mm)]
    widths += [icon] if mark.move is not Transform.IDENTITY else []
    width = sum(widths) + gap * (len(widths) + 1)
    left, top = centre[0] - width / 2, centre[1] - height / 2
    colour = mark.colour or (mark_stroke(mark.numbers[0], 1).colour if mark.numbers else None)
    ink = PAPER if colour else INK
    edge = Stroke(PAPER if colour else QUIET, size_mm * 0.06)
    ground = Fill(colour) if colour else Fill(PAPER, 0.85)
    yield RoundedRect((left, top), width, height, height * 0.3, ground, edge)
    x = left + gap
    for number, span in zip(badges, widths, strict=False):
        middle = x + span / 2, centre[1]
        yield Disc(middle, span / 2, Fill(PAPER), Stroke(mark_stroke(number, 1).colour, size_mm * 0.1))
        yield centred_text(str(number), middle, size_mm * 0.8, Fill(mark_stroke(number, 1).colour))
        x += span + gap
    span = widths[len(badges)]
    yield centred_text(mark.text, (x + span / 2, centre[1]), size_mm, Fill(ink))
    yield from move_items(mark.move, (x + span + gap + icon / 2, centre[1]), icon, ink)

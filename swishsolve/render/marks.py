"""What is written over the cards of a table or of a photograph: frames, tags, hatching.

A card that belongs to Swishes gets one frame for each, one inside the other, in the line pattern of that Swish, and a
tag with its label, the numbers of its Swishes and, where there is only one, its move. Every other card gets a quiet
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


class CardMark(NamedTuple):
    """What marks a card: the text of its tag, the numbers of its Swishes (empty: only its place), and its move."""

    text: str
    numbers: tuple[int, ...] = ()
    move: Transform = Transform.IDENTITY
    numbered: bool = False


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
    """The frames of a card inside its outline of four corners; a pale edge keeps each visible on any ground."""
    centre_x, centre_y = (sum(values) / len(outline) for values in zip(*outline, strict=True))
    reach = max(width_mm, hypot(outline[0][0] - centre_x, outline[0][1] - centre_y))
    for depth, number in enumerate(mark.numbers):
        part = max(0.1, 1 - depth * width_mm * 3 / reach)
        points = tuple((centre_x + (x - centre_x) * part, centre_y + (y - centre_y) * part) for x, y in outline)
        yield Polygon(points, stroke=Stroke(PAPER, width_mm * 1.9, 0.85))
        yield Polygon(points, stroke=mark_stroke(number, width_mm))


def doubt_items(outline: tuple[Point, ...], width_mm: float) -> Iterator[Item]:
    """Hatching over a card whose reading is in doubt, dark on pale so that it shows on any ground."""
    for stroke in (Stroke(PAPER, width_mm * 2.2, 0.7), Stroke(INK, width_mm, 0.75)):
        yield from hatch(outline, width_mm * 14, stroke)


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
    colour = mark_stroke(mark.numbers[0], 1).colour if mark.numbers else PAPER
    ink = PAPER if mark.numbers else INK
    edge = Stroke(PAPER if mark.numbers else QUIET, size_mm * 0.06)
    yield RoundedRect((left, top), width, height, height * 0.3, Fill(colour, 1.0 if mark.numbers else 0.85), edge)
    x = left + gap
    for number, span in zip(badges, widths, strict=False):
        middle = x + span / 2, centre[1]
        yield Disc(middle, span / 2, Fill(PAPER), Stroke(mark_stroke(number, 1).colour, size_mm * 0.1))
        yield centred_text(str(number), middle, size_mm * 0.8, Fill(mark_stroke(number, 1).colour))
        x += span + gap
    span = widths[len(badges)]
    yield centred_text(mark.text, (x + span / 2, centre[1]), size_mm, Fill(ink))
    yield from move_items(mark.move, (x + span + gap + icon / 2, centre[1]), icon, ink)

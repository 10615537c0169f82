"""The panel beside a table or a photograph: every Swish with its finished stack, its cards and their moves.

Its blocks fill columns from the top; the text is made as large as lets all of them fit::

      --- Swish 1: 3 cards
      +-----+  A1
      |  (b)|  C3h <->
      |     |  D2u ->
      +-----+
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import NamedTuple

from swishsolve.model.layout import Layout
from swishsolve.model.swish import Stack
from swishsolve.render.cards import CardStyle, pile_items
from swishsolve.render.drawing import TEXT_WIDTH, Fill, Item, Point, Polyline, Text, text_width
from swishsolve.render.marks import SHOWN
from swishsolve.render.moves import move_items
from swishsolve.render.palette import INK, QUIET, mark_stroke
from swishsolve.render.scene import iter_steps, notes

# In sizes of the text: width of a block, of its stack picture, pitch of lines.
_BLOCK, _PICTURE, _PITCH = 19.0, 10.0, 1.75
_SMALLEST = 0.35  # of the largest text


class Panel(NamedTuple):
    """A panel that fits: its size, the sizes of its text and remarks, and where each Swish that it shows starts."""

    width_mm: float
    height_mm: float
    text_mm: float
    remark_mm: float
    places: tuple[Point, ...]
    remarks: tuple[str, ...]


def fit_panel(
    layout: Layout, swishes: Sequence[Stack], width_mm: float, height_mm: float, style: CardStyle, answer: str = ""
) -> Panel:
    """The panel for a box of that size, no higher than it needs to be; the answer comes before the remarks.

    Swishes that do not fit even in the smallest text are left out and counted in the remarks.
    """
    largest = min(width_mm / (_BLOCK + 2), height_mm / (_BLOCK + 1))
    size = largest
    shown = list(swishes[:SHOWN])
    while True:
        remark = max(size * 0.9, max(width_mm, height_mm) / 70)
        remarks = _remarks(layout, answer, len(swishes) - len(shown), (width_mm - 2 * size) / remark)
        below = remark * _PITCH * len(remarks)
        heights = [_height(layout, swish, style) * size for swish in shown]
        places = _columns(heights, height_mm - size - below, (_BLOCK + 1) * size)
        bottom = max((y + height for (_, y), height in zip(places, heights, strict=True)), default=0.0)
        needed = size + bottom + below
        if not shown or (places[-1][0] + (_BLOCK + 2) * size <= width_mm and needed <= height_mm):
            return Panel(width_mm, needed, size, remark, tuple(places), tuple(remarks))
        if size > largest * _SMALLEST:
            size *= 0.97
        else:
            shown.pop()


def panel_items(
    panel: Panel, layout: Layout, swishes: Sequence[Stack], corner: Point, style: CardStyle
) -> Iterator[Item]:
    """A panel by its top left corner."""
    size = panel.text_mm
    left, top = corner[0] + size, corner[1] + size
    for number, (swish, (x, y)) in enumerate(zip(swishes, panel.places, strict=False), 1):
        place = left + x, top + y
        yield from _block(layout, swish, number if len(swishes) > 1 else None, place, size, style)
    for index, line in enumerate(reversed(panel.remarks)):
        baseline = corner[1] + panel.height_mm - panel.remark_mm * (0.9 + _PITCH * index)
        yield Text((left, baseline), line, panel.remark_mm, Fill(QUIET if swishes else INK))


def _remarks(layout: Layout, answer: str, more: int, room: float) -> list[str]:
    lines = notes(layout)
    if more > 0:
        lines.insert(0, f"and {more} more" if more > 1 else "and one more")
    if answer:
        lines.insert(0, answer)
    return [part for line in lines for part in wrap(line, max(10, int(room / TEXT_WIDTH * 1.15)))]


def _picture_height(layout: Layout, style: CardStyle) -> float:
    width, height = style.size_mm(layout.grid)
    return _PICTURE * height / width


def _height(layout: Layout, swish: Stack, style: CardStyle) -> float:
    return 2.2 + max(_picture_height(layout, style), len(swish) * _PITCH) + 1.6


def _columns(heights: Sequence[float], room: float, pitch: float) -> list[Point]:
    """Where each block starts when blocks fill columns `pitch` apart from the top."""
    places = []
    x = y = 0.0
    for height in heights:
        if y and y + height > room:
            x, y = x + pitch, 0.0
        places.append((x, y))
        y += height
    return places


def _block(
    layout: Layout, swish: Stack, number: int | None, place: Point, size: float, style: CardStyle
) -> Iterator[Item]:
    x, y = place
    stroke = mark_stroke(number or 1, size * 0.28)
    yield Polyline(((x, y + size * 0.75), (x + 3.2 * size, y + size * 0.75)), stroke)
    title = f"Swish {number}: {len(swish)} cards" if number else f"Swish of {len(swish)} cards"
    yield Text((x + 3.9 * size, y + size * 1.15), title, size * 1.15, Fill(INK))

    top = y + 2.2 * size
    steps = list(iter_steps(layout, swish))
    small = style.resized(_PICTURE * size / style.size_mm(layout.grid)[0])
    yield from pile_items(layout.grid, steps[-1].pile, (x, top), small)
    names = x + (_PICTURE + 1) * size
    for index, step in enumerate(steps):
        baseline = top + size * (1.2 + _PITCH * index)
        yield Text((names, baseline), step.name, size * 1.25, Fill(INK))
        icon = names + max(3.6 * size, text_width(step.name, size * 1.25) + 0.4 * size) + size * 0.7
        yield from move_items(step.move, (icon, baseline - size * 0.45), size * 1.4, stroke.colour)

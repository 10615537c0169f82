"""The growth of time as a picture: two panels, both axes in powers of ten, drawn with the project's own shapes.

    python benchmarks/plot.py MEASURED.json PICTURE.svg

The file of measurements is written by `python benchmarks/growth.py --keep MEASURED.json`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from math import log10
from pathlib import Path
from typing import NamedTuple

from growth import OURS, PLAIN, Growth, Measured, read_growth

from swishsolve.render.drawing import (
    Anchor,
    Disc,
    Drawing,
    Fill,
    Item,
    Point,
    Polyline,
    Ring,
    Stroke,
    Text,
)
from swishsolve.render.files import write_picture

INK, QUIET, FAINT = "#26292e", "#6b7078", "#e3e5e8"
WORDS = {
    "first": "a Swish?",
    "maximum": "largest Swish",
    "all": "all sets",
    "brute force": "every set, every position",
    "depth first": "depth first with a memory",
    "plain CP-SAT": "plain CP-SAT (largest)",
}
COLOURS = {
    "first": "#0b7a5b",
    "maximum": "#1f55c4",
    "all": "#7a3fb0",
    "brute force": "#b3261e",
    "depth first": "#d9730d",
    "plain CP-SAT": "#8a6d00",
}
# From few cells to many: light to dark.
GRID_COLOURS = ("#9ecae1", "#79b5d8", "#559fce", "#3487be", "#1f6fad", "#125795", "#0b3f75", "#062a52")
TICKS_CARDS = (8, 16, 32, 64, 125, 250, 500)
PANEL = 112.0, 84.0
SIZE = 3.1


class Axes(NamedTuple):
    """A panel: its bottom left corner on the page, in mm, and the powers of ten of the seconds at its ends."""

    left: float
    bottom: float
    low: float
    high: float

    def at(self, cards: float, seconds: float) -> Point:
        """Where a measurement lies."""
        first, last = log10(TICKS_CARDS[0]), log10(TICKS_CARDS[-1])
        x = self.left + PANEL[0] * (log10(cards) - first) / (last - first)
        part = (log10(max(seconds, 10**self.low)) - self.low) / (self.high - self.low)
        return x, self.bottom - PANEL[1] * part


def draw_growth(growth: Growth) -> Drawing:
    """Both panels, side by side."""
    left = Axes(20, 125, -4, 1.2)
    right = left._replace(left=left.left + PANEL[0] + 56)
    items: list[Item] = [
        *_frame(left, "Cards of a 4x3 grid, classic colours"),
        *_frame(right, "The largest Swish, by grid, four colours"),
    ]
    lines = {WORDS[method]: (COLOURS[method], growth.by_method[method]) for method in (*OURS, *PLAIN)}
    items += _lines(left, lines, dashed={WORDS[method] for method in PLAIN})
    shades = GRID_COLOURS[-len(growth.by_grid) :]
    grids = {grid: (shade, known) for shade, (grid, known) in zip(shades, growth.by_grid.items(), strict=True)}
    items += _lines(right, grids, dashed=set())
    items.append(_text((left.left, left.bottom - PANEL[1] - 23), "solid: swishsolve · dashed: plain methods"))
    items.append(_text((right.left, left.bottom - PANEL[1] - 23), "one line for each grid, the darker the more cells"))
    ring = right.left, right.bottom - PANEL[1] - 4
    items += [
        Ring((ring[0] + 1, ring[1] - 1.1), 0.75, 1.15, Fill(QUIET)),
        _text((ring[0] + 3.5, ring[1]), "time was up"),
    ]
    return Drawing(right.left + PANEL[0] + 20, 141, tuple(items), dpi=200)


def _text(at: Point, text: str, colour: str = QUIET, anchor: Anchor = "start", size: float = SIZE) -> Text:
    return Text(at, text, size, Fill(colour), anchor)


def _frame(axes: Axes, title: str) -> Iterator[Item]:
    right, top = axes.left + PANEL[0], axes.bottom - PANEL[1]
    yield _text((axes.left, top - 29), title, INK, size=4.2)
    for power, words in ((-4, "0.1 ms"), (-3, "1 ms"), (-2, "10 ms"), (-1, "0.1 s"), (0, "1 s"), (1, "10 s")):
        _, y = axes.at(8, 10.0**power)
        yield Polyline(((axes.left, y), (right, y)), Stroke(FAINT, 0.25))
        yield _text((axes.left - 2, y + SIZE * 0.36), words, anchor="end")
    for cards in TICKS_CARDS:
        x, _ = axes.at(cards, 1)
        yield Polyline(((x, axes.bottom), (x, axes.bottom + 1.2)), Stroke(QUIET, 0.25))
        yield _text((x, axes.bottom + 5), str(cards), anchor="middle")
    yield Polyline(((axes.left, axes.bottom), (right, axes.bottom)), Stroke(QUIET, 0.3))
    yield _text((axes.left + PANEL[0] / 2, axes.bottom + 11), "cards on the table", anchor="middle")


def _lines(axes: Axes, lines: Mapping[str, tuple[str, Mapping[int, Measured]]], dashed: set[str]) -> Iterator[Item]:
    """Each line with its name at its end; a ring where time was up."""
    ends: list[tuple[float, float, str, str]] = []
    for name, (colour, known) in lines.items():
        points = [(axes.at(cards, measured.seconds), measured.settled) for cards, measured in known.items()]
        dash = (1.6, 1.1) if name in dashed else ()
        yield Polyline(tuple(point for point, _ in points), Stroke(colour, 0.6, dash_mm=dash))
        for point, settled in points:
            yield Disc(point, 0.9, Fill(colour if settled else "#ffffff"))
            if not settled:
                yield Ring(point, 0.75, 1.15, Fill(colour))
        (x, y), _ = points[-1]
        ends.append((x, y, name, colour))
    # Where a line ends early its name stands above it, the leftmost highest; at the right edge names that would touch
    # are pushed apart, from the top down.
    edge = axes.left + PANEL[0] - 20
    for step, (x, y, name, colour) in enumerate(sorted((end for end in ends if end[0] < edge), reverse=True)):
        place = y - 3.5 - 5 * step
        yield Polyline(((x, y - 1.4), (x, place - 0.6)), Stroke(colour, 0.25))
        yield _text((x + 1, place), name, colour)
    lowest = 0.0
    for x, y, name, colour in sorted((end for end in ends if end[0] >= edge), key=lambda end: end[1]):
        lowest = max(y + SIZE * 0.36, lowest + SIZE * 1.25)
        yield _text((x + 3, lowest), name, colour)


if __name__ == "__main__":
    write_picture(Path(sys.argv[2]), draw_growth(read_growth(Path(sys.argv[1]))))

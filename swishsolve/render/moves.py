"""Arrows that show how a card is moved: round ones turn it, straight ones with two heads flip it over a dashed axis."""

from __future__ import annotations

from collections.abc import Iterator
from math import pi, sqrt

from swishsolve.model.transform import Transform
from swishsolve.render.drawing import Item, Point, Polyline, Stroke, arc, arrow

# Ends of the arc of a turn; it runs clockwise where the second is larger.
_TURNS = {
    Transform.TURN_180: (-1.25 * pi, 0.1 * pi),
    Transform.TURN_RIGHT: (-0.8 * pi, -0.12 * pi),
    Transform.TURN_LEFT: (-0.2 * pi, -0.88 * pi),
}
# The direction in which the halves of the card change places; the mirror's axis stands across it.
_FLIPS = {
    Transform.FLIP_H: (1.0, 0.0),
    Transform.FLIP_V: (0.0, 1.0),
    Transform.FLIP_D: (sqrt(0.5), -sqrt(0.5)),
    Transform.FLIP_A: (sqrt(0.5), sqrt(0.5)),
}


def move_items(transform: Transform, centre: Point, size_mm: float, colour: str) -> Iterator[Item]:
    """The sign of a move in a square of `size_mm` around `centre`; nothing for a card that stays as it lies.

    >>> len(list(move_items(Transform.FLIP_H, (0, 0), 10, "#000000")))
    4
    """
    x, y = centre
    stroke = Stroke(colour, size_mm * 0.11)
    if transform in _TURNS:
        yield from arrow(arc((x, y + size_mm * 0.16), size_mm * 0.42, *_TURNS[transform]), stroke)
    elif transform in _FLIPS:
        dx, dy = _FLIPS[transform]
        half = size_mm * 0.5
        axis = Stroke(colour, size_mm * 0.07, dash_mm=(size_mm * 0.12, size_mm * 0.11))
        yield Polyline(((x + dy * half, y - dx * half), (x - dy * half, y + dx * half)), axis)
        yield from arrow(((x - dx * half, y - dy * half), (x + dx * half, y + dy * half)), stroke, both=True)

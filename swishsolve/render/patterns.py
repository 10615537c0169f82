"""A pattern for each colour, cut out of balls and hoops, so that a deck can be told apart without its colours.

A card is turned and flipped in play, so a pattern must look the same after each of the eight moves of the square: cuts
along spokes, a cut all round, and holes, in numbers that are multiples of four. A ball and a hoop of one colour are cut
alike; what is cut out is paper, which on film means that nothing is printed there.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin
from typing import NamedTuple

from swishsolve.render.drawing import Disc, Fill, Item, Point, Polygon, Ring
from swishsolve.render.palette import PAPER

# In radii of the outer edge of a hoop.
_CUT, _ROUND, _HOLE = 0.12, 0.09, 0.062


class _Pattern(NamedTuple):
    """How a symbol is cut: the number of spokes and the angle of the first in parts of their spacing, whether all
    round, and the same for holes.
    """

    spokes: int = 0
    spoke_turn: float = 0.0
    all_round: bool = False
    holes: int = 0
    hole_turn: float = 0.0


PATTERNS = {
    "b": _Pattern(),
    "o": _Pattern(spokes=4),
    "g": _Pattern(all_round=True),
    "p": _Pattern(holes=8, hole_turn=0.5),
    "r": _Pattern(spokes=4, spoke_turn=0.5),
    "y": _Pattern(spokes=8, spoke_turn=0.5),
    "c": _Pattern(holes=4),
    "m": _Pattern(spokes=4, all_round=True),
    "k": _Pattern(holes=4, hole_turn=0.5),
    "w": _Pattern(holes=16),
    "n": _Pattern(spokes=4, spoke_turn=0.5, all_round=True),
    "t": _Pattern(spokes=12),
}


def pattern_items(colour: str, centre: Point, inner_mm: float, outer_mm: float) -> Iterator[Item]:
    """What is cut out of a symbol of that colour; `inner_mm` is 0 for a ball.

    >>> len(list(pattern_items("b", (0, 0), 0, 6.3))), len(list(pattern_items("o", (0, 0), 7.1, 9.1)))
    (0, 4)
    """
    pattern = PATTERNS[colour]
    paper = Fill(PAPER)
    ball = not inner_mm
    unit = outer_mm * (1.35 if ball else 1.0)
    middle = outer_mm * 0.6 if ball else (inner_mm + outer_mm) / 2
    start = outer_mm * (0.0 if pattern.spokes == 4 and not pattern.all_round else 0.42) if ball else inner_mm * 0.99
    for spoke in range(pattern.spokes):
        angle = 2 * pi * (spoke + pattern.spoke_turn) / pattern.spokes
        half = unit * _CUT / 2 * (1.0 if pattern.spokes == 4 else 0.8)
        yield Polygon(
            tuple(
                (centre[0] + along * cos(angle) - side * sin(angle), centre[1] + along * sin(angle) + side * cos(angle))
                for along, side in ((start, half), (outer_mm * 1.01, half), (outer_mm * 1.01, -half), (start, -half))
            ),
            paper,
        )
    if pattern.all_round:
        half = unit * _ROUND / 2 * (1.4 if ball else 0.9)
        yield Ring(centre, middle - half, middle + half, paper)
    for hole in range(pattern.holes):
        angle = 2 * pi * (hole + pattern.hole_turn) / pattern.holes
        place = centre[0] + middle * cos(angle), centre[1] + middle * sin(angle)
        yield Disc(place, unit * _HOLE * (1.5 if ball and pattern.holes <= 8 else 1.0), paper)

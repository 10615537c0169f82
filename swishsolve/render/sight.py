"""How far apart colours are for eyes that see all of them and for the common kinds of colour blindness.

A colour is carried into what an eye without one of the three cones sees (Machado, Oliveira and Fernandes, "A
Physiologically-based Model for Simulation of Color Vision Deficiency", 2009, severity 1), and two colours are compared
by CIEDE2000 (Sharma, Wu and Dalal, 2005). A distance of 1 is just to be seen side by side; for symbols that lie on
different cards, in any light, `LEAST` is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from typing import NamedTuple

LEAST = 10.0

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

SIGHTS: dict[str, Matrix] = {
    "full colour vision": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
_TO_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE = (0.95047, 1.0, 1.08883)


class Confusion(NamedTuple):
    """Two colour letters that some eyes hardly tell apart: for whom, and how far apart they are there."""

    first: str
    second: str
    sight: str
    distance: float


def find_confusions(colours: Mapping[str, str], used: Iterable[str], least: float = LEAST) -> list[Confusion]:
    """The pairs of the used letters that are closer than `least` for some sight, each with its worst, closest first.

    >>> find_confusions({"r": "#c8281e", "g": "#5a7d1e"}, "rg")[0].sight
    'deuteranopia'
    """
    found = []
    for first, second in combinations(sorted(set(used)), 2):
        distance, sight = min((colour_distance(colours[first], colours[second], name), name) for name in SIGHTS)
        if distance < least:
            found.append(Confusion(first, second, sight, distance))
    return sorted(found, key=lambda confusion: confusion.distance)


def colour_distance(one: str, other: str, sight: str = "full colour vision") -> float:
    """The CIEDE2000 distance of two colours "#rrggbb" as that sight sees them.

    >>> round(colour_distance("#ffffff", "#000000"))
    100
    """
    return ciede2000(_lab(one, sight), _lab(other, sight))


def seen_as(colour: str, sight: str) -> str:
    """What the colour looks like to that sight, as "#rrggbb".

    >>> seen_as("#808080", "protanopia")
    '#808080'
    """
    parts = (min(1.0, max(0.0, part)) for part in _times(SIGHTS[sight], _linear(colour)))
    return "#" + "".join(
        f"{round(255 * (12.92 * p if p <= 0.0031308 else 1.055 * p ** (1 / 2.4) - 0.055)):02x}" for p in parts
    )


def ciede2000(one: Triple, other: Triple) -> float:
    """The CIEDE2000 distance of two colours in CIELAB."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean_chroma7 = ((hypot(a1, b1) + hypot(a2, b2)) / 2) ** 7
    grow = 1.5 - 0.5 * sqrt(mean_chroma7 / (mean_chroma7 + 25.0**7))
    a1, a2 = a1 * grow, a2 * grow
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = (degrees(atan2(b, a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn, mean_hue = h2 - h1, (h1 + h2) / 2
    if not c1 * c2:
        turn, mean_hue = 0.0, h1 + h2
    elif abs(turn) > 180:
        turn -= 360 if turn > 0 else -360
        mean_hue += 180 if mean_hue < 180 else -180
    lightness, chroma, hue = l2 - l1, c2 - c1, 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    mean_l, mean_c = (l1 + l2) / 2, (c1 + c2) / 2
    t = (
        1
        - 0.17 * cos(radians(mean_hue - 30))
        + 0.24 * cos(radians(2 * mean_hue))
        + 0.32 * cos(radians(3 * mean_hue + 6))
        - 0.20 * cos(radians(4 * mean_hue - 63))
    )
    weight_l = 1 + 0.015 * (mean_l - 50) ** 2 / sqrt(20 + (mean_l - 50) ** 2)
    weight_c, weight_h = 1 + 0.045 * mean_c, 1 + 0.015 * mean_c * t
    rotation = -2 * sqrt(mean_c**7 / (mean_c**7 + 25.0**7)) * sin(radians(60 * exp(-(((mean_hue - 275) / 25) ** 2))))
    parts = lightness / weight_l, chroma / weight_c, hue / weight_h
    return sqrt(sum(part * part for part in parts) + rotation * parts[1] * parts[2])


def _lab(colour: str, sight: str) -> Triple:
    seen = tuple(min(1.0, max(0.0, part)) for part in _times(SIGHTS[sight], _linear(colour)))
    x, y, z = (
        part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116
        for part in (value / white for value, white in zip(_times(_TO_XYZ, seen), _WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _linear(colour: str) -> Triple:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return _grown(red), _grown(green), _grown(blue)


def _grown(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _times(matrix: Matrix, vector: Iterable[float]) -> Triple:
    values = tuple(vector)
    first, second, third = (sum(m * v for m, v in zip(row, values, strict=True)) for row in matrix)
    return first, second, third

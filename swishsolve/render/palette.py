"""Colours of pictures: of the symbols, and of the lines that mark Swishes and doubt.

Symbols can carry their letter, and the marks of Swishes differ in line pattern and number too, so that no picture
depends on telling hues apart. The hues of the marks start from those of Okabe and Ito, which the common kinds of
colour blindness keep apart, darkened so that they show on white.
"""

from __future__ import annotations

from swishsolve.render.drawing import Stroke

SYMBOL_COLOURS = {
    "b": "#1f55c4",
    "o": "#f07f13",
    "g": "#1c8a3c",
    "p": "#7a2a96",
    "r": "#d2282e",
    "y": "#f2c414",
    "c": "#25b4dc",
    "m": "#e2399b",
    "k": "#1c1c1c",
    "w": "#ffffff",
    "n": "#7d4b20",
    "t": "#0b7f80",
}
INK, PAPER, TABLE, FILM, FILM_EDGE, QUIET = "#20242a", "#ffffff", "#f3efe6", "#cfdae4", "#7e8b97", "#5b6570"

# Hue and dashes (in widths of the line) of the first, second, ... Swish; they start over after the last.
_MARKS: tuple[tuple[str, tuple[float, ...]], ...] = (
    ("#0072b2", ()),
    ("#d55e00", (4.0, 2.2)),
    ("#007a59", (1.0, 1.9)),
    ("#a8447f", (6.0, 1.9, 1.0, 1.9)),
    ("#9a6a00", (9.0, 2.2)),
    ("#20242a", (2.0, 2.0)),
)
MARK_COUNT = len(_MARKS)


def mark_stroke(number: int, width_mm: float) -> Stroke:
    """The line that marks Swish `number`, counted from 1.

    >>> mark_stroke(2, 1.0)
    Stroke(colour='#d55e00', width_mm=1.0, opacity=1.0, dash_mm=(4.0, 2.2))
    """
    colour, dashes = _MARKS[(number - 1) % MARK_COUNT]
    return Stroke(colour, width_mm, dash_mm=tuple(length * width_mm for length in dashes))


def contrast(colour: str) -> str:
    """Black or white ink, whichever is easier to read on the colour.

    >>> contrast("#f2c414"), contrast("#1f55c4")
    ('#20242a', '#ffffff')
    """
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return INK if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else PAPER

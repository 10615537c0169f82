"""Colours of pictures and of print: of the symbols, and of the lines that mark Swishes and doubt.

Symbols can carry their letter, and the marks of Swishes differ in line pattern and number too, so that no picture
depends on telling hues apart. The hues of the marks start from those of Okabe and Ito, which the common kinds of
colour blindness keep apart, darkened so that they show on white.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

from swishsolve.errors import Fault, InputError
from swishsolve.model.colours import COLOUR_NAMES
from swishsolve.model.deck import deck_names
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
# The inks for print. Those of `safe` were searched for among what the names allow, so that the closest two stay far
# apart for every kind of colour blindness that `sight` knows; `black` needs marks to tell colours apart.
PALETTES: dict[str, Mapping[str, str]] = {
    "safe": {
        "b": "#2f80f0",
        "o": "#fa9208",
        "g": "#07512f",
        "p": "#5c1285",
        "r": "#f2384e",
        "y": "#fff566",
        "c": "#8ec6da",
        "m": "#b53d95",
        "k": "#1c1c1c",
        "w": "#ffffff",
        "n": "#3f1c05",
        "t": "#38a596",
    },
    "vivid": SYMBOL_COLOURS,
    "black": dict.fromkeys(SYMBOL_COLOURS, "#000000"),
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


# Of things that follow one another, first to last: from blue over violet to orange-brown, all dark enough for white.
_STEPS = ((0, 92, 163), (76, 59, 156), (136, 42, 128), (176, 48, 72), (158, 84, 12))


def step_colour(number: int, count: int) -> str:
    """The colour of step `number` of so many, counted from 1: neighbours are alike, and no two are the same.

    >>> step_colour(1, 7), step_colour(7, 7)
    ('#005ca3', '#9e540c')
    """
    place = (number - 1) / max(1, count - 1) * (len(_STEPS) - 1)
    index = min(int(place), len(_STEPS) - 2)
    parts = (round(a + (b - a) * (place - index)) for a, b in zip(_STEPS[index], _STEPS[index + 1], strict=True))
    return "#" + "".join(f"{part:02x}" for part in parts)


def read_palette(deck_name_or_file: str, base: Mapping[str, str]) -> dict[str, str]:
    """The inks of a deck: those that its file names under `palette`, and those of `base` for the other letters.

    A deck file names inks as `palette = {b = "#1f55c4", o = "#f07f13"}`. Raises InputError with every fault.
    """
    if deck_name_or_file in deck_names():
        return dict(base)
    value = tomllib.loads(Path(deck_name_or_file).read_text(encoding="utf-8")).get("palette", {})
    if not isinstance(value, dict):
        raise InputError([Fault('found a palette that is no table, expected {b = "#1f55c4"}', deck_name_or_file)])
    faults = []
    for letter, ink in value.items():
        if letter not in COLOUR_NAMES:
            message = f'found "{letter}" in the palette, expected one of {" ".join(COLOUR_NAMES)}'
            faults.append(Fault(message, deck_name_or_file))
        elif not (isinstance(ink, str) and re.fullmatch("#[0-9a-fA-F]{6}", ink)):
            faults.append(Fault(f'found ink "{ink}" for "{letter}", expected one such as #1f55c4', deck_name_or_file))
    if faults:
        raise InputError(faults)
    return {**base, **{letter: ink.lower() for letter, ink in value.items()}}


def contrast(colour: str) -> str:
    """Black or white ink, whichever is easier to read on the colour.

    >>> contrast("#f2c414"), contrast("#1f55c4")
    ('#20242a', '#ffffff')
    """
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return INK if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else PAPER

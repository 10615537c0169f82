"""The public API: what programs may rely on. Loading it is light; photographs load their libraries when first read.

>>> from swishsolve.api import format_stack, parse_claim, parse_layout, solve, verify
>>> layout = parse_layout("A1: b2/3/1P1/3\\nA2: B2/3/1p1/3\\nB1: 1g1/3/1P1/3")
>>> solution = solve(layout, "all")
>>> [format_stack(layout, stack) for stack in solution.swishes]
['A1+A2']
>>> str(verify(layout, parse_claim("A1+B1", layout).stack)[0])
'row 1, column 1: the blue ball of A1 has no hoop'
"""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING

from swishsolve.check import Verdict, check_claim, check_maximum, check_none
from swishsolve.errors import ExitStatus, Fault, InputError, SwishError
from swishsolve.model.card import Card, Symbol
from swishsolve.model.claim import Claim, format_stack, parse_claim
from swishsolve.model.code import parse_card
from swishsolve.model.deck import Deck, deck_names, format_deck, parse_deck, read_deck
from swishsolve.model.grid import Cell, Grid
from swishsolve.model.layout import CardPhoto, Label, LaidCard, Layout
from swishsolve.model.layout_json import layout_to_json, parse_layout_json
from swishsolve.model.layout_text import format_layout_text as format_layout
from swishsolve.model.layout_text import parse_layout_text as parse_layout
from swishsolve.model.swish import Placement, Stack, is_swish, verify
from swishsolve.model.transform import Transform
from swishsolve.search.limits import Limits
from swishsolve.solution import Solution
from swishsolve.solve import solve

if TYPE_CHECKING:
    from swishsolve.vision.read import Reading, ReadingHints

__all__ = [
    "Card",
    "CardPhoto",
    "Cell",
    "Claim",
    "Deck",
    "ExitStatus",
    "Fault",
    "Grid",
    "InputError",
    "Label",
    "LaidCard",
    "Layout",
    "Limits",
    "Placement",
    "Solution",
    "Stack",
    "SwishError",
    "Symbol",
    "Transform",
    "Verdict",
    "check_claim",
    "check_maximum",
    "check_none",
    "deck_names",
    "format_deck",
    "format_layout",
    "format_stack",
    "is_swish",
    "layout_to_json",
    "parse_card",
    "parse_claim",
    "parse_deck",
    "parse_layout",
    "parse_layout_json",
    "read_deck",
    "read_photo",
    "solve",
    "verify",
]


def read_photo(path: str | PathLike[str], hints: ReadingHints | None = None) -> Reading:
    """What a photograph shows: `reading.layout()` is the table, `reading.doubtful` says whether to trust it.

    Raises OSError when the file cannot be opened and InputError when it is no picture with colours.
    """
    from swishsolve.vision.decode import decode_photo
    from swishsolve.vision.read import read_layout

    with open(path, "rb") as file:
        data = file.read()
    return read_layout(decode_photo(data, str(path)), hints=hints)

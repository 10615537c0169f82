"""Layouts that the tests of proofs share."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from swishsolve.model.grid import Grid
from swishsolve.model.layout import Layout
from swishsolve.model.layout_text import parse_layout_text
from tests.reference import Family, random_layout

TESTS = Path(__file__).parents[1]
HARD_LEAST = 9  # the largest Swish of the hard layout has 8 cards, which takes CaDiCaL many seconds to prove


def read(name: str) -> Layout:
    """A layout of tests/layouts or tests/instances."""
    folder = "layouts" if name.startswith("dev-") else "instances"
    return parse_layout_text((TESTS / folder / name).read_text())


@cache
def hard_layout() -> Layout:
    """64 cards with two balls and two hoops each, in two colours."""
    return random_layout(Family(Grid(5, 5), 64, "bo", (2,), (2,)), seed=1)

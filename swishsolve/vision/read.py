"""A photograph of a table in, a layout with probabilities out.

The steps, each in its own module: `sightings` (round things of any size) -> `plane` (tilt of the table) -> `tableview`
(the table from above) -> `symbols` (balls and hoops of known size) -> `explain` (cards, weighed together) ->
`confidence` (how sure) -> this module, which puts the answer into the words of the model.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from swishsolve.model.card import Card, Symbol
from swishsolve.model.code import parse_card
from swishsolve.model.grid import Grid
from swishsolve.model.layout import CardPhoto, Label, LaidCard, Layout, Rule
from swishsolve.vision.cards import CardSize, Counts
from swishsolve.vision.confidence import Verdict, judge
from swishsolve.vision.decode import DecodedPhoto
from swishsolve.vision.explain import Found, Known, explain
from swishsolve.vision.plane import HOOP_OUTER_MM, Plane, fit_plane
from swishsolve.vision.second_look import look_again
from swishsolve.vision.sightings import Sighting, find_sightings, to_lab
from swishsolve.vision.symbols import SymbolSeen, find_symbols, measure_sizes
from swishsolve.vision.tableview import TableView, draw_view

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]

_FIRST_LOOK = 1280  # longer side of the picture for the first look, px
_CELL_PER_HOOP = 1.16  # side of the smallest cell in which a hoop keeps its size, in outer diameters of the hoop


@dataclass(frozen=True)
class ReadingHints:
    """What is known of the deck before looking: None means to be told from the picture."""

    grid: Grid = Grid(4, 3)  # noqa: RUF009 - a frozen value
    rule: Rule | None = None
    colours: str | None = None  # letters that can occur; under rule classic in the order of the orbits
    card_mm: tuple[float, float] | None = None  # width and height; None: a bridge card, or a square for a square grid
    deck: tuple[str, ...] | None = None  # codes of the cards that exist, in any turn or flip
    symbols: Counts | None = None  # numbers of balls and hoops that a card can have; None: the deck's, or one of each

    def __post_init__(self) -> None:
        """Raise ValueError for cards that cannot be read: a single symbol does not tell where its card lies."""
        for balls, hoops in self.counts:
            if not 2 <= balls + hoops <= self.grid.size or min(balls, hoops) < 0:
                raise ValueError(f"cards of {balls}+{hoops} symbols, expected 2 to {self.grid.size} on a card")

    @cached_property
    def counts(self) -> Counts:
        """Numbers of balls and hoops that a card can have."""
        if self.symbols is not None or self.deck is None:
            return self.symbols or frozenset({(1, 1)})
        cards = [[s.kind for s in parse_card(code, self.grid).symbols] for code in self.deck]
        return frozenset((kinds.count("ball"), kinds.count("hoop")) for kinds in cards)


class ReadCard(NamedTuple):
    """One card of a reading."""

    label: Label
    card: Card
    corners: tuple[tuple[float, float], ...]  # px of the upright picture, clockwise from the top left as seen
    confidence: float  # probability that the card is read rightly
    doubtful: bool
    sideways: bool
    reasons: tuple[str, ...]  # why it is doubtful and what to do
    alternatives: tuple[tuple[str, float], ...]  # other codes and their probabilities, likeliest first


@dataclass(frozen=True)
class Reading:
    """What a photograph shows."""

    size: tuple[int, int]  # width and height of the upright picture, px
    grid: Grid
    cards: tuple[ReadCard, ...]  # in order of their labels
    rule: Rule
    colours: str | None  # rule classic: one letter for each orbit
    table: tuple[int, int]  # rows and columns
    notes: tuple[str, ...]  # about the picture as a whole

    @property
    def doubtful(self) -> bool:
        """Whether anything is in doubt: a card, or the picture shows none."""
        return not self.cards or any(card.doubtful for card in self.cards)

    def layout(self) -> Layout:
        """The reading as a layout, doubtful cards included."""
        laid = tuple(
            LaidCard(c.label, c.card, CardPhoto(c.corners, c.confidence, c.doubtful, c.sideways)) for c in self.cards
        )
        return Layout(self.grid, laid, self.table, self.rule, self.colours, self.size)


@dataclass(frozen=True, eq=False)
class Steps:
    """The intermediate results of a reading, for pictures that explain it."""

    picture: Image
    sightings: list[Sighting]
    plane: Plane | None = None
    view: TableView | None = None
    symbols: tuple[SymbolSeen, ...] = ()
    found: Found | None = None
    verdicts: tuple[Verdict, ...] = ()


def read_layout(photo: DecodedPhoto | Image, *, hints: ReadingHints | None = None) -> Reading:
    """Read the cards on a photographed table.

    ``photo`` is a decoded picture or an upright RGB array (height, width, 3) of uint8.  Never raises for a picture that
    shows no cards: the reading is then empty, doubtful, and says so in its notes.
    """
    return read_steps(photo, hints=hints)[0]


def read_steps(photo: DecodedPhoto | Image, *, hints: ReadingHints | None = None) -> tuple[Reading, Steps]:
    """Like `read_layout`, with the intermediate results."""
    hints = hints or ReadingHints()
    if isinstance(photo, DecodedPhoto):
        pixels, size, reduction = photo.pixels, photo.size, photo.reduction
    else:
        pixels, size, reduction = photo, (photo.shape[1], photo.shape[0]), 1
    small, factor = _first_look(pixels)
    sightings = find_sightings(to_lab(small))
    steps = Steps(pixels, sightings)
    plane = fit_plane(sightings, (small.shape[1], small.shape[0]))
    if plane is None:
        return _nothing(size, hints, "no hoop and ball found: is this a photograph of Swish cards?"), steps
    plane = _enlarged(plane, factor)
    around = np.array([((s.x + 0.5) * factor - 0.5, (s.y + 0.5) * factor - 0.5) for s in sightings if _coloured(s)])
    if not len(around):
        return _nothing(size, hints, "no coloured symbols found: is this a photograph of Swish cards?"), steps
    view = draw_view(pixels, plane, plane.table(around))
    sizes = measure_sizes([(s.kind, s.radius, s.inner) for s in sightings if s.quality > 0.85], plane.ball_ratio)
    symbols = find_symbols(view, sizes)
    card = _card_size(hints)
    known = Known(hints.counts, hints.rule, hints.colours, _canonical(hints))
    found = explain(view, symbols, card, known)
    if found is not None and found.best.chosen:
        more = look_again(found, view, sizes)
        if more is not None:
            symbols, found = more, explain(view, more, card, known)
    steps = Steps(pixels, sightings, plane, view, tuple(symbols), found)
    if found is None or not found.best.chosen:
        return _nothing(size, hints, "no symbols found that could lie on one card"), steps
    verdicts = judge(found, view)
    if not verdicts:
        return _nothing(size, hints, "no symbols found that could lie on one card"), steps
    reading = _report(found, verdicts, plane, hints, size, reduction)
    return reading, Steps(pixels, sightings, plane, view, tuple(symbols), found, tuple(verdicts))


def _card_size(hints: ReadingHints) -> CardSize:
    """The usual size of a card, on the scale on which hoops have their usual size."""
    rows, cols = hints.grid.rows, hints.grid.cols
    short, long = 63.5, 63.5 if rows == cols else 88.9
    width, height = hints.card_mm or ((short, long) if rows >= cols else (long, short))
    # where cells are too small for a hoop, hoops are printed smaller: seen from them, the card is larger
    grow = max(1.0, _CELL_PER_HOOP * HOOP_OUTER_MM / min(width / cols, height / rows))
    return CardSize(rows, cols, width * grow, height * grow, 0.0)


def _canonical(hints: ReadingHints) -> frozenset[str] | None:
    """The cards that exist, each by its canonical code."""
    if hints.deck is None:
        return None
    return frozenset(parse_card(code, hints.grid).canonical().code for code in hints.deck)


def _first_look(pixels: Image) -> tuple[Image, float]:
    """The picture at most ``_FIRST_LOOK`` pixels long, and the factor back to the whole."""
    height, width = pixels.shape[:2]
    longer = max(height, width)
    if longer <= _FIRST_LOOK:
        return pixels, 1.0
    shrink = _FIRST_LOOK / longer
    small = cv2.resize(pixels, (round(width * shrink), round(height * shrink)), interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.uint8), longer / _FIRST_LOOK


def _coloured(sighting: Sighting) -> bool:
    """Whether it may be a symbol: a hoop, or a ball whose hue differs from the table's."""
    off = np.hypot(sighting.colour[1] - sighting.ground[1], sighting.colour[2] - sighting.ground[2])
    return sighting.kind == "hoop" or float(off) > 10


def _enlarged(plane: Plane, factor: float) -> Plane:
    """The plane for a picture that is larger by ``factor``."""
    shift = (factor - 1) / 2
    grow = np.array([[factor, 0, shift], [0, factor, shift], [0, 0, 1]])
    to_picture = grow @ plane.to_picture
    return Plane(np.asarray(np.linalg.inv(to_picture), dtype=np.float64), to_picture, plane.ball_ratio, plane.misfit)


def _nothing(size: tuple[int, int], hints: ReadingHints, note: str) -> Reading:
    return Reading(size, hints.grid, (), "free", None, (0, 0), (note,))


def _report(
    found: Found, verdicts: list[Verdict], plane: Plane, hints: ReadingHints, size: tuple[int, int], reduction: int
) -> Reading:
    """The verdicts in the words of the model."""
    cards = []
    for verdict in verdicts:
        points = (plane.picture(verdict.corners_mm) + 0.5) * reduction - 0.5
        others = [(_card(hints.grid, symbols).code, p) for symbols, p in verdict.alternatives]
        cards.append(
            ReadCard(
                label=Label(*verdict.place),
                card=_card(hints.grid, verdict.symbols),
                corners=tuple((round(float(x), 2), round(float(y), 2)) for x, y in points),
                confidence=_two_decimals(verdict.confidence),
                doubtful=verdict.doubtful,
                sideways=verdict.sideways,
                reasons=verdict.reasons,
                alternatives=tuple((code, _two_decimals(p)) for code, p in others if _two_decimals(p) > 0),
            )
        )
    cards.sort(key=lambda c: c.label)
    table = (max(c.label.row for c in cards) + 1, max(c.label.col for c in cards) + 1)
    rule: Rule = "classic" if found.rule == "classic" else "free"
    return Reading(size, hints.grid, tuple(cards), rule, found.mapping or None, table, ())


def _two_decimals(probability: float) -> float:
    """Cut, not rounded: nothing short of certain prints as 1."""
    return math.floor(min(probability, 0.99) * 100 + 1e-9) / 100


def _card(grid: Grid, symbols: tuple[tuple[str, str, int], ...]) -> Card:
    kinds = [Symbol(*divmod(cell, grid.cols), "ball" if kind == "ball" else "hoop", c) for kind, c, cell in symbols]
    return Card(grid, tuple(kinds))

"""Surveys: what sampled deals of a deck hold, with intervals for the error.

Sample i depends on the seed and on i alone, and everything kept is a sum over samples. So the samples are cut into
fixed pieces that any worker may count in any order, a survey can go on where it was stopped, or be made larger, and
the numbers are the same whatever the number of workers.

Shares come with Wilson's interval, means with the normal one, both for 95 in 100.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from swishsolve.deck.census import merged_types
from swishsolve.deck.runners import Runner, threads
from swishsolve.errors import Fault, InputError
from swishsolve.files import check_file_path, write_whole
from swishsolve.model.deck import Deck, format_deck
from swishsolve.search.batch.deals import MOST_CARDS, count_without_swish, survey_deals
from swishsolve.search.batch.table import BatchTable, Numbers, build_batch_table
from swishsolve.search.limits import Limits

FORMAT, VERSION = "swishsolve/survey", 1
# Samples in a piece of work: of the full distribution, and where only existence is asked.
PIECE, PIECE_OF_EXISTENCE = 500, 200_000
SAVE_EVERY = 20
Z = 1.959963984540054


class Interval(NamedTuple):
    """An estimate and the ends of its interval for 95 in 100."""

    value: float
    low: float
    high: float


def share(count: int, samples: int) -> Interval:
    """A share of the samples with Wilson's interval.

    >>> [round(number, 3) for number in share(5, 100)]
    [0.05, 0.022, 0.112]
    """
    if not samples:
        return Interval(0.0, 0.0, 1.0)
    p, z2 = count / samples, Z * Z
    middle = (p + z2 / (2 * samples)) / (1 + z2 / samples)
    half = Z / (1 + z2 / samples) * sqrt(p * (1 - p) / samples + z2 / (4 * samples * samples))
    return Interval(p, max(0.0, middle - half) if count else 0.0, min(1.0, middle + half) if count < samples else 1.0)


def mean(total: int, squares: int, samples: int) -> Interval:
    """A mean of the samples with the normal interval."""
    if samples < 2:
        return Interval(float(total), 0.0, float("inf"))
    value = total / samples
    half = Z * sqrt(max(0.0, squares / samples - value * value) / (samples - 1))
    return Interval(value, max(0.0, value - half), value + half)


@dataclass
class Sums:
    """Sums over samples, by size: sets that are a Swish, their squares, deals by maximum and by best cover.

    `pairs` counts deals by how many Swishes of two cards they hold; the last place stands for that many or more.
    """

    deal: int
    samples: int = 0
    without: int = 0
    too_rich: int = 0
    by_size: list[int] = field(default_factory=list)
    squares: list[int] = field(default_factory=list)
    maxima: list[int] = field(default_factory=list)
    pairs: list[int] = field(default_factory=list)
    covers: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        for name in ("by_size", "squares", "maxima", "pairs", "covers"):
            if not getattr(self, name):
                setattr(self, name, [0] * (self.deal + 1))

    def add(self, other: Sums) -> None:
        """Add the sums of other samples."""
        self.samples += other.samples
        self.without += other.without
        self.too_rich += other.too_rich
        for name in ("by_size", "squares", "maxima", "pairs", "covers"):
            setattr(self, name, [a + b for a, b in zip(getattr(self, name), getattr(other, name), strict=True)])


@dataclass(frozen=True)
class Survey:
    """A survey as far as it came; `complete` when every sample was counted."""

    deck: Deck
    deal: int
    seed: int
    wanted: int
    only_existence: bool
    sums: Sums
    complete: bool

    @property
    def listed(self) -> int:
        """Samples whose Swishes were all listed."""
        return self.sums.samples - self.sums.too_rich

    def without(self, least: int = 2) -> Interval:
        """The share of deals without a Swish of at least `least` cards."""
        if self.only_existence:
            return share(self.sums.without, self.sums.samples)
        return share(sum(self.sums.maxima[:least]), self.listed)

    def swishes(self, size: int) -> Interval:
        """The mean number of sets of that many cards that are a Swish."""
        return mean(self.sums.by_size[size], self.sums.squares[size], self.listed)

    def pairless(self) -> Interval:
        """The share of deals without a Swish of two cards."""
        return share(self.sums.pairs[0], self.listed)

    def to_json(self) -> dict[str, Any]:
        """The survey as a JSON value."""
        value: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "deck": self.deck.name,
            "deal": self.deal,
            "seed": self.seed,
            "samples": self.sums.samples,
            "complete": self.complete,
        }
        if self.only_existence:
            return value | {"no_swish_of_at_least": {"2": _interval_json(self.without())}}
        sizes = range(2, self.deal + 1)
        return value | {
            "too_rich": self.sums.too_rich,
            "no_swish_of_at_least": {str(size): _interval_json(self.without(size)) for size in sizes},
            "swishes_by_size": {str(size): _interval_json(self.swishes(size)) for size in sizes},
            "no_pair": _interval_json(self.pairless()),
            "maximum": {str(size): count for size, count in enumerate(self.sums.maxima) if count},
            "best_cover": {str(size): count for size, count in enumerate(self.sums.covers) if count},
        }


def _interval_json(interval: Interval) -> dict[str, float]:
    return {"value": interval.value, "low": interval.low, "high": interval.high}


class Piece(NamedTuple):
    """Samples `first` to `first + samples - 1`."""

    first: int
    samples: int


def count_piece(
    table: BatchTable, cards: Numbers, deal: int, seed: int, only_existence: bool, with_cover: bool, piece: Piece
) -> tuple[Piece, Sums]:
    """The sums over a piece's samples."""
    sums = Sums(deal, piece.samples)
    if only_existence:
        sums.without = int(count_without_swish(table, cards, deal, seed, piece.first, piece.samples))
        return piece, sums
    arrays = [np.zeros(deal + 1, np.int64) for _ in range(5)]
    sums.too_rich = int(survey_deals(table, cards, deal, seed, piece.first, piece.samples, with_cover, *arrays))
    sums.by_size, sums.squares, sums.maxima, sums.pairs, sums.covers = (array.tolist() for array in arrays)
    sums.without = sums.maxima[0]
    return piece, sums


def take_survey(
    deck: Deck,
    deal: int,
    samples: int,
    seed: int,
    *,
    only_existence: bool = False,
    run: Runner | None = None,
    limits: Limits | None = None,
    resume: Path | None = None,
) -> Survey:
    """Survey deals of a deck. `resume` is a file where the sums are kept now and then, and taken up again.

    Raises InputError for a deck or deal that the kernels cannot hold, or a file of another survey.
    """
    limits = limits or Limits()
    if deal > len(deck.cards):
        raise InputError(f"found a deal of {deal} cards, expected at most the {len(deck.cards)} of the deck")
    if not only_existence and deal > MOST_CARDS:
        raise InputError(f"found a deal of {deal} cards, expected at most {MOST_CARDS} where all Swishes are listed")
    types = merged_types(deck)
    table = build_batch_table([card for card, _ in types])
    cards = np.array([kind for kind, (_, copies) in enumerate(types) for _ in range(copies)], np.int64)
    with_cover = all(card.symbols for card, _ in types)
    key = {
        "format": FORMAT,
        "version": VERSION,
        "deck": format_deck(deck),
        "deal": deal,
        "seed": seed,
        "only_existence": only_existence,
    }
    if resume:
        check_file_path(resume)
    sums, done = _read_state(resume, key, deal) if resume else (Sums(deal), set())
    left = samples - sum(max(0, min(piece.first + piece.samples, samples) - piece.first) for piece in done)
    count = partial(count_piece, table, cards, deal, seed, only_existence, with_cover)
    stopped = False
    for result in (run or threads(1))(count, _pieces(samples, only_existence, tuple(done))):
        if result is not None:
            piece, more = result
            left -= piece.samples
            sums.add(more)
            done.add(piece)
            if resume and len(done) % SAVE_EVERY == 0:
                _write_state(resume, key, sums, done)
        if limits.on_look:
            limits.on_look(sums.samples)
        if limits.reached() and left:
            stopped = True
            break
    if resume:
        _write_state(resume, key, sums, done)
    return Survey(deck, deal, seed, samples, only_existence, sums, not stopped)


def _pieces(samples: int, only_existence: bool, done: Collection[Piece]) -> Iterator[Piece]:
    """What is left of the samples, piece by piece; a piece that was cut short is gone on with where it ended."""
    size = PIECE_OF_EXISTENCE if only_existence else PIECE
    ends: dict[int, int] = {}
    for piece in done:
        block = piece.first // size
        ends[block] = max(ends.get(block, 0), piece.first + piece.samples)
    for block in range(-(-samples // size)):
        first, end = ends.get(block, block * size), min((block + 1) * size, samples)
        if first < end:
            yield Piece(first, end - first)


def _read_state(path: Path, key: dict[str, Any], deal: int) -> tuple[Sums, set[Piece]]:
    if not path.exists():
        return Sums(deal), set()
    try:
        value = json.loads(path.read_text())
        if {name: value.get(name) for name in key} != key:
            raise InputError([Fault("it belongs to another survey, expected the same deck, deal and seed", str(path))])
        sums, done = Sums(deal, **value["sums"]), {Piece(*piece) for piece in value["done"]}
        if sums.samples != sum(piece.samples for piece in done):
            raise ValueError("its sums do not belong to its samples")
        if any(piece.first + piece.samples > after.first for piece, after in pairwise(sorted(done))):
            raise ValueError("some of its samples are counted twice")
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise InputError([Fault(f"{reason}, expected a survey to take up again", str(path))]) from None
    return sums, done


def _write_state(path: Path, key: dict[str, Any], sums: Sums, done: Collection[Piece]) -> None:
    kept = {name: number for name, number in vars(sums).items() if name != "deal"}
    text = json.dumps({**key, "sums": kept, "done": sorted(done)})
    write_whole(path, text.encode())

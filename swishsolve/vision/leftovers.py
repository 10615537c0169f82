"""Symbols that no card explains: piles of undealt cards, things that are no cards, and cards seen only in part.

The idea: a symbol of this deck's colours that lies where a card would lie - on a free place of the table, or where the
outline of a card is seen around it - belongs to a card whose other symbol is hidden.  Such a card is never passed
over: it is reported as doubtful, with a guess at the rest.  Many symbols crowded together are a pile, not a card.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from swishsolve.vision.cards import Hypotheses
from swishsolve.vision.explain import Found, outline_evidence
from swishsolve.vision.sightings import Floats32
from swishsolve.vision.tableview import TableView

Floats = NDArray[np.float64]

_REAL = 2.0  # worth (nats) from which a symbol is taken for real
_CROWD_MM = 65.0


@dataclass(frozen=True, eq=False)
class Guess:
    """A card of which only one symbol was found."""

    place: tuple[int, int]  # row and column, on the scale of ``Found.places``; may be -1 or beyond the table
    hypothesis: Hypotheses  # a single one; the cell of the missing symbol is a guess
    missing: str  # "ball" or "hoop"
    letters: tuple[str, str]  # of ball and hoop


@dataclass(frozen=True)
class Orphan:
    """A real symbol without a card."""

    kind: str
    index: int
    x: float
    y: float


def in_piles(found: Found) -> list[bool]:
    """For each chosen card whether it lies among symbols of no card, as they show through a pile of undealt cards."""
    hyp = found.puzzle.hypotheses.take(np.array(found.best.chosen))
    spots = np.array([(s.x, s.y) for s in found.balls + found.hoops])
    real = np.concatenate([found.ball_presence, found.hoop_presence]) > 0.8
    own = np.zeros((len(hyp), len(spots)), bool)
    rows = np.arange(len(hyp))
    own[rows, hyp.ball] = own[rows, len(found.balls) + hyp.hoop] = True
    pair = 0.5 * (spots[hyp.ball] + spots[len(found.balls) + hyp.hoop])
    near = np.linalg.norm(spots[None] - pair[:, None], axis=2) < 0.8 * _CROWD_MM
    piled = np.zeros(len(hyp), bool)
    for _ in range(3):  # cards of a pile are loose symbols to its other cards
        loose = real & ~own[~piled].any(axis=0)
        piled |= (near & loose & ~own).sum(axis=1) >= 3
    return [bool(p) for p in piled]


def find_orphans(found: Found) -> list[Orphan]:
    """Real symbols outside the chosen cards' own."""
    pick = np.array(found.best.chosen)
    hyp = found.puzzle.hypotheses
    used_balls, used_hoops = set(hyp.ball[pick].tolist()), set(hyp.hoop[pick].tolist())
    out = [
        Orphan("ball", k, s.x, s.y)
        for k, s in enumerate(found.balls)
        if k not in used_balls and found.ball_worth[k] > _REAL
    ]
    out += [
        Orphan("hoop", k, s.x, s.y)
        for k, s in enumerate(found.hoops)
        if k not in used_hoops and found.hoop_worth[k] > _REAL
    ]
    return out


def on_cards(found: Found, orphans: list[Orphan]) -> list[int | None]:
    """For each orphan the number (in ``found.best.chosen``) of the card that it lies on, or None."""
    hyp = found.puzzle.hypotheses.take(np.array(found.best.chosen))
    radians = np.radians(hyp.angle)
    out: list[int | None] = []
    for orphan in orphans:
        dx, dy = orphan.x - hyp.x, orphan.y - hyp.y
        u = np.abs(dx * np.cos(radians) + dy * np.sin(radians)) - found.size.width / 2
        v = np.abs(-dx * np.sin(radians) + dy * np.cos(radians)) - found.size.height / 2
        outside = np.maximum(u, v)
        k = int(outside.argmin())
        out.append(k if outside[k] < -1.0 else None)
    return out


def guess_cards(found: Found, lab: Floats32, view: TableView) -> list[Guess]:
    """Cards of which only one symbol was found, at most one for each place of the table."""
    orphans = find_orphans(found)
    if not orphans:
        return []
    spots = np.array([(o.x, o.y) for o in orphans])
    crowd = (np.linalg.norm(spots[:, None] - spots[None], axis=2) < _CROWD_MM).sum(axis=1) - 1
    covered = on_cards(found, orphans)
    occupied = {(int(r), int(c)) for r, c in found.places}
    guesses: dict[tuple[int, int], tuple[float, Guess]] = {}
    for k, orphan in enumerate(orphans):
        if covered[k] is not None or crowd[k] >= 3:
            continue
        best = _best_pose(found, orphan, lab, view)
        if best is None:
            continue
        score, guess = best
        inside = 0 <= guess.place[0] <= found.places[:, 0].max() and 0 <= guess.place[1] <= found.places[:, 1].max()
        if guess.place in occupied or (not inside and score < 4.0):
            continue
        if guess.place not in guesses or score > guesses[guess.place][0]:
            guesses[guess.place] = (score, guess)
    return [guess for _, guess in guesses.values()]


def _best_pose(found: Found, orphan: Orphan, lab: Floats32, view: TableView) -> tuple[float, Guess] | None:
    """The likeliest card with this symbol that does not lie on another card, and its evidence in nats."""
    cells = found.grid.size
    other = np.arange(cells)
    other = np.where(other == cells - 1, cells - 2, other + 1)  # any other cell: the symbol there was not seen
    own = np.arange(cells)
    zero = np.zeros(cells, np.intp)
    index = zero + orphan.index
    is_ball = orphan.kind == "ball"
    hyp = Hypotheses(
        ball=index if is_ball else zero,
        hoop=zero if is_ball else index,
        ball_cell=own if is_ball else other,
        hoop_cell=other if is_ball else own,
        sideways=np.zeros(cells, bool),
        x=np.zeros(cells),
        y=np.zeros(cells),
        angle=np.full(cells, found.turn),
        cost=np.zeros(cells),
        loose=np.zeros(cells),
    )
    # place the card by the one symbol alone
    rows = np.where(is_ball, hyp.ball_cell, hyp.hoop_cell) // found.size.cols - (found.size.rows - 1) / 2
    cols = np.where(is_ball, hyp.ball_cell, hyp.hoop_cell) % found.size.cols - (found.size.cols - 1) / 2
    cell_w, cell_h = found.size.cell
    cos, sin = np.cos(np.radians(found.turn)), np.sin(np.radians(found.turn))
    hyp.x[:] = orphan.x - (cos * cols * cell_w - sin * rows * cell_h)
    hyp.y[:] = orphan.y - (sin * cols * cell_w + cos * rows * cell_h)
    score = outline_evidence(lab, view, hyp, found.size, found.edges) if found.edges is not None else np.zeros(cells)
    chosen = found.puzzle.hypotheses.take(np.array(found.best.chosen))
    gap = np.hypot(hyp.x[:, None] - chosen.x, hyp.y[:, None] - chosen.y).min(axis=1)
    score = score - np.where(gap < 0.75 * found.size.width, 20.0, 0.0)
    letters = found.palette.letters
    shares = (found.ball_letters if is_ball else found.hoop_letters)[orphan.index]
    seen = letters[int(shares.argmax())]
    if found.rule == "classic":
        orbit = [found.grid.orbit_of[cell] for cell in found.grid.cells]
        fits = np.array([found.mapping[o] == seen for o in orbit])
        score = score - np.where(fits, 0.0, 6.0)
    places = np.zeros((cells, 2), np.intp)
    if found.lattice is not None:
        places, off = found.lattice.nearest(np.stack([hyp.x, hyp.y], axis=1))
        score = score - 0.5 * np.minimum((off / (found.lattice.spread + 3.0)) ** 2, 16.0)
        places = places + found.shift
    elif float(gap.min()) > 2.2 * found.size.height:
        return None
    k = int(score.argmax())
    if score[k] < -12:
        return None
    if found.lattice is None:
        near = int(np.hypot(hyp.x[k] - chosen.x, hyp.y[k] - chosen.y).argmin())
        places[k] = found.places[near] + (0, 1)
    one = hyp.take(np.array([k]))
    free = other[k]
    guess = found.mapping[found.grid.orbit_of[found.grid.cells[int(free)]]] if found.mapping else seen
    pair = (seen, guess) if is_ball else (guess, seen)
    return float(score[k]), Guess((int(places[k, 0]), int(places[k, 1])), one, "hoop" if is_ball else "ball", pair)

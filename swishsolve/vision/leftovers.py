"""Symbols that no card explains: piles of undealt cards, things that are no cards, and cards seen only in part.

The idea: a symbol of this deck's colours that lies where a card would lie - on a free place of the table, or where the
outline of a card is seen around it - belongs to a card of which other symbols are hidden.  Such a card is never passed
over: it is reported as doubtful, with a guess at the rest.  Many symbols crowded together are a pile, not a card.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from swishsolve.vision.cards import Hypotheses, nearest_cells, on_card, with_angle
from swishsolve.vision.explain import Found, outline_evidence
from swishsolve.vision.tableview import TableView

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

_REAL = 2.0  # worth (nats) from which a symbol is taken for real
_CROWD_MM = 65.0
_TURNED = 15.0  # degrees


@dataclass(frozen=True, eq=False)
class Guess:
    """A card of which some symbols were not found."""

    place: tuple[int, int]  # row and column, on the scale of ``Found.places``; may be -1 or beyond the table
    pose: Hypotheses  # a single one, with the symbols that were found
    missing: str  # what was not found, in words
    symbols: tuple[tuple[str, str, int], ...]  # (kind, colour letter, cell); cells of missing symbols are guesses


def in_piles(found: Found) -> list[bool]:
    """For each chosen card whether it lies among symbols of no card, as they show through a pile of undealt cards."""
    hyp = found.chosen
    spots, real = _spots(found), found.presence > 0.8
    own = hyp.owns(len(spots))
    near = np.linalg.norm(spots[None] - hyp.middle(spots)[:, None], axis=2) < 0.8 * _CROWD_MM
    piled = np.zeros(len(hyp), bool)
    for _ in range(3):  # cards of a pile are loose symbols to its other cards
        loose = real & ~own[~piled].any(axis=0)
        piled |= (near & loose & ~own).sum(axis=1) > _most(found)
    return [bool(p) for p in piled]


def askew(found: Found) -> NDArray[np.bool_]:
    """For each chosen card whether it lies otherwise than the table: turned, or off the rows."""
    cards = found.chosen
    out = np.abs(cards.angle + np.where(cards.sideways, 90.0, 0.0) - found.turn) > _TURNED
    if found.lattice is not None:
        _, off = found.lattice.nearest(np.stack([cards.x, cards.y], axis=1))
        out |= off > 0.25 * found.size.width
    return np.asarray(out)


def extent(found: Found) -> tuple[Ints, Ints]:
    """First and last row and column of the table, whatever lies beside it."""
    apart = np.array(in_piles(found)) | askew(found)
    places = found.places[~apart] if (~apart).sum() >= 2 else found.places
    return places.min(axis=0), places.max(axis=0)


def crowded(found: Found, symbols: Ints) -> NDArray[np.bool_]:
    """Which of these symbols lie among more others of them than a card has: they show through a pile."""
    spots = _spots(found)[symbols]
    near = np.linalg.norm(spots[:, None] - spots[None], axis=2) < _CROWD_MM
    return np.asarray(near.sum(axis=1) - 1 > _most(found))


def find_orphans(found: Found) -> Ints:
    """Real symbols that are no chosen card's own (indices into ``found.symbols``)."""
    used = found.chosen.owns(len(found.symbols)).any(axis=0)
    return np.nonzero(~used & (found.worth > _REAL))[0]


def cards_below(found: Found, symbols: Ints) -> list[int | None]:
    """For each of these symbols the number (in ``found.best.chosen``) of the card that it lies on, or None."""
    hyp = found.chosen
    u, v = on_card(hyp, _spots(found)[symbols])
    outside = np.maximum(np.abs(u) - found.size.width / 2, np.abs(v) - found.size.height / 2)
    nearest = outside.argmin(axis=0)
    return [int(k) if outside[k, j] < -1.0 else None for j, k in enumerate(nearest)]


def _spots(found: Found) -> Floats:
    """Place of each symbol, mm."""
    return np.array([(s.x, s.y) for s in found.symbols]).reshape(-1, 2)


def _most(found: Found) -> int:
    """The largest number of symbols on a card."""
    return max(map(sum, found.counts))


def guess_cards(found: Found, view: TableView) -> list[Guess]:
    """Cards of which some symbols were not found, at most one for each place of the table."""
    orphans = find_orphans(found)
    if not len(orphans):
        return []
    crowd, (first, last) = crowded(found, orphans), extent(found)
    covered = cards_below(found, orphans)
    occupied = {(int(r), int(c)) for r, c in found.places}
    guesses: dict[tuple[int, int], tuple[float, Guess]] = {}
    gap = np.zeros(len(orphans), bool)  # over a place of the table where no card was found
    if found.lattice is not None:
        over = found.lattice.nearest(_spots(found)[orphans])[0] + found.shift
        gap = np.array([p not in occupied for p in map(tuple, over.tolist())])
        gap &= ((over >= first) & (over <= last)).all(axis=1)
    for k, orphan in enumerate(orphans):
        if covered[k] is not None or (crowd[k] and not gap[k]):
            continue
        best = _best_pose(found, int(orphan), view)
        if best is None:
            continue
        score, place, pose = best
        inside = first[0] <= place[0] <= last[0] and first[1] <= place[1] <= last[1]
        # a pile beside the table is none of its cards; dots of a cloth may hide a card, but they are no hoops
        dots = crowd[k] and score < 0.0 and found.symbols[orphan].kind == "ball"
        if place in occupied or (not inside and score < 4.0) or dots:
            continue
        if place not in guesses or score > guesses[place][0]:
            guesses[place] = (score, _completed(found, place, pose, orphans))
    return [guess for _, guess in guesses.values()]


def poses_with(found: Found, symbol: int, view: TableView) -> tuple[Hypotheses, Floats, Ints]:
    """The cards that could lie under a symbol, one for each cell it could be in: poses, evidence (nats) and places."""
    cells = found.grid.size
    hyp = Hypotheses(
        members=np.full((cells, 1), symbol),
        cells=np.arange(cells)[:, None],
        sideways=np.zeros(cells, bool),
        x=np.zeros(cells),
        y=np.zeros(cells),
        angle=np.full(cells, found.turn),
        cost=np.zeros(cells),
        loose=np.zeros(cells),
    )
    hyp = with_angle(hyp, hyp.angle, _spots(found), found.size)
    score = outline_evidence(view, hyp, found.size, found.edges) if found.edges is not None else np.zeros(cells)
    gap = np.hypot(hyp.x[:, None] - found.chosen.x, hyp.y[:, None] - found.chosen.y)
    score = score - np.where(gap.min(axis=1) < 0.75 * found.size.width, 20.0, 0.0)
    if found.rule == "classic":
        orbit = [found.grid.orbit_of[cell] for cell in found.grid.cells]
        fits = np.array([found.mapping[o] == _letter(found, symbol) for o in orbit])
        score = score - np.where(fits, 0.0, 6.0)
    if found.lattice is None:
        places = found.places[gap.argmin(axis=1)] + (0, 1)
    else:
        places, off = found.lattice.nearest(np.stack([hyp.x, hyp.y], axis=1))
        score = score - 0.5 * np.minimum((off / (found.lattice.spread + 3.0)) ** 2, 16.0)
        places = places + found.shift
    return hyp, score, np.asarray(places, dtype=np.intp)


def _best_pose(found: Found, orphan: int, view: TableView) -> tuple[float, tuple[int, int], Hypotheses] | None:
    """The likeliest card with this symbol that does not lie on another card: its evidence in nats, place and pose."""
    hyp, score, places = poses_with(found, orphan, view)
    gap = np.hypot(hyp.x[:, None] - found.chosen.x, hyp.y[:, None] - found.chosen.y).min()
    k = int(score.argmax())
    if score[k] < -12 or (found.lattice is None and float(gap) > 2.2 * found.size.height):
        return None
    return float(score[k]), (int(places[k, 0]), int(places[k, 1])), hyp.take(np.array([k]))


def _letter(found: Found, symbol: int) -> str:
    """The likeliest colour of a symbol."""
    return found.palette.letters[int(found.letters[symbol].argmax())]


def _completed(found: Found, place: tuple[int, int], pose: Hypotheses, orphans: Ints) -> Guess:
    """A guess at the whole card: the other symbols seen on it, and what is missing to make it one of the deck."""
    members, cells = pose.members[0].tolist(), pose.cells[0].tolist()
    cell, off = nearest_cells(pose, _spots(found)[orphans], found.size)
    for j in np.argsort(off[0], kind="stable"):
        symbol, here = int(orphans[j]), int(cell[0, j])
        if off[0, j] < 0.35 * min(found.size.cell) and here not in (*cells, -1) and _lacking(found, [*members, symbol]):
            members.append(symbol)
            cells.append(here)
    kinds = [found.symbols[k].kind for k in members]
    symbols = [(kind, _letter(found, k), here) for kind, k, here in zip(kinds, members, cells, strict=True)]
    lacking = _lacking(found, members)
    for kind in lacking[0]:
        # any other cell: the symbol there was not seen
        here = next(c for c in (*range(cells[0] + 1, found.grid.size), *range(cells[0] - 1, -1, -1)) if c not in cells)
        cells.append(here)
        letter = found.mapping[found.grid.orbit_of[found.grid.cells[here]]] if found.mapping else symbols[0][1]
        symbols.append((kind, letter, here))
    missing = " and ".join(dict.fromkeys(lacking[0])) if len(lacking) == 1 else "other symbol"
    return Guess(place, pose, missing, tuple(sorted(symbols, key=lambda s: (s[0], s[2]))))


def lacking_kinds(found: Found, members: list[int]) -> list[str]:
    """The kinds of symbols that a card with these ones may have besides."""
    return sorted({kind for missing in _lacking(found, members) for kind in missing})


def _lacking(found: Found, members: list[int]) -> list[list[str]]:
    """What these symbols lack to make each of the larger cards that could have them, the smallest card first."""
    kinds = [found.symbols[k].kind for k in members]
    balls, hoops = kinds.count("ball"), kinds.count("hoop")
    whole = [c for c in found.counts if c[0] >= balls and c[1] >= hoops and sum(c) > len(members)]
    whole.sort(key=lambda c: (sum(c), abs(c[0] - c[1]), c))
    return [["ball"] * (c[0] - balls) + ["hoop"] * (c[1] - hoops) for c in whole]

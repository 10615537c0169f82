"""How sure each card is, why it is doubted, and what else it could be.

The idea: the margin between the best explanation of the table and the best one in which this card reads otherwise is
its log odds.  The nats of evidence are not independent, so the margin is stretched and shifted as pictures of several
kinds showed whose truth is known, and multiplied by the probability that the colours are the right ones.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from swishsolve.model.colours import COLOUR_NAMES
from swishsolve.model.layout import Label
from swishsolve.vision.cards import seen_corners
from swishsolve.vision.decide import margins
from swishsolve.vision.explain import Found
from swishsolve.vision.leftovers import Guess, askew, cards_below, find_orphans, guess_cards, in_piles
from swishsolve.vision.tableview import TableView

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

DOUBT_BELOW = 0.9
_SURE_SHARE = 0.2  # share of sure cards below which none is
_STRETCH = 0.5  # nats of evidence are not independent: a margin counts this much
_NOTHING = 3.0  # nats below which a card is a chance meeting of things that are no symbols


@dataclass(frozen=True, eq=False)
class Verdict:
    """The reading of one card and its probability."""

    place: tuple[int, int]
    corners_mm: Floats  # (4, 2), clockwise from the top left as seen
    sideways: bool
    symbols: tuple[tuple[str, str, int], ...]  # (kind, colour letter, cell)
    confidence: float
    doubtful: bool
    reasons: tuple[str, ...]
    alternatives: tuple[tuple[tuple[tuple[str, str, int], ...], float], ...]  # other readings, likeliest first


def judge(found: Found, view: TableView) -> list[Verdict]:
    """A verdict for each card of the table, guesses at half-seen cards included."""
    hyp = found.puzzle.hypotheses
    named = _letters(found)
    readings = _readings(found, named)
    corners = seen_corners(hyp, found.size)
    crossed = [k for k in cards_below(found, find_orphans(found)) if k is not None]
    out = []
    losses = margins(found.puzzle, found.best, [str(r) for r in readings])
    piled, aside = in_piles(found), askew(found)
    for k, (h, others) in enumerate(zip(found.best.chosen, losses, strict=True)):
        nothing = min((loss for code, loss in others if not code), default=99.0)
        colour = _colour_surety(found, named[h][hyp.there[h]], hyp.members[h][hyp.there[h]])
        soft = -np.log(sum(np.exp(-_STRETCH * max(loss, 0.0)) for _, loss in others) + 1e-9)
        confidence = _calibrated(float(soft)) * colour * (0.5 if k in crossed else 1.0)
        if nothing < _NOTHING or (piled[k] and (confidence < 0.97 or nothing < 12 or aside[k])):
            continue
        place = (int(found.places[k, 0]), int(found.places[k, 1]))
        doubtful = confidence < DOUBT_BELOW
        total = sum(np.exp(-_STRETCH * max(loss, 0.0)) for _, loss in others) + 1.0
        table = dict(zip([str(r) for r in readings], readings, strict=True))
        alternatives = tuple(
            (table[code], float((1 - confidence) * np.exp(-_STRETCH * max(loss, 0.0)) / (total - 1.0 + 1e-9)))
            for code, loss in others
            if code
        )
        reasons = (
            _reasons(found, view, h, corners[h], place, others, colour, readings, k in crossed) if doubtful else ()
        )
        out.append(
            Verdict(
                place,
                corners[h],
                bool(hyp.sideways[h]),
                readings[h],
                confidence,
                doubtful,
                reasons,
                tuple(a for a in alternatives if a[1] >= 0.005)[:5],
            )
        )
    out += [_verdict_of_guess(found, view, guess) for guess in guess_cards(found, view)]
    return _settled(_doubt_all(out))


def _doubt_all(verdicts: list[Verdict]) -> list[Verdict]:
    """Where nearly nothing is sure, the few sure cards are chance: the picture may show no table of cards at all."""
    if sum(not v.doubtful for v in verdicts) >= _SURE_SHARE * len(verdicts):
        return verdicts
    why = "hardly any card of this picture is clear: is it a table of Swish cards?"
    return [
        v if v.doubtful else replace(v, confidence=min(v.confidence, 0.5), doubtful=True, reasons=(why,))
        for v in verdicts
    ]


def _calibrated(margin: float) -> float:
    """Probability that the right cells were chosen, from the margin to all other readings in nats."""
    return float(1 / (1 + np.exp(0.6 - margin)))


def _letters(found: Found) -> Ints:
    """Colour of each member of each hypothesis, as an index into the palette's letters."""
    hyp = found.puzzle.hypotheses
    if found.rule == "classic":  # the cell tells the colour
        of_orbit = np.array([found.palette.letters.index(c) for c in found.mapping])
        orbit = np.array([found.grid.orbit_of[cell] for cell in found.grid.cells])
        return np.asarray(of_orbit[orbit[hyp.cells]])
    return np.asarray(found.letters.argmax(axis=1)[hyp.members])


def _readings(found: Found, named: Ints) -> list[tuple[tuple[str, str, int], ...]]:
    """Symbols of each hypothesis: balls first, by cell."""
    hyp, letters = found.puzzle.hypotheses, found.palette.letters or "b"
    kinds = [s.kind for s in found.symbols]
    return [
        tuple(sorted(((kinds[k], letters[j], c) for k, j, c in zip(*row, strict=True) if k >= 0), key=_by_cell))
        for row in zip(hyp.members.tolist(), named.tolist(), hyp.cells.tolist(), strict=True)
    ]


def _by_cell(symbol: tuple[str, str, int]) -> tuple[str, int]:
    return symbol[0], symbol[2]


def _colour_surety(found: Found, named: Ints, members: Ints) -> float:
    """Probability that all colours of a card are named rightly: that each print is the one it looks like, and that the
    prints have the right names."""
    shares = found.letters[members, named]
    # under the classic rule the cells vouch for the colour
    like = float(np.prod(shares / (shares + (0.1 if found.rule == "classic" else 1.0) * (1 - shares))))
    like = float(np.clip(like, 1e-4, 1 - 1e-4))
    # shares are too cautious: what looks like neither of two prints is taken for evenly split between them
    like = 1 / (1 + np.exp(-1.0 - 1.4 * np.log(like / (1 - like))))
    return float(like * np.prod([1 - found.palette.doubt[letter] for letter in set(named.tolist())]))


def _mirrored(view: TableView, corners: Floats) -> float:
    """Share of a card that is blown out by a mirrored lamp."""
    points = view.to_view(corners)
    steps = np.linspace(0.04, 0.96, 24)
    grid = points[0] + steps[:, None, None] * (points[1] - points[0]) + steps[None, :, None] * (points[3] - points[0])
    x = np.clip(np.rint(grid[..., 0]), 0, view.pixels.shape[1] - 1).astype(int)
    y = np.clip(np.rint(grid[..., 1]), 0, view.pixels.shape[0] - 1).astype(int)
    return float((view.pixels[y, x].min(axis=-1) > 225).mean())


def _reasons(
    found: Found, view: TableView, h: int, corners: Floats, place: tuple[int, int], others: list[tuple[str, float]],
    colour: float, readings: list[tuple[tuple[str, str, int], ...]], crossed: bool,
) -> tuple[str, ...]:  # fmt: skip
    """Why the card is doubted and what helps, in words."""
    label, hyp = str(Label(*place)), found.puzzle.hypotheses
    out = []
    if crossed:
        out.append(f"another symbol lies on {label}: move what lies there")
    if _mirrored(view, corners) > 0.06:
        out.append(f"mirror of a lamp over {label}: move the lamp or turn the card")
    weak = [found.symbols[k].kind for k in hyp.members[h].tolist() if k >= 0 and found.worth[k] < 1.5]
    for kind in dict.fromkeys(weak):
        out.append(f"the {kind} of {label} is hard to see: more light, a plain cloth, or nearer to the card")
    if colour < 0.95:
        named = " and ".join(sorted({COLOUR_NAMES[letter] for _, letter, _ in readings[h]}))
        out.append(f"the colours of {label} ({named}?) are not sure: name them with --colours, or use whiter light")
    rival = next((code for code, loss in others if code and loss < 8), None)
    if rival is not None and not out:
        out.append(f"the edges of {label} are too faint to tell the cells: use a plain cloth, or straighten the card")
    return tuple(out) or (f"the reading of {label} is not clearly better than another: photograph it from nearer",)


def _verdict_of_guess(found: Found, view: TableView, guess: Guess) -> Verdict:
    corners = seen_corners(guess.pose, found.size)[0]
    label = str(Label(max(guess.place[0], 0), max(guess.place[1], 0)))
    why = "mirror of a lamp over it?" if _mirrored(view, corners) > 0.06 else "hidden, or too like the cloth?"
    reason = f"no {guess.missing} found on {label} ({why}): move the lamp or what hides it, or set the card by hand"
    return Verdict(guess.place, corners, False, guess.symbols, 0.02, True, (reason,), ())


def _settled(verdicts: list[Verdict]) -> list[Verdict]:
    """Places counted from the first row and column that hold a card, one card each."""
    if not verdicts:
        return []
    first = np.array([v.place for v in verdicts]).min(axis=0)
    taken: set[tuple[int, int]] = set()
    out = []
    for v in verdicts:
        row, col = v.place[0] - int(first[0]), v.place[1] - int(first[1])
        while (row, col) in taken:
            col += 1
        taken.add((row, col))
        out.append(replace(v, place=(row, col)))
    return out

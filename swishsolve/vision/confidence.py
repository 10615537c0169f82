"""How sure each card is, and why it is doubted.

The idea: the margin between the best explanation of the table and the best one in which this card reads otherwise is
its log odds, once stretched to fit what was measured on pictures whose truth is known.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from swishsolve.vision.decide import margins
from swishsolve.vision.explain import Found

Floats = NDArray[np.float64]

DOUBT_BELOW = 0.9
_STRETCH = 0.5  # nats of evidence are not independent: a margin counts this much


@dataclass(frozen=True)
class Verdict:
    """The reading of one chosen card and its probability."""

    symbols: tuple[tuple[str, str, int], ...]  # (kind, colour letter, cell)
    confidence: float
    doubtful: bool
    reasons: tuple[str, ...]
    alternatives: tuple[tuple[str, float], ...]


def judge(found: Found) -> list[Verdict]:
    """A verdict for each chosen card, in the order of ``found.best.chosen``."""
    hyp = found.puzzle.hypotheses
    letters = found.palette.letters or "b"
    ball_letter = found.ball_letters.argmax(axis=1)[hyp.ball]
    hoop_letter = found.hoop_letters.argmax(axis=1)[hyp.hoop]
    if found.rule == "classic":  # the cell tells the colour
        of_orbit = np.array([letters.index(c) for c in found.mapping])
        orbit = np.array([found.grid.orbit_of[cell] for cell in found.grid.cells])
        ball_letter, hoop_letter = of_orbit[orbit[hyp.ball_cell]], of_orbit[orbit[hyp.hoop_cell]]
    codes = [
        f"{letters[a]}{cb}{letters[b].upper()}{ch}"
        for a, b, cb, ch in zip(ball_letter, hoop_letter, hyp.ball_cell, hyp.hoop_cell, strict=True)
    ]
    out = []
    for h, others in zip(found.best.chosen, margins(found.puzzle, found.best, codes), strict=True):
        odds = sum(np.exp(-_STRETCH * max(loss, 0.0)) for _, loss in others)
        colour = 1.0
        for seen in (
            found.ball_letters[hyp.ball[h], ball_letter[h]],
            found.hoop_letters[hyp.hoop[h], hoop_letter[h]],
        ):  # under the classic rule the cells vouch for the colour
            colour *= seen / (seen + (0.1 if found.rule == "classic" else 1.0) * (1 - seen))
        for k in {int(ball_letter[h]), int(hoop_letter[h])}:
            colour *= 1 - found.palette.doubt[k]
        confidence = float(colour / (1 + odds))
        doubtful = confidence < DOUBT_BELOW
        symbols = (
            ("ball", letters[ball_letter[h]], int(hyp.ball_cell[h])),
            ("hoop", letters[hoop_letter[h]], int(hyp.hoop_cell[h])),
        )
        reasons = ("the reading is not clearly better than another",) if doubtful else ()
        out.append(Verdict(symbols, confidence, doubtful, reasons, ()))
    return out

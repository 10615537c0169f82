"""The colours of this photograph.

The idea: a deck has few hues and prints them equally, so within one picture the hues of the symbols form narrow heaps
whatever the lamp.  The heaps are found first, and only then named: names are given jointly, each heap its own, to the
heaps in the order of the colour circle, with a liking for palettes that are printed.  A pale symbol (under a mirrored
lamp) has an uncertain hue, and its probabilities say so.

Hues are angles in the a-b plane of Lab, in degrees: red about 35, orange 58, yellow 88, green 145, teal 190, cyan 220,
blue 285, purple 315, magenta 345.  Lamps turn them by ten or twenty degrees, which the joint naming allows for.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from swishsolve.vision.symbols import SymbolSeen

Floats = NDArray[np.float64]

HUES = {"r": 33.0, "o": 57.0, "y": 88.0, "g": 145.0, "t": 190.0, "c": 222.0, "b": 286.0, "p": 316.0, "m": 345.0}
_PRINTED = ("bgop", "rgby")
_SPREAD = 14.0  # degrees by which lamps move the hue of a name


@dataclass(frozen=True)
class Palette:
    """Colour letters with their hue in this photograph."""

    letters: str
    hues: tuple[float, ...]
    doubt: float  # probability that the names are mixed up

    def probabilities(self, colours: Floats) -> Floats:
        """Probability of each letter for Lab colours (n, 3): (n, letters)."""
        if not self.letters:
            return np.zeros((len(colours), 0))
        hue = np.degrees(np.arctan2(colours[:, 2], colours[:, 1]))
        chroma = np.hypot(colours[:, 1], colours[:, 2])
        spread = 4.0 + np.degrees(np.arctan2(3.0, chroma))
        off = _apart(hue[:, None], np.array(self.hues)) / spread[:, None]
        likely = np.exp(-0.5 * off**2) + 1e-4
        return np.asarray(likely / likely.sum(axis=1, keepdims=True))

    def strangeness(self, colours: Floats) -> Floats:
        """How far each colour lies from the nearest hue, in usual deviations."""
        if not self.letters:
            return np.full(len(colours), 9.0)
        hue = np.degrees(np.arctan2(colours[:, 2], colours[:, 1]))
        chroma = np.hypot(colours[:, 1], colours[:, 2])
        spread = 4.0 + np.degrees(np.arctan2(3.0, chroma))
        return np.asarray((_apart(hue[:, None], np.array(self.hues)) / spread[:, None]).min(axis=1))


def _apart(a: Floats, b: Floats) -> Floats:
    """Angle between hues, 0..180."""
    return np.asarray(np.abs((a - b + 180.0) % 360.0 - 180.0))


def find_palette(symbols: list[SymbolSeen], letters: str | None = None, most: int = 6) -> Palette:
    """The hues of the surest symbols and their names; with ``letters`` only those names are given."""
    sure = [s for s in symbols if s.quality > 0.8 and s.explained > 0.25 and _chroma(s) > 6]
    if not sure:
        return Palette("", (), 1.0)
    hue = np.array([np.degrees(np.arctan2(s.colour[2], s.colour[1])) for s in sure])
    chroma = np.array([_chroma(s) for s in sure])
    # pale symbols, washed out by a mirror, must not found heaps of their own
    weight = np.clip(chroma / np.median(chroma), 0.05, 1.0) ** 2
    heaps = _heaps(hue, weight, len(letters) if letters else most)
    return _name(heaps, letters)


def _chroma(symbol: SymbolSeen) -> float:
    return float(np.hypot(symbol.colour[1], symbol.colour[2]))


def _heaps(hue: Floats, weight: Floats, most: int) -> list[float]:
    """Centres of the heaps of hues: peaks of a smoothed histogram on the circle, the largest ``most`` of them."""
    grid = np.arange(0.0, 360.0, 1.0)
    height = (np.exp(-0.5 * (_apart(hue[:, None], grid) / 5.0) ** 2) * weight[:, None]).sum(axis=0)
    peaks = [
        int(k)
        for k in grid
        if height[int(k)] >= height[(int(k) - 1) % 360] and height[int(k)] > height[(int(k) + 1) % 360]
    ]
    peaks.sort(key=lambda k: -height[k])
    chosen: list[int] = []
    for k in peaks:
        # a small heap close to a large one is the large one under another lamp
        shadowed = any(
            float(_apart(np.array(float(k)), np.array(float(c)))) < 13 + 14 * (height[k] < 0.3 * height[c])
            for c in chosen
        )
        if not shadowed and height[k] > 0.3 and len(chosen) < most:
            chosen.append(k)
    centres = []
    for k in chosen:
        off = (hue - k + 180) % 360 - 180
        near_weight = weight * (np.abs(off) < 10)
        centres.append(float((k + (off * near_weight).sum() / max(float(near_weight.sum()), 1e-9)) % 360))
    return centres


def _name(heaps: list[float], letters: str | None) -> Palette:
    """The most likely names of the heaps, each used once, and the probability of the others."""
    names = [c for c in (letters or "".join(HUES)) if c in HUES]
    heaps = heaps[: len(names)]
    scores: list[tuple[float, tuple[str, ...]]] = []
    for choice in permutations(names, len(heaps)):
        off = np.array([(HUES[c] - h + 180) % 360 - 180 for c, h in zip(choice, heaps, strict=True)])
        score = -0.5 * float((off**2).sum()) / _SPREAD**2
        if letters is None and any(set(choice) <= set(p) for p in _PRINTED):
            score += 3.0
        scores.append((score, choice))
    scores.sort(key=lambda s: (-s[0], s[1]))
    best = scores[0][1]
    total = sum(np.exp(s - scores[0][0]) for s, _ in scores)
    return Palette("".join(best), tuple(heaps), float(1 - 1 / total))

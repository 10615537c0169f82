"""The colours of this photograph.

The idea: a deck has few hues and prints them equally, so within one picture the hues of the symbols form narrow heaps
whatever the lamp.  The heaps are found first, and only then named: names are given jointly, each heap its own, with a
liking for palettes that are printed.  A symbol under a mirrored lamp is the print mixed with the lamp's light, which
its surroundings show; so a colour is compared twice, as it is and as a step away from the ground around it.

Hues are angles in the a-b plane of Lab, in degrees.  Lamps turn them by up to ten degrees.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from swishsolve.vision.symbols import SymbolSeen

Floats = NDArray[np.float64]

# usual hue and its spread over lamps and prints; how common the name is (nats)
NAMES: dict[str, tuple[float, float, float]] = {
    "r": (33.0, 6.5, 0.0),
    "o": (59.0, 10.0, 0.0),
    "y": (89.0, 9.0, 0.0),
    "g": (143.0, 8.0, 0.0),
    "t": (190.0, 10.0, -6.0),
    "c": (230.0, 12.0, -6.0),
    "b": (288.0, 8.0, 0.0),
    "p": (317.0, 6.5, 0.0),
    "m": (347.0, 8.0, -5.0),
}
PRINTED = ("bgop", "rgby")
_PRINTED_BONUS = 2.5
_SAME_NAME = 1.5  # cost of calling two heaps by one name, nats
_RARE_TOGETHER = {frozenset("ro"): -1.5, frozenset("oy"): -2.5, frozenset("pm"): -1.5, frozenset("tc"): -1.0}


@dataclass(frozen=True)
class Palette:
    """Colour letters and how each looks in this photograph."""

    letters: str
    prints: tuple[tuple[float, float], ...]  # a and b of Lab, unspoilt by mirrors
    lightness: tuple[float, ...]  # L of Lab
    doubt: tuple[float, ...]  # probability that the letter is misnamed
    seen: int  # how many of the letters were seen; the rest are guessed to complete a printed palette

    def off(self, colours: Floats, grounds: Floats) -> Floats:
        """Usual deviations (n, letters) between Lab colours and letters, given the grounds around them."""
        if not self.letters:
            return np.full((len(colours), 1), 9.0)
        prints = np.array(self.prints)
        direct = _angle_off(colours[:, None, 1:], prints[None], 2.0, 2.0)
        ground = grounds[:, None, 1:]
        mixed = _angle_off(colours[:, None, 1:] - ground, prints[None] - ground, 3.0, 3.0)
        # a mirror only adds light: the print cannot be further from the ground than when unspoilt
        return np.asarray(np.minimum(direct, np.hypot(mixed, 0.7)))

    def strangeness(self, colours: Floats, grounds: Floats) -> Floats:
        """How far each colour is from the nearest print; pale ones must be light, as mirrors make them."""
        off = self.off(colours, grounds).min(axis=1)
        if not self.letters:
            return np.asarray(off)
        prints = np.array(self.prints)
        nearest = self.off(colours, grounds).argmin(axis=1)
        chroma = np.hypot(colours[:, 1], colours[:, 2])
        full = np.hypot(prints[nearest, 0], prints[nearest, 1])
        light = np.array(self.lightness)[nearest]
        missing = np.clip(1 - chroma / np.maximum(full, 1.0), 0.0, 1.0)
        mirrored = light + 0.6 * np.maximum(missing - 0.2, 0) * (97 - light) - 15
        lit = np.clip((grounds[:, 0] - 35.0) / 15.0, 0.0, 1.0)  # in the dark, prints are pale and dark
        return np.asarray(off + lit * np.clip((mirrored - colours[:, 0]) / 2.5, 0.0, 8.0) * (missing > 0.4))

    def probabilities(self, colours: Floats, grounds: Floats) -> Floats:
        """Probability of each letter (n, letters) for Lab colours on grounds (n, 3)."""
        if not self.letters:
            return np.zeros((len(colours), 0))
        likely = np.exp(-0.5 * self.off(colours, grounds) ** 2) + 1e-4
        return np.asarray(likely / likely.sum(axis=1, keepdims=True))


def _angle_off(seen: Floats, wanted: Floats, noise: float, spread: float) -> Floats:
    """Angle between chroma vectors, in usual deviations; short vectors are uncertain."""
    cross = seen[..., 0] * wanted[..., 1] - seen[..., 1] * wanted[..., 0]
    dot = (seen * wanted).sum(axis=-1)
    angle = np.degrees(np.abs(np.arctan2(cross, dot)))
    length = np.hypot(seen[..., 0], seen[..., 1])
    reach = np.hypot(wanted[..., 0], wanted[..., 1])
    blur = np.degrees(np.arctan2(noise, np.minimum(length, np.maximum(reach, 1.0))))
    return np.asarray(angle / (spread + blur))


@dataclass(frozen=True)
class _Heap:
    hue: float
    weight: float
    chroma: float
    lightness: float
    centre: tuple[float, float]
    ground: tuple[float, float, float]  # Lab around its symbols


def find_palette(symbols: list[SymbolSeen], letters: str | None = None, most: int = 6) -> Palette:
    """The hues of the surest symbols and their names; with ``letters`` only those names are given."""
    sure = [s for s in symbols if s.quality > 0.8 and s.explained > 0.25 and _chroma(s) > 6]
    if not sure:
        return Palette("", (), (), (), 0)
    colours = np.array([s.colour for s in sure])
    is_hoop = np.array([s.kind == "hoop" for s in sure])
    grounds = np.array([s.ground for s in sure])
    heaps = _heaps(colours, grounds, is_hoop, min(len(letters), most) if letters else most)
    return _complete(_name(heaps, letters), letters, float(np.median([h.chroma for h in heaps])))


def _chroma(symbol: SymbolSeen) -> float:
    return float(np.hypot(symbol.colour[1], symbol.colour[2]))


def _apart(a: Floats | float, b: Floats | float) -> Floats:
    """Angle between hues, 0..180."""
    return np.asarray(np.abs((np.asarray(a) - b + 180.0) % 360.0 - 180.0))


def _heaps(colours: Floats, grounds: Floats, is_hoop: NDArray[np.bool_], most: int) -> list[_Heap]:
    """Heaps of hues: peaks of a smoothed histogram on the circle, the largest ``most`` of them."""
    hue = np.degrees(np.arctan2(colours[:, 2], colours[:, 1])) % 360
    chroma = np.hypot(colours[:, 1], colours[:, 2])
    # pale symbols, washed out by a mirror, must not found heaps of their own
    usual = np.median(chroma[is_hoop]) if is_hoop.sum() >= 3 else np.median(chroma)
    weight = np.clip(chroma / usual, 0.05, 1.0) ** 2
    # nothing but a symbol looks like a hoop; dots of a printed cloth look like balls
    weight[~is_hoop] *= min(1.0, 1.2 * (is_hoop.sum() + 1) / max(int((~is_hoop).sum()), 1))
    grid = np.arange(0.0, 360.0, 1.0)
    height = (np.exp(-0.5 * (_apart(hue[:, None], grid) / 3.5) ** 2) * weight[:, None]).sum(axis=0)
    peaks = [k for k in range(360) if height[k] >= height[k - 1] and height[k] > height[(k + 1) % 360]]
    peaks.sort(key=lambda k: (-height[k], k))
    heaps: list[_Heap] = []
    for k in peaks:
        near = _apart(hue, float(k)) < 8
        if height[k] < 0.3 or not near.any() or len(heaps) >= most:
            continue
        dots = near & ~is_hoop
        if dots.sum() > 4 + 0.6 * is_hoop.sum():
            if not (near & is_hoop).any():
                continue
            near &= is_hoop  # a cloth with dots of much the same hue: the hoops show the print
        strong = near & (chroma >= 0.7 * np.percentile(chroma[near], 80))
        centre = np.median(colours[strong], axis=0)
        heap = _Heap(
            hue=float(np.degrees(np.arctan2(centre[2], centre[1])) % 360),
            weight=float(height[k]),
            chroma=float(np.hypot(centre[1], centre[2])),
            lightness=float(centre[0]),
            centre=(float(centre[1]), float(centre[2])),
            ground=tuple(float(v) for v in np.median(grounds[strong], axis=0)),  # type: ignore[arg-type]
        )
        if not any(_is_shade(heap, other) for other in heaps):
            heaps.append(heap)
    return heaps


def _is_shade(heap: _Heap, other: _Heap) -> bool:
    """Whether a smaller heap is a larger one under another lamp or a mirror."""
    apart = float(_apart(heap.hue, other.hue))
    pale = heap.chroma < 0.6 * other.chroma
    # mirrors and shadows show on the ground as well; a paler print does not
    washed = apart < 35 and pale and abs(heap.ground[0] - other.ground[0]) > 8
    # a thin hoop out of focus is the print mixed with the table
    ground = np.array(heap.ground[1:])
    seen, full = np.array(heap.centre) - ground, np.array(other.centre) - ground
    turned = np.degrees(np.abs(np.arctan2(seen[0] * full[1] - seen[1] * full[0], seen @ full)))
    mixed = turned < 7 and np.linalg.norm(seen) < 0.9 * np.linalg.norm(full)
    return apart < 9 or washed or bool(mixed) or (apart < 16 and heap.weight < 0.12 * other.weight)


def _name(heaps: list[_Heap], letters: str | None) -> Palette:
    """The most likely names of the heaps, each used once, and for each the probability of another."""
    names = [c for c in (letters or "".join(NAMES)) if c in NAMES]
    heaps = heaps[: len(names)]
    fit = np.empty((len(heaps), len(names)))
    for k, heap in enumerate(heaps):
        for j, name in enumerate(names):
            hue, spread, common = NAMES[name]
            fit[k, j] = -0.5 * float(_apart(heap.hue, hue)) ** 2 / spread**2 + (0.0 if letters else common)
    green = [h.lightness for h in heaps if float(_apart(h.hue, NAMES["g"][0])) < 16]
    for k, heap in enumerate(heaps):  # between orange and yellow: yellow is the lighter print
        if green and 45 < heap.hue < 105:
            for name, usual in (("o", 6.0), ("y", 22.0)):
                if name in names:
                    fit[k, names.index(name)] -= 0.5 * ((heap.lightness - green[0] - usual) / 14.0) ** 2
    scores: list[tuple[float, tuple[int, ...]]] = []
    for choice in _choices(fit, heaps):
        score = 0.0
        for k, j in enumerate(choice):
            if j in choice[:k]:  # one print under two lamps: what counts is the distance of the heaps
                apart = float(_apart(heaps[k].hue, heaps[choice.index(j)].hue))
                score -= _SAME_NAME + 0.5 * (apart / 10.0) ** 2
            else:
                score += float(fit[k, j])
        chosen = {names[j] for j in choice}
        if letters is None:
            score += _PRINTED_BONUS if any(chosen <= set(p) for p in PRINTED) else 0.0
            score += sum(cost for pair, cost in _RARE_TOGETHER.items() if pair <= chosen)
        scores.append((score, choice))
    if not scores:
        scores = [(0.0, tuple(int(j) for j in fit.argmax(axis=1)))]
    scores.sort(key=lambda s: (-s[0], s[1]))
    best = scores[0][1]
    weights = np.exp(np.array([s for s, _ in scores]) - scores[0][0])
    doubt = []
    for k in range(len(heaps)):
        same = np.array([choice[k] == best[k] for _, choice in scores])
        doubt.append(float(1 - weights[same].sum() / weights.sum()))
    first = [k for k in range(len(best)) if best[k] not in best[:k]]  # of heaps with one name the largest stands
    return Palette(
        "".join(names[best[k]] for k in first),
        tuple(heaps[k].centre for k in first),
        tuple(heaps[k].lightness for k in first),
        tuple(doubt[k] for k in first),
        len(first),
    )


def _choices(fit: Floats, heaps: list[_Heap]) -> list[tuple[int, ...]]:
    """Ways to name the heaps; near heaps may share a name, as one print under two lamps."""
    ways: list[tuple[int, ...]] = [()]
    for k, heap in enumerate(heaps):
        likely = [int(j) for j in np.argsort(-fit[k], kind="stable") if fit[k, j] > fit[k].max() - 12][:4]
        ways = [
            (*way, j)
            for way in ways
            for j in likely
            if all(j != other or float(_apart(heap.hue, heaps[i].hue)) < 25 for i, other in enumerate(way))
        ]
    return ways


def _complete(palette: Palette, letters: str | None, chroma: float) -> Palette:
    """The palette with letters that no symbol shows, where a printed (or the given) palette has them."""
    homes = [letters] if letters else [p for p in PRINTED if set(palette.letters) <= set(p)]
    if not homes:
        return palette
    missing = [c for c in homes[0] if c not in palette.letters and c in NAMES]
    angles = np.radians([NAMES[c][0] for c in missing])
    extra = tuple((float(chroma * np.cos(a)), float(chroma * np.sin(a))) for a in angles)
    count = len(missing)
    return Palette(
        palette.letters + "".join(missing),
        palette.prints + extra,
        palette.lightness + (50.0,) * count,
        palette.doubt + (0.0,) * count,
        palette.seen,
    )

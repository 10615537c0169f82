"""The colours of this photograph.

The idea: a deck has few hues and prints them equally, so within one picture the hues of the symbols form narrow heaps
whatever the lamp.  The heaps are found first, and only then named: names are given jointly, each heap its own, with a
liking for palettes that are printed.  A symbol under a mirrored lamp is the print mixed with the lamp's light, which
its surroundings show; so a colour is compared twice, as it is and as a step away from the ground around it.

Hues are angles in the a-b plane of Lab, in degrees.  Lamps turn them by up to ten degrees.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from swishsolve.vision.symbols import SymbolSeen

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class _Name:
    """How prints of one name look over lamps, cameras and editions."""

    hue: float  # degrees, for a print of lightness 60
    per_lightness: float  # degrees by which brighter prints (more light, or a brighter edition) turn
    spread: float  # degrees
    lightness: float  # L of Lab, over that of a green print in the same picture
    common: float = 0.0  # nats: how common the name is
    burnt: float = 0.0  # degrees per squared lightness above 75, where the strongest channel is burnt out

    def expected_hue(self, lightness: float) -> float:
        """Usual hue, in degrees, of a print of this lightness."""
        return self.hue + self.per_lightness * (lightness - 60.0) + self.burnt * max(0.0, lightness - 75.0) ** 2


# fitted to 1,900 prints of 120 pictures
NAMES: dict[str, _Name] = {
    "r": _Name(31.0, 0.0, 6.0, -5.0),
    "o": _Name(58.5, 0.75, 6.0, 10.0, burnt=0.05),
    "y": _Name(80.0, 0.55, 6.0, 26.0),
    "g": _Name(143.0, 0.0, 6.5, 0.0),
    "t": _Name(190.0, 0.0, 10.0, -3.0, -7.0),
    "c": _Name(230.0, 0.0, 12.0, 0.0, -7.0),
    "b": _Name(280.0, -0.4, 6.5, -16.0),
    "p": _Name(322.0, 0.2, 6.5, -18.0),
    "m": _Name(349.0, 0.0, 8.0, -5.0, -8.0),
}
PRINTED = ("bgop", "rgby")
_NOT_PRINTED = 3.0  # cost of colours that are not together in a printed edition, nats
_MANY = 4.0  # and of each colour beyond the fourth
_ALIKE = ({"r", "o"}, {"o", "y"}, {"p", "m"})
_BOTH_ALIKE = 2.0  # and of two colours that editions do not print together because players mix them up
_SAME_NAME = 1.5  # cost of calling two heaps by one name, nats
_ANYTHING = 3e-3  # likelihood of any colour under a mirror, whatever the print
_STRETCH = 1.5  # how much surer names are than the sum of the evidence says
_LIGHTNESS_SPREAD = 8.0  # of prints, within one picture


class Print(NamedTuple):
    """How a letter looks, unspoilt by mirrors; where light is uneven a letter can look in several ways."""

    letter: int  # index into the letters
    a: float  # of Lab
    b: float
    lightness: float


@dataclass(frozen=True)
class Palette:
    """Colour letters and how each looks in this photograph."""

    letters: str
    prints: tuple[Print, ...]
    doubt: tuple[float, ...]  # probability that the letter is misnamed

    @cached_property
    def chroma(self) -> Floats:
        """The a and b of each print (prints, 2)."""
        return np.array([(p.a, p.b) for p in self.prints]).reshape(-1, 2)

    def _print_off(self, colours: Floats, grounds: Floats) -> Floats:
        """Usual deviations (n, prints) between Lab colours and prints, given the grounds around them."""
        direct = _angle_off(colours[:, None, 1:], self.chroma[None], 2.0, 2.0)
        ground = grounds[:, None, 1:]
        mixed = _angle_off(colours[:, None, 1:] - ground, self.chroma[None] - ground, 3.0, 3.0)
        # a mirror only adds light: the print cannot be further from the ground than when unspoilt
        return np.asarray(np.minimum(direct, np.hypot(mixed, 0.7)))

    def off(self, colours: Floats, grounds: Floats) -> Floats:
        """Usual deviations (n, letters) between Lab colours and letters, given the grounds around them."""
        if not self.letters:
            return np.full((len(colours), 1), 9.0)
        off = self._print_off(colours, grounds)
        of_letter = np.array([p.letter for p in self.prints])
        return np.stack([off[:, of_letter == k].min(axis=1) for k in range(len(self.letters))], axis=1)

    def strangeness(self, colours: Floats, grounds: Floats) -> Floats:
        """How far each colour is from the nearest print; pale ones must be light, as mirrors make them."""
        if not self.letters:
            return np.full(len(colours), 9.0)
        prints = self._print_off(colours, grounds)
        off, nearest = prints.min(axis=1), prints.argmin(axis=1)
        chroma = np.hypot(colours[:, 1], colours[:, 2])
        full = np.hypot(*self.chroma[nearest].T)
        light = np.array([p.lightness for p in self.prints])[nearest]
        missing = np.clip(1 - chroma / np.maximum(full, 1.0), 0.0, 1.0)
        mirrored = light + 0.6 * np.maximum(missing - 0.2, 0) * (97 - light) - 15
        lit = np.clip((grounds[:, 0] - 35.0) / 15.0, 0.0, 1.0)  # in the dark, prints are pale and dark
        return np.asarray(off + lit * np.clip((mirrored - colours[:, 0]) / 2.5, 0.0, 8.0) * (missing > 0.4))

    def probabilities(self, colours: Floats, grounds: Floats) -> Floats:
        """Probability of each letter (n, letters) for Lab colours on grounds (n, 3)."""
        if not self.letters:
            return np.zeros((len(colours), 0))
        likely = np.exp(-0.5 * self.off(colours, grounds) ** 2) + _ANYTHING
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
    spread: float  # degrees of hue among its symbols


def find_palette(symbols: list[SymbolSeen], letters: str | None = None, most: int = 6) -> Palette:
    """The hues of the surest symbols and their names; with ``letters`` only those names are given."""
    sure = [s for s in symbols if s.quality > 0.8 and s.explained > 0.25 and _chroma(s) > 6]
    if not sure:
        return Palette("", (), ())
    colours = np.array([s.colour for s in sure])
    is_hoop = np.array([s.kind == "hoop" for s in sure])
    grounds = np.array([s.ground for s in sure])
    heaps = _heaps(colours, grounds, is_hoop, min(len(letters), most) if letters else most)
    if not heaps:
        return Palette("", (), ())
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
    purity = np.linalg.norm(colours[:, 1:] - grounds[:, 1:], axis=1)
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
        # thin hoops out of focus are mixed with the table: those that differ most from it show the print
        strong = near & (purity >= 0.8 * np.percentile(purity[near], 80))
        centre = np.median(colours[strong], axis=0)
        heap = _Heap(
            hue=float(np.degrees(np.arctan2(centre[2], centre[1])) % 360),
            weight=float(height[k]),
            chroma=float(np.hypot(centre[1], centre[2])),
            lightness=float(centre[0]),
            centre=(float(centre[1]), float(centre[2])),
            ground=tuple(float(v) for v in np.median(grounds[strong], axis=0)),  # type: ignore[arg-type]
            spread=float(1.4826 * np.median(_apart(hue[strong], float(np.median(hue[strong]))))),
        )
        if any(_is_shade(heap, other) for other in heaps):
            continue
        mixed = [i for i, other in enumerate(heaps) if _is_mixed(other, heap)]
        if mixed:  # the hoops were the larger heap, the balls show the print
            heaps[mixed[0]] = replace(heap, weight=heaps[mixed[0]].weight)
        else:
            heaps.append(heap)
    return heaps


def _is_shade(heap: _Heap, other: _Heap) -> bool:
    """Whether a smaller heap is a larger one under another lamp or a mirror."""
    apart = float(_apart(heap.hue, other.hue))
    # mirrors and shadows show on the ground as well, a paler print does not; the paler, the less its hue says
    pale = 1 - heap.chroma / (0.6 * other.chroma)
    washed = pale > 0 and apart < 9 + 26 * pale and abs(heap.ground[0] - other.ground[0]) > 8
    slight = apart < 16 and heap.weight < 0.12 * other.weight
    return apart < 9 or washed or slight or _is_mixed(heap, other)


def _is_mixed(heap: _Heap, pure: _Heap) -> bool:
    """Whether a heap is another one mixed with the colour of the table, as thin hoops out of focus are."""
    ground = np.array(heap.ground[1:])
    seen, full = np.array(heap.centre) - ground, np.array(pure.centre) - ground
    turned = np.degrees(np.abs(np.arctan2(seen[0] * full[1] - seen[1] * full[0], seen @ full)))
    return bool(turned < 7 and np.linalg.norm(seen) < 0.9 * np.linalg.norm(full))


def _name(heaps: list[_Heap], letters: str | None) -> Palette:
    """The most likely names of the heaps, and for each the probability of another."""
    names = [c for c in (letters or "".join(NAMES)) if c in NAMES]
    fit = np.empty((len(heaps), len(names)))
    for k, heap in enumerate(heaps):
        for j, name in enumerate(names):
            usual = NAMES[name]
            off = float(_apart(heap.hue, usual.expected_hue(heap.lightness)))
            fit[k, j] = -0.5 * (off / usual.spread) ** 2
            fit[k, j] += 0.0 if letters else usual.common
    scores: list[tuple[float, tuple[int, ...]]] = []
    for choice in _choices(fit, heaps):
        first = [k for k in range(len(choice)) if choice[k] not in choice[:k]]
        score = float(sum(fit[k, choice[k]] for k in first))
        for k in range(len(choice)):
            if k not in first:
                score -= _cost_of_sharing(heaps, choice.index(choice[k]), k)
        light = np.array([heaps[k].lightness - NAMES[names[choice[k]]].lightness for k in first])
        score -= 0.5 * float(((light - light.mean()) ** 2).sum()) / _LIGHTNESS_SPREAD**2
        chosen = {names[j] for j in choice}
        if letters is None and not any(chosen <= set(p) for p in PRINTED):
            score -= _NOT_PRINTED + _MANY * max(0, len(first) - 4)
            score -= _BOTH_ALIKE * sum(pair <= chosen for pair in _ALIKE)
        scores.append((score, choice))
    if not scores:
        scores = [(0.0, tuple(int(j) for j in fit.argmax(axis=1)))]
    scores.sort(key=lambda s: (-s[0], s[1]))
    best = scores[0][1]
    weights = np.exp(_STRETCH * (np.array([s for s, _ in scores]) - scores[0][0]))
    doubt = []
    for k in range(len(heaps)):
        same = np.array([choice[k] == best[k] for _, choice in scores])
        doubt.append(float(1 - weights[same].sum() / weights.sum()))
    named = list(dict.fromkeys(best))
    return Palette(
        "".join(names[j] for j in named),
        tuple(Print(named.index(j), *heap.centre, heap.lightness) for j, heap in zip(best, heaps, strict=True)),
        tuple(max(d for d, j in zip(doubt, best, strict=True) if j == one) for one in named),
    )


def _cost_of_sharing(heaps: list[_Heap], a: int, b: int) -> float:
    """Nats against one print for two heaps: two lamps would spread the other prints, too, or light the table."""
    rest = [heap.spread for k, heap in enumerate(heaps) if k not in (a, b)]
    lit = abs(heaps[a].ground[0] - heaps[b].ground[0])
    usual = float(np.clip(2.5 * max(rest, default=4.0), 4.0, 10.0)) + 0.4 * lit
    return _SAME_NAME + 0.5 * (float(_apart(heaps[a].hue, heaps[b].hue)) / usual) ** 2


def _choices(fit: Floats, heaps: list[_Heap]) -> list[tuple[int, ...]]:
    """Ways to name the heaps; near heaps may share a name, as one print under two lamps."""
    ways: list[tuple[int, ...]] = [()]
    for k, heap in enumerate(heaps):
        likely = [int(j) for j in np.argsort(-fit[k], kind="stable") if fit[k, j] > fit[k].max() - 12][:4]
        ways = [
            (*way, j)
            for way in ways
            for j in likely
            if all(j != other or float(_apart(heap.hue, heaps[i].hue)) < 45 for i, other in enumerate(way))
        ]
    return ways


def _complete(palette: Palette, letters: str | None, chroma: float) -> Palette:
    """The palette with letters that no symbol shows, where a printed (or the given) palette has them."""
    homes = [letters] if letters else [p for p in PRINTED if set(palette.letters) <= set(p)]
    if not homes:
        return palette
    missing = [c for c in homes[0] if c not in palette.letters and c in NAMES]
    angles = np.radians([NAMES[c].hue for c in missing])
    extra = tuple(
        Print(len(palette.letters) + k, float(chroma * np.cos(angle)), float(chroma * np.sin(angle)), 50.0)
        for k, angle in enumerate(angles)
    )
    return Palette(palette.letters + "".join(missing), palette.prints + extra, palette.doubt + (0.0,) * len(missing))

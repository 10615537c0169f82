"""A second look for symbols that must be there: the rest of a card of which only some were found.

The idea: once the table is explained, a symbol without a card tells where its card must lie and so, to a millimetre,
where the missing ones could be.  There a far weaker sign will do: rays from the middle of the cell are asked whether
print of a known colour stands out from what lies inside and outside of it, and rays that a mirror has blown out are
not asked.  A hoop half under the mirror of a window, or one on a printed flower, is found this way; in the first look,
which asks everywhere, such signs would be chance.

At the cells that were tried on pictures of many kinds, two thirds of a hoop's rays stand out where there is one and
never a third where there is none.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from swishsolve.vision.cards import Hypotheses, cells_on_table
from swishsolve.vision.explain import Found
from swishsolve.vision.leftovers import cards_below, find_orphans, lacking_kinds, poses_with
from swishsolve.vision.palette import Palette
from swishsolve.vision.sightings import Floats32, pyramid, sample_polar
from swishsolve.vision.symbols import Sizes, SymbolSeen
from swishsolve.vision.tableview import TableView

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

_LIKELY_POSES = 6.0  # nats by which a pose may be worse than the best one
_ENOUGH = 0.55  # share of the rays that must show the symbol
_OFF_MM = 1.2  # how far from the middle of its cell a symbol may lie
_PLAIN = 0.4  # what the shape of a symbol found here is taken to explain, whatever lies on it


def look_again(found: Found, lab: Floats32, view: TableView, sizes: Sizes) -> list[SymbolSeen] | None:
    """The symbols with those that a second look adds; None where it adds none."""
    orphans = find_orphans(found)
    covered = cards_below(found, orphans)
    stack = pyramid(lab, 2)
    extra: list[SymbolSeen] = []
    for orphan, card in zip(orphans.tolist(), covered, strict=True):
        if card is not None:
            continue
        poses, score, _ = poses_with(found, orphan, lab, view)
        poses = poses.take(score > max(score.max() - _LIKELY_POSES, -12.0))
        for kind in lacking_kinds(found, [orphan]):
            extra += _probe(stack, view, poses, kind, sizes, found)
    extra.sort(key=lambda s: (-s.quality, s.x, s.y))
    kept: list[SymbolSeen] = []
    near = 0.8 * sizes.ball
    used = found.chosen.owns(len(found.symbols)).any(axis=0)
    for symbol in extra:
        # what looked like a ball in the first look may be the middle of a hoop
        strong = used | (found.worth > 0) if symbol.kind == "ball" else used
        real = [found.symbols[k] for k in np.nonzero(strong)[0]]
        if all(np.hypot(symbol.x - s.x, symbol.y - s.y) >= near for s in (*real, *kept)):
            kept.append(symbol)
    if not kept:
        return None
    rest = [s for s in found.symbols if all(np.hypot(s.x - k.x, s.y - k.y) >= near for k in kept)]
    return rest + kept


def _probe(
    stack: list[Floats32], view: TableView, poses: Hypotheses, kind: str, sizes: Sizes, found: Found
) -> list[SymbolSeen]:
    """Symbols of a kind on the free cells of cards that may lie so."""
    places = cells_on_table(poses, found.size)  # poses, cells, 2
    free = np.ones(places.shape[:2], bool)
    free[np.arange(len(poses)), poses.cells[:, 0]] = False
    at = view.to_view(places[free])
    height, width = stack[0].shape[:2]
    at = at[(at >= 0).all(axis=1) & (at[:, 0] < width - 1) & (at[:, 1] < height - 1)]
    out = []
    for x, y, share, colour, ground in _stand_out(stack, at, kind, sizes, view.scale, found.palette):
        if share < _ENOUGH or not view.seen[int(y), int(x)]:
            continue
        mm = view.to_mm(np.array([[x, y]]))[0]
        radius = sizes.ball if kind == "ball" else sizes.hoop
        quality = 0.75 + 0.25 * share
        out.append(SymbolSeen(kind, float(mm[0]), float(mm[1]), radius, 0.0, quality, _PLAIN, colour, ground))
    return out


Colour = tuple[float, float, float]


def _stand_out(
    stack: list[Floats32], at: Floats, kind: str, sizes: Sizes, scale: float, palette: Palette
) -> list[tuple[float, float, float, Colour, Colour]]:
    """For each spot (view px) the best place within reach: x, y, share of rays that stand out, print and ground."""
    if not len(at):
        return []
    steps = np.array([(dx, dy) for dx in (-1.0, -0.5, 0.0, 0.5, 1.0) for dy in (-1.0, -0.5, 0.0, 0.5, 1.0)])
    tried = (at[:, None] + steps * _OFF_MM * scale).reshape(-1, 2)
    if kind == "ball":
        radius, reach = sizes.ball * scale, np.array([0.5, 0.65, 0.75, 0.85, 1.14, 1.28])
    else:
        radius, inner = sizes.hoop * scale, sizes.inner
        reach = np.array([inner - 0.3, inner - 0.18, 0.65 * inner + 0.35, 0.35 * inner + 0.65, 1.14, 1.26])
    rays = sample_polar(stack, tried, np.repeat(radius * np.eye(2)[None], len(tried), axis=0), reach).astype(float)
    # along the circle a ray is helped by its neighbours
    rays = (np.roll(rays, 1, axis=1) + rays + np.roll(rays, -1, axis=1)) / 3
    inside, band, outside = (rays[:, :, 2 * k : 2 * k + 2].mean(axis=2) for k in range(3))
    grounds = [outside] if kind == "ball" else [inside, outside]
    print_ = 0.5 * (inside + band) if kind == "ball" else band
    seen = ~((print_[..., 0] > 93) & (np.hypot(print_[..., 1], print_[..., 2]) < 25))  # not blown out by a mirror
    out_of = np.maximum(seen.sum(axis=1), rays.shape[1] / 2)
    best, good = np.full(len(tried), -1.0), np.zeros(seen.shape, bool)
    for letter in palette.prints:
        shows = seen.copy()
        for ground in grounds:
            full = np.array(letter) - ground[..., 1:]
            step = print_[..., 1:] - ground[..., 1:]
            length = np.maximum(np.linalg.norm(full, axis=-1), 1e-6)
            along = (step * full).sum(axis=-1) / length
            across = np.abs(step[..., 0] * full[..., 1] - step[..., 1] * full[..., 0]) / length
            shows &= (along > np.maximum(0.22 * length, 4.0)) & (across < 0.6 * along + 2.0)
        share = shows.sum(axis=1) / out_of
        better = share > best
        best[better], good[better] = share[better], shows[better]
    shares = best.reshape(len(at), -1)
    pick = np.arange(len(at)) * len(steps) + shares.argmax(axis=1)
    found = []
    for k in pick:
        some = good[k] if good[k].any() else np.ones(len(good[k]), bool)
        colour, ground = (_lab(part[k][some]) for part in (print_, outside))
        found.append((float(tried[k, 0]), float(tried[k, 1]), float(best[k]), colour, ground))
    return found


def _lab(rays: Floats) -> Colour:
    """The usual colour of some rays."""
    middle = np.median(rays, axis=0)
    return float(middle[0]), float(middle[1]), float(middle[2])

"""A second look for symbols that must be there: the rest of a card of which only some were found.

The idea: once the table is explained, a symbol without a card tells where its card must lie and so, to a millimetre,
where the missing ones could be; and a gap between the cards may be a card under a mirror.  There a far weaker sign will
do: rays from the middle of the cell are asked whether print of a known colour stands out from what lies inside and
outside of it, and rays that a mirror has blown out are not asked.  A hoop half under the mirror of a window, or one on
a printed flower, is found this way; in the first look, which asks everywhere, such signs would be chance.

At the cells that were tried on pictures of many kinds, two thirds of a hoop's rays stand out where there is one and
never a third where there is none.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from swishsolve.vision.cards import Hypotheses, cells_on_table
from swishsolve.vision.explain import Found
from swishsolve.vision.leftovers import cards_below, crowded, extent, find_orphans, lacking_kinds, poses_with
from swishsolve.vision.palette import Palette
from swishsolve.vision.sightings import FEW_RAYS, RAYS, Floats32, pyramid, sample_polar
from swishsolve.vision.symbols import Sizes, SymbolSeen
from swishsolve.vision.tableview import TableView

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

_LIKELY_POSES = 6.0  # nats by which a pose may be worse than the best one
_ENOUGH = 0.55  # share of the rays that must show the symbol in a given cell
_PLAINLY = {"hoop": 0.65, "ball": 0.8}  # and anywhere on an empty place: much looks like a ball
_GRID_MM = 1.5  # how closely an empty place is searched
_MOST_PLACES = 12  # that are searched; a table with more gaps is taken as it is
_OFF_MM = 1.2  # how far from the middle of its cell a symbol may lie
_PLAIN = 0.4  # what the shape of a symbol found here is taken to explain, whatever lies on it


def look_again(found: Found, view: TableView, sizes: Sizes) -> list[SymbolSeen] | None:
    """The symbols with those that a second look adds; None where it adds none."""
    stack = pyramid(view.lab, 2)
    extra: list[SymbolSeen] = []
    orphans = find_orphans(found)
    covered, crowd = cards_below(found, orphans), crowded(found, orphans)
    for orphan, card, in_pile in zip(orphans.tolist(), covered, crowd, strict=True):
        if card is None and not in_pile:
            poses, score, _ = poses_with(found, orphan, view)
            poses = poses.take(score > max(score.max() - _LIKELY_POSES, -12.0))
            for kind in lacking_kinds(found, [orphan]):
                extra += _on_cards(stack, view, poses, kind, sizes, found)
    for centre in _empty_places(found):
        for kind in ("ball", "hoop"):
            extra += _around(stack, view, centre, kind, sizes, found)
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


def _empty_places(found: Found) -> Floats:
    """Middles (n, 2) of the places within the table on which no card was found, mm."""
    lattice = found.lattice
    if lattice is None:
        return np.zeros((0, 2))
    taken = {(int(r), int(c)) for r, c in found.places}
    first, last = extent(found)
    empty = [(r, c) for r in range(first[0], last[0] + 1) for c in range(first[1], last[1] + 1) if (r, c) not in taken]
    index = np.array(empty[:_MOST_PLACES]).reshape(-1, 2) - found.shift
    middle = lattice.origin + index @ np.stack([lattice.down, lattice.across])
    gap = np.hypot(middle[:, None, 0] - found.chosen.x, middle[:, None, 1] - found.chosen.y).min(axis=1, initial=np.inf)
    return np.asarray(middle[gap > 0.6 * found.size.width])


def _on_cards(
    stack: list[Floats32], view: TableView, poses: Hypotheses, kind: str, sizes: Sizes, found: Found
) -> list[SymbolSeen]:
    """Symbols of a kind on the free cells of cards that may lie so."""
    places = cells_on_table(poses, found.size)  # poses, cells, 2
    free = np.ones(places.shape[:2], bool)
    free[np.arange(len(poses)), poses.cells[:, 0]] = False
    return _stand_out(stack, view, places[free], kind, sizes, found.palette, _ENOUGH)


def _around(
    stack: list[Floats32], view: TableView, centre: Floats, kind: str, sizes: Sizes, found: Found
) -> list[SymbolSeen]:
    """Symbols of a kind anywhere on the place around a point."""
    right, down = (np.arange(-0.5 * side, 0.5 * side, _GRID_MM) for side in (found.size.width, found.size.height))
    x, y = (axis.ravel() for axis in np.meshgrid(right, down))
    cos, sin = np.cos(np.radians(found.turn)), np.sin(np.radians(found.turn))
    spots = centre + np.stack([cos * x - sin * y, sin * x + cos * y], axis=1)
    at = view.to_view(spots)
    inside = _seen(view, at)
    share = _shares(stack, at[inside], kind, sizes, view.scale, found.palette, FEW_RAYS)[0]
    best: list[int] = []
    for k in np.argsort(-share, kind="stable")[:60]:
        if share[k] >= 0.8 * _PLAINLY[kind] and all(
            np.hypot(*(at[inside][k] - at[inside][b])) > sizes.hoop * view.scale for b in best
        ):
            best.append(int(k))
    return _stand_out(stack, view, spots[inside][best[:3]], kind, sizes, found.palette, _PLAINLY[kind])


def _seen(view: TableView, at: Floats) -> NDArray[np.bool_]:
    """Which spots (view px) the photograph shows."""
    height, width = view.seen.shape
    inside = (at >= 0).all(axis=1) & (at[:, 0] < width - 1) & (at[:, 1] < height - 1)
    x, y = np.where(inside[:, None], at, 0.0).astype(int).T
    return np.asarray(inside & view.seen[y, x])


def _stand_out(
    stack: list[Floats32], view: TableView, spots: Floats, kind: str, sizes: Sizes, palette: Palette, enough: float
) -> list[SymbolSeen]:
    """Symbols of a kind at spots (mm), or a little beside, where a share ``enough`` of the rays stands out."""
    at = view.to_view(spots)
    at = at[_seen(view, at)]
    if not len(at):
        return []
    steps = np.array([(dx, dy) for dx in (-1.0, -0.5, 0.0, 0.5, 1.0) for dy in (-1.0, -0.5, 0.0, 0.5, 1.0)])
    tried = (at[:, None] + steps * _OFF_MM * view.scale).reshape(-1, 2)
    share, good, prints, grounds = _shares(stack, tried, kind, sizes, view.scale, palette)
    out = []
    for k in np.arange(len(at)) * len(steps) + share.reshape(len(at), -1).argmax(axis=1):
        if share[k] >= enough:
            x, y = view.to_mm(tried[k : k + 1])[0]
            radius = sizes.ball if kind == "ball" else sizes.hoop
            colour, ground = (_usual(part[k][good[k]]) for part in (prints, grounds))
            quality = 0.75 + 0.25 * float(share[k])
            out.append(SymbolSeen(kind, float(x), float(y), radius, 0.0, quality, _PLAIN, colour, ground))
    return out


def _shares(
    stack: list[Floats32], at: Floats, kind: str, sizes: Sizes, scale: float, palette: Palette, rays: int = RAYS
) -> tuple[Floats, NDArray[np.bool_], Floats, Floats]:
    """For each spot (view px) the share of rays on which some print of the palette stands out.

    Also which rays those are, and the colours of print and ground on each ray.
    """
    if kind == "ball":
        radius, reach = sizes.ball * scale, np.array([0.5, 0.65, 0.75, 0.85, 1.14, 1.28])
    else:
        radius, inner = sizes.hoop * scale, sizes.inner
        reach = np.array([inner - 0.3, inner - 0.18, 0.65 * inner + 0.35, 0.35 * inner + 0.65, 1.14, 1.26])
    colours = sample_polar(stack, at, np.repeat(radius * np.eye(2)[None], len(at), axis=0), reach, rays).astype(float)
    # along the circle a ray is helped by its neighbours
    colours = (np.roll(colours, 1, axis=1) + colours + np.roll(colours, -1, axis=1)) / 3
    inside, band, outside = (colours[:, :, 2 * k : 2 * k + 2].mean(axis=2) for k in range(3))
    grounds = [outside] if kind == "ball" else [inside, outside]
    prints = 0.5 * (inside + band) if kind == "ball" else band
    plain = ~((prints[..., 0] > 93) & (np.hypot(prints[..., 1], prints[..., 2]) < 25))  # not blown out by a mirror
    asked = np.maximum(plain.sum(axis=1), rays / 2)
    best, good = np.full(len(at), -1.0), np.zeros(plain.shape, bool)
    for chroma in palette.chroma:
        shows = plain.copy()
        for ground in grounds:
            full = chroma - ground[..., 1:]
            step = prints[..., 1:] - ground[..., 1:]
            length = np.maximum(np.linalg.norm(full, axis=-1), 1e-6)
            along = (step * full).sum(axis=-1) / length
            across = np.abs(step[..., 0] * full[..., 1] - step[..., 1] * full[..., 0]) / length
            shows &= (along > np.maximum(0.22 * length, 4.0)) & (across < 0.6 * along + 2.0)
        share = shows.sum(axis=1) / asked
        better = share > best
        best[better], good[better] = share[better], shows[better]
    return best, good, prints, outside


def _usual(rays: Floats) -> tuple[float, float, float]:
    """The usual colour of some rays."""
    middle = np.median(rays, axis=0)
    return float(middle[0]), float(middle[1]), float(middle[2])

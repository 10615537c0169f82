"""Round things, wherever they are: a first look that knows neither sizes, hues nor the tilt of the table.

The idea: every point of a circle's edge has a colour gradient that points at, or away from, its centre.  So each strong
edge pixel votes for the two points one radius away along its gradient; where the votes of a whole circumference meet is
a centre (the fast radial symmetry transform of Loy and Zelinsky, over all channels at once).  Channels are first scaled
by their own usual gradient in this photograph: on wood, brightness is full of edges and counts little; on gingham all
three do.  Each centre is then looked at in polar coordinates: a ball is one colour up to an edge all around, a hoop is
the table, a band of another colour, and the table again.  Rays that find the edge where it should be give an ellipse,
whose shape later tells the tilt of the table (`plane`).

Hough circles of OpenCV were tried: they need a radius range and know only brightness.  Connected areas of saturated
colour fail on patterned cloth and under mirrored lamps.

Coordinates: x to the right, y down, in pixels of the image given, the centre of the first pixel is (0, 0).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]

RAYS = 40
FEW_RAYS = 20
"""Rays that do for a first look at many places."""
_RADII = tuple(6.0 * 1.13**k for k in range(12))  # one octave and a half; the pyramid does the rest
_STEPS = 40  # samples along a ray, out to twice the radius


@dataclass(frozen=True)
class Sighting:
    """One ball or hoop as first seen: an ellipse, its colour, and how much like a ball or hoop it looks."""

    kind: str  # "ball" or "hoop"
    x: float
    y: float
    radius: float  # geometric mean of the half axes of the outer edge
    inner: float  # hoop: inner radius as a share of the outer one; ball: 0
    shape: tuple[float, float, float]  # xx, xy, yy of the ellipse's matrix: (1/2) of its outer edge's second moments
    colour: tuple[float, float, float]  # Lab of the print
    ground: tuple[float, float, float]  # Lab of the table around it
    quality: float  # 0..1: share of the circumference where the edge is where it should be


def _floats(image: NDArray[Any]) -> Floats32:
    """What OpenCV returns, with its type told to the checker."""
    return np.asarray(image, dtype=np.float32)


def to_lab(pixels: Image) -> Floats32:
    """Colour as CIE Lab, float32: the distances in which a print stands out from a table."""
    return _floats(cv2.cvtColor(pixels.astype(np.float32) / np.float32(255.0), cv2.COLOR_RGB2Lab))


@dataclass(frozen=True, eq=False)
class Edges:
    """Pixels with a strong colour gradient, and its direction."""

    x: Floats32
    y: Floats32
    along_x: Floats32
    along_y: Floats32
    shape: tuple[int, int]


def find_edges(lab: Floats32) -> Edges:
    """The tenth of the pixels with the strongest gradients, each channel in units of its usual gradient."""
    smooth = cv2.GaussianBlur(lab, (0, 0), 0.8)
    best = best_x = best_y = np.zeros(0, np.float32)
    for channel in range(3):
        plane = cv2.extractChannel(smooth, channel)
        gx = cv2.Sobel(plane, cv2.CV_32F, 1, 0, ksize=3, scale=1 / 8)
        gy = cv2.Sobel(plane, cv2.CV_32F, 0, 1, ksize=3, scale=1 / 8)
        size = _floats(cv2.magnitude(gx, gy))
        size *= np.float32(1 / max(float(np.percentile(size[::4, ::4], 75)), 0.25))
        if not channel:
            best, best_x, best_y = size, _floats(gx), _floats(gy)
            continue
        stronger = size > best
        np.copyto(best, size, where=stronger)
        np.copyto(best_x, gx, where=stronger)
        np.copyto(best_y, gy, where=stronger)
    limit = max(2.5, float(np.percentile(best[::3, ::3], 90)))
    ys, xs = np.nonzero(best > limit)
    nx, ny = best_x[ys, xs], best_y[ys, xs]
    length = np.maximum(np.hypot(nx, ny), np.float32(1e-9))
    shape = (lab.shape[0], lab.shape[1])
    return Edges(_floats(xs), _floats(ys), _floats(nx / length), _floats(ny / length), shape)


def vote_for_centres(
    edges: Edges, radii: tuple[float, ...] = _RADII, least: float = 0.9
) -> list[tuple[float, float, float, float]]:
    """Centres (x, y, radius, share of the circumference that votes), best first."""
    height, width = edges.shape
    pad = int(max(radii)) // 2 + 3
    gh, gw = height // 2 + 1 + 2 * pad, width // 2 + 1 + 2 * pad
    votes = np.empty((len(radii), gh, gw), np.float32)
    x, y = edges.x * np.float32(0.5) + np.float32(pad + 0.5), edges.y * np.float32(0.5) + np.float32(pad + 0.5)
    for k, radius in enumerate(radii):
        sides = []
        for reach in (0.5 * radius, -0.5 * radius):
            px = (x + np.float32(reach) * edges.along_x).astype(np.int32)
            py = (y + np.float32(reach) * edges.along_y).astype(np.int32)
            counts = np.bincount(py * np.int32(gw) + px, minlength=gh * gw)[: gh * gw]
            sides.append(_gather(counts.reshape(gh, gw).astype(np.float32), radius))
        np.maximum(sides[0], sides[1], out=votes[k])
        votes[k] *= np.float32(1 / (2 * np.pi * radius))
    inner = votes[:, pad : gh - pad, pad : gw - pad]
    peak = inner.max(axis=0)
    local = cv2.dilate(peak, np.ones((5, 5), np.uint8))
    ys, xs = np.nonzero((peak >= local) & (peak > least))
    order = np.lexsort((xs, ys, -peak[ys, xs]))[:1500]
    ys, xs = ys[order], xs[order]
    which = inner[:, ys, xs].argmax(axis=0)
    return [
        (2.0 * float(x), 2.0 * float(y), radii[k], float(peak[y, x])) for y, x, k in zip(ys, xs, which, strict=True)
    ]


def _gather(grid: Floats32, radius: float) -> Floats32:
    """Votes gathered from a neighbourhood that grows with the radius (an ellipse's votes do not meet in one point)."""
    size = 3 if radius < 12 else 5
    return _floats(cv2.boxFilter(grid, -1, (size, size), normalize=False, borderType=cv2.BORDER_CONSTANT))


def pyramid(lab: Floats32, levels: int = 4) -> list[Floats32]:
    """The picture at 1, 1/2, 1/4, 1/8 … of its size."""
    stack = [lab]
    while len(stack) < levels and min(stack[-1].shape[:2]) >= 64:
        stack.append(_floats(cv2.pyrDown(stack[-1])))
    return stack


def sample_polar(stack: list[Floats32], centres: Floats, shapes: Floats, reach: Floats, count: int = RAYS) -> Floats32:
    """Colours on ``count`` rays from each centre: shape (n, rays, steps, 3).

    ``shapes`` (n, 2, 2) map the unit circle to each ellipse; ``reach`` are the distances in units of that ellipse.
    """
    angles = 2 * np.pi * np.arange(count) / count
    unit = np.stack([np.cos(angles), np.sin(angles)])  # 2, rays
    rays = shapes @ unit  # n, 2, rays
    out = np.empty((len(centres), count, len(reach), 3), np.float32)
    size = np.sqrt(np.abs(np.linalg.det(shapes)))
    level = np.clip(np.floor(np.log2(np.maximum(size, 1) / 11.0)), 0, len(stack) - 1).astype(int)
    for k in np.unique(level):
        some = np.nonzero(level == k)[0]
        points = centres[some, :, None, None] + rays[some, :, :, None] * reach  # n, 2, rays, steps
        points = (points + 0.5) / 2.0**k - 0.5 if k else points
        flat = points.reshape(len(some), 2, -1).astype(np.float32)
        for start in range(0, len(some), 8192 // count):
            part = flat[start : start + 8192 // count]
            seen = cv2.remap(stack[k], part[:, 0], part[:, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            out[some[start : start + len(part)]] = seen.reshape(len(part), count, len(reach), 3)
    return out


_REACH = (np.arange(_STEPS) + 0.5) / _STEPS * 2.1
_OUTER = np.array([0.8, 0.86, 0.92, 1.0, 1.08, 1.17, 1.27, 1.38, 1.5])
_INNER = np.array([0.0, 0.68, 0.75, 0.81, 0.86])


def _templates() -> tuple[Floats, Floats, list[tuple[float, float]]]:
    """Area weights of the print and of the table for each shape tried: (templates, steps) twice, and (outer, inner)."""
    prints, grounds, names = [], [], []
    half = 0.5 * (_REACH[1] - _REACH[0])
    for outer in _OUTER:
        for inner in _INNER:
            inside = np.clip((outer - _REACH) / half * 0.5 + 0.5, 0, 1)
            hole = np.clip((inner * outer - _REACH) / half * 0.5 + 0.5, 0, 1) if inner else np.zeros(_STEPS)
            around = np.clip((1.45 * outer - _REACH) / half * 0.5 + 0.5, 0, 1)
            prints.append((inside - hole) * _REACH)
            grounds.append((around - inside + hole) * _REACH)
            names.append((float(outer), float(inner)))
    return np.array(prints), np.array(grounds), names


_PRINT, _GROUND, _NAMES = _templates()


def _best_template(patches: Floats32, spread: Floats) -> tuple[NDArray[np.intp], Floats]:
    """For each patch the ball or hoop shape that explains most of its variance, and that share."""
    scaled = patches.astype(np.float64) / spread
    first = scaled.mean(axis=1)  # n, steps, 3
    second = (scaled**2).mean(axis=1).sum(axis=2)  # n, steps
    area_print, area_ground = _PRINT.sum(axis=1), _GROUND.sum(axis=1)
    mean_print = np.einsum("ts,nsc->ntc", _PRINT, first) / area_print[:, None]
    mean_ground = np.einsum("ts,nsc->ntc", _GROUND, first) / area_ground[:, None]
    area = area_print + area_ground
    total = np.einsum("ts,ns->nt", _PRINT + _GROUND, second) / area
    middle = (mean_print * area_print[:, None] + mean_ground * area_ground[:, None]) / area[:, None]
    variance = total - (middle**2).sum(axis=2)
    between = ((mean_print - mean_ground) ** 2).sum(axis=2) * area_print * area_ground / area**2
    share = between / np.maximum(variance, 1e-6)
    best = share.argmax(axis=1)
    return best, share[np.arange(len(best)), best]


def refine(
    stack: list[Floats32], centres: Floats, shapes: Floats, inner: Floats, rays: int = RAYS
) -> tuple[Floats, Floats, Floats, Floats, Floats32, Floats32]:
    """One step towards the ellipse on which the rays find the outer edge.

    Returns centres, shapes, inner radius shares, quality, colours of print and table.
    """
    reach = np.linspace(0.05, 1.55, 61)
    patches = sample_polar(stack, centres, shapes, reach, rays)
    n = len(centres)
    is_ball = inner == 0
    low = np.where(is_ball, 0.0, inner + 0.25 * (1 - inner))
    high = np.where(is_ball, 0.75, 1 - 0.25 * (1 - inner))
    in_print = (reach >= low[:, None]) & (reach <= high[:, None])  # n, steps
    in_table = (reach >= 1.18) & (reach <= 1.5) | (reach <= 0.7 * inner[:, None])
    weight = in_print * reach
    profile = patches.mean(axis=1)
    colour = np.einsum("ns,nsc->nc", weight, profile) / weight.sum(axis=1)[:, None]
    weight = in_table * reach
    ground = np.einsum("ns,nsc->nc", weight, profile) / weight.sum(axis=1)[:, None]
    step = colour - ground
    norm = np.maximum((step**2).sum(axis=1), 1e-3)
    # single precision from here on: these are the large arrays
    level = (patches @ (step / norm[:, None])[:, None, :, None].astype(np.float32))[..., 0]
    level -= ((ground * step).sum(axis=1) / norm).astype(np.float32)[:, None, None]
    near = reach.astype(np.float32)
    gap_px = near[1] - near[0]
    # the outer edge: the crossing of one half, outwards, nearest to where it is expected
    inside, outside = level[:, :, :-1], level[:, :, 1:]
    falls = (inside >= 0.5) & (outside < 0.5)
    half, one, never = np.float32(0.5), np.float32(1.0), np.float32(9.0)
    cross = near[:-1] + (inside - half) / np.where(falls, inside - outside, one) * gap_px
    far = np.where(falls, np.abs(cross - one), never)
    pick = far.argmin(axis=2)[:, :, None]
    edge = np.take_along_axis(cross, pick, axis=2)[:, :, 0]
    found = np.take_along_axis(far, pick, axis=2)[:, :, 0] < 0.28
    angles = 2 * np.pi * np.arange(rays) / rays
    design = np.stack([np.ones(rays), np.cos(angles), np.sin(angles), np.cos(2 * angles), np.sin(2 * angles)], axis=1)
    products = (design[:, :, None] * design[:, None, :]).reshape(rays, 25)
    weights = found.astype(np.float64)
    fit = np.zeros((n, 5))
    for _ in range(4):
        normal = (weights @ products).reshape(-1, 5, 5) + 0.05 * np.eye(5)
        right = (weights * (edge - 1.0)) @ design
        fit = np.linalg.solve(normal, right[:, :, None])[:, :, 0]
        off = edge - 1.0 - fit @ design.T
        weights = found / (1 + (off / 0.05) ** 2) ** 2
    good = (found & (np.abs(off) < 0.09)).mean(axis=1)
    fit = np.clip(fit, -0.3, 0.3)
    moved = centres + np.einsum("nij,nj->ni", shapes, fit[:, 1:3])
    change = np.empty((n, 2, 2))
    change[:, 0, 0], change[:, 1, 1] = 1 + fit[:, 0] + fit[:, 3], 1 + fit[:, 0] - fit[:, 3]
    change[:, 0, 1] = change[:, 1, 0] = fit[:, 4]
    # the inner edge of a hoop: level rises through one half
    rises = (inside < 0.5) & (outside >= 0.5) & (reach[:-1] > 0.45) & (reach[:-1] < 1.0)
    rise = near[:-1] + (half - inside) / np.where(rises, outside - inside, one) * gap_px
    gap = np.where(rises, np.abs(rise - inner.astype(np.float32)[:, None, None]), never)
    pick = gap.argmin(axis=2)[:, :, None]
    hole = np.take_along_axis(rise, pick, axis=2)[:, :, 0] / np.maximum(edge, 0.5)
    has_hole = (np.take_along_axis(gap, pick, axis=2)[:, :, 0] < 0.2) & found
    share = has_hole.sum(axis=1) / np.maximum(found.sum(axis=1), 1)
    usual = _masked_median(hole, has_hole)
    middle = np.where(share > 0, usual, inner)
    new_inner = np.where(is_ball, 0.0, np.clip(middle, 0.55, 0.92))
    good = np.where(is_ball, good, good * np.minimum(1.0, share / 0.9))
    return moved, shapes @ change, new_inner, good, colour.astype(np.float32), ground.astype(np.float32)


def _masked_median(values: Floats, mask: NDArray[np.bool_]) -> Floats:
    """Median of each row's masked values; 0 where there is none."""
    count = mask.sum(axis=1)
    ordered = np.sort(np.where(mask, values, np.inf), axis=1)
    low = np.take_along_axis(ordered, np.maximum((count - 1) // 2, 0)[:, None], axis=1)[:, 0]
    high = np.take_along_axis(ordered, np.minimum(count // 2, values.shape[1] - 1)[:, None], axis=1)[:, 0]
    return np.where(count > 0, 0.5 * (np.where(count > 0, low, 0) + np.where(count > 0, high, 0)), 0.0)


def find_sightings(lab: Floats32) -> list[Sighting]:
    """All balls and hoops that stand out clearly, best first."""
    stack = pyramid(lab)
    raw: list[tuple[float, float, float, float]] = []
    for k, level in enumerate(stack):
        scale = 2.0**k
        raw += [(x * scale, y * scale, r * scale, v) for x, y, r, v in vote_for_centres(find_edges(level))]
    if not raw:
        return []
    spots = np.array(raw)
    spots = spots[np.lexsort((spots[:, 0], spots[:, 1], -spots[:, 3]))][:900]
    spread = np.maximum(np.array([1.0, 0.6, 0.6]), 0)
    centres = spots[:, :2].copy()
    shapes = spots[:, 2, None, None] * np.eye(2)
    patches = sample_polar(stack, centres, shapes, _REACH, FEW_RAYS)
    best, share = _best_template(patches, spread)
    keep = share > 0.25
    names = np.array(_NAMES)[best]
    centres, shapes, inner = centres[keep], (shapes * names[:, 0, None, None])[keep], names[keep, 1]
    for step in range(3):
        rays = RAYS if step else FEW_RAYS
        centres, shapes, inner, quality, colour, ground = refine(stack, centres, shapes, inner, rays)
        if step == 0:  # most candidates are nothing at all
            centres, shapes, inner = centres[quality > 0.4], shapes[quality > 0.4], inner[quality > 0.4]
    radius = np.sqrt(np.abs(np.linalg.det(shapes)))
    matrix = shapes @ np.transpose(shapes, (0, 2, 1))
    # of several shapes with one centre the hoop wins: its hole also passes for a ball of the table's colour
    # and of shapes of about one quality the larger one, as the letter O within a hoop is a ring as well
    order = np.lexsort((-radius, -np.round(quality + np.where(inner > 0, 0.25, 0.0), 1)))
    out: list[Sighting] = []
    for i in order:
        if quality[i] < 0.6:
            continue
        x, y = centres[i]
        if any(np.hypot(x - o.x, y - o.y) < 0.6 * max(radius[i], o.radius) for o in out):
            continue
        out.append(
            Sighting(
                kind="hoop" if inner[i] else "ball",
                x=float(x),
                y=float(y),
                radius=float(radius[i]),
                inner=float(inner[i]),
                shape=(float(matrix[i, 0, 0]), float(matrix[i, 0, 1]), float(matrix[i, 1, 1])),
                colour=tuple(float(v) for v in colour[i]),  # type: ignore[arg-type]
                ground=tuple(float(v) for v in ground[i]),  # type: ignore[arg-type]
                quality=float(quality[i]),
            )
        )
    return out

"""Balls and hoops of known size on the rectified table.

The idea: once the table is seen from above every symbol of a kind has one size, so the second look asks only for those
sizes and can afford to take weak candidates: pale ones under a mirrored lamp, dark ones in shadow.  Each gets numbers
that say how much it is worth (share of its edge that is there, contrast against the noise around it, how much of the
variance around it the shape explains); nothing is decided here.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from swishsolve.vision.plane import HOOP_OUTER_MM
from swishsolve.vision.sightings import (
    FEW_RAYS,
    Edges,
    Floats32,
    find_edges,
    pyramid,
    refine,
    sample_polar,
    vote_for_centres,
)
from swishsolve.vision.tableview import TableView

Floats = NDArray[np.float64]

_SMALLEST, _LARGEST = 6.0, 15.0  # radii that are voted for, px: larger ones are on the half-size picture


@dataclass(frozen=True)
class SymbolSeen:
    """A ball or hoop on the table."""

    kind: str  # "ball" or "hoop"
    x: float  # mm
    y: float
    radius: float  # mm, outer edge
    misfit: float  # logarithm of the radius over the usual one, without sign: blur shrinks dark prints on light ground
    quality: float  # share of the circumference where the edge is where it should be
    explained: float  # share of the variance around it that the shape explains
    colour: tuple[float, float, float]  # Lab of the print
    ground: tuple[float, float, float]  # Lab of the table around it


@dataclass(frozen=True)
class Sizes:
    """Sizes of this photograph's symbols in mm (hoop outer diameter fixed by definition)."""

    ball: float  # outer radius
    hoop: float  # outer radius
    inner: float  # inner radius of the hoop as a share of the outer


def find_symbols(view: TableView, sizes: Sizes, least_votes: float = 0.55) -> list[SymbolSeen]:
    """All places that could be a ball or hoop, the surest first; at most one a place."""
    lab = view.lab
    stack = pyramid(lab, 2)
    edges: dict[int, Edges] = {}
    candidates: list[tuple[float, float, float, bool]] = []
    for ball, radius in ((True, sizes.ball), (False, sizes.hoop), (False, sizes.hoop * sizes.inner)):
        px = radius * view.scale
        for k in range(len(stack)):  # blurred or large ones show better on the half-size picture
            if not _SMALLEST < px / 2**k < _LARGEST:
                continue
            if k not in edges:
                edges[k] = find_edges(stack[k])
            spots = vote_for_centres(edges[k], tuple(px / 2**k * f for f in (0.95, 1.0, 1.05)), least_votes)
            spots = _coloured_first(stack[k], spots, px / 2**k)[:250] if ball else spots[:250]
            candidates += [(x * 2**k, y * 2**k, votes, ball) for x, y, _, votes in spots]
    if not candidates:
        return []
    table = np.array([(c[0], c[1]) for c in candidates])
    is_ball = np.array([c[3] for c in candidates])
    expected = np.where(is_ball, sizes.ball, sizes.hoop) * view.scale
    shapes = expected[:, None, None] * np.eye(2)
    inner = np.where(is_ball, 0.0, sizes.inner)
    centres = table
    for step in range(3):
        centres, shapes, inner, quality, colour, ground = (
            refine(stack, centres, shapes, inner) if step else refine(stack, centres, shapes, inner, FEW_RAYS)
        )
        if step == 0:  # most candidates are nothing at all
            some = quality > 0.2
            centres, shapes, inner = centres[some], shapes[some], inner[some]
            is_ball, expected = is_ball[some], expected[some]
        if step < 2:  # keep to circles of about the right size: the shape is known here
            radius = np.clip(np.sqrt(np.abs(np.linalg.det(shapes))), 0.85 * expected, 1.12 * expected)
            shapes = radius[:, None, None] * np.eye(2)
            inner = np.where(is_ball, 0.0, np.clip(inner, sizes.inner - 0.06, sizes.inner + 0.06))
    radius = np.sqrt(np.abs(np.linalg.det(shapes)))
    off = np.abs(np.log(np.maximum(radius, 1e-3) / expected))
    explained = _explained(stack, centres, expected, inner)
    values = quality * (off < 0.26) - 0.5 * np.maximum(off - 0.1, 0) + np.where(is_ball, 0.0, 0.2)
    out: list[SymbolSeen] = []
    kept: list[tuple[float, float]] = []
    height, width = lab.shape[:2]
    for i in np.argsort(-values, kind="stable"):
        x, y = centres[i]
        if quality[i] < 0.4 or off[i] > 0.26 or not (0 <= x < width and 0 <= y < height):
            continue
        if not view.seen[int(y), int(x)]:
            continue
        reach = 0.8 * sizes.ball * view.scale
        if any((x - a) ** 2 + (y - b) ** 2 < reach**2 for a, b in kept):
            continue
        kept.append((x, y))
        at = view.to_mm(np.array([[x, y]]))[0]
        out.append(
            SymbolSeen(
                kind="ball" if is_ball[i] else "hoop",
                x=float(at[0]),
                y=float(at[1]),
                radius=float(radius[i] / view.scale),
                misfit=float(off[i]),
                quality=float(quality[i]),
                explained=float(explained[i]),
                colour=(float(colour[i, 0]), float(colour[i, 1]), float(colour[i, 2])),
                ground=(float(ground[i, 0]), float(ground[i, 1]), float(ground[i, 2])),
            )
        )
    return out


def _coloured_first(
    lab: Floats32, spots: list[tuple[float, float, float, float]], radius: float
) -> list[tuple[float, float, float, float]]:
    """Candidates of balls, those that differ most in hue from what is around them first.

    A cloth can have more dots than the table has balls, but they are seldom as colourful.
    """
    if len(spots) <= 250:
        return spots
    places = np.array([(x, y) for x, y, _, _ in spots])
    angles = 2 * np.pi * np.arange(12) / 12
    ring = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    height, width = lab.shape[:2]

    def mean(reach: float) -> Floats:
        points = np.rint(places[:, None] + reach * radius * ring).astype(int)
        x, y = np.clip(points[..., 0], 0, width - 1), np.clip(points[..., 1], 0, height - 1)
        return np.asarray(np.median(lab[y, x, 1:], axis=1))

    contrast = np.linalg.norm(mean(0.4) - mean(1.45), axis=1)
    worth = np.minimum(contrast, 40.0) * np.minimum(np.array([v for _, _, _, v in spots]), 3.0)
    return [spots[k] for k in np.argsort(-worth, kind="stable")]


def _explained(stack: list[Floats32], centres: Floats, expected: Floats, inner: Floats) -> Floats:
    """Share of the colour variance within one and a half radii that print against table explains."""
    reach = (np.arange(36) + 0.5) / 36 * 1.5
    patches = sample_polar(stack, centres, expected[:, None, None] * np.eye(2), reach).astype(np.float64)
    inside = (reach <= 0.95) & (reach >= inner[:, None] + np.where(inner > 0, 0.04, 0.0)[:, None])
    outside = (reach >= 1.08) | (reach <= inner[:, None] - 0.08)

    def mean(mask: NDArray[np.bool_]) -> Floats:
        weight = mask * reach
        total = np.maximum(weight.sum(axis=1), 1e-9)[:, None] * patches.shape[1]
        return np.asarray(np.einsum("ns,nrsc->nc", weight, patches) / total)

    a, b = mean(inside), mean(outside)
    rest_a = np.einsum("ns,nrsc->n", inside * reach, (patches - a[:, None, None]) ** 2)
    rest_b = np.einsum("ns,nrsc->n", outside * reach, (patches - b[:, None, None]) ** 2)
    wa, wb = (inside * reach).sum(axis=1) * patches.shape[1], (outside * reach).sum(axis=1) * patches.shape[1]
    between = ((a - b) ** 2).sum(axis=1) * wa * wb / (wa + wb)
    return np.asarray(between / np.maximum(between + rest_a + rest_b, 1e-6))


def measure_sizes(radii: list[tuple[str, float, float]], ball_ratio: float) -> Sizes:
    """Sizes from first sightings given as (kind, radius in mm, inner share)."""
    inner = [i for kind, _, i in radii if kind == "hoop" and i > 0]
    return Sizes(HOOP_OUTER_MM / 2 * ball_ratio, HOOP_OUTER_MM / 2, float(np.median(inner)) if inner else 0.78)

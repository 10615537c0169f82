"""Rows and columns of the table.

The idea: neighbours are about one pitch apart, so indices are handed on from card to card, each new card taking the
place that its nearest placed neighbours predict; a common lattice (origin and two steps, fitted robustly) then corrects
them.  Rows that are not straight are followed step by step, gaps leave indices unused.

Coordinates: millimetres turned back by the common turn of the cards, so that rows are level.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]


@dataclass(frozen=True)
class Lattice:
    """Places of the table: centre of place (row, col) = origin + row * down + col * across, in millimetres."""

    origin: Floats
    across: Floats
    down: Floats
    spread: float  # typical distance of a card from its place, mm
    cards: int  # how many cards it rests on

    def nearest(self, points: Floats) -> tuple[Ints, Floats]:
        """Row and column (n, 2) of the nearest place of each point (n, 2), and its distance."""
        basis = np.stack([self.down, self.across], axis=1)
        index = np.rint((points - self.origin) @ np.linalg.inv(basis).T)
        place = self.origin + index @ basis.T
        return index.astype(np.intp), np.asarray(np.linalg.norm(points - place, axis=1))

    @property
    def area(self) -> float:
        """Square millimetres of one place."""
        return float(abs(self.across[0] * self.down[1] - self.across[1] * self.down[0]))


def turned(points: Floats, degrees: float) -> Floats:
    """Points (n, 2) turned clockwise as seen."""
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.asarray(points @ np.array([[cos, sin], [-sin, cos]]))


def find_places(centres: Floats, turn: float, width: float, height: float) -> tuple[Ints, Ints, Lattice | None]:
    """Row and column (n, 2) of each card, counted from the first occupied ones.

    Also what to add to the lattice's own rows and columns to get these, and the lattice itself where one fits.
    """
    n = len(centres)
    if n == 0:
        return np.zeros((0, 2), np.intp), np.zeros(2, np.intp), None
    level = turned(centres, -turn)
    dx = level[None, :, 0] - level[:, None, 0]
    dy = level[None, :, 1] - level[:, None, 1]
    pitch_x = _pitch(dx, np.abs(dy) < 0.4 * height, width)
    pitch_y = _pitch(dy, np.abs(dx) < 0.45 * width, height)
    index = np.full((n, 2), 10**6)
    step_x, step_y = np.rint(dx / pitch_x), np.rint(dy / pitch_y)
    # how far a neighbour is, and how badly it fits a whole number of steps
    hop = np.hypot(dx / pitch_x, dy / pitch_y)
    misfit = np.hypot(dx / pitch_x - step_x, dy / pitch_y - step_y)
    cost = hop + 2.0 * misfit
    start = int(np.hypot(*(level - level.mean(axis=0)).T).argmin())
    index[start] = 0
    placed = [start]
    while len(placed) < n:
        left = [i for i in range(n) if i not in placed]
        table = cost[np.ix_(placed, left)]
        best = int(table.min(axis=0).argmin())
        i = left[best]
        near = [placed[k] for k in np.argsort(table[:, best], kind="stable")[:3]]
        votes = np.array([(index[k, 0] + step_y[k, i], index[k, 1] + step_x[k, i]) for k in near])
        weight = np.array([1 / cost[k, i] ** 2 for k in near])
        options, inverse = np.unique(votes, axis=0, return_inverse=True)
        totals = np.bincount(inverse.ravel(), weights=weight)
        index[i] = options[int(totals.argmax())]
        placed.append(i)
    lattice = None
    for _ in range(4):
        lattice = _fit(level, index, pitch_x, pitch_y)
        if lattice is None:
            break
        again, off = lattice.nearest(level)
        steady = off < 0.25 * width
        changed = steady & (again != index).any(axis=1)
        if not changed.any() or lattice.spread > 0.15 * width:
            break
        index[changed] = again[changed]
    first = index.min(axis=0)
    index = _separate(index - first, level)
    if lattice is not None:
        lattice = Lattice(
            turned(lattice.origin[None], turn)[0],
            turned(lattice.across[None], turn)[0],
            turned(lattice.down[None], turn)[0],
            lattice.spread,
            n,
        )
    return index.astype(np.intp), -first.astype(np.intp), lattice


def _pitch(step: Floats, beside: NDArray[np.bool_], size: float) -> float:
    """Distance of direct neighbours."""
    ok = beside & (step > 0.8 * size) & (step < 1.7 * size)
    nearest = np.where(ok, step, np.inf).min(axis=1)
    nearest = nearest[np.isfinite(nearest)]
    return float(np.median(nearest)) if len(nearest) else 1.1 * size


def _fit(level: Floats, index: NDArray[np.int_], pitch_x: float, pitch_y: float) -> Lattice | None:
    """Robust least squares for origin and steps, held near upright steps of the usual pitch where little is known."""
    if len(level) < 3:
        return None
    design = np.column_stack([np.ones(len(level)), index[:, 0], index[:, 1]]).astype(np.float64)
    weight = np.ones(len(level))
    prior = np.array([[0.0, 0.0], [0.0, pitch_y], [pitch_x, 0.0]])
    hold = np.diag([0.0, 0.3, 0.3])
    solution = prior
    off = np.zeros(len(level))
    for _ in range(8):
        normal = (design * weight[:, None]).T @ design + hold
        solution = np.linalg.solve(normal, (design * weight[:, None]).T @ level + hold @ prior)
        off = np.linalg.norm(level - design @ solution, axis=1)
        scale = max(2.0, 1.5 * float(np.median(off)))
        weight = 1 / (1 + (off / scale) ** 2)
    free = max(1.0, len(level) - 3.0)
    # median and upper quartile of the distances, as if they were normal in both directions
    usual = max(float(np.median(off)) / 1.18, float(np.percentile(off, 75)) / 1.67)
    spread = usual * float(np.sqrt(len(level) / free))
    return Lattice(solution[0], solution[2], solution[1], max(1.5, spread), len(level))


def _separate(index: NDArray[np.int_], level: Floats) -> NDArray[np.int_]:
    """No two cards in one place: of those that share one, the one further right (or down) moves on."""
    index = index.copy()
    for _ in range(len(index)):
        _, inverse, count = np.unique(index, axis=0, return_inverse=True, return_counts=True)
        inverse = inverse.ravel()
        shared = np.nonzero(count > 1)[0]
        if not len(shared):
            break
        pair = np.nonzero(inverse == shared[0])[0]
        spread = level[pair].max(axis=0) - level[pair].min(axis=0)
        if spread[0] >= spread[1]:
            last = pair[int(level[pair, 0].argmax())]
            same_row = (index[:, 0] == index[last, 0]) & (level[:, 0] >= level[last, 0])
            index[same_row, 1] += 1
        else:
            last = pair[int(level[pair, 1].argmax())]
            below = level[:, 1] >= level[last, 1] - 1e-9
            index[below & (index[:, 0] >= index[last, 0]), 0] += 1
    return index

"""The plane of the table, from the shapes of round symbols.

The idea: a circle on a tilted table is seen as an ellipse, and all hoops have one true size.  Each ellipse therefore
tells how the picture is stretched at its place; three numbers a symbol against four unknowns (two angles of tilt, the
focal length, the scale).  A weak prior on the focal length (a phone's main lens) keeps near-flat pictures steady.  The
answer maps picture pixels to millimetres on the table, up to a turn and a shift, which do not matter here.

Vanishing points of the lattice were the other candidate: they fail on loosely laid cards and on tables of two cards.

Table coordinates: millimetres, x to the right and y down as in the picture, origin at the middle of the picture.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from swishsolve.vision.sightings import Sighting

Floats = NDArray[np.float64]

HOOP_OUTER_MM = 18.2
"""Outer diameter of a hoop that sets the millimetre; cards are fitted later, so an error only scales everything."""


@dataclass(frozen=True)
class Plane:
    """Maps between pixels of the upright picture and millimetres on the table."""

    to_table: Floats  # 3x3, pixel -> mm
    to_picture: Floats  # 3x3, mm -> pixel
    ball_ratio: float  # ball diameter / hoop diameter of this photo
    misfit: float  # typical error of a symbol's shape, as a share of its size

    def table(self, points: Floats) -> Floats:
        """Pixels (n, 2) to table millimetres (n, 2)."""
        return _map(self.to_table, points)

    def picture(self, points: Floats) -> Floats:
        """Table millimetres (n, 2) to pixels (n, 2)."""
        return _map(self.to_picture, points)


def _map(matrix: Floats, points: Floats) -> Floats:
    points = np.asarray(points, dtype=np.float64).reshape(-1, 2)
    mapped = points @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray(mapped[:, :2] / mapped[:, 2:3])


def jacobian(matrix: Floats, points: Floats) -> Floats:
    """Derivative (n, 2, 2) of a homography at points (n, 2)."""
    full = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    w = full[:, 2]
    at = full[:, :2] / w[:, None]
    return np.asarray((matrix[None, :2, :2] - at[:, :, None] * matrix[None, 2:3, :2]) / w[:, None, None])


def _rectifier(tilt_x: float, tilt_y: float, focal: float, scale: float, size: tuple[int, int]) -> Floats:
    """Homography pixel -> mm for a camera tilted by the rotation vector (tilt_x, tilt_y, 0)."""
    angle = float(np.hypot(tilt_x, tilt_y))
    axis = np.array([tilt_x, tilt_y, 0.0]) / max(angle, 1e-12)
    cross = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    turn = np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross
    inner = np.array([[1 / focal, 0, -size[0] / 2 / focal], [0, 1 / focal, -size[1] / 2 / focal], [0, 0, 1]])
    return np.asarray(np.diag([scale, scale, 1.0]) @ turn @ inner)


def fit_plane(sightings: list[Sighting], size: tuple[int, int]) -> Plane | None:
    """The plane that makes the hoops round and equal; None where there are fewer than two good symbols."""
    hoops = [s for s in sightings if s.kind == "hoop" and s.quality >= 0.7]
    if not hoops:
        return None
    diagonal = float(np.hypot(*size))
    usual = _usual_radius([s.radius for s in hoops])
    state = np.array([0.0, 0.0, np.log(0.65), np.log(HOOP_OUTER_MM / 2 / usual * 0.65 * diagonal), np.log(0.69)])
    # hoops alone first: balls of the right size can only be told once the scale is known
    state, _ = _solve(state, hoops, size)
    balls = [s for s in sightings if s.kind == "ball" and s.quality >= 0.8]
    sizes = _sizes_mm(state, balls, size) / HOOP_OUTER_MM
    near = [(b, r) for b, r in zip(balls, sizes, strict=True) if 0.5 < r < 0.9 and _stands_out(b)]
    if len(near) >= 2:
        # dots of a printed cloth are alike too, but not in the hues of the hoops
        ratio = _usual_radius([r for _, r in near], [_kinship(b, hoops) for b, _ in near])
        state[4] = np.log(ratio)
    balls = [b for b, r in near if abs(np.log(r) - state[4]) < 0.12 and _kinship(b, hoops) > 0.2]
    state, misfit = _solve(state, hoops + balls, size)
    matrix = _rectifier(state[0], state[1], np.exp(state[2]) * diagonal, np.exp(state[3]), size)
    return Plane(matrix, np.asarray(np.linalg.inv(matrix), dtype=np.float64), float(np.exp(state[4])), misfit)


def _stands_out(symbol: Sighting) -> bool:
    """Whether the hue of a symbol, not only its brightness, differs from the table."""
    return float(np.hypot(symbol.colour[1] - symbol.ground[1], symbol.colour[2] - symbol.ground[2])) > 12


def _kinship(ball: Sighting, hoops: list[Sighting]) -> float:
    """How well the colour of a ball agrees with that of some hoop, 0..1."""
    off = min(float(np.hypot(ball.colour[1] - h.colour[1], ball.colour[2] - h.colour[2])) for h in hoops)
    return float(np.exp(-0.5 * (off / 9.0) ** 2)) + 1e-3


def _usual_radius(radii: list[float], weights: list[float] | None = None) -> float:
    """The size around which most (by weight) agree, within a fifth."""
    logs = np.log(np.array(radii))
    weight = np.ones(len(logs)) if weights is None else np.array(weights)
    near = np.abs(logs[:, None] - logs[None, :]) < (0.2 if weights is None else 0.08)
    centre = int((near * weight).sum(axis=1).argmax())
    order = np.argsort(logs[near[centre]], kind="stable")
    heaped = np.cumsum(weight[near[centre]][order])
    return float(np.exp(logs[near[centre]][order][int(np.searchsorted(heaped, heaped[-1] / 2))]))


def _sizes_mm(state: Floats, symbols: list[Sighting], size: tuple[int, int]) -> Floats:
    """Outer diameters of symbols on the table."""
    if not symbols:
        return np.zeros(0)
    matrix = _rectifier(state[0], state[1], np.exp(state[2]) * np.hypot(*size), np.exp(state[3]), size)
    slope = jacobian(matrix, np.array([(s.x, s.y) for s in symbols]))
    return np.asarray(2 * np.array([s.radius for s in symbols]) * np.sqrt(np.abs(np.linalg.det(slope))))


def _solve(state: Floats, symbols: list[Sighting], size: tuple[int, int]) -> tuple[Floats, float]:
    """Robust Gauss-Newton over tilt, focal length, scale and ball ratio (all but the tilt as logarithms)."""
    points = np.array([(s.x, s.y) for s in symbols])
    moments = np.array([[[s.shape[0], s.shape[1]], [s.shape[1], s.shape[2]]] for s in symbols])
    is_ball = np.array([s.kind == "ball" for s in symbols])
    diagonal = float(np.hypot(*size))
    radius = HOOP_OUTER_MM / 2

    def residuals(at: Floats) -> Floats:
        matrix = _rectifier(at[0], at[1], float(np.exp(at[2])) * diagonal, float(np.exp(at[3])), size)
        slope = jacobian(matrix, points)
        flat = slope @ moments @ np.transpose(slope, (0, 2, 1))
        trace = np.maximum(flat[:, 0, 0] + flat[:, 1, 1], 1e-9)
        size_off = 0.5 * np.log(trace / 2 / radius**2) - np.where(is_ball, at[4], 0.0)
        stretch = 0.5 * (flat[:, 0, 0] - flat[:, 1, 1]) / trace
        shear = flat[:, 0, 1] / trace
        return np.concatenate([size_off, stretch, shear]) / 0.02

    prior_mean = np.array([0.0, 0.0, np.log(0.65), 0.0, np.log(0.69)])
    prior_weight = np.array([1 / 0.5, 1 / 0.5, 1 / 0.15, 0.0, 1 / 0.1])
    limit = np.array([1.0, 1.0, 0.6, 99.0, 0.4])
    off = residuals(state)
    for _ in range(30):
        off = residuals(state)
        by_symbol = (off.reshape(3, -1) ** 2).sum(axis=0)
        weight = np.tile(1 / (1 + by_symbol / 12.0), 3)
        slope = np.empty((len(off), 5))
        for k in range(5):
            nudge = np.zeros(5)
            nudge[k] = 1e-5
            slope[:, k] = (residuals(state + nudge) - off) / 1e-5
        normal = (slope * weight[:, None]).T @ slope + np.diag(prior_weight**2) + 1e-6 * np.eye(5)
        right = -(slope * weight[:, None]).T @ off + prior_weight**2 * (prior_mean - state)
        step = np.clip(np.linalg.solve(normal, right), -0.2, 0.2)
        state = state + step
        state = prior_mean * (prior_weight > 0) + np.where(
            prior_weight > 0, np.clip(state - prior_mean, -limit, limit), state
        )
        if float(np.abs(step).max()) < 1e-6:
            break
    return state, float(np.sqrt(np.median((off.reshape(3, -1) ** 2).mean(axis=0))) * 0.02)

"""Camera and table geometry of the synthetic photographs.

Coordinates of the table, in millimetres, and of the picture, in pixels (both right-handed, z away from the viewer)::

    table   o---> X right          picture   o---> x right
            |                                |
            v  Y towards the viewer          v  y down
      z = 0 is the table top, z < 0 above it

The camera is a pinhole with one radial distortion coefficient: a ray (a, b, 1) of the camera meets the picture at
``centre + focal_px * (a, b) * (1 + k1 * r2)``, where r2 is measured in units of half the picture diagonal.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]


@dataclass(frozen=True)
class Camera:
    """Where the camera stands and what its lens does. `size` is (width, height) in pixels."""

    size: tuple[int, int]
    focal_px: float
    k1: float
    position: NDArray[np.float64]  # mm, table coordinates
    axes: NDArray[np.float64]  # rows: right, down, forward of the camera

    def project(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Pixels (n, 2) of table points (n, 2) or (n, 3) in mm."""
        points = np.asarray(points, np.float64)
        if points.shape[-1] == 2:
            points = np.concatenate([points, np.zeros((*points.shape[:-1], 1))], -1)
        rays = (points - self.position) @ self.axes.T
        flat = rays[..., :2] / rays[..., 2:]
        r2 = (flat**2).sum(-1, keepdims=True) * (self.focal_px / self._reach) ** 2
        return flat * (1 + self.k1 * r2) * self.focal_px + np.array(self.size) / 2 - 0.5

    @property
    def _reach(self) -> float:
        return float(np.hypot(*self.size)) / 2

    def table_points(self, box: tuple[int, int, int, int] | None = None) -> tuple[Array, Array]:
        """Table X and Y in mm, seen by each pixel of the box (x0, y0, x1, y1), default the whole picture."""
        x0, y0, x1, y1 = box or (0, 0, *self.size)
        x = np.arange(x0, x1, dtype=np.float32)[None, :] - (self.size[0] / 2 - 0.5)
        y = np.arange(y0, y1, dtype=np.float32)[:, None] - (self.size[1] / 2 - 0.5)
        a, b = np.broadcast_arrays(x / np.float32(self.focal_px), y / np.float32(self.focal_px))
        if self.k1:
            steps = np.linspace(0, 1.3, 400)
            bent = steps * (1 + self.k1 * steps**2)
            r = np.sqrt(x * x + y * y) / np.float32(self._reach)
            shrink = np.interp(r.ravel(), bent, 1 / (1 + self.k1 * steps**2)).astype(np.float32).reshape(r.shape)
            a, b = a * shrink, b * shrink
        m = self.axes.astype(np.float32)
        rx = a * m[0, 0] + b * m[1, 0] + m[2, 0]
        ry = a * m[0, 1] + b * m[1, 1] + m[2, 1]
        rz = a * m[0, 2] + b * m[1, 2] + m[2, 2]
        reach = np.float32(-self.position[2]) / rz
        return rx * reach + np.float32(self.position[0]), ry * reach + np.float32(self.position[1])

    def pixels_per_mm(self, point: NDArray[np.float64]) -> float:
        """Smallest local scale of the picture at a point of the table."""
        p = self.project(np.stack([point, point + np.array([1, 0]), point + np.array([0, 1])]))
        return float(np.linalg.svd(p[1:] - p[0], compute_uv=False)[1])


def aim(
    size: tuple[int, int], focal_35mm: float, k1: float, target: NDArray[np.float64], distance: float,
    tilt_deg: float, azimuth_deg: float, roll_deg: float,
) -> Camera:  # fmt: skip
    """A camera that looks at `target` from `distance` mm, tilted from straight down towards the viewer's side."""
    tilt, azimuth, roll = np.radians([tilt_deg, azimuth_deg, roll_deg])
    away = np.array([np.sin(tilt) * np.sin(azimuth), np.sin(tilt) * np.cos(azimuth), -np.cos(tilt)])
    forward = -away
    right = np.cross([0.0, 1.0, 0.0], forward)
    right /= np.linalg.norm(right)
    down = np.cross(forward, right)
    c, s = np.cos(roll), np.sin(roll)
    axes = np.array([c * right + s * down, c * down - s * right, forward])
    focal_px = focal_35mm / 43.27 * float(np.hypot(*size))
    return Camera(size, focal_px, k1, np.array([*target, 0.0]) + away * distance, axes)


def frame(camera_of: Camera, points: NDArray[np.float64], fill: float, shift: tuple[float, float]) -> Camera:
    """Move the camera so that the points fill `fill` of the picture; `shift` in -1..1 uses up the free border."""
    camera = camera_of
    size = np.array(camera.size, float)
    for _ in range(12):
        seen = camera.project(points)
        low, high = seen.min(0), seen.max(0)
        scale = float(((high - low) / size).max()) / fill
        forward = camera.axes[2]
        distance = -camera.position[2] / forward[2]
        wish = (size - 1) / 2 + np.array(shift) * (size - (high - low)).clip(0) / 2 * 0.92
        slide = (np.array([*((low + high) / 2 - wish), 0.0]) / camera.focal_px * distance * scale) @ camera.axes
        slide -= forward * slide[2] / forward[2]
        move = forward * distance * (1 - scale)
        camera = replace(camera, position=camera.position + move + slide)
    return camera


def corners_mm(x: float, y: float, width: float, height: float, turn_deg: float) -> NDArray[np.float64]:
    """The four corners of a rectangle, clockwise from its top left before turning (clockwise positive)."""
    c, s = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
    local = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [width / 2, height / 2]
    return local @ np.array([[c, s], [-s, c]]) + [x, y]

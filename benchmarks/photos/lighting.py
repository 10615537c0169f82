"""Lamps, shadows and mirror images of the synthetic photographs, all in linear light.

Two separate things: what falls on the table (`illumination`, smooth), and what the plastic mirrors into the camera
(`mirrored`: emitters at a height over the table, met by the ray that a card with its own small tilt throws back).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from .geometry import Array
from .textures import noise


@dataclass(frozen=True)
class Lamp:
    """A lamp that lights the table: place in mm (z < 0 is up), colour and share of the light."""

    place: tuple[float, float, float]
    colour: NDArray[np.float32]
    power: float


@dataclass(frozen=True)
class Emitter:
    """A bright rectangle over the table, as plastic mirrors it."""

    centre: tuple[float, float]
    half: tuple[float, float]
    height: float
    turn: float
    soft: float
    radiance: NDArray[np.float32]
    panes: tuple[int, int] = (1, 1)


@dataclass(frozen=True)
class Light:
    lamps: list[Lamp]
    ambient: NDArray[np.float32]
    shade: str = "none"  # none, edge, bands, leaves, body
    shade_depth: float = 0.0
    shade_soft: float = 30.0
    emitters: list[Emitter] = field(default_factory=list)
    hardness: float = 0.2
    """0: no cast shadows, 1: a bare sun."""

    @property
    def direction(self) -> NDArray[np.float64]:
        """Unit vector in the table from the light towards the shadow side."""
        best = max(self.lamps, key=lambda lamp: lamp.power)
        d = -np.array(best.place[:2])
        return d / (np.linalg.norm(d) + 1e-9)


def kelvin(temperature: float) -> NDArray[np.float32]:
    """Linear RGB of a lamp of that colour temperature, green = 1, daylight (6500) = white."""
    t = np.array([1800, 2700, 3500, 4500, 5500, 6500, 9000, 14000], float)
    red = np.array([2.9, 2.0, 1.55, 1.28, 1.1, 1.0, 0.86, 0.76])
    blue = np.array([0.08, 0.28, 0.46, 0.66, 0.84, 1.0, 1.28, 1.55])
    return np.array([np.interp(temperature, t, red), 1.0, np.interp(temperature, t, blue)], np.float32)


def illumination(rng: np.random.Generator, light: Light, x: Array, y: Array) -> Array:
    """Light that reaches each point of the table, (h, w, 3), mean about 1."""
    shape = x.shape
    small = tuple(max(8, n // 8) for n in shape)
    xs = cv2.resize(x, small[::-1], interpolation=cv2.INTER_AREA)
    ys = cv2.resize(y, small[::-1], interpolation=cv2.INTER_AREA)
    direct = np.zeros((*small, 3), np.float32)
    for lamp in light.lamps:
        lx, ly, lz = lamp.place
        d2 = (xs - lx) ** 2 + (ys - ly) ** 2 + lz**2
        direct += (
            lamp.colour * (lamp.power * (-lz) ** 3 / d2**1.5 * (1 + (lx / lz) ** 2 + (ly / lz) ** 2) ** 1.5)[..., None]
        )
    direct = cv2.resize(direct, shape[::-1], interpolation=cv2.INTER_LINEAR)
    if light.shade != "none":
        direct = direct * (1 - light.shade_depth * _shade(rng, light, x, y))[..., None]
    return np.asarray(direct + light.ambient, np.float32)


def _shade(rng: np.random.Generator, light: Light, x: Array, y: Array) -> Array:
    """Where the direct light is blocked: 1 in full shadow, 0 in the open."""
    soft = max(light.shade_soft, 1.0)
    angle = rng.uniform(0, 2 * np.pi)
    across = x * np.float32(np.cos(angle)) + y * np.float32(np.sin(angle))
    if light.shade == "edge":
        return np.clip((across - np.float32(rng.uniform(-120, 160))) / soft + 0.5, 0, 1)
    if light.shade == "bands":
        width, pitch = rng.uniform(35, 90), rng.uniform(160, 320)
        away = np.abs(np.mod(across + np.float32(rng.uniform(0, pitch)), pitch) - pitch / 2)
        return np.clip((width / 2 - away) / soft + 0.5, 0, 1)
    if light.shade == "body":
        cx, cy = rng.uniform(-160, 160), rng.uniform(-200, 200)
        far = ((x - cx) / rng.uniform(80, 170)) ** 2 + ((y - cy) / rng.uniform(100, 230)) ** 2
        return np.asarray(np.exp(-(far**1.5)), np.float32)
    tile = noise(rng, 26, 26) + 0.6 * noise(rng, 12, 12)
    tile = np.clip((tile - 0.1) / (0.04 * soft), 0, 1).astype(np.float32)
    scale = 1024 / rng.uniform(500, 900)
    return cv2.remap(tile, np.mod(x * scale, 1023).astype(np.float32), np.mod(y * scale, 1023).astype(np.float32), 1)


def mirrored(
    light: Light, x: Array, y: Array, eye: NDArray[np.float64], normal: tuple[Array | float, Array | float],
    spread: float = 0.0,
) -> Array:  # fmt: skip
    """Radiance (h, w, 3) that a mirror at x, y with the small normal tilt (nx, ny) throws to the eye.

    `spread` (mm at the emitter) is the blur of a rough surface.
    """
    ex, ey, ez = (np.float32(v) for v in eye)
    vx, vy, vz = x - ex, y - ey, -ez
    length = np.sqrt(vx * vx + vy * vy + vz * vz)
    vx, vy, vz = vx / length, vy / length, vz / length
    nx, ny = normal
    toward = vx * nx + vy * ny - vz
    rx, ry = vx - 2 * toward * nx, vy - 2 * toward * ny
    rz = -(vz + 2 * toward)
    rz = np.maximum(-rz, 0.15)
    fresnel = 0.085 + 0.915 * (1 - np.abs(vz)) ** 5
    out = np.zeros((*x.shape, 3), np.float32)
    for e in light.emitters:
        qx, qy = x + rx / rz * e.height - e.centre[0], y + ry / rz * e.height - e.centre[1]
        c, s = np.float32(np.cos(e.turn)), np.float32(np.sin(e.turn))
        u, v = qx * c + qy * s, qy * c - qx * s
        soft = np.float32(e.soft + spread)
        inside = np.clip((e.half[0] - np.abs(u)) / soft + 0.5, 0, 1) * np.clip(
            (e.half[1] - np.abs(v)) / soft + 0.5, 0, 1
        )
        if e.panes != (1, 1) and spread < 60:
            bar = np.float32(0.06 * min(e.half))
            for t, half, n in ((u, e.half[0], e.panes[0]), (v, e.half[1], e.panes[1])):
                if n > 1:
                    cell = 2 * half / n
                    away = np.abs(np.mod(t + half + cell / 2, cell) - cell / 2)
                    inside = inside * np.clip((away - bar) / soft + 0.5, 0, 1)
        dim = (min(e.half) / (min(e.half) + spread)) ** 2
        out += (inside * fresnel * np.float32(dim))[..., None] * e.radiance
    return out


def emitter_over(
    eye: NDArray[np.float64], point: NDArray[np.float64], height: float, normal: tuple[float, float]
) -> tuple[float, float]:
    """Where an emitter must hang so that a card at `point` (mm) with that tilt mirrors it into the eye."""
    v = np.array([*point, 0.0]) - eye
    v /= np.linalg.norm(v)
    n = np.array([*normal, -1.0])
    n /= np.linalg.norm(n)
    r = v - 2 * (v @ n) * n
    q = point + r[:2] / max(-r[2], 0.15) * height
    return float(q[0]), float(q[1])

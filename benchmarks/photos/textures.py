"""Table tops: each function gives a tile of linear-light albedo, (n, n, 3) float32, that repeats without a seam.

A tile is sampled at the table points of the picture, so it needs no more detail than the camera can see.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
TILE = 1024


def linear(rgb: tuple[float, float, float] | NDArray[np.float64]) -> Array:
    """Linear light of sRGB values 0..255."""
    return (np.asarray(rgb, np.float32) / 255) ** np.float32(2.2)


def noise(rng: np.random.Generator, scale_x: float, scale_y: float, size: int = TILE) -> Array:
    """Seamless smooth noise, mean 0, deviation 1; scales are the blur in pixels of the tile."""
    step = max(1, min(int(min(scale_x, scale_y)), 16))
    n = size // step
    field = rng.standard_normal((n, n), np.float32)
    sx, sy = scale_x / step, scale_y / step
    pad = min(n, int(3 * max(sx, sy)) + 2)
    field = np.pad(field, pad, mode="wrap")
    field = cv2.GaussianBlur(field, (0, 0), sigmaX=max(sx, 0.3), sigmaY=max(sy, 0.3))[pad : pad + n, pad : pad + n]
    if step > 1:
        field = np.pad(field, 2, mode="wrap")
        field = cv2.resize(field, None, fx=step, fy=step, interpolation=cv2.INTER_CUBIC)
        field = field[2 * step : 2 * step + size, 2 * step : 2 * step + size]
        field = cv2.copyMakeBorder(field, 0, size - field.shape[0], 0, size - field.shape[1], cv2.BORDER_WRAP)
    return (field - field.mean()) / (field.std() + 1e-6)


def grid(size: int = TILE) -> tuple[Array, Array]:
    """x and y of a tile in 0..1."""
    line = (np.arange(size, dtype=np.float32) + 0.5) / size
    return np.meshgrid(line, line)  # type: ignore[return-value]


def shade(base: Array, amount: Array) -> Array:
    return base[None, None, :] * np.exp(amount)[..., None]


def paper(rng: np.random.Generator, rgb: tuple[float, float, float]) -> Array:
    return shade(linear(rgb), 0.02 * noise(rng, 1, 1) + 0.035 * noise(rng, 40, 40) + 0.02 * noise(rng, 9, 9))


def wood(rng: np.random.Generator, rgb: tuple[float, float, float]) -> Array:
    _, y = grid()
    warp = 0.05 * noise(rng, 160, 30) + 0.012 * noise(rng, 60, 8)
    rings = np.sin(2 * np.pi * (y * rng.integers(6, 15) + warp * rng.uniform(4, 12)))
    streaks = noise(rng, 70, 0.8) * 0.12 + noise(rng, 25, 1.6) * 0.10 + noise(rng, 150, 5) * 0.1
    amount = streaks + 0.10 * rings + 0.05 * noise(rng, 2, 0.6)
    planks = int(rng.choice([0, 2, 3, 5]))
    if planks:
        which = np.floor(y * planks).astype(int) % planks
        amount = amount + rng.normal(0, 0.12, planks).astype(np.float32)[which]
        amount = np.roll(amount, int(rng.integers(TILE)), 1)
        gap = np.abs(y * planks - np.round(y * planks)) * TILE / planks
        amount = amount - 1.1 * np.exp(-((gap / 1.3) ** 2))
    tile = shade(linear(rgb), amount)
    warm = (0.06 * noise(rng, 120, 12))[..., None] * np.array([1.0, 0.0, -0.9], np.float32)
    return np.asarray(tile * np.exp(warm), np.float32)


def weave(rng: np.random.Generator, strength: float = 0.06) -> Array:
    threads = noise(rng, 45, 0.7) + noise(rng, 0.7, 45)
    coarse = noise(rng, 200, 2.2) + noise(rng, 2.2, 200)
    return np.asarray(strength * (0.7 * threads + 0.5 * coarse) + 0.5 * strength * noise(rng, 0.6, 0.6), np.float32)


def plain_cloth(rng: np.random.Generator, rgb: tuple[float, float, float]) -> Array:
    return shade(linear(rgb), weave(rng, rng.uniform(0.03, 0.08)) + 0.04 * noise(rng, 70, 70))


def stone(rng: np.random.Generator, rgb: tuple[float, float, float]) -> Array:
    a, b = noise(rng, 6, 6), noise(rng, 9, 9)
    fleck = (a > 1.1).astype(np.float32) * -0.25 + (b > 1.2).astype(np.float32) * 0.15
    fleck = cv2.GaussianBlur(fleck, (0, 0), 0.9)
    return shade(linear(rgb), fleck * rng.uniform(0.4, 1.2) + 0.08 * noise(rng, 30, 30) + 0.05 * noise(rng, 0.8, 0.8))


def marble(rng: np.random.Generator, rgb: tuple[float, float, float]) -> Array:
    field = noise(rng, 90, 60) + 0.45 * noise(rng, 25, 25) + 0.2 * noise(rng, 8, 8)
    veins = np.exp(-((field * rng.uniform(6, 12)) ** 2)) + 0.5 * np.exp(-(((field - 0.9) * 14) ** 2))
    return shade(
        linear(rgb), -rng.uniform(0.12, 0.5) * veins + 0.07 * noise(rng, 60, 60) + 0.015 * noise(rng, 0.7, 0.7)
    )


def terrazzo(rng: np.random.Generator, rgb: tuple[float, float, float]) -> Array:
    tile = shade(linear(rgb), 0.03 * noise(rng, 1, 1))
    for _ in range(int(rng.integers(200, 420))):
        centre, radius = rng.uniform(0, TILE, 2), rng.uniform(3, 16)
        angles = np.sort(rng.uniform(0, 2 * np.pi, 6))
        shape = centre + np.stack([np.cos(angles), np.sin(angles)], 1) * radius * rng.uniform(0.6, 1.1, (6, 1))
        grey = rng.uniform(60, 235)
        colour = linear(np.clip(grey + rng.normal(0, 8, 3) + np.array([8, 0, -8]), 20, 250)).tolist()
        for dx in (0, -TILE, TILE):
            cv2.fillConvexPoly(tile, np.int32(np.round(shape + np.array([dx, 0]))), colour, cv2.LINE_AA)
    return tile


def _other(rng: np.random.Generator, saturation: float) -> Array:
    """A second colour for patterns, a muted one so that print differs from symbols as it does on real cloth."""
    hue = rng.uniform(0, 179)
    value = rng.uniform(90, 190)
    pixel = np.array([[[hue, 255 * saturation, value]]], np.uint8)
    return linear(cv2.cvtColor(pixel, cv2.COLOR_HSV2RGB)[0, 0].astype(float))


def _mix(base: Array, other: Array, mask: Array, amount: Array) -> Array:
    soft = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), 1.0)[..., None]
    return np.asarray((base * (1 - soft) + other * soft) * np.exp(amount)[..., None], np.float32)


def checked(rng: np.random.Generator, rgb: tuple[float, float, float]) -> Array:
    x, y = grid()
    n = int(rng.integers(4, 11))
    a, b = ((x * n) % 1 < 0.5).astype(np.float32), ((y * n) % 1 < 0.5).astype(np.float32)
    return _mix(linear(rgb), _other(rng, rng.uniform(0.2, 0.5)), (a + b) / 2, weave(rng))


def striped(rng: np.random.Generator, rgb: tuple[float, float, float]) -> Array:
    _, y = grid()
    n = int(rng.integers(3, 10))
    phase = (y * n) % 1
    first = _mix(linear(rgb), _other(rng, rng.uniform(0.2, 0.5)), (phase < 0.3).astype(np.float32), weave(rng))
    second = _other(rng, rng.uniform(0.1, 0.45))
    return _mix(first, second, ((phase > 0.5) & (phase < 0.8)).astype(np.float32), np.zeros_like(phase))


def dotted(rng: np.random.Generator, rgb: tuple[float, float, float]) -> Array:
    x, y = grid()
    n = int(rng.integers(9, 26))
    row = np.floor(y * n * 2)
    u, v = (x * n + (row % 2) * 0.5) % 1 - 0.5, ((y * n * 2) % 1 - 0.5) / 2
    mask = (np.hypot(u, v) < rng.uniform(0.1, 0.2)).astype(np.float32)
    return _mix(linear(rgb), _other(rng, rng.uniform(0.05, 0.6)), mask, weave(rng))


def flowered(rng: np.random.Generator, rgb: tuple[float, float, float]) -> Array:
    tile = shade(linear(rgb), np.zeros((TILE, TILE), np.float32))
    petals = [_other(rng, rng.uniform(0.2, 0.55)).tolist() for _ in range(3)]
    leaf, heart = linear((96, 130, 84)).tolist(), linear((214, 186, 96)).tolist()
    for _ in range(int(rng.integers(25, 70))):
        centre, radius, turn = rng.uniform(0, TILE, 2), rng.uniform(14, 34), rng.uniform(0, 2 * np.pi)
        colour, count = petals[int(rng.integers(3))], int(rng.integers(4, 8))
        for dx in (0, -TILE, TILE):
            for dy in (0, -TILE, TILE):
                x, y = centre + np.array([dx, dy])
                if not (-90 < x < TILE + 90 and -90 < y < TILE + 90):
                    continue
                for k in range(2):
                    a = turn + 2.2 * k
                    at = (int(x + 1.7 * radius * np.cos(a)), int(y + 1.7 * radius * np.sin(a)))
                    cv2.ellipse(tile, at, (int(radius), int(radius * 0.4)), np.degrees(a), 0, 360, leaf, -1)
                for k in range(count):
                    a = turn + 2 * np.pi * k / count
                    at = (int(x + radius * 0.7 * np.cos(a)), int(y + radius * 0.7 * np.sin(a)))
                    cv2.ellipse(tile, at, (int(radius * 0.6), int(radius * 0.4)), np.degrees(a), 0, 360, colour, -1)
                cv2.circle(tile, (int(x), int(y)), int(radius * 0.3), heart, -1)
    return np.asarray(cv2.GaussianBlur(tile, (0, 0), 1.0) * np.exp(weave(rng))[..., None], np.float32)


def tiles(rng: np.random.Generator, rgb: tuple[float, float, float]) -> Array:
    x, y = grid()
    n = int(rng.integers(2, 7))
    tone = rng.normal(0, 0.06, (n, n)).astype(np.float32)
    amount = tone[(y * n).astype(int) % n, (x * n).astype(int) % n] + 0.03 * noise(rng, 30, 30)
    edge = np.minimum(np.abs(x * n - np.round(x * n)), np.abs(y * n - np.round(y * n))) * TILE / n
    joint = np.exp(-((edge / 3.0) ** 4))
    return _mix(linear(rgb), linear((150, 145, 138)) * rng.uniform(0.4, 1.2), joint, amount)


def felt(rng: np.random.Generator, rgb: tuple[float, float, float]) -> Array:
    return shade(linear(rgb), 0.10 * noise(rng, 0.7, 0.7) + 0.06 * noise(rng, 3, 2) + 0.06 * noise(rng, 50, 50))


Texture = Callable[[np.random.Generator, tuple[float, float, float]], Array]


def confetti(rng: np.random.Generator, rgb: tuple[float, float, float]) -> Array:
    """Cloth printed with bright discs and rings, some in rows: what a reader takes for symbols if it is careless."""
    tile = shade(linear(rgb), np.zeros((TILE, TILE), np.float32))
    count = int(rng.integers(5, 12))
    rows, size, loose = rng.random() < 0.5, TILE / count, rng.uniform(0, 0.3)
    colours = [linear(rng.uniform(20, 235, 3)).tolist() for _ in range(4)]
    for r in range(count):
        for c in range(count):
            spot = (np.array([c, r]) + 0.5 + rng.normal(0, loose, 2)) * size if rows else rng.uniform(0, TILE, 2)
            at, radius = (int(spot[0]), int(spot[1])), int(size * rng.uniform(0.12, 0.25))
            cv2.circle(tile, at, radius, colours[int(rng.integers(4))], int(rng.choice([-1, 3, 6])), cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(tile, (0, 0), 0.8) * np.exp(weave(rng))[..., None], np.float32)


def static(rng: np.random.Generator, _rgb: tuple[float, float, float]) -> Array:
    """No table at all: coloured noise of some grain."""
    grain = rng.uniform(0.7, 30)
    field = np.stack([noise(rng, grain, grain) for _ in range(3)], 2)
    return np.asarray(linear((128, 128, 128)) * np.exp(np.clip(field * rng.uniform(0.2, 0.9), -2, 1.3)), np.float32)


# name: (function, typical colours, tile size in mm)
SURFACES: dict[str, tuple[Texture, list[tuple[float, float, float]], tuple[float, float]]] = {
    "white paper": (paper, [(236, 236, 232), (225, 222, 214), (240, 238, 228)], (300, 500)),
    "light wood": (wood, [(205, 170, 120), (196, 165, 128), (214, 186, 145), (186, 150, 105)], (350, 650)),
    "mid-brown wood": (wood, [(150, 98, 55), (130, 85, 52), (160, 105, 66)], (350, 650)),
    "dark wood": (wood, [(72, 46, 30), (58, 40, 30), (88, 55, 36)], (350, 650)),
    "off-white tablecloth": (plain_cloth, [(222, 218, 206), (205, 200, 192), (228, 222, 214)], (250, 400)),
    "coloured tablecloth": (
        plain_cloth,
        [(120, 140, 160), (170, 140, 130), (140, 150, 120), (180, 170, 140)],
        (250, 400),
    ),
    "dark cloth": (plain_cloth, [(36, 44, 66), (40, 40, 42), (66, 30, 34), (30, 50, 42)], (250, 400)),
    "light grey stone": (stone, [(176, 176, 170), (160, 164, 166), (190, 186, 176)], (300, 500)),
    "dark stone": (stone, [(64, 64, 66), (52, 54, 58)], (300, 500)),
    "marble": (marble, [(226, 224, 220), (208, 204, 198), (190, 194, 190)], (400, 800)),
    "terrazzo": (terrazzo, [(205, 200, 192), (178, 176, 172), (120, 122, 124)], (350, 600)),
    "checked cloth": (checked, [(228, 222, 208), (215, 210, 200)], (250, 500)),
    "striped cloth": (striped, [(220, 205, 178), (225, 222, 214)], (250, 500)),
    "dotted cloth": (dotted, [(226, 220, 208), (200, 196, 186), (150, 160, 175)], (250, 500)),
    "flowered cloth": (flowered, [(228, 222, 210), (205, 212, 216), (200, 190, 180)], (350, 600)),
    "tiles": (tiles, [(214, 210, 202), (190, 180, 165), (150, 160, 165)], (300, 600)),
    "confetti cloth": (confetti, [(228, 222, 210), (190, 200, 205)], (250, 500)),
    "noise": (static, [(128, 128, 128)], (250, 900)),
    "felt": (felt, [(40, 96, 66), (52, 66, 110), (110, 40, 46)], (300, 400)),
}


def table_top(rng: np.random.Generator, surface: str, x: Array, y: Array, pixels_per_mm: float) -> Array:
    """Albedo of the table at the points x, y (mm); `pixels_per_mm` sets how far the tile is smoothed first."""
    make, colours, (low, high) = SURFACES[surface]
    base = np.array(colours[int(rng.integers(len(colours)))]) + rng.normal(0, 5, 3) + rng.normal(0, 6)
    tile = make(rng, tuple(np.clip(base, 12, 246)))  # type: ignore[arg-type]
    scale = TILE / rng.uniform(low, high)
    smear = scale / max(pixels_per_mm, 0.1)
    if smear > 1.2:
        tile = np.pad(tile, ((16, 16), (16, 16), (0, 0)), mode="wrap")
        tile = cv2.GaussianBlur(tile, (0, 0), 0.4 * smear)[16:-16, 16:-16]
    turn = np.radians(rng.choice([0, 90]) + rng.normal(0, 5) if rng.random() < 0.75 else rng.uniform(0, 180))
    c, s, dx, dy = np.cos(turn), np.sin(turn), *rng.uniform(0, TILE, 2)
    u = np.mod(x * np.float32(c * scale) + y * np.float32(s * scale) + np.float32(dx), TILE)
    v = np.mod(y * np.float32(c * scale) - x * np.float32(s * scale) + np.float32(dy), TILE)
    tile = cv2.copyMakeBorder(tile, 0, 2, 0, 2, cv2.BORDER_WRAP)
    return cv2.remap(tile, u, v, cv2.INTER_LINEAR)

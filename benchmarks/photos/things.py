"""Things on the table that are no cards, drawn over the linear picture.

Flat things are drawn from distances in table millimetres like the cards, tall ones from projected outlines.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from .geometry import Array, Camera
from .lighting import Light
from .textures import linear

Points = NDArray[np.float64]
BRIGHT = [(196, 40, 46), (28, 84, 168), (36, 140, 70), (236, 190, 40), (226, 112, 30), (112, 56, 150), (230, 120, 160)]


class Canvas:
    """The linear picture with what is needed to put things on it."""

    def __init__(self, scene: Array, lit: Array, camera: Camera, light: Light) -> None:
        self.scene, self.lit, self.camera, self.light = scene, lit, camera, light

    def fill(self, shape: Points, colour: Array, soft_px: float = 0.0, opacity: float = 1.0, glow: float = 0.0) -> None:
        """Paint a polygon given in pixels; `glow` adds light that does not depend on the lamps."""
        low = np.floor(shape.min(0) - 3 * soft_px - 2).astype(int).clip(0)
        high = np.minimum(np.ceil(shape.max(0) + 3 * soft_px + 3).astype(int), self.camera.size)
        if (high <= low).any():
            return
        mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
        cv2.fillPoly(mask, [np.int32(np.round((shape - low) * 16))], 255, cv2.LINE_AA, 4)
        cover = mask.astype(np.float32) * np.float32(opacity / 255)
        if soft_px > 0.3:
            cover = cv2.GaussianBlur(cover, (0, 0), soft_px)
        place = np.s_[low[1] : high[1], low[0] : high[0]]
        self.scene[place] += cover[..., None] * (self.lit[place] * colour + np.float32(glow) - self.scene[place])

    def darken(self, shape: Points, amount: float, soft_px: float) -> None:
        low = np.floor(shape.min(0) - 3 * soft_px - 2).astype(int).clip(0)
        high = np.minimum(np.ceil(shape.max(0) + 3 * soft_px + 3).astype(int), self.camera.size)
        if (high <= low).any():
            return
        mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.float32)
        cv2.fillPoly(mask, [np.int32(np.round((shape - low) * 16))], 1.0, cv2.LINE_8, 4)
        mask = cv2.GaussianBlur(mask, (0, 0), max(soft_px, 0.5))
        self.scene[low[1] : high[1], low[0] : high[0]] *= (1 - np.float32(amount) * mask)[..., None]

    def scale(self, at: Points) -> float:
        return self.camera.pixels_per_mm(at)

    def cast(self, outline: Points, height: float) -> None:
        """Shadow of a thing of that height with this outline in table mm."""
        reach = self.light.direction * height * (0.25 + 0.6 * self.light.hardness)
        hull = cv2.convexHull(np.float32(np.concatenate([outline, outline + reach])))[:, 0].astype(float)
        soft = self.scale(outline.mean(0)) * (1.5 + height * 0.12 * (1 - self.light.hardness))
        self.darken(self.camera.project(hull), 0.25 + 0.35 * self.light.hardness, soft)


def circle(at: Points, radius: float, n: int = 48) -> Points:
    a = np.linspace(0, 2 * np.pi, n, endpoint=False)
    return np.asarray(at) + radius * np.stack([np.cos(a), np.sin(a)], 1)


def raised(shape: Points, height: float) -> Points:
    return np.concatenate([shape, np.full((len(shape), 1), -height)], 1)


def capsule(a: Points, b: Points, radius_a: float, radius_b: float) -> Points:
    both = np.concatenate([circle(a, radius_a, 24), circle(b, radius_b, 24)])
    return cv2.convexHull(np.float32(both))[:, 0].astype(float)


def mug(rng: np.random.Generator, canvas: Canvas, at: Points) -> Points:
    radius, height = rng.uniform(36, 46), rng.uniform(75, 105)
    body = linear(
        BRIGHT[int(rng.integers(7))] if rng.random() < 0.5 else tuple(rng.uniform(40, 235) + rng.normal(0, 8, 3))
    )
    canvas.cast(circle(at, radius), height)
    project = canvas.camera.project
    base, rim = project(circle(at, radius * 0.94)), project(raised(circle(at, radius), height))
    handle_at = np.array(at) + radius * 1.25 * np.array([np.cos(t := rng.uniform(0, 2 * np.pi)), np.sin(t)])
    canvas.fill(project(raised(capsule(np.array(at), handle_at, 9, 9), height * 0.6)), body * 0.8)
    hull = cv2.convexHull(np.float32(np.concatenate([base, rim])))[:, 0].astype(float)
    canvas.fill(hull, body * 0.75)
    for k in range(6):
        slide = np.array([np.cos(k), np.sin(k)]) * 0.1 * radius
        part = np.concatenate(
            [project(circle(np.array(at) + slide, radius * 0.6)), project(raised(circle(at, radius * 0.7), height))]
        )
        canvas.fill(cv2.convexHull(np.float32(part))[:, 0].astype(float), body, 8, 0.15)
    canvas.fill(rim, body * 1.15)
    canvas.fill(project(raised(circle(at, radius * 0.9), height)), body * 0.4)
    drink = linear([(60, 34, 20), (150, 90, 40), (96, 60, 40), (230, 225, 215)][int(rng.integers(4))])
    canvas.fill(project(raised(circle(at, radius * 0.86), height * 0.85)), drink)
    canvas.fill(project(raised(circle(np.array(at) + 8, radius * 0.15), height * 0.85)), drink, 4, 0.5, 0.3)
    return np.concatenate([hull, rim, project(raised(circle(handle_at, 9), height * 0.6))])


def coin(rng: np.random.Generator, canvas: Canvas, at: Points) -> Points:
    radius = rng.uniform(8.5, 13.5)
    metal = linear([(190, 185, 175), (196, 152, 84), (150, 92, 60), (200, 170, 90)][int(rng.integers(4))])
    canvas.cast(circle(at, radius), 2)
    shape = canvas.camera.project(circle(at, radius))
    canvas.fill(shape, metal * rng.uniform(0.5, 1.0))
    canvas.fill(canvas.camera.project(circle(at, radius * 0.88)), metal * rng.uniform(0.7, 1.2))
    for _ in range(7):
        spot = circle(np.array(at) + rng.normal(0, radius * 0.3, 2), radius * rng.uniform(0.1, 0.3), 12)
        canvas.fill(canvas.camera.project(spot), metal * rng.uniform(0.5, 1.5), 1.0, 0.5)
    return shape


def button(rng: np.random.Generator, canvas: Canvas, at: Points) -> Points:
    """A round coloured button, about as large as a ball or a hoop."""
    radius = rng.uniform(5.5, 12)
    colour = linear(BRIGHT[int(rng.integers(7))]) * rng.uniform(0.7, 1.1)
    canvas.cast(circle(at, radius), 2.5)
    shape = canvas.camera.project(circle(at, radius))
    canvas.fill(shape, colour)
    canvas.fill(canvas.camera.project(circle(at, radius * 0.72)), colour * rng.uniform(0.6, 0.85), 0.8)
    holes, turn = int(rng.choice([2, 4])), rng.uniform(0, np.pi)
    for k in range(holes):
        a = turn + 2 * np.pi * k / holes
        hole = circle(np.array(at) + radius * 0.28 * np.array([np.cos(a), np.sin(a)]), radius * 0.12, 12)
        canvas.fill(canvas.camera.project(hole), colour * 0.15)
    return shape


def sweet(rng: np.random.Generator, canvas: Canvas, at: Points) -> Points:
    """A glossy sweet or bead: a disc of a bright colour with a highlight, the likeness of a ball."""
    radius, colour = rng.uniform(5, 8), linear(BRIGHT[int(rng.integers(7))])
    canvas.cast(circle(at, radius), 6)
    shape = canvas.camera.project(circle(at, radius))
    canvas.fill(shape, colour * 0.8)
    canvas.fill(canvas.camera.project(circle(np.array(at) - radius * 0.15, radius * 0.7)), colour * 1.2, 1.5, 0.7)
    canvas.fill(canvas.camera.project(circle(np.array(at) - radius * 0.35, radius * 0.16, 12)), colour, 0.8, 0.9, 1.2)
    return shape


def pen(rng: np.random.Generator, canvas: Canvas, at: Points) -> Points:
    a, length = rng.uniform(0, np.pi), rng.uniform(120, 145)
    d = np.array([np.cos(a), np.sin(a)]) * length / 2
    colour = linear(BRIGHT[int(rng.integers(7))]) * 0.6 if rng.random() < 0.5 else linear((30, 30, 34))
    canvas.cast(capsule(at - d, at + d, 4, 4), 7)
    shape = canvas.camera.project(capsule(at - d * 0.9, at + d, 4.2, 4.2))
    canvas.fill(canvas.camera.project(capsule(at - d * 1.05, at - d * 0.85, 0.7, 4)), linear((180, 180, 185)))
    canvas.fill(shape, colour)
    n = np.array([-d[1], d[0]]) / length * 3
    canvas.fill(canvas.camera.project(capsule(at - d * 0.8 - n, at + d * 0.9 - n, 0.8, 0.8)), colour, 0.8, 0.7, 0.25)
    return np.concatenate([shape, canvas.camera.project((at - d * 1.06)[None])])


def phone(rng: np.random.Generator, canvas: Canvas, at: Points) -> Points:
    a = rng.uniform(0, np.pi)
    d, n = np.array([np.cos(a), np.sin(a)]) * 70, np.array([-np.sin(a), np.cos(a)]) * 33
    box = np.array([at - d - n, at + d - n, at + d + n, at - d + n])
    canvas.cast(box, 9)
    canvas.fill(canvas.camera.project(box), linear((24, 24, 27)))
    canvas.fill(canvas.camera.project(at + (box - at) * 0.93), linear((46, 48, 56)), 0, 1, 0.01)
    return canvas.camera.project(box)


def playing_card(rng: np.random.Generator, canvas: Canvas, at: Points) -> Points:
    """A French playing card, face up: white, with red or black pips."""
    a = rng.uniform(0, 2 * np.pi)
    c, s = np.cos(a), np.sin(a)
    turn = np.array([[c, s], [-s, c]])

    def put(points: Points) -> Points:
        return canvas.camera.project(np.asarray(points, float) @ turn + at)

    box = np.array([[-31, -44], [31, -44], [31, 44], [-31, 44]], float)
    canvas.cast(box @ turn + at, 1)
    canvas.fill(put(box), linear((236, 234, 228)))
    colour = linear((190, 24, 36)) if rng.random() < 0.6 else linear((24, 24, 28))
    diamond, round_pips = np.array([[0, -6], [4.6, 0], [0, 6], [-4.6, 0]]), rng.random() < 0.4
    count = int(rng.integers(2, 11))
    spots = [(x, y) for y in (-29, -10, 10, 29) for x in (-12, 12)] + [(0, 0), (0, -20)]
    for x, y in [spots[i] for i in rng.permutation(10)[:count]] + [(-25, -37), (25, 37)]:
        size = 1.0 if abs(x) < 20 else 0.6
        if round_pips:
            for dx, dy in ((0, -3), (-2.6, 1), (2.6, 1)):
                canvas.fill(put(circle(np.array([x + dx * size, y + dy * size]), 2.9 * size, 16)), colour)
        else:
            canvas.fill(put(diamond * size + [x, y]), colour)
    return put(box)


def note(rng: np.random.Generator, canvas: Canvas, at: Points) -> Points:
    a, (w, h) = rng.uniform(0, np.pi), rng.uniform(35, 60, 2)
    c, s = np.cos(a), np.sin(a)
    box = np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) @ np.array([[c, s], [-s, c]]) + at
    canvas.cast(box, 1)
    canvas.fill(
        canvas.camera.project(box), linear([(240, 238, 230), (245, 226, 120), (180, 220, 230)][int(rng.integers(3))])
    )
    for k in np.linspace(-0.7, 0.7, 7):
        line = np.array([[-w * 0.8, k * h], [w * rng.uniform(0.2, 0.8), k * h]]) @ np.array([[c, s], [-s, c]]) + at
        canvas.fill(canvas.camera.project(capsule(line[0], line[1], 0.5, 0.5)), linear((60, 60, 110)), 0.4, 0.7)
    return canvas.camera.project(box)


def hand(rng: np.random.Generator, canvas: Canvas, at: Points, inward: Points) -> Points:
    """A hand that reaches in from beyond the border at `at`, pointing along `inward`."""
    skin = linear(
        [(214, 164, 136), (190, 134, 104), (130, 86, 62), (92, 60, 44), (226, 182, 158)][int(rng.integers(5))]
    )
    side = np.array([-inward[1], inward[0]])
    parts = [capsule(at - inward * 320, at - inward * 70, 38, 30), capsule(at - inward * 75, at - inward * 30, 40, 40)]
    for k in range(4):
        root = at - inward * 25 + side * (k - 1.5) * 19
        reach = [46, 72, 66, 40][k] * rng.uniform(0.6, 1.1)
        parts.append(capsule(root, root + inward * reach + side * rng.normal(0, 4), 10, 7.5))
    parts.append(capsule(at - inward * 55 + side * 32, at + inward * 5 + side * 58, 13, 8))
    for part in parts:
        canvas.cast(part, 18)
    shapes = [canvas.camera.project(raised(part, 12)) for part in parts]
    for shape in shapes:
        canvas.fill(shape, skin * 0.72, 1.0)
    for part in parts:
        middle = part.mean(0)
        inner = canvas.camera.project(raised(middle + (part - middle) * [[0.8, 0.8]], 14))
        canvas.fill(inner, skin, 4.0, 0.75)
    return np.concatenate(shapes)


THINGS: dict[str, Callable[[np.random.Generator, Canvas, Points], Points]] = {
    "mug": mug,
    "coin": coin,
    "button": button,
    "sweet": sweet,
    "pen": pen,
    "phone": phone,
    "playing card": playing_card,
    "note": note,
}
REACH = {
    "mug": 75.0,
    "coin": 15,
    "button": 14,
    "sweet": 10,
    "pen": 80,
    "phone": 82,
    "playing card": 56,
    "note": 86,
    "stack of undealt cards": 64,
}

"""Clear plastic cards with balls and hoops, drawn from distances in the card's own millimetres."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from .geometry import Array, Camera, corners_mm
from .lighting import Light, mirrored
from .textures import linear


@dataclass(frozen=True)
class Look:
    """What all cards of a picture have in common."""

    width: float
    height: float
    corner: float
    margin: float
    ball: float
    hoop_outer: float
    hoop_inner: float
    rows: int
    cols: int
    inks: dict[str, tuple[float, float, float]]  # sRGB by colour name
    ink_opacity: float = 0.97
    ink_gloss: float = 0.2  # share of the mirrored light that the symbols keep
    tint: tuple[float, float, float] = (0.93, 0.93, 0.93)
    veil: float = 0.01
    edge: float = 0.25
    edge_mm: float = 0.7
    line: float = 0.0  # a printed outline, 0 none .. 1 black
    shadow: float = 0.15
    lift: float = 1.0  # mm over the table, throws the shadow of the symbols
    backing: float = 0.0  # 0 clear .. 1 opaque white card


@dataclass(frozen=True)
class Symbol:
    kind: str
    colour: str
    row: int
    col: int


@dataclass(frozen=True)
class Card:
    x: float
    y: float
    turn: float  # degrees clockwise as it lies; a landscape card is turned a further -90
    landscape: bool
    symbols: tuple[Symbol, ...]  # cells in the portrait frame
    slot: tuple[int, int]
    tilt: tuple[float, float] = (0.0, 0.0)
    curl: tuple[float, float] = (0.0, 0.0)  # change of the normal per mm
    plies: int = 1

    def angle(self) -> float:
        return self.turn - 90 if self.landscape else self.turn


def cell_centre(look: Look, row: int, col: int) -> tuple[float, float]:
    """Centre of a cell in the card's portrait frame, origin in the middle of the card."""
    w, h = look.width - 2 * look.margin, look.height - 2 * look.margin
    return (col + 0.5) * w / look.cols - w / 2, (row + 0.5) * h / look.rows - h / 2


def to_table(card: Card, u: float, v: float) -> NDArray[np.float64]:
    a = np.radians(card.angle())
    c, s = np.cos(a), np.sin(a)
    return np.array([card.x + u * c - v * s, card.y + u * s + v * c])


def outline(look: Look, card: Card) -> NDArray[np.float64]:
    """Corners in mm, clockwise from the top left as seen."""
    size = (look.height, look.width) if card.landscape else (look.width, look.height)
    return corners_mm(card.x, card.y, *size, card.turn)


def _box(camera: Camera, points: NDArray[np.float64], pad: float) -> tuple[int, int, int, int] | None:
    seen = camera.project(points)
    x0, y0 = np.maximum(np.floor(seen.min(0) - pad), 0).astype(int)
    x1, y1 = np.minimum(np.ceil(seen.max(0) + pad) + 1, camera.size).astype(int)
    return (int(x0), int(y0), int(x1), int(y1)) if x1 > x0 and y1 > y0 else None


def _rounded(u: Array, v: Array, half: tuple[float, float], corner: float) -> Array:
    """Signed distance in mm to a rounded rectangle, negative inside."""
    qx, qy = np.abs(u) - np.float32(half[0] - corner), np.abs(v) - np.float32(half[1] - corner)
    return np.hypot(np.maximum(qx, 0), np.maximum(qy, 0)) + np.minimum(np.maximum(qx, qy), 0) - np.float32(corner)


def draw_card(
    rng: np.random.Generator, scene: Array, lit: Array, camera: Camera, light: Light, look: Look, card: Card
) -> None:
    """Lay one card (or a pile, `plies` > 1) into the linear picture `scene`, in place; `lit` is the illumination."""
    corners = outline(look, card)
    scale = camera.pixels_per_mm(np.array([card.x, card.y]))
    box = _box(camera, corners, 8 * scale)
    if box is None:
        return
    x0, y0, x1, y1 = box
    view, lamp = scene[y0:y1, x0:x1], lit[y0:y1, x0:x1]
    x, y = camera.table_points(box)
    a = np.radians(card.angle())
    c, s = np.float32(np.cos(a)), np.float32(np.sin(a))
    dx, dy = x - np.float32(card.x), y - np.float32(card.y)
    u, v = dx * c + dy * s, dy * c - dx * s
    half = (look.width / 2, look.height / 2)
    px = np.float32(scale)

    cast = light.direction * look.lift * (0.6 + 2.2 * light.hardness)
    cu, cv = cast[0] * c + cast[1] * s, cast[1] * c - cast[0] * s
    if look.shadow > 0:
        soft = 0.8 + 2.5 * (1 - light.hardness)
        d = _rounded(u - cu, v - cv, half, look.corner)
        view *= (1 - look.shadow * np.clip(0.5 - d / soft, 0, 1))[..., None]
    symbols = []
    for symbol in card.symbols:
        su, sv = cell_centre(look, symbol.row, symbol.col)
        symbols.append((symbol, su, sv))
        if light.hardness > 0.1:
            r = np.hypot(u - (su + cu), v - (sv + cv))
            soft = np.float32(0.5 + 1.5 * (1 - light.hardness))
            view *= (1 - 0.45 * light.hardness * _cover(symbol, look, r, 1 / soft))[..., None]

    d = _rounded(u, v, half, look.corner)
    for ply in range(card.plies):
        if ply:
            d = _rounded(u - rng.normal(0, 0.7), v - rng.normal(0, 0.7), half, look.corner)
        inside = np.clip(0.5 - d * px, 0, 1)
        veil = lamp * np.float32(look.veil)
        if look.backing:
            veil = veil + lamp * np.float32(0.88 * look.backing)
        clear = np.array(look.tint, np.float32) * np.float32(1 - look.backing)
        view += inside[..., None] * (view * (clear - 1) + veil)
        _draw_edge(view, lamp, u, v, d, look, half, light.direction, (c, s), px)

    tilt = (card.tilt[0] + card.curl[0] * u, card.tilt[1] + card.curl[1] * v)
    shine = mirrored(light, x, y, camera.position, tilt) * np.clip(0.5 - d * px, 0, 1)[..., None]
    ink = np.zeros_like(d)
    for symbol, su, sv in symbols:
        r = np.hypot(u - su, v - sv)
        cover = _cover(symbol, look, r, px)
        ink = np.maximum(ink, cover)
        colour = linear(look.inks[symbol.colour])
        dome = 1 + 0.10 * np.exp(-(((u - su + 1.5) ** 2 + (v - sv + 2) ** 2) / 9)) - 0.05 * np.clip(r / 6, 0, 1)
        body = lamp * colour * dome[..., None]
        view += (cover * np.float32(look.ink_opacity))[..., None] * (body - view)
    view += shine * (1 - ink * np.float32(1 - look.ink_gloss))[..., None]


def _cover(symbol: Symbol, look: Look, r: Array, px: np.float32 | float) -> Array:
    if symbol.kind == "ball":
        return np.clip(0.5 + (look.ball / 2 - r) * px, 0, 1)
    middle, half = (look.hoop_outer + look.hoop_inner) / 4, (look.hoop_outer - look.hoop_inner) / 4
    return np.clip(0.5 + (half - np.abs(r - middle)) * px, 0, 1)


def _draw_edge(
    view: Array, lamp: Array, u: Array, v: Array, d: Array, look: Look, half: tuple[float, float],
    direction: NDArray[np.float64], turn: tuple[np.float32, np.float32], px: np.float32,
) -> None:  # fmt: skip
    """The cut edge: bright where it faces the light, dark on the far side, thinner than a pixel when far away."""
    width = np.float32(look.edge_mm)
    band = np.clip(0.5 + (width / 2 - np.abs(d + width / 2)) * px, 0, 1)
    across = (np.abs(u) - half[0]) > (np.abs(v) - half[1])
    lu, lv = direction[0] * turn[0] + direction[1] * turn[1], direction[1] * turn[0] - direction[0] * turn[1]
    facing = np.where(across, -np.sign(u) * lu, -np.sign(v) * lv).astype(np.float32)
    if look.edge:
        view += (band * look.edge * np.maximum(facing + 0.25, 0))[..., None] * lamp * 0.35
        view *= (1 - band * look.edge * np.clip(-facing + 0.25, 0, 1) * 0.6)[..., None]
    if look.line:
        view *= (1 - np.clip(0.5 + (0.3 - np.abs(d)) * px, 0, 1) * look.line)[..., None]


def overlap(look: Look, first: Card, second: Card, gap: float = 1.0) -> bool:
    """Whether two cards lie on each other or closer than `gap` mm."""
    boxes = [((k.x, k.y), (look.width + gap, look.height + gap), k.angle()) for k in (first, second)]
    return cv2.rotatedRectangleIntersection(*boxes)[0] != cv2.INTERSECT_NONE

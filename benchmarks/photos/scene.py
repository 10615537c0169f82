"""One photograph from one recipe: deal and lay the cards, place the camera, light, draw, develop, write the truth."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from . import sensor as camera_sensor
from .cards import Card, Look, Symbol, cell_centre, draw_card, outline, overlap, to_table
from .geometry import Array, Camera, aim, frame
from .lighting import Emitter, Light, emitter_over, illumination, kelvin, mirrored
from .textures import table_top
from .things import REACH, THINGS, Canvas, hand


@dataclass(frozen=True)
class Recipe:
    """Everything that is decided before a photograph is made."""

    difficulty: str
    size: tuple[int, int]  # displayed width and height before `sensor.enlarge`
    surface: str
    lighting: str
    light: Light
    look: Look
    sensor: camera_sensor.Sensor
    palette: str = "P1"
    colours: tuple[str, ...] = ("blue", "green", "orange", "purple")  # by orbit: corner, top middle, outer, centre
    rule: str = "classic"
    symbols: str = "one of each"  # or "any two"
    table: tuple[int, int] = (4, 4)
    gap: tuple[float, float] = (8.0, 8.0)
    jitter: float = 1.5
    turn_deg: float = 1.5
    sloppy: bool = False
    row_shift: float = 0.0
    landscape: float = 0.0
    missing: float = 0.0
    focal_35mm: float = 28.0
    k1: float = 0.0
    tilt_deg: float = 5.0
    azimuth_deg: float = 0.0
    roll_deg: float = 0.0
    fill: float = 0.8
    shift: tuple[float, float] = (0.0, 0.0)
    sheen: float = 0.0  # share of the mirrored light that the table itself throws back
    roughness: float = 150.0
    card_tilt: float = 0.006
    glare: int = 0
    glare_kind: str = "lamp"  # lamp, tube, window, soft
    glare_power: float = 14.0
    things: tuple[str, ...] = ()
    extra: dict[str, Any] = field(default_factory=dict)


LEAST_PIXELS_PER_MM = {"easy": 1.9, "medium": 1.8, "hard": 1.6}


@dataclass(frozen=True)
class Photo:
    image: NDArray[np.uint8]  # BGR, as displayed
    jpeg: bytes
    truth: dict[str, Any]


def orbit(row: int, col: int, rows: int, cols: int) -> tuple[int, int]:
    """The class of a cell under the symmetries of the card."""
    r, c = min(row, rows - 1 - row), min(col, cols - 1 - col)
    return (min(r, c), max(r, c)) if rows == cols else (r, c)


def orbits(rows: int, cols: int) -> list[tuple[int, int]]:
    """Classes in the order in which they first appear reading the card."""
    return list(dict.fromkeys(orbit(r, c, rows, cols) for r in range(rows) for c in range(cols)))


def _deal(rng: np.random.Generator, recipe: Recipe, count: int) -> list[tuple[Symbol, ...]]:
    rows, cols = recipe.look.rows, recipe.look.cols
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    order = orbits(rows, cols)

    def symbol(kind: str, cell: tuple[int, int]) -> Symbol:
        by_class = recipe.colours[order.index(orbit(*cell, rows, cols)) % len(recipe.colours)]
        free = recipe.colours[int(rng.integers(len(recipe.colours)))]
        return Symbol(kind, by_class if recipe.rule == "classic" else free, *cell)

    dealt: list[tuple[Symbol, ...]] = []
    seen: dict[tuple[Symbol, ...], int] = {}
    while len(dealt) < count:
        first, second = (cells[i] for i in rng.choice(len(cells), 2, replace=False))
        kinds = ("ball", "hoop")
        if recipe.symbols != "one of each":
            kinds = (str(rng.choice(kinds)), str(rng.choice(kinds)))
        card = (symbol(kinds[0], first), symbol(kinds[1], second))
        flips = itertools.product((False, True), repeat=2)
        key = min(
            tuple(
                sorted(
                    (s.kind, s.colour, rows - 1 - s.row if v else s.row, cols - 1 - s.col if h else s.col) for s in card
                )
            )
            for h, v in flips
        )
        if seen.get(key, 0) <= len(dealt) // 30:  # type: ignore[call-overload]
            seen[key] = seen.get(key, 0) + 1  # type: ignore[call-overload, index]
            dealt.append(card)
    return dealt


def lay(rng: np.random.Generator, recipe: Recipe) -> list[Card]:
    """Cards on the table, none on another, no row or column of the table empty."""
    rows, cols = recipe.table
    look = recipe.look
    slots = [(r, c) for r in range(rows) for c in range(cols)]
    while True:
        kept = [s for s in slots if rng.random() >= recipe.missing] if recipe.missing else slots
        if {r for r, _ in kept} == set(range(rows)) and {c for _, c in kept} == set(range(cols)):
            break
    pitch_x, pitch_y = look.width + recipe.gap[0], look.height + recipe.gap[1]
    if recipe.landscape:
        pitch_x = max(pitch_x, 0.5 * (look.width + look.height) + recipe.gap[0])
    shifts = rng.uniform(-1, 1, rows) * recipe.row_shift * pitch_x
    laid: list[Card] = []
    for (r, c), symbols in zip(kept, _deal(rng, recipe, len(kept)), strict=True):
        x, y = (c - (cols - 1) / 2) * pitch_x + shifts[r], (r - (rows - 1) / 2) * pitch_y
        sideways = bool(rng.random() < recipe.landscape)
        tilt = tuple(rng.normal(0, recipe.card_tilt, 2))
        curl = tuple(rng.normal(0, recipe.card_tilt / 60, 2))
        for attempt in range(40):
            ease = 1 - attempt / 40
            limit = 15.0 if recipe.sloppy else 4.0
            turn = float(np.clip(rng.normal(0, recipe.turn_deg), -limit, limit)) * ease
            dx, dy = rng.normal(0, recipe.jitter, 2) * ease
            card = Card(x + dx, y + dy, turn, sideways and attempt < 20, symbols, (r, c), tilt, curl)
            if not any(overlap(look, card, other) for other in laid):
                break
        laid.append(card)
    return laid


def photograph(rng: np.random.Generator, recipe: Recipe, with_cards: bool = True) -> Photo:
    """Make the picture and its truth."""
    look = recipe.look
    cards = lay(rng, recipe)
    corners = np.concatenate([outline(look, card) for card in cards])
    start = aim(
        recipe.size,
        recipe.focal_35mm,
        recipe.k1,
        corners.mean(0),
        900,
        recipe.tilt_deg,
        recipe.azimuth_deg,
        recipe.roll_deg,
    )
    camera = frame(start, corners, recipe.fill, recipe.shift)
    scale = min(camera.pixels_per_mm(np.array([card.x, card.y])) for card in cards)
    if scale < (least := LEAST_PIXELS_PER_MM[recipe.difficulty]):
        width, height = (2 * round(n * least / scale / 2) for n in recipe.size)
        camera = replace(camera, size=(width, height), focal_px=camera.focal_px * width / recipe.size[0])
        recipe = replace(recipe, size=(width, height))
    if not with_cards:
        cards = []
    light = replace(recipe.light, emitters=_emitters(rng, recipe, camera, cards))
    x, y = camera.table_points()
    middle = corners.mean(0)
    lit = illumination(rng, light, x, y)
    white = lit.reshape(-1, 3).mean(0)
    lit /= white[1]
    white = white / white[1]
    scene = table_top(rng, recipe.surface, x, y, camera.pixels_per_mm(middle)) * lit
    if recipe.sheen:
        shine = mirrored(light, x[::4, ::4], y[::4, ::4], camera.position, (0.0, 0.0), recipe.roughness)
        scene += cv2.resize(shine, recipe.size, interpolation=cv2.INTER_LINEAR) * np.float32(recipe.sheen)
    for card in cards:
        draw_card(rng, scene, lit, camera, light, look, card)
    boxes = _put_things(rng, recipe, Canvas(scene, lit, camera, light), cards, corners)
    image = camera_sensor.develop(rng, scene, white.astype(np.float32), recipe.sensor)
    height, width = image.shape[:2]
    scale = np.array([width, height]) / recipe.size
    truth = _truth(recipe, camera, cards, scale, boxes)
    truth["size"] = [width, height]
    return Photo(image, camera_sensor.jpeg(image, recipe.sensor.quality, recipe.sensor.orientation), truth)


def _emitters(rng: np.random.Generator, recipe: Recipe, camera: Camera, cards: list[Card]) -> list[Emitter]:
    found: list[Emitter] = []
    best = max(recipe.light.lamps, key=lambda lamp: lamp.power)
    if recipe.sheen:  # the lamps themselves, as a varnished table shows them
        for lamp in recipe.light.lamps:
            radiance = lamp.colour * np.float32(lamp.power * 20)
            found.append(Emitter((lamp.place[0], lamp.place[1]), (180, 180), -lamp.place[2], 0.0, 60, radiance))
    for _ in range(recipe.glare):
        if cards:
            card = cards[int(rng.integers(len(cards)))]
            spot, normal = np.array([card.x, card.y]) + rng.normal(0, 20, 2), card.tilt
        else:
            spot, normal = rng.normal(0, 120, 2), (0.0, 0.0)
        height = rng.uniform(900, 2200)
        half = {
            "lamp": rng.uniform(120, 550, 2),
            "tube": np.array([rng.uniform(400, 1200), rng.uniform(60, 170)]),
            "window": rng.uniform(220, 650, 2),
            "soft": rng.uniform(250, 600, 2),
        }[recipe.glare_kind] * (height / 1500)
        soft = {"lamp": 15.0, "tube": 20.0, "window": 12.0, "soft": 350.0}[recipe.glare_kind]
        panes = (int(rng.integers(1, 4)), int(rng.integers(1, 4))) if recipe.glare_kind == "window" else (1, 1)
        radiance = best.colour * np.float32(recipe.glare_power * rng.uniform(0.5, 1.3))
        place = emitter_over(camera.position, spot, height, normal)
        turn = float(rng.normal(0, 0.3))
        found.append(Emitter(place, (float(half[0]), float(half[1])), height, turn, soft, radiance, panes))
    return found


def _put_things(
    rng: np.random.Generator, recipe: Recipe, canvas: Canvas, cards: list[Card], corners: NDArray[np.float64]
) -> list[dict[str, Any]]:
    """Lay the things beside the cards; one that finds no room is left away."""
    camera, size = canvas.camera, np.array(canvas.camera.size)
    taken = [np.array([k.x, k.y]) for k in cards]
    reach_card = 0.5 * float(np.hypot(recipe.look.width, recipe.look.height))
    boxes: list[dict[str, Any]] = []
    placed: list[tuple[NDArray[np.float64], float]] = []
    low, high = corners.min(0) - 260, corners.max(0) + 260
    for name in recipe.things:
        reach = REACH.get(name, 40.0)
        for _ in range(60):
            if name == "hand":
                pixel = np.array([0.0 if rng.random() < 0.5 else size[0] - 1.0, rng.uniform(0.3, 1.0) * size[1]])
                box = tuple(int(v) for v in pixel.clip(0, size - 1))
                px, py = camera.table_points((box[0], box[1], box[0] + 1, box[1] + 1))
                at = np.array([float(px[0, 0]), float(py[0, 0])])
                inward = corners.mean(0) - at
                inward = inward / np.linalg.norm(inward)
                probe, reach = at + inward * 40, 75.0
            else:
                at = rng.uniform(low, high)
                probe, inward = at, np.zeros(2)
                inside = camera.project(at[None])[0]
                if (inside < 0).any() or (inside > size - 1).any():
                    continue
            lean = 70.0 if name == "mug" else 0.0
            if any(np.linalg.norm(probe - t) < reach + reach_card + lean for t in taken):
                continue
            if any(np.linalg.norm(probe - p) < reach + r for p, r in placed):
                continue
            placed.append((probe, reach))
            if name == "hand":
                shape = hand(rng, canvas, at, inward)
            elif name == "stack of undealt cards":
                shape = _stack(rng, recipe, canvas, at)
            else:
                shape = THINGS[name](rng, canvas, at)
            seen_low, seen_high = shape.min(0).clip(0), np.minimum(shape.max(0), size - 1)
            if (seen_high > seen_low).all():
                boxes.append({"kind": name, "bbox": [float(v) for v in (*seen_low, *seen_high)]})
            break
    return boxes


def _stack(rng: np.random.Generator, recipe: Recipe, canvas: Canvas, at: NDArray[np.float64]) -> NDArray[np.float64]:
    """The undealt cards: a pile through which the symbols of many cards show at once."""
    cells = [(r, c) for r in range(recipe.look.rows) for c in range(recipe.look.cols)]
    count = int(rng.integers(6, len(cells) + 1))
    symbols = tuple(
        Symbol(str(rng.choice(["ball", "hoop"])), str(rng.choice(recipe.colours)), *cells[i])
        for i in rng.permutation(len(cells))[:count]
    )
    turn = float(rng.uniform(-40, 40))
    pile = Card(float(at[0]), float(at[1]), turn, False, symbols, (0, 0), (0.0, 0.0), plies=4)
    look = replace(
        recipe.look, veil=recipe.look.veil * 2 + 0.03, edge=0.5, shadow=0.35, ink_opacity=rng.uniform(0.6, 0.95)
    )
    draw_card(rng, canvas.scene, canvas.lit, canvas.camera, canvas.light, look, pile)
    return canvas.camera.project(outline(look, pile))


def _truth(
    recipe: Recipe, camera: Camera, cards: list[Card], scale: NDArray[np.float64], boxes: list[dict[str, Any]]
) -> dict[str, Any]:
    look = recipe.look

    def pixels(points: Array | NDArray[np.float64]) -> list[list[float]]:
        seen = (camera.project(np.asarray(points, np.float64)) + 0.5) * scale - 0.5
        return [[round(float(a), 1), round(float(b), 1)] for a, b in seen]

    listed = []
    for card in cards:
        entry: dict[str, Any] = {"table_row": card.slot[0], "table_col": card.slot[1]}
        entry["corners"], entry["landscape"] = pixels(outline(look, card)), card.landscape
        found = []
        for s in card.symbols:
            middle = to_table(card, *cell_centre(look, s.row, s.col))
            found.append(
                {"kind": s.kind, "row": s.row, "col": s.col, "colour": s.colour, "xy": pixels(middle[None])[0]}
            )
        kinds = [f["kind"] for f in found]
        if sorted(kinds) == ["ball", "hoop"]:
            for f in found:
                entry[f.pop("kind")] = f
        else:
            entry["symbols"] = found
        listed.append(entry)
    s = recipe.sensor
    return {
        "difficulty": recipe.difficulty,
        "surface": recipe.surface,
        "lighting": recipe.lighting,
        "palette": recipe.palette,
        "colour_rule": recipe.rule,
        "colours": list(recipe.colours),
        "rows": look.rows,
        "cols": look.cols,
        "table_rows": recipe.table[0],
        "table_cols": recipe.table[1],
        "card_mm": [round(look.width, 2), round(look.height, 2)],
        "grid_margin_mm": round(look.margin, 2),
        "ball_diameter_mm": round(look.ball, 2),
        "hoop_outer_mm": round(look.hoop_outer, 2),
        "hoop_inner_mm": round(look.hoop_inner, 2),
        "camera": {
            "tilt_deg": round(recipe.tilt_deg, 2),
            "roll_deg": round(recipe.roll_deg, 2),
            "equiv_focal_mm": round(recipe.focal_35mm, 2),
            "distortion_k1": round(recipe.k1, 4),
            "defocus_sigma_px": round(s.defocus_px, 2),
            "motion_blur": [round(v, 1) for v in s.motion] if s.motion else None,
            "exposure_error_ev": round(s.exposure_ev, 2),
            "exif_orientation": s.orientation,
            "jpeg_quality": s.quality,
        },
        "sloppy": recipe.sloppy,
        "distractors": [
            {"kind": b["kind"], "bbox": [round(float(v * scale[i % 2]), 1) for i, v in enumerate(b["bbox"])]}
            for b in boxes
        ],
        **recipe.extra,
        "cards": listed,
    }


__all__ = ["Photo", "Recipe", "kelvin", "photograph"]

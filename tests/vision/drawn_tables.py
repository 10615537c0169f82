"""Drawings laid on a table and photographed: tilted, lit from one side, blurred, with noise, saved as JPEG."""

from __future__ import annotations

from io import BytesIO
from random import Random

import cv2
import numpy as np
from PIL import Image

from swishsolve.model.deck import Deck, parse_deck
from swishsolve.render.drawing import Drawing
from swishsolve.render.png import draw_image


def random_deck(name: str, grid: str, symbols: str, seed: int, count: int = 9) -> Deck:
    """A deck of different cards; `symbols` are the kinds that a card may carry, such as "bB" or "bb bB BB"."""
    random = Random(seed)
    rows, cols = map(int, grid.split("x"))
    codes: dict[str, None] = {}
    while len(codes) < count:
        cells = ["."] * (rows * cols)
        kinds = random.choice(symbols.split())
        for place, kind in zip(random.sample(range(rows * cols), len(kinds)), kinds, strict=True):
            letter = random.choice("bgop")
            cells[place] = letter.upper() if kind.isupper() else letter
        codes["/".join("".join(cells[row * cols : (row + 1) * cols]) for row in range(rows))] = None
    types = ", ".join(f'{{code = "{code}"}}' for code in codes)
    return parse_deck(f'name = "{name}"\ngrid = "{grid}"\nrule = "free"\ntypes = [{types}]')


def photographed(drawing: Drawing, dpi: float, seed: int = 1) -> bytes:
    """The drawing on a table, as a camera sees it."""
    return photograph_of(np.asarray(draw_image(drawing, dpi)), seed)


def photograph_of(pixels: np.ndarray, seed: int) -> bytes:
    random = np.random.default_rng(seed)
    height, width = pixels.shape[:2]
    size = np.array([width, height])
    corners = np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * size
    seen = corners + size * 0.08 + random.uniform(-0.025, 0.025, (4, 2)) * size
    way = cv2.getPerspectiveTransform(corners.astype(np.float32), seen.astype(np.float32))
    whole = (round(width * 1.16), round(height * 1.16))
    table = np.full((whole[1], whole[0], 3), (214, 205, 190), np.uint8)
    scene = cv2.warpPerspective(
        pixels, way, whole, dst=table, borderMode=cv2.BORDER_TRANSPARENT, flags=cv2.INTER_AREA
    ).astype(float)
    down, across = np.indices(scene.shape[:2]) / max(whole)
    scene *= (1.02 - 0.22 * across - 0.1 * down)[..., None] * (1.0, 0.96, 0.88)
    scene = cv2.GaussianBlur(scene, (0, 0), 0.8) + random.normal(0, 2.0, scene.shape)
    file = BytesIO()
    Image.fromarray(np.clip(scene, 0, 255).astype(np.uint8)).save(file, "JPEG", quality=92)
    return file.getvalue()

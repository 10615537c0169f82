"""Simple pictures of tables, drawn from above and warped: enough to test the parts of the reader one by one."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from swishsolve.model.code import parse_card

PRINTS = {
    "b": (28, 60, 170),
    "o": (226, 110, 30),
    "g": (24, 130, 60),
    "p": (96, 40, 140),
    "r": (205, 30, 40),
    "y": (225, 180, 20),
}
CARD_MM = (63.5, 88.9)


@dataclass
class TablePicture:
    """A table of cards, drawn at ``scale`` pixels per mm."""

    codes: list[list[str | None]]  # rows of card codes, None for a gap
    scale: float = 3.0
    pitch: tuple[float, float] = (70.0, 96.0)
    ground: tuple[int, int, int] = (214, 208, 200)
    edge: int = 12  # how much darker the outline is
    ball: float = 12.6
    hoop: tuple[float, float] = (18.2, 14.2)
    turns: dict[tuple[int, int], float] = field(default_factory=dict)  # degrees clockwise
    noise: float = 2.0

    def draw(self) -> NDArray[np.uint8]:
        rows, cols = len(self.codes), max(len(row) for row in self.codes)
        width = int((cols * self.pitch[0] + 80) * self.scale)
        height = int((rows * self.pitch[1] + 80) * self.scale)
        big = 2  # drawn larger, then averaged
        picture = np.full((height * big, width * big, 3), self.ground, np.uint8)
        for r, row in enumerate(self.codes):
            for c, code in enumerate(row):
                if code is not None:
                    self._card(picture, r, c, code, self.scale * big)
        small = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA).astype(np.float64)
        small += np.random.default_rng(1).normal(0, self.noise, small.shape)
        return np.clip(small, 0, 255).astype(np.uint8)

    def centre_mm(self, row: int, col: int) -> NDArray[np.float64]:
        return np.array([40 + (col + 0.5) * self.pitch[0], 40 + (row + 0.5) * self.pitch[1]])

    def _card(self, picture: NDArray[np.uint8], row: int, col: int, code: str, scale: float) -> None:
        card = parse_card(code)
        angle = np.radians(self.turns.get((row, col), 0.0))
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        middle, half = self.centre_mm(row, col), np.array(CARD_MM) / 2
        corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
        points = np.rint((corners @ turn.T + middle) * scale).astype(np.int32)
        cv2.polylines(picture, [points], True, tuple(int(v) - self.edge for v in self.ground), int(scale), cv2.LINE_AA)
        for symbol in card.symbols:
            cell = np.array(
                [
                    (symbol.col - (card.grid.cols - 1) / 2) * CARD_MM[0] / card.grid.cols,
                    (symbol.row - (card.grid.rows - 1) / 2) * CARD_MM[1] / card.grid.rows,
                ]
            )
            x, y = (int(v) for v in np.rint((turn @ cell + middle) * scale))
            if symbol.kind == "ball":
                cv2.circle(picture, (x, y), round(self.ball / 2 * scale), PRINTS[symbol.colour], -1, cv2.LINE_AA)
            else:
                outer, inner = (d / 2 * scale for d in self.hoop)
                radius, thick = round((outer + inner) / 2), round(outer - inner)
                cv2.circle(picture, (x, y), radius, PRINTS[symbol.colour], thick, cv2.LINE_AA)


NINE: list[list[str | None]] = [
    ["b../.../.P./...", "B../..o/.../...", ".g./.../.../..B"],
    [".../O../.../..b", "..b/.../.../.G.", ".../.../.p./B.."],
    [".../o../.P./...", ".../.../..o/B..", ".G./.../.../b.."],
]


def tilted(picture: NDArray[np.uint8], degrees: float) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """The picture seen by a camera tilted about the level axis, and the homography from the flat picture."""
    height, width = picture.shape[:2]
    focal = 0.65 * float(np.hypot(width, height))
    inner = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    angle = np.radians(degrees)
    turn = np.array([[1, 0, 0], [0, np.cos(angle), -np.sin(angle)], [0, np.sin(angle), np.cos(angle)]])
    # a table through the middle of the view, at distance 1.1 of the one that fills it
    plane = inner @ np.column_stack([turn[:, 0], turn[:, 1], [0, 0, 1.1]]) @ np.linalg.inv(inner)
    warped = cv2.warpPerspective(picture, plane, (width, height), borderValue=tuple(int(v) for v in picture[2, 2]))
    return np.asarray(warped, dtype=np.uint8), plane

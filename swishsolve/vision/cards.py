"""Card hypotheses: every way in which one ball and one hoop could lie on one card.

The idea: the offset from the ball to the hoop must be a difference of two cells, so a pair of symbols fixes the card's
place up to a few whole-cell shifts.  Each possibility becomes a hypothesis with a pose and a cost in nats; `outline`
weighs them against the faint edges of the plastic and `decide` chooses those that explain the whole table together.

Coordinates: the card's own frame has its origin at the card's centre, x to the right and y down as it lies in
portrait; ``angle`` is the clockwise turn, as seen, from there to the table.  A sideways card lies at about -90 degrees:
turning what is seen a quarter turn clockwise brings it back to portrait.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]


@dataclass(frozen=True)
class CardSize:
    """Size of a card and of its grid of cells, in table millimetres of this photograph."""

    rows: int
    cols: int
    width: float
    height: float
    margin: float

    @property
    def cell(self) -> tuple[float, float]:
        """Width and height of a cell."""
        return (self.width - 2 * self.margin) / self.cols, (self.height - 2 * self.margin) / self.rows

    def scaled(self, factor: float, margin: float) -> CardSize:
        """The same card when a table millimetre is ``factor`` of a true one; ``margin`` in true millimetres."""
        return CardSize(self.rows, self.cols, self.width * factor, self.height * factor, margin * factor)


@dataclass(frozen=True, eq=False)
class Hypotheses:
    """Parallel arrays, one entry a hypothesis."""

    ball: Ints  # index into the balls
    hoop: Ints
    ball_cell: Ints  # row * cols + col
    hoop_cell: Ints
    sideways: NDArray[np.bool_]
    x: Floats  # centre of the card, mm
    y: Floats
    angle: Floats  # degrees
    cost: Floats  # nats: misfit of the symbols' offset and of the turn
    loose: Floats  # degrees by which the angle is uncertain: much where ball and hoop are neighbours

    def __len__(self) -> int:
        return len(self.ball)

    def take(self, which: Ints) -> Hypotheses:
        """The hypotheses with these indices."""
        return Hypotheses(*(getattr(self, name)[which] for name in self.__dataclass_fields__))


def _differences(size: CardSize) -> Floats:
    """Cell differences (row, col) that two symbols of one card can have."""
    rows, cols = np.meshgrid(np.arange(-size.rows + 1, size.rows), np.arange(-size.cols + 1, size.cols), indexing="ij")
    both = np.stack([rows.ravel(), cols.ravel()], axis=1)
    return np.asarray(both[(both != 0).any(axis=1)], dtype=np.float64)


def estimate_frame(
    balls: Floats, hoops: Floats, card: CardSize, turn_spread: float = 4.0
) -> tuple[float, float, float]:
    """Scale of the card (table mm per true mm), margin (true mm) and common turn (degrees) that most pairs agree on."""
    offset = (hoops[None, :, :] - balls[:, None, :]).reshape(-1, 2)
    length = np.hypot(offset[:, 0], offset[:, 1])
    near = (length > 8) & (length < 1.15 * np.hypot(card.width, card.height))
    offset, length = offset[near], length[near]
    bearing = np.degrees(np.arctan2(offset[:, 1], offset[:, 0]))
    steps = _differences(card)
    best = (-np.inf, 1.0, 0.0, 0.0)
    turns = np.arange(-40.0, 40.1, 1.0)
    for factor in np.arange(0.84, 1.2, 0.01):
        for margin in np.arange(0.0, 5.1, 1.0):
            cell = card.scaled(float(factor), float(margin)).cell
            nodes = steps[:, ::-1] * np.array(cell)
            reach = np.hypot(nodes[:, 0], nodes[:, 1])
            direction = np.degrees(np.arctan2(nodes[:, 1], nodes[:, 0]))
            along = np.exp(-0.5 * ((length[:, None] - reach) / 0.8) ** 2)
            near_pair, near_node = np.nonzero(along > 0.05)
            weight = along[near_pair, near_node]
            turn = (bearing[near_pair] - direction[near_node] + 180) % 360 - 180
            spread = np.hypot(turn_spread, np.degrees(1.0 / reach[near_node]))
            # votes per degree; the density of lattice points is the same at every turn, so no correction is needed
            density = weight / spread
            heap = np.zeros(361)
            np.add.at(heap, np.clip(np.rint(turn).astype(int) + 180, 0, 360), density)
            kernel = np.exp(-0.5 * (np.arange(-12, 13) / turn_spread) ** 2)
            smooth = np.convolve(heap, kernel, mode="same")[(turns + 180).astype(int)]
            # what chance gives: the mean over all turns
            background = float(smooth.mean())
            k = int(smooth.argmax())
            score = float(smooth[k]) - background - 0.002 * abs(turns[k])
            if score > best[0] + 1e-9:
                best = (score, float(factor), float(margin), float(turns[k]))
    return best[1], best[2], best[3]


def make_hypotheses(
    balls: Floats,
    hoops: Floats,
    size: CardSize,
    turn: float,
    turn_spread: float,
    *,
    noise_mm: float = 0.7,
    sideways_cost: float = 3.0,
) -> Hypotheses:
    """All hypotheses of pairs whose offset fits some cell difference."""
    cell_w, cell_h = size.cell
    cells = np.array([(r, c) for r in range(size.rows) for c in range(size.cols)])
    place = np.stack(
        [(cells[:, 1] - (size.cols - 1) / 2) * cell_w, (cells[:, 0] - (size.rows - 1) / 2) * cell_h], axis=1
    )
    first, second = np.nonzero(~np.eye(len(cells), dtype=bool))
    node = place[second] - place[first]
    reach = np.hypot(node[:, 0], node[:, 1])
    direction = np.degrees(np.arctan2(node[:, 1], node[:, 0]))
    offset = hoops[None, :, :] - balls[:, None, :]
    length = np.hypot(offset[..., 0], offset[..., 1])
    bearing = np.degrees(np.arctan2(offset[..., 1], offset[..., 0]))
    parts: dict[str, list[NDArray[Any]]] = {k: [] for k in Hypotheses.__dataclass_fields__}
    for i in range(len(balls)):
        for j in np.nonzero((length[i] > 6) & (length[i] < reach.max() + 4))[0]:
            stretch = (length[i, j] - reach) / (noise_mm * 1.4 + 0.008 * reach)
            measured = (bearing[i, j] - direction + 180) % 360 - 180
            blur = np.degrees(noise_mm * 1.4 / reach)
            for sideways in (False, True) if size.rows != size.cols else (False,):
                base = turn - 90 if sideways else turn
                swing = (measured - base + 180) % 360 - 180
                ok = np.nonzero((np.abs(stretch) < 4) & (np.abs(swing) < 38))[0]
                if not len(ok):
                    continue
                total = turn_spread**2 + blur[ok] ** 2
                tail = np.minimum(0.5 * swing[ok] ** 2 / total, 3.0 + 0.5 * (swing[ok] / 12.0) ** 2)
                wide = turn_spread + 0.5 * np.abs(swing[ok])
                angle = base + swing[ok] * wide**2 / (wide**2 + blur[ok] ** 2)
                radians = np.radians(angle)
                cos, sin = np.cos(radians), np.sin(radians)
                middle = (place[first[ok]] + place[second[ok]]) / 2
                centre = (balls[i] + hoops[j]) / 2
                parts["ball"].append(np.full(len(ok), i))
                parts["hoop"].append(np.full(len(ok), j))
                parts["ball_cell"].append(first[ok])
                parts["hoop_cell"].append(second[ok])
                parts["sideways"].append(np.full(len(ok), sideways))
                parts["x"].append(centre[0] - (cos * middle[:, 0] - sin * middle[:, 1]))
                parts["y"].append(centre[1] - (sin * middle[:, 0] + cos * middle[:, 1]))
                parts["angle"].append(angle)
                parts["loose"].append(wide * blur[ok] / np.hypot(wide, blur[ok]))
                parts["cost"].append(
                    0.5 * np.minimum(stretch[ok] ** 2, 16) + tail + (sideways_cost if sideways else 0.0)
                )
    if not parts["ball"]:
        empty = np.zeros(0)
        none = np.zeros(0, np.intp)
        return Hypotheses(none, none, none, none, np.zeros(0, bool), empty, empty, empty, empty, empty)
    joined: dict[str, NDArray[Any]] = {k: np.concatenate(v) for k, v in parts.items()}
    for k in ("ball", "hoop", "ball_cell", "hoop_cell"):
        joined[k] = joined[k].astype(np.intp)
    joined["sideways"] = joined["sideways"].astype(bool)
    return Hypotheses(**joined)


def with_angle(hyp: Hypotheses, angle: Floats, balls: Floats, hoops: Floats, size: CardSize) -> Hypotheses:
    """The hypotheses turned to other angles about the middle of their two symbols."""
    cell_w, cell_h = size.cell
    rows = 0.5 * (hyp.ball_cell // size.cols + hyp.hoop_cell // size.cols) - (size.rows - 1) / 2
    cols = 0.5 * (hyp.ball_cell % size.cols + hyp.hoop_cell % size.cols) - (size.cols - 1) / 2
    middle = 0.5 * (balls[hyp.ball] + hoops[hyp.hoop])
    cos, sin = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    right, down = cols * cell_w, rows * cell_h
    return replace(
        hyp, angle=angle, x=middle[:, 0] - (cos * right - sin * down), y=middle[:, 1] - (sin * right + cos * down)
    )


def corners(x: Floats, y: Floats, angle: Floats, width: float, height: float) -> Floats:
    """Corners (n, 4, 2) of the portrait card, clockwise from its own top left."""
    radians = np.radians(angle)
    across = np.stack([np.cos(radians), np.sin(radians)], axis=-1) * (width / 2)
    down = np.stack([-np.sin(radians), np.cos(radians)], axis=-1) * (height / 2)
    centre = np.stack([x, y], axis=-1)
    return np.stack([centre - across - down, centre + across - down, centre + across + down, centre - across + down], 1)


def seen_corners(hyp: Hypotheses, size: CardSize) -> Floats:
    """Corners clockwise from the top left as seen, whichever way the card lies."""
    own = corners(hyp.x, hyp.y, hyp.angle, size.width, size.height)
    side = np.stack([own[:, 1], own[:, 2], own[:, 3], own[:, 0]], axis=1)
    return np.where(hyp.sideways[:, None, None], side, own)

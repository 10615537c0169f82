"""Card hypotheses: every way in which some of the symbols seen could lie on one card.

The idea: the offset of two symbols of a card must be a difference of two cells, so a pair of symbols fixes the card's
place up to a few whole-cell shifts.  Where cards have more than two symbols, those that lie near the middle of another
cell are added one by one, each time with the pose that fits all of them best.  Members are added in the order of the
list of symbols, so no set is found twice.  Each possibility becomes a hypothesis with a pose and a cost in nats;
`outline` weighs them against the faint edges of the plastic and `decide` chooses those that explain the whole table
together.

Coordinates: the card's own frame has its origin at the card's centre, x to the right and y down as it lies in
portrait; ``angle`` is the clockwise turn, as seen, from there to the table.  A sideways card lies at about -90 degrees:
turning what is seen a quarter turn clockwise brings it back to portrait.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from swishsolve.vision.plane import HOOP_OUTER_MM

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
Bools = NDArray[np.bool_]
Counts = frozenset[tuple[int, int]]
"""Numbers of balls and hoops that a card can have; two symbols or more."""

_NOISE_MM = 0.98 / 2**0.5  # typical error of a symbol's place, across and down; 0.98 for the distance of two
_SIDEWAYS_SHARE = 0.8  # of the votes for a table of sideways cards: they are seldom
_GROWING = 40000  # likeliest hypotheses that are added to: a table of 60 cards has fewer, a printed cloth may have more
_LEAST_CELL = 0.95  # side of a cell in outer diameters of a hoop: hoops of neighbouring cells do not overlap
_BLOCK = 2000  # hypotheses grown at a time, to bound the memory


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
    """Parallel arrays, one entry a hypothesis; ``m`` is the largest number of symbols on a card."""

    members: Ints  # (n, m) indices into the symbols, ascending; -1 where the card has fewer
    cells: Ints  # (n, m) row * cols + col of each member; 0 where there is none
    sideways: Bools
    x: Floats  # centre of the card, mm
    y: Floats
    angle: Floats  # degrees
    cost: Floats  # nats: misfit of the symbols' places and of the turn
    loose: Floats  # degrees by which the angle is uncertain: much where all symbols are neighbours

    def __len__(self) -> int:
        return len(self.members)

    def take(self, which: Ints | Bools) -> Hypotheses:
        """The hypotheses with these indices."""
        return Hypotheses(*(getattr(self, name)[which] for name in self.__dataclass_fields__))

    @property
    def there(self) -> Bools:
        """Which members are symbols (n, m)."""
        return np.asarray(self.members >= 0)

    @property
    def anchor(self) -> Ints:
        """The first symbol of each; hypotheses with one anchor exclude each other."""
        return self.members[:, 0]

    def total(self, worth: Floats) -> Floats:
        """Sum (n,) of a number that each symbol has."""
        return np.asarray(np.where(self.there, worth[self.members], 0.0).sum(axis=1))

    def owns(self, count: int) -> Bools:
        """Which of ``count`` symbols are whose members (n, count)."""
        out = np.zeros((len(self), count + 1), dtype=bool)
        out[np.arange(len(self))[:, None], self.members] = True  # -1 is the last column
        return out[:, :count]

    def middle(self, points: Floats) -> Floats:
        """Mean place (n, 2) of the members, given that of each symbol."""
        return _mean(points[self.members], self.there)


def _mean(points: Floats, there: Bools) -> Floats:
    """Mean (n, 2) of those points (n, m, 2) that are there."""
    return np.asarray((points * there[..., None]).sum(axis=1) / there.sum(axis=1)[:, None])


def _joined(parts: list[Hypotheses]) -> Hypotheses:
    """All hypotheses of the parts, padded to one number of members."""
    most = max(part.members.shape[1] for part in parts)
    fields = []
    for name in Hypotheses.__dataclass_fields__:
        arrays = [getattr(part, name) for part in parts]
        if name in ("members", "cells"):
            empty = -1 if name == "members" else 0
            arrays = [np.pad(a, ((0, 0), (0, most - a.shape[1])), constant_values=empty) for a in arrays]
        fields.append(np.concatenate(arrays))
    return Hypotheses(*fields)


def cell_places(size: CardSize) -> Floats:
    """Middle (cells, 2) of each cell in the card's own frame, mm."""
    cell_w, cell_h = size.cell
    cells = np.arange(size.rows * size.cols)
    right, down = cells % size.cols - (size.cols - 1) / 2, cells // size.cols - (size.rows - 1) / 2
    return np.stack([right * cell_w, down * cell_h], axis=1)


def _room(counts: Counts) -> Bools:
    """Whether some card has at least so many balls (first index) and hoops (second)."""
    most = max(balls + hoops for balls, hoops in counts) + 2
    room = np.zeros((most, most), dtype=bool)
    for balls, hoops in counts:
        room[: balls + 1, : hoops + 1] = True
    return room


def symbol_pairs(is_ball: Bools, counts: Counts) -> tuple[Ints, Ints]:
    """Pairs of symbols that a card can hold, the index of the first below that of the second."""
    first, second = np.triu_indices(len(is_ball), 1)
    balls = is_ball[first].astype(np.intp) + is_ball[second]
    some = _room(counts)[balls, 2 - balls]
    return first[some], second[some]


def _differences(size: CardSize) -> Floats:
    """Cell differences (row, col) that two symbols of one card can have."""
    rows, cols = np.meshgrid(np.arange(-size.rows + 1, size.rows), np.arange(-size.cols + 1, size.cols), indexing="ij")
    both = np.stack([rows.ravel(), cols.ravel()], axis=1)
    return np.asarray(both[(both != 0).any(axis=1)], dtype=np.float64)


def estimate_frame(
    points: Floats, pairs: tuple[Ints, Ints], card: CardSize, turn_spread: float = 4.0
) -> tuple[float, float, float, bool]:
    """What most pairs agree on: scale of the card (table mm per true mm), margin (true mm), common turn (degrees), and
    whether the cards lie sideways."""
    offset = points[pairs[1]] - points[pairs[0]]
    length = np.hypot(offset[:, 0], offset[:, 1])
    near = (length > 8) & (length < 1.15 * np.hypot(card.width, card.height))
    offset, length = offset[near], length[near]
    bearing = np.degrees(np.arctan2(offset[:, 1], offset[:, 0]))
    steps = _differences(card)
    best = (-np.inf, 1.0, 0.0, 0.0, False)
    turns = np.arange(-40.0, 40.1, 1.0)
    for factor in np.arange(0.84, 1.2, 0.01):
        for margin in np.arange(0.0, 5.1, 1.0):
            cell = card.scaled(float(factor), float(margin)).cell
            if min(cell) < _LEAST_CELL * HOOP_OUTER_MM:
                continue
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
            all_turns = np.convolve(heap, kernel, mode="same")
            for sideways in (False, True) if card.rows != card.cols else (False,):
                smooth = all_turns[(turns + (90 if sideways else 180)).astype(int)]
                # what chance gives: the mean over all turns
                background = float(smooth.mean())
                k = int(smooth.argmax())
                score = float(smooth[k]) - background - 0.002 * abs(turns[k])
                score *= _SIDEWAYS_SHARE if sideways else 1.0
                if score > best[0] + 1e-9:
                    best = (score, float(factor), float(margin), float(turns[k]), sideways)
    return best[1:]


def make_hypotheses(
    points: Floats,
    is_ball: Bools,
    counts: Counts,
    size: CardSize,
    turn: float,
    turn_spread: float,
    *,
    sideways_cost: float = 3.0,
) -> Hypotheses:
    """All hypotheses of symbols that can share a card and whose places fit its cells; ``points`` (symbols, 2) in mm."""
    frame = _Frame(size, turn, turn_spread, sideways_cost)
    pairs, place = np.stack(symbol_pairs(is_ball, counts), axis=1), cell_places(size)
    nodes = np.stack(np.nonzero(~np.eye(len(place), dtype=bool)), axis=1)
    reach = np.linalg.norm(place[nodes[:, 1]] - place[nodes[:, 0]], axis=1)
    length = np.linalg.norm(points[pairs[:, 1]] - points[pairs[:, 0]], axis=1)
    some = (length > 6) & (length < reach.max() + 4)
    pairs, length = pairs[some], length[some]
    near = np.abs(length[:, None] - reach) < 4 * 2**0.5 * frame.noise(reach / 2**0.5)
    ways = 1 if size.rows == size.cols else 2
    pair, way, node = np.nonzero(np.repeat(near[:, None], ways, axis=1))
    grown = frame.posed(points, pairs[pair], nodes[node], way > 0)
    parts = [grown]
    for _ in range(max(map(sum, counts)) - 2):
        likely = np.sort(np.argsort(grown.cost, kind="stable")[:_GROWING])
        grown = _grown(grown.take(likely), points, is_ball, _room(counts), frame)
        parts.append(grown)
    hyp = _joined(parts)
    balls = hyp.total(is_ball.astype(np.float64))
    hoops = hyp.total((~is_ball).astype(np.float64))
    whole = np.zeros(len(hyp), dtype=bool)
    for count in counts:
        whole |= (balls == count[0]) & (hoops == count[1])
    return hyp.take(whole)


@dataclass(frozen=True)
class _Frame:
    """How the cards of the table lie: fits poses to symbols in cells."""

    size: CardSize
    turn: float  # degrees
    turn_spread: float
    sideways_cost: float

    def noise(self, extent: Floats) -> Floats:
        """Typical misfit (mm) of symbols whose distances from their middle have this root of their squares' sum."""
        return np.asarray(_NOISE_MM + 0.008 * extent)

    def posed(self, points: Floats, members: Ints, cells: Ints, sideways: Bools) -> Hypotheses:
        """The hypotheses whose members fit their cells, with the poses that fit best."""
        there = np.ones(members.shape, dtype=bool)
        seen, wanted = points[members], cell_places(self.size)[cells]
        q, p = seen - _mean(seen, there)[:, None], wanted - _mean(wanted, there)[:, None]
        dot, cross = (p * q).sum(axis=(1, 2)), (p[..., 0] * q[..., 1] - p[..., 1] * q[..., 0]).sum(axis=1)
        extent = np.sqrt((p**2).sum(axis=(1, 2)))
        misfit = np.maximum((q**2).sum(axis=(1, 2)) + extent**2 - 2 * np.hypot(dot, cross), 0.0)
        misfit /= self.noise(extent) ** 2
        blur = np.degrees(_NOISE_MM / extent)
        base = np.where(sideways, self.turn - 90, self.turn)
        swing = (np.degrees(np.arctan2(cross, dot)) - base + 180) % 360 - 180
        tail = np.minimum(0.5 * swing**2 / (self.turn_spread**2 + blur**2), 3.0 + 0.5 * (swing / 12.0) ** 2)
        wide = self.turn_spread + 0.5 * np.abs(swing)
        zero = np.zeros(len(members))
        hyp = Hypotheses(
            members=members,
            cells=cells,
            sideways=sideways,
            x=zero,
            y=zero,
            angle=zero,
            cost=0.5 * misfit + tail + np.where(sideways, self.sideways_cost, 0.0),
            loose=wide * blur / np.hypot(wide, blur),
        )
        hyp = with_angle(hyp, base + swing * wide**2 / (wide**2 + blur**2), points, self.size)
        # each symbol beyond a pair adds two numbers that can be off
        return hyp.take((misfit < 16 + 8 * (members.shape[1] - 2)) & (np.abs(swing) < 38))


def _grown(hyp: Hypotheses, points: Floats, is_ball: Bools, room: Bools, frame: _Frame) -> Hypotheses:
    """The hypotheses with one more member each, in every way that fits."""
    added = []
    balls = hyp.total(is_ball.astype(np.float64)).astype(np.intp)
    for start in range(0, max(len(hyp), 1), _BLOCK):
        some = np.arange(start, min(start + _BLOCK, len(hyp)))
        part = hyp.take(some)
        cell, off = nearest_cells(part, points, frame.size)
        ok = (cell >= 0) & (off < 0.5 * min(frame.size.cell))
        ok &= np.arange(len(points)) > part.members[:, -1:]
        ok &= (cell[:, :, None] != part.cells[:, None]).all(axis=2)
        more = balls[some, None] + is_ball
        ok &= room[more, part.members.shape[1] + 1 - more]
        k, s = np.nonzero(ok)
        members = np.concatenate([part.members[k], s[:, None]], axis=1)
        cells = np.concatenate([part.cells[k], cell[k, s][:, None]], axis=1)
        added.append(frame.posed(points, members, cells, part.sideways[k]))
    return _joined(added)


def on_card(hyp: Hypotheses, points: Floats) -> tuple[Floats, Floats]:
    """Points (k, 2) in the frame of each card: mm to the right and down (n, k) of its centre."""
    radians = np.radians(hyp.angle)[:, None]
    dx, dy = points[None, :, 0] - hyp.x[:, None], points[None, :, 1] - hyp.y[:, None]
    cos, sin = np.cos(radians), np.sin(radians)
    return np.asarray(dx * cos + dy * sin), np.asarray(-dx * sin + dy * cos)


def nearest_cells(hyp: Hypotheses, points: Floats, size: CardSize) -> tuple[Ints, Floats]:
    """The cell (n, k) of each card that points (k, 2) lie nearest to, -1 outside, and how far off its middle (mm)."""
    (cell_w, cell_h), (u, v) = size.cell, on_card(hyp, points)
    right, down = u / cell_w + (size.cols - 1) / 2, v / cell_h + (size.rows - 1) / 2
    col, row = np.rint(right), np.rint(down)
    inside = (col >= 0) & (col < size.cols) & (row >= 0) & (row < size.rows)
    off = np.hypot((right - col) * cell_w, (down - row) * cell_h)
    return np.where(inside, row * size.cols + col, -1).astype(np.intp), off


def with_angle(hyp: Hypotheses, angle: Floats, points: Floats, size: CardSize) -> Hypotheses:
    """The hypotheses turned to other angles about the middle of their symbols; ``points`` (symbols, 2) in mm."""
    right, down = _mean(cell_places(size)[hyp.cells], hyp.there).T
    x, y = hyp.middle(points).T
    cos, sin = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    return replace(hyp, angle=angle, x=x - (cos * right - sin * down), y=y - (sin * right + cos * down))


def cells_on_table(hyp: Hypotheses, size: CardSize) -> Floats:
    """Middle (n, cells, 2) of each cell of each card, mm."""
    place = cell_places(size)
    radians = np.radians(hyp.angle)[:, None]
    cos, sin = np.cos(radians), np.sin(radians)
    x = hyp.x[:, None] + cos * place[:, 0] - sin * place[:, 1]
    y = hyp.y[:, None] + sin * place[:, 0] + cos * place[:, 1]
    return np.stack([x, y], axis=-1)


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

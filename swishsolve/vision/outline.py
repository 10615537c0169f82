"""Evidence of card edges: the faint lines and steps where the plastic begins.

The idea: whatever the lamp, all edges of one side of the cards of one photograph look alike across the edge - a step of
a few grey levels, a bright or dark line, or both - because all cards are the same plastic in the same light.  So the
look of each side (top, right, bottom, left as seen) is *learnt from this photograph*: first from a general line or step
detector, then from the cards that are already sure.  How well a hypothesis' sides match, against how well places chosen
without regard to cards match, is a likelihood ratio.

What is measured are differences across the edge, over a short and a long distance, each the median along the side (60
to 90 mm).  Differences cancel the table's own pattern - checks and stripes are the same on both sides of the edge -
where plain averages would not; the median lets glare or a symbol spoil a part of the side only.

Profiles run from outside to inside: index 0 is ``REACH`` mm outside the edge.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from swishsolve.vision.sightings import Floats32
from swishsolve.vision.tableview import TableView

Floats = NDArray[np.float64]

STEP = 0.5  # mm
REACH = 4.0
SHORT, LONG = 1, 4  # distances of the differences, in steps to either side
_SPOTS = 24  # samples along a side; even
_HIDDEN = 0.12  # share of edges that a mirror, a shadow or another card hides
_SUREST = 6.0  # nats that one side can give at most: the model was learnt from the answer
_CORNER = 5.5  # mm left out at each end: corners are round


def side_differences(
    view: TableView, corners: Floats, outside: float = REACH, inside: float = REACH, light_only: bool = False
) -> Floats32:
    """Median differences across the sides of rectangles.

    ``corners`` (n, 4, 2) in mm, clockwise as seen from the top left; returns (n, 4, steps, 2, 3): top, right, bottom,
    left; places from outside to inside; short and long differences, inside minus outside; channels of Lab, or
    with ``light_only`` its first one alone.
    """
    lab = np.ascontiguousarray(view.lab[..., 0]) if light_only else view.lab
    channels = 1 if light_only else 3
    margin = LONG * STEP
    across = np.arange(outside + margin, -inside - margin - 1e-9, -STEP)
    start = view.to_view(corners)
    end = np.roll(start, -1, axis=1)
    length = np.linalg.norm(end - start, axis=2, keepdims=True)
    along = (end - start) / length
    outward = np.stack([along[..., 1], -along[..., 0]], axis=-1)
    inset = _CORNER * view.scale
    reach = inset + (length[..., 0, None] - 2 * inset) * np.linspace(0.0, 1.0, _SPOTS)  # n, 4, spots
    base = (start[:, :, None, :] + along[:, :, None, :] * reach[..., None]).astype(np.float32)
    spread = (outward[:, :, None, :] * (across * view.scale)[:, None]).astype(np.float32)  # n, 4, across, 2
    count = len(across) - 2 * LONG
    out = np.empty((len(corners), 4, count, 2, channels), np.float32)
    block = 150
    for k in range(0, len(corners), block):
        points = base[k : k + block, :, :, None, :] + spread[k : k + block, :, None, :, :]
        flat = points.reshape(-1, len(across), 2)
        seen = cv2.remap(lab, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        shaped = seen.reshape(len(points), 4, _SPOTS, len(across), channels)
        for j, half in enumerate((SHORT, LONG)):
            inner = shaped[:, :, :, LONG + half : LONG + half + count]
            outer = shaped[:, :, :, LONG - half : LONG - half + count]
            # the median along the side; sorting along contiguous memory is five times as fast as np.median here
            ranked = np.sort(np.ascontiguousarray(np.moveaxis(inner - outer, 2, -1)), axis=-1)
            out[k : k + block, :, :, j] = (ranked[..., _SPOTS // 2 - 1] + ranked[..., _SPOTS // 2]) * np.float32(0.5)
    return out


def general_strength(differences: Floats32) -> Floats:
    """Strength (n, 4) of a line or step of lightness at the edge, in units of what is usual beside it."""
    light = np.abs(differences[..., 0].astype(np.float64))  # n, 4, steps, 2
    middle = light.shape[2] // 2
    rough = np.median(light, axis=(0, 2)) + 0.05  # side, distance
    line = light[:, :, middle - 1 : middle + 2, 0].max(axis=2)
    step = light[:, :, middle - 1 : middle + 2, 1].mean(axis=2)
    return np.asarray(np.log1p(line / rough[:, 0]) + np.log1p(step / rough[:, 1]))


@dataclass(frozen=True, eq=False)
class EdgeModel:
    """What the four sides look like in this photograph, and what places without an edge look like."""

    weights: Floats  # 4, steps, 2, 3
    limit: Floats  # differences are clipped at this, so that no bright mirror outweighs all
    on_mean: Floats  # 4
    on_spread: Floats
    off_mean: Floats
    off_spread: Floats

    def evidence(self, differences: Floats32) -> Floats:
        """Log likelihood ratio (n, 4) that an edge lies there, bounded because a mirror or a shadow may hide it."""
        score = _score(differences, self.weights, self.limit)
        on = _log_normal(score, self.on_mean, self.on_spread)
        off = _log_normal(score, self.off_mean, self.off_spread)
        # beyond the mean of true edges more is not less likely
        on = np.where(score > self.on_mean, np.maximum(on, _log_normal(self.on_mean, self.on_mean, self.on_spread)), on)
        ratio = np.log((1 - _HIDDEN) * np.exp(np.clip(on - off, -30, _SUREST)) + _HIDDEN)
        return np.asarray(ratio * self.trust)

    @property
    def trust(self) -> Floats:
        """How much each side's evidence is worth (4), 0..1: edges that hardly differ from the table teach their own
        mistakes."""
        apart = (self.on_mean - self.off_mean) / np.hypot(self.on_spread, self.off_spread)
        return np.asarray(np.maximum(apart, 0.0) ** 2 / (apart**2 + 2.0))


def learn_edges(sure: Floats32, anywhere: Floats32) -> EdgeModel | None:
    """The look of edges from the differences of sure cards and of other places; None where too few."""
    if len(sure) < 2 or len(anywhere) < 20:
        return None
    off_middle = np.median(anywhere, axis=0)
    spread = 1.4826 * np.median(np.abs(anywhere - off_middle), axis=0).astype(np.float64) + 0.05
    limit = 6 * spread
    on = np.empty((len(sure), 4))
    for k in range(len(sure)):  # each card is matched with what the others look like
        on[k] = _score(sure[k : k + 1], _weights(np.delete(sure, k, axis=0), spread), limit)[0]
    weights = _weights(sure, spread)
    off = _score(anywhere, weights, limit)
    off_mean, on_mean = np.median(off, axis=0), np.median(on, axis=0)
    off_spread = np.maximum(1.4826 * np.median(np.abs(off - off_mean), axis=0), 1e-3)
    on_spread = np.maximum(1.4826 * np.median(np.abs(on - on_mean), axis=0), 0.5 * off_spread)
    return EdgeModel(weights, limit, on_mean, on_spread, off_mean, off_spread)


def _weights(sure: Floats32, spread: Floats) -> Floats:
    """Matched filter: the common look of the edges, where it stands out from the usual variation."""
    look = np.median(sure, axis=0).astype(np.float64)
    error = 1.25 * spread / np.sqrt(len(sure))
    shrunk = look * look**2 / (look**2 + error**2)  # what could be chance counts little
    return np.asarray(shrunk / spread**2)


def _score(differences: Floats32, weights: Floats, limit: Floats) -> Floats:
    clipped = np.clip(differences, -limit, limit)
    size = np.sqrt((weights**2 * (limit / 6) ** 2).sum(axis=(-3, -2, -1))) + 1e-9
    return np.asarray((clipped * weights).sum(axis=(-3, -2, -1)) / size)


def _log_normal(value: Floats, mean: Floats, spread: Floats) -> Floats:
    return np.asarray(-0.5 * ((value - mean) / spread) ** 2 - np.log(spread))

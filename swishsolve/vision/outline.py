"""Evidence of card edges: the faint lines and steps where the plastic begins.

The idea: whatever the lamp, all edges of one side of the cards of one photograph look alike across the edge - a step of
a few grey levels, a bright or dark line, or both - because all cards are the same plastic in the same light.  So the
profile across each side (top, right, bottom, left as seen) is *learnt from this photograph*: first from a general line
or step detector, then from the cards that are already sure.  How well a hypothesis' sides match, against how well
places chosen without regard to cards match, is a likelihood ratio.  Averaging along a side (60 to 90 mm) and taking the
median there makes edges visible that the eye cannot see, and lets glare or a symbol spoil a part of the side only.

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
REACH = 5.0
_SPOTS = 28  # samples along a side
_CORNER = 5.5  # mm left out at each end: corners are round


def side_profiles(lab: Floats32, view: TableView, corners: Floats) -> Floats32:
    """Median profiles across the sides of rectangles.

    ``corners`` (n, 4, 2) in mm, clockwise as seen from the top left; returns
    (n, 4, steps, 3): top, right, bottom, left.
    """
    across = np.arange(REACH, -REACH - 1e-9, -STEP)
    start = view.to_view(corners)
    end = np.roll(start, -1, axis=1)
    length = np.linalg.norm(end - start, axis=2, keepdims=True)
    along = (end - start) / length
    outward = np.stack([along[..., 1], -along[..., 0]], axis=-1)
    inset = _CORNER * view.scale
    steps = np.linspace(0.0, 1.0, _SPOTS)
    reach = inset + (length[..., 0, None] - 2 * inset) * steps  # n, 4, spots
    base = start[:, :, None, :] + along[:, :, None, :] * reach[..., None]
    points = base[:, :, :, None, :] + outward[:, :, None, None, :] * (across * view.scale)[:, None]
    n = len(corners)
    out = np.empty((n, 4, len(across), 3), np.float32)
    block = 200
    for k in range(0, n, block):
        part = points[k : k + block].astype(np.float32)
        flat = part.reshape(-1, part.shape[3], 2)
        seen = cv2.remap(lab, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        shaped = seen.reshape(len(part), 4, _SPOTS, len(across), 3)
        out[k : k + block] = np.median(shaped, axis=2)
    return out


def general_strength(profiles: Floats32) -> Floats:
    """Strength (n, 4) of a line or step near the edge, in units of the profile's usual roughness in this photograph."""
    light = profiles[..., 0].astype(np.float64)
    middle = light.shape[-1] // 2
    rough = np.median(np.abs(np.diff(light, axis=-1))) + 0.05
    inside = light[..., middle + 2 : middle + 7].mean(axis=-1)
    outside = light[..., middle - 6 : middle - 1].mean(axis=-1)
    line = np.abs(light[..., middle - 1 : middle + 2] - 0.5 * (inside + outside)[..., None]).max(axis=-1)
    step = np.abs(inside - outside)
    return np.asarray(np.log1p(line / rough) + np.log1p(step / rough))


@dataclass(frozen=True, eq=False)
class EdgeModel:
    """What the four sides look like in this photograph, and what places without an edge look like."""

    template: Floats  # 4, steps, 3
    on_mean: Floats  # 4
    on_spread: Floats
    off_mean: Floats
    off_spread: Floats

    def evidence(self, profiles: Floats32) -> Floats:
        """Log likelihood ratio (n, 4) that an edge lies there, bounded because a mirror or a shadow may hide it."""
        score = _match(profiles, self.template)
        on = _log_normal(score, self.on_mean, self.on_spread)
        off = _log_normal(score, self.off_mean, self.off_spread)
        hidden = 0.12
        return np.asarray(np.log((1 - hidden) * np.exp(np.minimum(on - off, 30)) + hidden))


def learn_edges(sure: Floats32, anywhere: Floats32) -> EdgeModel | None:
    """Templates from the profiles (n, 4, steps, 3) of sure cards and of other places; None where too few."""
    if len(sure) < 2 or len(anywhere) < 20:
        return None
    template = np.median(_centred(sure), axis=0)
    on = np.empty((len(sure), 4))
    for k in range(len(sure)):  # each card is matched with the template of the others
        others = np.median(_centred(np.delete(sure, k, axis=0)), axis=0)
        on[k] = _match(sure[k : k + 1], others)[0]
    off = _match(anywhere, template)
    off_mean, off_spread = np.median(off, axis=0), 1.4826 * np.median(np.abs(off - np.median(off, axis=0)), axis=0)
    on_mean = np.median(on, axis=0)
    on_spread = 1.4826 * np.median(np.abs(on - on_mean), axis=0)
    off_spread = np.maximum(off_spread, 1e-3)
    return EdgeModel(template, on_mean, np.maximum(on_spread, 0.5 * off_spread), off_mean, off_spread)


def _centred(profiles: Floats32) -> Floats:
    values = profiles.astype(np.float64)
    return np.asarray(values - values.mean(axis=-2, keepdims=True))


def _match(profiles: Floats32, template: Floats) -> Floats:
    """Agreement (n, 4) of profiles with templates; differences are clipped so that no bright mirror outweighs all."""
    centred = _centred(profiles)
    size = np.sqrt((template**2).sum(axis=(-2, -1)) + 1e-6)
    limit = 3 * np.sqrt((template**2).mean(axis=(-2, -1)) + 0.01)[:, None, None]
    return np.asarray((np.clip(centred, -limit, limit) * template).sum(axis=(-2, -1)) / size)


def _log_normal(value: Floats, mean: Floats, spread: Floats) -> Floats:
    return np.asarray(-0.5 * ((value - mean) / spread) ** 2 - np.log(spread))

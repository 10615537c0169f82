"""The table seen straight from above: the picture warped so that a millimetre is the same everywhere.

All later steps work here: symbols are circles of known size and cards are rectangles of known size.  The view is drawn
from the full picture, so small symbols of a large photograph lose nothing; its scale follows the picture's own
resolution within limits that bound the work.

Coordinates: table millimetres as in `plane`; view pixels = (mm - origin) * scale.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from swishsolve.vision.plane import Plane, jacobian
from swishsolve.vision.sightings import Floats32, to_lab

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]

_LARGEST = 2.2e6  # pixels of a view
_FINEST = 3.2  # pixels per mm
_COARSEST = 1.2


@dataclass(frozen=True, eq=False)
class TableView:
    """The rectified picture with its mapping, and where the photograph really shows something."""

    pixels: Image  # RGB
    seen: NDArray[np.bool_]
    origin: tuple[float, float]  # mm at the centre of the first pixel
    scale: float  # pixels per mm

    @cached_property
    def lab(self) -> Floats32:
        """The pixels as CIE Lab."""
        return to_lab(self.pixels)

    def to_view(self, points_mm: Floats) -> Floats:
        """Millimetres to view pixels."""
        return np.asarray((np.asarray(points_mm, dtype=np.float64) - np.array(self.origin)) * self.scale)

    def to_mm(self, points: Floats) -> Floats:
        """View pixels to millimetres."""
        return np.asarray(np.asarray(points, dtype=np.float64) / self.scale + np.array(self.origin))


def draw_view(pixels: Image, plane: Plane, around_mm: Floats, margin_mm: float = 110.0) -> TableView:
    """Warp ``pixels`` (whose plane is given) to the rectangle around the given points of the table."""
    height, width = pixels.shape[:2]
    low, high = around_mm.min(axis=0) - margin_mm, around_mm.max(axis=0) + margin_mm
    border = _border(width, height)
    edge = plane.table(border)
    ok = np.isfinite(edge).all(axis=1) & (np.abs(edge) < 5000).all(axis=1)
    if ok.all():
        low, high = np.maximum(low, edge.min(axis=0)), np.minimum(high, edge.max(axis=0))
    density = np.sqrt(np.abs(np.linalg.det(jacobian(plane.to_picture, around_mm))))
    area = float(np.prod(high - low))
    scale = float(np.clip(np.median(density), _COARSEST, _FINEST))
    scale = min(scale, float(np.sqrt(_LARGEST / max(area, 1.0))))
    size = (int((high[0] - low[0]) * scale) + 1, int((high[1] - low[1]) * scale) + 1)
    to_mm = np.array([[1 / scale, 0, low[0]], [0, 1 / scale, low[1]], [0, 0, 1]])
    shrink = float(np.median(density)) / scale
    source, matrix = pixels, plane.to_picture @ to_mm
    if shrink > 1.5:  # average first: warping alone would skip pixels
        factor = 1 / shrink
        smaller = (round(width * factor), round(height * factor))
        source = np.asarray(cv2.resize(pixels, smaller, interpolation=cv2.INTER_AREA), dtype=np.uint8)
        fx, fy = source.shape[1] / width, source.shape[0] / height
        matrix = np.array([[fx, 0, (fx - 1) / 2], [0, fy, (fy - 1) / 2], [0, 0, 1]]) @ matrix
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    view = cv2.warpPerspective(source, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    seen = np.zeros((size[1], size[0]), np.uint8)
    whole = np.array([[(0, 0), (width - 1, 0), (width - 1, height - 1), (0, height - 1)]], np.float64)
    outline = cv2.perspectiveTransform(whole, np.linalg.inv(plane.to_picture @ to_mm))
    cv2.fillConvexPoly(seen, np.rint(np.clip(outline[0], -1e4, 1e4)).astype(np.int32), 1)
    return TableView(np.asarray(view, dtype=np.uint8), seen.astype(bool), (float(low[0]), float(low[1])), scale)


def _border(width: int, height: int) -> Floats:
    """Points along the edge of the picture."""
    steps = np.linspace(0.0, 1.0, 9)
    x, y = steps * (width - 1), steps * (height - 1)
    zero, one = np.zeros(9), np.ones(9)
    sides = [(x, zero), (x, one * (height - 1)), (zero, y), (one * (width - 1), y)]
    return np.concatenate([np.stack(side, axis=1) for side in sides])

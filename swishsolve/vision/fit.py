"""Size of the cells and of the margin around them, from the cards already chosen.

The idea: the offsets of the symbols of a card give the width and height of a cell to a fraction of a percent, but say
nothing of the plastic around the cells.  That is found at the edges: the profiles across all sides of all chosen cards,
laid on one another, cancel the table's texture and keep what the cards have in common; the first strong step or line
outside the cells is the edge.  The known proportions of a card hold the answer where edges are too faint.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from swishsolve.vision.cards import CardSize, Hypotheses, seen_corners
from swishsolve.vision.outline import STEP, side_differences
from swishsolve.vision.tableview import TableView

Floats = NDArray[np.float64]

_WIDEST_MM = 7.0


def fit_size(card: CardSize, size: CardSize, chosen: Hypotheses, points: Floats, view: TableView) -> CardSize:
    """The size that fits the chosen cards best; ``card`` has the usual proportions, ``size`` is the present belief.

    ``points`` (symbols, 2) in mm are the places of all symbols.
    """
    width, height = _fit_cells(size, chosen, points)
    margin = _fit_margin(card, size, width, height, chosen, view)
    return replace(size, width=card.cols * width + 2 * margin, height=card.rows * height + 2 * margin, margin=margin)


def _fit_cells(size: CardSize, chosen: Hypotheses, points: Floats) -> tuple[float, float]:
    """Cell width and height by robust least squares on the squared lengths of the offsets."""
    first, second = np.triu_indices(chosen.members.shape[1], 1)
    both = chosen.there[:, first] & chosen.there[:, second]
    one, other = chosen.cells[:, first][both], chosen.cells[:, second][both]
    rows = np.abs(other // size.cols - one // size.cols).astype(np.float64)
    cols = np.abs(other % size.cols - one % size.cols).astype(np.float64)
    offset = points[chosen.members[:, second][both]] - points[chosen.members[:, first][both]]
    length = np.linalg.norm(offset, axis=1)
    width, height = size.cell
    ratio = width / height
    for _ in range(12):
        model = np.hypot(cols * width, rows * height)
        off = (length - model) / 0.5
        weight = 1 / (1 + off**2 / 4) ** 2
        # derivatives of the length by log width and log height
        by_width, by_height = (cols * width) ** 2 / model / 0.5, (rows * height) ** 2 / model / 0.5
        slope = np.stack([by_width, by_height], axis=1)
        hold = np.array([1.0, -1.0]) / 0.02  # width and height of a cell keep their ratio within two percent
        normal = (slope * weight[:, None]).T @ slope + np.outer(hold, hold) + 25.0 * np.eye(2)
        right = (slope * weight[:, None]).T @ off - hold * (np.log(width / height / ratio) / 0.02)
        step = np.clip(np.linalg.solve(normal, right), -0.05, 0.05)
        width, height = width * float(np.exp(step[0])), height * float(np.exp(step[1]))
    return width, height


def _fit_margin(
    card: CardSize, size: CardSize, width: float, height: float, chosen: Hypotheses, view: TableView
) -> float:
    """Distance from the outermost cells to the edge of the card, in table mm."""
    cells = replace(size, width=card.cols * width, height=card.rows * height, margin=0.0)
    differences = side_differences(view, seen_corners(chosen, cells), outside=_WIDEST_MM + 1, inside=2.0)
    size_of = np.median(np.abs(differences), axis=(0, 2))[None, :, None] + 0.05
    common = np.median(differences / size_of, axis=0).astype(np.float64)  # side, step, short or long, channel
    noise = 1.25 / np.sqrt(len(chosen)) + 0.05
    margins = _WIDEST_MM + 1 - STEP * np.arange(common.shape[1])
    # what the proportions say: (cols w + 2 m) / (rows h + 2 m) = card width / card height
    shape = card.width / card.height
    strain: Floats = np.zeros(len(margins))
    if abs(shape - 1) > 0.05:  # a square keeps its proportions whatever the margin
        expected = (card.cols * width - shape * card.rows * height) / (2 * (shape - 1))
        strain = np.asarray((margins - expected) / 1.5)
    squares = (common / noise) ** 2
    # only the short differences tell the place: the long ones see a step from afar, and a line twice
    local = squares[:, :, 0].copy()
    local[:, 1:-1] += 0.5 * (squares[:, :-2, 0] + squares[:, 2:, 0])
    strength = np.sqrt((local + 0.15 * squares[:, :, 1]).sum(axis=2))
    allowed = (margins >= -0.6) & (margins <= _WIDEST_MM)
    strength, margins, strain = strength[:, allowed], margins[allowed], strain[allowed]
    top = strength.max(axis=1, keepdims=True)
    # each side points at the place where it is strongest; sides that are strong nowhere have little to say
    votes = ((strength / top) ** 2 * np.minimum(top / 6, 2.0)).sum(axis=0)
    score = 2.0 * votes - 0.5 * strain**2 - 0.1 * margins
    k = int(score.argmax())
    near = slice(max(k - 1, 0), k + 2)
    weight = np.exp(2 * (score[near] - score[k]))
    return max(float((margins[near] * weight).sum() / weight.sum()), 0.0)

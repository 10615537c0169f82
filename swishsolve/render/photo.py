"""The answer drawn on the photograph: cards framed where they lie, doubtful ones hatched, the stacks beside.

The drawing's millimetres are about those of the table: the scale makes the cards as large as the style says they are,
so that frames and tags keep their size against the cards whatever the distance of the camera.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import TYPE_CHECKING

from swishsolve.model.layout import CardPhoto, LaidCard, Layout
from swishsolve.model.swish import Stack
from swishsolve.render.cards import CardStyle
from swishsolve.render.drawing import Drawing, Item, Picture, Point, dpi_of
from swishsolve.render.marks import card_marks, doubt_items, frame_items, tag_items
from swishsolve.render.palette import PAPER
from swishsolve.render.table import with_panel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_TAG_MM, _FRAME_MM = 8.5, 2.0
# The picture's long side stays between these, so that tags neither vanish nor cover everything.
_LONG_SIDE_MM = (220.0, 560.0)
_LONGEST_PX = 2400


def annotate_photo(
    pixels: NDArray[np.uint8],
    layout: Layout,
    swishes: Sequence[Stack] = (),
    style: CardStyle | None = None,
    answer: str = "",
) -> Drawing:
    """The photograph with the reading and the Swishes drawn on it.

    `pixels` is the upright picture, rows x columns x (red, green, blue); the corners of the cards count in its pixels,
    or in those of a picture of `layout.photo_size`. A card without corners is not framed. Long sides above 2400 pixels
    are drawn smaller. `answer` is a sentence for the panel, such as that there is no Swish.

    >>> import numpy as np
    >>> from swishsolve.model.grid import Grid
    >>> drawing = annotate_photo(np.zeros((40, 30, 3), np.uint8), Layout(Grid(4, 3), (), (0, 0)))
    >>> drawing.size_px(), len(drawing.items)
    ((30, 40), 1)
    """
    style = style or CardStyle()
    height_px, width_px = pixels.shape[:2]
    shrink = width_px / layout.photo_size[0] if layout.photo_size else 1.0
    px_per_mm = _px_per_mm(layout, style, max(height_px, width_px), shrink)
    width, height = width_px / px_per_mm, height_px / px_per_mm

    items: list[Item] = [Picture((0, 0), width, height, (width_px, height_px), pixels.tobytes())]
    tags: list[Item] = []
    for laid, mark in card_marks(layout, swishes).items():
        if laid.photo is None:
            continue
        outline = tuple((x * shrink / px_per_mm, y * shrink / px_per_mm) for x, y in laid.photo.corners)
        if laid.photo.doubtful:
            items.extend(doubt_items(outline, _FRAME_MM * 0.45))
        items.extend(frame_items(outline, mark, _FRAME_MM))
        tags.extend(tag_items(mark, _tag_place(laid, laid.photo, outline, width), _TAG_MM))
    dpi = dpi_of(px_per_mm * min(1.0, _LONGEST_PX / max(height_px, width_px)))
    return with_panel(layout, swishes, (*items, *tags), width, height, style, answer, background=PAPER, dpi=dpi)


def _px_per_mm(layout: Layout, style: CardStyle, long_side_px: int, shrink: float) -> float:
    area_mm2 = style.size_mm(layout.grid)[0] * style.size_mm(layout.grid)[1]
    scales = [_area(laid.photo.corners) ** 0.5 * shrink / area_mm2**0.5 for laid in layout if laid.photo]
    shortest, longest = _LONG_SIDE_MM
    return min(max(median(scales) if scales else 0.0, long_side_px / longest), long_side_px / shortest)


def _area(corners: Sequence[Point]) -> float:
    following = (*corners[1:], corners[0])
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(corners, following, strict=True))) / 2


def _tag_place(laid: LaidCard, photo: CardPhoto, outline: Sequence[Point], width_mm: float) -> Point:
    """On the upper edge between two columns of cells, where a tag covers least of the symbols."""
    columns = laid.card.grid.rows if photo.sideways else laid.card.grid.cols
    part = columns // 2 / columns
    (ax, ay), (bx, by) = outline[0], outline[1]
    x, y = ax + part * (bx - ax), ay + part * (by - ay)
    return min(max(x, _TAG_MM * 2), width_mm - _TAG_MM * 2), max(y, _TAG_MM)

"""A layout as it lies on the table, in its lattice; rows and columns of the table without any card are left out."""

from __future__ import annotations

from collections.abc import Sequence

from swishsolve.model.layout import Layout
from swishsolve.model.swish import Stack
from swishsolve.render.cards import CardStyle, card_items
from swishsolve.render.drawing import MM_PER_INCH, Drawing, Fill, Item, RoundedRect, Text
from swishsolve.render.marks import card_marks, doubt_items, frame_items, tag_items
from swishsolve.render.palette import PAPER, QUIET, TABLE
from swishsolve.render.panel import fit_panel, panel_items
from swishsolve.render.scene import notes

_GAP_MM, _BORDER_MM, _TAG_MM, _FRAME_MM = 14.0, 12.0, 7.5, 1.6
_OUTWARD = ((-1, -1), (1, -1), (1, 1), (-1, 1))
_LONGEST_PX = 4000
_BESIDE, _BELOW = 0.42, 0.6  # the most room that a panel takes, as a part of the picture


def draw_layout_picture(
    layout: Layout, swishes: Sequence[Stack] = (), style: CardStyle | None = None, answer: str = ""
) -> Drawing:
    """The table seen from above, the cards of the Swishes framed and, beside or below, a panel with their stacks.

    A card that lies sideways is shown turned a quarter right, to portrait, and the panel says so. `answer` is a
    sentence for the panel, such as that there is no Swish.

    >>> from swishsolve.model.grid import Grid
    >>> drawing = draw_layout_picture(Layout(Grid(4, 3), (), (0, 0)))
    >>> drawing.width_mm, [item.text for item in drawing.items]
    (87.5, ['no cards'])
    """
    style = style or CardStyle()
    rows, cols = (sorted({laid.label[axis] for laid in layout}) for axis in (0, 1))
    card_width, card_height = style.size_mm(layout.grid)
    pitch_x, pitch_y = card_width + _GAP_MM, card_height + _GAP_MM
    width = max(1, len(cols)) * pitch_x - _GAP_MM + 2 * _BORDER_MM
    height = max(1, len(rows)) * pitch_y - _GAP_MM + 2 * _BORDER_MM
    items: list[Item] = []
    tags: list[Item] = []
    for laid, mark in card_marks(layout, swishes).items():
        left = _BORDER_MM + cols.index(laid.label.col) * pitch_x
        top = _BORDER_MM + rows.index(laid.label.row) * pitch_y
        right, bottom = left + card_width, top + card_height
        items.extend(card_items(laid.card, (left, top), style))
        outline = ((left, top), (right, top), (right, bottom), (left, bottom))
        if laid.photo and laid.photo.doubtful:
            items.extend(doubt_items(outline, _FRAME_MM * 0.5))
        out = _FRAME_MM
        outer = (
            (left - out, top - out),
            (right + out, top - out),
            (right + out, bottom + out),
            (left - out, bottom + out),
        )
        items.extend(frame_items(outer, mark, _FRAME_MM))
        between = layout.grid.cols // 2 / layout.grid.cols * card_width
        tags.extend(tag_items(mark, (left + between, top - _TAG_MM * 0.68), _TAG_MM))
    if not layout.cards:
        items.append(Text((width / 2, height / 2), "no cards", 8, Fill(QUIET), "middle"))
    return with_panel(layout, swishes, (*items, *tags), width, height, style, answer, background=TABLE)


def with_panel(
    layout: Layout,
    swishes: Sequence[Stack],
    items: Sequence[Item],
    width_mm: float,
    height_mm: float,
    style: CardStyle,
    answer: str,
    *,
    background: str,
    dpi: float = 150.0,
) -> Drawing:
    """A drawing of that size with the panel added: on the right of an upright picture, below a level one.

    Without Swishes it is a strip for the answer and remarks, and without anything to say there is none.
    """
    full_width, full_height = width_mm, height_mm
    panel: list[Item] = []
    if swishes or answer or notes(layout):
        beside = bool(swishes) and height_mm >= width_mm
        corner = (width_mm, 0.0) if beside else (0.0, height_mm)
        room = (_BESIDE * width_mm, height_mm) if beside else (width_mm, _BELOW * height_mm)
        fitted = fit_panel(layout, swishes, *room, style, answer)
        full_width += fitted.width_mm if beside else 0
        full_height += 0 if beside else fitted.height_mm
        paper = RoundedRect(corner, full_width - corner[0], full_height - corner[1], 0, Fill(PAPER))
        panel = [paper, *panel_items(fitted, layout, swishes, corner, style)]
    limit = _LONGEST_PX * MM_PER_INCH / max(full_width, full_height)
    return Drawing(full_width, full_height, (*items, *panel), background, min(dpi, limit))

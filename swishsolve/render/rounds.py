"""The table with each card marked by the round of an explanation in which it falls out, and the words below."""

from __future__ import annotations

from collections.abc import Sequence

from swishsolve.model.layout import Label, Layout
from swishsolve.render.cards import CardStyle, card_items
from swishsolve.render.drawing import MM_PER_INCH, Drawing, Fill, Item, RoundedRect, Text
from swishsolve.render.font import bundled_font
from swishsolve.render.marks import CardMark, tag_items
from swishsolve.render.palette import INK, PAPER, TABLE, step_colour

_GAP_MM, _BORDER_MM, _TAG_MM = 14.0, 12.0, 7.5
_SIZES_A_LINE, _PITCH = 56.0, 1.5  # width of the words and pitch of their lines, in sizes of the text
_HANGING = 0.6  # how far a broken line of a list hangs, in sizes of the text
_LONGEST_PX = 4000


def draw_rounds_picture(
    layout: Layout, rounds: Sequence[Sequence[Label]], paragraphs: Sequence[str], style: CardStyle | None = None
) -> Drawing:
    """The table with the number of its round, from 1, at each card; the paragraphs stand below.

    >>> from swishsolve.model.grid import Grid
    >>> drawing = draw_rounds_picture(Layout(Grid(4, 3), (), (0, 0)), (), ["No card."])
    >>> [item.text for item in drawing.items if isinstance(item, Text)]
    ['No card.']
    """
    style = style or CardStyle()
    round_of = {label: number for number, labels in enumerate(rounds, start=1) for label in labels}
    rows, cols = (sorted({laid.label[axis] for laid in layout}) for axis in (0, 1))
    card_width, card_height = style.size_mm(layout.grid)
    width = max(3, len(cols)) * (card_width + _GAP_MM) - _GAP_MM + 2 * _BORDER_MM
    table_height = len(rows) * (card_height + _GAP_MM) - _GAP_MM + 2 * _BORDER_MM if rows else 0.0
    items: list[Item] = []
    for laid in layout:
        left = _BORDER_MM + cols.index(laid.label.col) * (card_width + _GAP_MM)
        top = _BORDER_MM + rows.index(laid.label.row) * (card_height + _GAP_MM)
        items += card_items(laid.card, (left, top), style)
        number = round_of.get(laid.label)
        text = f"{laid.label}: round {number}" if number else str(laid.label)
        colour = step_colour(number, len(rounds)) if number else None
        items += tag_items(CardMark(text, colour=colour), (left + card_width / 2, top - _TAG_MM * 0.68), _TAG_MM)

    size = (width - 2 * _BORDER_MM) / _SIZES_A_LINE
    lines = [line for paragraph in paragraphs for line in (*_wrapped(paragraph), (0.0, ""))][:-1]
    height = table_height + 2 * _BORDER_MM + len(lines) * size * _PITCH
    items.append(RoundedRect((0, table_height), width, height - table_height, 0, Fill(PAPER)))
    for index, (indent, line) in enumerate(lines):
        at = (_BORDER_MM + indent * size, table_height + _BORDER_MM + (index + 0.8) * size * _PITCH)
        if line:
            items.append(Text(at, line, size, Fill(INK)))
    dpi = min(150.0, _LONGEST_PX * MM_PER_INCH / max(width, height))
    return Drawing(width, height, tuple(items), TABLE, dpi)


def _wrapped(paragraph: str) -> list[tuple[float, str]]:
    """The lines of a paragraph with their indents, both in sizes of the text; what is broken off hangs a little."""
    font = bundled_font()
    lines = []
    for line in paragraph.split("\n"):
        indent = font.width(" " * (len(line) - len(line.lstrip())), 1.0)
        first, *others = font.wrapped(line, 1.0, _SIZES_A_LINE - indent - _HANGING * bool(indent)) or [""]
        lines += [(indent, first), *((indent + _HANGING * bool(indent), other) for other in others)]
    return lines

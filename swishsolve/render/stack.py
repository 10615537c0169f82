"""A stack: its cards as they lie, each with the arrow and the words of its move, and the finished pile."""

from __future__ import annotations

from textwrap import wrap

from swishsolve.model.layout import Layout
from swishsolve.model.swish import Stack, verify
from swishsolve.model.transform import Transform
from swishsolve.render.cards import CardStyle, card_items, pile_items
from swishsolve.render.drawing import TEXT_WIDTH, Drawing, Fill, Item, RoundedRect, Text, centred_text
from swishsolve.render.marks import CardMark, tag_items
from swishsolve.render.moves import move_items
from swishsolve.render.palette import INK, QUIET, TABLE, mark_stroke
from swishsolve.render.scene import iter_steps

_GAP_MM, _BORDER_MM, _HEAD_MM, _FOOT_MM = 14.0, 14.0, 4.0, 34.0
_TAG_MM, _WORDS_MM, _FRAME_MM = 7.5, 5.2, 1.6
_PER_ROW = 6


def draw_stack_picture(layout: Layout, stack: Stack, style: CardStyle | None = None) -> Drawing:
    """The stack as a sum: card + card + ... = pile, in rows of up to six.

    The stack need not be a Swish: crosses strike what no further card mends. Raises KeyError for a label that names no
    card and ValueError for a transform that the grid does not have.
    """
    style = style or CardStyle()
    is_swish = not verify(layout, stack)
    steps = list(iter_steps(layout, stack))
    card_width, card_height = style.size_mm(layout.grid)
    rows = -(-(len(steps) + 1) // _PER_ROW)
    columns = -(-(len(steps) + 1) // rows)
    row_height = _HEAD_MM + card_height + _FOOT_MM
    items: list[Item] = []
    for index in range(len(steps) + 1 if steps else 0):
        left = _BORDER_MM + index % columns * (card_width + _GAP_MM)
        top = _BORDER_MM + index // columns * row_height + _HEAD_MM
        middle, below = left + card_width / 2, top + card_height
        if index:
            sign = "+" if index < len(steps) else "="
            items.append(centred_text(sign, (left - _GAP_MM / 2, top + card_height / 2), 14, Fill(QUIET)))
        if index < len(steps):
            step, placement = steps[index], stack[index]
            items.extend(card_items(layout.by_label[placement.label], (left, top), style))
            items.extend(tag_items(CardMark(step.name), (middle, top - 2), _TAG_MM))
            if step.move is not Transform.IDENTITY:
                items.extend(move_items(step.move, (middle, below + 9), 12, INK))
            words, from_y = step.words, below + (21 if step.move is not Transform.IDENTITY else 8)
        else:
            out = _FRAME_MM
            items.extend(pile_items(layout.grid, steps[-1].pile, (left, top), style))
            if is_swish:
                size = card_width + 2 * out, card_height + 2 * out
                frame = mark_stroke(1, _FRAME_MM)
                items.append(RoundedRect((left - out, top - out), *size, style.corner_mm + out, stroke=frame))
            words, from_y = f"a Swish of {len(steps)} cards" if is_swish else "no Swish", below + 10
        for number, line in enumerate(wrap(words, int(card_width / _WORDS_MM / TEXT_WIDTH * 1.25))):
            items.append(Text((middle, from_y + number * _WORDS_MM * 1.25), line, _WORDS_MM, Fill(INK), "middle"))
    width = columns * (card_width + _GAP_MM) - _GAP_MM + 2 * _BORDER_MM
    return Drawing(width, rows * row_height + _BORDER_MM, tuple(items), TABLE)

"""Sheets: the cards of a deck laid on pages, with all that a printer, a trimmer and a ruler need around them.

::

      +-----------------------------------+   the page; the block of cards lies in its middle
      | ⌖ name              cards · sheet ⌖|   words, and crosses for a second side
      |     |         |         |         |   crop marks, outside the trim of every card
      |   --+---------+---------+--       |
      | 1   |         |         |     :   |   ids of a row's cards on the left,
      | 2   |         |         |     :   |   a ruler for lengths along the page on the right
      |   --+---------+---------+--       |
      |     |         |         |         |
      | ⌖ |....|....|....|              ⌖ |   a ruler for lengths across
      +-----------------------------------+

Nothing but crop marks lies between the cards. Everything is laid out as if the printer were right; a printer that is
off is met by stretching the page as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from swishsolve.errors import Fault, InputError
from swishsolve.model.card import Card
from swishsolve.model.grid import Grid
from swishsolve.render.cards import symbol_items
from swishsolve.render.drawing import (
    Disc,
    Drawing,
    Fill,
    Item,
    Point,
    Polyline,
    Ring,
    RoundedRect,
    Stroke,
    Text,
    moved,
    turned_right,
)
from swishsolve.render.font import Font, bundled_font
from swishsolve.render.palette import FILM_EDGE, INK, PAPER, QUIET
from swishsolve.render.pdf import Box, Page
from swishsolve.render.template import SheetTemplate, marks_reach, marks_start

PAGES = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
RULER_MM = 100.0
_TEXT_MM, _SMALLEST_MM = 3.0, 1.4
_CROSS_MM = 2.0  # radius of the circle of a registration cross; its arms are half as long again
_EDGE_MM = 4.2  # many printers leave this much of the page white


class PrintCard(NamedTuple):
    """A card as it is printed, upright from its top left corner; `ground` is the colour of its ground, if any."""

    name: str
    items: tuple[Item, ...]
    ground: str | None = None


class Plan(NamedTuple):
    """Where the cards of a page lie: the top left corners of their trims in reading order, and their size there."""

    page_mm: tuple[float, float]
    corners: tuple[Point, ...]
    card_mm: tuple[float, float]
    columns: int
    sideways: bool

    @property
    def block(self) -> Box:
        """The rectangle around all cards."""
        (left, top), (right, bottom) = self.corners[0], self.corners[-1]
        return left, top, right + self.card_mm[0], bottom + self.card_mm[1]


def parse_page(text: str) -> tuple[float, float]:
    """Width and height of a page in millimetres: a4, letter, or WIDTHxHEIGHT; raises InputError.

    >>> parse_page("a4"), parse_page("100x150.5")
    ((210.0, 297.0), (100.0, 150.5))
    """
    if text.lower() in PAGES:
        return PAGES[text.lower()]
    try:
        width, height = (float(side) for side in text.lower().split("x"))
    except ValueError:
        width = height = 0.0
    if not (10 <= width <= 5000 and 10 <= height <= 5000):
        expected = "expected a4, letter or WIDTHxHEIGHT in millimetres such as 100x150, 10 to 5000 each"
        raise InputError([Fault(f'found "{text}", {expected}', "--page")])
    return width, height


def parse_printer_scale(text: str) -> tuple[float, float]:
    """What the printer makes of lengths across and along the page; raises InputError.

    Either as factors, or as what was measured of the two 100 mm rulers in millimetres.

    >>> parse_printer_scale("0.99,1.002"), parse_printer_scale("99,100.2")
    ((0.99, 1.002), (0.99, 1.002))
    """
    try:
        across, along = (float(part) / (100 if float(part) > 10 else 1) for part in text.split(","))
    except ValueError:
        across = along = 0.0
    if not (0.8 <= across <= 1.25 and 0.8 <= along <= 1.25):
        expected = "expected two factors such as 0.995,1.002, or the measured lengths of the rulers such as 99.5,100.2"
        raise InputError([Fault(f'found "{text}", {expected}', "--printer-scale")])
    return across, along


def print_card(card: Card, name: str, template: SheetTemplate) -> PrintCard:
    """A card of the deck as it is printed: its symbols, and its outline where the template has one."""
    return PrintCard(
        name, (*symbol_items(card.grid, card.symbols, (0, 0), template.style), *outline(card.grid, template))
    )


def outline(grid: Grid, template: SheetTemplate) -> Iterator[Item]:
    """The line along the edge of a card, just inside the cut."""
    if template.outline_mm:
        width, height = template.style.size_mm(grid)
        half = template.outline_mm / 2
        size = width - 2 * half, height - 2 * half
        stroke = Stroke(FILM_EDGE, template.outline_mm)
        yield RoundedRect((half, half), *size, max(0.0, template.style.corner_mm - half), stroke=stroke)


def plan_sheet(page_mm: tuple[float, float], card_mm: tuple[float, float], template: SheetTemplate) -> Plan:
    """The most cards that fit the page, upright or else turned sideways; raises InputError when none fits.

    >>> plan = plan_sheet(PAGES["a4"], (63.5, 88.9), SheetTemplate())
    >>> len(plan.corners), plan.columns, plan.sideways
    (9, 3, False)
    """
    room = [side - 2 * margin for side, margin in zip(page_mm, template.margin_mm, strict=True)]
    best: tuple[int, int, bool] | None = None
    for sideways in (False, True):
        size = card_mm[::-1] if sideways else card_mm
        columns, rows = (
            max(0, int((r + template.gap_mm + 1e-9) // (s + template.gap_mm))) for r, s in zip(room, size, strict=True)
        )
        if columns * rows > (best[0] * best[1] if best else 0):
            best = columns, rows, sideways
    if best is None:
        across, along = template.margin_mm
        raise InputError(
            f"a card of {card_mm[0]:g} x {card_mm[1]:g} mm does not fit a page of {page_mm[0]:g} x {page_mm[1]:g} mm "
            f"with margins of {across:g} mm beside it and {along:g} mm above and below"
        )
    columns, rows, sideways = best
    width, height = card_mm[::-1] if sideways else card_mm
    step_x, step_y = width + template.gap_mm, height + template.gap_mm
    left = (page_mm[0] - columns * step_x + template.gap_mm) / 2
    top = (page_mm[1] - rows * step_y + template.gap_mm) / 2
    corners = tuple((left + col * step_x, top + row * step_y) for row in range(rows) for col in range(columns))
    return Plan(page_mm, corners, (width, height), columns, sideways)


def most_on_sheet(
    page_mm: tuple[float, float],
    card_mm: tuple[float, float],
    template: SheetTemplate,
    printer_scale: tuple[float, float] = (1.0, 1.0),
) -> int:
    """How many cards fit a page; raises InputError when none does."""
    return len(plan_sheet(_seen(page_mm, printer_scale), card_mm, template).corners)


def _seen(page_mm: tuple[float, float], printer_scale: tuple[float, float]) -> tuple[float, float]:
    """The page as its printer takes it: one that makes everything smaller fits more onto it.

    That is laid out, and the page as a whole is stretched back.
    """
    return page_mm[0] * printer_scale[0], page_mm[1] * printer_scale[1]


def sheet_pages(
    cards: Sequence[PrintCard],
    card_mm: tuple[float, float],
    page_mm: tuple[float, float],
    template: SheetTemplate,
    title: str,
    *,
    printer_scale: tuple[float, float] = (1.0, 1.0),
    mirrored: bool = False,
    font: Font | None = None,
) -> list[Page]:
    """The cards on as many pages as they need, in order; raises InputError when not one fits a page.

    `printer_scale` is what the printer makes of a millimetre across and along the page.
    """
    seen_mm = _seen(page_mm, printer_scale)
    plan = plan_sheet(seen_mm, card_mm, template)
    per_page = len(plan.corners)
    count = -(-len(cards) // per_page)
    used = font or bundled_font()
    pages = []
    for number in range(count):
        on_page = cards[number * per_page : (number + 1) * per_page]
        placed = _cut_down(plan, len(on_page))
        head = f"{_span([card.name for card in on_page])} · sheet {number + 1} of {count}"
        head += " · mirrored" if mirrored else ""
        items = [
            *_grounds(placed, on_page, template),
            *_cards(placed, on_page),
            *_crop_marks(placed, template),
            *_words(plan, placed, on_page, template, title, head, used),
            *_crosses(plan),
            *_rulers(plan, template, used),
        ]
        drawing = Drawing(
            *seen_mm,
            tuple(items),
            dpi=300.0,
            stretch=(1 / printer_scale[0], 1 / printer_scale[1]),
            mirrored=mirrored,
        )
        pages.append(Page(drawing, placed.block, _grown(placed.block, template.bleed_mm)))
    return pages


def single_pages(
    cards: Sequence[PrintCard],
    card_mm: tuple[float, float],
    template: SheetTemplate,
    *,
    printer_scale: tuple[float, float] = (1.0, 1.0),
    mirrored: bool = False,
) -> list[Page]:
    """One page for each card, as large as the card and its bleed: what print shops ask for."""
    bleed = template.bleed_mm
    size = card_mm[0] + 2 * bleed, card_mm[1] + 2 * bleed
    trim = bleed, bleed, bleed + card_mm[0], bleed + card_mm[1]
    pages = []
    for card in cards:
        ground = [RoundedRect((0, 0), *size, 0, Fill(card.ground))] if card.ground else []
        drawing = Drawing(*size, (*ground, *moved(card.items, (bleed, bleed))), dpi=300.0, mirrored=mirrored)
        stretch = 1 / printer_scale[0], 1 / printer_scale[1]
        pages.append(Page(replace(drawing, stretch=stretch), trim, (0.0, 0.0, *size)))
    return pages


def _cut_down(plan: Plan, count: int) -> Plan:
    """The plan of a page that is not full: its first places only, as a whole row where there are several."""
    rows = -(-count // plan.columns)
    if rows == 1 and count < plan.columns:
        return plan._replace(corners=plan.corners[:count], columns=count)
    return plan._replace(corners=plan.corners[: rows * plan.columns])


def _cards(plan: Plan, cards: Sequence[PrintCard]) -> Iterator[Item]:
    for card, corner in zip(cards, plan.corners, strict=False):
        items: Iterator[Item] = iter(card.items)
        if plan.sideways:
            items = turned_right(items, plan.card_mm[0])
        yield from moved(items, corner)


def _grounds(plan: Plan, cards: Sequence[PrintCard], template: SheetTemplate) -> Iterator[Item]:
    """Coloured grounds, over the cut by the bleed; towards a neighbour never beyond the middle of the gap."""
    width, height = plan.card_mm
    rows = -(-len(plan.corners) // plan.columns)
    for index, (card, (x, y)) in enumerate(zip(cards, plan.corners, strict=False)):
        if card.ground:
            row, col = divmod(index, plan.columns)
            within = min(template.bleed_mm, template.gap_mm / 2)
            left, right = (template.bleed_mm if col == edge else within for edge in (0, plan.columns - 1))
            above, below = (template.bleed_mm if row == edge else within for edge in (0, rows - 1))
            yield RoundedRect((x - left, y - above), width + left + right, height + above + below, 0, Fill(card.ground))


def _crop_marks(plan: Plan, template: SheetTemplate) -> Iterator[Item]:
    """Marks at the ends of every cut, around the block and, where there is room, in the gaps."""
    left, top, right, bottom = plan.block
    offset = marks_start(template)
    stroke = Stroke(INK, template.mark_width_mm)
    half = template.mark_width_mm / 2  # the round ends of a line reach beyond its points
    spans = (offset + half, offset + template.mark_mm - half)
    inner = template.gap_mm - offset - half
    inner_spans = (offset + half, min(inner, offset + template.mark_mm - half))
    xs, ys = (sorted({corner[axis] for corner in plan.corners}) for axis in (0, 1))
    width, height = plan.card_mm
    for y in sorted({edge for start in ys for edge in (start, start + height)}):
        yield Polyline(((left - spans[1], y), (left - spans[0], y)), stroke)
        yield Polyline(((right + spans[0], y), (right + spans[1], y)), stroke)
        if inner_spans[1] - inner_spans[0] > 0.5:
            for x in xs[1:]:
                yield Polyline(((x - inner_spans[1], y), (x - inner_spans[0], y)), stroke)
    for x in sorted({edge for start in xs for edge in (start, start + width)}):
        yield Polyline(((x, top - spans[1]), (x, top - spans[0])), stroke)
        yield Polyline(((x, bottom + spans[0]), (x, bottom + spans[1])), stroke)
        if inner_spans[1] - inner_spans[0] > 0.5:
            for y in ys[1:]:
                yield Polyline(((x, y - inner_spans[1]), (x, y - inner_spans[0])), stroke)


def _words(
    plan: Plan,
    placed: Plan,
    cards: Sequence[PrintCard],
    template: SheetTemplate,
    title: str,
    head: str,
    font: Font,
) -> Iterator[Item]:
    """The deck's name and what lies on the sheet above the cards, and each row's ids on its left."""
    left, top, right, _ = plan.block
    marks = marks_reach(template)
    room = right - left
    size = min(_TEXT_MM, max(_SMALLEST_MM, (top - marks - 1.5) * 0.55))
    size *= min(1.0, (room - 3 * size) / max(1.0, font.width(title + head, size)))
    if size < _SMALLEST_MM:
        size, title = _SMALLEST_MM, _shortened(title, room - font.width(head, _SMALLEST_MM) - 4, _SMALLEST_MM, font)
    baseline = max(min(top - marks - 1.0, _EDGE_MM + size), size)
    yield Text((left, baseline), title, size, Fill(INK))
    yield Text((right, baseline), head, size, Fill(QUIET), "end")
    size = min(2.6, left * 0.4)
    room = placed.card_mm[1] - 2.0
    for row in range(-(-len(cards) // placed.columns)):
        names = [card.name for card in cards[row * placed.columns : (row + 1) * placed.columns]]
        words = " · ".join(names)
        if font.width(words, size) > room:
            words = _span(names).removeprefix("cards ").removeprefix("card ")
        fitted = size * min(1.0, room / font.width(words, size))
        middle = placed.corners[row * placed.columns][1] + placed.card_mm[1] / 2
        x = (left - 1.5) / 2 + size * 0.73 if left < 12 else left - 2.5
        yield Text((x, middle), words, fitted, Fill(QUIET), "middle", 270)


def _crosses(plan: Plan) -> Iterator[Item]:
    """Registration crosses near the corners, each the mirror image of the others."""
    (dx, dy), reach = _cross(plan)
    if reach < 1:
        return
    width, height = plan.page_mm
    stroke = Stroke(INK, 0.15)
    for x in (dx, width - dx):
        for y in (dy, height - dy):
            yield Ring((x, y), reach / 1.5 - 0.075, reach / 1.5 + 0.075, Fill(INK))
            yield Polyline(((x - reach, y), (x + reach, y)), stroke)
            yield Polyline(((x, y - reach), (x, y + reach)), stroke)
            yield Disc((x, y), 0.4, Fill(PAPER))


def _cross(plan: Plan) -> tuple[Point, float]:
    """Where the cross of the top left corner stands, and how far its arms reach."""
    left, top = plan.corners[0]
    return (max(left / 2, left - 11), max(top / 2, top - 11)), min(_CROSS_MM * 1.5, left / 2 - 0.4, top / 2 - 0.4)


def _rulers(plan: Plan, template: SheetTemplate, font: Font) -> Iterator[Item]:
    """A ruler of 100 mm across, below the cards, and one along, on their right, where the page has room for them."""
    (left, top, right, bottom), (width, height) = plan.block, plan.page_mm
    corner, reach = _cross(plan)
    for level, depth, page, end in (
        (True, top, height, width - corner[0] - reach - 1),
        (False, left, width, height - corner[1] - reach - 1),
    ):
        space = right - left if level else bottom - top
        length = next((length for length in (RULER_MM, 50.0, 20.0) if length <= space), 0.0)
        room = depth - marks_reach(template) - 0.4
        if not length or room < 1.6:
            continue
        edge = min(_EDGE_MM, max(0.4, room - 2.2))
        tick = min(3.0, room - edge)
        start = left if level else top + (space - length) / 2
        yield from _ruler(level, start, page - edge, length, tick, end, font)


def _ruler(
    level: bool, start: float, line: float, length: float, tick: float, end: float, font: Font
) -> Iterator[Item]:
    """A ruler from `start` on, its ticks rising from `line` towards the cards; it counts from middle to middle.

    Its length stands behind it, unless that would reach beyond `end`.
    """

    def at(along: float, up: float) -> Point:
        return (start + along, line - up) if level else (line - up, start + along)

    stroke = Stroke(INK, 0.15)
    yield Polyline((at(0, 0), at(length, 0)), stroke)
    for mm in range(int(length) + 1):
        part = 1.0 if mm % 10 == 0 else 0.7 if mm % 5 == 0 else 0.4
        yield Polyline((at(mm, 0), at(mm, tick * part)), stroke)
    words, size = f"{length:.0f} mm", min(2.6, tick * 1.1)
    if start + length + 1.2 + font.width(words, size) <= end:
        place = at(length + 1.2, 0.15 if level else tick * 0.95)
        yield Text(place, words, size, Fill(QUIET), "start", 0 if level else 90)


def _grown(box: Box, by: float) -> Box:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def _span(names: Sequence[str]) -> str:
    """What lies on a sheet, in short.

    >>> _span(["55", "56", "57", "cover", "rules"])
    'cards 55–57, cover, rules'
    """
    numbers = [name for name in names if name.isdigit()]
    span = "–".join(dict.fromkeys((numbers[0], numbers[-1]))) if numbers else ""
    words = [f"card{'s'[: len(numbers) != 1]} {span}"] if numbers else []
    return ", ".join([*words, *(name for name in names if not name.isdigit())])


def _shortened(text: str, room: float, size_mm: float, font: Font) -> str:
    """The beginning of a text that fits, with an ellipsis where it is cut."""
    if font.width(text, size_mm) <= room:
        return text
    while text and font.width(text + "…", size_mm) > room:
        text = text[:-1]
    return text.rstrip() + "…" if text else ""

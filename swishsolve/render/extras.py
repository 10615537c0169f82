"""The two cards that come with a printed deck: a cover, and the rules of the game in a few sentences."""

from __future__ import annotations

from collections.abc import Iterator

from swishsolve.model.card import Card, Symbol
from swishsolve.model.colours import COLOUR_NAMES
from swishsolve.model.deck import Deck
from swishsolve.model.grid import Grid
from swishsolve.render.cards import symbol_items
from swishsolve.render.drawing import Fill, Item, Polyline, Stroke, Text
from swishsolve.render.font import Font, bundled_font
from swishsolve.render.palette import INK, QUIET, TABLE
from swishsolve.render.sheet import PrintCard, outline
from swishsolve.render.template import SheetTemplate

_PITCH = 1.32  # from line to line, in sizes of the text
_MOVES = {
    True: "turned any way and flipped over",
    False: "turned upside down and flipped over, not turned by a quarter",
}


def cover_card(deck: Deck, template: SheetTemplate, font: Font | None = None) -> PrintCard:
    """The deck's name, a ball in its hoop in each of its colours, and what the deck consists of."""
    used = font or bundled_font()
    width, height = template.style.size_mm(deck.grid)
    unit = min(width, height) / 63.5
    room = width - 10 * unit
    size = _fitted(deck.name, room, 9.0 * unit, used)
    lines = used.wrapped(deck.name, size, room)
    top = 9 * unit + size * 0.75
    items: list[Item] = [
        Text((width / 2, top + index * size * 1.15), line, size, Fill(INK), "middle")
        for index, line in enumerate(lines)
    ]
    foot = _contents(deck)
    small = 2.9 * unit
    below = [line for part in foot for line in used.wrapped(part, small, room)]
    first = height - 6 * unit - (len(below) - 1) * small * _PITCH
    items += [
        Text((width / 2, first + index * small * _PITCH), line, small, Fill(QUIET), "middle")
        for index, line in enumerate(below)
    ]
    upper, lower = top + (len(lines) - 1) * size * 1.15 + size * 0.3, first - small
    items += _pairs(deck, template, (5 * unit, upper, width - 5 * unit, lower), unit)
    return PrintCard("cover", (*items, *outline(deck.grid, template)), TABLE)


def rules_card(deck: Deck, template: SheetTemplate, font: Font | None = None) -> PrintCard:
    """How to play, in text as large as fits."""
    used = font or bundled_font()
    width, height = template.style.size_mm(deck.grid)
    unit = min(width, height) / 63.5
    margin = 5.0 * unit
    size = 4.4 * unit
    while True:
        paragraphs = [used.wrapped(text, size, width - 2 * margin - 3.2 * size) for text in _rules(deck)]
        needed = sum(len(lines) * _PITCH + 0.4 for lines in paragraphs) * size + 2.9 * size
        if needed <= height - 2 * margin or size < 0.5:
            break
        size *= 0.95
    title, left = size * 1.7, margin
    y = margin + title * 0.75
    items: list[Item] = [Text((left, y), "How to play", title, Fill(INK))]
    y += size * 0.75
    items.append(Polyline(((left, y), (width - margin, y)), Stroke(INK, size * 0.08)))
    y += size * 1.5
    spare = (height - margin - y + size * 1.2 - sum(len(lines) for lines in paragraphs) * size * _PITCH) / len(
        paragraphs
    )
    for number, lines in enumerate(paragraphs, 1):
        items.append(Text((left + size * 0.9, y), str(number), size * 1.25, Fill(QUIET), "end"))
        for line in lines:
            items.append(Text((left + size * 1.9, y), line, size, Fill(INK)))
            y += size * _PITCH
        y += min(size * 0.7, max(size * 0.3, spare / len(paragraphs)))
    return PrintCard("rules", (*items, *outline(deck.grid, template)), TABLE)


def _contents(deck: Deck) -> tuple[str, ...]:
    count = len(deck.cards)
    symbols = ""
    if deck.balls is not None and deck.hoops is not None:
        balls = "one ball" if deck.balls == 1 else f"{deck.balls} balls"
        hoops = "one hoop" if deck.hoops == 1 else f"{deck.hoops} hoops"
        symbols = f"{balls}, {hoops} on each"
    return tuple(
        filter(None, (f"{count} card{'s'[: count != 1]} of {deck.grid.rows} x {deck.grid.cols} cells", symbols))
    )


def _rules(deck: Deck) -> tuple[str, ...]:
    square = deck.grid.rows == deck.grid.cols
    rows, cols = (4, 4) if len(deck.cards) >= 40 else (3, 4)
    return (
        f"Lay {rows * cols} cards face up in {rows} rows of {cols}. Everyone looks at once.",
        "Find two or more cards that, laid on one another, bring every ball into a hoop of its own colour and leave no "
        "hoop empty.",
        f"In your head, cards may be {_MOVES[square]}.",
        "Say Swish and how many cards it takes, then lay them. A larger Swish that is called in time comes first.",
        "Right: keep these cards. Wrong: give one back. Fill the table up again.",
        "When no Swish is left, whoever has most cards wins.",
    )


def _fitted(text: str, room: float, size: float, font: Font) -> float:
    """The size at which the longest word fits the room and the whole fits three lines."""
    while size > 0.5 and (
        max(font.width(word, size) for word in text.split()) > room or len(font.wrapped(text, size, room)) > 3
    ):
        size *= 0.95
    return size


def _pairs(deck: Deck, template: SheetTemplate, box: tuple[float, float, float, float], unit: float) -> Iterator[Item]:
    """A ball in its hoop for each colour of the deck, in rows that fill the box."""
    letters = [letter for letter in COLOUR_NAMES if any(s.colour == letter for c, _ in deck.types for s in c.symbols)]
    if deck.colours:
        letters = [letter for letter in deck.colours if letter in letters]
    if not letters:
        return
    left, top, right, bottom = box
    columns = min(
        range(1, len(letters) + 1),
        key=lambda n: -min((right - left) / n, (bottom - top) / -(-len(letters) // n)),
    )
    rows = -(-len(letters) // columns)
    step = min((right - left) / columns, (bottom - top) / rows, 24 * unit)
    style = template.style.resized(step * 0.84 / template.style.hoop_outer_mm)
    cell = Grid(1, 1)
    side = style.size_mm(cell)[0]
    for index, letter in enumerate(letters):
        row, col = divmod(index, columns)
        in_row = min(columns, len(letters) - row * columns)
        x = (left + right) / 2 + (col - (in_row - 1) / 2) * step
        y = (top + bottom) / 2 + (row - (rows - 1) / 2) * step
        for kind in ("hoop", "ball"):
            card = Card(cell, (Symbol(0, 0, "ball" if kind == "ball" else "hoop", letter),))
            yield from symbol_items(cell, card.symbols, (x - side / 2, y - side / 2), style)

"""A puzzle book: a title page, puzzles with their hints upside down, the solutions at the back.

Each puzzle has a cell of a page; in a cell that is wider than high the words stand beside the table::

      +---------------------+      +-----------+---------+
      | 7 ●●○ medium     id |      | 7 ●●○     | +-----+ |
      | Find the only Swish |      | Find the  | |table| |
      |      +-------+      |      | only Swish| |     | |
      |      | table |      |      |           | +-----+ |
      |      +-------+      |      | ʇuᴉɥ   id |         |
      | ʇuᴉɥ                |      +-----------+---------+
      +---------------------+
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from swishsolve.model.card import Card, Symbol
from swishsolve.model.layout import Layout
from swishsolve.model.swish import Stack
from swishsolve.render.cards import CardStyle, film_items, pile_items, symbol_items
from swishsolve.render.drawing import Disc, Drawing, Fill, Item, Polyline, Ring, Stroke, Text, moved
from swishsolve.render.font import Font, bundled_font
from swishsolve.render.moves import move_items
from swishsolve.render.palette import INK, QUIET
from swishsolve.render.pdf import Page
from swishsolve.render.scene import iter_steps
from swishsolve.render.table import draw_layout_picture

# Puzzles a page -> columns and rows of cells.
PER_PAGE = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3)}
_SOLUTIONS = (2, 3)
_WIDE = 1.05  # width by height from which on the words stand beside the table
_PITCH = 1.35


class BookPuzzle(NamedTuple):
    """A puzzle as a book shows it: `rank` is (level, levels there are), both from 1; `solutions` are its Swishes."""

    name: str
    level: str
    rank: tuple[int, int]
    task: str
    layout: Layout
    hints: tuple[str, ...]
    solutions: tuple[Stack, ...]


class _Cell(NamedTuple):
    left: float
    top: float
    width: float
    height: float


def book_pages(
    puzzles: Sequence[BookPuzzle],
    page_mm: tuple[float, float],
    title: str,
    *,
    per_page: int = 1,
    style: CardStyle | None = None,
    font: Font | None = None,
) -> list[Page]:
    """The pages of a book in order; `per_page` is a key of `PER_PAGE`."""
    used, look = font or bundled_font(), style or CardStyle()
    unit = min(page_mm) / 210
    sheets: list[list[Item]] = [list(_title_items(puzzles, page_mm, title, unit, look, used))]
    for start in range(0, len(puzzles), per_page):
        items: list[Item] = []
        cells = _cells(page_mm, PER_PAGE[per_page], unit)
        for offset, (puzzle, cell) in enumerate(zip(puzzles[start : start + per_page], cells, strict=False)):
            items += _puzzle_items(puzzle, start + offset + 1, cell, look, used, unit)
        sheets.append(items)
    columns, rows = _SOLUTIONS
    for start in range(0, len(puzzles), columns * rows):
        head = 16 * unit
        items = [Text((18 * unit, 26 * unit), "Solutions", 8 * unit, Fill(INK))]
        cells = _cells(page_mm, _SOLUTIONS, unit, head)
        on_page = puzzles[start : start + columns * rows]
        for offset, (puzzle, cell) in enumerate(zip(on_page, cells, strict=False)):
            items += _solution_items(puzzle, start + offset + 1, cell, look, used, unit)
        sheets.append(items)
    pages = []
    for number, items in enumerate(sheets, 1):
        if number > 1:
            foot = page_mm[1] - 9 * unit
            items.append(Text((page_mm[0] / 2, foot), str(number), 3.4 * unit, Fill(QUIET), "middle"))
        pages.append(Page(Drawing(*page_mm, tuple(items))))
    return pages


def _cells(page_mm: tuple[float, float], shape: tuple[int, int], unit: float, head: float = 0.0) -> Iterator[_Cell]:
    """The cells of a page in reading order, inside its margins and below a head."""
    margin, foot, gap = 18 * unit, 20 * unit, 10 * unit
    columns, rows = shape
    width = (page_mm[0] - 2 * margin - (columns - 1) * gap) / columns
    height = (page_mm[1] - margin - foot - head - (rows - 1) * gap) / rows
    for row in range(rows):
        for col in range(columns):
            yield _Cell(margin + col * (width + gap), margin + head + row * (height + gap), width, height)


def _puzzle_items(
    puzzle: BookPuzzle, number: int, cell: _Cell, style: CardStyle, font: Font, unit: float
) -> Iterator[Item]:
    size = min(4.6 * unit, max(2.6 * unit, cell.width / 36))
    wide = cell.width / cell.height > _WIDE
    words = _Cell(cell.left, cell.top, cell.width * 0.42 if wide else cell.width, cell.height)
    y = words.top + size * 2.2
    yield from _head_items(puzzle, number, words, y, size, font)
    if not wide:
        yield _name_on_the_right(puzzle, words, y, size * 0.72, words.width * 0.55, font)
    y += size * 2.1
    for line in font.wrapped(puzzle.task, size, words.width):
        yield Text((words.left, y), line, size, Fill(INK))
        y += size * _PITCH
    hints = [line for hint in puzzle.hints for line in font.wrapped(hint, size * 0.75, words.width)]
    # Upside down: the first line stands lowest, from the right.
    bottom = cell.top + cell.height - (size * 1.6 if wide else 0)
    for index, line in enumerate(hints):
        place = words.left + words.width, bottom - size * 0.65 - index * size * 0.75 * _PITCH
        yield Text(place, line, size * 0.75, Fill(QUIET), "start", 180)
    if wide:
        small = size * min(0.72, words.width / font.width(puzzle.name, size))
        yield Text((words.left, cell.top + cell.height), puzzle.name, small, Fill(QUIET))
        gap = cell.width * 0.04
        room = _Cell(words.left + words.width + gap, cell.top, cell.width - words.width - gap, cell.height)
    else:
        below = (len(hints) * 0.75 * _PITCH + 1.0) * size if hints else 0.0
        room = _Cell(cell.left, y, cell.width, cell.top + cell.height - below - y)
    yield from _fitted(draw_layout_picture(puzzle.layout, style=style), room)


def _head_items(puzzle: BookPuzzle, number: int, cell: _Cell, y: float, size: float, font: Font) -> Iterator[Item]:
    """The number, a dot for each level up to the puzzle's, and the name of the level."""
    yield Text((cell.left, y), str(number), size * 2.6, Fill(INK))
    x = cell.left + font.width(str(number), size * 2.6) + size * 1.2
    level, levels = puzzle.rank
    radius = size * 0.34
    for dot in range(levels):
        centre = x + dot * radius * 2.9, y - size * 0.36
        if dot < level:
            yield Disc(centre, radius, Fill(INK))
        else:
            yield Ring(centre, radius * 0.78, radius, Fill(INK))
    yield Text((x + levels * radius * 2.9, y), puzzle.level, size, Fill(INK))


def _solution_items(
    puzzle: BookPuzzle, number: int, cell: _Cell, style: CardStyle, font: Font, unit: float
) -> Iterator[Item]:
    size = min(3.4 * unit, cell.width / 24)
    y = cell.top + size * 1.2
    yield Text((cell.left, y), str(number), size * 1.7, Fill(INK))
    x = cell.left + font.width(str(number), size * 1.7) + size * 0.8
    yield Text((x, y), puzzle.level, size, Fill(INK))
    yield _name_on_the_right(puzzle, cell, y, size * 0.8, cell.width * 0.6, font)
    rule = y + size * 0.6
    yield Polyline(((cell.left, rule), (cell.left + cell.width, rule)), Stroke(QUIET, size * 0.05))
    top = rule + size
    room = (cell.top + cell.height - top) / max(1, len(puzzle.solutions))
    for index, stack in enumerate(puzzle.solutions):
        place = _Cell(cell.left, top + index * room, cell.width, room - size * 0.6)
        yield from _stack_items(puzzle.layout, stack, place, style, font, size)


def _name_on_the_right(puzzle: BookPuzzle, cell: _Cell, y: float, size: float, room: float, font: Font) -> Item:
    """The id of a puzzle at the right edge, in smaller letters where it is long."""
    size = min(size, room / font.width(puzzle.name, 1))
    return Text((cell.left + cell.width, y), puzzle.name, size, Fill(QUIET), "end")


def _stack_items(
    layout: Layout, stack: Stack, cell: _Cell, style: CardStyle, font: Font, size: float
) -> Iterator[Item]:
    """The finished pile and, beside it, its cards with their moves."""
    card_mm = style.size_mm(layout.grid)
    factor = min(cell.width * 0.42 / card_mm[0], cell.height / card_mm[1])
    steps = list(iter_steps(layout, stack))
    yield from moved(pile_items(layout.grid, steps[-1].pile, (0, 0), style), (cell.left, cell.top), factor)
    left = cell.left + card_mm[0] * factor + size * 1.4
    pitch = min(size * 1.6, cell.height / len(steps))
    size = min(size, pitch / 1.15)
    names = max(font.width(step.name, size) for step in steps)
    for index, step in enumerate(steps):
        y = cell.top + pitch * (index + 0.5) + size * 0.36
        yield Text((left, y), step.name, size, Fill(INK))
        yield from move_items(step.move, (left + names + size * 1.2, y - size * 0.36), size * 1.2, INK)
        words = left + names + size * 2.4
        room = cell.left + cell.width - words
        shown = size * min(0.8, room / max(1.0, font.width(step.words, 1)))
        yield Text((words, y), step.words, shown, Fill(QUIET))


def _fitted(drawing: Drawing, room: _Cell) -> Iterator[Item]:
    """A picture as large as the room allows, in its middle."""
    factor = min(room.width / drawing.width_mm, room.height / drawing.height_mm)
    x = room.left + (room.width - drawing.width_mm * factor) / 2
    y = room.top + (room.height - drawing.height_mm * factor) / 2
    return moved(drawing.items, (x, y), factor)


def _title_items(
    puzzles: Sequence[BookPuzzle], page_mm: tuple[float, float], title: str, unit: float, style: CardStyle, font: Font
) -> Iterator[Item]:
    width, height = page_mm
    size = 17 * unit
    while size > 1 and len(font.wrapped(title, size, width - 40 * unit)) > 2:
        size *= 0.95
    y = 30 * unit + size * 0.75
    for line in font.wrapped(title, size, width - 40 * unit):
        yield Text((width / 2, y), line, size, Fill(INK), "middle")
        y += size * 1.2
    levels = list(dict.fromkeys(puzzle.level for puzzle in sorted(puzzles, key=lambda puzzle: puzzle.rank)))
    count = f"{len(puzzles)} puzzle{'s'[: len(puzzles) != 1]}"
    words = (
        f"{count}: {', '.join(levels)}" if len(levels) > 1 else f"{count}, {levels[0]}" if levels else count,
        "Hints stand upside down below each puzzle, solutions at the back.",
    )
    foot = height - 26 * unit
    for text, drop, letters in zip(words, (0.0, 7.0), (5.0, 4.0), strict=True):
        yield Text((width / 2, foot + drop * unit), text, letters * unit, Fill(QUIET), "middle")
    if not puzzles:
        return
    layout = puzzles[0].layout
    room = _Cell(20 * unit, y - size * 0.4, width - 40 * unit, foot - 12 * unit - (y - size * 0.4))
    card_mm = style.size_mm(layout.grid)
    factor = min(room.width / card_mm[0], room.height / card_mm[1])
    corner = room.left + (room.width - card_mm[0] * factor) / 2, room.top + (room.height - card_mm[1] * factor) / 2
    yield from moved(_full_card(layout, style), corner, factor)


def _full_card(layout: Layout, style: CardStyle) -> Iterator[Item]:
    """A card with a ball in its hoop in every cell: the Swish that nobody ever finds."""
    used = sorted({symbol.colour for laid in layout for symbol in laid.card.symbols}) or ["b"]
    colours = layout.colours or "".join(used)
    symbols: list[Symbol] = []
    for row, col in layout.grid.cells:
        colour = colours[layout.grid.orbit_of[row, col] % len(colours)]
        symbols.append(Symbol(row, col, "ball", colour))
    balls = Card(layout.grid, tuple(symbols))
    hoops = tuple(symbol._replace(kind="hoop") for symbol in balls.symbols)
    yield from film_items(layout.grid, (0, 0), style)
    yield from symbol_items(layout.grid, hoops, (0, 0), style, letters=False)
    yield from symbol_items(layout.grid, balls.symbols, (0, 0), style, letters=False)

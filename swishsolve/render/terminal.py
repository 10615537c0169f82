"""Terminal pictures: layouts and stacks as rows of characters, at any width, with or without colour or Unicode.

A cell is three characters wide, so that a hoop can hold its letter::

      " b "  a blue ball            "(B)"  a blue hoop            "(b)"  a blue ball in its hoop
      " · "  an empty cell          "bG!"  what no further card can mend

Where that is too wide for the terminal a cell shrinks to one character: `b`, `B`, `*` for a ball in its hoop, `!`. Case
and brackets say all there is to say; colour only repeats it. Nothing here loads more than the model does, because
every answer in text goes through this module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import NamedTuple, TypeVar

from swishsolve.model.card import Card, Symbol
from swishsolve.model.colours import COLOUR_NAMES
from swishsolve.model.grid import Cell, Grid
from swishsolve.model.layout import LaidCard, Layout
from swishsolve.model.swish import Stack, verify
from swishsolve.render.scene import PileCell, Step, iter_steps, notes, swish_numbers

T = TypeVar("T")

WIDE, NARROW = 3, 1  # characters a cell

# Colours of the 256-colour palette: (background of a ball, its letter, letter of a hoop, background of a hoop or None).
# The hoop letters are middle tones that stand out from black and from white; black and white hoops bring their own.
_INKS = {
    "b": (26, 231, 33, None),
    "o": (208, 16, 208, None),
    "g": (28, 231, 35, None),
    "p": (91, 231, 134, None),
    "r": (160, 231, 203, None),
    "y": (220, 16, 178, None),
    "c": (45, 16, 38, None),
    "m": (199, 16, 199, None),
    "k": (16, 231, 16, 250),
    "w": (231, 16, 231, 240),
    "n": (94, 231, 137, None),
    "t": (30, 231, 37, None),
}
_SWISH_INKS = ("1;38;5;33", "1;38;5;208", "1;38;5;35", "1;38;5;170", "1;38;5;178", "1;38;5;38")
_DIM, _BOLD, _DOUBT, _CLASH = "2", "1", "1;38;5;178", "1;38;5;231;48;5;160"


class _Glyphs(NamedTuple):
    """The characters of a picture; a frame is its corners clockwise from the top left, its level
    line and its upright line.
    """

    card: str
    marked: str
    doubtful: str
    pile: str
    empty: str
    then: str


_UNICODE = _Glyphs(
    card="╭╮╯╰─│",
    marked="╔╗╝╚═║",
    doubtful="┌┐┘└╌┆",
    pile="┏┓┛┗━┃",
    empty="·",
    then="→",
)
_ASCII = _Glyphs(
    card="++++-|",
    marked="####=#",
    doubtful="....~:",
    pile="++++=|",
    empty=".",
    then=">",
)


def can_encode(encoding: str | None) -> bool:
    """Whether the encoding has every character of the Unicode pictures; False for None or an unknown name.

    >>> can_encode("utf-8"), can_encode("cp1252"), can_encode(None)
    (True, False, False)
    """
    text = "".join("".join(glyph) for glyph in _UNICODE)
    try:
        return bool(text.encode(encoding or "ascii"))
    except (LookupError, UnicodeEncodeError):
        return False


def format_layout(
    layout: Layout,
    *,
    width: int = 80,
    colour: bool = False,
    unicode: bool = True,
    highlight: Sequence[Stack] = (),
) -> str:
    """The layout as it lies on the table, no line longer than `width` where a single card allows it.

    The cards of the Swishes in `highlight` stand in double frames; with two or more Swishes `#n` after the label tells
    to which each card belongs. Doubtful cards have a broken frame and a `?`. Where not even narrow cells make the rows
    of the table fit, each row is wrapped; rows and columns without any card are left out.

    >>> from swishsolve.model.layout import Label
    >>> card = Card(Grid(2, 2), (Symbol(0, 0, "ball", "b"), Symbol(1, 1, "hoop", "o")))
    >>> print(format_layout(Layout(Grid(2, 2), (LaidCard(Label(0, 0), card),), (1, 1))))
    ╭ A1 ──╮
    │ b  · │
    │ · (O)│
    ╰──────╯
    """
    if not layout.cards:
        return "no cards on the table"
    numbers = swish_numbers(highlight)
    titles = {laid.label: _title(laid, numbers.get(laid.label, ()) if len(highlight) > 1 else ()) for laid in layout}
    longest = max(map(len, titles.values()))
    columns = sorted({laid.label.col for laid in layout})
    glyphs = _UNICODE if unicode else _ASCII

    for cell_width, gap in ((WIDE, 2), (WIDE, 1), (NARROW, 1), (NARROW, 0)):
        box = _box_width(layout.grid, cell_width, longest)
        keeps_table = len(columns) * (box + gap) - gap <= width
        if keeps_table:
            break
    else:
        gap = 1
        wide = _box_width(layout.grid, WIDE, longest)
        cell_width = WIDE if 3 * (wide + gap) - gap <= width else NARROW
        box = _box_width(layout.grid, cell_width, longest)
    pen = _Pen(glyphs, colour, cell_width, box)

    bands: list[list[str]] = []
    for row in sorted({laid.label.row for laid in layout}):
        blocks = {
            laid.label.col: _card_block(pen, laid, titles[laid.label], numbers.get(laid.label, ()))
            for laid in layout
            if laid.label.row == row
        }
        if keeps_table:
            empty = [" " * box] * (layout.grid.rows + 2)
            bands.append(_beside([blocks.get(col, empty) for col in columns], gap))
        else:
            bands.extend(_beside(group, gap) for group in _groups(list(blocks.values()), box, gap, width))
    remarks = [line for note in notes(layout) for line in wrap(note, width)]
    return "\n".join([line.rstrip() for band in bands for line in band] + remarks)


def format_stack(layout: Layout, stack: Stack, *, width: int = 80, colour: bool = False, unicode: bool = True) -> str:
    """The cards of a stack side by side as they are laid, each with its move in words, and below the pile so far.

    Under each pile stand the symbols that are still open, in the letters of the card code. The stack need not be a
    Swish. Steps that do not fit beside each other go on below. Raises KeyError for a label that names no card and
    ValueError for a transform that the grid does not have.

    >>> from swishsolve.model.layout import Label
    >>> from swishsolve.model.swish import Placement
    >>> from swishsolve.model.transform import Transform
    >>> first = Card(Grid(2, 2), (Symbol(0, 0, "ball", "b"), Symbol(1, 1, "hoop", "o")))
    >>> second = Card(Grid(2, 2), (Symbol(1, 0, "hoop", "b"), Symbol(0, 1, "ball", "o")))
    >>> cards = LaidCard(Label(0, 0), first), LaidCard(Label(0, 1), second)
    >>> stack = Placement(Label(0, 0), Transform.IDENTITY), Placement(Label(0, 1), Transform.FLIP_V)
    >>> print(format_stack(Layout(Grid(2, 2), cards, (1, 2)), stack, width=40))
    ╭ A1 ─────╮    ╭ A2v ────╮
    │ b  ·    │  + │(B) ·    │
    │ · (O)   │    │ ·  o    │
    ╰─────────╯    ╰─────────╯
    as it lies     flipped top
                   to bottom
    ┏ 1 card ━┓    ╔ 2 cards ╗
    ┃ b  ·    ┃  → ║(b) ·    ║
    ┃ · (O)   ┃    ║ · (o)   ║
    ┗━━━━━━━━━┛    ╚═════════╝
    open: bO       a Swish
    """
    is_swish = not verify(layout, stack)
    steps = list(iter_steps(layout, stack))
    longest = max((len(step.name) for step in steps), default=0)
    gap = 3
    for cell_width, caption in ((WIDE, 12), (NARROW, 9)):
        title = longest if cell_width == NARROW else max(longest, len(f"{len(steps)} cards"))
        box = _box_width(layout.grid, cell_width, title)
        block = max(box, caption)
        if min(2, len(steps)) * (block + gap) - gap <= width:
            break
    else:
        block, gap = min(block, max(width, box)), 2
    pen = _Pen(_UNICODE if unicode else _ASCII, colour, cell_width, box)

    bands: list[list[str]] = []
    for group in _groups(list(enumerate(steps, 1)), block, gap, width):
        if bands:
            bands.append([""])
        cards = [_frame(pen, pen.glyphs.card, _card_rows(pen, step.card), step.name, "", _BOLD) for _, step in group]
        piles = [_pile_block(pen, layout.grid, step, count, is_swish and step is steps[-1]) for count, step in group]
        states = [_state_words(step, is_swish and step is steps[-1]) for _, step in group]
        middle = (layout.grid.rows + 1) // 2
        bands.append(_beside(_padded(cards, block - box), gap, "+", middle))
        bands.append(_beside(_wrapped((step.words for _, step in group), block), gap))
        bands.append(_beside(_padded(piles, block - box), gap, pen.glyphs.then, middle))
        bands.append(_beside(_wrapped(states, block), gap))
    return "\n".join(line.rstrip() for band in bands for line in band)


def format_legend(layout: Layout, *, width: int = 80, colour: bool = False) -> str:
    """What the letters of the pictures mean: the colours that the layout uses, in the order of the card code.

    >>> from swishsolve.model.layout import Label
    >>> card = Card(Grid(2, 2), (Symbol(0, 0, "ball", "b"), Symbol(1, 1, "hoop", "o")))
    >>> print(format_legend(Layout(Grid(2, 2), (LaidCard(Label(0, 0), card),), (1, 1))))
    b blue, o orange; small letter: ball, capital: hoop
    """
    used = {symbol.colour for laid in layout for symbol in laid.card.symbols}
    names = ", ".join(f"{letter}\0{name}" for letter, name in COLOUR_NAMES.items() if letter in used)
    text = f"{names}; small letter: ball, capital: hoop" if names else "cards without symbols"
    lines = [line.replace("\0", " ") for line in wrap(text, width)]
    if not colour:
        return "\n".join(lines)
    for letter in used:
        name = COLOUR_NAMES[letter]
        inked = f"{_paint(letter, _ink('ball', letter))} {name}"
        lines = [line.replace(f"{letter} {name}", inked) for line in lines]
    return "\n".join(lines)


class _Pen(NamedTuple):
    """How to draw: the characters, whether in colour, the width of a cell and of a whole box in characters."""

    glyphs: _Glyphs
    colour: bool
    cell_width: int
    box: int

    def paint(self, text: str, code: str) -> str:
        return _paint(text, code) if self.colour and code else text


def _paint(text: str, code: str) -> str:
    return f"\x1b[{code}m{text}\x1b[0m"


def _ink(kind: str, colour: str) -> str:
    ball_back, ball_letter, hoop_letter, hoop_back = _INKS[colour]
    if kind == "ball":
        return f"1;38;5;{ball_letter};48;5;{ball_back}"
    return f"1;38;5;{hoop_letter}" + (f";48;5;{hoop_back}" if hoop_back is not None else "")


def _box_width(grid: Grid, cell_width: int, title: int) -> int:
    return 2 + max(grid.cols * cell_width, title + (2 if cell_width == WIDE else 0))


def _title(laid: LaidCard, numbers: tuple[int, ...]) -> str:
    doubt = "?" if laid.photo and laid.photo.doubtful else ""
    shown = ",".join(map(str, numbers[:2])) + ("+" if len(numbers) > 2 else "")
    return f"{laid.label}{doubt}" + (f" #{shown}" if numbers else "")


def _card_block(pen: _Pen, laid: LaidCard, title: str, numbers: tuple[int, ...]) -> list[str]:
    if numbers:
        frame, code = pen.glyphs.marked, _SWISH_INKS[(numbers[0] - 1) % len(_SWISH_INKS)]
    elif laid.photo and laid.photo.doubtful:
        frame, code = pen.glyphs.doubtful, _DOUBT
    else:
        frame, code = pen.glyphs.card, _DIM
    return _frame(pen, frame, _card_rows(pen, laid.card), title, code, code if code != _DIM else "")


def _pile_block(pen: _Pen, grid: Grid, step: Step, count: int, is_swish: bool) -> list[str]:
    title = (f"{count} cards" if count > 1 else "1 card") if pen.cell_width == WIDE else str(count)
    frame = pen.glyphs.marked if is_swish else pen.glyphs.pile
    rows = _rows(pen, grid, lambda cell: _pile_cell(pen, step.pile.get(cell)))
    return _frame(pen, frame, rows, title, _SWISH_INKS[0] if is_swish else "", _BOLD)


def _card_rows(pen: _Pen, card: Card) -> list[str]:
    symbols = {Cell(symbol.row, symbol.col): symbol for symbol in card.symbols}
    return _rows(pen, card.grid, lambda cell: _symbol(pen, symbols.get(cell)))


def _rows(pen: _Pen, grid: Grid, cell_text: Callable[[Cell], str]) -> list[str]:
    filling = " " * (pen.box - 2 - grid.cols * pen.cell_width)
    return ["".join(cell_text(Cell(row, col)) for col in range(grid.cols)) + filling for row in range(grid.rows)]


def _symbol(pen: _Pen, symbol: Symbol | None) -> str:
    if symbol is None:
        return pen.paint(pen.glyphs.empty.center(pen.cell_width), _DIM)
    letter = symbol.colour if symbol.kind == "ball" else symbol.colour.upper()
    if pen.cell_width == WIDE:
        letter = f" {letter} " if symbol.kind == "ball" else f"({letter})"
    return pen.paint(letter, _ink(symbol.kind, symbol.colour))


def _pile_cell(pen: _Pen, content: PileCell | None) -> str:
    if content is None or content.state == "open":
        return _symbol(pen, content.symbols[0] if content else None)
    first = content.symbols[0]
    if content.state == "matched":
        return pen.paint(f"({first.colour})" if pen.cell_width == WIDE else "*", _ink("ball", first.colour))
    letters = _letters(content.symbols[:2])
    return pen.paint(f"{letters}!" if pen.cell_width == WIDE else "!", _CLASH)


def _letters(symbols: Iterable[Symbol]) -> str:
    return "".join(symbol.colour if symbol.kind == "ball" else symbol.colour.upper() for symbol in symbols)


def _state_words(step: Step, is_swish: bool) -> str:
    if is_swish:
        return "a Swish"
    parts = []
    if step.clashes:
        parts.append("clash: " + ", ".join(_letters(step.pile[cell].symbols) for cell in step.clashes))
    if step.open_symbols:
        parts.append("open: " + _letters(step.open_symbols))
    return "; ".join(parts) or "nothing open"


def _frame(pen: _Pen, frame: str, rows: list[str], title: str, code: str, title_code: str) -> list[str]:
    top_left, top_right, bottom_right, bottom_left, level, upright = iter(frame)
    inner = pen.box - 2
    space = " " if pen.cell_width == WIDE else ""
    rest = level * (inner - len(title) - 2 * len(space))
    top = pen.paint(top_left, code) + space + pen.paint(title, title_code) + space + pen.paint(rest + top_right, code)
    side = pen.paint(upright, code)
    bottom = pen.paint(bottom_left + level * inner + bottom_right, code)
    return [top, *(f"{side}{row}{side}" for row in rows), bottom]


def _groups(items: Sequence[T], block: int, gap: int, width: int) -> list[Sequence[T]]:
    many = max(1, (width + gap) // (block + gap))
    return [items[start : start + many] for start in range(0, len(items), many)]


def _beside(blocks: Iterable[Sequence[str]], gap: int, sign: str = "", sign_row: int = -1) -> list[str]:
    """Blocks of lines next to each other, `sign` in the gap at one row; a block's lines share one visible width."""
    return [
        (sign.center(gap) if row == sign_row else " " * gap).join(lines)
        for row, lines in enumerate(zip_longest(*blocks, fillvalue=""))
    ]


def _padded(blocks: Iterable[Sequence[str]], by: int) -> list[list[str]]:
    return [[line + " " * by for line in block] for block in blocks]


def _wrapped(texts: Iterable[str], width: int) -> list[list[str]]:
    """Each text wrapped to `width`, all of the same number of lines."""
    blocks = [wrap(text, width) for text in texts]
    height = max(map(len, blocks))
    return [[line.ljust(width) for line in block + [""] * (height - len(block))] for block in blocks]

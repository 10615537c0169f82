"""Makes the pictures of the documentation anew: python docs/images/make.py"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image

from swishsolve.model.card import Card, Symbol
from swishsolve.model.colours import COLOUR_NAMES
from swishsolve.model.deck import read_deck
from swishsolve.model.grid import Grid
from swishsolve.render.book import BookPuzzle, book_pages
from swishsolve.render.cards import CardStyle, symbol_items
from swishsolve.render.drawing import Drawing, Fill, Item, Text
from swishsolve.render.extras import cover_card, rules_card
from swishsolve.render.palette import INK, PALETTES, QUIET
from swishsolve.render.png import draw_image
from swishsolve.render.sheet import PAGES, print_card, sheet_pages
from swishsolve.render.sight import SIGHTS, seen_as
from swishsolve.render.template import SheetTemplate

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
CELL = Grid(1, 1)


def save(name: str, image: Image.Image) -> None:
    """Write a PNG with a palette of colours: small, and no worse to look at."""
    image.quantize(256, method=Image.Quantize.MEDIANCUT, kmeans=2, dither=Image.Dither.FLOYDSTEINBERG).save(
        HERE / name, optimize=True
    )
    print(f"{name}: {(HERE / name).stat().st_size // 1024} kB, {image.size[0]} x {image.size[1]}")


def swishsolve(*arguments: str | Path) -> None:
    command = [sys.executable, "-c", "from swishsolve.__main__ import main; main()", *map(str, arguments)]
    done = subprocess.run(command, check=False, capture_output=True, text=True, cwd=ROOT)
    if done.returncode > 1:
        raise SystemExit(done.stderr)


def pair(letter: str, x: float, y: float, style: CardStyle) -> list[Item]:
    """A ball and, beside it, a hoop."""
    side = style.short_mm
    items: list[Item] = []
    for shift, kind in ((0.0, "ball"), (19.0, "hoop")):
        card = Card(CELL, (Symbol(0, 0, "ball" if kind == "ball" else "hoop", letter),))
        items += symbol_items(CELL, card.symbols, (x + shift - side / 2, y - side / 2), style)
    return items


def marks() -> Image.Image:
    """Every colour with its pattern, in colour and in one ink."""
    items: list[Item] = []
    for row, palette in enumerate(("safe", "black")):
        style = CardStyle(letters=False, patterns=True, colours=PALETTES[palette])
        for index, letter in enumerate(COLOUR_NAMES):
            x, y = 15 + index % 6 * 44, 13 + row * 68 + index // 6 * 31
            items += pair(letter, x, y, style)
            if row == 0:
                items.append(Text((x + 9, y + 14.5), COLOUR_NAMES[letter], 3.6, Fill(QUIET), "middle"))
    return draw_image(Drawing(266, 127, tuple(items)), 90)


def sights() -> Image.Image:
    """The palettes as each kind of eye sees them."""
    items: list[Item] = []
    y = 10.0
    for palette in ("safe", "vivid"):
        items.append(Text((4, y), f"--palette {palette}", 4.4, Fill(INK)))
        y += 12
        for sight in SIGHTS:
            items.append(Text((4, y + 1.5), sight, 3.8, Fill(QUIET)))
            seen = {letter: seen_as(ink, sight) for letter, ink in PALETTES[palette].items()}
            style = CardStyle(letters=False, colours=seen).resized(0.7)
            for index, letter in enumerate(COLOUR_NAMES):
                side = style.short_mm
                card = Card(CELL, (Symbol(0, 0, "ball", letter),))
                items += symbol_items(CELL, card.symbols, (52 + index * 12 - side / 2, y - side / 2), style)
            y += 12
        y += 6
    return draw_image(Drawing(194, y - 8, tuple(items)), 110)


def sheet() -> Image.Image:
    deck = read_deck("classic-60")
    template = SheetTemplate(style=CardStyle(letters=False, colours=PALETTES["safe"]))
    cards = [print_card(card, str(number), template) for number, card in enumerate(deck.cards, 1)]
    cards += [cover_card(deck, template), rules_card(deck, template)]
    pages = sheet_pages(cards, template.style.size_mm(deck.grid), PAGES["a4"], template, deck.name)
    return draw_image(pages[-1].drawing, 90)


def puzzle_page() -> Image.Image:
    from swishsolve.cli.puzzle_book import book_puzzle
    from swishsolve.puzzle.generate import Puzzle
    from swishsolve.puzzle.ids import Params, make_from

    params = Params(size=4, level="medium")
    made = make_from(params, 11)
    assert isinstance(made, Puzzle)
    puzzle: BookPuzzle = book_puzzle(f"{params}#11", made)
    style = CardStyle(colours=PALETTES["safe"])
    return draw_image(book_pages([puzzle], PAGES["a4"], "Swish puzzles", style=style)[1].drawing, 90)


def solved() -> Image.Image:
    with tempfile.TemporaryDirectory() as folder:
        swishsolve("solve", "examples/table.jpg", "--picture", Path(folder) / "solved.png")
        image = Image.open(BytesIO((Path(folder) / "solved.png").read_bytes())).convert("RGB")
    image.thumbnail((820, 820), Image.Resampling.LANCZOS)
    return image


def stack() -> Image.Image:
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "stack.png"
        layout = "tests/layouts/dev-00-classic16.txt"
        swishsolve("render", layout, "--stack", "A1+A2+A3v+B2+C4v", "-o", target, "--dpi", "50")
        return Image.open(BytesIO(target.read_bytes())).convert("RGB")


if __name__ == "__main__":
    for make in (sheet, puzzle_page, solved, stack, marks, sights):
        save(f"{make.__name__.replace('_', '-')}.png", make())

"""Drawing -> picture -> photograph -> reading gives the deck back: all cards, none doubtful.

The sheet is read as it comes from the printer and the table as it is drawn, both laid on a table, tilted, lit from one
side by a warm lamp, blurred, with noise, and saved as JPEG.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from swishsolve.errors import InputError
from swishsolve.model.card import Card
from swishsolve.model.deck import Deck, format_deck, parse_deck, read_deck
from swishsolve.render.drawing import Drawing, in_one_ink
from swishsolve.render.palette import PALETTES
from swishsolve.render.png import draw_image
from swishsolve.render.sheet import PAGES, plan_sheet, print_card, sheet_pages
from swishsolve.render.table import draw_layout_picture
from swishsolve.render.template import SheetTemplate
from swishsolve.vision.decode import decode_photo
from swishsolve.vision.read import ReadingHints, read_layout
from tests.cli.running import run
from tests.vision.drawn_tables import photograph_of, photographed, random_deck


def some_of(deck: Deck, count: int = 9) -> Deck:
    """Types spread over the whole deck, so that all its colours are there."""
    return replace(deck, types=deck.types[:: len(deck.types) // count][:count])


OWN_INKS = {"b": "#0a3fd6", "g": "#3fa535", "o": "#e2572b", "p": "#8d2fc4"}
PLAIN = SheetTemplate()
SAFE = replace(PLAIN, style=replace(PLAIN.style, colours=PALETTES["safe"]))
MARKED = replace(SAFE, style=replace(SAFE.style, patterns=True))
LETTERED = replace(SAFE, style=replace(SAFE.style, letters=True))
OWN = replace(PLAIN, style=replace(PLAIN.style, colours={**PALETTES["safe"], **OWN_INKS}))
DECKS = [
    pytest.param(some_of(read_deck("classic-36")), SAFE, id="classic"),
    pytest.param(random_deck("free", "4x3", "bB", 5), SAFE, id="free"),
    pytest.param(some_of(read_deck("square-48")), SAFE, id="square"),
    pytest.param(some_of(read_deck("junior-42")), SAFE, id="junior"),
    pytest.param(random_deck("any-two", "3x3", "bb bB BB", 6), SAFE, id="any-two"),
    pytest.param(random_deck("two-each", "5x5", "bbBB", 7), SAFE, id="two-each"),
    pytest.param(random_deck("one-two", "4x4", "bBB", 8), SAFE, id="one-two"),
    pytest.param(some_of(read_deck("classic-36")), MARKED, id="marks"),
    pytest.param(some_of(read_deck("classic-36")), LETTERED, id="letters"),
    pytest.param(some_of(read_deck("classic-36")), OWN, id="own-inks"),
]


def read_back(photo: bytes, deck: Deck) -> tuple[Counter[Card], int]:
    """The cards that are read, in the way of lying that they share, and how many are doubtful."""
    codes = tuple(card.code for card, _ in deck.types)
    hints = ReadingHints(deck.grid, deck.rule, deck.colours, deck=codes)
    reading = read_layout(decode_photo(photo, "photo"), hints=hints)
    return Counter(card.card.canonical() for card in reading.cards), sum(card.doubtful for card in reading.cards)


def sheet_of(deck: Deck, template: SheetTemplate) -> tuple[Drawing, int]:
    size = template.style.size_mm(deck.grid)
    cards = [print_card(card, str(number), template) for number, card in enumerate(deck.cards, 1)]
    pages = sheet_pages(cards, size, PAGES["a4"], template, deck.name)
    return pages[0].drawing, len(plan_sheet(PAGES["a4"], size, template).corners)


@pytest.mark.parametrize("deck, template", DECKS)
def test_a_printed_sheet_is_read_back(deck, template):
    drawing, count = sheet_of(deck, template)
    seen, doubtful = read_back(photographed(drawing, 95), deck)
    assert seen == Counter(card.canonical() for card in deck.cards[:count])
    assert doubtful == 0


@pytest.mark.parametrize("deck, template", DECKS)
def test_a_drawn_table_is_read_back(deck, template):
    layout = deck.deal((3, 3), seed=3)
    drawing = draw_layout_picture(layout, style=template.style)
    seen, doubtful = read_back(photographed(drawing, 95), deck)
    assert seen == Counter(laid.card.canonical() for laid in layout)
    assert doubtful == 0


def test_a_sheet_of_few_cards_beside_cover_and_rules_is_read_back(tmp_path):
    deck = read_deck("classic-60")
    printed = run("deck", "render", deck.name, "-o", "sheet.png", "--page", "letter", "--dpi", "95", cwd=tmp_path)
    assert printed.returncode == 0
    with Image.open(tmp_path / "sheet-8.png") as image:
        pixels = np.asarray(image.convert("RGB"))
    seen, doubtful = read_back(photograph_of(pixels, seed=1), deck)
    assert seen == Counter(card.canonical() for card in deck.cards[56:])
    assert doubtful == 0


def in_black() -> tuple[Deck, Drawing]:
    deck = some_of(read_deck("classic-36"))
    style = replace(PLAIN.style, colours=PALETTES["black"], patterns=True)
    drawing, _ = sheet_of(deck, replace(PLAIN, style=style))
    return deck, replace(drawing, items=tuple(in_one_ink(drawing.items)))


def test_one_ink_is_refused_with_the_reason():
    _, drawing = in_black()
    file = BytesIO()
    draw_image(drawing, 90).save(file, "PNG")
    with pytest.raises(InputError, match="the picture has no colour"):
        decode_photo(file.getvalue(), "photo")


def test_one_ink_under_a_warm_lamp_is_doubtful():
    deck, drawing = in_black()
    _, doubtful = read_back(photographed(drawing, 95), deck)
    assert doubtful > len(deck.cards) / 2


def test_a_scanned_deck_is_the_deck_that_was_printed(tmp_path):
    deck = replace(read_deck("classic-36"), types=read_deck("classic-36").types[::2])
    (tmp_path / "deck.toml").write_text(format_deck(deck))
    printed = run("deck", "render", "deck.toml", "-o", "sheet.png", "--dpi", "95", cwd=tmp_path)
    assert printed.returncode == 0
    photos = []
    for number in (1, 2):
        with Image.open(tmp_path / f"sheet-{number}.png") as image:
            pixels = np.asarray(image.convert("RGB"))
        (tmp_path / f"{number}.jpg").write_bytes(photograph_of(pixels, seed=number))
        photos.append(f"{number}.jpg")
    done = run("deck", "scan", *photos, "--deck", "deck.toml", cwd=tmp_path)
    assert done.returncode == 0, done.stderr.decode()
    scanned = parse_deck(done.stdout.decode())
    assert Counter(c.canonical() for c in scanned.cards) == Counter(c.canonical() for c in deck.cards)

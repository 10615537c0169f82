"""Sheets measured from the PDF itself: its numbers parsed, its pages rasterised."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from math import pi
from random import Random

import numpy as np
import pytest
from PIL import ImageChops, ImageOps

from swishsolve.errors import InputError
from swishsolve.model.card import Card, Symbol
from swishsolve.model.deck import Deck, parse_deck, read_deck
from swishsolve.model.grid import Grid
from swishsolve.render.cards import CardStyle
from swishsolve.render.drawing import Stroke, Text
from swishsolve.render.extras import cover_card, rules_card
from swishsolve.render.font import bundled_font
from swishsolve.render.palette import INK, SYMBOL_COLOURS
from swishsolve.render.pdf import Page, encode_pdf
from swishsolve.render.sheet import (
    PAGES,
    PrintCard,
    parse_page,
    parse_printer_scale,
    plan_sheet,
    print_card,
    sheet_pages,
    single_pages,
)
from swishsolve.render.template import SheetTemplate, check_template, parse_template, read_template, template_names
from tests.render.listing import listed
from tests.render.measure import Box, Shape, box_mm, box_of, overlap, rasterised, read, shapes, texts

CLOSE = 0.05  # mm
SQUARE = parse_deck(
    'name = "square"\ngrid = "3x3"\nrule = "free"\ntypes = [{code = "b../.O./..g"}, {code = "B.o/.../p.G", copies = 3}]'
)
TEMPLATES = {name: read_template(name) for name in template_names()} | {
    "gaps": replace(SheetTemplate(), gap_mm=7.0, outline_mm=0.0)
}


def pages_of(
    deck: Deck, template: SheetTemplate, page: tuple[float, float] = PAGES["a4"], **more: object
) -> list[Page]:
    cards = [print_card(card, str(number), template) for number, card in enumerate(deck.cards, 1)]
    return sheet_pages(cards, template.style.size_mm(deck.grid), page, template, deck.name, **more)


def pdf_of(deck: Deck, template: SheetTemplate, page: tuple[float, float] = PAGES["a4"], **more: object) -> bytes:
    return encode_pdf(pages_of(deck, template, page, **more), deck.name)


def circles(page_shapes: list[Shape], diameter: float) -> list[Shape]:
    """The circles of that diameter that lie around others: balls and hoops, not the cuts of patterns."""
    return [s for s in page_shapes if s.is_circle and abs(s.box[2] - s.box[0] - diameter) <= CLOSE]


def crop_marks(page_shapes: list[Shape], template: SheetTemplate) -> list[Shape]:
    width = template.mark_width_mm
    return [s for s in page_shapes if s.is_line and abs(s.width_mm - width) < 0.01 and s.stroke == "#20242a"]


def cuts(marks: list[Shape]) -> tuple[list[float], list[float]]:
    """Where the crop marks say to cut: all x, all y."""
    xs = {round(s.points[0][0], 2) for s in marks if abs(s.points[0][0] - s.points[1][0]) < 0.001}
    ys = {round(s.points[0][1], 2) for s in marks if abs(s.points[0][1] - s.points[1][1]) < 0.001}
    return sorted(xs), sorted(ys)


def trims(marks: list[Shape], size: tuple[float, float]) -> list[Box]:
    """The cards that the crop marks cut out: every rectangle of the size of a card between them."""
    xs, ys = cuts(marks)
    spans = [
        [(a, b) for a in edges for b in edges if abs(b - a - side) <= 0.02]
        for edges, side in zip((xs, ys), size, strict=True)
    ]
    return [(left, top, right, bottom) for top, bottom in spans[1] for left, right in spans[0]]


def cards_on(data: bytes, number: int, deck: Deck, template: SheetTemplate, *, sideways: bool) -> list[Card]:
    """The cards of a page, read from the shapes within each trim; symbols must lie in the middles of cells."""
    page_shapes = shapes(read(data).pages[number])
    style, grid = template.style, deck.grid
    size = style.size_mm(grid)
    names = {ink: letter for letter, ink in style.colours.items()}
    found = []
    for left, top, right, bottom in trims(crop_marks(page_shapes, template), size[::-1] if sideways else size):
        symbols = []
        for kind, diameter in (("ball", style.ball_mm), ("hoop", style.hoop_outer_mm)):
            for shape in circles(page_shapes, diameter * style.scale(grid)):
                x, y = shape.centre
                if left < x < right and top < y < bottom and shape.fill in names:
                    across, along = (y - top, right - x) if sideways else (x - left, y - top)
                    cell = min(
                        grid.cells, key=lambda c: np.hypot(*np.subtract(style.cell_centre(grid, c), (across, along)))
                    )
                    assert style.cell_centre(grid, cell) == pytest.approx((across, along), abs=CLOSE)
                    if kind == "hoop":
                        assert len(shape.outlines) == 2
                        inner = shape.outlines[1]
                        assert inner[2] - inner[0] == pytest.approx(style.hoop_inner_mm * style.scale(grid), abs=CLOSE)
                    symbols.append(Symbol(cell.row, cell.col, kind, names[shape.fill]))
        if symbols:
            found.append(Card(grid, tuple(symbols)))
    return found


@pytest.mark.parametrize("template", TEMPLATES.values(), ids=TEMPLATES)
@pytest.mark.parametrize("page", ["a4", "letter", "320x450", "95x130"])
def test_every_card_is_there_in_its_size_and_place(template, page):
    deck = read_deck("classic-36")
    page_mm = parse_page(page)
    plan = plan_sheet(page_mm, template.style.size_mm(deck.grid), template)
    data = pdf_of(deck, template, page_mm)
    reader = read(data)
    assert len(reader.pages) == -(-36 // len(plan.corners))
    seen = [
        card
        for number in range(len(reader.pages))
        for card in cards_on(data, number, deck, template, sideways=plan.sideways)
    ]
    assert Counter(seen) == Counter(deck.cards)


def test_a_sheet_as_a_drawing_list(golden):
    deck = replace(read_deck("classic-36"), types=read_deck("classic-36").types[:3])
    template = TEMPLATES["paper"]
    cards = [print_card(card, str(number), template) for number, card in enumerate(deck.cards, 1)]
    cards += [cover_card(deck, template), rules_card(deck, template)]
    page = sheet_pages(cards, template.style.size_mm(deck.grid), PAGES["a4"], template, deck.name)[0]
    without_ticks = [item for item in page.drawing.items if getattr(item, "stroke", None) != Stroke(INK, 0.15)]
    golden("sheet.txt", listed(replace(page.drawing, items=tuple(without_ticks))))


def test_cards_of_a_square_grid_with_several_symbols():
    data = pdf_of(SQUARE, TEMPLATES["film"])
    assert Counter(cards_on(data, 0, SQUARE, TEMPLATES["film"], sideways=False)) == Counter(SQUARE.cards)


@pytest.mark.parametrize("template", TEMPLATES.values(), ids=TEMPLATES)
@pytest.mark.parametrize("page", ["a4", "letter", "95x130"])
def test_boxes_of_the_page(template, page):
    deck, page_mm = read_deck("classic-36"), parse_page(page)
    reader = read(pdf_of(deck, template, page_mm))
    assert reader.trailer["/Root"]["/ViewerPreferences"]["/PrintScaling"] == "/None"
    for sheet in reader.pages:
        assert box_mm(sheet, "mediabox") == pytest.approx((0, 0, *page_mm), abs=0.001)
        assert box_mm(sheet, "cropbox") == pytest.approx((0, 0, *page_mm), abs=0.001)
        trim = box_mm(sheet, "trimbox")
        xs, ys = cuts(crop_marks(shapes(sheet), template))
        assert trim == pytest.approx((xs[0], ys[0], xs[-1], ys[-1]), abs=0.02)
        margin = template.margin_mm
        assert trim[0] >= margin[0] - 0.01 and trim[1] >= margin[1] - 0.01, "a card is cut by the page"
        assert trim[2] <= page_mm[0] - margin[0] + 0.01 and trim[3] <= page_mm[1] - margin[1] + 0.01
        bleed = box_mm(sheet, "bleedbox")
        expected = [a + sign * template.bleed_mm for a, sign in zip(trim, (-1, -1, 1, 1), strict=True)]
        assert bleed == pytest.approx(expected, abs=0.001)


@pytest.mark.parametrize("template", TEMPLATES.values(), ids=TEMPLATES)
@pytest.mark.parametrize("page", ["a4", "letter", "320x450"])
def test_marks_and_words_are_clear_of_every_card(template, page):
    deck, page_mm = read_deck("classic-36"), parse_page(page)
    size = template.style.size_mm(deck.grid)
    plan = plan_sheet(page_mm, size, template)
    cards = [cover_card(deck, template), *(print_card(c, str(n), template) for n, c in enumerate(deck.cards, 1))]
    data = encode_pdf(sheet_pages(cards, size, page_mm, template, deck.name), deck.name)
    page_shapes = shapes(read(data).pages[0])
    marks = crop_marks(page_shapes, template)
    on_page = trims(marks, size[::-1] if plan.sideways else size)
    assert len(on_page) == len(plan.corners)
    art = [s for s in page_shapes if any(overlap(s.box, trim, 0.5) for trim in on_page)]
    around = [s for s in page_shapes if s not in art]
    assert len(marks) >= 2 * (len(cuts(marks)[0]) + len(cuts(marks)[1]))
    for mark in around:
        half = mark.width_mm / 2 if mark.stroke else 0.0
        box = mark.box[0] - half, mark.box[1] - half, mark.box[2] + half, mark.box[3] + half
        assert box[0] >= 0 and box[1] >= 0 and box[2] <= page_mm[0] and box[3] <= page_mm[1]
        assert not any(overlap(box, trim) for trim in on_page)
        assert not any(overlap(box, shape.box) for shape in art), "on the artwork or its bleed"
    for character, box in texts(data):
        within = [trim for trim in on_page if overlap(box, trim)]
        assert not within or within == [on_page[0]], f"{character} lies on a card"
        assert not any(overlap(box, mark.box, -0.05) for mark in marks), f"{character} lies on a crop mark"
        assert box[0] >= 0 and box[1] >= 0 and box[2] <= page_mm[0] and box[3] <= page_mm[1]


def random_sheet(random: Random) -> tuple[SheetTemplate, tuple[float, float], int, str]:
    """A template, a page, a number of cards and a name, sometimes odd."""
    short = random.choice([63.5, 44.0, random.uniform(20, 120)])
    bleed = random.choice([0.0, 0.0, 2.0, 3.0])
    gap = random.choice([0.0, 0.0, 4.0, random.uniform(0, 15)])
    template = SheetTemplate(
        style=CardStyle(letters=False, short_mm=short, long_mm=short * random.uniform(1, 1.6)),
        gap_mm=max(gap, 2 * bleed) if gap else 0.0,
        bleed_mm=bleed,
        margin_mm=(random.uniform(0, 20), random.uniform(0, 20)),
        mark_offset_mm=random.uniform(0.3, 3),
        mark_mm=random.uniform(1, 5),
    )
    page = random.choice([*PAGES.values(), (148.0, 210.0), (random.uniform(40, 600), random.uniform(40, 600))])
    return template, page, random.choice([1, 3, 60]), random.choice(["x", "classic-60", "A rather long name " * 5])


def test_odd_sheets_are_tidy_as_well():
    random, font, made = Random(3), bundled_font(), 0
    while made < 120:
        template, page_mm, count, name = random_sheet(random)
        size = template.style.short_mm, template.style.long_mm
        try:
            check_template(template)
            plan = plan_sheet(page_mm, size, template)
        except InputError:
            continue
        made += 1
        cards = [PrintCard(str(number), ()) for number in range(1, count + 1)]
        pages = sheet_pages(cards, size, page_mm, template, name)
        for page, on_page in (
            (pages[0], min(count, len(plan.corners))),
            (pages[-1], (count - 1) % len(plan.corners) + 1),
        ):
            around = [(item, box_of(item, font)) for item in page.drawing.items]
            taken = [(x, y, x + plan.card_mm[0], y + plan.card_mm[1]) for x, y in plan.corners[:on_page]]
            for item, box in around:
                assert box[0] >= 0 and box[1] >= 0 and box[2] <= page_mm[0] and box[3] <= page_mm[1], item
                assert not any(overlap(box, card, 0.001) for card in taken), item
            for item, box in around:
                if isinstance(item, Text):
                    assert not [other for other, its in around if other is not item and overlap(box, its, 0.05)], item


def test_crop_marks_between_cards_where_the_gap_has_room():
    template = TEMPLATES["gaps"]
    marks = crop_marks(shapes(read(pdf_of(read_deck("classic-36"), template)).pages[0]), template)
    xs, ys = cuts(marks)
    inside = [m for m in marks if xs[0] < m.centre[0] < xs[-1] and ys[0] < m.centre[1] < ys[-1]]
    assert inside


@pytest.mark.parametrize("page", ["a4", "letter"])
def test_rulers_of_100_mm(page):
    data = pdf_of(read_deck("classic-36"), SheetTemplate(), parse_page(page))
    ticks = [s for s in shapes(read(data).pages[0]) if s.is_line and s.width_mm == pytest.approx(0.15, abs=0.001)]
    level = [s.points[0][0] for s in ticks if s.points[0][0] == s.points[1][0] and s.points[0][1] > 260]
    upright = [s.points[0][1] for s in ticks if s.points[0][1] == s.points[1][1] and s.points[0][0] > 195]
    for places in (sorted(level), sorted(upright)):
        rulers = [p for p in places if any(abs(p - q - 1) < 0.01 or abs(q - p - 1) < 0.01 for q in places)]
        assert len(rulers) == 101
        assert rulers[-1] - rulers[0] == pytest.approx(100, abs=CLOSE)
        assert all(b - a == pytest.approx(1, abs=CLOSE) for a, b in pairwise(rulers))
    assert "100 mm" in read(data).pages[0].extract_text()


def test_names_and_numbers_of_the_cards_stand_on_every_sheet():
    deck = replace(read_deck("classic-36"), name="Κλασικό – Классика")
    reader = read(pdf_of(deck, SheetTemplate()))
    for number, page in enumerate(reader.pages):
        words = page.extract_text()
        assert deck.name in words and f"cards {9 * number + 1}–{9 * number + 9}" in words
        assert f"sheet {number + 1} of 4" in words
        for card in range(9 * number + 1, 9 * number + 10):
            assert str(card) in words


def test_every_font_is_embedded():
    deck = read_deck("classic-36")
    template = SheetTemplate()
    cards = [cover_card(deck, template), rules_card(deck, template), print_card(deck.cards[0], "1", template)]
    reader = read(encode_pdf(sheet_pages(cards, (63.5, 88.9), PAGES["a4"], template, deck.name), deck.name))
    fonts = {str(value): value.get_object() for page in reader.pages for value in page["/Resources"]["/Font"].values()}
    assert fonts
    for font in fonts.values():
        assert "/FontFile2" in font["/FontDescriptor"]
        assert font["/BaseFont"].endswith("+DejaVuSansCondensed")


def test_what_is_painted_measures_as_the_numbers_say():
    grid = Grid(4, 3)
    card = Card(grid, (Symbol(0, 0, "ball", "b"), Symbol(2, 1, "hoop", "o")))
    template = SheetTemplate(outline_mm=0.0)
    data = encode_pdf(single_pages([print_card(card, "1", template)], (63.5, 88.9), template), "one")
    dpi = 600
    px = dpi / 25.4
    image = np.asarray(rasterised(data, dpi)).astype(float)
    assert image.shape[:2] == pytest.approx((88.9 * px, 63.5 * px), abs=1)
    for ink, cell, area in (
        (SYMBOL_COLOURS["b"], (0, 0), pi * 6.3**2),
        (SYMBOL_COLOURS["o"], (2, 1), pi * (9.1**2 - 7.1**2)),
    ):
        colour = np.array([int(ink[at : at + 2], 16) for at in (1, 3, 5)])
        x, y = CardStyle().cell_centre(grid, type(grid.cells[0])(*cell))
        left, top = int((x - 10) * px), int((y - 10) * px)
        window = image[max(0, top) : int((y + 10) * px), max(0, left) : int((x + 10) * px)]
        # How much of each pixel is inked, from white to the ink.
        cover = ((255 - window) @ (255 - colour)) / ((255 - colour) @ (255 - colour))
        assert cover.sum() / px**2 == pytest.approx(area, rel=0.004)
        rows, cols = np.indices(cover.shape)
        assert ((cols * cover).sum() / cover.sum() + max(0, left) + 0.5) / px == pytest.approx(x, abs=CLOSE)
        assert ((rows * cover).sum() / cover.sum() + max(0, top) + 0.5) / px == pytest.approx(y, abs=CLOSE)
        span = np.flatnonzero(cover.max(axis=0) > 0.5)
        diameter = 12.6 if cell == (0, 0) else 18.2
        assert (span[-1] - span[0] + 1) / px == pytest.approx(diameter, abs=CLOSE)


def test_single_cards_with_their_bleed():
    deck, template = read_deck("classic-36"), read_template("paper")
    cards = [print_card(deck.cards[0], "1", template), cover_card(deck, template)]
    reader = read(encode_pdf(single_pages(cards, (63.5, 88.9), template), deck.name))
    for page in reader.pages:
        assert box_mm(page, "mediabox") == box_mm(page, "bleedbox") == pytest.approx((0, 0, 67.5, 92.9), abs=0.001)
        assert box_mm(page, "trimbox") == pytest.approx((2, 2, 65.5, 90.9), abs=0.001)
    ground = shapes(reader.pages[1])[0]
    assert ground.box == pytest.approx((0, 0, 67.5, 92.9), abs=0.001)


def test_a_coloured_ground_reaches_over_the_cut_and_never_onto_a_neighbour():
    deck, template = read_deck("classic-36"), read_template("paper")
    cards = [cover_card(deck, template), *(print_card(c, str(n), template) for n, c in enumerate(deck.cards, 1))]
    for gap in (0.0, 4.0, 9.0):
        laid = replace(template, gap_mm=gap)
        plan = plan_sheet(PAGES["a4"], (63.5, 88.9), laid)
        page = sheet_pages(cards, (63.5, 88.9), PAGES["a4"], laid, "x")[0]
        ground = shapes(read(encode_pdf([page], "x")).pages[0])[0]
        assert ground.fill == "#f3efe6"
        trims_of = [(x, y, x + plan.card_mm[0], y + plan.card_mm[1]) for x, y in plan.corners]
        own, *others = trims_of
        assert not [trim for trim in others if overlap(ground.box, trim, 0.001)]
        within = min(2.0, gap / 2)
        alone = (plan.columns == 1, len(plan.corners) == plan.columns)
        expected = own[0] - 2, own[1] - 2, own[2] + (2 if alone[0] else within), own[3] + (2 if alone[1] else within)
        assert ground.box == pytest.approx(expected, abs=0.001)


def test_mirrored_film_is_the_mirror_image():
    deck, template = read_deck("classic-36"), TEMPLATES["film"]
    style = replace(template.style, letters=True)
    pages = pages_of(deck, replace(template, style=style))[:1]
    mirrored = [page._replace(drawing=replace(page.drawing, mirrored=True)) for page in pages]
    plain, back = (rasterised(encode_pdf(each, "x"), 100) for each in (pages, mirrored))
    difference = np.asarray(ImageChops.difference(ImageOps.mirror(back), plain)).astype(int)
    assert difference.mean() < 0.8
    # The crosses of both sides lie on one another, so one can be laid on the other.
    for first, second in zip(plain.size, back.size, strict=True):
        assert first == second
    made = pages_of(deck, template, mirrored=True)
    assert all(page.drawing.mirrored for page in made)


def test_a_printer_that_is_off_prints_true_sizes():
    template, scale = TEMPLATES["film"], (0.985, 1.012)
    data = pdf_of(read_deck("classic-36"), template, printer_scale=scale)
    page = read(data).pages[0]
    assert box_mm(page, "mediabox") == pytest.approx((0, 0, 210, 297), abs=0.001)
    page_shapes = shapes(page)
    xs, ys = cuts(crop_marks(page_shapes, replace(template, mark_width_mm=0.2 / (scale[0] * scale[1]) ** 0.5)))
    assert (xs[1] - xs[0]) * scale[0] == pytest.approx(63.5, abs=CLOSE)
    assert (ys[1] - ys[0]) * scale[1] == pytest.approx(88.9, abs=CLOSE)
    assert xs[0] > 0 and xs[-1] < 210 and ys[0] > 0 and ys[-1] < 297
    ball = next(s for s in page_shapes if s.curved and s.fill == SYMBOL_COLOURS["b"] and len(s.outlines) == 1)
    assert (ball.box[2] - ball.box[0]) * scale[0] == pytest.approx(12.6, abs=CLOSE)
    assert (ball.box[3] - ball.box[1]) * scale[1] == pytest.approx(12.6, abs=CLOSE)


@pytest.mark.parametrize("template", TEMPLATES.values(), ids=TEMPLATES)
def test_a_ball_passes_through_its_hoop_even_a_little_off(template):
    style = template.style
    gap = (style.hoop_inner_mm - style.ball_mm) / 2
    assert gap - 0.3 >= 0.2, "the gap is to be seen on both sides"


def test_same_deck_same_bytes(monkeypatch):
    deck = read_deck("classic-36")
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    first = pdf_of(deck, SheetTemplate())
    assert first == pdf_of(deck, SheetTemplate())
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    dated = pdf_of(deck, SheetTemplate())
    assert dated != first and b"20231114221320" in dated and dated == pdf_of(deck, SheetTemplate())
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "yesterday")
    with pytest.raises(InputError, match="SOURCE_DATE_EPOCH"):
        pdf_of(deck, SheetTemplate())


def test_the_built_in_template_is_the_file():
    assert read_template("film") == SheetTemplate()


@pytest.mark.parametrize(
    "text, expected",
    [
        ("[card]\nball_mm = 14", "more than 0.6 mm of play"),
        ("[card]\nball_mm = -1", "0 to 2000 millimetres"),
        ("[card]\nshort_mm = 100", "expected short_mm, then long_mm"),
        ("[card]\nhoop_outer_mm = 14", "more than hoop_inner_mm"),
        ("[card]\nmargin_mm = 40", "less than half a card"),
        ("[sheet]\ngap_mm = 2\nbleed_mm = 2", "two bleeds"),
        ("[sheet]\nmargin_mm = 8", "two lengths"),
        ("[sheet]\nmargin_mm = [2, 12]", "2 mm beside the cards, expected 4.5 mm or more"),
        ("[sheet]\ngaps = 8", 'found key "gaps"'),
        ("sheet = 3", "expected a table"),
        ("colour = 3", 'found key "colour"'),
        ("name = 3", "expected a name"),
        ("[sheet", "expected TOML"),
    ],
)
def test_templates_that_cannot_be(text, expected):
    with pytest.raises(InputError, match=expected):
        parse_template(text)


def test_every_fault_of_a_template_is_told():
    with pytest.raises(InputError) as caught:
        parse_template("[card]\nball_mm = true\n[sheet]\ngap = 1\nmark_mm = -1")
    assert len(caught.value.faults) == 3


@pytest.mark.parametrize("text", ["a5", "x", "100x", "0x100", "1e9x100", "nanx100", "100x100x100", ""])
def test_pages_that_cannot_be(text):
    with pytest.raises(InputError, match="WIDTHxHEIGHT"):
        parse_page(text)


@pytest.mark.parametrize("text", ["1", "1,2", "0,0", "a,b", "nan,1", "1,1,1", "inf,1"])
def test_scales_that_cannot_be(text):
    with pytest.raises(InputError, match="--printer-scale"):
        parse_printer_scale(text)


def test_a_page_that_is_too_small():
    with pytest.raises(InputError, match="does not fit a page of 60 x 60 mm"):
        plan_sheet((60, 60), (63.5, 88.9), SheetTemplate())


def test_a_long_name_is_shortened_not_printed_over_the_edge():
    deck = replace(SQUARE, name="Wörter " * 60)
    data = pdf_of(deck, SheetTemplate())
    assert max(box[2] for _, box in texts(data)) <= 210
    assert "…" in read(data).pages[0].extract_text()

from __future__ import annotations

from dataclasses import replace

import pytest

from swishsolve.model.deck import read_deck
from swishsolve.model.swish import Stack
from swishsolve.render.book import PER_PAGE, BookPuzzle, book_pages
from swishsolve.render.pdf import encode_pdf
from tests.render.measure import box_mm, overlap, read, shapes, texts


@pytest.fixture
def puzzles(classic, square, stack_of) -> list[BookPuzzle]:
    long: Stack = stack_of(classic, "A1+A2+A3v+B2+C4v")
    levels = ["easy", "medium", "hard"]
    first = [
        BookPuzzle(
            f"id-{n:04d}", levels[n % 3], (n % 3 + 1, 3), "Find the only Swish.", classic, ("A1 is in it.",), (long,)
        )
        for n in range(6)
    ]
    two = stack_of(square, "A1+A2d"), stack_of(square, "A3r+A1")
    hints = ("A1 is in it, and so is a card that lies far away from it.", "It is turned.")
    return [*first, BookPuzzle("id-0006", "hard", (3, 3), "Find both Swishes of this table.", square, hints, two)]


@pytest.mark.parametrize("per_page", PER_PAGE)
@pytest.mark.parametrize("page_mm", [(210, 297), (215.9, 279.4), (148, 210), (297, 210)])
def test_every_puzzle_with_its_hint_and_solution(puzzles, per_page, page_mm):
    data = encode_pdf(book_pages(puzzles, page_mm, "Свиш – Σwish", per_page=per_page), "book")
    reader = read(data)
    sheets, solutions = -(-len(puzzles) // per_page), 2
    assert len(reader.pages) == 1 + sheets + solutions
    words = [page.extract_text() for page in reader.pages]
    assert "Свиш – Σwish" in words[0] and "7 puzzles: easy, medium, hard" in words[0]
    for number, puzzle in enumerate(puzzles):
        assert puzzle.name in words[1 + number // per_page] and puzzle.level in words[1 + number // per_page]
        assert puzzle.name in words[1 + sheets + number // 6]
    assert "Solutions" in words[1 + sheets]
    for number, page in enumerate(reader.pages):
        assert box_mm(page, "mediabox") == pytest.approx((0, 0, *page_mm), abs=0.001)
        for box in [shape.box for shape in shapes(page)] + [box for _, box in texts(data, number)]:
            assert box[0] >= 3 and box[1] >= 3 and box[2] <= page_mm[0] - 3 and box[3] <= page_mm[1] - 3


def test_hints_stand_upside_down(puzzles):
    page = read(encode_pdf(book_pages(puzzles, (210, 297), "book"), "book")).pages[1]
    turned: dict[str, float] = {}
    page.extract_text(visitor_text=lambda text, _, tm, *__: turned.setdefault(text.strip(), tm[0]))
    assert turned["A1 is in it."] < 0 < turned["Find the only Swish."]


def test_a_puzzle_page_gives_nothing_away(puzzles):
    data = encode_pdf(book_pages(puzzles, (210, 297), "book"), "book")
    assert "A3v" not in read(data).pages[1].extract_text()
    assert "A3v" in read(data).pages[8].extract_text()


def test_words_do_not_lie_on_the_table(puzzles):
    for per_page in PER_PAGE:
        pages = book_pages(puzzles, (210, 297), "book", per_page=per_page)
        page_shapes = shapes(read(encode_pdf(pages, "book")).pages[1])
        cards = [s.box for s in page_shapes if s.fill == "#cfdae4"]
        hints = [box for character, box in texts(encode_pdf(pages, "book"), 1) if character in "Fndtheoly"]
        assert len(cards) >= 16 and hints
        assert not [box for box in hints for card in cards if overlap(box, card)]


def test_same_book_same_bytes(puzzles):
    one, other = (encode_pdf(book_pages(puzzles, (210, 297), "book"), "book") for _ in range(2))
    assert one == other


def test_a_book_without_puzzles_and_with_a_large_table():
    assert len(book_pages([], (210, 297), "empty")) == 1
    layout = read_deck("classic-60").deal((6, 10), 1)
    puzzle = BookPuzzle("id", "hard", (1, 1), "Find it.", replace(layout), (), ())
    assert len(book_pages([puzzle], (210, 297), "large")) == 3

"""`render` and `puzzle book` as users call them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image

from swishsolve.render.palette import PALETTES
from tests.cli.running import LAYOUTS, ROOT, run
from tests.render.measure import read, shapes

TABLE = LAYOUTS / "dev-00-classic16.txt"
STACK = "A1+A2+A3v+B2+C4v"


@pytest.mark.parametrize("suffix", ["png", "jpg", "svg", "pdf"])
def test_a_table_in_every_format(tmp_path, suffix):
    path = tmp_path / f"table.{suffix}"
    done = run("render", TABLE, "-o", path)
    assert (done.returncode, done.stdout, done.stderr.decode()) == (0, b"", f"picture: {path}\n")
    start = {"png": b"\x89PNG", "jpg": b"\xff\xd8", "svg": b"<svg", "pdf": b"%PDF"}[suffix]
    assert path.read_bytes().startswith(start)


def test_a_stack_with_its_moves(tmp_path):
    path = tmp_path / "stack.pdf"
    assert run("render", TABLE, "--stack", STACK, "-o", path).returncode == 0
    page = read(path.read_bytes()).pages[0]
    words = page.extract_text()
    assert "A3v" in words and "flipped top to" in words and "a Swish of 5" in words
    assert sum(shape.fill == "#cfdae4" for shape in shapes(page)) == 6


def test_open_claims_find_their_moves(tmp_path):
    path = tmp_path / "stack.pdf"
    assert run("render", TABLE, "--stack", "A1+A2+A3+B2+C4?", "-o", path).returncode == 0
    assert "a Swish of 5" in read(path.read_bytes()).pages[0].extract_text()
    done = run("render", TABLE, "--stack", "A1+A2?", "-o", tmp_path / "none.pdf")
    assert done.returncode == 1 and b"no choice of moves" in done.stderr
    assert not (tmp_path / "none.pdf").exists()


def test_without_a_file_the_terminal_shows_it():
    done = run("render", TABLE, "--stack", STACK)
    assert done.returncode == 0 and STACK in done.stdout.decode() and "a Swish" in done.stdout.decode()
    assert "16 cards" in run("render", TABLE).stdout.decode()


def test_a_stack_that_is_no_swish_is_drawn_as_it_is(tmp_path):
    path = tmp_path / "stack.svg"
    assert run("render", TABLE, "--stack", "A1+A2", "-o", path).returncode == 0
    assert 'aria-label="no Swish"' in path.read_text()


def test_a_photograph_becomes_a_drawn_table(tmp_path):
    photo = Path(__file__).parents[2] / "examples" / "table.jpg"
    path = tmp_path / "table.png"
    assert run("render", photo, "-o", path, "--dpi", "50").returncode == 0
    with Image.open(path) as image:
        assert image.size[0] > 500


def test_a_doubtful_reading_is_drawn_and_no_stack_is_laid(tmp_path):
    photo = {"corners": [[0, 0], [9, 0], [9, 9], [0, 9]], "confidence": 0.4, "doubtful": True, "sideways": False}
    cards = [{"label": "A1", "code": "b../.../.P./...", "photo": photo}, {"label": "A2", "code": "B../.../.p./..."}]
    layout = {"format": "swishsolve/layout", "version": 1, "grid": [4, 3], "cards": cards}
    (tmp_path / "table.json").write_text(json.dumps(layout))
    done = run("render", tmp_path / "table.json", "-o", tmp_path / "table.svg")
    assert done.returncode == 3 and b"A1" in done.stderr and "A1?" in (tmp_path / "table.svg").read_text()
    done = run("render", tmp_path / "table.json", "--stack", "A1+A2", "-o", tmp_path / "stack.svg")
    assert done.returncode == 3 and b"no stack was drawn" in done.stderr and not (tmp_path / "stack.svg").exists()
    done = run("render", tmp_path / "table.json", "--stack", "A1+A2", "-o", tmp_path / "stack.svg", "--accept-doubtful")
    assert done.returncode == 0 and (tmp_path / "stack.svg").exists()


def test_bad_input_leaves_nothing(tmp_path):
    for arguments in (
        ["--stack", "A1+Z9", "-o", tmp_path / "a.png"],
        ["-o", tmp_path / "a.txt"],
        ["-o", tmp_path / "no" / "a.png"],
        ["--font", tmp_path / "no.ttf", "-o", tmp_path / "a.png"],
        ["--palette", "black", "--marks", "none", "-o", tmp_path / "a.png"],
    ):
        done = run("render", TABLE, *arguments)
        assert done.returncode == 2 and done.stderr and b"Traceback" not in done.stderr
    assert not list(tmp_path.iterdir())


def test_a_picture_of_a_table_without_a_swish_says_so(tmp_path):
    path = tmp_path / "none.pdf"
    for question, words in (((), "No Swish exists."), (("--min", "4"), "No Swish of at least 4 cards exists.")):
        assert run("solve", ROOT / "examples" / "no-swish.txt", "--picture", path, *question).returncode == 1
        assert words in read(path.read_bytes()).pages[0].extract_text()


def test_a_book(tmp_path):
    paths = [tmp_path / "a.pdf", tmp_path / "b.pdf"]
    for path in paths:
        done = run(
            "puzzle", "book", "-o", path, "--seed", "3", "--count", "4", "--level", "easy", "--level", "medium",
            "--per-page", "2", "--page", "letter", "--title", "Свиш",
        )  # fmt: skip
        assert (done.returncode, done.stderr.decode()) == (0, f"4 puzzles on 4 pages: {path}\n")
    assert paths[0].read_bytes() == paths[1].read_bytes()
    words = [page.extract_text() for page in read(paths[0].read_bytes()).pages]
    assert "Свиш" in words[0] and "4 puzzles: easy, medium" in words[0]
    assert "level=easy#3" in words[1] and "level=medium#6" in words[2] and "Find the only Swish" in words[1]
    assert "Solutions" in words[3] and "level=medium#6" in words[3]
    shown = run("puzzle", "show", "deck=classic-60,cards=16,size=3,level=easy#3", "--solution").stdout.decode()
    first = next(line.removeprefix("# answer: ") for line in shown.splitlines() if line.startswith("# answer: "))
    assert first.count("+") == 2
    assert all(name in words[3] for name in first.split("+"))


def test_a_deck_and_its_book_are_printed_in_the_same_inks(tmp_path):
    own = tmp_path / "own.toml"
    own.write_text(run("deck", "types", "classic-36").stdout.decode() + 'palette = {b = "#0a3fd6"}\n')
    for deck, palette in (("classic-36", ()), (own, ()), ("classic-36", ("--palette", "vivid"))):
        sheets, book = tmp_path / "deck.pdf", tmp_path / "book.pdf"
        assert run("deck", "render", deck, "-o", sheets, *palette).returncode == 0
        options = ("--seed", "1", "--count", "1", "--level", "easy", *palette)
        assert run("puzzle", "book", "-o", book, "--deck", deck, *options).returncode == 0
        blue = "#0a3fd6" if deck == own else PALETTES[palette[-1] if palette else "safe"]["b"]
        for path in (sheets, book):
            assert blue in {shape.fill for page in read(path.read_bytes()).pages for shape in shapes(page)}


def test_books_that_cannot_be(tmp_path):
    for status, arguments in (
        (1, ["--size", "9", "--cards", "8"]),
        (2, ["--title", " "]),
        (2, ["--title", "猫", "--count", "1", "--level", "easy"]),
        (2, ["--page", "a9"]),
        (2, ["--deck", "no-deck"]),
    ):
        done = run("puzzle", "book", "-o", tmp_path / "book.pdf", "--seed", "1", *arguments)
        assert done.returncode == status and done.stderr and b"Traceback" not in done.stderr, arguments
    assert not list(tmp_path.iterdir())

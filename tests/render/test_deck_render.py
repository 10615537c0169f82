"""`deck render` as a command."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import click
import numpy as np
import pytest
from PIL import Image

from swishsolve.cli.deck_render import deck_render
from swishsolve.errors import InputError
from swishsolve.render.font import bundled_font
from tests.render.measure import box_mm, read, shapes

OWN = 'name = "own"\ngrid = "3x3"\npalette = {b = "#0a3fd6"}\ntypes = [{code = "b../.O./...", copies = 3}]\n'
ROOT = Path(__file__).parents[2]


def run(*arguments: str | Path) -> None:
    deck_render.main([str(argument) for argument in arguments], standalone_mode=False)


def test_a_deck_with_cover_and_rules(tmp_path, capsys):
    run("classic-60", "-o", tmp_path / "deck.pdf")
    assert capsys.readouterr().err == f"7 pages, 9 cards fit each: {tmp_path / 'deck.pdf'}\n"
    reader = read((tmp_path / "deck.pdf").read_bytes())
    assert reader.metadata["/Title"] == "classic-60"
    assert "cards 1–9" in reader.pages[0].extract_text()
    last = reader.pages[6].extract_text()
    assert "cover, rules" in last and "How to play" in last and "60 cards of 4 x 3 cells" in last


def test_same_command_same_bytes_in_every_process(tmp_path):
    files = []
    for seed in ("0", "1"):
        path = tmp_path / f"{seed}.pdf"
        program = (
            f"from swishsolve.cli.deck_render import deck_render; deck_render(['classic-36', '-o', {str(path)!r}])"
        )
        environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        subprocess.run([sys.executable, "-W", "error", "-c", program], env=environment, check=True, capture_output=True)
        files.append(path.read_bytes())
    assert files[0] == files[1]


def test_pictures_of_sheets_and_cards(tmp_path, capsys):
    deck = tmp_path / "own.toml"
    deck.write_text(OWN)
    run(deck, "-o", tmp_path / "deck.svg", "--no-cover", "--no-rules")
    run(deck, "-o", tmp_path / "cards", "--format", "png", "--each", "card", "--dpi", "100")
    assert capsys.readouterr().err.splitlines() == [
        f"1 picture: {tmp_path / 'deck.svg'}",
        f"5 pictures: {tmp_path / 'cards' / '1.png'} …",
    ]
    assert sorted(path.name for path in (tmp_path / "cards").iterdir()) == [
        "1.png",
        "2.png",
        "3.png",
        "cover.png",
        "rules.png",
    ]
    with Image.open(tmp_path / "cards" / "1.png") as image:
        assert image.size == (250, 250)
        assert image.getpixel((42, 42)) == (0x0A, 0x3F, 0xD6)


def test_film_on_both_sides(tmp_path):
    run("classic-36", "-o", tmp_path / "deck.pdf", "--film", "both", "--no-cover", "--no-rules")
    pages = read((tmp_path / "deck.pdf").read_bytes()).pages
    assert len(pages) == 8
    assert ["mirrored" in page.extract_text() for page in pages] == [False, True] * 4
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        seen = [[s.centre for s in shapes(page) if s.is_circle] for page in (front, back)]
        mirror = [(210 - x, y) for x, y in seen[1]]
        places = [sorted((round(x, 1), round(y, 1)) for x, y in each) for each in (seen[0], mirror)]
        assert np.allclose(places[0], places[1], atol=0.11)


def test_one_ink_has_patterns(tmp_path, capsys):
    run("classic-36", "-o", tmp_path / "deck.pdf", "--palette", "black")
    assert "look alike" not in capsys.readouterr().err
    for page in read((tmp_path / "deck.pdf").read_bytes()).pages:
        assert {ink for s in shapes(page) for ink in (s.fill, s.stroke)} <= {"#000000", "#ffffff", None}
    with pytest.raises(click.UsageError, match="marks only"):
        run("classic-36", "-o", tmp_path / "deck.pdf", "--palette", "black", "--marks", "none")


def test_colours_that_look_alike_are_named(tmp_path, capsys):
    run("classic-36", "-o", tmp_path / "deck.pdf", "--palette", "vivid")
    assert "blue and purple look alike to deuteranopia: distance 5.6" in capsys.readouterr().err
    run("classic-36", "-o", tmp_path / "deck.pdf", "--palette", "vivid", "--marks", "both")
    assert "look alike" not in capsys.readouterr().err


def test_letters_on_the_cards(tmp_path):
    run("classic-36", "-o", tmp_path / "deck.pdf", "--marks", "letters", "--no-cover", "--no-rules")
    words = read((tmp_path / "deck.pdf").read_bytes()).pages[0].extract_text().split()
    assert sum(word in "BGOP" for word in words) == 18


def test_other_pages_and_templates(tmp_path):
    run("classic-36", "-o", tmp_path / "a.pdf", "--page", "100x150", "--template", "mini", "--gap", "5")
    assert box_mm(read((tmp_path / "a.pdf").read_bytes()).pages[0], "mediabox") == pytest.approx(
        (0, 0, 100, 150), abs=0.001
    )
    (tmp_path / "mine.toml").write_text("[card]\nball_mm = 10\n")
    run("classic-36", "-o", tmp_path / "b.pdf", "--template", tmp_path / "mine.toml")
    sizes = [s.box[2] - s.box[0] for s in shapes(read((tmp_path / "b.pdf").read_bytes()).pages[0]) if s.is_circle]
    assert any(size == pytest.approx(10, abs=0.01) for size in sizes)


@pytest.mark.parametrize(
    "arguments, expected",
    [
        (["--page", "a0x"], "expected a4, letter or WIDTHxHEIGHT"),
        (["--page", "30x30"], "does not fit a page of 30 x 30 mm"),
        (["--template", "velvet"], "expected one of film, mini, paper"),
        (["--bleed", "3", "--gap", "1"], "two bleeds"),
        (["--printer-scale", "2,2"], "--printer-scale"),
        (["--font", "no.ttf"], "no.ttf"),
    ],
)
def test_bad_options_leave_no_file(tmp_path, arguments, expected):
    with pytest.raises(InputError, match=expected):
        run("classic-36", "-o", tmp_path / "deck.pdf", *arguments)
    assert not list(tmp_path.iterdir())


def test_a_name_that_the_font_cannot_show(tmp_path):
    deck = tmp_path / "deck.toml"
    deck.write_text(OWN.replace('"own"', '"猫の手"'))
    with pytest.raises(InputError) as caught:
        run(deck, "-o", tmp_path / "deck.pdf")
    assert str(caught.value).splitlines()[0] == (
        'text "猫の手": DejaVu Sans Condensed has no "猫" (U+732B), "の" (U+306E), "手" (U+624B), '
        "use another font: --font"
    )
    assert [entry.name for entry in tmp_path.iterdir()] == ["deck.toml"]


def test_another_font(tmp_path):
    (tmp_path / "mine.ttf").write_bytes(bundled_font().data)
    run("classic-36", "-o", tmp_path / "a.pdf")
    run("classic-36", "-o", tmp_path / "b.pdf", "--font", tmp_path / "mine.ttf")
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()


def test_places_that_cannot_be_written(tmp_path):
    with pytest.raises(InputError, match="no folder"):
        run("classic-36", "-o", tmp_path / "no" / "deck.pdf")
    with pytest.raises(InputError, match="found a folder"):
        run("classic-36", "-o", tmp_path)


def test_the_pictures_of_a_sheet_are_the_sheet(tmp_path):
    run("classic-36", "-o", tmp_path / "deck.png", "--dpi", "60")
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == [f"deck-{number}.png" for number in range(1, 6)]
    with Image.open(tmp_path / "deck-1.png") as image:
        assert image.size == (496, 702)
        assert (np.asarray(image) != 255).any(axis=2).mean() > 0.02

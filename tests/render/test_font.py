from __future__ import annotations

from pathlib import Path
from struct import pack

import pytest

from swishsolve.errors import InputError
from swishsolve.render.font import bundled_font, parse_font, read_font


def test_the_bundled_font_has_latin_greek_and_cyrillic():
    font = bundled_font()
    codes = [*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x391, 0x3A2), *range(0x3A3, 0x3CA), *range(0x400, 0x460)]
    assert not font.missing("".join(map(chr, codes)))
    assert font.missing("日本 Swish 日") == ["日", "本"]


def test_widths_are_those_of_the_letters():
    font = bundled_font()
    assert font.width("AA", 10) == 2 * font.width("A", 10) == pytest.approx(20 * font.advance("A"))
    assert font.advance("i") < font.advance("n") < font.advance("m")


def test_outlines_and_composed_letters():
    font = bundled_font()
    assert len(font.outline("o")) == 2 and len(font.outline("i")) == 2 and not font.outline(" ")
    accent = font.outline("é")
    assert len(accent) == len(font.outline("e")) + 1
    heights = [y for contour in font.outline("H") for _, y, _ in contour]
    assert max(heights) / font.units == pytest.approx(0.729, abs=0.001) and min(heights) == 0


def test_lines_are_broken_between_words():
    font = bundled_font()
    lines = font.wrapped("one two three four incomprehensibilities five", 3, 20)
    assert " ".join(lines) == "one two three four incomprehensibilities five"
    assert all(font.width(line, 3) <= 20 for line in lines if line != "incomprehensibilities")


def test_files_that_are_no_font(tmp_path: Path):
    with pytest.raises(InputError, match="No such file"):
        read_font(tmp_path / "missing.ttf")
    data = bundled_font().data
    for content, expected in (
        (b"", "no font that can be read"),
        (b"not a font at all", "no font that can be read"),
        (b"OTTO" + data[4:], "PostScript outlines"),
        (b"ttcf" + data[4:], "a collection of fonts"),
        (b"wOF2" + data[4:], "a web font"),
        (data[: len(data) // 2], "no font that can be read"),
    ):
        path = tmp_path / "font.ttf"
        path.write_bytes(content)
        with pytest.raises(InputError, match=expected):
            read_font(path)


def test_damaged_fonts_never_end_in_a_traceback():
    data = bundled_font().data
    for place in range(0, 3000, 7):
        broken = data[:place] + b"\xff\x00\xff" + data[place + 3 :]
        try:
            font = parse_font(broken)
        except InputError:
            continue
        assert font.advances


def test_a_font_may_bring_its_characters_in_the_long_table():
    data = bytearray(bundled_font().data)
    count = int.from_bytes(data[4:6], "big")
    for index in range(count):
        entry = 12 + 16 * index
        if data[entry : entry + 4] == b"cmap":
            table = pack(">HHHHIHHIIIIII", 0, 1, 3, 10, 12, 12, 0, 28, 0, 1, 0x1F600, 0x1F602, 5)
            data[entry + 8 : entry + 16] = pack(">II", len(data), len(table))
            data += table
    font = parse_font(bytes(data))
    assert not font.missing("\U0001f600\U0001f602") and font.missing("a") == ["a"]

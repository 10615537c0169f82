"""Fonts: the bundled one and those a user brings, read just far enough for every backend to draw the same text.

A TrueType file is a table of tables. Four of them tell which characters there are and how wide (`cmap`, `hmtx`, `hhea`,
`head`), two hold the outlines (`loca`, `glyf`). Reading them here, instead of asking each backend's own library, gives
one answer to "how wide is this line" and "is there a glyph", lets SVG carry outlines that look the same in every
viewer, and keeps the line free of kerning that one backend would apply and another not.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from struct import error as StructError  # noqa: N812 - the name of a class
from struct import unpack_from

from swishsolve.errors import Fault, InputError

_MOST_PARTS = 200  # glyphs that one composed glyph may consist of

# A contour: its points as (x, y, on the curve), in units of the font, y upwards.
Contour = tuple[tuple[float, float, bool], ...]


@dataclass(frozen=True, eq=False)
class Font:
    """A TrueType font; `name` is what its file calls it.

    >>> font = bundled_font()
    >>> font.name, round(font.width("Swish", 10), 2), font.missing("Ωλ Жук ó 猫")
    ('DejaVu Sans Condensed', 25.96, ['猫'])
    """

    name: str
    data: bytes = field(repr=False)
    units: int
    glyphs: dict[int, int] = field(repr=False)  # code point -> index of its glyph
    advances: tuple[int, ...] = field(repr=False)
    places: tuple[int, ...] = field(repr=False)  # where each outline starts and the last one ends, in `data`

    def width(self, text: str, size_mm: float) -> float:
        """How wide a line of text is, in millimetres."""
        return sum(map(self.advance, text)) * size_mm

    def advance(self, character: str) -> float:
        """How far a character moves the pen, in parts of the size of the text."""
        if character not in self._widths:
            glyph = self.glyphs.get(ord(character), 0)
            self._widths[character] = self.advances[min(glyph, len(self.advances) - 1)] / self.units
        return self._widths[character]

    def wrapped(self, text: str, size_mm: float, room_mm: float) -> list[str]:
        """The text in lines that are no wider than the room, broken between words; a longer word has its own line."""
        lines: list[list[str]] = []
        room, space, used = room_mm / size_mm, self.advance(" "), 0.0
        for word in text.split():
            width = self.width(word, 1.0)
            if lines and used + space + width <= room:
                lines[-1].append(word)
                used += space + width
            else:
                lines.append([word])
                used = width
        return [" ".join(words) for words in lines]

    def missing(self, text: str) -> list[str]:
        """The characters of the text that the font cannot show, each once, in order."""
        return [character for character in dict.fromkeys(text) if not self.glyphs.get(ord(character))]

    def outline(self, character: str) -> tuple[Contour, ...]:
        """The contours of a character; none for a space."""
        return self._outlines(self.glyphs.get(ord(character), 0), _MOST_PARTS)

    @cached_property
    def _widths(self) -> dict[str, float]:
        return {}

    @cached_property
    def _known(self) -> dict[int, tuple[Contour, ...]]:
        return {}

    def _outlines(self, glyph: int, parts_left: int) -> tuple[Contour, ...]:
        if glyph not in self._known:
            start, end = self.places[glyph], self.places[glyph + 1]
            if start == end or parts_left <= 0:
                self._known[glyph] = ()
            elif unpack_from(">h", self.data, start)[0] >= 0:
                self._known[glyph] = _simple_outline(self.data, start)
            else:
                self._known[glyph] = tuple(self._parts(start, parts_left - 1))
        return self._known[glyph]

    def _parts(self, start: int, parts_left: int) -> Iterable[Contour]:
        """The outlines of a glyph that is put together from others."""
        at, flags = start + 10, 0x20
        while flags & 0x20:
            flags, glyph = unpack_from(">HH", self.data, at)
            dx, dy = unpack_from(">hh" if flags & 1 else ">bb", self.data, at + 4)
            at += 8 if flags & 1 else 6
            xx, xy, yx, yy = 1.0, 0.0, 0.0, 1.0
            if flags & 0x08:
                xx = yy = unpack_from(">h", self.data, at)[0] / 16384
                at += 2
            elif flags & 0x40:
                xx, yy = (value / 16384 for value in unpack_from(">hh", self.data, at))
                at += 4
            elif flags & 0x80:
                xx, xy, yx, yy = (value / 16384 for value in unpack_from(">hhhh", self.data, at))
                at += 8
            for contour in self._outlines(glyph, parts_left):
                yield tuple((x * xx + y * yx + dx, x * xy + y * yy + dy, on) for x, y, on in contour)


def check_texts(texts: Iterable[str], font: Font | None = None) -> None:
    """Raise InputError with a fault for each text that the font, or the bundled one, cannot show.

    >>> check_texts(["Swish 猫"])
    Traceback (most recent call last):
    swishsolve.errors.InputError: text "Swish 猫": DejaVu Sans Condensed has no "猫" (U+732B), use another font: --font
    """
    used = font or bundled_font()
    faults = []
    for text in dict.fromkeys(texts):
        missing = ", ".join(
            f'"{c}" (U+{ord(c):04X})' if c.isprintable() else f"U+{ord(c):04X}" for c in used.missing(text)
        )
        if missing:
            shown = text if text.isprintable() else ascii(text)[1:-1]
            faults.append(Fault(f"{used.name} has no {missing}, use another font: --font", f'text "{shown}"'))
    if faults:
        raise InputError(faults)


@cache
def bundled_font() -> Font:
    """The font that comes with swishsolve: Latin, Greek and Cyrillic letters."""
    resource = files("swishsolve.render") / "fonts" / "DejaVuSansCondensed.ttf"
    return parse_font(resource.read_bytes(), resource.name)


def read_font(path: Path) -> Font:
    """The font of a TrueType file; raises InputError for anything else."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError([Fault(f"{error.strerror or error}, expected a TrueType font", str(path))]) from None
    return parse_font(data, str(path))


def parse_font(data: bytes, source: str | None = None) -> Font:
    """The font that the bytes of a file hold; raises InputError when it is no font with TrueType outlines."""
    kind = data[:4]
    if kind in (b"OTTO", b"wOFF", b"wOF2", b"ttcf"):
        found = {b"OTTO": "a font with PostScript outlines", b"ttcf": "a collection of fonts"}.get(kind, "a web font")
        raise InputError([Fault(f"found {found}, expected a font with TrueType outlines (.ttf)", source)])
    try:
        return _parse(data)
    except (StructError, KeyError, IndexError, ValueError, UnicodeDecodeError):
        raise InputError([Fault("found no font that can be read, expected a TrueType font (.ttf)", source)]) from None


def _parse(data: bytes) -> Font:
    tables: dict[bytes, int] = {}
    for index in range(unpack_from(">H", data, 4)[0]):
        tag, _, offset, length = unpack_from(">4sIII", data, 12 + 16 * index)
        if offset + length > len(data):
            raise ValueError("a table ends behind the file")
        tables[tag] = offset
    units, long_places = unpack_from(">H", data, tables[b"head"] + 18)[0], data[tables[b"head"] + 51]
    glyph_count = unpack_from(">H", data, tables[b"maxp"] + 4)[0]
    metric_count = unpack_from(">H", data, tables[b"hhea"] + 34)[0]
    advances = unpack_from(f">{metric_count * 2}H", data, tables[b"hmtx"])[::2]
    loca, outlines = tables[b"loca"], tables[b"glyf"]
    places = unpack_from(f">{glyph_count + 1}{'I' if long_places else 'H'}", data, loca)
    unit = 1 if long_places else 2
    if not (
        units and advances and all(a <= b for a, b in pairwise(places)) and outlines + places[-1] * unit <= len(data)
    ):
        raise ValueError("no metrics, or outlines out of place")
    glyphs = {code: glyph for code, glyph in _characters(data, tables[b"cmap"]).items() if 0 < glyph < glyph_count}
    if not glyphs:
        raise ValueError("no Unicode characters")
    name = _name(data, tables[b"name"]) if b"name" in tables else ""
    return Font(name or "a font", data, units, glyphs, advances, tuple(outlines + place * unit for place in places))


def _characters(data: bytes, cmap: int) -> dict[int, int]:
    """Code points and their glyphs, from the Unicode table that reaches furthest."""
    subtables = {}
    for index in range(unpack_from(">H", data, cmap + 2)[0]):
        platform, encoding, offset = unpack_from(">HHI", data, cmap + 4 + 8 * index)
        if (platform, encoding) in ((0, 3), (0, 4), (0, 6), (3, 1), (3, 10)):
            subtables[unpack_from(">H", data, cmap + offset)[0]] = cmap + offset
    if 12 in subtables:
        at = subtables[12]
        found: dict[int, int] = {}
        reached = -1
        for number in range(unpack_from(">I", data, at + 12)[0]):
            first, last, glyph = unpack_from(">III", data, at + 16 + 12 * number)
            # Groups rise and do not overlap; others would count to the end of Unicode again and again.
            if not reached < first <= last <= 0x10FFFF:
                raise ValueError("groups of characters out of order")
            found.update(zip(range(first, last + 1), range(glyph, glyph + last - first + 1), strict=True))
            reached = last
        return found
    at = subtables[4]
    count = unpack_from(">H", data, at + 6)[0] // 2
    ends = unpack_from(f">{count}H", data, at + 14)
    starts, deltas, offsets = (unpack_from(f">{count}H", data, at + 16 + 2 * count * (part + 1)) for part in range(3))
    glyphs = {}
    for index, (first, last, delta, offset) in enumerate(zip(starts, ends, deltas, offsets, strict=True)):
        where = at + 16 + 2 * count * 3 + 2 * index + offset
        for code in range(first, min(last, 0xFFFE) + 1):
            glyph = unpack_from(">H", data, where + 2 * (code - first))[0] if offset else code
            if glyph or not offset:
                glyphs[code] = (glyph + delta) & 0xFFFF
    return glyphs


def _name(data: bytes, table: int) -> str:
    """The full name in the first language that the file has for it."""
    count, strings = unpack_from(">HH", data, table + 2)
    for index in range(count):
        platform, _, _, kind, length, offset = unpack_from(">6H", data, table + 6 + 12 * index)
        if kind == 4 and platform in (0, 3):
            start = table + strings + offset
            return data[start : start + length].decode("utf-16-be")
    return ""


def _simple_outline(data: bytes, start: int) -> tuple[Contour, ...]:
    contour_count = unpack_from(">h", data, start)[0]
    ends = unpack_from(f">{contour_count}H", data, start + 10)
    at = start + 10 + 2 * contour_count
    at += 2 + unpack_from(">H", data, at)[0]
    point_count = ends[-1] + 1 if ends else 0
    flags: list[int] = []
    while len(flags) < point_count:
        flag, repeat = data[at], 0
        at += 1
        if flag & 8:
            repeat = data[at]
            at += 1
        flags += [flag] * (repeat + 1)
    axes = []
    for short, same in ((2, 16), (4, 32)):
        value, values = 0, []
        for flag in flags[:point_count]:
            if flag & short:
                value += data[at] if flag & same else -data[at]
                at += 1
            elif not flag & same:
                value += unpack_from(">h", data, at)[0]
                at += 2
            values.append(value)
        axes.append(values)
    points = [(float(x), float(y), bool(flag & 1)) for x, y, flag in zip(*axes, flags, strict=False)]
    return tuple(tuple(points[a + 1 : b + 1]) for a, b in pairwise((-1, *ends)) if b > a)

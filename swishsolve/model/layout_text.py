"""The text format of layouts: header lines `key: value`, then one card a line.

Reading reports every fault at once, each with its line and column; see docs/formats.md for the format itself.
"""

from __future__ import annotations

import re

from swishsolve.errors import Fault, InputError
from swishsolve.model.assemble import WrittenCard, WrittenLayout, is_table, sized_grid
from swishsolve.model.code import quote, scan_code
from swishsolve.model.layout import RULES, Label, Layout

HEADER_KEYS = ("grid", "rule", "colours", "table")
_SIZE = re.compile(r"([0-9]{1,4})\s*[xX]\s*([0-9]{1,4})")
_KEY_AND_VALUE = re.compile(r"\s*([^:]*?)\s*:\s*(.*?)\s*$")


def decode_text(data: bytes, source: str | None = None) -> str:
    """The text of UTF-8 bytes with or without a BOM; raises InputError with the place of the first wrong byte."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in data[:64]:
        raise InputError(
            [Fault("found what looks like UTF-16 or binary data, expected UTF-8 text", source, line=1, column=1)]
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = split_lines(data[: error.start].decode("utf-8-sig"))
        message = f"found byte 0x{data[error.start]:02x}, expected UTF-8 text"
        raise InputError([Fault(message, source, line=len(before), column=len(before[-1]) + 1)]) from None


def split_lines(text: str) -> list[str]:
    """The lines of a text: ended by LF, CRLF or a lone CR, and by nothing else."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def parse_layout_text(text: str, source: str | None = None) -> Layout:
    """The layout that a text describes; raises InputError with every fault.

    >>> layout = parse_layout_text("b2/3/1P1/3\\nB../.../.p./...")
    >>> [(str(laid.label), laid.card.code) for laid in layout], layout.rule, layout.colours
    ([('A1', 'b../.../.P./...'), ('A2', 'B../.../.p./...')], 'classic', 'bgop')
    """
    written = WrittenLayout(header=Fault("", source))
    headers: dict[str, Fault] = {}
    card_lines: list[tuple[str, Fault]] = []
    for number, full_line in enumerate(split_lines(text), start=1):
        line = full_line.partition("#")[0].rstrip()
        if not line.strip():
            continue
        place = Fault("", source, line=number, column=len(line) - len(line.lstrip()) + 1)
        match = _KEY_AND_VALUE.match(line)
        key = match[1].lower() if match else None
        if match is None or key not in HEADER_KEYS:
            card_lines.append((line, place))
        elif card_lines:
            written.faults.append(
                place._replace(message=f"found header {quote(match[1])} after a card, expected it before")
            )
        elif key in headers:
            written.faults.append(place._replace(message=f"found header {quote(match[1])} again, expected it once"))
        else:
            headers[key] = place
            _read_header(written, key, match[2], place._replace(column=match.start(2) + 1))
    if not headers and not card_lines:
        raise InputError([Fault("found no header and no card, expected a layout", source)])
    if "colours" in headers and written.colours is not None:
        written.check_colours(headers["colours"])
    written.header = headers.get("rule") or headers.get("colours") or headers.get("grid") or written.header
    for line, place in card_lines:
        _read_card(written, line, place, grid_is_stated="grid" in headers)
    return written.layout()


def _read_header(written: WrittenLayout, key: str, value: str, place: Fault) -> None:
    if key == "rule":
        if value.lower() in RULES:
            written.rule = RULES[value.lower()]
        else:
            written.faults.append(place._replace(message=f"found rule {quote(value)}, expected classic or free"))
    elif key == "colours":
        written.colours = value
    else:
        size = _SIZE.fullmatch(value)
        rows, cols = (int(size[1]), int(size[2])) if size else (-1, -1)
        grid = sized_grid(rows, cols)
        if key == "table" and is_table(rows, cols):
            written.table = rows, cols
        elif key == "grid" and grid:
            written.grid = grid
        else:
            example = "4x3, 1 to 16 each" if key == "grid" else "4x4"
            written.faults.append(
                place._replace(message=f"found {key} {quote(value)}, expected rows x columns such as {example}")
            )


def _read_card(written: WrittenLayout, line: str, place: Fault, grid_is_stated: bool) -> None:
    label, code, code_column = None, line.strip(), place.column
    match = _KEY_AND_VALUE.match(line)
    if match:
        code, code_column = match[2], match.start(2) + 1
        label = Label.parse(match[1])
        if label is None:
            known = ", ".join(HEADER_KEYS)
            expected = f"expected a label such as A1 or a header ({known})"
            written.faults.append(place._replace(message=f"found {quote(match[1])}, {expected}"))
            if "/" not in code and written.grid.rows > 1:
                return
    symbols, faults = scan_code(code, written.grid, place._replace(column=code_column))
    if faults and not grid_is_stated and "row" in faults[0].message:
        faults[0] = faults[0]._replace(
            message=f"{faults[0].message}; another grid is stated in a header such as grid: 3x3"
        )
    written.faults += faults
    written.cards.append(WrittenCard(label, symbols, place))


def format_layout_text(layout: Layout) -> str:
    """The layout as text; reading it back gives the same layout, photo data aside.

    >>> print(format_layout_text(parse_layout_text("table: 1x2\\na1: b2/3/1P1/3")), end="")
    grid: 4x3
    rule: classic
    colours: bgop
    table: 1x2
    A1: b../.../.P./...
    """
    lines = [f"grid: {layout.grid}", f"rule: {layout.rule}"]
    if layout.colours:
        lines.append(f"colours: {layout.colours}")
    lines.append(f"table: {layout.table[0]}x{layout.table[1]}")
    for laid in layout:
        notes = []
        if laid.photo and laid.photo.doubtful:
            notes.append(f"doubtful ({laid.photo.confidence:.2f})")
        if laid.photo and laid.photo.sideways:
            notes.append("lay sideways, read after a quarter turn clockwise")
        lines.append(f"{laid.label}: {laid.card.code}" + (f"  # {'; '.join(notes)}" if notes else ""))
    return "\n".join(lines) + "\n"

"""Layout JSON, version 1: what other programs exchange, and what carries a photo reader's findings.

`format`, `version`, `grid` and `cards` are required, and `code` or `symbols` on each card; the rest has the defaults
of the text format.
"""

from __future__ import annotations

import json
import math
from typing import Any

from swishsolve.errors import Fault, InputError
from swishsolve.model.assemble import WrittenCard, WrittenLayout, is_table, sized_grid
from swishsolve.model.code import CLASSIC_LETTER, WrittenSymbol, quote, scan_code
from swishsolve.model.colours import COLOUR_LETTERS, COLOUR_NAMES
from swishsolve.model.grid import Grid
from swishsolve.model.layout import RULES, CardPhoto, Label, LaidCard, Layout

FORMAT, VERSION = "swishsolve/layout", 1


def parse_layout_json(text: str, source: str | None = None) -> Layout:
    """The layout that JSON text describes; raises InputError with every fault, each with its line or card."""
    try:
        value = json.loads(text, object_pairs_hook=_object_of)
    except json.JSONDecodeError as error:
        raise InputError(
            [Fault(f"{error.msg}, expected JSON", source, line=error.lineno, column=error.colno)]
        ) from None
    except (RecursionError, ValueError) as error:
        raise InputError([Fault(f"{_lower_first(str(error))}, expected layout JSON", source)]) from None
    return layout_from_json(value, source)


def _object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f"found key {quote(next(key for key in keys if keys.count(key) > 1))} twice")
    return value


def layout_from_json(value: Any, source: str | None = None) -> Layout:
    """The layout that decoded JSON describes; raises InputError with every fault."""
    place = Fault("", source)
    if not isinstance(value, dict):
        raise InputError([place._replace(message=f"found {_shown(value)}, expected a JSON object")])
    faults = _header_faults(value, place)
    if faults:
        raise InputError(faults)
    written = WrittenLayout(header=place)

    size = _pair_of_integers(value["grid"])
    grid = sized_grid(*size) if size else None
    if grid is None:
        written.faults.append(
            place._replace(message=f'found "grid": {_shown(value["grid"])}, expected [rows, columns], 1 to 16 each')
        )
    written.grid = grid or written.grid
    _read_optional_header(written, value, place)
    if not isinstance(value["cards"], list):
        written.faults.append(place._replace(message=f'found "cards": {_shown(value["cards"])}, expected a list'))
    elif grid:
        for index, card in enumerate(value["cards"]):
            _read_card(written, card, place._replace(card=f"cards[{index}]"))
    return written.layout()


def _header_faults(value: dict[str, Any], place: Fault) -> list[Fault]:
    faults = [
        place._replace(message=f'found no "{key}", expected one in layout JSON')
        for key in ("format", "version", "grid", "cards")
        if key not in value
    ]
    if "format" in value and value["format"] != FORMAT:
        faults.append(place._replace(message=f'found "format": {_shown(value["format"])}, expected "{FORMAT}"'))
    elif "version" in value and (value["version"] != VERSION or isinstance(value["version"], bool)):
        faults.append(place._replace(message=f'found "version": {_shown(value["version"])}, expected {VERSION}'))
    return faults


def _read_optional_header(written: WrittenLayout, value: dict[str, Any], place: Fault) -> None:
    def complain(key: str, expected: str) -> None:
        written.faults.append(place._replace(message=f'found "{key}": {_shown(value[key])}, expected {expected}'))

    rule, colours, table, photo = (value.get(key) for key in ("rule", "colours", "table", "photo"))
    if isinstance(rule, str) and rule in RULES:
        written.rule = RULES[rule]
    elif rule is not None:
        complain("rule", '"classic" or "free"')
    if isinstance(colours, str):
        written.colours = colours
        written.check_colours(place)
    elif colours is not None:
        complain("colours", "letters, one for each orbit, or null under rule free")
    size = _pair_of_integers(table)
    if size and is_table(*size):
        written.table = size
    elif table is not None:
        complain("table", "[rows, columns]")
    if photo is not None:
        pixels = _pair_of_integers(photo.get("size")) if isinstance(photo, dict) else None
        if pixels and min(pixels) > 0:
            written.photo_size = pixels
        else:
            complain("photo", '{"size": [width, height], …}')


def _read_card(written: WrittenLayout, value: Any, place: Fault) -> None:
    if not isinstance(value, dict):
        written.faults.append(place._replace(message=f"found {_shown(value)}, expected an object"))
        return
    label = None
    if value.get("label") is not None:
        label = Label.parse(value["label"]) if isinstance(value["label"], str) else None
        if label is None:
            found = f'found "label": {_shown(value["label"])}, expected a label such as "A1"'
            written.faults.append(place._replace(message=found))
        else:
            place = place._replace(card=str(label))

    symbols: list[WrittenSymbol] = []
    faults: list[Fault] = []
    from_code = from_list = None
    if "code" in value:
        if isinstance(value["code"], str):
            from_code, faults = scan_code(value["code"], written.grid, place)
        else:
            faults = [place._replace(message=f'found "code": {_shown(value["code"])}, expected text')]
    if "symbols" in value:
        from_list, symbol_faults = _scan_symbols(value["symbols"], written.grid, place)
        faults += symbol_faults
    if "code" not in value and "symbols" not in value:
        faults.append(place._replace(message='found neither "code" nor "symbols", expected one of them'))
    if not faults:
        symbols = from_code if from_code is not None else from_list or []
        if from_code is not None and from_list is not None and not _agree(from_code, from_list):
            code = quote(value["code"])
            faults.append(place._replace(message=f'found "code" {code} and other "symbols", expected the same card'))
    written.faults += faults
    written.cards.append(WrittenCard(label, symbols, place, _read_card_photo(written, value.get("photo"), place)))


def _scan_symbols(value: Any, grid: Grid, place: Fault) -> tuple[list[WrittenSymbol], list[Fault]]:
    if not isinstance(value, list):
        return [], [place._replace(message=f'found "symbols": {_shown(value)}, expected a list')]
    symbols: dict[tuple[int, int], WrittenSymbol] = {}
    faults = []
    for index, item in enumerate(value):
        problem = _symbol_problem(item, grid)
        if not problem and (item["row"], item["col"]) in symbols:
            problem = f"found a second symbol in row {item['row']}, col {item['col']}, expected one in a cell"
        if problem:
            faults.append(place._replace(message=f"symbols[{index}]: {problem}"))
        else:
            row, col = item["row"], item["col"]
            symbols[row, col] = WrittenSymbol(row, col, item["kind"], COLOUR_LETTERS[item["colour"]], place)
    return list(symbols.values()), faults


def _symbol_problem(item: Any, grid: Grid) -> str | None:
    if not isinstance(item, dict):
        return f"found {_shown(item)}, expected an object"
    if missing := [key for key in ("kind", "colour", "row", "col") if key not in item]:
        return f'found no "{missing[0]}", expected kind, colour, row and col'
    if item["kind"] not in ("ball", "hoop"):
        return f'found "kind": {_shown(item["kind"])}, expected "ball" or "hoop"'
    if not isinstance(item["colour"], str) or item["colour"] not in COLOUR_LETTERS:
        return f'found "colour": {_shown(item["colour"])}, expected one of {", ".join(COLOUR_LETTERS)}'
    for key, count in (("row", grid.rows), ("col", grid.cols)):
        if not _is_integer(item[key]) or not 0 <= item[key] < count:
            return f'found "{key}": {_shown(item[key])}, expected 0 to {count - 1} (grid {grid})'
    return None


def _agree(code: list[WrittenSymbol], listed: list[WrittenSymbol]) -> bool:
    by_cell = {(s.row, s.col): s for s in listed}
    return len(code) == len(listed) and all(
        (other := by_cell.get((s.row, s.col))) and s.kind == other.kind and s.letter in (other.letter, CLASSIC_LETTER)
        for s in code
    )


def _read_card_photo(written: WrittenLayout, value: Any, place: Fault) -> CardPhoto | None:
    if value is None:
        return None
    corners = value.get("corners") if isinstance(value, dict) else None
    if (
        isinstance(corners, list)
        and len(corners) == 4
        and all(isinstance(p, list) and len(p) == 2 and all(map(_is_number, p)) for p in corners)
        and _is_number(value.get("confidence"))
        and 0 <= value["confidence"] <= 1
        and isinstance(value.get("doubtful"), bool)
        and isinstance(value.get("sideways"), bool)
    ):
        points = tuple((float(x), float(y)) for x, y in corners)
        return CardPhoto(points, float(value["confidence"]), value["doubtful"], value["sideways"])
    expected = "4 corners [x, y], confidence 0 to 1, doubtful and sideways"
    written.faults.append(place._replace(message=f'found "photo": {_shown(value)}, expected {expected}'))
    return None


def layout_to_json(layout: Layout) -> dict[str, Any]:
    """The layout as a JSON value, in the order of keys that docs/formats.md shows."""
    value: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "grid": [layout.grid.rows, layout.grid.cols],
        "rule": layout.rule,
        "colours": layout.colours,
        "table": list(layout.table),
        "cards": [_card_to_json(laid) for laid in layout],
    }
    if layout.photo_size:
        value["photo"] = {"size": list(layout.photo_size), "doubtful": len(layout.doubtful)}
    return value


def _card_to_json(laid: LaidCard) -> dict[str, Any]:
    value: dict[str, Any] = {
        "label": str(laid.label),
        "code": laid.card.code,
        "symbols": [
            {"kind": s.kind, "colour": COLOUR_NAMES[s.colour], "row": s.row, "col": s.col} for s in laid.card.symbols
        ],
    }
    if laid.photo:
        value["photo"] = {
            "corners": [[round(x, 2), round(y, 2)] for x, y in laid.photo.corners],
            "confidence": round(laid.photo.confidence, 2),
            "doubtful": laid.photo.doubtful,
            "sideways": laid.photo.sideways,
        }
    return value


def _is_integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: Any) -> bool:
    return _is_integer(value) or (isinstance(value, float) and math.isfinite(value))


def _pair_of_integers(value: Any) -> tuple[int, int] | None:
    if isinstance(value, list) and len(value) == 2 and all(map(_is_integer, value)):
        return value[0], value[1]
    return None


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=True)
    return text if len(text) <= 40 else text[:39] + "…"


def _lower_first(text: str) -> str:
    return text[:1].lower() + text[1:]

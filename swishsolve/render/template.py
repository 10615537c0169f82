"""Sheet templates: the sizes of a card and how cards lie on a page, as TOML; the ones that ship stand in
`cards/sheets`.

Every key may be left out::

    name = "film"
    [card]                       # millimetres
    short_mm = 63.5              # the sides; a card of a square grid is short_mm x short_mm
    long_mm = 88.9
    corner_mm = 3.5              # radius of the corners
    margin_mm = 0.0              # between the edge of the card and its cells
    ball_mm = 12.6               # diameters
    hoop_inner_mm = 14.2
    hoop_outer_mm = 18.2
    outline_mm = 0.2             # width of a line along the edge of the card, 0 for none
    [sheet]
    gap_mm = 0.0                 # between cards; 0: neighbours share a cut
    bleed_mm = 0.0               # how far a coloured ground reaches over the cut
    margin_mm = [8.0, 12.0]      # least room beside the cards, and above and below them
    mark_mm = 3.0                # crop marks: length, distance from the cut, width
    mark_offset_mm = 1.0
    mark_width_mm = 0.2
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field, fields, replace
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from swishsolve.errors import Fault, InputError
from swishsolve.render.cards import CardStyle

PLAY_MM = 0.3  # how far off cards may be printed and laid, and a ball still passes through its hoop
_LONGEST_MM = 2000.0


@dataclass(frozen=True)
class SheetTemplate:
    """How cards are made and laid on a page, in millimetres; the module's docstring names every setting."""

    name: str = "film"
    style: CardStyle = field(default_factory=lambda: CardStyle(letters=False))
    outline_mm: float = 0.2
    gap_mm: float = 0.0
    bleed_mm: float = 0.0
    margin_mm: tuple[float, float] = (8.0, 12.0)
    mark_mm: float = 3.0
    mark_offset_mm: float = 1.0
    mark_width_mm: float = 0.2


_CARD_KEYS = [name.name for name in fields(CardStyle) if name.name.endswith("_mm") and name.name != "edge_mm"]
_SHEET_KEYS = ["gap_mm", "bleed_mm", "margin_mm", "mark_mm", "mark_offset_mm", "mark_width_mm"]


def _shipped() -> Traversable:
    packaged = files("swishsolve") / "cards" / "sheets"
    # In a checkout the folder lies beside the package.
    return packaged if packaged.is_dir() else files("swishsolve") / ".." / "cards" / "sheets"


def template_names() -> list[str]:
    """The names of the sheet templates that ship with swishsolve.

    >>> template_names()
    ['film', 'mini', 'paper']
    """
    return sorted(entry.name.removesuffix(".toml") for entry in _shipped().iterdir() if entry.name.endswith(".toml"))


def read_template(name_or_file: str) -> SheetTemplate:
    """The shipped template of that name, or the one of a TOML file; raises InputError with every fault.

    >>> read_template("mini").style.short_mm
    44.0
    """
    path: Path | Traversable = _shipped() / f"{name_or_file}.toml"
    if name_or_file not in template_names():
        path = Path(name_or_file)
        if not path.exists() and path.suffix != ".toml":
            known = ", ".join(template_names())
            message = f"found no sheet template of that name and no such file, expected one of {known}"
            raise InputError([Fault(message, name_or_file)])
    try:
        return parse_template(path.read_text(encoding="utf-8"), name_or_file)
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "found bytes that are not UTF-8"
        raise InputError([Fault(f"{reason}, expected a sheet template", name_or_file)]) from None


def parse_template(text: str, source: str | None = None) -> SheetTemplate:
    """The template that a TOML text describes; raises InputError with every fault.

    >>> parse_template("[sheet]\\ngap_mm = 4").gap_mm
    4.0
    """
    try:
        value = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError([Fault(f"{str(error)[:1].lower()}{str(error)[1:]}, expected TOML", source)]) from None
    faults: list[Fault] = []
    settings: dict[str, Any] = {}
    for table, known in (("card", [*_CARD_KEYS, "outline_mm"]), ("sheet", _SHEET_KEYS)):
        given = value.pop(table, {})
        if not isinstance(given, dict):
            faults.append(Fault(f"found {table} = {given}, expected a table [{table}]", source))
            continue
        for key, number in given.items():
            if key not in known:
                faults.append(Fault(f'found key "{key}" in [{table}], expected one of {", ".join(known)}', source))
            elif key == "margin_mm" and table == "sheet":
                if not (isinstance(number, list) and len(number) == 2 and all(map(_is_length, number))):
                    faults.append(Fault(f"found {key} = {number}, expected two lengths such as [8, 12]", source))
                else:
                    settings["sheet_margin"] = float(number[0]), float(number[1])
            elif not _is_length(number):
                faults.append(Fault(f"found {key} = {number}, expected 0 to {_LONGEST_MM:.0f} millimetres", source))
            else:
                settings[key] = float(number)
    name = value.pop("name", "film")
    if not isinstance(name, str) or not name.isprintable():
        faults.append(Fault(f"found name = {name!r}, expected a name in one line", source))
    faults += [Fault(f'found key "{key}", expected name, [card] or [sheet]', source) for key in value]
    if faults:
        raise InputError(faults)
    margin = settings.pop("sheet_margin", SheetTemplate.margin_mm)
    card = {key: settings.pop(key) for key in list(settings) if key in _CARD_KEYS}
    template = SheetTemplate(name, replace(CardStyle(letters=False), **card), margin_mm=margin, **settings)
    check_template(template, source)
    return template


def check_template(template: SheetTemplate, source: str | None = None) -> None:
    """Raise InputError with every way in which cards of the template could not be made or played."""
    style, faults = template.style, []
    play = (style.hoop_inner_mm - style.ball_mm) / 2
    if not 0 < style.short_mm <= style.long_mm:
        faults.append(f"found a card of {style.short_mm:g} x {style.long_mm:g} mm, expected short_mm, then long_mm")
    if style.ball_mm <= 0 or play <= PLAY_MM:
        faults.append(
            f"found a ball of {style.ball_mm:g} mm in a hoop of {style.hoop_inner_mm:g} mm, expected more than "
            f"{2 * PLAY_MM:g} mm of play"
        )
    if style.hoop_outer_mm <= style.hoop_inner_mm:
        faults.append(f"found hoop_outer_mm = {style.hoop_outer_mm:g}, expected more than hoop_inner_mm")
    if style.margin_mm * 2 >= style.short_mm:
        faults.append(f"found margin_mm = {style.margin_mm:g}, expected less than half a card")
    reach = marks_reach(template)
    for margin, least, where in zip(template.margin_mm, (reach + 0.5, reach + 2.5), ("beside", "above"), strict=True):
        if margin < least:
            faults.append(
                f"found a margin of {margin:g} mm {where} the cards, expected {least:g} mm or more for crop marks"
            )
    if 0 < template.gap_mm < 2 * template.bleed_mm:
        faults.append(
            f"found a bleed of {template.bleed_mm:g} mm in gaps of {template.gap_mm:g} mm, expected gaps of 0 "
            "or of two bleeds"
        )
    if faults:
        raise InputError([Fault(message, source or template.name) for message in faults])


def marks_reach(template: SheetTemplate) -> float:
    """How far from the cards the crop marks end; they start outside of the bleed."""
    return marks_start(template) + template.mark_mm


def marks_start(template: SheetTemplate) -> float:
    """How far from the cards the crop marks start."""
    return max(template.mark_offset_mm, template.bleed_mm + 0.2)


def _is_length(number: object) -> bool:
    return isinstance(number, int | float) and not isinstance(number, bool) and 0 <= number <= _LONGEST_MM

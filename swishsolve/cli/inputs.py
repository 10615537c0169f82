"""Layouts as commands take them: text, JSON or a photo, from a file or standard input, corrected with --set."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

import click

from swishsolve.cli.progress import shown_progress
from swishsolve.errors import Fault, InputError
from swishsolve.model.assemble import sized_grid
from swishsolve.model.card import Card
from swishsolve.model.code import quote, scan_code
from swishsolve.model.colours import COLOUR_NAMES
from swishsolve.model.grid import Grid
from swishsolve.model.layout import RULES, CardPhoto, Label, LaidCard, Layout
from swishsolve.model.layout_json import parse_layout_json
from swishsolve.model.layout_text import HEADER_KEYS, decode_text, parse_layout_text, split_lines
from swishsolve.model.rule import settle_cards
from swishsolve.vision.sniff import looks_like_picture

if TYPE_CHECKING:
    from swishsolve.vision.decode import DecodedPhoto
    from swishsolve.vision.pile import PileReading
    from swishsolve.vision.read import Reading, ReadingHints

MAX_BYTES = 256 * 1024 * 1024
MAX_TEXT_BYTES = 16 * 1024 * 1024

Command = TypeVar("Command", bound=Callable[..., Any])


@dataclass(frozen=True)
class Photo:
    """A decoded photograph and what was read from it."""

    decoded: DecodedPhoto
    reading: Reading


@dataclass(frozen=True)
class Input:
    """A layout and where it came from; `photo` is None unless it was read from a photograph."""

    layout: Layout
    photo: Photo | None
    accept_doubtful: bool

    @property
    def in_doubt(self) -> bool:
        """True when the layout must not be used without being accepted: doubtful cards, or a photo without cards."""
        nothing_seen = self.photo is not None and not len(self.layout)
        return nothing_seen or (bool(self.layout.doubtful) and not self.accept_doubtful)


def layout_options(command: Command) -> Command:
    """Give a command the options that tell how a layout is to be read; `read_input` takes them."""
    for decorate in reversed(
        (
            click.option(
                "--set",
                "corrections",
                multiple=True,
                metavar="LABEL=CODE",
                help="Correct a card, e.g. A3=b../.../.P./...; an empty code removes it. Repeatable.",
            ),
            click.option("--settle", is_flag=True, help="Ask about each doubtful card of a photo, with its cut-out."),
            click.option("--accept-doubtful", is_flag=True, help="Use a photo's doubtful cards as they were read."),
            click.option("--deck", metavar="NAME|FILE", help="The deck that was photographed."),
            click.option("--grid", metavar="RxC", help="Photo: rows and columns of a card.  [default: 4x3]"),
            click.option("--rule", type=click.Choice(list(RULES)), help="Photo: the rule of the colours."),
            click.option("--colours", metavar="LETTERS", help="Photo: the colours that occur, e.g. bgop."),
            click.option(
                "--symbols",
                metavar="B+H|N",
                help="Photo: B balls and H hoops on each card, or any N symbols.  [default: 1+1]",
            ),
            click.option("--debug", metavar="DIR", help="Photo: write each step of the reading as a picture."),
        )
    ):
        command = decorate(command)
    return command


def layout_input(command: Command) -> Command:
    """Give a command the argument LAYOUT and the options of `layout_options`."""
    decorated: Command = click.argument("layout", type=click.Path(), metavar="LAYOUT")(layout_options(command))
    return decorated


def read_input(
    layout: str,
    corrections: tuple[str, ...] = (),
    settle: bool = False,
    accept_doubtful: bool = False,
    deck: str | None = None,
    grid: str | None = None,
    rule: str | None = None,
    colours: str | None = None,
    symbols: str | None = None,
    debug: str | None = None,
    doing: str = "reading the photo",
    name: str | None = None,
) -> Input:
    """The layout that the arguments of `layout_input` name; raises InputError with every fault.

    `name` is that of the folder for the steps of a photo, by default as its file; see `photo_names`.
    """
    known = _known(deck, grid, rule, colours, symbols)
    data = read_bytes(layout)
    source = "standard input" if layout == "-" else layout
    photo = None
    if looks_like_picture(data):
        photo = _read_photo(
            data, source, _hints(known), doing, debug and os.path.join(debug, name or photo_names((layout,))[0])
        )
        found = photo.reading.layout()
    else:
        if len(data) > MAX_TEXT_BYTES:
            most = f"expected at most {MAX_TEXT_BYTES // 1024 // 1024} MB of text"
            raise InputError([Fault(f"found {len(data) // 1024 // 1024} MB, {most}, or a photo", source)])
        text = decode_text(data, source)
        if text.lstrip()[:1] in ("{", "["):
            found = parse_layout_json(text, source)
        elif _is_meant_as_layout(text):
            found = parse_layout_text(text, source)
        else:
            raise InputError([Fault("found no header and no card: this is neither a picture nor a layout", source)])
    given = Input(correct(found, corrections), photo, accept_doubtful)
    if settle:
        from swishsolve.cli.settle import settle as settle_doubts

        given = settle_doubts(given)
    return given


def _is_meant_as_layout(text: str) -> bool:
    """Whether some line is a header (any word with a size), has a label or could be a code: then its faults matter."""
    for line in split_lines(text):
        key, colon, rest = line.partition("#")[0].partition(":")
        code = rest.strip() if colon else key.strip()
        if colon and (key.strip().lower() in HEADER_KEYS or Label.parse(key.strip())):
            return True
        if colon and code.lower().replace("x", "", 1).isdigit() and not code.isdigit():
            return True
        if len(code.split()) == 1 and "/" in code and "//" not in code and any(c == "." or c.isdigit() for c in code):
            return True
    return False


def photo_names(photos: tuple[str, ...]) -> list[str]:
    """A name for each photo, as its file; a number tells those apart that would have the same."""
    names: dict[str, str] = {}  # by how a file system that knows no case sees them
    for photo in photos:
        stem = name = "standard-input" if photo == "-" else os.path.splitext(os.path.basename(photo))[0]
        number = 1
        while name.casefold() in names:
            number += 1
            name = f"{stem}-{number}"
        names[name.casefold()] = name
    return list(names.values())


def read_bytes(name: str, expected: str = "a layout file or photo") -> bytes:
    """What a file, or standard input for "-", holds; raises InputError, saying what was expected."""
    try:
        if name == "-":
            if sys.stdin is None:
                raise InputError([Fault(f"it is closed, expected {expected}", "standard input")])
            data = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with open(name, "rb") as file:
                data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise InputError([Fault(f"{reason}, expected {expected}", name)]) from None
    if len(data) > MAX_BYTES:
        raise InputError([Fault(f"found more than {MAX_BYTES // 1024 // 1024} MB, expected {expected}", name)])
    return data


def _known(
    deck: str | None, grid: str | None, rule: str | None, colours: str | None, symbols: str | None = None
) -> dict[str, Any]:
    """What the options tell of the cards, as fields of ReadingHints; refuses what no photo could go with.

    The options are checked whatever the layout turns out to be.
    """
    known: dict[str, Any] = {}
    faults: list[Fault] = []
    shape, counts = parse_grid(grid) if grid else Grid(4, 3), None
    if deck:
        from swishsolve.model.deck import read_deck

        cards = read_deck(deck)
        codes = tuple(card.code for card, _ in cards.types)
        known |= {"grid": cards.grid, "rule": cards.rule, "colours": cards.colours, "deck": codes}
        if grid and shape != cards.grid:
            faults.append(Fault(f"found {quote(grid)}, expected {cards.grid} as in deck {cards.name}", "--grid"))
        shape = cards.grid
        counts = frozenset(
            tuple(sum(s.kind == kind for s in card.symbols) for kind in ("ball", "hoop")) for card, _ in cards.types
        )
    if grid:
        known["grid"] = shape
        if shape.size < 2:
            faults.append(Fault(f"found {quote(grid)}, expected a grid of 2 cells or more", "--grid"))
    if rule:
        known["rule"] = RULES[rule]
    if colours:
        known["colours"] = colours
        unknown = [letter for letter in colours if letter not in COLOUR_NAMES]
        if unknown:
            expected = f"expected colour letters ({' '.join(COLOUR_NAMES)})"
            faults.append(Fault(f"found {quote(unknown[0])}, {expected}", "--colours"))
        elif len(set(colours)) < len(colours):
            faults.append(Fault(f"found {quote(colours)}, expected each letter once", "--colours"))
        elif rule == "classic" and not deck and len(colours) != len(shape.orbits):
            expected = f"expected {len(shape.orbits)}: one for each orbit"
            faults.append(Fault(f"found {len(colours)} letters, {expected}", "--colours"))
    if symbols:
        given = _parse_counts(symbols)
        known["symbols"] = counts or given  # a deck tells more
        most = max(balls + hoops for balls, hoops in given)
        if most > shape.size >= 2:
            faults.append(Fault(f"found {most}, expected at most {shape.size} on a card of {shape}", "--symbols"))
        elif counts is not None and not counts <= given:
            wanted = " or ".join(f"{balls}+{hoops}" for balls, hoops in sorted(counts))
            faults.append(Fault(f"found {symbols}, expected {wanted} as in deck {cards.name}", "--symbols"))
    if faults:
        raise InputError(faults)
    return known


def _parse_counts(text: str) -> frozenset[tuple[int, int]]:
    """Numbers of balls and hoops that --symbols allows: 2+1 is two balls and a hoop, 3 any three symbols."""
    parts = text.split("+")
    if len(parts) > 2 or not all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts):
        expected = "expected balls+hoops such as 1+1, or a number of symbols of either kind such as 2"
        raise InputError([Fault(f"found {quote(text)}, {expected}", "--symbols")])
    total = sum(map(int, parts))
    if total < 2:
        expected = "expected 2 symbols or more: one alone does not tell where its card lies"
        raise InputError([Fault(f"found {quote(text)}, {expected}", "--symbols")])
    if len(parts) == 2:
        return frozenset({(int(parts[0]), int(parts[1]))})
    return frozenset((balls, total - balls) for balls in range(total + 1))


def _hints(known: dict[str, Any]) -> ReadingHints:
    from swishsolve.vision.read import ReadingHints

    try:
        return ReadingHints(**known)
    except ValueError as error:
        raise InputError([Fault(f"found {error}", "--deck")]) from None


def parse_grid(text: str) -> Grid:
    """The grid that an option such as 4x3 names; raises InputError."""
    rows, cols = parse_size(text)
    grid = sized_grid(rows, cols)
    if grid is None:
        raise InputError(f"found grid {quote(text)}, expected rows x columns such as 4x3, 1 to 16 each")
    return grid


def parse_size(text: str) -> tuple[int, int]:
    """Rows and columns of an option such as 4x4; raises InputError."""
    rows, _, cols = text.lower().partition("x")
    if not (rows.isascii() and rows.isdigit() and cols.isascii() and cols.isdigit() and len(text) < 10):
        raise InputError(f"found {quote(text)}, expected rows x columns such as 4x4")
    return int(rows), int(cols)


def _read_photo(data: bytes, source: str, hints: ReadingHints, doing: str, debug: str | None) -> Photo:
    from swishsolve.vision.decode import decode_photo
    from swishsolve.vision.read import read_steps

    with shown_progress(doing):
        decoded = decode_photo(data, source)
        reading, steps = read_steps(decoded, hints=hints)
        if debug is not None:
            from swishsolve.vision.debug import write_debug_pictures

            write_debug_pictures(steps, reading, debug)
        return Photo(decoded, reading)


def read_photo_of_pile(
    photo: str, deck: str | None, grid: str | None, rule: str | None, colours: str | None
) -> PileReading:
    """What the photo of a pile shows; raises InputError, for a file that is no picture too."""
    known = _known(deck, grid, rule, colours)
    data = read_bytes(photo)
    source = "standard input" if photo == "-" else photo
    if not looks_like_picture(data):
        raise InputError([Fault("it is no picture, expected a photo of the pile", source)])
    from swishsolve.vision.decode import decode_photo
    from swishsolve.vision.pile import read_pile

    with shown_progress("reading the photo of the pile"):
        return read_pile(decode_photo(data, source), _hints(known))


def correct(layout: Layout, corrections: tuple[str, ...]) -> Layout:
    """The layout with cards replaced, added or removed as LABEL=CODE says; raises InputError with every fault."""
    cards = {laid.label: laid for laid in layout}
    faults: list[Fault] = []
    for text in corrections:
        name, equals, code = text.partition("=")
        place = Fault("", f"--set {text}")
        label = Label.parse(name.strip())
        if label is None or not equals:
            faults.append(
                place._replace(message=f"found {quote(text)}, expected LABEL=CODE such as A3=b../.../.P./...")
            )
        elif not code.strip():
            if cards.pop(label, None) is None:
                faults.append(place._replace(message=f"found label {label}, expected a card of the layout to remove"))
        elif card := _card_of(layout, code.strip(), place, faults):
            old = cards.get(label)
            seen = old.photo if old else None
            photo = CardPhoto(seen.corners, 1.0, doubtful=False, sideways=seen.sideways) if seen else None
            cards[label] = LaidCard(label, card, photo)
    if faults:
        raise InputError(faults)
    rows = max([layout.table[0], *(label.row + 1 for label in cards)])
    cols = max([layout.table[1], *(label.col + 1 for label in cards)])
    return replace(layout, cards=tuple(cards.values()), table=(rows, cols))


def _card_of(layout: Layout, code: str, place: Fault, faults: list[Fault]) -> Card | None:
    symbols, problems = scan_code(code, layout.grid, place)
    if not problems:
        _, _, cards, problems = settle_cards(layout.grid, layout.rule, layout.colours, [symbols], place)
        if not problems:
            return cards[0]
    faults += problems
    return None


def parse_labels(names: tuple[str, ...], layout: Layout, option: str) -> list[Label]:
    """The cards that the values of an option name, several to a value when joined with + or a comma."""
    labels, faults = [], []
    for name in (part.strip() for value in names for part in value.replace("+", ",").split(",")):
        label = Label.parse(name)
        if label is None or label not in layout.by_label:
            faults.append(Fault(f"found {quote(name)}, expected a card of the layout", option))
        else:
            labels.append(label)
    if faults:
        raise InputError(faults)
    return labels

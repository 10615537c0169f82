"""Decks: card types with copies, as TOML; the ones that ship stand in the folder `cards`.

A deck file says what is printed on the cards::

    name = "tiny"
    grid = "4x3"
    rule = "classic"          # or "free"
    colours = "bgop"          # rule classic only; default colours when left out
    symbols = {balls = 1, hoops = 1}
    types = [
        {code = "b../.../.P./...", copies = 2},
    ]

Keys that this module does not know belong to other tools and are left alone.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from random import Random
from typing import Any

from swishsolve.errors import Fault, InputError
from swishsolve.model.assemble import sized_grid
from swishsolve.model.card import Card, Kind
from swishsolve.model.code import quote, scan_code
from swishsolve.model.colours import COLOUR_NAMES
from swishsolve.model.grid import Grid
from swishsolve.model.layout import RULES, Label, LaidCard, Layout, Rule
from swishsolve.model.rule import settle_cards

MAX_COPIES = 1000


@dataclass(frozen=True)
class Deck:
    """A deck: its types in file order, each with its number of copies.

    `balls` and `hoops` are the symbols on each card, None where cards differ.
    """

    name: str
    grid: Grid
    rule: Rule
    colours: str | None
    balls: int | None
    hoops: int | None
    types: tuple[tuple[Card, int], ...]

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Every card in file order, copies side by side."""
        return tuple(card for card, copies in self.types for _ in range(copies))

    def deal(self, table: tuple[int, int], seed: int) -> Layout:
        """A table of cards from the deck shuffled with the seed, filled in reading order; fewer when the deck ends.

        The shuffle is `random.Random(seed).shuffle` of `cards`, so a seed names the same table everywhere.

        >>> layout = read_deck("classic-60").deal((4, 4), seed=7)
        >>> len(layout), str(layout.cards[0].label)
        (16, 'A1')
        """
        cards = list(self.cards)
        Random(seed).shuffle(cards)
        places = [Label(row, col) for row in range(table[0]) for col in range(table[1])]
        laid = tuple(LaidCard(label, card) for label, card in zip(places, cards, strict=False))
        return Layout(self.grid, laid, table=table, rule=self.rule, colours=self.colours)


def _shipped() -> Traversable:
    packaged = files("swishsolve") / "cards"
    # In a checkout the folder lies beside the package.
    return packaged if packaged.is_dir() else files("swishsolve") / ".." / "cards"


def deck_names() -> list[str]:
    """The names of the decks that ship with swishsolve.

    >>> "classic-60" in deck_names()
    True
    """
    return sorted(entry.name.removesuffix(".toml") for entry in _shipped().iterdir() if entry.name.endswith(".toml"))


def read_deck(name_or_file: str) -> Deck:
    """The shipped deck of that name, or the deck of a TOML file; raises InputError with every fault.

    >>> deck = read_deck("classic-36")
    >>> len(deck.cards), len({card.canonical() for card in deck.cards})
    (36, 36)
    """
    if name_or_file in deck_names():
        data, source = (_shipped() / f"{name_or_file}.toml").read_bytes(), name_or_file
    else:
        path, source = Path(name_or_file), name_or_file
        if not name_or_file or (not path.exists() and path.suffix != ".toml"):
            known = ", ".join(deck_names())
            message = f"found no deck of that name and no such file, expected one of {known}"
            raise InputError([Fault(message, source or '""')])
        try:
            data = path.read_bytes()
        except OSError as error:
            raise InputError([Fault(f"{(error.strerror or str(error)).lower()}, expected a deck", source)]) from None
    try:
        return parse_deck(data.decode(), source)
    except UnicodeDecodeError as error:
        message = f"found byte 0x{data[error.start]:02x} at position {error.start}, expected UTF-8 text"
        raise InputError([Fault(message, source)]) from None


def parse_deck(text: str, source: str | None = None) -> Deck:
    """The deck that a TOML text describes; raises InputError with every fault."""
    place = Fault("", source)
    try:
        value = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InputError([place._replace(message=f"{str(error)[:1].lower()}{str(error)[1:]}, expected TOML")]) from None
    faults = [
        place._replace(message=f"found no key {quote(key)}, expected one in a deck")
        for key in ("name", "grid", "types")
        if key not in value
    ]
    if faults:
        raise InputError(faults)

    def complain(key: str, expected: str) -> None:
        faults.append(place._replace(message=f"found {key} = {quote(str(value[key]))}, expected {expected}"))

    name, colours, types = value["name"], value.get("colours"), value["types"]
    if not isinstance(name, str) or not name.strip() or not name.isprintable():
        complain("name", "a name in one line")
    sides = str(value["grid"]).lower().split("x")
    grid = sized_grid(int(sides[0]), int(sides[1])) if len(sides) == 2 and all(map(_is_number, sides)) else None
    if grid is None:
        complain("grid", "rows x columns such as 4x3, 1 to 16 each")
    rule = RULES.get(str(value.get("rule", "classic" if colours else "free")))
    if rule is None:
        complain("rule", "classic or free")
    if colours is not None and grid and not _are_colours(colours, grid):
        complain("colours", f"{len(grid.orbits)} different letters of {' '.join(COLOUR_NAMES)}")
    balls, hoops = _symbol_counts(value, complain)
    if not isinstance(types, list) or not types:
        complain("types", "a list of {code = …, copies = …}")
    if faults or grid is None:
        raise InputError(faults)

    codes: list[str] = []
    copies: list[int] = []
    scanned = []
    for index, item in enumerate(types):
        here = place._replace(card=f"types[{index}]")
        count = item.get("copies", 1) if isinstance(item, dict) else None
        if not isinstance(item, dict) or not isinstance(item.get("code"), str):
            faults.append(here._replace(message=f"found {quote(str(item))}, expected {{code = …, copies = …}}"))
            continue
        if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= MAX_COPIES:
            faults.append(here._replace(message=f"found copies = {count}, expected 1 to {MAX_COPIES}"))
            continue
        symbols, code_faults = scan_code(item["code"], grid, here)
        for kind, wanted in (("ball", balls), ("hoop", hoops)):
            got = sum(symbol.kind == kind for symbol in symbols)
            if not code_faults and wanted is not None and got != wanted:
                code_faults.append(here._replace(message=f"found {got} {kind}s, expected {wanted} as symbols say"))
        faults += code_faults
        scanned.append(symbols)
        codes.append(item["code"])
        copies.append(count)
    if faults:
        raise InputError(faults)
    settled_rule, settled_colours, cards, breaches = settle_cards(grid, rule, colours, scanned, place)
    if breaches:
        raise InputError(breaches)
    return Deck(name, grid, settled_rule, settled_colours, balls, hoops, tuple(zip(cards, copies, strict=True)))


def deck_of(layouts: Sequence[Layout], name: str) -> Deck:
    """The deck of all cards of the layouts: every card counts, equal ones (turned or flipped) as copies of a type.

    The rule is classic when all layouts are with the same colours. Raises ValueError for no card, or grids that differ.

    >>> from swishsolve.model.layout_text import parse_layout_text
    >>> deck = deck_of([parse_layout_text("b2/3/1P1/3\\n2b/3/1P1/3")], "two of a kind")
    >>> [(card.code, copies) for card, copies in deck.types]
    [('.../.P./.../..b', 2)]
    """
    cards = [laid.card.canonical() for layout in layouts for laid in layout]
    grids = {card.grid for card in cards}
    if len(grids) != 1:
        raise ValueError("no card" if not cards else "the cards have different grids")
    counts = Counter(cards)
    types = tuple((card, counts[card]) for card in sorted(counts, key=lambda card: card.code))
    colours = {layout.colours for layout in layouts if len(layout)}
    agreed = colours.pop() if len(colours) == 1 else None

    def number_of(kind: Kind) -> int | None:
        numbers = {sum(symbol.kind == kind for symbol in card.symbols) for card in cards}
        return numbers.pop() if len(numbers) == 1 else None

    rule: Rule = "classic" if agreed else "free"
    return Deck(name, grids.pop(), rule, agreed, number_of("ball"), number_of("hoop"), types)


def _is_number(text: str) -> bool:
    return text.strip().isascii() and text.strip().isdigit() and len(text) < 4


def _are_colours(colours: Any, grid: Grid) -> bool:
    return (
        isinstance(colours, str)
        and set(colours) <= set(COLOUR_NAMES)
        and len(colours) == len(set(colours)) == len(grid.orbits)
    )


def _symbol_counts(value: dict[str, Any], complain: Any) -> tuple[int | None, int | None]:
    symbols = value.get("symbols", {})
    if not isinstance(symbols, dict) or not all(isinstance(n, int) and n >= 0 for n in symbols.values()):
        complain("symbols", "{balls = 1, hoops = 1}")
        return None, None
    return symbols.get("balls"), symbols.get("hoops")


def format_deck(deck: Deck) -> str:
    """The deck as TOML; reading it back gives the same deck."""
    lines = [f"name = {_toml_text(deck.name)}", f'grid = "{deck.grid}"', f'rule = "{deck.rule}"']
    if deck.colours:
        lines.append(f'colours = "{deck.colours}"')
    counts = [f"{key} = {n}" for key, n in (("balls", deck.balls), ("hoops", deck.hoops)) if n is not None]
    if counts:
        lines.append(f"symbols = {{{', '.join(counts)}}}")
    lines += ["types = [", *(f'    {{code = "{card.code}", copies = {copies}}},' for card, copies in deck.types), "]"]
    return "\n".join(lines) + "\n"


def _toml_text(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'

"""What a deck is to be like, as TOML::

    name = "always-nine"
    grid = "4x3"
    rule = "classic"                     # or "free"
    colours = "bgop"                     # classic: one for each orbit; free: those that may be used
    symbols = [{balls = 1, hoops = 1}]   # what a card may carry: one kind of card, or several

    [design]
    cards = 24                           # of the deck
    copies = 2                           # of a card, at most
    balance = ["colours", "kinds", "orbits", "cells"]
    must = ["b../.../.P./..."]           # cards that must occur
    must_not = []                        # and that must not
    pairs = [0, 12]                      # Swishes of two cards in the whole deck, at least and at most
    triples = [20, 200]                  # of three
    largest_swish = 12                   # cards of the largest Swish of the deck
    always_swish = 9                     # any so many cards of the deck hold a Swish

Only name, grid and cards are needed. Balance of colours: of any two colours one has at most one symbol more; of kinds:
likewise the balls and hoops of each colour; of orbits: each orbit of cells has its share of the symbols; of cells: the
cards are printed turned so that each cell of an orbit is used alike.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from swishsolve.deck.universe import all_cards, count_cards
from swishsolve.errors import Fault, InputError
from swishsolve.model.assemble import sized_grid
from swishsolve.model.card import Card
from swishsolve.model.code import parse_card, quote
from swishsolve.model.colours import COLOUR_NAMES, default_colours
from swishsolve.model.grid import Grid
from swishsolve.model.layout import RULES, Rule

BALANCES = ("colours", "kinds", "orbits", "cells")
MAX_CARDS = 200
MAX_CANDIDATES = 600
Range = tuple[int, int]


@dataclass(frozen=True)
class Specification:
    """A deck to be designed; None where nothing is asked. `candidates` are the cards that may occur."""

    name: str
    grid: Grid
    rule: Rule
    colours: str
    symbols: tuple[tuple[int, int], ...]
    cards: int
    copies: int
    balance: tuple[str, ...]
    must: tuple[Card, ...]
    pairs: Range | None
    triples: Range | None
    largest_swish: int | None
    always_swish: int | None
    candidates: tuple[Card, ...]


def specification_names() -> list[str]:
    """The names of the specifications that ship with swishsolve."""
    return sorted(entry.name.removesuffix(".toml") for entry in _shipped().iterdir() if entry.name.endswith(".toml"))


def _shipped() -> Traversable:
    packaged = files("swishsolve") / "cards"
    # In a checkout the folder lies beside the package.
    return (packaged if packaged.is_dir() else files("swishsolve") / ".." / "cards") / "specs"


def find_specification(name_or_file: str) -> Specification:
    """The shipped specification of that name, or the one in a file; raises InputError with every fault."""
    if name_or_file in specification_names():
        return parse_specification((_shipped() / f"{name_or_file}.toml").read_text(), name_or_file)
    path = Path(name_or_file)
    if not name_or_file or (not path.exists() and path.suffix != ".toml"):
        known = ", ".join(specification_names())
        message = f"found no specification of that name and no such file, expected one of {known}"
        raise InputError([Fault(message, name_or_file or '""')])
    return read_specification(path)


def read_specification(path: Path) -> Specification:
    """The specification in a file; raises InputError with every fault."""
    try:
        text = path.read_bytes().decode()
    except OSError as error:
        raise InputError([Fault((error.strerror or str(error)).lower(), str(path))]) from None
    except UnicodeDecodeError as error:
        message = f"found byte 0x{error.object[error.start]:02x} at position {error.start}, expected UTF-8 text"
        raise InputError([Fault(message, str(path))]) from None
    return parse_specification(text, str(path))


def parse_specification(text: str, source: str | None = None) -> Specification:
    """The specification that a TOML text holds; raises InputError with every fault."""
    place = Fault("", source)
    try:
        value = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InputError([place._replace(message=f"{str(error)[:1].lower()}{str(error)[1:]}, expected TOML")]) from None
    return _Reader(value, place).specification()


class _Reader:
    def __init__(self, value: dict[str, Any], place: Fault) -> None:
        self.value, self.place = value, place
        self.faults: list[Fault] = []
        design = value.get("design")
        if not isinstance(design, dict):
            raise InputError([place._replace(message="found no table [design], expected one that says what is wanted")])
        self.design = design

    def complain(self, key: str, found: object, expected: str) -> None:
        self.faults.append(self.place._replace(message=f"found {key} = {quote(str(found))}, expected {expected}"))

    def specification(self) -> Specification:
        value, design = self.value, self.design
        known = {"name", "grid", "rule", "colours", "symbols", "design"}
        wanted = {"cards", "copies", "balance", "must", "must_not", "pairs", "triples", "largest_swish", "always_swish"}
        for key in sorted(set(value) - known) + sorted(f"design.{key}" for key in set(design) - wanted):
            self.faults.append(self.place._replace(message=f"found key {quote(key)}, expected none of that name"))
        name = value.get("name")
        if not isinstance(name, str) or not name.strip() or not name.isprintable():
            self.complain("name", name, "a name in one line")
        sides = str(value.get("grid", "")).lower().split("x")
        numbers = [int(side) for side in sides if side.isascii() and side.isdigit() and len(side) < 3]
        grid = sized_grid(*numbers) if len(numbers) == len(sides) == 2 else None
        if grid is None:
            self.complain("grid", value.get("grid"), "rows x columns such as 4x3")
            raise InputError(self.faults)
        rule, colours = self.colours(grid)
        symbols = self.symbols()
        cards = self.number("cards", None, 1, MAX_CARDS)
        copies = self.number("copies", 1, 1, 20)
        balance = design.get("balance", [])
        if not isinstance(balance, list) or any(item not in BALANCES for item in balance):
            self.complain("balance", balance, f"a list of {', '.join(BALANCES)}")
            balance = []
        must, must_not = self.codes("must", grid), self.codes("must_not", grid)
        pairs, triples = self.span("pairs"), self.span("triples")
        largest = self.number("largest_swish", 0, 2, grid.size * 2)
        always = self.number("always_swish", 0, 2, MAX_CARDS)
        if self.faults:
            raise InputError(self.faults)
        too_many = self.place._replace(
            message=f"found more than {MAX_CANDIDATES} different cards to choose from, expected fewer"
        )
        candidates: list[Card] = []
        for balls, hoops in symbols:
            if count_cards(grid, colours, balls, hoops, classic=rule == "classic") > 8 * MAX_CANDIDATES:
                raise InputError([too_many])
            candidates += all_cards(grid, colours, balls, hoops, classic=rule == "classic")
            if len(candidates) > MAX_CANDIDATES:
                raise InputError([too_many])
        for card in must:
            if card not in candidates:
                self.complain("must", card.code, "a card of this grid, rule, colours and symbols")
        if self.faults:
            raise InputError(self.faults)
        return Specification(
            name=str(name),
            grid=grid,
            rule=rule,
            colours=colours,
            symbols=tuple(symbols),
            cards=cards,
            copies=copies,
            balance=tuple(balance),
            must=tuple(must),
            pairs=pairs,
            triples=triples,
            largest_swish=largest or None,
            always_swish=always or None,
            candidates=tuple(card for card in sorted(candidates, key=lambda card: card.code) if card not in must_not),
        )

    def colours(self, grid: Grid) -> tuple[Rule, str]:
        rule = RULES.get(str(self.value.get("rule", "classic")))
        if rule is None:
            self.complain("rule", self.value.get("rule"), "classic or free")
            return "free", "b"
        colours = self.value.get("colours", default_colours(grid) if rule == "classic" else "bgop")
        if not isinstance(colours, str) or set(colours) - set(COLOUR_NAMES) or len(set(colours)) < len(colours):
            self.complain("colours", colours, f"different letters of {' '.join(COLOUR_NAMES)}")
            return rule, "b"
        if rule == "classic" and len(colours) != len(grid.orbits):
            self.complain("colours", colours, f"{len(grid.orbits)} letters: one for each orbit of a {grid} grid")
            return "free", "b"
        return rule, colours

    def symbols(self) -> list[tuple[int, int]]:
        value = self.value.get("symbols", [{"balls": 1, "hoops": 1}])
        items = [value] if isinstance(value, dict) else value
        kinds: list[tuple[int, int]] = []
        for item in items if isinstance(items, list) else []:
            balls, hoops = (item.get("balls", 0), item.get("hoops", 0)) if isinstance(item, dict) else (0, 0)
            if not all(type(n) is int and 0 <= n <= 3 for n in (balls, hoops)) or not balls + hoops:
                self.complain("symbols", item, "{balls = 1, hoops = 1} with up to 3 of each")
                return [(1, 1)]
            kinds.append((balls, hoops))
        if not kinds:
            self.complain("symbols", value, "[{balls = 1, hoops = 1}]")
        return sorted(set(kinds))

    def number(self, key: str, default: int | None, low: int, high: int) -> int:
        number = self.design.get(key, default)
        if number is not None and number == default:
            return default or 0
        if not isinstance(number, int) or isinstance(number, bool) or not low <= number <= high:
            self.complain(f"design.{key}", number, f"{low} to {high}")
            return low
        return number

    def span(self, key: str) -> Range | None:
        value = self.design.get(key)
        if value is None:
            return None
        ends = [value, value] if isinstance(value, int) else value
        whole = isinstance(ends, list) and len(ends) == 2 and all(type(end) is int and end >= 0 for end in ends)
        if not whole or ends[0] > ends[1]:
            self.complain(f"design.{key}", value, "a number, or [at least, at most]")
            return None
        return ends[0], ends[1]

    def codes(self, key: str, grid: Grid) -> list[Card]:
        value = self.design.get(key, [])
        if not isinstance(value, list) or not all(isinstance(code, str) for code in value):
            self.complain(f"design.{key}", value, "a list of card codes")
            return []
        cards = []
        for code in value:
            try:
                cards.append(parse_card(code, grid).canonical())
            except InputError as error:
                self.faults += [
                    fault._replace(source=self.place.source, card=f"design.{key}") for fault in error.faults
                ]
        return cards

"""Puzzle ids: a puzzle in one line, by what it was made from or card by card.

    deck=classic-60,cards=16,size=4,level=hard#17           params#seed: makes the same puzzle everywhere
    grid=4x3,colours=bgop,table=4x4,unique=2:b2/3/1P1/3,…   params:cards: the puzzle itself, cards in reading order

In params of the first kind `deck` may be replaced by `grid`, `rule`, `colours` and `symbols`; `unique=K` stands for
"the only Swish of at least K cards" and is left out for a strict puzzle, `level` when any will do.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random

from swishsolve.errors import InputError
from swishsolve.model.assemble import WrittenCard, WrittenLayout, is_table, sized_grid
from swishsolve.model.code import quote, scan_code
from swishsolve.model.colours import COLOUR_NAMES, default_colours
from swishsolve.model.deck import read_deck
from swishsolve.model.grid import Grid
from swishsolve.model.layout import RULES, Layout, Rule
from swishsolve.puzzle.generate import DEFAULT_TRIES, Failure, Puzzle, make_puzzle, verify_unique
from swishsolve.puzzle.grade import LEVELS, Level, grade
from swishsolve.puzzle.possible import prove_impossible, why_impossible
from swishsolve.puzzle.supply import DeckSupply, FreeSupply, Supply
from swishsolve.search.limits import Limits
from swishsolve.solve import solve

MAX_CARDS = 60
MAX_SEED = 10**18 - 1
MAX_SYMBOLS = 6
# Before a proof that there is no such puzzle is looked for.
TRIES_BEFORE_PROOF = 6_000
DEFAULT_DECK = "classic-60"


@dataclass(frozen=True)
class Params:
    """What a puzzle is made from; either a deck, or a grid with a rule, colours and symbols a card."""

    cards: int = 16
    size: int = 4
    level: Level | None = None
    unique_from: int | None = None
    deck: str | None = DEFAULT_DECK
    grid: Grid | None = None
    rule: Rule = "classic"
    colours: str = ""
    balls: int = 1
    hoops: int = 1

    def __str__(self) -> str:
        if self.grid is None:
            parts = [f"deck={self.deck}"]
        else:
            symbols = f"symbols={self.balls}+{self.hoops}"
            parts = [f"grid={self.grid}", f"rule={self.rule}", f"colours={self.colours}", symbols]
        parts += [f"cards={self.cards}", f"size={self.size}"]
        parts += [f"level={self.level}"] if self.level else []
        parts += [f"unique={self.unique_from}"] if self.unique_from else []
        return ",".join(parts)

    @property
    def least(self) -> int:
        """The answer is the only Swish of at least so many cards."""
        return self.unique_from or 2

    def supply(self) -> Supply:
        """Where the cards come from. Raises InputError for a deck that cannot be read."""
        if self.grid is None:
            return DeckSupply(read_deck(self.deck or DEFAULT_DECK))
        return FreeSupply(self.grid, self.rule, self.colours, self.balls, self.hoops)


def make_from(
    params: Params, seed: int, *, tries: int = DEFAULT_TRIES, limits: Limits | None = None
) -> Puzzle | Failure:
    """The puzzle of these params and this seed: the same everywhere. Raises InputError for a deck that is none.

    >>> puzzle = make_from(Params(size=3, level="easy"), seed=1)
    >>> puzzle.grade.level, len(puzzle.answer)
    ('easy', 3)
    """
    limits = limits or Limits()
    supply = params.supply()
    reason = why_impossible(supply, params.cards, params.size, params.least)
    if reason:
        return Failure(reason, impossible=True)
    random = Random(f"{params}#{seed}")
    asked = {"cards": params.cards, "size": params.size, "least": params.least, "limits": limits}
    first = min(tries, TRIES_BEFORE_PROOF)
    made = make_puzzle(supply, level=params.level, random=random, tries=first, **asked)  # type: ignore[arg-type]
    if isinstance(made, Puzzle) or limits.reached():
        return made
    if not made.tables and params.least == 2:
        reason = prove_impossible(supply, params.cards, params.size, limits)
        if reason:
            return Failure(reason, impossible=True, tries=first)
        if limits.reached():
            return Failure(f"stopped after {first} tries", impossible=False, tries=first)
    if first == tries:
        return made
    made = make_puzzle(supply, level=params.level, random=random, tries=tries - first, **asked)  # type: ignore[arg-type]
    if isinstance(made, Puzzle):
        return made
    return Failure(f"not found in {first + made.tries} tries", impossible=False, tries=first + made.tries)


def format_complete_id(puzzle: Puzzle) -> str:
    """The id that holds the cards themselves."""
    layout = puzzle.layout
    rule = f"colours={layout.colours}" if layout.colours else "rule=free"
    table = f"{layout.table[0]}x{layout.table[1]}"
    cards = ",".join(re.sub(r"\.{1,9}", lambda dots: str(len(dots[0])), laid.card.code) for laid in layout)
    return f"grid={layout.grid},{rule},table={table},unique={puzzle.least}:{cards}"


def read_id(text: str, *, limits: Limits | None = None) -> tuple[str, Puzzle | Failure]:
    """The puzzle that an id names, and the id as this module writes it. Raises InputError with every fault."""
    text = text.strip()
    if "#" in text:
        params, _, seed = text.rpartition("#")
        if not (seed.isascii() and seed.isdigit() and len(seed) <= 18):
            raise InputError(f"puzzle id: found seed {quote(seed)}, expected a whole number up to {MAX_SEED}")
        parsed = _parse_params(params)
        return f"{parsed}#{int(seed)}", make_from(parsed, int(seed), limits=limits)
    if ":" not in text:
        raise InputError(f"puzzle id: found {quote(text)}, expected params#seed or params:cards")
    layout, least = _parse_complete(text)
    puzzle = puzzle_of(layout, least)
    return (format_complete_id(puzzle) if isinstance(puzzle, Puzzle) else text), puzzle


def puzzle_of(layout: Layout, least: int, limits: Limits | None = None) -> Puzzle | Failure:
    """A layout as a puzzle, graded, if exactly one set of at least `least` cards is a Swish; else why it is none."""
    solution = solve(layout, "all", min_size=least, count_limit=2, limits=limits)
    which = f"of at least {least} cards " if least > 2 else ""
    if not solution.swishes:
        if solution.status == "unknown":
            return Failure("stopped before the search was complete", impossible=False)
        return Failure(f"no Swish {which}exists", impossible=True)
    if len(solution.swishes) > 1:
        return Failure(f"more than one Swish {which}exists", impossible=True)
    if not solution.complete:
        return Failure("stopped before the search was complete", impossible=False)
    stack = verify_unique(layout, least, frozenset(label for label, _ in solution.swishes[0]))
    return Puzzle(layout, least, stack, grade(layout, least))


def _fields(text: str, known: tuple[str, ...]) -> dict[str, str]:
    fields: dict[str, str] = {}
    for part in text.split(","):
        key, equals, value = part.partition("=")
        if key not in known or not equals or key in fields:
            raise InputError(f"puzzle id: found {quote(part)}, expected each of {', '.join(known)} at most once")
        fields[key] = value
    return fields


def _parse_params(text: str) -> Params:
    fields = _fields(text, ("deck", "grid", "rule", "colours", "symbols", "cards", "size", "level", "unique"))
    if "grid" in fields and "deck" in fields:
        raise InputError("puzzle id: found deck and grid, expected one of them")
    symbols = fields.get("symbols", "1+1")
    balls, plus, hoops = symbols.partition("+")
    if not (plus and all(part.isascii() and part.isdigit() and len(part) < 7 for part in (balls, hoops))):
        raise InputError(f"puzzle id: found symbols {quote(symbols)}, expected balls+hoops such as 1+1")
    return checked_params(
        cards=_number(fields.get("cards", "16")),
        size=_number(fields.get("size", "4")),
        level=fields.get("level"),
        unique_from=_number(fields["unique"]) if "unique" in fields else None,
        deck=None if "grid" in fields else fields.get("deck", DEFAULT_DECK),
        grid=fields.get("grid"),
        rule=fields.get("rule"),
        colours=fields.get("colours"),
        symbols=(int(balls), int(hoops)),
    )


def checked_params(
    *,
    cards: int,
    size: int,
    level: str | None,
    unique_from: int | None,
    deck: str | None,
    grid: str | None,
    rule: str | None = None,
    colours: str | None = None,
    symbols: tuple[int, int] | None = None,
) -> Params:
    """Params from what a user wrote; raises InputError when they make no sense.

    A deck brings its own grid, colours and symbols; without one, colours that fit the orbits of the grid mean rule
    classic, others rule free.
    """
    if level is not None and level not in LEVELS:
        raise InputError(f"found level {quote(level)}, expected one of {', '.join(LEVELS)}")
    if not 2 <= cards <= MAX_CARDS:
        raise InputError(f"found {cards} cards, expected 2 to {MAX_CARDS}")
    if size < 2 or (unique_from is not None and unique_from < 2):
        raise InputError("found a size below 2, expected 2 or more: a Swish has two cards at least")
    known_level = next((known for known in LEVELS if known == level), None)
    if deck is not None:
        if grid or colours or symbols not in (None, (1, 1)):
            raise InputError("found a deck and grid, colours or symbols, expected one or the other")
        if "," in deck or "#" in deck or not deck.isprintable():
            raise InputError(f'found deck {quote(deck)}, expected a printable name without "," and "#"')
        read_deck(deck)
        return Params(cards, size, known_level, unique_from, deck)
    shape = _shape(grid or "4x3")
    letters = (default_colours(shape) or "") if colours is None else colours
    if not letters or len(set(letters)) < len(letters) or set(letters) - set(COLOUR_NAMES):
        raise InputError(f"found colours {quote(letters)}, expected different letters of {' '.join(COLOUR_NAMES)}")
    settled = RULES.get(rule) if rule else ("classic" if len(letters) == len(shape.orbits) else "free")
    if settled is None or (settled == "classic" and len(letters) != len(shape.orbits)):
        raise InputError(
            f"found rule {quote(rule or '')} with {len(letters)} colours, expected free, or classic with"
            f" {len(shape.orbits)} colours: one for each orbit of a {shape} grid"
        )
    balls, hoops = symbols or (1, 1)
    if not (0 <= balls <= MAX_SYMBOLS and 0 <= hoops <= MAX_SYMBOLS and 1 <= balls + hoops <= shape.size):
        raise InputError(
            f"found {balls} balls and {hoops} hoops a card, expected up to {MAX_SYMBOLS} each, one in all"
            f" at least and no more than a card has cells"
        )
    return Params(cards, size, known_level, unique_from, None, shape, settled, letters, balls, hoops)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 7):
        raise InputError(f"found {quote(text)}, expected a whole number")
    return int(text)


def _shape(text: str) -> Grid:
    rows, _, cols = text.lower().partition("x")
    sides = [int(side) for side in (rows, cols) if side.isascii() and side.isdigit() and len(side) < 7]
    shape = sized_grid(*sides) if len(sides) == 2 else None
    if shape is None:
        raise InputError(f"found grid {quote(text)}, expected rows x columns such as 4x3, 1 to 16 each")
    return shape


def _parse_complete(text: str) -> tuple[Layout, int]:
    params, _, cards = text.partition(":")
    fields = _fields(params, ("grid", "rule", "colours", "table", "unique"))
    grid = _shape(fields.get("grid", "4x3"))
    written = WrittenLayout(grid=grid, rule=RULES.get(fields.get("rule", "")), colours=fields.get("colours"))
    if fields.get("rule", "free") not in RULES:
        raise InputError(f"puzzle id: found rule {quote(fields['rule'])}, expected classic or free")
    if "table" in fields:
        rows, _, cols = fields["table"].lower().partition("x")
        written.table = _number(rows), _number(cols)
        if not is_table(*written.table):
            raise InputError(f"puzzle id: found table {quote(fields['table'])}, expected rows x columns such as 4x4")
    if written.colours is not None:
        written.check_colours(written.header._replace(source="puzzle id"))
    for index, code in enumerate(cards.split(",")):
        place = written.header._replace(source="puzzle id", card=f"card {index + 1}")
        symbols, faults = scan_code(code.strip(), grid, place)
        written.faults += faults
        written.cards.append(WrittenCard(None, symbols, place))
    least = _number(fields.get("unique", "2"))
    if least < 2:
        raise InputError("puzzle id: found a size below 2, expected 2 or more")
    return written.layout(), least

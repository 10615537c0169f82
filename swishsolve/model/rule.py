"""Which rule a layout follows, and what `x` stands for: decided from all its cards together."""

from __future__ import annotations

from collections import defaultdict

from swishsolve.errors import Fault
from swishsolve.model.card import Card, Symbol
from swishsolve.model.code import CLASSIC_LETTER, WrittenSymbol
from swishsolve.model.colours import COLOUR_NAMES, default_colours
from swishsolve.model.grid import Grid
from swishsolve.model.layout import Rule


def settle_cards(
    grid: Grid, rule: Rule | None, colours: str | None, written: list[list[WrittenSymbol]], header: Fault
) -> tuple[Rule, str | None, list[Card], list[Fault]]:
    """The rule, its colours (None under rule free), the cards, and the faults of symbols that break the rule.

    `rule` and `colours` are what the input states, None where it says nothing; `header` is the place to blame for a
    rule that cannot be. Without a stated rule the cards are classic when every written colour obeys the default
    colours, or others that the cards themselves settle: one colour for each orbit, no colour for two orbits. With
    faults there are no cards.
    """
    symbols = [symbol for card in written for symbol in card if symbol.row < grid.rows and symbol.col < grid.cols]
    settled_rule, settled_colours, faults = _settle_rule(grid, rule, colours, symbols, header)
    if faults or len(symbols) < sum(map(len, written)):
        return settled_rule, settled_colours, [], faults
    return settled_rule, settled_colours, [_card(grid, card, settled_colours) for card in written], []


def _card(grid: Grid, symbols: list[WrittenSymbol], colours: str | None) -> Card:
    return Card(
        grid,
        tuple(
            Symbol(row, col, kind, colours[grid.orbit_of[row, col]] if letter == CLASSIC_LETTER and colours else letter)
            for row, col, kind, letter, _ in symbols
        ),
    )


def _settle_rule(
    grid: Grid, rule: Rule | None, colours: str | None, symbols: list[WrittenSymbol], header: Fault
) -> tuple[Rule, str | None, list[Fault]]:
    default = default_colours(grid)
    stated_classic = rule == "classic" or colours is not None
    if rule == "free" or (default is None and not stated_classic):
        return "free", None, _unsettled(symbols)
    if default is None:
        problem = f"a {grid} grid has {len(grid.orbits)} orbits of cells and so no classic rule, expected rule: free"
        return "free", None, [header._replace(message=problem)]

    chosen = colours or (default if not _breaches(grid, default, symbols) else _colours_of_cards(grid, symbols))
    if chosen:
        return "classic", chosen, _breaches(grid, chosen, symbols)
    if stated_classic:
        advice = "; a header such as colours: rgby states others"
        return "classic", default, _breaches(grid, default, symbols, advice)
    return "free", None, _unsettled(symbols, "the cards do not settle what x stands for; a header colours: does")


def _breaches(grid: Grid, colours: str, symbols: list[WrittenSymbol], advice: str = "") -> list[Fault]:
    faults = []
    for symbol in symbols:
        belongs = colours[grid.orbit_of[symbol.row, symbol.col]]
        if symbol.letter not in (belongs, CLASSIC_LETTER):
            found = f"found {COLOUR_NAMES[symbol.letter]} in row {symbol.row + 1}, column {symbol.col + 1}"
            expected = f"expected {COLOUR_NAMES[belongs]} under rule classic with colours {colours}{advice}"
            faults.append(symbol.place._replace(message=f"{found}, {expected}"))
    return faults


def _colours_of_cards(grid: Grid, symbols: list[WrittenSymbol]) -> str | None:
    seen: dict[int, set[str]] = defaultdict(set)
    for symbol in symbols:
        if symbol.letter != CLASSIC_LETTER:
            seen[grid.orbit_of[symbol.row, symbol.col]].add(symbol.letter)
    colours = "".join("".join(sorted(seen[orbit])) for orbit in range(len(grid.orbits)))
    one_each = all(len(seen[orbit]) == 1 for orbit in range(len(grid.orbits)))
    return colours if one_each and len(set(colours)) == len(colours) else None


def _unsettled(symbols: list[WrittenSymbol], reason: str = "under rule free x stands for no colour") -> list[Fault]:
    return [
        symbol.place._replace(message=f'found "x", expected a colour letter: {reason}')
        for symbol in symbols
        if symbol.letter == CLASSIC_LETTER
    ]

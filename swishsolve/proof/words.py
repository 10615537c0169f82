"""An explanation in sentences, as one player tells another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from swishsolve.model.card import Symbol
from swishsolve.model.colours import COLOUR_NAMES
from swishsolve.model.grid import Grid
from swishsolve.model.layout import Label, Layout
from swishsolve.model.swish import Placement
from swishsolve.model.transform import Transform
from swishsolve.proof.explain import Case, Explanation, Pile, find_clash, lay, partner_of

SHOWN_CASES = 20  # of one card; the rest is counted

_ROWS = {
    1: ("",),
    2: ("top", "bottom"),
    3: ("top", "middle", "bottom"),
    4: ("top", "second row", "third row", "bottom"),
}
_COLS = {1: ("",), 2: ("left", "right"), 3: ("left", "middle", "right")}


def cell_words(grid: Grid, row: int, col: int) -> str:
    """A cell in words: `top left` on small grids, `row 2, column 5` on large ones.

    >>> cell_words(Grid(4, 3), 0, 1), cell_words(Grid(3, 3), 1, 1), cell_words(Grid(5, 5), 1, 4)
    ('top middle', 'centre', 'row 2, column 5')
    """
    if grid.rows not in _ROWS or grid.cols not in _COLS:
        return f"row {row + 1}, column {col + 1}"
    words = f"{_ROWS[grid.rows][row]} {_COLS[grid.cols][col]}".strip()
    return {"middle middle": "centre", "": "the cell"}.get(words, words)


def iter_paragraphs(layout: Layout, explanation: Explanation, *, full: bool = False) -> Iterator[str]:
    """The explanation, a paragraph for each round; lines of deeper cases are indented by two blanks a level.

    Without `full` at most `SHOWN_CASES` cases are told of one card.
    """
    if explanation.rounds:
        yield (
            "Take a card that is to be in a Swish. The pile may be turned so that it lies as it is; each of its balls "
            "then needs a hoop of its colour from another card, each hoop a ball, and no cell may hold two alike."
        )
    for number, cases in enumerate(explanation.rounds, start=1):
        labels = [str(case.pile[0].label) for case in cases]
        out = f"{_list(labels)} can be in no Swish" if number == 1 else f"without those, neither can {_list(labels)}"
        lines = [f"Round {number}: {out}."]
        lonely = [case for case in cases if not case.clashes and not case.deeper]
        lines += _lonely_lines(lonely)
        for case in cases:
            if case not in lonely:
                lines += _Teller(layout, full).tell(case)
        yield "\n".join(lines)
    if explanation.left:
        yield f"Only {explanation.left[0]} is left, and one card is no Swish. So there is no Swish."
    elif explanation.rounds:
        yield "No card is left. So there is no Swish."
    else:
        yield "There is no card on the table, and so no Swish."


def _lonely_lines(cases: Sequence[Case]) -> Iterator[str]:
    """One line for all cards whose symbol of one kind and colour has no partner on any card that is left."""
    groups: dict[tuple[str, str], list[str]] = {}
    for case in cases:
        groups.setdefault((case.symbol.kind, case.symbol.colour), []).append(str(case.pile[0].label))
    for (kind, colour), labels in groups.items():
        partner = "hoop" if kind == "ball" else "ball"
        have = "each have" if len(labels) > 1 else "has"
        name = _a(COLOUR_NAMES[colour])
        yield f"  {_list(labels)} {have} {name} {kind}, and no other card that is left has {name} {partner} for it."


class _Teller:
    def __init__(self, layout: Layout, full: bool) -> None:
        self.layout = layout
        self.left = None if full else SHOWN_CASES

    def tell(self, case: Case) -> list[str]:
        lines = list(self._lines(case, 1))
        if self.left is not None and self.left < 0:
            lines.append(f"  … and {-self.left} cases more, each with a dead end.")
        return lines

    def _lines(self, case: Case, level: int) -> Iterator[str]:
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                for deeper in case.deeper:
                    yield from self._lines(deeper, level + 1)
                return
        layout = self.layout
        pile: Pile = {}
        for placement in case.pile:
            pile = lay(layout, pile, placement) or {}
        symbol = case.symbol
        owner = next(label for content in pile.values() for label, other in content if other == symbol)
        row, col, kind, colour = partner_of(symbol)
        colour_name = COLOUR_NAMES[colour]
        need = f"{owner}'s {symbol.kind} {cell_words(layout.grid, row, col)} is {COLOUR_NAMES[symbol.colour]}"
        if len(case.pile) > 1:
            need = f"with {_placed(case.pile[-1])}, {need}"
        indent = "  " * level
        partners = sorted({*case.clashes, *(deeper.pile[-1] for deeper in case.deeper)}, key=_by_card)
        if not partners:
            yield f"{indent}{need}, but no other card that is left has {_a(colour_name)} {kind} for it."
            return
        cards = list(dict.fromkeys(str(placement.label) for placement in partners))
        plural = f"{kind}s for it are" if len(cards) > 1 else f"{kind} for it is"
        start = f"{indent}{need}; the only {colour_name} {plural} on {_list(cards)}"
        clashes = [f"{_placed(placement)} {self._clash(pile, placement)}" for placement in case.clashes]
        if not case.deeper:
            ways = " ways" if len(cards) == 1 else ""
            many = f", and {'both' if len(partners) == 2 else 'all'}{ways} clash: " if len(partners) > 1 else ", but "
            yield f"{start}{many}{'; '.join(clashes)}."
            return
        fitting = _list([_placed(deeper.pile[-1]) for deeper in case.deeper])
        verb = "fits" if len(case.deeper) == 1 else "fit"
        clash_words = f" ({'; '.join(clashes)})" if clashes else ""
        yield f"{start}{clash_words}; {fitting} {verb}:"
        for deeper in case.deeper:
            yield from self._lines(deeper, level + 1)

    def _clash(self, pile: Pile, placement: Placement) -> str:
        symbol, (label, other) = find_clash(self.layout, pile, placement)
        where = cell_words(self.layout.grid, symbol.row, symbol.col)
        return f"would lay {_a(_symbol(symbol))} on {label}'s {_symbol(other)} {where}"


def _symbol(symbol: Symbol) -> str:
    return f"{COLOUR_NAMES[symbol.colour]} {symbol.kind}"


def _a(words: str) -> str:
    return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"


def _placed(placement: Placement) -> str:
    moved = "" if placement.transform is Transform.IDENTITY else f" {placement.transform.words}"
    return f"{placement.label}{moved}"


def _by_card(placement: Placement) -> tuple[Label, str]:
    return placement.label, placement.transform.suffix


def _list(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"

"""What the tests hold the engines against: random layouts, and a search that knows nothing of bits or groups."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from swishsolve.model.card import Card, Symbol
from swishsolve.model.grid import Grid
from swishsolve.model.layout import Label, LaidCard, Layout, near_square_table


class Family(NamedTuple):
    """A kind of random layout; `blank` makes every fifth card blank, `repeat` draws cards from a few types."""

    grid: Grid
    cards: int
    colours: str | None  # None: rule classic
    balls: tuple[int, ...] = (1,)
    hoops: tuple[int, ...] = (1,)
    blank: bool = False
    repeat: bool = False


FAMILIES = {
    "classic": Family(Grid(4, 3), 8, None),
    "free": Family(Grid(4, 3), 8, "bg"),
    "one colour": Family(Grid(3, 2), 7, "b"),
    "square 3x3": Family(Grid(3, 3), 7, "bg"),
    "square 4x4": Family(Grid(4, 4), 6, "b"),
    "long 2x5": Family(Grid(2, 5), 8, "bg"),
    "row 1x4": Family(Grid(1, 4), 7, "bg"),
    "doubles": Family(Grid(3, 3), 6, "b", (2,), (2,)),
    "uneven": Family(Grid(3, 3), 6, "b", (0, 1, 2), (0, 1, 2)),
    "triples": Family(Grid(4, 3), 6, "b", (3,), (3,)),
    "equal cards": Family(Grid(3, 2), 7, "b", repeat=True),
    "blank cards": Family(Grid(2, 3), 6, "b", blank=True),
}


def random_card(family: Family, random: Random) -> Card:
    grid = family.grid
    if family.blank and random.random() < 0.2:
        return Card(grid, ())
    balls, hoops = random.choice(family.balls), random.choice(family.hoops)
    cells = random.sample(grid.cells, balls + hoops)
    classic = "bgopryc"
    return Card(
        grid,
        tuple(
            Symbol(
                *cell,
                "ball" if index < balls else "hoop",
                random.choice(family.colours) if family.colours else classic[grid.orbit_of[cell]],
            )
            for index, cell in enumerate(cells)
        ),
    )


def random_layout(family: Family, seed: int) -> Layout:
    random = Random(seed)
    if family.repeat:
        types = [random_card(family, random) for _ in range(3)]
        cards = [random.choice(types) for _ in range(family.cards)]
    else:
        cards = [random_card(family, random) for _ in range(family.cards)]
    return layout_of(cards, classic=family.colours is None)


def layout_of(cards: list[Card], *, classic: bool = False) -> Layout:
    table = near_square_table(len(cards))
    laid = tuple(LaidCard(Label(*divmod(index, table[1])), card) for index, card in enumerate(cards))
    if classic:
        return Layout(cards[0].grid, laid, table, "classic", "bgop")
    return Layout(cards[0].grid, laid, table)


def brute_force_sets(layout: Layout) -> set[frozenset[Label]]:
    """Every set of cards that is a Swish, by trying every transform of every card in or out of the stack."""
    grid = layout.grid
    moved = [
        [
            [((s.row, s.col), s.kind, s.colour) for s in laid.card.moved(transform).symbols]
            for transform in grid.transforms
        ]
        for laid in layout
    ]
    found: set[frozenset[Label]] = set()

    def place(index: int, chosen: tuple[Label, ...], symbols: dict[tuple[tuple[int, int], str], str]) -> None:
        if index == len(moved):
            if len(chosen) >= 2 and all(
                symbols.get((cell, "hoop" if kind == "ball" else "ball")) == colour
                for (cell, kind), colour in symbols.items()
            ):
                found.add(frozenset(chosen))
            return
        place(index + 1, chosen, symbols)
        for ways in moved[index] if chosen else moved[index][:1]:
            if not any((cell, kind) in symbols for cell, kind, _ in ways):
                more = {(cell, kind): colour for cell, kind, colour in ways}
                place(index + 1, (*chosen, layout.cards[index].label), symbols | more)

    place(0, (), {})
    return found


def best_cover_size(sets: set[frozenset[Label]]) -> int:
    """The most cards that disjoint sets can use together, by trying them all."""
    ordered = sorted(sets, key=sorted)

    def best(start: int, used: frozenset[Label]) -> int:
        return max(
            (
                len(ordered[index]) + best(index + 1, used | ordered[index])
                for index in range(start, len(ordered))
                if not used & ordered[index]
            ),
            default=0,
        )

    return best(0, frozenset())

"""The symmetries of a deck: permutations of its card types that keep copies and Swishes.

The rule of the game only asks which symbols share a cell. So any permutation of the cells, of the colours, and the
exchange of balls and hoops, carries Swishes to Swishes, whatever it does to the shape of the card; it is a symmetry of
the deck when it carries the ways in which one card type can lie to the ways of another with as many copies. Only
permutations that agree with the moves of the grid can do that: p(move(cell)) = move'(p(cell)), where move -> move' is
an automorphism of the group of moves. Such a permutation is settled by the image of one cell of each orbit, which
makes them few enough to try: each orbit of cells may be turned by itself, orbits of like kind may be exchanged.

On classic-60 that finds 256 symmetries.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations, product
from math import prod

from swishsolve.model.card import Card, Symbol
from swishsolve.model.grid import Grid
from swishsolve.model.transform import Transform

Permutation = tuple[int, ...]
Cells = dict[tuple[int, int], tuple[int, int]]

# Beyond these the group is built from single turns and exchanges, and cut; a subgroup serves as well, more slowly.
MAX_TRIED = 40_000
MAX_GROUP = 2_048


def find_symmetries(types: Sequence[tuple[Card, int]]) -> tuple[Permutation, ...]:
    """Permutations of the types (p[t] is the image of type t) that form a group, the identity first.

    >>> from swishsolve.model.deck import read_deck
    >>> len(find_symmetries(read_deck("classic-60").types))
    256
    """
    identity = tuple(range(len(types)))
    if not types:
        return (identity,)
    grid = types[0][0].grid
    ways = [frozenset(way.symbols for way in card.orbit()) for card, _ in types]
    type_of = {way: number for number, group in enumerate(ways) for way in group}
    leads = [card.symbols for card, _ in types]
    sizes = [len(group) for group in ways]
    copies = [count for _, count in types]
    found: set[Permutation] = {identity}
    for cells in _iter_cell_permutations(grid):
        for colours in _iter_colour_maps(grid, leads, cells):
            for exchange in (False, True):
                image = []
                for number, symbols in enumerate(leads):
                    moved = tuple(
                        sorted(
                            symbol._replace(
                                row=cells[symbol.row, symbol.col][0],
                                col=cells[symbol.row, symbol.col][1],
                                colour=colours[symbol.colour],
                                kind=("hoop" if symbol.kind == "ball" else "ball") if exchange else symbol.kind,
                            )
                            for symbol in symbols
                        )
                    )
                    other = type_of.get(moved)
                    if other is None or copies[other] != copies[number] or sizes[other] != sizes[number]:
                        break
                    image.append(other)
                else:
                    if len(set(image)) == len(image):
                        found.add(tuple(image))
    return _closed(found, identity)


def _closed(generators: set[Permutation], identity: Permutation) -> tuple[Permutation, ...]:
    """The group that the permutations generate; generators that would make it too large are left out."""
    group = {identity}
    for generator in sorted(generators):
        if generator in group:
            continue
        larger, fresh = set(group), [generator]
        kept = [*sorted(group), generator]
        while fresh and len(larger) <= MAX_GROUP:
            permutation = fresh.pop()
            if permutation in larger:
                continue
            larger.add(permutation)
            fresh += [tuple(permutation[number] for number in other) for other in kept]
        if len(larger) <= MAX_GROUP:
            group = larger
    return tuple(sorted(group))


def orbits_of(symmetries: Sequence[Permutation]) -> list[tuple[int, ...]]:
    """The classes of types that the symmetries carry into one another, by their lowest type."""
    classes = {tuple(sorted({permutation[t] for permutation in symmetries})) for t in range(len(symmetries[0]))}
    return sorted(classes)


def _iter_cell_permutations(grid: Grid) -> Iterator[Cells]:
    """Permutations of the cells that carry moves to moves."""
    leaders = [orbit[0] for orbit in grid.orbits]
    for automorphism in _automorphisms(grid.transforms):
        choices = []
        for leader in leaders:
            fixing = {automorphism[t] for t in grid.transforms if _moved(grid, t, leader) == leader}
            choices.append(
                [
                    cell
                    for cell in grid.cells
                    if {t for t in grid.transforms if _moved(grid, t, cell) == tuple(cell)} == fixing
                ]
            )
        if prod(map(len, choices)) <= MAX_TRIED:
            images: Iterator[tuple[tuple[int, int], ...]] = iter(product(*choices))
        else:
            images = _single_changes(leaders, choices)
        for image in images:
            cells = {
                _moved(grid, t, leader): _moved(grid, automorphism[t], target)
                for leader, target in zip(leaders, image, strict=True)
                for t in grid.transforms
            }
            if len(set(cells.values())) == grid.size:
                yield cells


def _single_changes(
    leaders: Sequence[tuple[int, int]], choices: Sequence[Sequence[tuple[int, int]]]
) -> Iterator[tuple[tuple[int, int], ...]]:
    """One orbit turned by itself, or two exchanged, the others as they are."""
    base = tuple(leader if leader in targets else targets[0] for leader, targets in zip(leaders, choices, strict=True))
    yield base
    for number, targets in enumerate(choices):
        for target in targets:
            yield (*base[:number], target, *base[number + 1 :])
    for a, b in permutations(range(len(leaders)), 2):
        if a < b and base[b] in choices[a] and base[a] in choices[b]:
            swapped = list(base)
            swapped[a], swapped[b] = base[b], base[a]
            yield tuple(swapped)


def _moved(grid: Grid, transform: Transform, cell: tuple[int, int]) -> tuple[int, int]:
    return transform.apply(*cell, grid.rows, grid.cols)


def _automorphisms(transforms: Sequence[Transform]) -> list[dict[Transform, Transform]]:
    """Every one-to-one map of the moves to themselves that keeps "first this, then that"."""
    others = [t for t in transforms if t is not Transform.IDENTITY]
    found = []
    for images in permutations(others):
        mapped = dict(zip([Transform.IDENTITY, *others], [Transform.IDENTITY, *images], strict=True))
        if all(mapped[a.then(b)] is mapped[a].then(mapped[b]) for a in transforms for b in transforms):
            found.append(mapped)
    return found


def _iter_colour_maps(grid: Grid, leads: Sequence[Sequence[Symbol]], cells: Cells) -> Iterator[dict[str, str]]:
    """Ways to exchange the colours that can go with a permutation of the cells.

    Where each colour keeps to one orbit of cells, the permutation settles it; else colours are exchanged at will.
    """
    at: dict[str, set[int]] = {}
    for symbols in leads:
        for symbol in symbols:
            at.setdefault(symbol.colour, set()).add(grid.orbit_of[symbol.row, symbol.col])
    colours = sorted(at)
    orbits = Counter(orbit for group in at.values() for orbit in group)
    if all(len(group) == 1 for group in at.values()) and set(orbits.values()) == {1}:
        colour_of = {orbit: colour for colour, group in at.items() for orbit in group}
        mapped = {}
        for colour, (orbit,) in at.items():
            target = colour_of.get(grid.orbit_of[cells[grid.orbits[orbit][0]]])
            if target is None:
                return
            mapped[colour] = target
        yield mapped
        return
    if len(colours) <= 4:
        for images in permutations(colours):
            yield dict(zip(colours, images, strict=True))
        return
    yield {colour: colour for colour in colours}
    for a, b in permutations(colours, 2):
        if a < b:
            yield {colour: b if colour == a else a if colour == b else colour for colour in colours}

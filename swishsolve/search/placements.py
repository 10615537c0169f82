"""Every way to lay every card, as bits.

A *spot* is a (cell, colour) pair; with n spots, a stack is one integer: bit s says that a ball lies on spot s, bit
n + s that a hoop does::

      hoops: n + spot | balls: spot        spot = cell * colours + colour, cells in reading order

The stack is a Swish when its lower and upper half are equal. A set of placements is an integer too, with a bit for
each placement of the table; `compatible[p]` are the placements that may share a stack with p: another card, no cell
with two balls or two hoops, no ball in a hoop of another colour. Because compatibility is a relation between pairs,
the intersection of these sets along a stack is exactly what may still be added, and `completes[b] & allowed` are the
ways to give the lonely symbol b its partner.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from swishsolve.model.layout import Label, Layout
from swishsolve.model.swish import Placement, Stack


def iter_bits(mask: int) -> Iterator[int]:
    """The positions of the one bits, lowest first.

    >>> list(iter_bits(0b10110))
    [1, 2, 4]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@dataclass(frozen=True)
class PlacementTable:
    """The placements of a layout; a card that lies the same way twice under its grid's group has it once.

    Placements are numbered card by card in the order of `labels`, each card's identity first.
    """

    layout: Layout
    labels: tuple[Label, ...]
    spots: int
    colours: int
    placements: tuple[Placement, ...]
    card_of: tuple[int, ...]
    symbols: tuple[int, ...]
    compatible: tuple[int, ...]
    completes: tuple[int, ...]
    of_card: tuple[int, ...]
    from_card: tuple[int, ...]

    def cells_mask(self, spots_mask: int) -> int:
        """The cells, as bits in reading order, of a set of spots."""
        mask = 0
        for spot in iter_bits(spots_mask):
            mask |= 1 << spot // self.colours
        return mask

    def stack(self, numbers: Sequence[int]) -> Stack:
        """The placements with these numbers as a stack, by label."""
        return tuple(sorted((self.placements[number] for number in numbers), key=lambda p: p.label))


def build_placements(layout: Layout, labels: Sequence[Label]) -> PlacementTable:
    """The placements of the named cards; the order of the labels is the order of the search."""
    grid = layout.grid
    colours = sorted({symbol.colour for laid in layout for symbol in laid.card.symbols})
    colour_index = {colour: index for index, colour in enumerate(colours)}
    width = max(len(colours), 1)
    spots = grid.size * width
    every_colour = (1 << width) - 1

    placements: list[Placement] = []
    card_of: list[int] = []
    symbols: list[int] = []
    clashes: list[int] = []  # for each placement, the symbols that may not share a stack with it
    of_card = [0] * len(labels)
    for index, label in enumerate(labels):
        for card, transform in layout.by_label[label].orbit().items():
            mask = clash = 0
            for row, col, kind, colour in card.symbols:
                first = (row * grid.cols + col) * width
                spot = first + colour_index[colour]
                here = every_colour << first
                if kind == "ball":
                    mask |= 1 << spot
                    clash |= here | (here & ~(1 << spot)) << spots
                else:
                    mask |= 1 << spots + spot
                    clash |= here << spots | (here & ~(1 << spot))
            of_card[index] |= 1 << len(placements)
            placements.append(Placement(label, transform))
            card_of.append(index)
            symbols.append(mask)
            clashes.append(clash)

    having = [0] * (2 * spots)
    for number, mask in enumerate(symbols):
        for bit in iter_bits(mask):
            having[bit] |= 1 << number
    everything = (1 << len(placements)) - 1
    compatible = []
    for number, clash in enumerate(clashes):
        against = of_card[card_of[number]]
        for bit in iter_bits(clash):
            against |= having[bit]
        compatible.append(everything & ~against)

    from_card = [0] * (len(labels) + 1)
    for index in reversed(range(len(labels))):
        from_card[index] = from_card[index + 1] | of_card[index]
    return PlacementTable(
        layout=layout,
        labels=tuple(labels),
        spots=spots,
        colours=width,
        placements=tuple(placements),
        card_of=tuple(card_of),
        symbols=tuple(symbols),
        compatible=tuple(compatible),
        completes=tuple(having[spots:] + having[:spots]),
        of_card=tuple(of_card),
        from_card=tuple(from_card),
    )

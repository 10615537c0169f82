"""A card, and a pile of cards, as items of a drawing.

Cells divide the card inside its margin; a symbol sits in the middle of its cell::

      +-- width_mm --+
      | +----+----+..|   margin_mm on every side
      | |    | () |  |
      | +----+----+..|
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from swishsolve.model.card import Card, Symbol
from swishsolve.model.grid import Cell, Grid
from swishsolve.render.drawing import Disc, Fill, Item, Point, Polyline, Ring, RoundedRect, Stroke, centred_text
from swishsolve.render.palette import FILM, FILM_EDGE, INK, PAPER, SYMBOL_COLOURS, contrast
from swishsolve.render.patterns import pattern_items
from swishsolve.render.scene import PileCell

# The side of the smallest cell in which a hoop keeps its size, in outer diameters of the hoop.
_CELL_PER_HOOP = 1.16


@dataclass(frozen=True)
class CardStyle:
    """Sizes of a card and of what is printed on it, in millimetres.

    `letters` puts its letter into each symbol, `patterns` cuts the pattern of its colour out of it; `colours` are the
    inks, a letter each.

    >>> CardStyle().size_mm(Grid(4, 3)), CardStyle().size_mm(Grid(3, 3)), CardStyle().size_mm(Grid(2, 5))
    ((63.5, 88.9), (63.5, 63.5), (88.9, 63.5))
    """

    short_mm: float = 63.5
    long_mm: float = 88.9
    corner_mm: float = 3.5
    margin_mm: float = 0.0
    ball_mm: float = 12.6
    hoop_inner_mm: float = 14.2
    hoop_outer_mm: float = 18.2
    edge_mm: float = 0.35
    letters: bool = True
    patterns: bool = False
    colours: Mapping[str, str] = field(default_factory=lambda: SYMBOL_COLOURS, hash=False)

    def size_mm(self, grid: Grid) -> tuple[float, float]:
        """Width and height of a card: square for a square grid, else its long side runs along the longer side."""
        if grid.rows == grid.cols:
            return self.short_mm, self.short_mm
        return (self.short_mm, self.long_mm) if grid.rows > grid.cols else (self.long_mm, self.short_mm)

    def cell_mm(self, grid: Grid) -> tuple[float, float]:
        """Width and height of a cell."""
        width, height = self.size_mm(grid)
        return (width - 2 * self.margin_mm) / grid.cols, (height - 2 * self.margin_mm) / grid.rows

    def scale(self, grid: Grid) -> float:
        """The part of their diameters that symbols have on this grid: 1 unless the cells are too small for them.

        >>> CardStyle().scale(Grid(4, 3)), round(CardStyle().scale(Grid(6, 6)), 2)
        (1.0, 0.5)
        """
        return min(1.0, min(self.cell_mm(grid)) / (self.hoop_outer_mm * _CELL_PER_HOOP))

    def resized(self, factor: float) -> CardStyle:
        """The same card, every length times `factor`."""
        lengths = {name: value * factor for name, value in vars(self).items() if name.endswith("_mm")}
        return replace(self, **lengths)

    def cell_centre(self, grid: Grid, cell: Cell) -> Point:
        """Where the middle of a cell lies, from the top left corner of the card."""
        width, height = self.cell_mm(grid)
        return self.margin_mm + (cell.col + 0.5) * width, self.margin_mm + (cell.row + 0.5) * height


def film_items(grid: Grid, corner: Point, style: CardStyle) -> Iterator[Item]:
    """A clear card without symbols, by its top left corner."""
    width, height = style.size_mm(grid)
    yield RoundedRect(corner, width, height, style.corner_mm, Fill(FILM, 0.45), Stroke(FILM_EDGE, style.edge_mm))


def card_items(card: Card, corner: Point, style: CardStyle) -> Iterator[Item]:
    """A card by its top left corner.

    >>> card = Card(Grid(4, 3), (Symbol(0, 0, "ball", "b"), Symbol(2, 1, "hoop", "p")))
    >>> [type(item).__name__ for item in card_items(card, (0, 0), CardStyle(letters=False))]
    ['RoundedRect', 'Disc', 'Ring']
    """
    yield from film_items(card.grid, corner, style)
    yield from symbol_items(card.grid, card.symbols, corner, style)


def pile_items(grid: Grid, pile: dict[Cell, PileCell], corner: Point, style: CardStyle) -> Iterator[Item]:
    """A pile of cards by its top left corner: balls lie in their hoops, a cross strikes what no further card mends."""
    yield from film_items(grid, corner, style)
    for cell, content in sorted(pile.items()):
        hoops_first = sorted(content.symbols, key=lambda symbol: symbol.kind == "ball")
        letters = style.letters and content.state != "clash"
        for symbol in hoops_first:
            lone = symbol.kind == "ball" or len(content.symbols) == 1
            yield from symbol_items(grid, (symbol,), corner, style, letters=letters and lone)
        if content.state == "clash":
            x, y = style.cell_centre(grid, cell)
            reach = style.hoop_outer_mm * style.scale(grid) * 0.42
            for stroke in (Stroke(PAPER, reach * 0.5), Stroke(INK, reach * 0.28)):
                for slope in (1, -1):
                    ends = (-reach, -reach * slope), (reach, reach * slope)
                    yield Polyline(tuple((corner[0] + x + dx, corner[1] + y + dy) for dx, dy in ends), stroke)


def symbol_items(
    grid: Grid, symbols: Iterable[Symbol], corner: Point, style: CardStyle, letters: bool | None = None
) -> Iterator[Item]:
    """The symbols of a card by its top left corner, with their letters unless `letters` or the style says otherwise."""
    scale = style.scale(grid)
    lettered = style.letters if letters is None else letters
    for symbol in symbols:
        x, y = style.cell_centre(grid, Cell(symbol.row, symbol.col))
        centre = corner[0] + x, corner[1] + y
        colour = style.colours[symbol.colour]
        # White would vanish on white paper.
        edge = Stroke(FILM_EDGE, style.edge_mm) if symbol.colour == "w" else None
        if symbol.kind == "ball":
            yield Disc(centre, style.ball_mm / 2 * scale, Fill(colour), edge)
        else:
            inner, outer = style.hoop_inner_mm / 2 * scale, style.hoop_outer_mm / 2 * scale
            yield Ring(centre, inner, outer, Fill(colour))
        if style.patterns:
            inside = 0.0 if symbol.kind == "ball" else style.hoop_inner_mm / 2 * scale
            reach = (style.ball_mm if symbol.kind == "ball" else style.hoop_outer_mm) / 2 * scale
            yield from pattern_items(symbol.colour, centre, inside, reach)
            if symbol.kind == "ball" and lettered:
                # The letter wants an even ground.
                yield Disc(centre, reach * 0.68, Fill(colour))
        if symbol.kind == "hoop" and edge:
            half = style.edge_mm / 2
            yield Ring(centre, outer - half, outer + half, Fill(FILM_EDGE))
            yield Ring(centre, inner - half, inner + half, Fill(FILM_EDGE))
        if lettered:
            on_ball = symbol.kind == "ball"
            ink = contrast(colour) if on_ball else (INK if contrast(colour) == INK else colour)
            yield centred_text(symbol.colour.upper(), centre, style.ball_mm * 0.62 * scale, Fill(ink))

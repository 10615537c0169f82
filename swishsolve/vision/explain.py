"""From symbols to the reading of the table: evidence gathered, weighed together, learnt from, and weighed again.

The idea: a first explanation rests on what needs no learning - offsets, space, any line or step at the edges.  Its
surest cards then teach this photograph's own terms: what an edge looks like here, how large the cells are, how straight
the cards lie, where the places of the table are, which colour belongs to which class of cells.  Two or three rounds
settle it.  All evidence is in nats, so that the sums can be compared and the margins read as log odds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from swishsolve.model.card import Card, Symbol
from swishsolve.model.grid import Grid
from swishsolve.vision.cards import (
    CardSize,
    Counts,
    Hypotheses,
    estimate_frame,
    make_hypotheses,
    on_card,
    seen_corners,
    symbol_pairs,
    with_angle,
)
from swishsolve.vision.decide import Explanation, Puzzle, find_conflicts
from swishsolve.vision.fit import fit_size
from swishsolve.vision.lattice import Lattice, find_places
from swishsolve.vision.outline import EdgeModel, general_strength, learn_edges, side_differences
from swishsolve.vision.palette import PRINTED, Palette, find_palette
from swishsolve.vision.plane import HOOP_OUTER_MM
from swishsolve.vision.symbols import SymbolSeen
from swishsolve.vision.tableview import TableView

Floats = NDArray[np.float64]

_ROUNDS = 3
_KEEP = 26  # hypotheses kept for each first symbol
_NOT_IN_DECK = 6.0  # nats against a reading that is no card of the deck
_BALLS_ALONE = 5.0  # nats against cards without a hoop: sweets, buttons and dots look like balls
_PRINTED_ORDER = 2.0  # nats for the orders of colours that are printed
_ELSEWHERE = 200  # about how many other places show what no edge looks like
_PILE = 10.0  # nats of strange symbols on a card from which it is part of a pile


@dataclass(frozen=True)
class Known:
    """What is known of the deck: None means to be told from the picture."""

    counts: Counts  # numbers of balls and hoops that a card can have
    rule: str | None = None
    letters: str | None = None  # colours; under rule classic in the order of the orbits
    deck: frozenset[str] | None = None  # canonical codes of the cards that exist


@dataclass(frozen=True, eq=False)
class Found:
    """The table explained."""

    puzzle: Puzzle
    best: Explanation
    grid: Grid
    size: CardSize
    turn: float
    rule: str
    mapping: str  # classic: colour letter of each orbit
    counts: Counts
    symbols: list[SymbolSeen]  # balls first
    palette: Palette
    worth: Floats  # log odds that the symbol is real
    presence: Floats  # log odds that it is round print of any colour
    letters: Floats  # probability of each letter of the palette (symbols, letters)
    lattice: Lattice | None
    places: NDArray[np.intp]  # row and column of each chosen card
    shift: NDArray[np.intp]  # what to add to the lattice's rows and columns to get places
    edges: EdgeModel | None
    outline: Floats  # nats, for each hypothesis

    @property
    def chosen(self) -> Hypotheses:
        """The cards of the best explanation."""
        return self.puzzle.hypotheses.take(np.array(self.best.chosen, dtype=np.intp))


def symbol_worth(symbol: SymbolSeen, strange: float) -> tuple[float, float]:
    """Log odds that a candidate is a symbol of this deck, and that it is round print of any colour."""
    shape = float(np.clip(14.0 * (symbol.quality - 0.75) + 5.0 * (symbol.explained - 0.3), -4.0, 5.0))
    shape -= 15.0 * max(0.0, symbol.misfit - 0.12)
    odd = 0.6 * max(0.0, strange - 2.0)
    return max(shape - odd, -4.0), max(shape - min(odd, 1.5), -4.0)


def _colours(symbols: list[SymbolSeen]) -> tuple[Floats, Floats]:
    """Lab colours (n, 3) of prints and of the ground around them."""
    return np.array([s.colour for s in symbols]).reshape(-1, 3), np.array([s.ground for s in symbols]).reshape(-1, 3)


def _with_holes_filled(symbols: list[SymbolSeen], palette: Palette) -> list[SymbolSeen]:
    """Balls that have the colour of the table and stand on print are the holes of hoops; the others as they are."""
    colours, grounds = _colours(symbols)
    sure = np.array([s.quality > 0.85 and s.kind == "hoop" for s in symbols], dtype=bool)
    if sure.sum() < 3:
        return symbols
    table = np.median(grounds[sure, 1:], axis=0)
    is_table = np.linalg.norm(colours[:, 1:] - table, axis=1) < 8
    is_print = (np.linalg.norm(grounds[:, 1:] - table, axis=1) > 12) & (palette.off(grounds, colours).min(axis=1) < 2.5)
    return [
        replace(s, kind="hoop", colour=s.ground, ground=s.colour, radius=HOOP_OUTER_MM / 2, misfit=0.0)
        if s.kind == "ball" and s.quality > 0.7 and hole
        else s
        for s, hole in zip(symbols, is_table & is_print, strict=True)
    ]


def _foreign(hyp: Hypotheses, points: Floats, worth: Floats, size: CardSize) -> Floats:
    """Cost of symbols of other cards that would lie within a card or closer to it than they can."""
    u, v = on_card(hyp, points)
    outside = np.maximum(np.abs(u) - size.width / 2, np.abs(v) - size.height / 2)  # mm; inside negative
    depth = np.clip((5.0 - outside) / 6.0, 0.0, 1.0)
    return np.asarray((depth * ~hyp.owns(len(points)) * np.maximum(worth, 0.0)).sum(axis=1) * 1.5)


def explain(view: TableView, symbols: list[SymbolSeen], card: CardSize, known: Known) -> Found | None:
    """The most likely reading of the symbols seen; None where no two could share a card."""
    palette = find_palette(symbols, known.letters)
    if palette.letters and (mended := _with_holes_filled(symbols, palette)) != symbols:
        symbols, palette = mended, find_palette(mended, known.letters)
    strange = palette.strangeness(*_colours(symbols))
    worths = np.array([symbol_worth(s, d) for s, d in zip(symbols, strange, strict=True)]).reshape(-1, 2)
    worth_all = worths[:, 0]
    odd_balls = np.array([s.kind == "ball" for s in symbols], dtype=bool) & (strange > 2.5)
    if odd_balls.sum() > 3 + sum(s.kind == "hoop" for s in symbols):
        worths[odd_balls] = -4.0  # dots of a printed cloth, no things on the table
    likely = [k for k in np.argsort(-worth_all, kind="stable") if worth_all[k] > -3.0][:300]
    kept = sorted(likely, key=lambda k: (symbols[k].kind != "ball", k))
    symbols = [symbols[k] for k in kept]
    worth, presence = worths[kept].T
    is_ball = np.array([s.kind == "ball" for s in symbols], dtype=bool)
    points = np.array([(s.x, s.y) for s in symbols]).reshape(-1, 2)
    pairs = np.stack(symbol_pairs(is_ball, known.counts))
    if not pairs.size or not palette.letters:
        return None
    letters = palette.probabilities(*_colours(symbols))
    good = (worth > 0.5)[pairs].all(axis=0)
    first, second = pairs[:, good] if good.any() else pairs
    factor, margin, turn, sideways = estimate_frame(points, (first, second), card)
    size = card.scaled(factor, margin)
    grid = Grid(card.rows, card.cols)
    turn_spread, sideways_cost, lattice, edges = 5.0, 0.5 if sideways else 3.0, None, None
    found: Found | None = None
    settled: frozenset[tuple[tuple[int, ...], tuple[int, ...]]] = frozenset()
    for round_ in range(_ROUNDS):
        hyp = make_hypotheses(points, is_ball, known.counts, size, turn, turn_spread, sideways_cost=sideways_cost)
        if not len(hyp):
            return None
        value = 1.5 - hyp.cost + hyp.total(worth)
        value -= np.where(hyp.total(np.where(is_ball, 0.0, 1.0)) == 0, _BALLS_ALONE, 0.0)
        foreign = _foreign(hyp, points, presence, size)
        value = np.where(foreign < _PILE, value - foreign, -99.0)
        if lattice is not None:
            value += _lattice_evidence(lattice, hyp)
        if known.deck is not None and palette.letters:
            value = value + _deck_evidence(hyp, is_ball, letters, palette, grid, known.deck)
        keep = _prune(hyp, value + 4.0, _KEEP * 3)
        hyp, value = hyp.take(keep), value[keep]
        outline = outline_evidence(view, hyp, size, edges)
        value = value + outline
        keep = _prune(hyp, value, _KEEP)
        hyp, value, outline = hyp.take(keep), value[keep], outline[keep]
        if edges is not None:
            top = np.full(len(symbols), -np.inf)
            np.maximum.at(top, hyp.anchor, value)
            open_ = (hyp.loose > 0.8) & (value > top[hyp.anchor] - 18)
            hyp, gain = _settle_angles(view, hyp, open_, outline, size, edges, points)
            value, outline = value + gain, outline + gain
        conflicts = find_conflicts(hyp, size)
        chosen_rule, mapping, value = _apply_rule(hyp, value, letters, palette, grid, known, conflicts)
        puzzle = Puzzle(hyp, value, conflicts)
        best = puzzle.improve(puzzle.solve())
        if not best.chosen:
            return None
        pick = np.array(best.chosen)
        upright = hyp.angle[pick] + np.where(hyp.sideways[pick], 90.0, 0.0)
        turn = float(np.median(upright))
        sideways_cost = float(np.log((len(pick) + 1.5) / (hyp.sideways[pick].sum() + 0.3)))
        turn_spread = float(np.clip(1.4826 * np.median(np.abs(upright - turn)) + 0.8, 2.0, 10.0))
        places, shift, lattice = find_places(
            np.stack([hyp.x[pick], hyp.y[pick]], axis=1), turn, size.width, size.height
        )
        found = Found(
            puzzle, best, grid, size, turn, chosen_rule, mapping, known.counts, symbols, palette,
            worth, presence, letters, lattice, places, shift, edges, outline,
        )  # fmt: skip
        now = frozenset(zip(map(tuple, hyp.members[pick].tolist()), map(tuple, hyp.cells[pick].tolist()), strict=True))
        if round_ == _ROUNDS - 1 or now == settled:
            break
        settled = now
        size = fit_size(card, size, hyp.take(pick), points, view)
        edges = _learn(view, found, size) or edges
        in_cards = hyp.members[pick].T.ravel()
        again = find_palette([symbols[k] for k in in_cards if k >= 0], known.letters)
        palette = again if again.letters else palette
        letters = palette.probabilities(*_colours(symbols))
    return found


def _prune(hyp: Hypotheses, value: Floats, most: int) -> NDArray[np.intp]:
    """Indices of the best hypotheses of each first symbol."""
    keep: list[int] = []
    order = np.lexsort((np.arange(len(hyp)), -value, hyp.anchor))
    count: dict[int, int] = {}
    for h in order:
        anchor = int(hyp.anchor[h])
        if value[h] > -2 and count.get(anchor, 0) < most:
            count[anchor] = count.get(anchor, 0) + 1
            keep.append(int(h))
    return np.array(sorted(keep), dtype=np.intp)


def outline_evidence(view: TableView, hyp: Hypotheses, size: CardSize, edges: EdgeModel | None) -> Floats:
    """Nats for a card edge on all four sides."""
    if not len(hyp):
        return np.zeros(0)
    corners = seen_corners(hyp, size)
    if edges is not None:
        return np.asarray(edges.evidence(side_differences(view, corners)).sum(axis=1))
    strength = general_strength(side_differences(view, corners, light_only=True))
    middle = np.median(strength, axis=0)
    spread = 1.4826 * np.median(np.abs(strength - middle), axis=0) + 0.1
    return np.asarray(0.8 * np.clip((strength - middle) / spread, -1.5, 3.0).sum(axis=1))


def _settle_angles(
    view: TableView, hyp: Hypotheses, which: NDArray[np.bool_], outline: Floats, size: CardSize,
    edges: EdgeModel, points: Floats,
) -> tuple[Hypotheses, Floats]:  # fmt: skip
    """Turn cards whose symbols are neighbours to where their edges fit best; returns what that gains in nats."""
    gain, angle = np.zeros(len(hyp)), hyp.angle.copy()
    some = np.nonzero(which)[0]
    for share in (-1.2, -0.6, 0.6, 1.2) if len(some) else ():
        tried = hyp.angle[some] + share * hyp.loose[some]
        turned = with_angle(hyp.take(some), tried, points, size)
        more = outline_evidence(view, turned, size, edges) - outline[some] - 0.5 * share**2
        better = more > gain[some]
        gain[some[better]], angle[some[better]] = more[better], tried[better]
    return with_angle(hyp, angle, points, size), gain


def _lattice_evidence(lattice: Lattice, hyp: Hypotheses) -> Floats:
    """Nats for lying near a place of the table rather than anywhere."""
    _, off = lattice.nearest(np.stack([hyp.x, hyp.y], axis=1))
    spread = lattice.spread + 1.5 + 6.0 / max(lattice.cards - 3, 1)
    dense = np.zeros(len(hyp))
    for share, wide in ((0.6, spread), (0.25, 3 * spread)):  # some cards lie off their row
        dense += share * lattice.area / (2 * np.pi * wide**2) * np.exp(-0.5 * (off / wide) ** 2)
    return np.asarray(np.log(dense + 0.15))


def _apply_rule(
    hyp: Hypotheses, value: Floats, letters: Floats, palette: Palette, grid: Grid, known: Known, conflicts: list[int],
) -> tuple[str, str, Floats]:  # fmt: skip
    """Decide between the free rule and the classic mappings of colours to orbits; returns the values under it."""
    orbit = np.array([grid.orbit_of[cell] for cell in grid.cells])
    count = len(palette.letters)
    if known.rule == "free" or count < len(grid.orbits) or not len(hyp):
        return "free", "", value
    free = Puzzle(hyp, value, conflicts).solve()
    likely = np.where(hyp.there[..., None], np.log(letters[hyp.members] * count + 1e-3), 0.0)
    orbits = orbit[hyp.cells]
    ranked = []
    given = known.letters if known.rule == "classic" and len(known.letters or "") == len(grid.orbits) else None
    for mapping in permutations(range(count), len(grid.orbits)):
        named = "".join(palette.letters[k] for k in mapping)
        if given and named != given:
            continue
        named_by_cell = np.array(mapping)[orbits]
        gain = np.take_along_axis(likely, named_by_cell[..., None], axis=2)[..., 0].sum(axis=1)
        bound = np.zeros(len(letters))
        np.maximum.at(bound, hyp.anchor, value + gain)
        liking = _PRINTED_ORDER if named in PRINTED else 0.0
        ranked.append((-float(bound.sum()) - liking, named, gain, liking))
    ranked.sort(key=lambda r: (r[0], r[1]))
    best_value, best = -np.inf, ranked[0]
    for candidate in ranked[:3]:
        solved = Puzzle(hyp, value + candidate[2], conflicts).solve().value + candidate[3]
        if solved > best_value:
            best_value, best = solved, candidate
    if known.rule is None and best_value < free.value + 3.0:
        return "free", "", value
    return "classic", best[1], value + best[2]


def _deck_evidence(
    hyp: Hypotheses, is_ball: NDArray[np.bool_], letters: Floats, palette: Palette, grid: Grid, deck: frozenset[str]
) -> Floats:
    """Cost of readings that are no card of the deck, in any turn or flip."""
    cells, named = grid.size, letters.argmax(axis=1)
    coded = np.where(hyp.there, ((~is_ball * len(palette.letters) + named)[hyp.members]) * cells + hyp.cells, -1)
    rows, row_of = np.unique(coded, axis=0, return_inverse=True)
    costs = np.zeros(len(rows))
    for k, codes in enumerate(rows.tolist()):
        symbols = []
        for code in codes:
            if code >= 0:
                kind, letter = divmod(code // cells, len(palette.letters))
                row, col = grid.cells[code % cells]
                symbols.append(Symbol(row, col, "hoop" if kind else "ball", palette.letters[letter]))
        costs[k] = 0.0 if Card(grid, tuple(symbols)).canonical().code in deck else -_NOT_IN_DECK
    return np.asarray(costs[row_of.ravel()])


def _learn(view: TableView, found: Found, size: CardSize) -> EdgeModel | None:
    """The look of edges from the better half of the chosen cards, against all other hypotheses."""
    hyp, pick = found.puzzle.hypotheses, np.array(found.best.chosen)
    order = pick[np.argsort(-found.puzzle.values[pick], kind="stable")]
    sure = order[: max(2, (2 * len(order) + 2) // 3)]
    far = np.ones(len(hyp), dtype=bool)
    for c in pick:
        same = (np.hypot(hyp.x - hyp.x[c], hyp.y - hyp.y[c]) < 12) & (np.abs(hyp.angle - hyp.angle[c]) < 30)
        far &= ~same
    rest = np.nonzero(far)[0]
    rest = rest[:: 1 + len(rest) // _ELSEWHERE]
    on, off = (side_differences(view, seen_corners(hyp.take(some), size)) for some in (np.sort(sure), rest))
    return learn_edges(on, off)

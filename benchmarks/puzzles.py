"""Puzzles: are they unique, graded as asked and quick to make, and does the grade mean something?

    python benchmarks/puzzles.py [--count 500] [--players 400]

Uniqueness is checked by trying every set of cards in every position, with code of its own that knows nothing of the
generator. The simulated player searches as the model of the grade says, with his own eyes: he takes cards in random
order, compares pairs, then builds chains, forgets a candidate now and then, and pays for every card he moves.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random
from statistics import mean
from time import process_time

import numba
import numpy as np
from measure import Row, bounded, time_text

from swishsolve.model.card import Card
from swishsolve.model.layout import Layout
from swishsolve.model.transform import Transform
from swishsolve.puzzle.generate import Failure
from swishsolve.puzzle.grade import HOLDING_COST, LEVELS, MOVE_COST, NEAR_MISS_COST
from swishsolve.puzzle.ids import Params, checked_params, make_from


@numba.njit(cache=True)
def brute_force(first, balls, hoops, ball_cells, hoop_cells, least, seen):
    """Mark every set of cards that is a Swish: card by card, left out or in each of its positions."""
    cards = len(first) - 1
    b, h = np.zeros(cards + 1, np.uint64), np.zeros(cards + 1, np.uint64)
    bc, hc = np.zeros(cards + 1, np.uint64), np.zeros(cards + 1, np.uint64)
    mask, size = np.zeros(cards + 1, np.int64), np.zeros(cards + 1, np.int64)
    choice = np.full(cards + 1, -2, np.int64)
    card = 0
    found = 0
    # Symbols that the cards from here on can still bring, to leave what cannot close any more.
    later_balls, later_hoops = np.zeros(cards + 1, np.uint64), np.zeros(cards + 1, np.uint64)
    for index in range(cards - 1, -1, -1):
        later_balls[index], later_hoops[index] = later_balls[index + 1], later_hoops[index + 1]
        for p in range(first[index], first[index + 1]):
            later_balls[index] |= balls[p]
            later_hoops[index] |= hoops[p]
    while card >= 0:
        if card == cards or (b[card] & ~h[card] & ~later_hoops[card]) or (h[card] & ~b[card] & ~later_balls[card]):
            if card == cards and b[card] == h[card] and size[card] >= least and not seen[mask[card]]:
                seen[mask[card]] = 1
                found += 1
            card -= 1
            continue
        if choice[card] == -2:
            choice[card] = -1
        else:
            choice[card] = first[card] if choice[card] == -1 else choice[card] + 1
        p = choice[card]
        # The first card of a stack lies as it is.
        end = first[card + 1] if size[card] else first[card] + 1
        if p >= end:
            choice[card] = -2
            card -= 1
            continue
        if p >= 0 and (ball_cells[p] & bc[card] or hoop_cells[p] & hc[card]):
            continue
        after = card + 1
        b[after], h[after], bc[after], hc[after] = b[card], h[card], bc[card], hc[card]
        mask[after], size[after] = mask[card], size[card]
        if p >= 0:
            b[after] |= balls[p]
            h[after] |= hoops[p]
            bc[after] |= ball_cells[p]
            hc[after] |= hoop_cells[p]
            mask[after] |= 1 << card
            size[after] += 1
        card = after
    return found


def count_answers(layout: Layout, least: int) -> int:
    """The number of sets of at least `least` cards that are a Swish."""
    first, rows = [0], []
    spots: dict[tuple[int, int, str], int] = {}
    for laid in layout:
        for way in laid.card.orbit():
            row = [0, 0, 0, 0]
            for s in way.symbols:
                cell, side = s.row * layout.grid.cols + s.col, s.kind == "hoop"
                row[side] |= 1 << spots.setdefault((s.row, s.col, s.colour), len(spots))
                row[2 + side] |= 1 << cell
            rows.append(row)
        first.append(len(rows))
    columns = [np.array(column, np.uint64) for column in zip(*rows, strict=True)]
    return int(brute_force(np.array(first), *columns, least, np.zeros(1 << len(layout), np.uint8)))


class Player:
    """Searches a table as the model says, with lapses; `effort` is what it cost him."""

    def __init__(self, layout: Layout, least: int, random: Random) -> None:
        self.least, self.random = least, random
        self.cards = [laid.card for laid in layout]
        self.moves = list(layout.grid.transforms)
        self.effort = 0.0

    def play(self) -> float:
        """The effort until the answer is found."""
        while not (self.pairs() or self.chains()):
            pass
        return self.effort

    def pairs(self) -> bool:
        order = self.shuffled(range(len(self.cards)))
        for position, a in enumerate(order):
            for b in order[position + 1 :]:
                self.effort += 0.05
                for way, move in self.ways(self.cards[b]):
                    stack = [self.cards[a], way]
                    lonely = self.lonely(stack)
                    if lonely is None or len(lonely) > len(self.cards[a].symbols) + len(way.symbols) - 2:
                        continue
                    self.effort += 0.2 * MOVE_COST[move]
                    if not lonely and self.least <= 2:
                        return True
                    self.effort += 0.2 * NEAR_MISS_COST * self.nearly(lonely)
        return False

    def chains(self) -> bool:
        for start in self.shuffled(range(len(self.cards))):
            self.effort += 1
            if self.extend([self.cards[start]], {start}):
                return True
        return False

    def extend(self, stack: list[Card], used: set[int]) -> bool:
        lonely = self.lonely(stack)
        assert lonely is not None
        if not lonely:
            return len(stack) >= self.least
        self.effort += NEAR_MISS_COST * self.nearly(lonely)
        best: list[tuple[int, Card, Transform]] | None = None
        for symbol in lonely:
            fits = [
                (index, way, move)
                for index in range(len(self.cards))
                if index not in used
                for way, move in self.ways(self.cards[index])
                if any((s.row, s.col, s.colour) == symbol[:3] and s.kind != symbol[3] for s in way.symbols)
                and self.lonely([*stack, way]) is not None
            ]
            if best is None or len(fits) < len(best):
                best = fits
        for index, way, move in self.shuffled(best or []):
            if self.random.random() < 0.05:
                continue  # overlooked
            self.effort += MOVE_COST[move] * (1 + HOLDING_COST * (len(stack) - 1))
            if self.extend([*stack, way], used | {index}):
                return True
        return False

    def ways(self, card: Card) -> Iterator[tuple[Card, Transform]]:
        yield from card.orbit().items()

    def lonely(self, stack: list[Card]) -> list[tuple[int, int, str, str]] | None:
        """Symbols without a partner; None when the cards clash."""
        layers: dict[str, dict[tuple[int, int], str]] = {"ball": {}, "hoop": {}}
        for card in stack:
            for s in card.symbols:
                if (s.row, s.col) in layers[s.kind]:
                    return None
                layers[s.kind][s.row, s.col] = s.colour
        if any(layers["hoop"].get(cell, colour) != colour for cell, colour in layers["ball"].items()):
            return None
        return [
            (*cell, colour, kind)
            for kind, other in (("ball", "hoop"), ("hoop", "ball"))
            for cell, colour in layers[kind].items()
            if cell not in layers[other]
        ]

    def nearly(self, lonely: list[tuple[int, int, str, str]]) -> bool:
        return len(lonely) == 2 and lonely[0][2] == lonely[1][2] and lonely[0][3] != lonely[1][3]

    def shuffled(self, items):
        items = list(items)
        self.random.shuffle(items)
        return items


def rank_correlation(xs: list[float], ys: list[float]) -> float:
    """Spearman's coefficient; equal values share their mean rank."""

    def ranks(values: list[float]) -> list[float]:
        order = sorted(range(len(values)), key=values.__getitem__)
        result = [0.0] * len(values)
        start = 0
        while start < len(order):
            end = start
            while end < len(order) and values[order[end]] == values[order[start]]:
                end += 1
            for index in order[start:end]:
                result[index] = (start + end - 1) / 2
            start = end
        return result

    return float(np.corrcoef(ranks(xs), ranks(ys))[0, 1])


def make(params: Params, count: int, what: str) -> None:
    """Make puzzles, check them, print a line."""
    seconds, wrong, missing, seed = [], 0, 0, 0
    while len(seconds) < count:
        start = process_time()
        puzzle = make_from(params, seed)
        seed += 1
        if isinstance(puzzle, Failure):
            missing += 1
            if missing > count:
                break
            continue
        seconds.append(process_time() - start)
        graded = params.level is None or puzzle.grade.level == params.level
        wrong += count_answers(puzzle.layout, params.least) != 1 or len(puzzle.answer) != params.size or not graded
    average, worst = (mean(seconds), max(seconds)) if seconds else (0.0, 0.0)
    print(
        f"{what:34} {len(seconds):4} puzzles, {wrong} wrong, {missing} seeds without; "
        f"{average:.2f} s each, at most {worst:.1f} s  (< 2 s)",
        flush=True,
    )


def rows(quick: bool = False) -> Iterator[Row]:
    """Processor time for a puzzle, all levels, by the size of its answer; each is checked like the others here."""
    each = 2 if quick else 5
    for size in (3, 4, 5, 6):
        spent = 0.0
        for level in LEVELS:
            for seed in range(each):
                start = process_time()
                puzzle = make_from(Params(size=size, level=level), seed)
                spent += process_time() - start
                assert not isinstance(puzzle, Failure) and count_answers(puzzle.layout, 2) == 1
        what = f"`puzzle new`, answer of {size} cards, mean of {each * len(LEVELS)}"
        yield bounded(what, spent / each / len(LEVELS), 2, time_text)


def main() -> None:
    """Print a line for each kind of puzzle and the correlations."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=500, help="puzzles of each level and size")
    parser.add_argument("--players", type=int, default=400, help="puzzles for the simulated player")
    options = parser.parse_args()
    if options.count:
        for size in (2, 3, 4, 5, 6):
            for level in LEVELS if size > 2 else ("easy",):
                make(Params(size=size, level=level), options.count, f"16 cards, size {size}, {level}")
        few = max(1, options.count // 10)
        for grid, colours in (("4x4", "bg"), ("5x4", None), ("5x5", "bg")):
            params = checked_params(
                cards=16, size=8, level=None, unique_from=None, deck=None, grid=grid, colours=colours
            )
            make(params, few, f"strict, size 8 on {grid}")
        for size, least in ((8, 8), (9, 8), (10, 9)):
            make(Params(size=size, unique_from=least), few, f"4x3, size {size}, the only one from {least}")

    if options.players:
        efforts, played, sizes = [], [], []
        for index in range(options.players):
            size, level = 3 + index % 4, LEVELS[index // 4 % 4]
            puzzle = make_from(Params(size=size, level=level), 50_000 + index)
            if isinstance(puzzle, Failure):
                continue
            random = Random(index)
            efforts.append(puzzle.grade.effort)
            played.append(mean(Player(puzzle.layout, 2, random).play() for _ in range(25)))
            sizes.append(float(size))
        grade, size = rank_correlation(efforts, played), rank_correlation(sizes, played)
        print(f"{len(efforts)} puzzles: rank correlation of the grade with the player {grade:.3f}  (>= 0.9),")
        print(f"    of the size with the player {size:.3f}, of grade and size {rank_correlation(efforts, sizes):.3f}")


if __name__ == "__main__":
    main()

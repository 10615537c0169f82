"""The largest Swish on large boards of one ball and one hoop a card, against plain CP-SAT in the same run.

    python benchmarks/large.py [--seconds N] [--seeds N] [--boards NAME ...]

For each board one run of the plain CP-SAT model (2 workers), the bound of its linear relaxation, and several of ours
(2 workers), each with so many seconds. A seed shuffles the cards of the board, which gives the search another start.
Prints a table in Markdown. `steps` are the steps of annealing in millions, all seeds together: with other work on the
machine fewer are done in the same time.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "benchmarks"))

from naive import linear_bound, plain_cp_sat  # noqa: E402

from swishsolve.model.card import Card, Symbol  # noqa: E402
from swishsolve.model.grid import Grid  # noqa: E402
from swishsolve.model.layout import Label, LaidCard, Layout, near_square_table  # noqa: E402
from swishsolve.model.layout_text import parse_layout_text  # noqa: E402
from swishsolve.search.limits import Limits  # noqa: E402
from swishsolve.solution import Solution  # noqa: E402
from swishsolve.solve import solve  # noqa: E402

INSTANCES = ROOT / "tests" / "instances"
COLOURS = "bgoprycmkwnt"
STORED = ("8x8-200cards-1each-8colours", "10x10-300cards-1each-6colours", "12x12-500cards-1each-6colours")
# Generated boards by side, cards, colours and seed.
GENERATED = ("9-240-7-1", "10-300-6-5", "11-400-6-2", "14-700-6-3", "10-200-8-1")
WORKERS = 2


def laid_out(cards: list[Card]) -> Layout:
    table = near_square_table(len(cards))
    laid = tuple(LaidCard(Label(*divmod(index, table[1])), card) for index, card in enumerate(cards))
    return Layout(cards[0].grid, laid, table)


def random_board(side: int, cards: int, colours: int, seed: int) -> Layout:
    """A square board of random cards: two different cells and two colours, each as likely as any other."""
    random = Random(seed)
    grid = Grid(side, side)
    drawn = []
    for _ in range(cards):
        ball, hoop = random.sample(list(grid.cells), 2)
        drawn.append(
            Card(
                grid,
                (
                    Symbol(*ball, "ball", random.choice(COLOURS[:colours])),
                    Symbol(*hoop, "hoop", random.choice(COLOURS[:colours])),
                ),
            )
        )
    return laid_out(drawn)


def board(name: str) -> Layout:
    if name in STORED:
        return parse_layout_text((INSTANCES / f"{name}.txt").read_text(), name)
    side, cards, colours, seed = map(int, name.split("-"))
    return random_board(side, cards, colours, seed)


def shuffled(layout: Layout, seed: int) -> Layout:
    cards = [laid.card for laid in layout]
    Random(seed).shuffle(cards)
    return laid_out(cards)


def run(layout: Layout, seconds: float) -> tuple[Solution, int]:
    """Our answer, and the steps of annealing that it took."""
    steps: list[int] = [0]
    limits = Limits(seconds=seconds, on_look=lambda number: steps.append(number))
    solution = solve(layout, "maximum", workers=WORKERS, limits=limits)
    # The count starts again with each part of the search.
    return solution, sum(here for here, then in zip(steps, [*steps[1:], 0], strict=True) if then < here)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60.0, help="for each run [60]")
    parser.add_argument("--seeds", type=int, default=5, help="runs of ours for each board [5]")
    parser.add_argument("--boards", nargs="+", default=[*STORED, *GENERATED], metavar="NAME")
    options = parser.parse_args()
    # The kernel is compiled once, by the first board that needs it, and kept on disk.
    solve(random_board(4, 40, 4, 0), "maximum", workers=WORKERS)
    print(f"{options.seconds:g} s a run, {WORKERS} workers\n")
    print(
        "| board | cells | plain CP-SAT: cards, bound | linear bound | ours: cards by seed | median | bound | gap"
        " | steps | seconds |"
    )
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |", flush=True)
    for name in options.boards:
        layout = board(name)
        plain, plain_bound = plain_cp_sat(layout, options.seconds, WORKERS)
        linear = linear_bound(layout)
        sizes, bounds, steps = [], [], 0
        start = perf_counter()
        for seed in range(options.seeds):
            solution, taken = run(shuffled(layout, seed) if seed else layout, options.seconds)
            sizes.append(solution.maximum)
            bounds.append(solution.bound)
            steps += taken
        spent = (perf_counter() - start) / options.seeds
        middle = median(sizes)
        print(
            f"| {name} | {layout.grid.size} | {plain}, {plain_bound} | {linear:.2f} | {' '.join(map(str, sizes))} |"
            f" {middle:g} | {min(bounds)} | {min(bounds) - middle:g} | {steps / 1e6:.0f} M | {spent:.0f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()

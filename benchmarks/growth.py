"""How time and memory grow with cards and grids, for our search and for plain methods, each as a process of its own.

    python benchmarks/growth.py [--quick] [--keep MEASURED.json]

Layouts are drawn with a fixed seed: one ball and one hoop a card; on 4x3 under rule classic, elsewhere in four colours.
A plain method that takes longer than LIMIT_S is stopped by an alarm; a question that was not settled in time is not
asked for more cards.
"""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, NamedTuple

from measure import run_process, time_text

from swishsolve.model.card import Card, Symbol
from swishsolve.model.grid import Grid
from swishsolve.model.layout import Label, LaidCard, Layout, near_square_table
from swishsolve.search.limits import Limits
from swishsolve.solution import Question
from swishsolve.solve import solve

LIMIT_S = 10
CARDS = (8, 10, 12, 14, 16, 18, 20, 24, 32, 60, 125, 250, 500)
OURS: tuple[Question, ...] = "first", "maximum", "all"
PLAIN = "brute force", "depth first", "plain CP-SAT"
GRIDS = ("3x3", "4x3", "4x4", "5x5", "6x6", "8x8", "10x10", "12x12")
BOARDS = (8, 16, 32, 64, 125, 250, 500)
BOARD_LIMIT_S = 4
# What takes less than a tenth of a second is measured so many times.
REPEATED = 5


class Measured(NamedTuple):
    """One method on one layout: seconds, memory in MB, the answer and what it cannot exceed; None where time was up."""

    seconds: float
    megabytes: float
    answer: int | None
    bound: int | None

    @property
    def settled(self) -> bool:
        """True when the answer is known for sure."""
        return self.answer is not None and self.bound in (None, self.answer)


def draw_layout(grid: str, cards: int) -> Layout:
    """The layout of that grid with so many cards: always the same ones, and those of fewer cards are among them."""
    rows, cols = map(int, grid.split("x"))
    shape = Grid(rows, cols)
    random = Random(f"growth {grid}")
    drawn = []
    for _ in range(cards):
        ball, hoop = random.sample(shape.cells, 2)
        colours = ["bgop"[shape.orbit_of[cell]] if grid == "4x3" else random.choice("bgop") for cell in (ball, hoop)]
        drawn.append(Card(shape, (Symbol(*ball, "ball", colours[0]), Symbol(*hoop, "hoop", colours[1]))))
    table = near_square_table(cards)
    laid = (LaidCard(Label(*divmod(index, table[1])), card) for index, card in enumerate(drawn))
    return Layout(shape, tuple(laid), table)


def _ours(question: Question) -> Callable[[Layout, float], tuple[int | None, int | None]]:
    def answer(layout: Layout, limit: float) -> tuple[int | None, int | None]:
        solution = solve(layout, question, workers=2, limits=Limits(seconds=limit))
        if question == "all":
            return (sum((solution.counts or {}).values()) if solution.complete else None), None
        if question == "first":
            return (int(bool(solution.swishes)) if solution.complete else None), None
        return solution.maximum, solution.bound

    return answer


def _plain(method: str) -> Callable[[Layout, float], tuple[int | None, int | None]]:
    def answer(layout: Layout, limit: float) -> tuple[int | None, int | None]:
        import naive  # not sooner: the memory of ours is without CP-SAT unless it is called

        if method == "plain CP-SAT":
            return naive.plain_cp_sat(layout, limit)
        return len(
            {"brute force": naive.all_sets_brute_force, "depth first": naive.all_sets_depth_first}[method](layout)
        ), None

    return answer


METHODS = {question: _ours(question) for question in OURS} | {method: _plain(method) for method in PLAIN}


def measure(method: str, grid: str, cards: int, limit: float) -> Measured:
    """Ask a method in a process of its own."""
    run = run_process((sys.executable, __file__, "--one", method, grid, str(cards), str(limit)))
    if run.status:
        if run.status != -signal.SIGALRM:
            raise RuntimeError(f"{method} on {cards} cards of {grid} ended with {run.status}")
        return Measured(limit, run.megabytes, None, None)
    spent, answer, bound = json.loads(run.output)
    return Measured(spent, run.megabytes, answer, bound)


def _one(method: str, grid: str, cards: str, limit: str) -> None:
    """What the process of `measure` does."""
    from time import perf_counter

    layout = draw_layout(grid, int(cards))
    # Those that know a limit keep it; the alarm is for the others.
    signal.setitimer(signal.ITIMER_REAL, float(limit) * (1 if method in ("brute force", "depth first") else 3))
    if method in PLAIN:
        import naive  # noqa: F401 - loading it is no part of the method
    spent: list[float] = []
    while not spent or (len(spent) < REPEATED and spent[0] < 0.1):
        start = perf_counter()
        answer, bound = METHODS[method](layout, float(limit))
        spent.append(perf_counter() - start)
    print(json.dumps((median(spent), answer, bound)))


class Growth(NamedTuple):
    """Everything measured: by method and number of cards on 4x3, and the largest Swish by grid and number of cards."""

    by_method: dict[str, dict[int, Measured]]
    by_grid: dict[str, dict[int, Measured]]


def grow(quick: bool = False, say: Callable[[str], None] = print) -> Growth:
    """Measure all; a method that time was up for is asked no more, ours for the largest Swish always is."""
    growth = Growth({method: {} for method in METHODS}, {})
    measure("maximum", "5x5", 64, BOARD_LIMIT_S)  # compiles what boards need, once for a machine
    for cards in CARDS[:5] if quick else CARDS:
        for method, known in growth.by_method.items():
            if all(measured.settled for measured in known.values()):
                known[cards] = measure(method, "4x3", cards, LIMIT_S)
        cells = {method: cell(known[cards]) for method, known in growth.by_method.items() if cards in known}
        say(f"{cards} cards, 4x3: " + ", ".join(f"{method} {text}" for method, text in cells.items()))
    for grid in GRIDS[:3] if quick else GRIDS:
        known = growth.by_grid[grid] = {}
        for cards in BOARDS[:4] if quick else BOARDS:
            known[cards] = measure("maximum", grid, cards, BOARD_LIMIT_S)
        say(f"{grid}, largest Swish: " + ", ".join(f"{cards} cards {cell(m)}" for cards, m in known.items()))
    return growth


def cell(measured: Measured | None) -> str:
    """A measurement as a cell of a table; the best known answer and its bound where time was up."""
    if measured is None:
        return ""
    if measured.settled:
        return f"{time_text(measured.seconds)} ({measured.answer:,})"
    best = f" ({measured.answer} to {measured.bound})" if measured.answer is not None and measured.bound else ""
    return f"> {measured.seconds:.0f} s{best}"


def tables(growth: Growth) -> tuple[str, str]:
    """The measurements as Markdown: by method, by grid."""
    by_method = growth.by_method
    lines = [
        "| cards | a Swish? | largest | all sets | memory | every set, every position | depth first | plain CP-SAT |",
        "| ---: |" + " ---: |" * 7,
    ]
    for cards in by_method["maximum"]:
        memory = max(known[cards].megabytes for method, known in by_method.items() if method in OURS and cards in known)
        ours, plain = ([cell(by_method[method].get(cards)) for method in methods] for methods in (OURS, PLAIN))
        lines.append(f"| {cards} | " + " | ".join([*ours, f"{memory:.0f} MB", *plain]) + " |")
    by_grid = growth.by_grid
    boards = [f"| cards | {' | '.join(by_grid)} |", "| ---: |" + " ---: |" * len(by_grid)]
    for cards in next(iter(by_grid.values())):
        boards.append(f"| {cards} | " + " | ".join(cell(known.get(cards)) for known in by_grid.values()) + " |")
    return "\n".join(lines), "\n".join(boards)


def write_growth(growth: Growth, path: Path) -> None:
    """Keep the measurements, for another picture of them."""
    path.write_text(json.dumps(growth))


def read_growth(path: Path) -> Growth:
    """Measurements that were kept."""

    def read(kept: dict[str, dict[str, list[Any]]]) -> dict[str, dict[int, Measured]]:
        return {name: {int(cards): Measured(*value) for cards, value in known.items()} for name, known in kept.items()}

    by_method, by_grid = json.loads(path.read_text())
    return Growth(read(by_method), read(by_grid))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        _one(*sys.argv[2:])
    else:
        measured = grow("--quick" in sys.argv)
        print("\n\n".join(tables(measured)))
        if "--keep" in sys.argv:
            write_growth(measured, Path(sys.argv[sys.argv.index("--keep") + 1]))

"""Tables and boards, in one process: our search against plain methods on the same stored layouts.

    python benchmarks/tables.py [--quick]

The plain methods are in naive.py: brute force over sets of cards, depth first with a memory, and a plain CP-SAT model.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from statistics import median

from measure import INSTANCES, LAYOUTS, Row, compared, load, seconds
from naive import all_sets_brute_force, all_sets_depth_first, plain_cp_sat

from swishsolve.search.limits import Limits
from swishsolve.solution import Engine
from swishsolve.solve import solve

REFUTED = ("5x5-60cards-2each-3colours", "6x6-80cards-2each-3colours", "6x6-80cards-3each-2colours")
BY_ENGINE = ("4x4-16cards-1each-4colours", "4x4-40cards-1each-4colours", "4x4-40cards-2each-2colours", *REFUTED)
PLAIN_SECONDS = 60.0


def rows(quick: bool = False) -> Iterator[Row]:
    """Tables of a game, boards without a Swish, a board that is filled, and our two engines."""
    yield from _tables(quick)
    yield from _boards(quick)
    yield from _engines(quick)


def _tables(quick: bool) -> Iterator[Row]:
    layouts = {path.stem: load(path) for path in sorted(LAYOUTS.glob("*classic16*.txt"))}
    table = layouts["dev-00-classic16"]
    few = replace(table, cards=table.cards[: 7 if quick else 8])
    ours, brute = seconds(lambda: solve(few, "all")), seconds(lambda: all_sets_brute_force(few), 1)
    yield compared(f"all sets of {len(few)} cards", ours, "every set of cards in every position", brute)
    largest = [seconds(lambda t=table: solve(t, "maximum")) for table in layouts.values()]  # type: ignore[misc]
    depth = {name: seconds(lambda t=table: all_sets_depth_first(t), 1) for name, table in layouts.items()}  # type: ignore[misc]
    first = "depth first"
    yield compared("largest Swish, 16 cards, median of 8", median(largest), first, median(depth.values()), below=0.005)
    yield compared("largest Swish, 16 cards, slowest of 8", max(largest), first, max(depth.values()), below=0.1)
    for name, layout in layouts.items():
        if "rich" in name:
            ours = seconds(lambda t=layout: solve(t, "all"))  # type: ignore[misc]
            yield compared(f"all sets of {name}", ours, first, depth[name], below=0.03)


def _boards(quick: bool) -> Iterator[Row]:
    cp_sat = "plain CP-SAT, 2 workers"
    for name in REFUTED[:1] if quick else REFUTED:
        layout = load(INSTANCES / f"{name}.txt")
        ours = seconds(lambda t=layout: solve(t, "maximum"), 3)  # type: ignore[misc]
        theirs = seconds(lambda t=layout: plain_cp_sat(t, PLAIN_SECONDS), 1)  # type: ignore[misc]
        given_up = " (given up)" if theirs >= PLAIN_SECONDS else ""
        yield compared(f"no Swish on {name}", ours, cp_sat + given_up, theirs, below=0.1)
    if not quick:
        layout = load(INSTANCES / "8x8-200cards-1each-4colours.txt")
        solve(layout, "maximum")  # compiles, once for a machine
        answer = solve(layout, "maximum")
        assert answer.maximum == answer.bound == 64
        theirs = seconds(lambda: plain_cp_sat(layout, PLAIN_SECONDS), 1)
        yield compared("64 cards, proven, 8x8-200cards-1each-4colours", answer.seconds, cp_sat, theirs, least=2)


def _engines(quick: bool) -> Iterator[Row]:
    """Why the bitset core is asked first: the same question to both engines."""
    for name in BY_ENGINE[:3] if quick else BY_ENGINE:
        layout = load(INSTANCES / f"{name}.txt")
        engines: tuple[Engine, Engine] = "bitset", "cp-sat"
        core, model = (solve(layout, "maximum", engine=engine, limits=Limits(seconds=20)) for engine in engines)
        if core.complete and model.complete:
            assert core.maximum == model.maximum
        unproven = "" if model.complete else " (not proven)"
        yield compared(f"engine `bitset`, {name}", core.seconds, f"engine `cp-sat`{unproven}", model.seconds)


if __name__ == "__main__":
    for line in rows("--quick" in sys.argv):
        print(" | ".join(filter(None, line[:-1])), flush=True)

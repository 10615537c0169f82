"""The whole benchmark: our engines against plain methods in the same run, whole commands, growth with cards and grid.

    python benchmarks/bench.py [--quick]

Prints each row as it is measured, and writes docs/benchmarks.md and docs/images/growth.svg. Times vary between
machines; the ratios are what the project promises. `--quick` leaves out what takes long, and writes nothing.
"""

from __future__ import annotations

import argparse
import os
import platform
from collections.abc import Iterable
from time import perf_counter

import commands
import decks
import growth
import proofs
import puzzles
import tables
from measure import ROOT, Row
from plot import draw_growth

from swishsolve.files import write_whole
from swishsolve.render.files import write_picture

THEMES = (
    ("Whole commands", commands),
    ("Tables and boards", tables),
    ("Puzzles", puzzles),
    ("Decks", decks),
    ("Proofs", proofs),
)
DOCUMENT, PICTURE = ROOT / "docs" / "benchmarks.md", ROOT / "docs" / "images" / "growth.svg"

TEXT = """\
# Benchmarks

`make bench` writes this page: every figure and the plot come from one run, of {minutes:.0f} minutes, on
{machine} with Python {python}. Times vary between machines and with what else they do; the ratios
are what the project promises. The last column says whether the run met what is asked. What kernels and puzzles take is
processor time, all else time by the clock. [large.md](large.md) has the largest boards, with a minute for each run,
[puzzles.md](puzzles.md) puzzles by the hundred, [proofs.md](proofs.md) every proof.

The plain methods are in `benchmarks/naive.py` and `benchmarks/decks.py`: every set of cards in every position; a depth
first search that remembers the states it has seen; a plain CP-SAT model (a Boolean for each card and position, at most
one ball and one hoop in a cell, as many balls as hoops of each colour in it); and a compiled loop that deals and
searches.

{themes}
## Growth

![Time by number of cards and grid](images/growth.svg)

Cards with one ball and one hoop, drawn with a fixed seed; each table holds the cards of those before it. Every
measurement is a process of its own with two workers and {limit} s. In brackets the answer: 1 or 0 for "is there a
Swish?", the cards of the largest Swish, or the number of sets. Where time was up, the best that was known and what it
cannot exceed; that question is then not asked for more cards. Memory is the most that one of our three questions took,
Python and its libraries included.

### By method: 4x3, classic colours

{by_method}

### The largest Swish, by grid: four colours, {board_limit} s each

{by_grid}
"""


def table(rows: Iterable[Row]) -> str:
    """Rows as Markdown."""
    lines = ["| what | swishsolve | plain | ratio | asked | met |", "| --- | ---: | --- | --- | --- | --- |"]
    met = {True: "yes", False: "no", None: ""}
    lines += [f"| {' | '.join(row[:5])} | {met[row.met]} |" for row in rows]
    return "\n".join(lines)


def shown(row: Row) -> str:
    """A row on the terminal."""
    mark = {True: "ok  ", False: "MISS", None: "    "}[row.met]
    return f"{mark} {row.what:58} {row.ours:>8}  " + "; ".join(filter(None, row[2:5]))


def machine() -> str:
    """Cores and kind of processor; no name."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{cores} cores ({platform.machine()}, {platform.system()})"


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="leave out what takes long, write nothing")
    quick = parser.parse_args().quick
    start = perf_counter()
    themes = []
    for name, theme in THEMES:
        print(f"\n{name}", flush=True)
        rows = []
        for row in theme.rows(quick):
            print(shown(row), flush=True)
            rows.append(row)
        themes.append(f"## {name}\n\n{table(rows)}\n")
    print("\nGrowth", flush=True)
    grown = growth.grow(quick, lambda line: print(line, flush=True))
    if quick:
        return
    by_method, by_grid = growth.tables(grown)
    text = TEXT.format(
        minutes=(perf_counter() - start) / 60,
        machine=machine(),
        python=platform.python_version(),
        themes="\n".join(themes),
        limit=growth.LIMIT_S,
        board_limit=growth.BOARD_LIMIT_S,
        by_method=by_method,
        by_grid=by_grid,
    )
    write_whole(DOCUMENT, text.encode())
    write_picture(PICTURE, draw_growth(grown))
    print(f"\nwritten: {DOCUMENT.relative_to(ROOT)}, {PICTURE.relative_to(ROOT)}")


if __name__ == "__main__":
    main()

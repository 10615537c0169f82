"""Ratios of swishsolve against plain methods in the same run, on stored inputs.

    python benchmarks/bench.py [--quick]

Times vary between machines; the ratios are what the project promises. `--quick` leaves out what takes a minute.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "benchmarks"))

from naive import all_sets_depth_first, plain_cp_sat  # noqa: E402

from swishsolve.model.layout import Layout  # noqa: E402
from swishsolve.model.layout_text import parse_layout_text  # noqa: E402
from swishsolve.solution import Question  # noqa: E402
from swishsolve.solve import solve  # noqa: E402

LAYOUTS, INSTANCES = ROOT / "tests" / "layouts", ROOT / "tests" / "instances"
REFUTED = ("5x5-60cards-2each-3colours", "6x6-80cards-2each-3colours", "6x6-80cards-3each-2colours")


def load(path: Path) -> Layout:
    return parse_layout_text(path.read_text(), path.name)


def seconds(call: Callable[[], object], times: int = 5) -> float:
    """The median time of a call."""
    spent = []
    for _ in range(times):
        start = perf_counter()
        call()
        spent.append(perf_counter() - start)
    return median(spent)


def process_seconds(*command: str, times: int = 11) -> float:
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    run = lambda: subprocess.run(command, capture_output=True, check=False, env=environment)  # noqa: E731
    run()
    return seconds(run, times)


def row(what: str, ours: float, other: str, theirs: float, asked: str) -> None:
    ratio = theirs / ours if theirs > ours else ours / theirs
    word = "times faster" if theirs > ours else "times as long"
    print(
        f"{what:58} {ours * 1000:9.1f} ms  {other:34} {theirs * 1000:9.1f} ms  {ratio:7.1f} {word:14} {asked}",
        flush=True,
    )


def whole_process() -> None:
    program = str(Path(sys.executable).with_name("swishsolve"))
    click = process_seconds(sys.executable, "-c", "import click")
    for path in sorted(LAYOUTS.glob("*classic16*.txt")):
        row(f"solve {path.name}", process_seconds(program, "solve", str(path)), "import click", click, "<= 2.5 times")
    cv2 = process_seconds(sys.executable, "-c", "import cv2", times=5)
    photo = process_seconds(program, "read", str(ROOT / "examples" / "table.jpg"), times=5)
    row("read examples/table.jpg", photo, "import cv2", cv2, "<= 8 times")
    with tempfile.TemporaryDirectory() as folder:
        from PIL import Image

        large = Path(folder) / "large.jpg"
        picture = Image.open(ROOT / "examples" / "table.jpg")
        picture.resize((3000, 4000)).save(large, exif=picture.getexif(), quality=90)
        row(
            "read, 12 megapixels",
            process_seconds(program, "read", str(large), times=3),
            "import cv2",
            cv2,
            "<= 8 times",
        )


def in_process() -> None:
    def timed(question: Question, pattern: str) -> dict[str, float]:
        layouts = {path.name: load(path) for path in sorted(LAYOUTS.glob(pattern))}
        return {name: seconds(lambda n=name: solve(layouts[n], question)) for name in layouts}  # type: ignore[misc]

    largest = timed("maximum", "*classic16*.txt")
    naive = {name: seconds(lambda n=name: all_sets_depth_first(load(LAYOUTS / n)), 1) for name in largest}  # type: ignore[misc]
    row("maximum, classic 16, median", median(largest.values()), "depth first", median(naive.values()), "< 5 ms")
    row("maximum, classic 16, worst", max(largest.values()), "depth first", max(naive.values()), "< 100 ms")
    for name, spent in timed("all", "*classic16rich*.txt").items():
        row(f"all sets, {name}", spent, "depth first", naive[name], "< 30 ms")


def against_cp_sat(quick: bool) -> None:
    for name in REFUTED if not quick else REFUTED[:1]:
        layout = load(INSTANCES / f"{name}.txt")
        ours = seconds(lambda: solve(layout, "maximum"), 3)  # noqa: B023
        theirs = seconds(lambda: plain_cp_sat(layout), 1)  # noqa: B023
        row(f"no Swish, {name}", ours, "plain CP-SAT, 2 workers", theirs, "< 100 ms")
    if not quick:
        layout = load(INSTANCES / "8x8-200cards-1each-4colours.txt")
        answer = solve(layout, "maximum")
        assert answer.maximum == answer.bound == 64
        theirs = seconds(lambda: plain_cp_sat(layout), 1)
        row(
            "maximum, 8x8-200cards-1each-4colours",
            answer.seconds,
            "plain CP-SAT, 2 workers",
            theirs,
            ">= 2 times faster",
        )


def engines(quick: bool) -> None:
    """Why auto asks the core first: the same question to both engines, from small to large."""
    print("\nengine by size, maximum of random free layouts (ms): bitset | cp-sat")
    for name in ("4x4-16cards-1each-4colours", "4x4-40cards-1each-4colours", "4x4-40cards-2each-2colours", *REFUTED):
        layout = load(INSTANCES / f"{name}.txt")
        limit = 2.0 if quick else 20.0
        times = []
        for engine in ("bitset", "cp-sat"):
            from swishsolve.search.limits import Limits

            answer = solve(layout, "maximum", engine=engine, limits=Limits(seconds=limit))  # type: ignore[arg-type]
            times.append(f"{answer.seconds * 1000:9.1f}{' ' if answer.complete else '+'}")
        print(f"{name:58} {' | '.join(times)}", flush=True)
    print("+ not proven when the time was up")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true")
    quick = parser.parse_args().quick
    whole_process()
    in_process()
    against_cp_sat(quick)
    engines(quick)


if __name__ == "__main__":
    main()

"""Rows of the benchmark: what was measured, against what, and what is asked; clocks, and the stored inputs."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

from swishsolve.model.layout import Layout
from swishsolve.model.layout_text import parse_layout_text

ROOT = Path(__file__).resolve().parents[1]
LAYOUTS, INSTANCES = ROOT / "tests" / "layouts", ROOT / "tests" / "instances"
PROGRAM = (sys.executable, "-c", "from swishsolve.__main__ import main; main()")


class Row(NamedTuple):
    """One line of the table, as text; `met` is None where nothing is asked."""

    what: str
    ours: str
    against: str
    ratio: str
    asked: str
    met: bool | None


def compared(
    what: str,
    ours: float,
    other: str,
    theirs: float,
    *,
    least: float | None = None,
    most: float | None = None,
    below: float | None = None,
) -> Row:
    """Seconds of ours against those of another way: asked is to be `least` times faster, to take `most` times as
    long, or to stay `below` so many seconds.
    """
    faster = theirs / ours
    ratio = f"{number(faster)} times faster" if most is None and faster >= 1 else f"{number(1 / faster)} times as long"
    asked, met = [], []
    if least is not None:
        asked.append(f"at least {number(least)} times faster")
        met.append(faster >= least)
    if most is not None:
        asked.append(f"at most {number(most)} times as long")
        met.append(1 / faster <= most)
    if below is not None:
        asked.append(f"below {time_text(below)}")
        met.append(ours < below)
    return Row(
        what, time_text(ours), f"{other}: {time_text(theirs)}", ratio, ", ".join(asked), all(met) if met else None
    )


def bounded(what: str, value: float, most: float, text: Callable[[float], str], note: str = "") -> Row:
    """A value that may be at most so much."""
    return Row(what, text(value), note, "", f"at most {text(most)}", value <= most)


def time_text(seconds: float) -> str:
    """Seconds for people.

    >>> time_text(0.0000023), time_text(0.0123), time_text(7.25), time_text(120)
    ('2.3 µs', '12 ms', '7.2 s', '120 s')
    """
    size, unit = (1.0, "s") if seconds >= 0.9995 else (1e-3, "ms") if seconds >= 0.9995e-3 else (1e-6, "µs")
    return f"{number(seconds / size)} {unit}"


def memory_text(megabytes: float) -> str:
    """Megabytes for people."""
    return f"{megabytes:.0f} MB"


def number(value: float) -> str:
    """Two digits, or all before the point.

    >>> number(0.123), number(2.5), number(8.04), number(123.4)
    ('0.12', '2.5', '8', '123')
    """
    return f"{value:.0f}" if value >= 9.95 else f"{value:.1f}".removesuffix(".0") if value >= 0.95 else f"{value:.2g}"


def load(path: Path) -> Layout:
    """The layout of a stored file."""
    return parse_layout_text(path.read_text(), path.name)


def seconds(call: Callable[[], object], times: int = 5) -> float:
    """The median time of a call."""
    spent = []
    for _ in range(times):
        start = perf_counter()
        call()
        spent.append(perf_counter() - start)
    return median(spent)


class Spent(NamedTuple):
    """What a process took: seconds by the clock, the most memory in MB, its exit status and what it printed."""

    seconds: float
    megabytes: float
    status: int
    output: bytes


def run_process(command: Sequence[str | Path]) -> Spent:
    """Run a process to its end."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    start = perf_counter()
    process = subprocess.Popen(
        [str(part) for part in command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
    )
    assert process.stdout
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    spent = perf_counter() - start
    process.stdout.close()
    process.returncode = os.waitstatus_to_exitcode(status)
    unit = 1024 if sys.platform == "darwin" else 1  # bytes there, else kilobytes
    return Spent(spent, usage.ru_maxrss / unit / 1024, process.returncode, output)


def in_turns(*commands: Sequence[str | Path], times: int = 11) -> list[Spent]:
    """The median run of each command, one after the other in turns, so that a busy machine slows all down alike.

    A first run of each fills the caches.
    """
    runs = [[run_process(command) for command in commands] for _ in range(times + 1)][1:]
    return [sorted(spent)[times // 2] for spent in zip(*runs, strict=True)]


def processor_seconds(call: Callable[[], object]) -> float:
    """The processor time of a call: what it costs whatever else the machine does."""
    from time import process_time

    start = process_time()
    call()
    return process_time() - start

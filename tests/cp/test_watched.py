"""CP-SAT and Ctrl-C: the search stops, and the program's own handler is still there afterwards."""

from __future__ import annotations

import signal
import subprocess
import sys

from ortools.sat.python import cp_model

from swishsolve.cp.watched import one_worker, solve_watched
from tests.cli.running import ROOT

INTERRUPTED = """
import os, signal
from ortools.sat.python import cp_model
from swishsolve.cp.watched import one_worker, solve_watched
seen = []
signal.signal(signal.SIGINT, lambda number, frame: seen.append(number))
assert solve_watched(one_worker(), cp_model.CpModel(), lambda: None) == cp_model.OPTIMAL
os.kill(os.getpid(), signal.SIGINT)
assert seen == [signal.SIGINT]
"""


def hard_model() -> cp_model.CpModel:
    """Pigeons and one hole too few: no solver of clauses proves that in time."""
    model = cp_model.CpModel()
    sits = [[model.new_bool_var("") for _ in range(40)] for _ in range(41)]
    for pigeon in sits:
        model.add_bool_or(pigeon)
    for hole in zip(*sits, strict=True):
        for index, first in enumerate(hole):
            for second in hole[:index]:
                model.add_bool_or(~first, ~second)
    return model


def test_the_search_ends_when_no_time_is_left() -> None:
    asked = []

    def seconds_left() -> float | None:
        asked.append(True)
        return 0.0 if len(asked) > 2 else None

    solver = one_worker()
    solver.parameters.cp_model_presolve = False
    solver.parameters.symmetry_level = 0
    assert solve_watched(solver, hard_model(), seconds_left) == cp_model.UNKNOWN
    assert len(asked) > 2


def test_the_handler_of_ctrl_c_stays() -> None:
    subprocess.run([sys.executable, "-c", INTERRUPTED], cwd=ROOT, check=True, timeout=60)


def test_puzzles_stop_at_the_first_ctrl_c() -> None:
    program = "from swishsolve.__main__ import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", program, "puzzle", "new", "--size", "4", "--seed", "1", "--count", "10000"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout and process.stdout.readline().endswith(b"#1\n")
        process.send_signal(signal.SIGINT)
        _, complaints = process.communicate(timeout=60)
    assert process.returncode == 3
    assert b"stopped after" in complaints and b"Traceback" not in complaints

"""CP-SAT that lets itself be stopped: it runs on a thread while this one watches the clock and Ctrl-C.

CP-SAT can catch Ctrl-C by itself, but then takes the signal away from Python for good: the next Ctrl-C would kill the
program without a word. So it is told not to, and Python's own handler, which asks the limits to stop, stays in place.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

from ortools.sat.python import cp_model

BEAT_S = 0.1


def one_worker(*seconds: float | None) -> cp_model.CpSolver:
    """A solver that answers the same on every run, within the least of these seconds that are not None."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 0
    if times := [time for time in seconds if time is not None]:
        solver.parameters.max_time_in_seconds = min(times)
    return solver


def solve_watched(
    solver: cp_model.CpSolver,
    model: cp_model.CpModel,
    seconds_left: Callable[[], float | None],
    callback: cp_model.CpSolverSolutionCallback | None = None,
) -> Any:
    """The status of the solver after its run; it ends early once `seconds_left` says 0."""
    solver.parameters.catch_sigint_signal = False
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(solver.solve, model, callback)
        while not wait([running], timeout=BEAT_S).done:
            if seconds_left() == 0:
                solver.stop_search()
        return running.result()

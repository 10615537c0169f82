"""CP-SAT that lets itself be stopped: it runs on a thread while this one watches the limits."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

from ortools.sat.python import cp_model

from swishsolve.search.limits import Limits

BEAT_S = 0.1


def solve_within(model: cp_model.CpModel, limits: Limits, seconds: float | None = None) -> tuple[Any, Any]:
    """The solver after its run on one thread, and its status; UNKNOWN or FEASIBLE where a limit stopped it."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 0
    times = [time for time in (limits.seconds_left(), seconds) if time is not None]
    if times:
        solver.parameters.max_time_in_seconds = min(times)
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(solver.solve, model)
        while not wait([running], timeout=BEAT_S).done:
            if limits.reached():
                solver.stop_search()
        return solver, running.result()

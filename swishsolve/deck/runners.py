"""Running many pieces of work: on threads of this process, or on a dask.distributed cluster.

A runner calls a function with each item and yields the results as they come, in any order, and None now and then while
nothing has come, so that whoever waits can show progress or stop. Closing the iterator stops what has not begun. The
kernels let go of the interpreter's lock, so threads use all cores; the cluster sends work of lost workers to others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from importlib import import_module
from time import sleep
from typing import Any, Protocol, TypeVar

from swishsolve.errors import InputError
from swishsolve.model.code import quote

Item = TypeVar("Item")
Result = TypeVar("Result")

ADDRESS = re.compile(r"(?:tcp|tls|ws|wss)://(?:\[[0-9A-Fa-f:.%]+\]|[^\s:/\[\]]+):[0-9]{1,5}")
IN_FLIGHT = 4
IN_FLIGHT_THERE = 256
BEAT_S = 0.2
CONNECT_S = 10
# A piece of work is given up when so many workers were lost over it.
LOST_WORKERS = 10


class Runner(Protocol):
    """Calls a function with each item; yields results, and None while waiting."""

    def __call__(self, function: Callable[[Item], Result], items: Iterable[Item], /) -> Iterator[Result | None]: ...


def threads(workers: int) -> Runner:
    """A runner on so many threads of this process."""

    def run(function: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result | None]:
        waiting = iter(items)
        pool = ThreadPoolExecutor(workers)
        running: set[Future[Result]] = set()
        try:
            while True:
                for item in waiting:
                    running.add(pool.submit(function, item))
                    if len(running) >= workers * IN_FLIGHT:
                        break
                if not running:
                    return
                done, running = wait(running, timeout=BEAT_S, return_when=FIRST_COMPLETED)
                if not done:
                    yield None
                for future in done:
                    yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)

    return run


def cluster(address: str) -> Runner:
    """A runner on the dask.distributed scheduler at the address; raises InputError when there is none."""
    if not ADDRESS.fullmatch(address):
        raise InputError(f"--cluster: found {quote(address)}, expected an address such as tcp://127.0.0.1:8786")
    try:
        distributed: Any = import_module("dask.distributed")
        config: Any = import_module("dask.config")
    except ImportError:
        raise InputError('--cluster needs dask.distributed: pip install "swishsolve[cluster]"') from None
    config.set(
        {"distributed.comm.timeouts.connect": f"{CONNECT_S}s", "distributed.scheduler.allowed-failures": LOST_WORKERS}
    )
    try:
        client = distributed.Client(address, timeout=f"{CONNECT_S}s", set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        first_line = (str(error) or type(error).__name__).splitlines()[0]
        raise InputError(f"--cluster {address}: found no scheduler there ({first_line})") from None

    def run(function: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result | None]:
        waiting = iter(items)
        futures: set[Any] = set()
        try:
            while True:
                # A worker lost is no fault of the piece that it had: dask gives it to another, and retries on top.
                for item in waiting:
                    futures.add(client.submit(function, item, pure=False, retries=LOST_WORKERS))
                    if len(futures) >= IN_FLIGHT_THERE:
                        break
                if not futures:
                    return
                done = {future for future in futures if future.done()}
                if not done:
                    sleep(BEAT_S)
                    yield None
                futures -= done
                for future in done:
                    yield future.result()
        finally:
            client.cancel(list(futures))
            client.close()

    return run

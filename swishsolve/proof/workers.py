"""Processes that work on the parts of a refutation, and their honest end.

Each worker is a process of its own, so a limit or an interrupt can end CaDiCaL in the middle of a call, and a worker
that dies (killed, out of memory) is seen as such: its part stays open and nothing is claimed.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread

import swishsolve
from swishsolve.errors import SwishError
from swishsolve.model.layout import Layout
from swishsolve.proof.checker import encode
from swishsolve.proof.jobs import Part, run_part, suppositions

_LOOK_S = 0.1


class WorkerDiedError(SwishError):
    """A worker ended before its part was done; the question stays open."""


def run_parts(
    layout: Layout,
    least: int,
    count: int,
    workers: int,
    on_look: Callable[[int], None],
    on_start: Callable[[int], None] | None = None,
) -> list[Part]:
    """The results of parts 0 to `count` - 1, up to the first one with a model.

    `on_look` is called about ten times a second with the number of parts done and may raise; then, as on every way
    out, the workers are ended. `on_start` gets the process number of each worker. Raises WorkerDiedError.
    """
    todo: SimpleQueue[int] = SimpleQueue()
    for index in range(count):
        todo.put(index)
    results: SimpleQueue[tuple[int, Part | None]] = SimpleQueue()
    processes = [_start() for _ in range(min(workers, count))]
    threads = [Thread(target=_serve, args=(p, layout, least, todo, results), daemon=True) for p in processes]
    parts: dict[int, Part] = {}
    try:
        for process, thread in zip(processes, threads, strict=True):
            if on_start:
                on_start(process.pid)
            thread.start()
        while len(parts) < count:
            on_look(len(parts))
            try:
                index, part = results.get(timeout=_LOOK_S)
            except Empty:
                continue
            if part is None:
                raise WorkerDiedError(f"a worker ended before part {index + 1} of {count} was done")
            parts[index] = part
            first_model = min((i for i, done in parts.items() if done.model), default=count)
            if all(i in parts for i in range(first_model)) and first_model < count:
                return [parts[i] for i in range(first_model + 1)]
        return [parts[index] for index in range(count)]
    finally:
        for process in processes:
            process.kill()
        for process, thread in zip(processes, threads, strict=True):
            process.wait()
            if thread.ident is not None:
                thread.join()
            for stream in (process.stdin, process.stdout):
                if stream:
                    # A question that was not yet sent has nobody to go to; the stream is closed all the same.
                    with suppress(OSError):
                        stream.close()


def _start() -> subprocess.Popen[bytes]:
    # -P and the path: the package that is running, whatever lies in the current directory.
    home = str(Path(swishsolve.__file__).resolve().parent.parent)
    paths = [home, *filter(None, [os.environ.get("PYTHONPATH")])]
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "swishsolve.proof.workers"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
    )


def _serve(
    process: subprocess.Popen[bytes],
    layout: Layout,
    least: int,
    todo: SimpleQueue[int],
    results: SimpleQueue[tuple[int, Part | None]],
) -> None:
    """Hand parts to one worker until none is left; a part that never comes back is reported as None."""
    index = 0
    try:
        assert process.stdin and process.stdout
        pickle.dump((layout, least), process.stdin)
        while True:
            try:
                index = todo.get_nowait()
            except Empty:
                return
            pickle.dump(index, process.stdin)
            process.stdin.flush()
            results.put((index, pickle.load(process.stdout)))
    except (OSError, EOFError, pickle.UnpicklingError, ValueError):
        results.put((index, None))


def main() -> None:
    """Be a worker: read the question, then the numbers of parts, and answer each, until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is the business of who started the workers
    _end_with_parent()
    questions, answers = sys.stdin.buffer, sys.stdout.buffer
    try:
        layout, least = pickle.load(questions)
        formula = encode(layout, least)
        supposed = suppositions(layout, formula)
        while True:
            index = pickle.load(questions)
            pickle.dump(run_part(formula, supposed, index), answers)
            answers.flush()
    except (EOFError, BrokenPipeError):
        return


def _end_with_parent() -> None:
    """Have Linux end this process when the one that started it is killed; elsewhere it ends after its part."""
    if sys.platform == "linux":
        import ctypes

        set_death_signal = 1
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(set_death_signal, signal.SIGKILL)


if __name__ == "__main__":
    main()

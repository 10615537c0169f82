"""Progress on a terminal for anything that takes more than a second, and Ctrl-C that ends a search cleanly."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from types import FrameType

from swishsolve.search.limits import Limits

# Seconds before the first line and between lines: on a terminal, where one is written over, and in a file.
_QUIET_S, _BETWEEN_S = 1.0, 0.2
_QUIET_IN_FILE_S, _BETWEEN_IN_FILE_S = 2.0, 2.0


@contextmanager
def watched_limits(time_limit: float | None, doing: str) -> Iterator[Limits]:
    """Limits that show progress and stop at the first Ctrl-C; a second Ctrl-C interrupts at once."""
    with watched_work(time_limit, doing) as (limits, _):
        yield limits


@contextmanager
def watched_work(time_limit: float | None, doing: str, *, in_files: bool = False) -> Iterator[tuple[Limits, Progress]]:
    """The limits of `watched_limits` and the progress that is shown, for work that knows how much of it is done."""
    with shown_progress(doing, in_files=in_files) as progress:
        limits = Limits(seconds=time_limit, on_look=progress.note_steps, on_better=progress.note_better)

        def on_interrupt(number: int, frame: FrameType | None) -> None:
            if limits.stop_requested:
                signal.default_int_handler(number, frame)
            limits.request_stop()

        in_main_thread = threading.current_thread() is threading.main_thread()
        before = signal.signal(signal.SIGINT, on_interrupt) if in_main_thread else None
        try:
            yield limits, progress
        finally:
            if in_main_thread:
                signal.signal(signal.SIGINT, before)


@contextmanager
def shown_progress(doing: str, *, in_files: bool = False) -> Iterator[Progress]:
    """A line on standard error that counts the seconds, where that is a terminal and the work takes more than one.

    With `in_files` there are lines, fewer of them, where it is a file or a pipe, too.
    """
    progress = Progress(doing)
    if sys.stderr is None or not (in_files or sys.stderr.isatty()):
        yield progress
        return
    done = threading.Event()
    ticker = threading.Thread(target=progress.tick, args=(done,), daemon=True)
    ticker.start()
    try:
        yield progress
    finally:
        done.set()
        ticker.join()


class Progress:
    """What is known of a work under way; a thread of its own shows it, so nothing has to be called in time."""

    def __init__(self, doing: str) -> None:
        self.doing = doing
        self.steps = 0
        self.best = 0
        self.part = ""

    def note_steps(self, steps: int) -> None:
        """So many steps are done in all."""
        self.steps = steps

    def note_better(self, cards: int) -> None:
        """An answer of so many cards is known."""
        self.best = cards

    def note_part(self, done: int, of: int, what: str) -> None:
        """So much of the whole is done."""
        self.part = f"{done:,} of {of:,} {what} ({100 * done // max(of, 1)} %)"

    def tick(self, done: threading.Event) -> None:
        """Show the line again and again until the work is done, then wipe it out."""
        start = monotonic()
        terminal = sys.stderr.isatty()
        if done.wait(_QUIET_S if terminal else _QUIET_IN_FILE_S):
            return
        while True:
            parts = [f"{self.doing}: {monotonic() - start:.0f} s"]
            parts += [self.part] if self.part else []
            parts += [f"{self.steps:,} looked at"] if self.steps else []
            parts += [f"best so far {self.best} cards"] if self.best else []
            line = f"{', '.join(parts)} (Ctrl-C stops)"
            sys.stderr.write(f"\r{line}\033[K" if terminal else f"{line}\n")
            sys.stderr.flush()
            if done.wait(_BETWEEN_S if terminal else _BETWEEN_IN_FILE_S):
                break
        if terminal:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()

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

_QUIET_S, _BETWEEN_S = 1.0, 0.2


@contextmanager
def watched_limits(time_limit: float | None, doing: str) -> Iterator[Limits]:
    """Limits that show progress and stop at the first Ctrl-C; a second Ctrl-C interrupts at once."""
    with shown_progress(doing) as progress:
        limits = Limits(seconds=time_limit, on_look=progress.note_steps, on_better=progress.note_better)

        def on_interrupt(number: int, frame: FrameType | None) -> None:
            if limits.stop_requested:
                signal.default_int_handler(number, frame)
            limits.request_stop()

        in_main_thread = threading.current_thread() is threading.main_thread()
        before = signal.signal(signal.SIGINT, on_interrupt) if in_main_thread else None
        try:
            yield limits
        finally:
            if in_main_thread:
                signal.signal(signal.SIGINT, before)


@contextmanager
def shown_progress(doing: str) -> Iterator[Progress]:
    """A line on standard error that counts the seconds, where that is a terminal and the work takes more than one."""
    progress = Progress(doing)
    if sys.stderr is None or not sys.stderr.isatty():
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

    def note_steps(self, steps: int) -> None:
        """So many steps are done in all."""
        self.steps = steps

    def note_better(self, cards: int) -> None:
        """An answer of so many cards is known."""
        self.best = cards

    def tick(self, done: threading.Event) -> None:
        """Show the line again and again until the work is done, then wipe it out."""
        start = monotonic()
        if done.wait(_QUIET_S):
            return
        while True:
            parts = [f"{self.doing}: {monotonic() - start:.0f} s"]
            parts += [f"{self.steps:,} looked at"] if self.steps else []
            parts += [f"best so far {self.best} cards"] if self.best else []
            sys.stderr.write(f"\r{', '.join(parts)} (Ctrl-C stops)\033[K")
            sys.stderr.flush()
            if done.wait(_BETWEEN_S):
                break
        sys.stderr.write("\r\033[K")
        sys.stderr.flush()

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
    status = _StatusLine(doing)
    limits = Limits(seconds=time_limit, on_look=status.show)

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
        status.clear()


class _StatusLine:
    def __init__(self, doing: str) -> None:
        self.doing = doing
        self.start = monotonic()
        self.next = self.start + _QUIET_S
        self.on_terminal = sys.stderr is not None and sys.stderr.isatty()
        self.shown = False

    def show(self, steps: int) -> None:
        now = monotonic()
        if not self.on_terminal or now < self.next:
            return
        self.next = now + _BETWEEN_S
        self.shown = True
        sys.stderr.write(f"\r{self.doing}: {now - self.start:.0f} s, {steps:,} looked at (Ctrl-C stops)\033[K")
        sys.stderr.flush()

    def clear(self) -> None:
        if self.shown:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()

"""What is shown of a work under way: one line that is written over on a terminal, lines of their own in a file."""

from __future__ import annotations

import sys
import threading
from io import StringIO

import pytest

from swishsolve.cli import progress as module
from swishsolve.cli.progress import Progress, shown_progress


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


class DoneAfter(threading.Event):
    """Says that the work is done when it was asked so many times."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self.times = times

    def wait(self, timeout: float | None = None) -> bool:  # noqa: ARG002 - as of Event
        self.times -= 1
        return self.times < 0


def shown(stream: StringIO, monkeypatch: pytest.MonkeyPatch, times: int) -> str:
    monkeypatch.setattr(sys, "stderr", stream)
    progress = Progress("checking")
    progress.note_part(50, 200, "lines")
    progress.note_better(7)
    progress.tick(DoneAfter(times))
    return stream.getvalue()


def test_a_terminal_has_one_line_that_is_wiped_out(monkeypatch: pytest.MonkeyPatch) -> None:
    line = "\rchecking: 0 s, 50 of 200 lines (25 %), best so far 7 cards (Ctrl-C stops)\033[K"
    assert shown(Terminal(), monkeypatch, 2) == f"{line}{line}\r\033[K"


def test_a_file_has_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    line = "checking: 0 s, 50 of 200 lines (25 %), best so far 7 cards (Ctrl-C stops)\n"
    assert shown(StringIO(), monkeypatch, 3) == line * 3


def test_short_work_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for stream in (Terminal(), StringIO()):
        assert shown(stream, monkeypatch, 0) == ""


def test_files_are_spared_unless_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_QUIET_IN_FILE_S", "_BETWEEN_IN_FILE_S"):
        monkeypatch.setattr(module, name, 0.0)
    for in_files in (False, True):
        stream = StringIO()
        monkeypatch.setattr(sys, "stderr", stream)
        before = threading.active_count()
        with shown_progress("working", in_files=in_files):
            assert threading.active_count() == before + in_files
        assert bool(stream.getvalue()) <= in_files

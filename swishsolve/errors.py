"""What can go wrong, and the exit statuses that programs rely on.

Answers are values, not exceptions: "no Swish", "unknown" and "doubtful" never travel as errors. An exception here
means that the question could not be put.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import NamedTuple


class ExitStatus(IntEnum):
    """Exit statuses of the command line."""

    YES = 0
    NO = 1
    BAD_INPUT = 2
    UNDECIDED = 3


class SwishError(Exception):
    """Base of every error that swishsolve raises on purpose."""


class Fault(NamedTuple):
    """One thing that is wrong with an input: where it is, what was found and what was expected.

    `line` and `column` count from 1; `card` is a label or a position in words, for inputs without lines.
    """

    message: str
    source: str | None = None
    line: int | None = None
    column: int | None = None
    card: str | None = None

    def __str__(self) -> str:
        place = [self.source] if self.source else []
        if self.line is not None:
            place.append(f"line {self.line}")
        if self.column is not None:
            place.append(f"column {self.column}")
        if self.card is not None:
            place.append(f"card {self.card}" if self.card[:1].isupper() else self.card)
        where = ", ".join(place)
        return f"{where}: {self.message}" if where else self.message


class InputError(SwishError):
    """An input that cannot be read, with every fault found in it.

    >>> str(InputError([Fault("the file is empty", source="table.txt")]))
    'table.txt: the file is empty'
    """

    def __init__(self, faults: Iterable[Fault] | str) -> None:
        self.faults = (Fault(faults),) if isinstance(faults, str) else tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))

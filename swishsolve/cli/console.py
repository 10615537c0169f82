"""Standard output and standard error: what they can show, and writing to them without surprises.

Results go to standard output, messages to standard error. A closed pipe ends the output quietly and changes no exit
status: the answer is the same whether or not anyone reads it.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from shutil import get_terminal_size
from typing import TextIO

from swishsolve.errors import InputError, SwishError

SHOWN_FAULTS = 20


@dataclass(frozen=True)
class Console:
    """What standard output can show: columns, colour, and characters beyond ASCII."""

    width: int
    colour: bool
    unicode: bool

    @classmethod
    def of_stdout(cls) -> Console:
        """The console as it is now; COLUMNS and NO_COLOR are honoured."""
        from swishsolve.render.terminal import can_encode

        terminal = sys.stdout is not None and sys.stdout.isatty()
        return cls(
            width=max(12, min(get_terminal_size().columns, 120)),
            colour=terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb",
            unicode=sys.stdout is not None and can_encode(sys.stdout.encoding),
        )

    def fold(self, text: str, hanging: str = "  ") -> str:
        """Lines of sentences, those that are too wide broken between words; `hanging` begins what is broken off.

        >>> print(Console(20, False, False).fold("a line of more than twenty\\n  b"))
        a line of more than
          twenty
          b
        """
        from textwrap import fill

        def folded(line: str) -> str:
            start = line[: len(line) - len(line.lstrip())]
            return fill(
                line, self.width, subsequent_indent=start + hanging, break_long_words=False, break_on_hyphens=False
            )

        return "\n".join(folded(line) if len(line) > self.width else line for line in text.split("\n"))


def emit(text: str) -> None:
    """Write a result to standard output, with a final line break."""
    _write(sys.stdout, text if text.endswith("\n") else text + "\n")


def say(text: str) -> None:
    """Write a message to standard error."""
    _write(sys.stderr, text + "\n")


def complain(error: InputError) -> None:
    """Write the faults of an input, one line each, the first 20 and a count."""
    for fault in error.faults[:SHOWN_FAULTS]:
        say(" ".join(str(fault).split("\n")))
    if len(error.faults) > SHOWN_FAULTS:
        say(f"… {len(error.faults) - SHOWN_FAULTS} more, {len(error.faults)} faults in all")


def close_quietly(stream: TextIO) -> None:
    """Let what is still to come vanish: the interpreter flushes once more on its way out, pipe closed or disk full."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


class OutputError(SwishError):
    """Standard output cannot take the result: the disk is full, say."""


def _write(stream: TextIO | None, text: str) -> None:
    if stream is None:
        return
    try:
        stream.flush()
        # An unbuffered stream may take a part of what it is given and say nothing: go on until all is written.
        left = memoryview(text.replace("\n", os.linesep).encode(stream.encoding, "replace"))
        while left:
            left = left[stream.buffer.write(left) or 0 :]
        stream.buffer.flush()
    except OSError as error:
        close_quietly(stream)
        if stream is sys.stdout and not isinstance(error, BrokenPipeError):
            raise OutputError(f"standard output: {(error.strerror or str(error)).lower()}") from None

"""The command line: parse, call, format – no logic. One module for each command, loaded when it is called."""

from __future__ import annotations

import gc
import os
import sys
from importlib import import_module
from io import StringIO, TextIOWrapper

import click

from swishsolve.cli.console import OutputError, close_quietly, complain, say
from swishsolve.errors import ExitStatus, InputError

# Set to anything, it lets a fault of the program itself show where it arose.
TRACEBACK_VARIABLE = "SWISHSOLVE_TRACEBACK"

# Command name -> module of this package; each module has a click command called `command`.
COMMANDS = (
    "solve",
    "render",
    "check",
    "prove",
    "verify",
    "explain",
    "hint",
    "read",
    "deal",
    "referee",
    "simulate",
    "deck",
    "puzzle",
    "completion",
)


class _LazyGroup(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"swishsolve.cli.{cmd_name}").command
        return command


EPILOG = """
\b
Examples:
  swishsolve solve table.jpg --picture answer.png
  swishsolve read table.jpg > table.txt
  swishsolve solve table.txt --all --min 4
  swishsolve check table.txt A1+C3h+D2u
  swishsolve deal --seed 7 | swishsolve solve -

A layout is a text file, layout JSON, a photo, or - for standard input holding any of them.
Exit status: 0 yes, 1 definitely no, 2 bad input or usage, 3 undecided or a doubtful photo.
"""


@click.group(
    cls=_LazyGroup,
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="swishsolve", message="%(prog)s %(version)s")
def app() -> None:
    """Find every Swish on the table, from text or a photograph, and know that it is right."""


def run() -> int:
    """Run the command line; the exit status, never a traceback for what a user can do."""
    # One command and out: the collector would walk the search's many live tuples again and again for nothing.
    gc.set_threshold(200_000)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        status = app.main(prog_name="swishsolve", standalone_mode=False)
        return int(status) if isinstance(status, int) else 0
    except InputError as error:
        complain(error)
        return ExitStatus.BAD_INPUT
    except OutputError as error:
        say(str(error))
        return ExitStatus.BAD_INPUT
    except click.ClickException as error:
        say(_shown(error))
        return ExitStatus.BAD_INPUT
    except (KeyboardInterrupt, click.Abort):
        say("interrupted")
        return ExitStatus.UNDECIDED
    except MemoryError:
        say("out of memory")
        return ExitStatus.UNDECIDED
    except SystemExit:
        # How click leaves when nobody reads its help any more.
        return ExitStatus.YES
    except OSError as error:
        if sys.stdout is not None:
            close_quietly(sys.stdout)
        say(f"{error.filename or 'standard output'}: {(error.strerror or str(error)).lower()}")
        return ExitStatus.BAD_INPUT
    except Exception as error:
        # Python's own status for this is 1, which is an answer here: "definitely no".
        _say_own_fault(error)
        return ExitStatus.UNDECIDED


def _say_own_fault(error: Exception) -> None:
    """Say that the program, not its input, is at fault; with the traceback where it is asked for."""
    if os.environ.get(TRACEBACK_VARIABLE):
        from traceback import format_exception

        say("".join(format_exception(error)).rstrip("\n"))
    what = " ".join(f"{type(error).__name__}: {error}".split())
    say(f"a fault of swishsolve itself, nothing is decided ({TRACEBACK_VARIABLE}=1 shows where): {what}")


def _shown(error: click.ClickException) -> str:
    """What click prints for a wrong usage, as text."""
    text = StringIO()
    error.show(text)
    return text.getvalue().rstrip("\n")

"""`swishsolve read`: what is on the table, as a layout file."""

from __future__ import annotations

import sys
from typing import Any

import click

from swishsolve.cli.console import Console, emit, say
from swishsolve.cli.inputs import layout_input, read_input
from swishsolve.cli.reports import check_answer_picture, emit_json, layout_text, say_doubts, write_answer_picture
from swishsolve.errors import ExitStatus
from swishsolve.model.layout_json import layout_to_json
from swishsolve.model.layout_text import format_layout_text


@click.command("read")
@click.option("--json", "as_json", is_flag=True, help="Print layout JSON, with corners and confidence of each card.")
@click.option("--picture", metavar="FILE", help="Draw the reading on the photo.")
@layout_input
def command(as_json: bool, picture: str | None, **options: Any) -> int:
    """Read the cards of a photo (LAYOUT) and print them as a layout file.

    Ends with status 3 when a card is doubtful or none was found; the doubts stand on standard error.

    \b
    Examples:
      swishsolve read table.jpg > table.txt
      swishsolve read table.jpg | swishsolve solve -
      swishsolve read table.jpg --set A3=b../.../.P./... --json
    """
    check_answer_picture(picture)
    given = read_input(**options)
    if as_json:
        emit_json(layout_to_json(given.layout))
    else:
        emit(format_layout_text(given.layout))
        if sys.stdout is not None and sys.stdout.isatty():
            say(layout_text(given.layout, Console.of_stdout()))
    say_doubts(given)
    if picture:
        write_answer_picture(picture, given, ())
    return ExitStatus.UNDECIDED if given.in_doubt else ExitStatus.YES

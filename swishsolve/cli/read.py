"""`swishsolve read`: what is on the table, as a layout file; many photos at once, too."""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from swishsolve.cli.console import Console, complain, emit, say
from swishsolve.cli.inputs import Input, layout_options, photo_names, read_input
from swishsolve.cli.options import picture_option
from swishsolve.cli.reports import (
    check_answer_picture,
    emit_json,
    json_text,
    layout_text,
    say_doubts,
    write_answer_picture,
)
from swishsolve.errors import ExitStatus, Fault, InputError
from swishsolve.files import write_whole
from swishsolve.model.layout_json import layout_to_json
from swishsolve.model.layout_text import format_layout_text


@click.command("read")
@click.argument("photos", nargs=-1, required=True, type=click.Path(), metavar="LAYOUT...")
@click.option("--json", "as_json", is_flag=True, help="Print layout JSON, with corners and confidence of each card.")
@picture_option("Draw the reading on the photo")
@click.option("-o", "--output", metavar="DIR", help="Write a layout file for each photo into this folder.")
@layout_options
def command(photos: tuple[str, ...], as_json: bool, picture: str | None, output: str | None, **options: Any) -> int:
    """Read the cards of a photo and print them as a layout file; with several photos or -o, one after the other.

    Ends with status 3 when a card is doubtful or none was found; the doubts stand on standard error. A photo that
    cannot be read does not stop the others (status 2 at the end).

    \b
    Examples:
      swishsolve read table.jpg > table.txt
      swishsolve read table.jpg | swishsolve solve -
      swishsolve read table.jpg --set A3=b../.../.P./... --json
      swishsolve read junior.jpg --grid 3x3 --symbols 2
      swishsolve read evening/*.jpg -o layouts
    """
    if len(photos) > 1 and (picture or options["corrections"]):
        raise click.UsageError("--picture and --set belong to a single photo.")
    check_answer_picture(picture)
    if len(photos) > 1 or output:
        return _read_many(photos, as_json, output, options)
    given = read_input(photos[0], **options)
    if as_json:
        emit_json(layout_to_json(given.layout))
    else:
        emit(format_layout_text(given.layout))
        if sys.stdout is not None and sys.stdout.isatty():
            say(layout_text(given.layout, Console.of_stdout()))
    say_doubts(given)
    if picture:
        write_answer_picture(picture, given, ())
    return _status(given)


def _status(given: Input) -> ExitStatus:
    return ExitStatus.UNDECIDED if given.in_doubt else ExitStatus.YES


def _read_many(photos: tuple[str, ...], as_json: bool, output: str | None, options: dict[str, Any]) -> int:
    targets = _targets(photos, output, ".json" if as_json else ".txt") if output else {}
    status = ExitStatus.YES
    collected: list[dict[str, Any]] = []
    for number, (name, folder) in enumerate(zip(photos, photo_names(photos), strict=True), start=1):
        try:
            given = read_input(name, **options, doing=f"reading photo {number} of {len(photos)}", name=folder)
        except InputError as error:
            complain(error)
            collected.append({"photo": name, "faults": [fault.message for fault in error.faults]})
            status = ExitStatus.BAD_INPUT
            continue
        if status is ExitStatus.YES:
            status = _status(given)
        say(f"{name}: {len(given.layout)} cards, {len(given.layout.doubtful)} doubtful")
        say_doubts(given)
        value = layout_to_json(given.layout)
        text = json_text(value) if as_json else format_layout_text(given.layout)
        if output:
            write_whole(targets[name], f"{text.rstrip()}\n".encode(errors="replace"))
        elif as_json:
            collected.append({"photo": name, "layout": value})
        else:
            emit(f"# {name}\n{text}")
    if as_json and not output:
        emit_json(collected)
    return status


def _targets(photos: tuple[str, ...], folder: str, suffix: str) -> dict[str, str]:
    """Where the layout of each photo goes; raises InputError when two would overwrite each other."""
    targets: dict[str, str] = {}
    for name in photos:
        targets[name] = os.path.join(folder, photo_names((name,))[0] + suffix)
    if len(set(targets.values())) < len(photos):
        raise InputError([Fault("found two photos of the same name, expected names of their own", folder)])
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise InputError([Fault(f"cannot be written: {error.strerror}", folder)]) from None
    return targets

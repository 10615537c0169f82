"""`swishsolve explain`: why there is no Swish, in words for the table."""

from __future__ import annotations

from pathlib import Path
from textwrap import wrap
from typing import Any

import click

from swishsolve.cli.console import Console, emit, say
from swishsolve.cli.inputs import layout_input, read_input
from swishsolve.cli.options import picture_option, time_limit_option
from swishsolve.cli.progress import watched_limits
from swishsolve.cli.reports import check_answer_picture, doubt_words, layout_text, say_doubts, swish_text
from swishsolve.errors import ExitStatus
from swishsolve.model.layout import Layout
from swishsolve.proof.explain import Explanation
from swishsolve.proof.words import iter_paragraphs
from swishsolve.prove import explain_none


@click.command("explain")
@layout_input
@click.option("--none", "claim_none", is_flag=True, help="Explain why there is no Swish.")
@click.option("--full", is_flag=True, help="Tell every case, however many there are.")
@time_limit_option
@picture_option("Draw the table with the rounds and the words")
def command(claim_none: bool, full: bool, time_limit: float | None, picture: str | None, **options: Any) -> int:
    """Explain a claim about LAYOUT in words: which cards can be in no Swish and why, round by round.

    \b
    Examples:
      swishsolve explain table.txt --none
      swishsolve explain table.jpg --none --picture why.png
    """
    if not claim_none:
        raise click.UsageError("Say what is to be explained: --none.")
    check_answer_picture(picture)
    given = read_input(**options)
    layout, console = given.layout, Console.of_stdout()
    say_doubts(given)
    if given.in_doubt:
        emit(layout_text(layout, console))
        say(doubt_words(given, "nothing was explained"))
        return ExitStatus.UNDECIDED
    with watched_limits(time_limit, "looking for reasons") as limits:
        answer = explain_none(layout, limits)
    if answer.swish:
        emit("there is a Swish, and so nothing to explain\n\n" + swish_text(layout, answer.swish, console))
    elif answer.explanation is None:
        emit("not explained: a limit or an interrupt ended the search for reasons")
    else:
        paragraphs = list(iter_paragraphs(layout, answer.explanation, full=full))
        emit(_text(layout, answer.explanation, paragraphs, console))
        if picture:
            _write_picture(picture, layout, answer.explanation, paragraphs)
    return answer.exit_status


def _text(layout: Layout, explanation: Explanation, paragraphs: list[str], console: Console) -> str:
    rounds = [tuple(case.pile[0] for case in cases) for cases in explanation.rounds]
    table = layout_text(layout, console, rounds)
    lines = [table, "#n: the round in which the card falls out"] if len(rounds) > 1 else [table]
    for paragraph in paragraphs:
        lines.append("")
        for line in paragraph.split("\n"):
            indent = " " * (len(line) - len(line.lstrip()))
            lines += wrap(line, console.width, subsequent_indent=indent * 2)
    return "\n".join(lines)


def _write_picture(name: str, layout: Layout, explanation: Explanation, paragraphs: list[str]) -> None:
    from swishsolve.render.files import write_picture
    from swishsolve.render.rounds import draw_rounds_picture

    rounds = [[case.pile[0].label for case in cases] for cases in explanation.rounds]
    write_picture(Path(name), draw_rounds_picture(layout, rounds, paragraphs))
    say(f"picture: {name}")

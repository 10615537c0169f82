"""`swishsolve hint`: a little help, and a little more."""

from __future__ import annotations

from typing import Any

import click

from swishsolve.cli.console import Console, emit, say
from swishsolve.cli.inputs import layout_input, read_input
from swishsolve.cli.options import time_limit_option, workers_option
from swishsolve.cli.progress import watched_limits
from swishsolve.cli.reports import doubt_words, layout_text, say_doubts, swish_text
from swishsolve.errors import ExitStatus
from swishsolve.solve import solve


@click.command("hint")
@layout_input
@click.option(
    "--level",
    type=click.IntRange(1, 3),
    metavar="N",
    default=1,
    show_default=True,
    help="1 a card, 2 two, 3 all moves.",
)
@click.option(
    "--min", "min_size", type=click.IntRange(2), metavar="N", default=2, help="Help with a Swish of at least N cards."
)
@click.option("--max", "max_size", type=click.IntRange(2), metavar="N", help="Help with a Swish of at most N cards.")
@time_limit_option
@workers_option
def command(
    level: int, min_size: int, max_size: int | None, time_limit: float | None, workers: int | None, **options: Any
) -> int:
    """Give a hint for the largest Swish of LAYOUT without giving it away.

    \b
    Examples:
      swishsolve hint table.txt
      swishsolve hint table.txt --level 2 --max 3
    """
    if max_size and min_size > max_size:
        raise click.UsageError(f"--min {min_size} is more than --max {max_size}.")
    given = read_input(**options)
    console = Console.of_stdout()
    say_doubts(given)
    if given.in_doubt:
        emit(layout_text(given.layout, console))
        say(doubt_words(given, "no hint was given"))
        return ExitStatus.UNDECIDED
    with watched_limits(time_limit, "searching") as limits:
        solution = solve(given.layout, "maximum", min_size=min_size, max_size=max_size, workers=workers, limits=limits)
    if not solution.swishes:
        emit("No such Swish exists." if solution.status == "none" else "No Swish found so far.")
        return solution.exit_status
    stack = solution.swishes[0]
    labels = [str(label) for label, _ in stack]
    if level == 1:
        emit(f"{labels[0]} is in a Swish of {len(stack)} cards.")
    elif level == 2:
        emit(f"{labels[0]} and {labels[1]} are in a Swish of {len(stack)} cards.")
    else:
        emit(swish_text(given.layout, stack, console))
    if not solution.complete:
        say("stopped early: a larger Swish may exist")
    return ExitStatus.YES

"""`swishsolve solve`: every question about the Swishes of a layout."""

from __future__ import annotations

from typing import Any

import click

from swishsolve.cli.console import Console, emit, say
from swishsolve.cli.inputs import Input, layout_input, parse_labels, read_input
from swishsolve.cli.options import picture_option, time_limit_option, workers_option
from swishsolve.cli.progress import watched_limits
from swishsolve.cli.reports import (
    check_answer_picture,
    doubt_words,
    emit_json,
    layout_text,
    say_doubts,
    swish_text,
    write_answer_picture,
)
from swishsolve.errors import ExitStatus
from swishsolve.model.claim import format_stack
from swishsolve.solution import ENGINES, Question, Solution
from swishsolve.solve import solve

QUESTION_HELP: dict[Question, str] = {
    "maximum": "The largest Swish (default), with the counts by size for up to 20 cards.",
    "all": "Every set of cards that is a Swish.",
    "minimal": "Swishes that contain no smaller one.",
    "maximal": "Swishes that no larger one contains.",
    "cover": "Disjoint Swishes that together use as many cards as possible.",
    "first": "Any one Swish.",
}
VARIANTS: dict[str, tuple[int, int | None]] = {
    "beginner": (2, 2),
    "standard": (2, None),
    "expert-3": (3, None),
    "expert-4": (4, None),
    "expert-5": (5, None),
}


def _question_options(command: Any) -> Any:
    for question, help_text in reversed(QUESTION_HELP.items()):
        command = click.option(f"--{question}", is_flag=True, help=help_text)(command)
    return command


@click.command("solve")
@_question_options
@click.option("--min", "min_size", type=click.IntRange(2), metavar="N", help="Only Swishes of at least N cards.")
@click.option("--max", "max_size", type=click.IntRange(2), metavar="N", help="Only Swishes of at most N cards.")
@click.option("--variant", type=click.Choice(list(VARIANTS)), help="Sizes that a variant of the game allows.")
@click.option("--with", "having", multiple=True, metavar="LABEL", help="Only Swishes that use this card. Repeatable.")
@click.option("--without", multiple=True, metavar="LABEL", help="Set this card aside. Repeatable.")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="List at most N Swishes.")
@time_limit_option
@click.option("--engine", type=click.Choice(list(ENGINES)), default="auto", show_default=True)
@workers_option
@click.option("--json", "as_json", is_flag=True, help="Print solution JSON.")
@picture_option("Draw the answer")
@layout_input
def command(
    min_size: int | None,
    max_size: int | None,
    variant: str | None,
    having: tuple[str, ...],
    without: tuple[str, ...],
    limit: int | None,
    time_limit: float | None,
    engine: str,
    workers: int | None,
    as_json: bool,
    picture: str | None,
    **options: Any,
) -> int:
    """Find the Swishes of LAYOUT: a text file, layout JSON, a photo, or - for standard input.

    \b
    Examples:
      swishsolve solve table.jpg --picture answer.png
      swishsolve solve table.txt --all --min 4 --json
      swishsolve solve table.txt --with A1 --without B2
    """
    asked = [question for question in QUESTION_HELP if options.pop(question)]
    if len(asked) > 1:
        raise click.UsageError(f"--{asked[0]} and --{asked[1]} are two questions: ask one.")
    question = asked[0] if asked else "maximum"
    if variant:
        if min_size or max_size:
            raise click.UsageError("--variant sets the sizes: leave out --min and --max.")
        min_size, max_size = VARIANTS[variant]
    if min_size and max_size and min_size > max_size:
        raise click.UsageError(f"--min {min_size} is more than --max {max_size}.")
    if engine == "cp-sat" and question not in ("maximum", "cover", "first"):
        raise click.UsageError("--engine cp-sat answers --maximum, --cover and --first only.")
    check_answer_picture(picture)

    given = read_input(**options)
    say_doubts(given)
    if given.in_doubt:
        return _stop_in_doubt(given, question, as_json, picture)
    with watched_limits(time_limit, "searching") as limits:
        solution = solve(
            given.layout,
            question,
            min_size=min_size or 2,
            max_size=max_size,
            having=parse_labels(having, given.layout, "--with"),
            without=parse_labels(without, given.layout, "--without"),
            count_limit=limit,
            engine=engine,  # type: ignore[arg-type]  # click.Choice has checked it
            workers=workers,
            limits=limits,
            count_sets=True,
        )
    if as_json:
        emit_json(solution.to_json())
    else:
        emit(_solution_text(solution, Console.of_stdout()))
    if picture:
        write_answer_picture(picture, given, solution.swishes, "" if solution.swishes else _headline(solution))
    return solution.exit_status


def _stop_in_doubt(given: Input, question: Question, as_json: bool, picture: str | None) -> int:
    """Show the reading of a doubtful photo and solve nothing."""
    if as_json:
        emit_json(Solution.undecided(given.layout, question).to_json())
    else:
        emit(layout_text(given.layout, Console.of_stdout()))
    if picture:
        write_answer_picture(picture, given, ())
    say(doubt_words(given, "nothing was solved"))
    return ExitStatus.UNDECIDED


def _solution_text(solution: Solution, console: Console) -> str:
    listing = solution.question in ("all", "minimal", "maximal")
    highlight = () if listing else solution.swishes
    parts = [layout_text(solution.layout, console, highlight), _headline(solution)]
    if listing:
        parts += [_list_of(solution)] if solution.swishes else []
    else:
        parts += [swish_text(solution.layout, stack, console) for stack in solution.swishes]
    if solution.counts and solution.status == "found":
        parts.append(_counts_text(solution.counts, _counts_title(solution, listing)))
    return "\n\n".join(parts)


def _headline(solution: Solution) -> str:
    sizes = _sizes_words(solution)
    kind = {"minimal": "minimal ", "maximal": "maximal "}.get(solution.question, "")
    if solution.status == "none":
        return f"No {kind}Swish{sizes} exists."
    if solution.status == "unknown":
        return f"No {kind}Swish{sizes} found so far; stopped early, so there may be one."
    if solution.question == "maximum":
        if not solution.complete:
            found = f"Largest Swish{sizes} found so far: {_cards(solution.maximum)}"
            return f"{found}; stopped early, none has more than {solution.bound}."
        return f"Largest Swish{sizes}: {_cards(solution.maximum)}, and none is larger."
    if solution.question == "first":
        return f"A Swish{sizes}: {_cards(len(solution.swishes[0]))}."
    if solution.question == "cover":
        proof = "no cover uses more" if solution.complete else "stopped early, there may be a better one"
        return f"Best cover{sizes}: {_cards(solution.covered)} in {_swishes(len(solution.swishes))}; {proof}."
    number = len(solution.swishes)
    ended = "" if solution.complete else ", cut short by the limit"
    return f"{number} {kind}{_swishes(number).split(' ', 1)[1]}{sizes}{ended}."


def _sizes_words(solution: Solution) -> str:
    """What the Swishes are restricted to: sizes, cards that must be in, cards set aside."""
    low, high = solution.min_size, solution.max_size
    if low == high:
        words = f" of {low} cards"
    else:
        limits = ([f"at least {low}"] if low > 2 else []) + ([f"at most {high}"] if high else [])
        words = f" of {' and '.join(limits)} cards" if limits else ""
    if solution.having:
        words += f" with {', '.join(map(str, solution.having))}"
    if solution.without:
        words += f" without {', '.join(map(str, solution.without))}"
    return words


def _cards(number: int) -> str:
    return f"{number} card{'s'[: number != 1]}"


def _swishes(number: int) -> str:
    return f"{number} Swish{'es'[: 2 * (number != 1)]}"


def _list_of(solution: Solution) -> str:
    lines = []
    size = 0
    for stack in solution.swishes:
        if len(stack) != size:
            size = len(stack)
            lines.append(f"{_cards(size)}:")
        lines.append(f"  {format_stack(solution.layout, stack)}")
    return "\n".join(lines)


def _counts_title(solution: Solution, listing: bool) -> str:
    if listing and not solution.complete:
        return "Listed"
    if solution.question in ("minimal", "maximal"):
        return f"{solution.question.capitalize()} Swishes"
    return "Sets of cards that are a Swish"


def _counts_text(counts: dict[int, int], title: str) -> str:
    width = max(len(str(count)) for count in counts.values())
    lines = [f"  {size:>2} cards {count:>{width}}" for size, count in sorted(counts.items())]
    return "\n".join([f"{title}, by size:", *lines, f"     all   {sum(counts.values()):>{width}}"])

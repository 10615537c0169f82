"""`swishsolve puzzle`: make, grade and show puzzles with exactly one answer."""

from __future__ import annotations

import sys
from dataclasses import replace
from datetime import date, datetime
from typing import Any

import click

from swishsolve.cli.console import Console, emit, say
from swishsolve.cli.inputs import layout_input, read_input
from swishsolve.cli.options import time_limit_option
from swishsolve.cli.progress import watched_limits
from swishsolve.cli.puzzle_book import first_seed, puzzle_book, puzzle_seed
from swishsolve.cli.reports import doubt_words, emit_json, layout_text, say_doubts, swish_text
from swishsolve.errors import ExitStatus, InputError
from swishsolve.model.claim import format_stack
from swishsolve.model.code import quote
from swishsolve.model.layout_json import layout_to_json
from swishsolve.model.layout_text import format_layout_text
from swishsolve.puzzle.daily import daily
from swishsolve.puzzle.generate import DEFAULT_TRIES, Failure, Puzzle
from swishsolve.puzzle.grade import LEVELS
from swishsolve.puzzle.ids import DEFAULT_DECK, checked_params, format_complete_id, make_from, puzzle_of, read_id


class Day(click.ParamType[date]):
    """A day, written YYYY-MM-DD."""

    name = "day"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> date:
        try:
            return datetime.strptime(value, "%Y-%m-%d").date()
        except ValueError:
            self.fail(f"found {quote(value)}, expected a day as YYYY-MM-DD.", param, ctx)


@click.group("puzzle")
def command() -> None:
    """Make puzzles with exactly one answer, grade them, show them.

    A terminal shows the table as a picture. In a file or a pipe a puzzle is a layout file, its ids and level in
    comments.

    \b
    Examples:
      swishsolve puzzle new --size 4 --level hard --seed 7
      swishsolve puzzle new --size 4 | swishsolve solve -
      swishsolve puzzle show "deck=classic-60,cards=16,size=4,level=hard#7" --solution
      swishsolve puzzle grade table.txt
    """


@command.command("new")
@click.option("--cards", type=int, default=16, show_default=True, metavar="N", help="Cards on the table.")
@click.option("--size", type=int, metavar="K", help="Cards of the answer.  [default: 4]")
@click.option("--level", type=click.Choice(list(LEVELS)), help="How hard; any when left out.")
@click.option("--unique-from", type=int, metavar="K", help="The only Swish of K cards or more.  [default: of any size]")
@click.option("--deck", metavar="NAME|FILE", help=f"Cards of this deck.  [default: {DEFAULT_DECK}]")
@click.option("--grid", metavar="RxC", help="Any cards of this grid, not those of a deck.")
@click.option(
    "--rule", type=click.Choice(["classic", "free"]), help="With --grid or --colours: the rule of the colours."
)
@click.option("--colours", metavar="LETTERS", help="Any cards of these colours; one for each orbit: rule classic.")
@click.option("--symbols", metavar="B+H", help="Any cards with B balls and H hoops.")
@click.option("--seed", type=puzzle_seed, metavar="N", help="The same puzzle again.  [default: a new one]")
@click.option("--date", "day", type=Day(), metavar="YYYY-MM-DD", help="The puzzle of that day.")
@click.option("--count", type=click.IntRange(1, 10_000), default=1, metavar="N", help="So many, with seeds from N on.")
@click.option(
    "--tries",
    type=click.IntRange(1),
    default=DEFAULT_TRIES,
    show_default=True,
    metavar="N",
    help="Give up after so many.",
)
@time_limit_option
@click.option("--json", "as_json", is_flag=True, help="Print a list of puzzles as JSON.")
def new(
    cards: int,
    size: int | None,
    level: str | None,
    unique_from: int | None,
    deck: str | None,
    grid: str | None,
    rule: str | None,
    colours: str | None,
    symbols: str | None,
    seed: int | None,
    day: date | None,
    count: int,
    tries: int,
    time_limit: float | None,
    as_json: bool,
) -> int:
    """Make a puzzle: a table on which exactly one set of cards is a Swish.

    \b
    Examples:
      swishsolve puzzle new --size 3 --level easy
      swishsolve puzzle new --size 5 --level expert --seed 1 --count 10 --json
      swishsolve puzzle new --grid 5x5 --colours bgo --symbols 2+2 --size 6
      swishsolve puzzle new --size 9 --unique-from 8
      swishsolve puzzle new --date 2026-12-01
    """
    if day is not None:
        if seed is not None:
            raise click.UsageError("--date is the seed: leave out --seed.")
        seed, day_size, day_level = daily(day)
        if size is None and level is None:
            size, level = day_size, day_level
    seed = first_seed(seed, count)
    free = any(option is not None for option in (grid, rule, colours, symbols))
    if free and deck:
        raise click.UsageError("--deck brings its own grid, rule, colours and symbols.")
    params = checked_params(
        cards=cards,
        size=4 if size is None else size,
        level=level,
        unique_from=unique_from,
        deck=None if free else deck or DEFAULT_DECK,
        grid=grid,
        rule=rule,
        colours=colours,
        symbols=_symbols(symbols),
    )
    made: list[tuple[str, Puzzle]] = []
    failures: list[Failure] = []
    with watched_limits(time_limit, "making puzzles") as limits:
        for number in range(seed, seed + count):
            puzzle = make_from(params, number, tries=tries, limits=limits)
            if isinstance(puzzle, Puzzle):
                made.append((f"{params}#{number}", puzzle))
                if not as_json:
                    emit(_puzzle_text(f"{params}#{number}", puzzle, solution=False))
                continue
            failures.append(puzzle)
            say(f"{params}#{number}: {'impossible: ' * puzzle.impossible}{puzzle.reason}")
            if puzzle.impossible or limits.reached():
                break
    if as_json:
        emit_json([puzzle_to_json(name, puzzle) for name, puzzle in made])
    if any(failure.impossible for failure in failures):
        return ExitStatus.NO
    return ExitStatus.UNDECIDED if failures else ExitStatus.YES


def _symbols(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    balls, plus, hoops = text.partition("+")
    hoops = hoops if plus else balls
    if not all(part.isascii() and part.isdigit() and len(part) < 4 for part in (balls, hoops)):
        raise InputError(f'found --symbols "{text}", expected balls+hoops such as 1+1 or 2+2')
    return int(balls), int(hoops)


@command.command("grade")
@layout_input
@click.option("--unique-from", type=click.IntRange(2), default=2, metavar="K", help="Only Swishes of K cards or more.")
@time_limit_option
@click.option("--json", "as_json", is_flag=True, help="Print a list with the puzzle as JSON.")
def grade_command(unique_from: int, time_limit: float | None, as_json: bool, **options: Any) -> int:
    """Is LAYOUT a puzzle, and how hard is it?

    Status 1 when it is none: no Swish, or more than one.
    """
    given = read_input(**options)
    say_doubts(given)
    if given.in_doubt:
        emit("[]" if as_json else layout_text(given.layout, Console.of_stdout()))
        say(doubt_words(given, "nothing was graded"))
        return ExitStatus.UNDECIDED
    with watched_limits(time_limit, "searching") as limits:
        puzzle = puzzle_of(given.layout, unique_from, limits)
    if isinstance(puzzle, Failure):
        if as_json:
            emit_json([])
        say(f"no puzzle: {puzzle.reason}" if puzzle.impossible else puzzle.reason)
        return ExitStatus.NO if puzzle.impossible else ExitStatus.UNDECIDED
    name = format_complete_id(puzzle)
    if as_json:
        emit_json([puzzle_to_json(name, puzzle)])
    else:
        emit(f"{_grade_text(puzzle, Console.of_stdout())}\n{name}")
    return ExitStatus.YES


@command.command("show")
@click.argument("puzzle_id", metavar="ID")
@click.option("--solution", is_flag=True, help="Show the answer, too.")
@time_limit_option
@click.option("--json", "as_json", is_flag=True, help="Print a list with the puzzle as JSON.")
def show(puzzle_id: str, solution: bool, time_limit: float | None, as_json: bool) -> int:
    """Show the puzzle of an ID, params#seed or params:cards."""
    with watched_limits(time_limit, "making the puzzle") as limits:
        name, puzzle = read_id(puzzle_id, limits=limits)
    if isinstance(puzzle, Failure):
        if as_json:
            emit_json([])
        say(f"{'impossible: ' * puzzle.impossible}{puzzle.reason}")
        return ExitStatus.NO if puzzle.impossible else ExitStatus.UNDECIDED
    if as_json:
        emit_json([puzzle_to_json(name, puzzle)])
    else:
        emit(_puzzle_text(name, puzzle, solution))
    return ExitStatus.YES


command.add_command(puzzle_book)


def puzzle_to_json(name: str, puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as it stands in the JSON list."""
    return {
        "id": name,
        "level": puzzle.grade.level,
        "layout": layout_to_json(puzzle.layout),
        "answer": [str(label) for label, _ in puzzle.answer],
        "stack": format_stack(puzzle.layout, puzzle.answer),
    }


def _grade_text(puzzle: Puzzle, console: Console) -> str:
    mark = puzzle.grade
    which = f" of at least {puzzle.least} cards" if puzzle.least > 2 else ""
    parts = f"pairs {mark.pairs:.0f}, chains {mark.chains:.0f}, {mark.near_misses} near misses"
    return console.fold(
        f"The only Swish{which} has {len(puzzle.answer)} cards. "
        f"Level {mark.level}: expected effort {mark.effort:.0f} ({parts}).",
        hanging="",
    )


def _puzzle_text(name: str, puzzle: Puzzle, solution: bool) -> str:
    if sys.stdout is not None and sys.stdout.isatty():
        return puzzle_picture(name, puzzle, Console.of_stdout(), solution)
    return puzzle_file(name, puzzle, Console.of_stdout(), solution)


def puzzle_picture(name: str, puzzle: Puzzle, console: Console, solution: bool) -> str:
    """The puzzle for people: its ids, the table, the grade and, if asked for, the answer."""
    highlight = (puzzle.answer,) if solution else ()
    parts = [
        f"{name}\n{format_complete_id(puzzle)}",
        layout_text(puzzle.layout, console, highlight),
        _grade_text(puzzle, console),
    ]
    if solution:
        parts.append(swish_text(puzzle.layout, puzzle.answer, console))
    return "\n\n".join(parts) + "\n"


def puzzle_file(name: str, puzzle: Puzzle, console: Console, solution: bool) -> str:
    """The puzzle as a layout file; what is no layout stands in comments."""
    grade = _grade_text(puzzle, replace(console, width=console.width - 2))
    lines = [name, format_complete_id(puzzle), *grade.split("\n")]
    if solution:
        lines.append(f"answer: {format_stack(puzzle.layout, puzzle.answer)}")
    return "".join(f"# {line}\n" for line in lines) + format_layout_text(puzzle.layout) + "\n"

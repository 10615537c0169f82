"""`swishsolve puzzle book`: puzzles on paper."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from swishsolve.cli.console import say
from swishsolve.cli.options import time_limit_option
from swishsolve.cli.printing import PRINTED, Marks, chosen_font, chosen_marks, ink_options, inked, inks_of_deck
from swishsolve.cli.progress import watched_limits
from swishsolve.errors import ExitStatus, Fault, InputError
from swishsolve.puzzle.generate import Failure, Puzzle
from swishsolve.puzzle.grade import LEVELS, Level
from swishsolve.puzzle.ids import DEFAULT_DECK, MAX_SEED, checked_params, make_from

if TYPE_CHECKING:
    from collections.abc import Mapping

    from swishsolve.render.book import BookPuzzle
    from swishsolve.render.font import Font

# Cards of the answer where none are asked for.
SIZES: dict[Level, int] = {"easy": 3, "medium": 4, "hard": 4, "expert": 5}
puzzle_seed = click.IntRange(0, MAX_SEED)


def first_seed(seed: int | None, count: int) -> int:
    """The first of so many seeds in a row: the one asked for, or a new one. Raises UsageError where they run out."""
    if seed is None:
        from secrets import randbelow

        return randbelow(1_000_000)
    if seed + count - 1 > MAX_SEED:
        raise click.UsageError(f"--seed and --count go beyond the last seed, {MAX_SEED}.")
    return seed


@click.command("book")
@click.option("-o", "--output", required=True, metavar="FILE", help="The PDF.")
@click.option("--count", type=click.IntRange(1, 1000), default=12, show_default=True, metavar="N", help="Puzzles.")
@click.option("--level", "levels", type=click.Choice(LEVELS), multiple=True, help="Repeatable.  [default: all, rising]")
@click.option("--size", type=click.IntRange(2), metavar="K", help="Cards of each answer.  [default: 3 to 5, by level]")
@click.option("--cards", type=int, default=16, show_default=True, metavar="N", help="Cards on each table.")
@click.option("--deck", default=DEFAULT_DECK, show_default=True, metavar="NAME|FILE", help="Where the cards come from.")
@click.option("--seed", type=puzzle_seed, metavar="N", help="The same book again.  [default: a new one]")
@click.option(
    "--title", metavar="TITLE", default="Swish puzzles", show_default=True, help="What stands on the first page."
)
@click.option("--page", default="a4", show_default=True, metavar="SIZE", help="a4, letter or WIDTHxHEIGHT in mm.")
@click.option(
    "--per-page", type=click.Choice(["1", "2", "4", "6"]), default="1", show_default=True, help="Puzzles a page."
)
@ink_options(PRINTED, "letters")
@time_limit_option
def puzzle_book(
    output: str,
    count: int,
    levels: tuple[Level, ...],
    size: int | None,
    cards: int,
    deck: str,
    seed: int | None,
    title: str,
    page: str,
    per_page: str,
    palette: str | None,
    marks: Marks | None,
    font: str | None,
    time_limit: float | None,
) -> int:
    """Make a book of puzzles as a PDF: hints upside down on each page, solutions at the back.

    Every puzzle carries its id: `swishsolve puzzle show` makes it again.

    \b
    Examples:
      swishsolve puzzle book -o book.pdf --seed 7
      swishsolve puzzle book -o hard.pdf --level expert --count 24 --per-page 2
    """
    from swishsolve.files import check_file_path

    path = Path(output)
    if path.suffix.lower() not in ("", ".pdf"):
        raise InputError([Fault(f'found the suffix "{path.suffix}", expected .pdf', str(path))])
    check_file_path(path)
    if not title.strip() or not title.isprintable():
        raise InputError("found a title of no printable characters, expected one in one line")
    from swishsolve.render.sheet import parse_page

    page_mm, used_font = parse_page(page), chosen_font(font)
    inks = inks_of_deck(deck, palette)
    shown = chosen_marks(palette, marks, "letters")
    seed = first_seed(seed, count)
    # Rising levels, as many of each as divides evenly.
    rising = [level for level in LEVELS if level in (levels or LEVELS)]
    puzzles: list[BookPuzzle] = []
    with watched_limits(time_limit, "making puzzles") as limits:
        for index in range(count):
            level = rising[index * len(rising) // count]
            params = checked_params(
                cards=cards, size=size or SIZES[level], level=level, unique_from=None, deck=deck, grid=None
            )
            name = f"{params}#{seed + index}"
            puzzle = make_from(params, seed + index, limits=limits)
            if isinstance(puzzle, Failure):
                say(f"{name}: {'impossible: ' * puzzle.impossible}{puzzle.reason}; no book was made")
                return ExitStatus.NO if puzzle.impossible else ExitStatus.UNDECIDED
            puzzles.append(book_puzzle(name, puzzle))
    _write(path, puzzles, page_mm, title.strip(), int(per_page), inks, shown, used_font)
    return ExitStatus.YES


def book_puzzle(name: str, puzzle: Puzzle) -> BookPuzzle:
    """The puzzle as a book shows it, with two hints."""
    from swishsolve.model.claim import preferred
    from swishsolve.model.transform import Transform
    from swishsolve.render.book import BookPuzzle

    answer = preferred(puzzle.layout, puzzle.answer)
    which = f" of {puzzle.least} or more cards" if puzzle.least > 2 else ""
    last = answer[-1]
    lies = "stays as it lies" if last.transform is Transform.IDENTITY else f"is {last.transform.words}"
    hints = (
        f"First hint: {answer[0].label} is one of its cards.",
        f"Second hint: laid on {answer[0].label}, {last.label} {lies}.",
    )
    task = f"Find the only Swish{which}. It has {len(answer)} cards."
    rank = LEVELS.index(puzzle.grade.level) + 1, len(LEVELS)
    return BookPuzzle(name, puzzle.grade.level, rank, task, puzzle.layout, hints, (answer,))


def _write(
    path: Path,
    puzzles: list[BookPuzzle],
    page_mm: tuple[float, float],
    title: str,
    per_page: int,
    inks: Mapping[str, str],
    marks: Marks,
    font: Font | None,
) -> None:
    from swishsolve.files import write_whole
    from swishsolve.render.book import book_pages
    from swishsolve.render.cards import CardStyle
    from swishsolve.render.files import check_texts_of
    from swishsolve.render.pdf import encode_pdf

    style = inked(CardStyle(), inks, marks)
    pages = book_pages(puzzles, page_mm, title, per_page=per_page, style=style, font=font)
    check_texts_of([page.drawing for page in pages], font)
    write_whole(path, encode_pdf(pages, title, font))
    say(f"{len(puzzles)} puzzle{'s'[: len(puzzles) != 1]} on {len(pages)} pages: {path}")

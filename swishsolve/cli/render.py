"""`swishsolve render`: a table or a stack as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from swishsolve.check import check_claim
from swishsolve.cli.console import Console, emit, say
from swishsolve.cli.inputs import layout_input, read_input
from swishsolve.cli.printing import SHOWN, Marks, chosen_font, chosen_marks, ink_options, inked
from swishsolve.cli.progress import watched_limits
from swishsolve.cli.reports import check_answer_picture, doubt_words, layout_text, say_doubts, swish_text
from swishsolve.errors import ExitStatus
from swishsolve.model.claim import parse_claim
from swishsolve.model.layout import Layout
from swishsolve.model.swish import Stack


@click.command("render")
@layout_input
@click.option(
    "-o", "--output", metavar="FILE", help="Draw it (.png, .jpg, .jpeg, .svg, .pdf); else the terminal shows it."
)
@click.option("--stack", metavar="STACK", help='Draw these cards as they are laid; "A1+C3?" finds the moves.')
@ink_options(SHOWN, "letters")
@click.option("--dpi", type=click.IntRange(20, 1200), metavar="N", help="Resolution of PNG and JPEG.")
def command(
    output: str | None,
    stack: str | None,
    palette: str | None,
    marks: Marks | None,
    font: str | None,
    dpi: int | None,
    **options: Any,
) -> int:
    """Draw the table of LAYOUT as it lies, or a stack of its cards: each with its move, and the finished pile.

    \b
    Examples:
      swishsolve render table.txt -o table.pdf
      swishsolve render table.jpg -o table.svg
      swishsolve render table.txt --stack A1+C3h -o stack.png
    """
    check_answer_picture(output)
    used_font = chosen_font(font)
    shown = chosen_marks(palette, marks, "letters")
    given = read_input(**options)
    say_doubts(given)
    laid: Stack = ()
    if stack is not None:
        if given.in_doubt:
            emit(layout_text(given.layout, Console.of_stdout()))
            say(doubt_words(given, "no stack was drawn"))
            return ExitStatus.UNDECIDED
        claim = parse_claim(stack, given.layout)
        laid = claim.stack
        if claim.any_moves:
            with watched_limits(None, "searching") as limits:
                verdict = check_claim(given.layout, claim, limits)
            if not verdict.holds:
                say(f"{stack}: {verdict.reasons[0]}")
                return ExitStatus.UNDECIDED if verdict.holds is None else ExitStatus.NO
            laid = verdict.witnesses[0].stack
    if output is None:
        console = Console.of_stdout()
        emit(swish_text(given.layout, laid, console) if laid else layout_text(given.layout, console))
    else:
        _draw(Path(output), given.layout, laid, palette, shown, used_font, dpi)
    return ExitStatus.UNDECIDED if given.in_doubt else ExitStatus.YES


def _draw(
    path: Path, layout: Layout, stack: Stack, palette: str | None, marks: Marks, font: Any, dpi: int | None
) -> None:
    from swishsolve.render.cards import CardStyle
    from swishsolve.render.files import write_picture
    from swishsolve.render.palette import PALETTES
    from swishsolve.render.stack import draw_stack_picture
    from swishsolve.render.table import draw_layout_picture

    style = inked(CardStyle(), PALETTES[palette or SHOWN], marks)
    drawing = draw_stack_picture(layout, stack, style) if stack else draw_layout_picture(layout, style=style)
    write_picture(path, drawing, dpi=dpi, font=font)
    say(f"picture: {path}")

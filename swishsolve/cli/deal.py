"""`swishsolve deal`: a table of cards from a deck."""

from __future__ import annotations

import click

from swishsolve.cli.console import emit, say
from swishsolve.cli.inputs import parse_size
from swishsolve.cli.reports import emit_json
from swishsolve.errors import InputError
from swishsolve.model.assemble import is_table
from swishsolve.model.code import quote
from swishsolve.model.deck import read_deck
from swishsolve.model.layout_json import layout_to_json
from swishsolve.model.layout_text import format_layout_text


@click.command("deal")
@click.option("--deck", default="classic-60", show_default=True, metavar="NAME|FILE", help="The deck to deal from.")
@click.option("--seed", type=click.IntRange(0), metavar="N", help="Shuffle with this seed.  [default: a new one]")
@click.option("--table", default="4x4", show_default=True, metavar="RxC", help="Rows x columns of the table.")
@click.option("--json", "as_json", is_flag=True, help="Print layout JSON.")
def command(deck: str, seed: int | None, table: str, as_json: bool) -> None:
    """Deal a table of cards; the output is a layout file.

    \b
    Examples:
      swishsolve deal --seed 7 > table.txt
      swishsolve deal --deck classic-36 --table 3x4 | swishsolve solve -
    """
    rows, cols = parse_size(table)
    if not is_table(rows, cols):
        raise InputError(f"found table {table}, expected at most 702 rows and 999 columns")
    if seed is None:
        from secrets import randbelow

        seed = randbelow(1_000_000)
    layout = read_deck(deck).deal((rows, cols), seed)
    if len(layout) < rows * cols:
        say(f"the deck has {len(layout)} cards, the table {rows * cols} places")
    if as_json:
        emit_json(layout_to_json(layout))
    else:
        shown = quote(deck)[1:-1]
        emit(f"# swishsolve deal --deck {shown} --table {rows}x{cols} --seed {seed}\n{format_layout_text(layout)}")

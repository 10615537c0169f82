"""Doubtful cards settled one by one at the terminal, with the cut-out of the photo shown."""

from __future__ import annotations

import sys
from dataclasses import replace

import click

from swishsolve.cli.console import Console, complain, say
from swishsolve.cli.inputs import Input, correct
from swishsolve.errors import InputError
from swishsolve.model.layout import LaidCard, Layout
from swishsolve.render import terminal

_CARD_COLS, _CARD_ROWS = 18, 24


def settle(given: Input) -> Input:
    """Ask about each doubtful card in turn; the rest of the input stays as it is.

    Raises InputError when nobody is there to answer.
    """
    if not given.layout.doubtful:
        return given
    if sys.stdin is None or not sys.stdin.isatty():
        raise InputError("--settle asks questions, expected a terminal as standard input")
    for label in given.layout.doubtful:
        answer = _ask(given, next(laid for laid in given.layout if laid.label == label))
        if answer is None:
            break
        given = replace(given, layout=answer)
    return given


def _ask(given: Input, laid: LaidCard) -> Layout | None:
    """The layout with this card settled, or None when the user has had enough."""
    choices = [laid.card.code]
    if given.photo:
        read = next(card for card in given.photo.reading.cards if card.label == laid.label)
        choices += [code for code, _ in read.alternatives if code != laid.card.code]
        say(f"\n{laid.label}: {'; '.join(read.reasons) or 'not sure'}")
    _show(given, laid)
    for number, code in enumerate(choices, start=1):
        say(f"  {number}  {code}{'  (as read)' if number == 1 else ''}")
    while True:
        answer = click.prompt("number, card code, - to remove the card, q to stop", default="1", err=True).strip()
        if answer == "q":
            return None
        code = choices[int(answer) - 1] if answer.isdecimal() and 0 < int(answer) <= len(choices) else answer
        try:
            return correct(given.layout, (f"{laid.label}={'' if code == '-' else code}",))
        except InputError as error:
            complain(error)


def _show(given: Input, laid: LaidCard) -> None:
    """The card as it was read, beside its cut-out where the terminal shows colours."""
    console = Console.of_stdout()
    alone = Layout(given.layout.grid, (laid,), given.layout.table, given.layout.rule, given.layout.colours)
    drawn = terminal.format_layout(alone, width=console.width, colour=False, unicode=console.unicode).splitlines()
    cut: list[str] = []
    if given.photo and laid.photo and console.colour and console.unicode:
        from swishsolve.render.cutout import cut_out, half_block_lines

        decoded = given.photo.decoded
        pixels = cut_out(decoded.pixels, laid.photo, _CARD_COLS, _CARD_ROWS, decoded.reduction)
        cut = half_block_lines(pixels)
    blank = " " * _CARD_COLS
    for row in range(max(len(cut), len(drawn))):
        left = cut[row] if row < len(cut) else blank if cut else ""
        say(f"  {left}  {drawn[row] if row < len(drawn) else ''}".rstrip(" "))

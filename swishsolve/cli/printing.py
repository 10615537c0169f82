"""What the commands that draw have in common: inks, marks and fonts, as options and as a style of cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import click

from swishsolve.cli.console import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from swishsolve.render.cards import CardStyle
    from swishsolve.render.font import Font

Command = TypeVar("Command", bound=Callable[..., Any])
Marks = Literal["none", "letters", "patterns", "both"]
MARKS: tuple[Marks, ...] = ("none", "letters", "patterns", "both")
INKS = ("safe", "vivid", "black")
# The inks of what is printed, decks and books alike, so that a deck matches its book; and those of other pictures.
PRINTED, SHOWN = "safe", "vivid"


def ink_options(palette: str, marks: Marks) -> Callable[[Command], Command]:
    """Give a command `palette`, `marks` and `font`: None where none is asked for; the help names these defaults."""

    def decorate(command: Command) -> Command:
        inks = f"The inks; black leaves it to the marks.  [default: {palette}]"
        besides = f"What tells colours apart besides their hue.  [default: {marks}; in black patterns]"
        for option in reversed(
            (
                click.option("--palette", type=click.Choice(INKS), help=inks),
                click.option("--marks", type=click.Choice(MARKS), help=besides),
                click.option("--font", metavar="FILE", help="A TrueType font for what the bundled one lacks."),
            )
        ):
            command = option(command)
        return command

    return decorate


def inked(style: CardStyle, inks: Mapping[str, str], marks: Marks) -> CardStyle:
    """The style with these inks and marks."""
    letters, patterns = marks in ("letters", "both"), marks in ("patterns", "both")
    return replace(style, colours=inks, letters=letters, patterns=patterns)


def inks_of_deck(deck: str, palette: str | None) -> Mapping[str, str]:
    """The inks for what is printed of that deck: those asked for by name win over those in the deck's file.

    Raises InputError where the file names inks that are none, or cannot be read.
    """
    from swishsolve.model.deck import read_deck
    from swishsolve.render.palette import PALETTES, read_palette

    if palette:
        return PALETTES[palette]
    read_deck(deck)
    return read_palette(deck, PALETTES[PRINTED])


def chosen_marks(palette: str | None, marks: Marks | None, default: Marks) -> Marks:
    """The marks that were asked for, or the default; one ink has patterns and cannot do without marks."""
    if palette == "black" and marks == "none":
        raise click.UsageError("--palette black tells colours apart by marks only: leave out --marks none.")
    return marks or ("patterns" if palette == "black" else default)


def chosen_font(name: str | None) -> Font | None:
    """The font of that file; None for the bundled one. Raises InputError."""
    if name is None:
        return None
    from swishsolve.render.font import read_font

    return read_font(Path(name))


def say_confusions(inks: Mapping[str, str], used: Iterable[str]) -> None:
    """Say on standard error which of the used colours look alike to a kind of colour blindness."""
    from swishsolve.model.colours import COLOUR_NAMES
    from swishsolve.render.sight import LEAST, find_confusions

    for first, second, sight, distance in find_confusions(inks, used):
        pair = f"{COLOUR_NAMES[first]} and {COLOUR_NAMES[second]}"
        say(f"{pair} look alike to {sight}: distance {distance:.1f}, {LEAST:.0f} is asked; --marks tells them apart")

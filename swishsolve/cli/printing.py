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


def ink_options(command: Command) -> Command:
    """Give a command `palette`, `marks` and `font`."""
    for decorate in reversed(
        (
            click.option("--palette", type=click.Choice(INKS), help="The inks; black leaves it to the marks."),
            click.option("--marks", type=click.Choice(MARKS), help="What tells colours apart besides their hue."),
            click.option("--font", metavar="FILE", help="A TrueType font for what the bundled one lacks."),
        )
    ):
        command = decorate(command)
    return command


def inked(style: CardStyle, inks: Mapping[str, str], marks: Marks) -> CardStyle:
    """The style with these inks and marks."""
    letters, patterns = marks in ("letters", "both"), marks in ("patterns", "both")
    return replace(style, colours=inks, letters=letters, patterns=patterns)


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

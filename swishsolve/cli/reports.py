"""Texts that several commands print: the layout as it was understood, a doubtful reading, a Swish with its moves."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from swishsolve.cli.console import Console, emit, say
from swishsolve.cli.inputs import Input
from swishsolve.model.claim import format_stack
from swishsolve.model.layout import Layout
from swishsolve.model.swish import Stack
from swishsolve.render import terminal


def json_text(value: Any) -> str:
    """A JSON value as text, the same on every run: a line for each key of an object and each entry of its lists."""
    if not isinstance(value, dict):
        return json.dumps(value, indent=1, ensure_ascii=False)
    lines = []
    for key, entry in value.items():
        text = json.dumps(entry, ensure_ascii=False)
        if isinstance(entry, list) and entry and isinstance(entry[0], dict):
            text = "[\n  " + ",\n  ".join(json.dumps(item, ensure_ascii=False) for item in entry) + "\n ]"
        elif isinstance(entry, dict) and len(text) > 100:
            text = json_text(entry).replace("\n", "\n ")
        lines.append(f" {json.dumps(key)}: {text}")
    return "{\n" + ",\n".join(lines) + "\n}"


def emit_json(value: Any) -> None:
    """Write a JSON value to standard output."""
    emit(json_text(value))


def layout_text(layout: Layout, console: Console, highlight: Sequence[Stack] = ()) -> str:
    """The layout as a picture, under a line that says what it is."""
    cards = f"{len(layout)} card{'s'[: len(layout) != 1]}"
    rule = f"classic colours {layout.colours}" if layout.colours else "free colours"
    head = console.fold(f"{cards}, grid {layout.grid}, {rule}")
    if not len(layout):
        return head
    picture = terminal.format_layout(
        layout, width=console.width, colour=console.colour, unicode=console.unicode, highlight=highlight
    )
    legend = terminal.format_legend(layout, width=console.width, colour=console.colour)
    return "\n".join((head, picture.rstrip("\n"), legend.rstrip("\n")))


def swish_text(layout: Layout, stack: Stack, console: Console) -> str:
    """A stack in one line and as a picture, as it comes together."""
    picture = terminal.format_stack(layout, stack, width=console.width, colour=console.colour, unicode=console.unicode)
    return f"{format_stack(layout, stack)}\n{picture.rstrip()}"


def say_doubts(given: Input) -> None:
    """Say on standard error what the photo reader saw, card by card, and how to settle it."""
    photo = given.photo
    if photo:
        for warning in (*photo.decoded.warnings, *photo.reading.notes):
            say(warning)
        for card in photo.reading.cards:
            if card.label in given.layout.doubtful:
                reasons = "; ".join(card.reasons) or "not sure"
                say(f"{card.label} is doubtful ({card.confidence:.2f}), read as {card.card.code}: {reasons}")
                for code, probability in card.alternatives:
                    say(f"    or {code} ({probability:.2f})")
    elif given.layout.doubtful:
        say("doubtful cards: " + ", ".join(map(str, given.layout.doubtful)))
    if given.layout.doubtful and not given.accept_doubtful:
        first = given.layout.doubtful[0]
        say(f"settle them with --set {first}=CODE (--set {first}= removes the card) or use --accept-doubtful")


def doubt_words(given: Input, done: str, what: str = "the photo") -> str:
    """Why a layout in doubt was not used; `done` is what was not done to it, as in "nothing was solved"."""
    return f"{what} is in doubt: {done}" if len(given.layout) else f"{what} shows no card: {done}"


def write_answer_picture(path: str, given: Input, swishes: Sequence[Stack], answer: str = "") -> None:
    """Draw the Swishes and write the answer, on the photo or on a picture of a table that is no photo; say where."""
    from pathlib import Path

    from swishsolve.render.files import write_picture
    from swishsolve.render.photo import annotate_photo
    from swishsolve.render.table import draw_layout_picture

    if given.photo:
        drawing = annotate_photo(given.photo.decoded.pixels, given.layout, swishes, answer=answer)
    else:
        drawing = draw_layout_picture(given.layout, swishes, answer=answer)
    write_picture(Path(path), drawing)
    say(f"picture: {path}")


def check_answer_picture(path: str | None) -> None:
    """Raise InputError unless the picture can be written: before the work that it shows."""
    if path is not None:
        from pathlib import Path

        from swishsolve.render.files import check_picture_path

        check_picture_path(Path(path))

"""`swishsolve deck scan`: the cards of several photos as a deck file."""

from __future__ import annotations

from typing import Any

import click

from swishsolve.cli.console import complain, emit, say
from swishsolve.cli.inputs import layout_options, photo_names, read_input
from swishsolve.cli.reports import doubt_words, say_doubts
from swishsolve.errors import ExitStatus, Fault, InputError
from swishsolve.model.code import quote
from swishsolve.model.deck import deck_of, format_deck
from swishsolve.model.layout import Layout


@click.command("scan")
@click.argument("photos", nargs=-1, required=True, metavar="LAYOUT...")
@click.option("--name", metavar="NAME", default="scanned", show_default=True, help="The name of the deck.")
@layout_options
def deck_scan(photos: tuple[str, ...], name: str, **options: Any) -> int:
    """Collect the cards of photos (or layout files) into a deck, printed as a deck file.

    Every card seen counts: a card that lies on two of the photos is counted twice. Ends with status 3 when a card is
    doubtful and --accept-doubtful is not given; a photo that cannot be read ends it with status 2.

    \b
    Examples:
      swishsolve deck scan first.jpg second.jpg --name mine > mine.toml
    """
    if len(photos) > 1 and options["corrections"]:
        raise click.UsageError("--set belongs to a single photo.")
    if not name.strip() or not name.isprintable():
        raise InputError([Fault(f"found {quote(name)}, expected a name in one line", "--name")])
    layouts: list[Layout] = []
    doubts: list[str] = []
    failed = False
    for number, (photo, folder) in enumerate(zip(photos, photo_names(photos), strict=True), start=1):
        try:
            given = read_input(photo, **options, doing=f"reading photo {number} of {len(photos)}", name=folder)
        except InputError as error:
            complain(error)
            failed = True
            continue
        say_doubts(given)
        if given.in_doubt:
            doubts.append(doubt_words(given, "no deck was made", photo))
        layouts.append(given.layout)
    if failed:
        return ExitStatus.BAD_INPUT
    if doubts:
        say("\n".join(doubts))
        return ExitStatus.UNDECIDED
    try:
        deck = deck_of(layouts, name)
    except ValueError as error:
        raise InputError(f"{error}, expected cards of one deck") from None
    total = len(deck.cards)
    say(f"{total} cards of {len(deck.types)} types; assumed that no card lies on two of the photos")
    emit(f"# Scanned from {len(photos)} photo{'s'[: len(photos) != 1]}.\n{format_deck(deck)}")
    return ExitStatus.YES

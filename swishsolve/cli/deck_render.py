"""`swishsolve deck render`: a deck as sheets to print and cut, or as pictures."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("render")
@click.argument("deck", metavar="DECK")
@click.option("-o", "--output", required=True, metavar="FILE")
@click.option("--page", default="a4")
def deck_render(deck: str, output: str, page: str) -> None:
    """Thin slice."""
    from swishsolve.model.deck import read_deck
    from swishsolve.render.files import write_file
    from swishsolve.render.pdf import encode_pdf
    from swishsolve.render.sheet import parse_page, print_card, sheet_pages
    from swishsolve.render.template import SheetTemplate

    template = SheetTemplate()
    cards = read_deck(deck)
    printed = [print_card(card, str(number), template) for number, card in enumerate(cards.cards, 1)]
    pages = sheet_pages(printed, template.style.size_mm(cards.grid), parse_page(page), template, cards.name)
    write_file(Path(output), encode_pdf(pages, cards.name))

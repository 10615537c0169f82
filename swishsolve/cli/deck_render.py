"""`swishsolve deck render`: a deck as sheets to print and cut, or as pictures."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from swishsolve.cli.console import say
from swishsolve.cli.options import Finite
from swishsolve.cli.printing import (
    PRINTED,
    Marks,
    chosen_font,
    chosen_marks,
    ink_options,
    inked,
    inks_of_deck,
    say_confusions,
)
from swishsolve.errors import Fault, InputError

if TYPE_CHECKING:
    from swishsolve.render.pdf import Page
    from swishsolve.render.template import SheetTemplate

FORMATS = ("pdf", "png", "svg")
FILMS = ("plain", "mirrored", "both")


@click.command("render")
@click.argument("deck", metavar="DECK")
@click.option("-o", "--output", required=True, metavar="FILE", help="The PDF, or a picture, or a folder for pictures.")
@click.option("--format", "file_format", type=click.Choice(FORMATS), help="[default: as FILE ends, else pdf]")
@click.option(
    "--each", type=click.Choice(["sheet", "card"]), default="sheet", show_default=True, help="What a page is."
)
@click.option("--page", default="a4", show_default=True, metavar="SIZE", help="a4, letter or WIDTHxHEIGHT in mm.")
@click.option("--template", default="film", show_default=True, metavar="NAME|FILE", help="Sizes of cards and margins.")
@click.option("--gap", type=Finite(0, 200), metavar="MM", help="Room between cards; 0: shared cuts.")
@click.option("--bleed", type=Finite(0, 50), metavar="MM", help="How far colour reaches over the cut.")
@click.option("--film", type=click.Choice(FILMS), default="plain", show_default=True, help="For the back of the film.")
@click.option("--printer-scale", default="1,1", metavar="X,Y", help="What the rulers measured, e.g. 99.5,100.2 mm.")
@ink_options(PRINTED, "none")
@click.option("--cover/--no-cover", default=True, show_default=True, help="A card with the deck's name.")
@click.option("--rules/--no-rules", default=True, show_default=True, help="A card with the rules of the game.")
@click.option(
    "--dpi", type=click.IntRange(20, 1200), default=300, show_default=True, metavar="N", help="Resolution of PNG."
)
def deck_render(
    deck: str,
    output: str,
    file_format: str | None,
    each: str,
    page: str,
    film: str,
    printer_scale: str,
    palette: str | None,
    marks: Marks | None,
    font: str | None,
    cover: bool,
    rules: bool,
    dpi: int,
    **sheet: Any,
) -> None:
    """Draw the cards of DECK, a deck's name or file, as sheets to print and cut.

    A PDF prints at its own size: choose 100 % or "actual size", then measure the rulers.

    \b
    Examples:
      swishsolve deck render classic-60 -o deck.pdf
      swishsolve deck render my.toml -o deck.pdf --page letter --film mirrored
      swishsolve deck render classic-36 -o cards/ --format png --each card
      swishsolve deck render classic-60 -o deck.pdf --palette black --marks patterns
    """
    from swishsolve.model.deck import read_deck
    from swishsolve.render.drawing import in_one_ink
    from swishsolve.render.sheet import (
        most_on_sheet,
        parse_page,
        parse_printer_scale,
        print_card,
        sheet_pages,
        single_pages,
    )

    path = Path(output)
    suffix = path.suffix.lower().lstrip(".")
    chosen = file_format or (suffix if suffix in FORMATS else "pdf")
    if chosen == "pdf":
        if suffix not in ("", "pdf"):
            raise InputError([Fault(f'found the suffix "{path.suffix}", expected .pdf, .png or .svg', output)])
        from swishsolve.files import check_file_path

        check_file_path(path)
    marked = chosen_marks(palette, marks, "none")
    page_mm, scale = parse_page(page), parse_printer_scale(printer_scale)
    cards = read_deck(deck)
    inks = inks_of_deck(deck, palette)
    template = _template(**sheet)
    template = replace(template, style=inked(template.style, inks, marked))
    used_font = chosen_font(font)
    if marked == "none":
        say_confusions(inks, {symbol.colour for card, _ in cards.types for symbol in card.symbols})

    printed = [print_card(card, str(number), template) for number, card in enumerate(cards.cards, 1)]
    if cover or rules:
        from swishsolve.render.extras import cover_card, rules_card

        printed += [cover_card(cards, template, used_font)] if cover else []
        printed += [rules_card(cards, template, used_font)] if rules else []
    size = template.style.size_mm(cards.grid)
    pages: list[Page] = []
    for mirrored in {"plain": (False,), "mirrored": (True,), "both": (False, True)}[film]:
        if each == "card":
            pages += single_pages(printed, size, template, printer_scale=scale, mirrored=mirrored)
        else:
            pages += sheet_pages(
                printed, size, page_mm, template, cards.name, printer_scale=scale, mirrored=mirrored, font=used_font
            )
    if palette == "black":
        pages = [p._replace(drawing=replace(p.drawing, items=tuple(in_one_ink(p.drawing.items)))) for p in pages]
    if film == "both":
        # Front and back of a sheet follow each other.
        half = len(pages) // 2
        pages = [page for pair in zip(pages[:half], pages[half:], strict=True) for page in pair]
    if chosen == "pdf":
        from swishsolve.files import write_whole
        from swishsolve.render.files import check_texts_of
        from swishsolve.render.pdf import encode_pdf

        check_texts_of([page.drawing for page in pages], used_font)
        write_whole(path, encode_pdf(pages, cards.name, used_font))
        fit = f", {most_on_sheet(page_mm, size, template, scale)} cards fit each" if each == "sheet" else ""
        say(f"{len(pages)} page{'s'[: len(pages) != 1]}{fit}: {path}")
    else:
        from swishsolve.render.files import write_pictures

        names = [card.name.zfill(len(str(len(cards.cards)))) for card in printed] if each == "card" else None
        drawings = [page.drawing for page in pages]
        if film == "both" and names:
            names = [name + side for name in names for side in ("", "-back")]
        written = write_pictures(path, drawings, chosen, names, dpi=float(dpi), font=used_font)
        say(f"{len(written)} picture{'s'[: len(written) != 1]}: {written[0]}{' …' if len(written) > 1 else ''}")


def _template(template: str, gap: float | None, bleed: float | None) -> SheetTemplate:
    from swishsolve.render.template import SheetTemplate, check_template, read_template

    # The commonest sheet needs no file.
    found = SheetTemplate() if template == "film" else read_template(template)
    found = replace(
        found,
        gap_mm=found.gap_mm if gap is None else gap,
        bleed_mm=found.bleed_mm if bleed is None else bleed,
    )
    check_template(found)
    return found

"""`swishsolve deck`: list, show, count, survey, compare and design decks."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import click

from swishsolve.cli.console import Console, emit, say
from swishsolve.cli.deck_render import deck_render
from swishsolve.cli.deck_scan import deck_scan
from swishsolve.cli.progress import watched_limits
from swishsolve.cli.reports import emit_json, layout_text
from swishsolve.errors import ExitStatus, InputError
from swishsolve.model.deck import deck_names, format_deck, read_deck
from swishsolve.model.layout import Label, LaidCard, Layout


def default_workers() -> int:
    """As many workers as this process may use cores."""
    import os

    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


workers_option = click.option(
    "--workers", type=click.IntRange(1), metavar="N", help="Threads at most.  [default: all cores]"
)
cluster_option = click.option("--cluster", metavar="ADDRESS", help="Work on this dask.distributed scheduler.")
time_limit_option = click.option(
    "--time-limit", type=click.FloatRange(0, min_open=True), metavar="S", help="Stop after S seconds."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


@click.group("deck")
def command() -> None:
    """Know decks, and design them. A DECK is the name of one that ships, or a TOML file.

    \b
    Examples:
      swishsolve deck list
      swishsolve deck census classic-60 --deal 16
      swishsolve deck survey classic-60 --deal 16 --samples 1000000 --seed 1
      swishsolve deck new twelve-always.toml > deck.toml
    """


@command.command("list")
@json_option
def list_command(as_json: bool) -> int:
    """List the decks that ship with swishsolve."""
    decks = [(name, read_deck(name)) for name in deck_names()]
    if as_json:
        emit_json(
            [
                {
                    "deck": name,
                    "grid": str(deck.grid),
                    "rule": deck.rule,
                    "cards": len(deck.cards),
                    "types": len(deck.types),
                }
                for name, deck in decks
            ]
        )
        return ExitStatus.YES
    width = max(len(name) for name, _ in decks)
    for name, deck in decks:
        emit(
            f"{name:<{width}}  {len(deck.cards):>3} cards, {len(deck.types):>2} different,"
            f" grid {deck.grid}, {deck.rule}"
        )
    return ExitStatus.YES


@command.command("show")
@click.argument("deck")
@json_option
def show(deck: str, as_json: bool) -> int:
    """Show the cards of DECK, copies side by side."""
    cards = read_deck(deck)
    columns = max(1, min(8, len(cards.cards)))
    places = [Label(*divmod(index, columns)) for index in range(len(cards.cards))]
    laid = tuple(LaidCard(label, card) for label, card in zip(places, cards.cards, strict=True))
    table = (-(-len(laid) // columns), columns)
    layout = Layout(cards.grid, laid, table, cards.rule, cards.colours)
    if as_json:
        from swishsolve.model.layout_json import layout_to_json

        emit_json(layout_to_json(layout))
    else:
        emit(f"{cards.name}\n{layout_text(layout, Console.of_stdout())}")
    return ExitStatus.YES


@command.command("types")
@click.argument("deck")
@json_option
def types_command(deck: str, as_json: bool) -> int:
    """Print the different cards of DECK with their copies, as TOML."""
    cards = read_deck(deck)
    if as_json:
        emit_json([{"code": card.code, "copies": copies} for card, copies in cards.types])
    else:
        emit(format_deck(cards))
    return ExitStatus.YES


@command.command("census")
@click.argument("deck")
@click.option("--deal", type=click.IntRange(1), metavar="K", help="Count the deals of K cards.")
@click.option("--largest-swish-free", is_flag=True, help="The largest set of cards without a Swish, proven.")
@workers_option
@cluster_option
@time_limit_option
@json_option
def census(
    deck: str,
    deal: int | None,
    largest_swish_free: bool,
    workers: int | None,
    cluster: str | None,
    time_limit: float | None,
    as_json: bool,
) -> int:
    """Count the deals of DECK that have no Swish, exactly.

    \b
    Examples:
      swishsolve deck census classic-60 --deal 16
      swishsolve deck census classic-60 --largest-swish-free
    """
    if (deal is None) == (not largest_swish_free):
        raise click.UsageError("Ask one question: --deal K or --largest-swish-free.")
    cards = read_deck(deck)
    if largest_swish_free:
        return _largest(deck, time_limit, as_json)
    assert deal is not None
    if deal > len(cards.cards):
        raise InputError(f"found --deal {deal}, expected at most the {len(cards.cards)} cards of the deck")
    from swishsolve.deck import runners
    from swishsolve.deck.census import take_census

    run = runners.cluster(cluster) if cluster else runners.threads(workers or default_workers())
    with watched_limits(time_limit, "counting") as limits:
        result = take_census(cards, deal, limits=limits, run=run)
    if not result.complete:
        say(f"stopped early, after {result.nodes:,} sets of types: the count is not known")
        if as_json:
            emit_json({"deck": deck, "deal": deal, "deals": str(result.deals[deal]), "without_swish": None})
        return ExitStatus.UNDECIDED
    if as_json:
        counts = {"deals": str(result.deals[deal]), "without_swish": str(result.without_swish[deal])}
        emit_json({"deck": deck, "deal": deal, **counts})
        return ExitStatus.YES
    rows = [("cards", "deals", "without a Swish", "share")]
    rows += [
        (str(size), f"{deals:,}", f"{without:,}", f"{without / deals:.3e}")
        for size, (deals, without) in enumerate(zip(result.deals, result.without_swish, strict=True))
        if size >= 2 or size == deal
    ]
    emit(_table(rows))
    share = Fraction(result.without_swish[deal], result.deals[deal])
    emit(f"\nOf the {result.deals[deal]:,} deals of {deal} cards of {cards.name}, {result.without_swish[deal]:,} have")
    emit(
        f"no Swish: {share}, {float(share):.6e}. ({result.nodes:,} sets of types seen, {result.symmetries} symmetries.)"
    )
    return ExitStatus.YES


def _largest(deck: str, time_limit: float | None, as_json: bool) -> int:
    from swishsolve.deck.census import merged_types
    from swishsolve.deck.largest import find_largest_swish_free

    with watched_limits(time_limit, "searching") as limits:
        result = find_largest_swish_free(merged_types(read_deck(deck)), limits=limits)
    if as_json:
        emit_json({"size": len(result.cards), "cards": [card.code for card in result.cards], "proven": result.proven})
    else:
        proof = "none has more" if result.proven else f"stopped early, none has more than {result.bound}"
        emit(f"The largest set of cards without a Swish has {len(result.cards)} cards; {proof}. One of them:")
        emit("\n".join(f"  {card.code}" for card in result.cards))
    return ExitStatus.YES if result.proven else ExitStatus.UNDECIDED


def _table(rows: Sequence[tuple[str, ...]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True)) for row in rows)


command.add_command(deck_render)
command.add_command(deck_scan)

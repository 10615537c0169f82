"""`swishsolve deck`: list, show, count, survey, compare and design decks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from swishsolve.cli.console import Console, emit, say
from swishsolve.cli.deck_render import deck_render
from swishsolve.cli.deck_scan import deck_scan
from swishsolve.cli.options import json_option, time_limit_option, workers_option
from swishsolve.cli.progress import watched_limits
from swishsolve.cli.reports import emit_json, layout_text
from swishsolve.errors import ExitStatus, InputError
from swishsolve.model.deck import deck_names, format_deck, read_deck
from swishsolve.model.layout import Label, LaidCard, Layout

if TYPE_CHECKING:
    from swishsolve.deck.survey import Interval, Survey


MAX_SAMPLES = 10**15
# Below so many columns a table that is too wide is laid out otherwise.
NARROW = 80
Command = TypeVar("Command", bound=Callable[..., Any])


def sampling_options(samples: int, least: int) -> Callable[[Command], Command]:
    """Give a command `deal`, `samples` (so many unless told otherwise, and so many at least) and `seed`."""

    def decorate(command: Command) -> Command:
        for name, low, high, default, letter, words in (
            ("--seed", 0, 2**63 - 1, 0, "N", "Which deals."),
            ("--samples", least, MAX_SAMPLES, samples, "N", "Deals."),
            ("--deal", 2, None, 16, "K", "Cards of a deal."),
        ):
            kind = click.IntRange(low, high)
            command = click.option(name, type=kind, default=default, show_default=True, metavar=letter, help=words)(
                command
            )
        return command

    return decorate


def default_workers() -> int:
    """As many workers as this process may use cores."""
    import os

    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


cluster_option = click.option("--cluster", metavar="ADDRESS", help="Work on this dask.distributed scheduler.")


@click.group("deck")
def command() -> None:
    """Know decks, and design them. A DECK is the name of one that ships, or a TOML file.

    \b
    Examples:
      swishsolve deck list
      swishsolve deck census classic-60 --deal 16
      swishsolve deck survey classic-60 --deal 16 --samples 1000000 --seed 1
      swishsolve deck new few-pairs -o deck.toml
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
    console = Console.of_stdout()
    for name, deck in decks:
        text = f"{len(deck.cards):>3} cards, {len(deck.types):>2} different, grid {deck.grid}, {deck.rule}"
        emit(console.fold(f"{name:<{width}}  {text}"))
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
    if largest_swish_free and cluster is not None:
        raise click.UsageError("--cluster belongs to --deal.")
    cards = read_deck(deck)
    if largest_swish_free:
        return _largest(deck, time_limit, as_json)
    assert deal is not None
    if deal > len(cards.cards):
        raise InputError(f"found --deal {deal}, expected at most the {len(cards.cards)} cards of the deck")
    from swishsolve.deck import runners
    from swishsolve.deck.census import take_census

    run = runners.cluster(cluster) if cluster is not None else runners.threads(workers or default_workers())
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
        (str(size), f"{deals:,}", f"{without:,}", figure(without / deals, 3))
        for size, (deals, without) in enumerate(zip(result.deals, result.without_swish, strict=True))
        if size >= 2 or size == deal
    ]
    emit(_table(rows, Console.of_stdout()))
    deals, without = result.deals[deal], result.without_swish[deal]
    share = Fraction(without, deals)
    lowest = f" = {share.numerator:,}/{share.denominator:,}" if share.denominator not in (1, deals) else ""
    text = (
        f"\nOf the {deals:,} deals of {deal} cards of {cards.name}, {without:,} have no Swish: "
        f"a share of {figure(without / deals)}{lowest}."
    )
    emit(Console.of_stdout().fold(text, hanging=""))
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
        text = f"The largest set of cards without a Swish has {len(result.cards)} cards; {proof}. One of them:"
        emit(Console.of_stdout().fold(text, hanging=""))
        emit("\n".join(f"  {card.code}" for card in result.cards))
    return ExitStatus.YES if result.proven else ExitStatus.UNDECIDED


@command.command("survey")
@click.argument("deck")
@sampling_options(10_000, least=1)
@click.option("--existence", is_flag=True, help="Only whether there is a Swish: thousands of times as fast.")
@click.option("--resume", metavar="FILE", help="Keep the sums in FILE, and go on from it.")
@click.option("--plot", metavar="FILE", help="Plot the distributions (.png, .svg).")
@workers_option
@cluster_option
@time_limit_option
@json_option
def survey_command(
    deck: str,
    deal: int,
    samples: int,
    seed: int,
    existence: bool,
    resume: str | None,
    plot: str | None,
    workers: int | None,
    cluster: str | None,
    time_limit: float | None,
    as_json: bool,
) -> int:
    """Sample deals of DECK: Swishes by size, the largest, the best cover, with intervals for 95 in 100.

    \b
    Examples:
      swishsolve deck survey classic-60 --samples 20000 --seed 1 --plot survey.png
      swishsolve deck survey classic-60 --deal 12 --samples 10000000 --existence
    """
    if plot and existence:
        raise click.UsageError("--existence has no distribution to plot.")
    from swishsolve.deck import runners
    from swishsolve.deck.plot import check_plot_path, plot_surveys
    from swishsolve.deck.survey import take_survey

    cards = read_deck(deck)
    if plot:
        check_plot_path(Path(plot))
    run = runners.cluster(cluster) if cluster is not None else runners.threads(workers or default_workers())
    with watched_limits(time_limit, "surveying") as limits:
        result = take_survey(
            cards,
            deal,
            samples,
            seed,
            only_existence=existence,
            run=run,
            limits=limits,
            resume=Path(resume) if resume else None,
        )
    if not result.complete:
        say(f"stopped early, after {result.sums.samples:,} of {samples:,} samples")
        if not result.sums.samples and not as_json:
            return ExitStatus.UNDECIDED
    if plot:
        plot_surveys([result], Path(plot))
        say(f"plot: {plot}")
    if as_json:
        emit_json(result.to_json())
    else:
        emit(_survey_text(result))
    return ExitStatus.YES if result.complete else ExitStatus.UNDECIDED


def _survey_text(survey: Survey) -> str:
    console = Console.of_stdout()
    head = console.fold(
        f"{survey.sums.samples:,} deals of {survey.deal} cards of {survey.deck.name}, seed {survey.seed}"
    )
    if survey.only_existence:
        return console.fold(f"{head}\nwithout a Swish: {_interval_text(survey.without())}")
    rows = [("cards", "no Swish of so many or more", "Swishes of so many in a deal", "largest", "best cover")]
    listed = max(survey.listed, 1)
    for size in range(2, survey.deal + 1):
        rows.append(
            (
                str(size),
                _interval_text(survey.without(size)),
                _interval_text(survey.swishes(size)),
                f"{survey.sums.maxima[size] / listed:.2%}",
                f"{survey.sums.covers[size] / listed:.2%}",
            )
        )
    notes = [f"without any Swish of two cards: {_interval_text(survey.pairless())}"]
    if survey.sums.too_rich:
        notes.append(f"{survey.sums.too_rich:,} deals have more Swishes than could be listed, and are left out")
    return "\n".join([head, _table(rows, console), *map(console.fold, notes)])


def _interval_text(interval: Interval) -> str:
    return f"{figure(interval.value)} ({figure(interval.low)} to {figure(interval.high)})"


def figure(value: float, digits: int = 4) -> str:
    """A number for people, rounded to so many digits; only what is tiny is written with a power of ten.

    >>> figure(0.00032743), figure(12345.6), figure(1.0), figure(1.23456e-12)
    ('0.0003274', '12,350', '1', '1.235e-12')
    """
    rounded = f"{value:.{digits}g}"
    return rounded if 0 < abs(value) < 1e-7 else f"{Decimal(rounded):,f}"


@command.command("compare")
@click.argument("deck")
@click.argument("other")
@sampling_options(4_000, least=2)
@click.option("--plot", metavar="FILE", help="Plot both (.png, .svg).")
@workers_option
@time_limit_option
@json_option
def compare_command(
    deck: str,
    other: str,
    deal: int,
    samples: int,
    seed: int,
    plot: str | None,
    workers: int | None,
    time_limit: float | None,
    as_json: bool,
) -> int:
    """Compare how two decks play: what there is to find on a table, and what is left.

    The measure is P(a Swish of three cards or more) x the root of P(no Swish of two cards) x the share of the table
    that the best cover uses.
    """
    from swishsolve.deck import runners
    from swishsolve.deck.compare import play_of
    from swishsolve.deck.plot import check_plot_path, plot_surveys
    from swishsolve.deck.survey import take_survey

    decks = [read_deck(deck), read_deck(other)]
    if plot:
        check_plot_path(Path(plot))
    run = runners.threads(workers or default_workers())
    with watched_limits(time_limit, "surveying") as limits:
        surveys = [take_survey(cards, deal, samples, seed, run=run, limits=limits) for cards in decks]
    complete = all(survey.complete for survey in surveys)
    if not (as_json or all(survey.sums.samples for survey in surveys)):
        say("stopped early, before there was anything to compare")
        return ExitStatus.UNDECIDED
    plays = [play_of(survey) for survey in surveys]
    if plot:
        plot_surveys(surveys, Path(plot))
        say(f"plot: {plot}")
    if as_json:
        emit_json(
            [
                {"deck": name, **survey.to_json(), "covered": play.covered, "measure": play.measure}
                for name, survey, play in zip((deck, other), surveys, plays, strict=True)
            ]
        )
    else:
        rows = [
            ("", *(cards.name for cards in decks)),
            ("cards", *(str(len(cards.cards)) for cards in decks)),
            ("different cards", *(str(len(cards.types)) for cards in decks)),
            ("deals", *(f"{survey.sums.samples:,}" for survey in surveys)),
            ("without a Swish", *(_interval_text(survey.without()) for survey in surveys)),
            ("with a Swish of 3 or more", *(_interval_text(play.large) for play in plays)),
            ("without a Swish of 2", *(_interval_text(play.pairless) for play in plays)),
            ("share of the table covered", *(f"{play.covered:.4f}" for play in plays)),
            ("measure", *(f"{play.measure:.4f}" for play in plays)),
        ]
        emit(_table(rows, Console.of_stdout()))
    if not complete:
        say("stopped early: the numbers stand for the deals seen so far")
    return ExitStatus.YES if complete else ExitStatus.UNDECIDED


@command.command("new")
@click.argument("specification", metavar="SPEC")
@click.option("-o", "--output", metavar="FILE", help="Write the deck here.  [default: standard output]")
@time_limit_option
@json_option
def new_command(specification: str, output: str | None, time_limit: float | None, as_json: bool) -> int:
    """Design a deck to a specification: a TOML file, or the name of one that ships.

    The deck is printed as TOML. Status 1 when there is none, with the reason.

    \b
    Examples:
      swishsolve deck new pairless -o deck.toml
      swishsolve deck new always-nine
    """
    from swishsolve.deck.design import design_deck
    from swishsolve.deck.specification import find_specification
    from swishsolve.files import check_file_path, write_whole

    spec = find_specification(specification)
    if output:
        check_file_path(Path(output))
    with watched_limits(time_limit, "designing") as limits:
        design = design_deck(spec, limits=limits)
    guarantee = f"any {spec.always_swish} cards hold a Swish"
    if design.deck:
        text = format_deck(design.deck)
        if design.largest_free is not None:
            free = f"the largest Swish-free set has {design.largest_free} cards (proven)"
            text = f"# {guarantee}: {free}\n{text}"
            say(f"{guarantee}: {free}")
        if output:
            write_whole(output, text.encode())
            say(f"deck: {output}")
        if not as_json and not output:
            emit(text)
    if as_json:
        emit_json(
            {
                "specification": spec.name,
                "status": design.status,
                "deck": format_deck(design.deck) if design.deck else None,
                "largest_swish_free": design.largest_free,
                "reason": design.reason,
                "best": design.best,
                "best_proven": design.best_proven,
            }
        )
    if design.status == "found":
        return ExitStatus.YES
    say(f"{design.status}: {design.reason}")
    return ExitStatus.NO if design.status == "impossible" else ExitStatus.UNDECIDED


def _table(rows: Sequence[tuple[str, ...]], console: Console) -> str:
    """Rows under the first one, in columns; on a narrow console that has no room for them, cell under cell."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    if console.width < min(NARROW, sum(widths) + 2 * len(widths) - 2):
        head, *others = rows
        parts = []
        for row in others:
            cells = [f"  {name}: {cell}" for name, cell in zip(head[1:], row[1:], strict=True)]
            parts.append("\n".join([f"{head[0]} {row[0]}".strip(), *cells]))
        return console.fold("\n".join(parts))
    return "\n".join("  ".join(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True)) for row in rows)


command.add_command(deck_render)
command.add_command(deck_scan)

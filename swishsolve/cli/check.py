"""`swishsolve check`: is a claim about a layout true, and if not, why?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from swishsolve.check import Verdict, check_claim, check_maximum, check_none
from swishsolve.cli.console import Console, emit, say
from swishsolve.cli.inputs import layout_options, read_input, read_photo_of_pile
from swishsolve.cli.options import time_limit_option, workers_option
from swishsolve.cli.progress import watched_limits
from swishsolve.cli.reports import doubt_words, emit_json, layout_text, say_doubts, swish_text
from swishsolve.errors import ExitStatus
from swishsolve.model.claim import Claim, parse_claim
from swishsolve.model.colours import COLOUR_NAMES
from swishsolve.model.grid import Cell
from swishsolve.model.layout import Layout
from swishsolve.search.limits import Limits
from swishsolve.solution import swish_to_json

if TYPE_CHECKING:
    from swishsolve.vision.pile import PileCell


@click.command("check")
@click.argument("layout", required=False, type=click.Path())
@click.argument("claim", required=False)
@layout_options
@click.option(
    "--stack-photo", metavar="PHOTO", help="Judge the finished pile on a photo: a Swish, and the one claimed?"
)
@click.option("--none", "claim_none", is_flag=True, help="Claim that there is no Swish (of at least --min cards).")
@click.option("--min", "min_size", type=click.IntRange(2), metavar="K", help="With --none: of at least K cards.")
@click.option("--maximum", type=click.IntRange(0), metavar="M", help="Claim that the largest Swish has M cards.")
@click.option("-o", "--output", metavar="FILE", help="Prove a true --none or --maximum: write its certificate.")
@time_limit_option
@workers_option
@click.option("--json", "as_json", is_flag=True, help="Print the verdict as JSON.")
def command(
    layout: str | None,
    claim: str | None,
    stack_photo: str | None,
    claim_none: bool,
    min_size: int | None,
    maximum: int | None,
    output: str | None,
    time_limit: float | None,
    workers: int | None,
    as_json: bool,
    **options: Any,
) -> int:
    """Judge a CLAIM about LAYOUT: a stack as laid, or a set of cards whose moves are left open with "?".

    \b
    Examples:
      swishsolve check table.txt A1+C3h+D2u
      swishsolve check table.txt "A1+C3+D2?"
      swishsolve check table.jpg --none --min 3
      swishsolve check table.txt --maximum 9 -o maximum.swishproof
      swishsolve check --stack-photo pile.jpg
      swishsolve check table.txt A1+C3h+D2u --stack-photo pile.jpg
    """
    if stack_photo is not None and layout is None:
        if claim_none or maximum is not None or output or min_size:
            raise click.UsageError("--stack-photo judges a pile: --none, --min, --maximum and -o do not go with it.")
        return _check_pile(stack_photo, options, as_json)
    if layout is None:
        raise click.UsageError("Missing argument 'LAYOUT'.")
    if sum((claim is not None, claim_none, maximum is not None)) != 1:
        raise click.UsageError("Make one claim: a stack such as A1+C3h, a set such as A1+C3?, --none or --maximum M.")
    if min_size and not claim_none:
        raise click.UsageError("--min belongs to --none.")
    if output and claim is not None:
        raise click.UsageError("-o belongs to --none and --maximum: a stack is its own proof.")
    if stack_photo is not None and (claim is None or claim.strip().endswith("?")):
        raise click.UsageError("--stack-photo is compared with a stack as laid, such as A1+C3h.")
    if output:
        from pathlib import Path

        from swishsolve.files import check_file_path

        check_file_path(Path(output))
    given = read_input(layout, **options)
    say_doubts(given)
    if given.in_doubt:
        reason = doubt_words(given, "nothing was judged")
        if as_json:
            emit_json(_verdict_json(claim or "", Verdict(None, (reason,))))
        else:
            emit(layout_text(given.layout, Console.of_stdout()))
            say(reason)
        return ExitStatus.UNDECIDED
    with watched_limits(time_limit, "judging") as limits:
        if claim is not None:
            stack = parse_claim(claim, given.layout)
            verdict = check_claim(given.layout, stack, limits, workers)
            if stack_photo is not None:
                verdict = _compared(given.layout, stack, verdict, stack_photo)
        elif claim_none:
            claim = f"no Swish of at least {min_size} cards" if min_size else "no Swish"
            verdict = check_none(given.layout, min_size or 2, limits, workers)
        else:
            assert maximum is not None
            claim = f"the maximum is {maximum}"
            verdict = check_maximum(given.layout, maximum, limits, workers)
        if output and verdict.holds:
            verdict = _certified(given.layout, verdict, min_size or 2, maximum, output, limits, workers)
    if as_json:
        emit_json(_verdict_json(claim, verdict))
    else:
        emit(_verdict_text(given.layout, claim, verdict, Console.of_stdout()))
        if verdict.holds and not output and (claim_none or maximum is not None):
            say("add -o FILE for a certificate that others can check")
    return _status(verdict)


def _check_pile(stack_photo: str, options: dict[str, Any], as_json: bool) -> int:
    """Judge the photo of a pile alone."""
    reading = read_photo_of_pile(stack_photo, **{name: options[name] for name in ("deck", "grid", "rule", "colours")})
    verdict = Verdict(reading.holds, reading.reasons)
    claim = "the photographed pile is a Swish"
    if as_json:
        emit_json({**_verdict_json(claim, verdict), "pile": [_cell_json(cell) for cell in reading.cells]})
    else:
        emit(Console.of_stdout().fold("\n".join(_head(claim, verdict))))
    return _status(verdict)


def _compared(layout: Layout, claim: Claim, verdict: Verdict, stack_photo: str) -> Verdict:
    """The verdict on a claimed stack, and whether a photo shows that stack; both must hold."""
    from swishsolve.vision.pile import is_same_pile

    letters = "".join(dict.fromkeys(symbol.colour for laid in layout for symbol in laid.card.symbols))
    reading = read_photo_of_pile(stack_photo, None, str(layout.grid), layout.rule, layout.colours or letters)
    contents: dict[Cell, frozenset[tuple[str, str]]] = {}
    for label, transform in claim.stack:
        for symbol in layout.by_label[label].moved(transform).symbols:
            cell = Cell(symbol.row, symbol.col)
            contents[cell] = contents.get(cell, frozenset()) | {(symbol.kind, symbol.colour)}
    same = is_same_pile(reading, contents)
    if same is None:
        holds = None if verdict.holds else verdict.holds
        return verdict._replace(
            holds=holds, reasons=(*verdict.reasons, *(f"the photographed pile: {reason}" for reason in reading.reasons))
        )
    words = "shows" if same else "does not show"
    seen = () if same else tuple(f"the photographed pile: {cell}" for cell in reading.cells)
    reasons = (*verdict.reasons, f"the photographed pile {words} this stack", *seen)
    return verdict._replace(holds=verdict.holds if same else False, reasons=reasons)


def _cell_json(cell: PileCell) -> dict[str, Any]:
    return {
        "row": cell.row,
        "col": cell.col,
        "x": cell.x,
        "y": cell.y,
        "state": cell.state,
        "ball": cell.ball and COLOUR_NAMES[cell.ball],
        "hoop": cell.hoop and COLOUR_NAMES[cell.hoop],
        "confidence": cell.confidence,
        "doubtful": cell.doubtful,
    }


def _status(verdict: Verdict) -> ExitStatus:
    if verdict.holds is None:
        return ExitStatus.UNDECIDED
    return ExitStatus.YES if verdict.holds else ExitStatus.NO


def _certified(
    layout: Layout,
    verdict: Verdict,
    least: int,
    maximum: int | None,
    output: str,
    limits: Limits,
    workers: int | None,
) -> Verdict:
    """Write the certificate of a claim that holds; without one the claim is not proven."""

    from swishsolve.files import write_whole
    from swishsolve.prove import prove_maximum, prove_none

    if maximum is None:
        proof = prove_none(layout, least, workers=workers, limits=limits)
    else:
        proof = prove_maximum(layout, workers=workers, limits=limits)
    if proof.certificate is None or (maximum is not None and proof.certificate.size != maximum):
        return Verdict(None, (proof.reason or "the proof shows another maximum",), verdict.witnesses)
    write_whole(output, proof.data)
    say(f"certificate: {output} ({len(proof.data):,} bytes)")
    return verdict


_WORDS = {True: "true", False: "false", None: "unknown"}


def _head(claim: str, verdict: Verdict) -> list[str]:
    return [f"{claim}: {_WORDS[verdict.holds].upper()}", *(f"  {reason}" for reason in verdict.reasons)]


def _verdict_text(layout: Layout, claim: str, verdict: Verdict, console: Console) -> str:
    parts = [console.fold("\n".join(_head(claim, verdict)))]
    for words, stack in verdict.witnesses:
        parts += ["", *([console.fold(f"{words}:")] if words else []), swish_text(layout, stack, console)]
    return "\n".join(parts)


def _verdict_json(claim: str, verdict: Verdict) -> dict[str, Any]:
    return {
        "format": "swishsolve/check",
        "version": 1,
        "claim": claim,
        "status": _WORDS[verdict.holds],
        "reasons": list(verdict.reasons),
        "swishes": [{"words": words, **swish_to_json(stack)} for words, stack in verdict.witnesses],
    }

"""`swishsolve check`: is a claim about a layout true, and if not, why?"""

from __future__ import annotations

from typing import Any

import click

from swishsolve.check import Verdict, check_claim, check_maximum, check_none
from swishsolve.cli.console import Console, emit, say
from swishsolve.cli.inputs import layout_input, read_input
from swishsolve.cli.options import time_limit_option, workers_option
from swishsolve.cli.progress import watched_limits
from swishsolve.cli.reports import emit_json, layout_text, say_doubts, swish_text
from swishsolve.errors import ExitStatus
from swishsolve.model.claim import parse_claim
from swishsolve.model.layout import Layout
from swishsolve.search.limits import Limits
from swishsolve.solution import swish_to_json


@click.command("check")
@layout_input
@click.argument("claim", required=False)
@click.option("--none", "claim_none", is_flag=True, help="Claim that there is no Swish (of at least --min cards).")
@click.option("--min", "min_size", type=click.IntRange(2), metavar="K", help="With --none: of at least K cards.")
@click.option("--maximum", type=click.IntRange(0), metavar="M", help="Claim that the largest Swish has M cards.")
@click.option("-o", "--output", metavar="FILE", help="Prove a true --none or --maximum: write its certificate.")
@time_limit_option
@workers_option
@click.option("--json", "as_json", is_flag=True, help="Print the verdict as JSON.")
def command(
    claim: str | None,
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
    """
    if sum((claim is not None, claim_none, maximum is not None)) != 1:
        raise click.UsageError("Make one claim: a stack such as A1+C3h, a set such as A1+C3?, --none or --maximum M.")
    if min_size and not claim_none:
        raise click.UsageError("--min belongs to --none.")
    if output and claim is not None:
        raise click.UsageError("-o belongs to --none and --maximum: a stack is its own proof.")
    given = read_input(**options)
    say_doubts(given)
    if given.in_doubt:
        reason = "the photo is in doubt: nothing was judged" if len(given.layout) else "no card was found"
        if as_json:
            emit_json(_verdict_json(claim or "", Verdict(None, (reason,))))
        else:
            emit(layout_text(given.layout, Console.of_stdout()))
            say(reason)
        return ExitStatus.UNDECIDED
    with watched_limits(time_limit, "judging") as limits:
        if claim is not None:
            verdict = check_claim(given.layout, parse_claim(claim, given.layout), limits, workers)
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


def _verdict_text(layout: Layout, claim: str, verdict: Verdict, console: Console) -> str:
    parts = [f"{claim}: {_WORDS[verdict.holds].upper()}"]
    parts += [f"  {reason}" for reason in verdict.reasons]
    for words, stack in verdict.witnesses:
        parts += ["", *([f"{words}:"] if words else []), swish_text(layout, stack, console)]
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

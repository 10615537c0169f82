"""`swishsolve prove`: a claim as a certificate that others can check."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from swishsolve.cli.console import Console, emit, say
from swishsolve.cli.inputs import layout_input, read_input
from swishsolve.cli.options import time_limit_option, workers_option
from swishsolve.cli.progress import watched_limits
from swishsolve.cli.reports import doubt_words, layout_text, say_doubts, swish_text
from swishsolve.errors import ExitStatus
from swishsolve.files import check_file_path, write_whole
from swishsolve.model.layout import Layout
from swishsolve.prove import Proof, export, prove_maximum, prove_none


@click.command("prove")
@layout_input
@click.option("--none", "claim_none", is_flag=True, help="There is no Swish (of at least --min cards).")
@click.option(
    "--min", "min_size", type=click.IntRange(2, 1_000_000), metavar="K", help="With --none: of at least K cards."
)
@click.option("--maximum", is_flag=True, help="The largest Swish, shown, and that none is larger.")
@click.option("-o", "--output", metavar="FILE", help="Write the certificate.")
@click.option("--export", "folder", metavar="DIR", help="Write claim.cnf and claim.drat for public checkers.")
@time_limit_option
@workers_option
def command(
    claim_none: bool,
    min_size: int | None,
    maximum: bool,
    output: str | None,
    folder: str | None,
    time_limit: float | None,
    workers: int | None,
    **options: Any,
) -> int:
    """Prove a claim about LAYOUT; the certificate can be checked with `verify` or a public proof checker.

    \b
    Examples:
      swishsolve prove table.txt --none -o none.swishproof
      swishsolve prove table.txt --none --min 5 -o none-of-5.swishproof
      swishsolve prove table.jpg --maximum -o maximum.swishproof --export public/
    """
    if claim_none == maximum:
        raise click.UsageError("Make one claim: --none or --maximum.")
    if min_size and not claim_none:
        raise click.UsageError("--min belongs to --none.")
    if not output and not folder:
        raise click.UsageError("Say where the proof is to go: -o FILE, --export DIR or both.")
    if output:
        check_file_path(Path(output))
    given = read_input(**options)
    say_doubts(given)
    if given.in_doubt:
        emit(layout_text(given.layout, Console.of_stdout()))
        say(doubt_words(given, "nothing was proven"))
        return ExitStatus.UNDECIDED
    with watched_limits(time_limit, "proving") as limits:
        if claim_none:
            proof = prove_none(given.layout, min_size or 2, workers=workers, limits=limits)
        else:
            proof = prove_maximum(given.layout, workers=workers, limits=limits)
    if proof.certificate:
        if output:
            write_whole(output, proof.data)
        if folder:
            export(proof.certificate, Path(folder))
    emit(_proof_text(given.layout, proof, output, folder))
    return proof.exit_status


def _proof_text(layout: Layout, proof: Proof, output: str | None, folder: str | None) -> str:
    console = Console.of_stdout()
    if proof.certificate:
        lines = [console.fold(f"proven: {proof.certificate.words}")]
        if output:
            lines += [f"certificate: {output} ({len(proof.data):,} bytes)", f"check it: swishsolve verify {output}"]
        if folder:
            cnf, drat = Path(folder) / "claim.cnf", Path(folder) / "claim.drat"
            lines.append(f"for public checkers: {cnf} and {drat}")
        parts = ["\n".join(lines)]
    elif proof.status == "refuted":
        parts = ["the claim is false: here is a Swish"]
    else:
        parts = [console.fold(f"not proven: {proof.reason}")] + (["the largest Swish known:"] if proof.stack else [])
    if proof.stack:
        parts.append(swish_text(layout, proof.stack, console))
    return "\n\n".join(parts)

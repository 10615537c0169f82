"""`swishsolve verify`: is a certificate valid, and what does that mean?"""

from __future__ import annotations

import textwrap

import click

from swishsolve.cli.console import Console, emit, say
from swishsolve.cli.inputs import read_bytes, read_input
from swishsolve.cli.options import time_limit_option
from swishsolve.cli.progress import watched_work
from swishsolve.cli.reports import doubt_words
from swishsolve.errors import ExitStatus
from swishsolve.proof.certificate import CertificateError
from swishsolve.proof.verdict import verify_certificate
from swishsolve.search.limits import SearchStopped


@click.command("verify")
@click.argument("certificate", metavar="FILE")
@click.option("--layout", metavar="L", help="Check also that it is about these cards (text, JSON or a photo).")
@click.option("--accept-doubtful", is_flag=True, help="Use a photo's doubtful cards as they were read.")
@time_limit_option
def command(certificate: str, layout: str | None, accept_doubtful: bool, time_limit: float | None) -> int:
    """Check a certificate that `prove` wrote, trusting nothing in it; says what was checked.

    A file that is no certificate at all is rejected like a damaged one, with status 1.

    \b
    Examples:
      swishsolve verify none.swishproof
      swishsolve verify maximum.swishproof --layout table.txt
    """
    data = read_bytes(certificate, "a certificate")
    given = read_input(layout, accept_doubtful=accept_doubtful) if layout else None
    if given and given.in_doubt:
        say(doubt_words(given, "nothing was checked", "the photo of the layout"))
        return ExitStatus.UNDECIDED
    width = Console.of_stdout().width
    try:
        with watched_work(time_limit, "checking", in_files=True) as (limits, progress):

            def look(done: int, of: int) -> None:
                progress.note_part(done, of, "lines of the proof")
                if limits.reached():
                    raise SearchStopped

            verdict = verify_certificate(data, given.layout if given else None, look)
    except CertificateError as error:
        emit(textwrap.fill(f"The certificate is rejected: {error}.", width, break_long_words=False))
        return ExitStatus.NO
    except SearchStopped:
        emit("The check was stopped before its end: nothing is known of the certificate.")
        return ExitStatus.UNDECIDED
    emit(textwrap.fill(verdict.words, width, break_long_words=False))
    return ExitStatus.YES

"""From a certificate file to a verdict: read, encoded anew, compared, checked, laid – and said in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from swishsolve.model.claim import format_stack
from swishsolve.model.layout import Layout
from swishsolve.model.swish import verify
from swishsolve.proof.certificate import Certificate, CertificateError, certificate_from_bytes
from swishsolve.proof.checker import ENCODING, ProofError, ProofReport, check_proof, encode, iter_lines
from swishsolve.proof.dimacs import fingerprint


@dataclass(frozen=True)
class Verdict:
    """A certificate that was found valid, and what was checked; `same_layout` is None where none was given."""

    certificate: Certificate
    report: ProofReport
    same_layout: bool | None

    @property
    def words(self) -> str:
        """What was checked, as one paragraph."""
        certificate, report = self.certificate, self.report
        count = len(certificate.layout)
        cards = f"its {count} cards" if count != 1 else "one card"
        parts = [
            f"The certificate is valid: {certificate.words} among {cards}, however turned or flipped.",
            f"The rules of the game were written down anew for these cards, as {certificate.clauses:,} conditions on "
            f"{certificate.variables:,} yes-or-no questions (encoding {ENCODING}), and are those of the certificate.",
            f"From them the {report.clauses:,} steps of its proof were drawn one by one; each follows from those "
            f"before it, and the last one is a contradiction: a Swish of at least {certificate.least} cards cannot be.",
        ]
        if certificate.witness:
            stack = format_stack(certificate.layout, certificate.witness)
            parts.append(f"The stack {stack} was laid and is a Swish of {len(certificate.witness)} cards.")
        if self.same_layout:
            parts.append("The cards are those of the layout given, up to order, turning and flipping.")
        else:
            parts.append("Whether these are the cards on your table was not checked: give the layout to have it done.")
        return " ".join(parts)


def verify_certificate(
    data: bytes, layout: Layout | None = None, on_look: Callable[[int, int], None] | None = None
) -> Verdict:
    """Check a certificate file, and with `layout` that it is about these cards; raises CertificateError if not.

    `on_look` is called now and then with the numbers of lines of the proof checked and in all; what it raises passes.
    """
    certificate = certificate_from_bytes(data)
    if layout is not None:
        _compare(certificate.layout, layout)
    if certificate.encoding != ENCODING:
        raise CertificateError(f"found encoding {certificate.encoding}, expected {ENCODING}")
    if certificate.witness is not None:
        if faults := verify(certificate.layout, certificate.witness):
            raise CertificateError(f"the witness is no Swish: {faults[0]}")
        if len(certificate.witness) != certificate.size:
            raise CertificateError(f"the witness has {len(certificate.witness)} cards, not {certificate.size}")
    try:
        formula = encode(certificate.layout, certificate.least)
        found = certificate.variables, certificate.clauses, certificate.fingerprint
        if found != (formula.variables, len(formula.clauses), fingerprint(formula)):
            raise CertificateError("the formula of the certificate is not that of its layout and claim")
        lines = certificate.proof.count("\n")
        if on_look:
            on_look(0, max(lines, 1))
        look = None if on_look is None else lambda done: on_look(done, lines)
        report = check_proof(formula, iter_lines(certificate.proof), look)
    except ProofError as error:
        raise CertificateError(str(error)) from None
    return Verdict(certificate, report, None if layout is None else True)


def _compare(ours: Layout, given: Layout) -> None:
    if ours.grid != given.grid:
        raise CertificateError(f"the certificate is about a grid {ours.grid}, the layout has {given.grid}")
    certified, on_table = (Counter(laid.card.canonical().code for laid in layout) for layout in (ours, given))
    if certified != on_table:
        extra = next(iter(sorted((on_table - certified).elements())), None)
        lacking = next(iter(sorted((certified - on_table).elements())), None)
        shown = f"{extra} lies on the table only" if extra else f"{lacking} is in the certificate only"
        raise CertificateError(f"the certificate is about other cards: {shown}")

"""Claims with proof: "no Swish of at least K cards" and "the maximum is M", as certificates that others can check.

Which engine refutes: for "no Swish at all" the search core, whose dead ends are the proof; where cards must be counted,
or where the core's list of dead ends grows too long, CaDiCaL, first within a number of conflicts and in one piece, then
in parts shared among worker processes. Counted work, not time, makes the choice, so a certificate is the same on every
run and for every number of workers. A certificate is checked by the checker before it is handed out: no answer of
an engine is passed on by itself, and what is cut short is "unknown".
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from swishsolve.errors import ExitStatus, Fault, InputError
from swishsolve.files import write_whole
from swishsolve.model.claim import preferred
from swishsolve.model.layout import Layout
from swishsolve.model.swish import Stack, verify
from swishsolve.proof.cadical import SolverError, run_cadical
from swishsolve.proof.certificate import Certificate, CertificateError, ClaimKind, certificate_to_bytes
from swishsolve.proof.checker import ENCODING, Clause, Formula, ProofError, encode
from swishsolve.proof.dimacs import fingerprint, iter_comments, iter_dimacs
from swishsolve.proof.explain import Explanation, check_explanation, find_explanation
from swishsolve.proof.jobs import join_parts, suppositions
from swishsolve.proof.lemmas import Lemma, format_lrat, iter_drat, trim
from swishsolve.proof.nogoods import prove_nogoods
from swishsolve.proof.verdict import verify_certificate
from swishsolve.proof.workers import WorkerDiedError, run_parts
from swishsolve.search.limits import Limits, SearchStopped
from swishsolve.search.placements import build_placements, iter_bits
from swishsolve.search.refutation import refute_groups
from swishsolve.solve import EngineError, solve

# Beyond this the core's proof would be larger than CaDiCaL's.
CORE_NODES = 100_000
CORE_NOGOODS = 10_000
# What CaDiCaL may try in one piece, in this process: a fraction of a second.
CONFLICTS_IN_ONE_PIECE = 2_000

ProofStatus = Literal["proven", "refuted", "unknown"]


@dataclass(frozen=True)
class Proof:
    """What came of a claim: "proven" with the certificate and its file, "refuted" by a Swish, or "unknown".

    `stack` is the Swish that refutes, or the largest one known; `reason` says why a claim stayed unknown.
    """

    status: ProofStatus
    stack: Stack = ()
    certificate: Certificate | None = None
    data: bytes = b""
    reason: str = ""

    @property
    def exit_status(self) -> ExitStatus:
        """0 proven, 1 refuted, 3 unknown."""
        by_status = {"proven": ExitStatus.YES, "refuted": ExitStatus.NO, "unknown": ExitStatus.UNDECIDED}
        return by_status[self.status]


def prove_none(
    layout: Layout,
    least: int = 2,
    *,
    workers: int | None = None,
    limits: Limits | None = None,
    on_start: Callable[[int], None] | None = None,
) -> Proof:
    """Prove that there is no Swish of at least `least` cards, or find one; `on_start` gets each worker's number.

    >>> from swishsolve.model.layout_text import parse_layout_text
    >>> prove_none(parse_layout_text("b2/3/1P1/3\\nB2/3/1P1/3")).status
    'proven'
    """
    refuting = _Refuting(layout, max(least, 2), workers, limits or Limits(), on_start)
    return refuting.proof("none", max(least, 2), ())


def prove_maximum(
    layout: Layout,
    *,
    workers: int | None = None,
    limits: Limits | None = None,
    on_start: Callable[[int], None] | None = None,
) -> Proof:
    """Find the largest Swish and prove that none is larger; a layout without any is proven to have none."""
    limits = limits or Limits()
    solution = solve(layout, "maximum", workers=workers, limits=limits)
    stack = solution.swishes[0] if solution.swishes else ()
    while True:
        # Whatever the engines say of optimality: a larger Swish is looked for until a proof excludes it.
        refuting = _Refuting(layout, max(len(stack) + 1, 2), workers, limits, on_start)
        proof = refuting.proof("maximum", len(stack), stack)
        if proof.status != "refuted":
            return proof
        stack = proof.stack


@dataclass(frozen=True)
class Explained:
    """Why there is no Swish, step by step and checked; or a Swish; or neither, where the limits came first."""

    explanation: Explanation | None
    swish: Stack = ()

    @property
    def exit_status(self) -> ExitStatus:
        """0 explained, 1 there is a Swish, 3 unknown."""
        return ExitStatus.NO if self.swish else ExitStatus.YES if self.explanation else ExitStatus.UNDECIDED


def explain_none(layout: Layout, limits: Limits | None = None) -> Explained:
    """Explain why the layout has no Swish, every step checked; or find a Swish."""
    limits = limits or Limits()
    solution = solve(layout, "first", limits=limits)
    if solution.swishes:
        return Explained(None, solution.swishes[0])

    def look() -> None:
        if limits.reached():
            raise SearchStopped

    try:
        look()
        explanation = find_explanation(layout, look)
    except SearchStopped:
        return Explained(None)
    if explanation is None:
        raise EngineError("no reason was found for a layout without a Swish")
    check_explanation(layout, explanation)
    return Explained(explanation)


@dataclass
class _Refuting:
    layout: Layout
    least: int
    workers: int | None
    limits: Limits
    on_start: Callable[[int], None] | None

    def proof(self, kind: ClaimKind, size: int, witness: Stack) -> Proof:
        try:
            self._look()
            formula = encode(self.layout, self.least)
            found = self._refute(formula)
        except SearchStopped:
            return Proof("unknown", witness, reason="a limit or an interrupt ended the search")
        except (WorkerDiedError, SolverError, ProofError) as error:
            return Proof("unknown", witness, reason=str(error))
        if isinstance(found, tuple):
            if faults := verify(self.layout, found):
                raise EngineError(f"an engine returned no Swish: {faults[0]}")
            if len(found) < self.least:
                raise EngineError(f"an engine returned a Swish of {len(found)} cards instead of {self.least}")
            return Proof("refuted", preferred(self.layout, tuple(sorted(found))))
        given = len(formula.clauses)
        certificate = Certificate(
            layout=self.layout,
            kind=kind,
            size=size,
            encoding=ENCODING,
            variables=formula.variables,
            clauses=given,
            fingerprint=fingerprint(formula),
            proof=format_lrat(given + 1, trim(given + 1, found)),
            witness=witness or None,
        )
        data = certificate_to_bytes(certificate)
        try:
            verify_certificate(data, self.layout, lambda *_: self._look())
        except SearchStopped:
            return Proof("unknown", witness, reason="a limit or an interrupt ended the check of the proof")
        except CertificateError as error:
            return Proof("unknown", witness, reason=f"the engine's proof does not hold: {error}")
        return Proof("proven", witness, certificate, data)

    def _look(self, steps: int | None = None) -> None:
        if steps is not None and self.limits.on_look:
            self.limits.on_look(steps)
        if self.limits.reached():
            raise SearchStopped

    def _refute(self, formula: Formula) -> list[Lemma] | Stack:
        """Lemmas that refute the formula, or a stack that satisfies it."""
        if self.least == 2:
            found = self._refute_by_core(formula)
            if found is not None:
                return found
        outcome = run_cadical(formula.clauses, CONFLICTS_IN_ONE_PIECE)
        if outcome.status == "refuted":
            return outcome.lemmas
        if outcome.status == "model":
            return self._stack(formula, outcome.model)
        self._look()
        supposed = suppositions(self.layout, formula)
        workers = self.workers or os.cpu_count() or 1
        parts = run_parts(self.layout, self.least, len(supposed), workers, self._look, self.on_start)
        if parts[-1].model:
            return self._stack(formula, parts[-1].model)
        return join_parts(formula, supposed, parts)

    def _refute_by_core(self, formula: Formula) -> list[Lemma] | Stack | None:
        table = build_placements(self.layout, [laid.label for laid in self.layout])
        try:
            refutation = refute_groups(table, self.limits.with_nodes(CORE_NODES))
        except SearchStopped:
            self._look()
            return None
        if refutation.swish:
            return table.stack(refutation.swish)
        if len(refutation.nogoods) > CORE_NOGOODS:
            return None
        # Placements are numbered alike: by card, in the order of their orbit.
        nogoods = ([number + 1 for number in iter_bits(nogood)] for nogood in refutation.nogoods)
        return prove_nogoods(formula, nogoods, self._look)

    def _stack(self, formula: Formula, model: Clause) -> Stack:
        return tuple(formula.placements[v - 1] for v in model if 0 < v <= len(formula.placements))


def export(certificate: Certificate, folder: Path) -> None:
    """Write `claim.cnf` (DIMACS) and `claim.drat` for public proof checkers; raises InputError where they cannot be."""
    formula = encode(certificate.layout, certificate.least)
    cnf = [*iter_comments(formula, certificate.layout, certificate.least), *iter_dimacs(formula)]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError([Fault(f"cannot be made: {error.strerror}", source=str(folder))]) from None
    write_whole(folder / "claim.cnf", _lines(cnf))
    write_whole(folder / "claim.drat", _lines(iter_drat(certificate.proof.splitlines())))


def _lines(lines: Iterable[str]) -> bytes:
    return "".join(line + "\n" for line in lines).encode("ascii")

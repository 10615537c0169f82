"""The formula as DIMACS text, with comments that say what each variable means."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

from swishsolve.model.layout import Layout
from swishsolve.proof.checker import ENCODING, Formula


def iter_dimacs(formula: Formula) -> Iterator[str]:
    """The lines of the formula itself, without comments."""
    yield f"p cnf {formula.variables} {len(formula.clauses)}"
    for clause in formula.clauses:
        yield " ".join(map(str, (*clause, 0)))


def iter_comments(formula: Formula, layout: Layout, least: int) -> Iterator[str]:
    """Comment lines: the claim, and the card and transform, or the words, for which each variable stands."""
    yield f"c no Swish of at least {least} cards among {len(layout)} (swishsolve encoding {ENCODING})"
    yield "c unsatisfiable = the claim holds"
    for number, (label, transform) in enumerate(formula.placements, start=1):
        code = layout.by_label[label].moved(transform).code
        yield f"c {number} = {label} {transform.json_name} {code}"
    for number, meaning in enumerate(formula.meanings, start=len(formula.placements) + 1):
        yield f"c {number} = {meaning}"


def fingerprint(formula: Formula) -> str:
    """SHA-256 of the formula's DIMACS lines, in hexadecimal."""
    digest = sha256()
    for line in iter_dimacs(formula):
        digest.update(f"{line}\n".encode("ascii"))
    return digest.hexdigest()

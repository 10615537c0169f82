"""Proofs while they are being made: clauses with the numbers of those that they follow from, trimmed and written.

A clause that the empty clause does not need, directly or through others, is left out; for proofs of CaDiCaL that is
about half. A clause of two or more literals is deleted after its last use, in batches, so that a checker need not keep
it. Single literals cost nothing to keep, and a checker that has drawn conclusions from one would have to undo them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from swishsolve.proof.checker import Clause, parse_proof_line

_DELETED_AT_ONCE = 64


class Lemma(NamedTuple):
    """A clause and the numbers of the clauses that confirm it by unit propagation, in order of use."""

    clause: Clause
    hints: Clause


def trim(first_number: int, lemmas: list[Lemma]) -> list[Lemma]:
    """The lemmas, numbered from `first_number`, that the last one needs, numbered anew without gaps."""
    needed = {first_number + len(lemmas) - 1}
    for number in range(first_number + len(lemmas) - 1, first_number - 1, -1):
        if number in needed:
            needed.update(lemmas[number - first_number].hints)
    new_number: dict[int, int] = {}
    kept: list[Lemma] = []
    for number, lemma in enumerate(lemmas, start=first_number):
        if number in needed:
            new_number[number] = first_number + len(kept)
            kept.append(Lemma(lemma.clause, tuple(new_number.get(hint, hint) for hint in lemma.hints)))
    return kept


def format_lrat(first_number: int, lemmas: list[Lemma]) -> str:
    """The text of the proof in the format LRAT, with deletions."""
    last_use: dict[int, int] = {}
    for index, lemma in enumerate(lemmas):
        last_use.update((hint, index) for hint in lemma.hints if hint >= first_number)
    lines: list[str] = []
    spent: list[int] = []
    for index, lemma in enumerate(lemmas):
        number = first_number + index
        lines.append(f"{number} {_numbers(lemma.clause)}0 {_numbers(lemma.hints)}0")
        spent += sorted(
            hint
            for hint in set(lemma.hints)
            if last_use.get(hint) == index and len(lemmas[hint - first_number].clause) > 1
        )
        if len(spent) >= _DELETED_AT_ONCE and lemma.clause:
            lines.append(f"{number} d {_numbers(spent)}0")
            spent = []
    return "".join(line + "\n" for line in lines)


def _numbers(numbers: Iterable[int]) -> str:
    return "".join(f"{number} " for number in numbers)


def iter_drat(lines: Iterable[str]) -> Iterator[str]:
    """The lines of an LRAT proof as lines of a DRAT proof: clauses instead of numbers, no hints."""
    clauses: dict[int, Clause] = {}
    for line in lines:
        number, clause, named = parse_proof_line(line)
        if clause is not None:
            clauses[number] = clause
            yield f"{_numbers(clause)}0"
        else:
            for old in named:
                yield f"d {_numbers(clauses.pop(old))}0"

"""CaDiCaL, called for its proof: clauses with the numbers of those that they follow from.

CaDiCaL writes its proof with antecedents (LRAT) when told so before it sees a clause. It numbers the clauses that it
is given and those that it derives in one sequence, and may derive some while clauses are still being given; the numbers
that its proof does not add are therefore those of the given clauses, in order. Nothing here is trusted: the checker
goes through every clause.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from typing import Literal, NamedTuple

from swishsolve.errors import SwishError
from swishsolve.proof.checker import Clause
from swishsolve.proof.lemmas import Lemma, trim


class SolverError(SwishError):
    """CaDiCaL's proof cannot be read: a fault of the program or of its version, never of the input."""


class Outcome(NamedTuple):
    """A refutation (lemmas numbered after the given clauses, the last one empty), a model, or nothing yet."""

    status: Literal["refuted", "model", "unknown"]
    lemmas: list[Lemma]
    model: Clause


def run_cadical(clauses: Sequence[Clause], conflicts: int | None = None) -> Outcome:
    """Refute the clauses or find a model; "unknown" after so many conflicts. The same on every run."""
    import pysolvers
    from pysat.solvers import Cadical195

    with tempfile.TemporaryFile() as trace, Cadical195() as solver:
        solver.configure({"lrat": 1, "binary": 0})
        pointer = pysolvers.cadical195_tracepr(solver.cadical, trace)
        for clause in clauses:
            solver.add_clause(list(clause))
        if conflicts is None:
            answer = solver.solve()
        else:
            solver.conf_budget(conflicts)
            answer = solver.solve_limited()
        if answer:
            return Outcome("model", [], tuple(solver.get_model()))
        if answer is None:
            return Outcome("unknown", [], ())
        pysolvers.flushpr(pointer)
        trace.seek(0)
        text = trace.read().decode("ascii")
    return Outcome("refuted", trim(len(clauses) + 1, _parse_trace(text, len(clauses))), ())


def _parse_trace(text: str, given: int) -> list[Lemma]:
    added: list[tuple[int, Clause, list[int]]] = []
    try:
        for line in text.splitlines():
            words = line.split()
            if words[1] == "d":
                continue
            end = words.index("0", 1)
            added.append((int(words[0]), tuple(map(int, words[1:end])), list(map(int, words[end + 1 : -1]))))
            if end == 1:
                break
        number_of: dict[int, int] = {}
        derived = {number for number, _, _ in added}
        number = 0
        while len(number_of) < given:
            number += 1
            if number not in derived:
                number_of[number] = len(number_of) + 1
        for number, _, _ in added:
            number_of[number] = len(number_of) + 1
        return [Lemma(clause, tuple(number_of[hint] for hint in hints)) for _, clause, hints in added]
    except (IndexError, KeyError, ValueError) as error:
        raise SolverError(f"the proof of CaDiCaL is not LRAT: {error!r}") from None

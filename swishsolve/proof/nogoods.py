"""A refutation from sets of placements that cannot meet, as a search leaves them: hints found by propagation."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from swishsolve.proof.checker import Formula, Propagator
from swishsolve.proof.lemmas import Lemma


def prove_nogoods(
    formula: Formula, nogoods: Iterable[Iterable[int]], on_look: Callable[[], None] | None = None
) -> list[Lemma] | None:
    """The nogoods (variables, not all true) and the empty clause as lemmas; None when one does not follow.

    `on_look` is called before each nogood and may raise.
    """
    propagator = Propagator(formula.variables, enumerate(formula.clauses, start=1))
    lemmas: list[Lemma] = []
    for nogood in (*nogoods, ()):
        if on_look:
            on_look()
        clause = tuple(-variable for variable in nogood)
        hints = propagator.refute(clause)
        if hints is None:
            return None
        lemmas.append(Lemma(clause, tuple(hints)))
        if not clause:
            break
        propagator.add(len(formula.clauses) + len(lemmas), clause)
    return lemmas

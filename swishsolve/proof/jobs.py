"""A refutation in parts, one for each lowest card of the pile, which any number of processes may share.

The part of a card supposes that it lies as it is and takes as known that no earlier card does (the encoding then leaves
these no other way to lie); its result is that the card cannot lie so either. A lemma that used the supposition gets it
as one more literal; the others hold by themselves and are kept once, however many parts found them. The parts and their
order do not depend on who works on them, so neither does the proof.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from swishsolve.model.layout import Layout
from swishsolve.proof.cadical import SolverError, run_cadical
from swishsolve.proof.checker import Clause, Formula, Propagator
from swishsolve.proof.lemmas import Lemma


class Part(NamedTuple):
    """The result of one part: a model, or lemmas over the formula, the known units and the supposition (the last)."""

    model: Clause
    lemmas: list[Lemma]


def suppositions(layout: Layout, formula: Formula) -> list[int]:
    """For each card with a symbol the variable that it lies as it is, in the order of the cards."""
    first: dict[object, int] = {}
    for number, placement in enumerate(formula.placements, start=1):
        first.setdefault(placement.label, number)
    return [first[laid.label] for laid in layout if laid.card.symbols]


def run_part(formula: Formula, supposed: list[int], index: int) -> Part:
    """Refute the supposition with this index, or find a model."""
    units: list[Clause] = [*((-literal,) for literal in supposed[:index]), (supposed[index],)]
    outcome = run_cadical([*formula.clauses, *units])
    return Part(outcome.model, outcome.lemmas)


def join_parts(formula: Formula, supposed: list[int], parts: Iterable[Part]) -> list[Lemma]:
    """The whole refutation, numbered after the formula's clauses, from the parts of all suppositions in order."""
    given = len(formula.clauses)
    joined: list[Lemma] = []
    number_of: dict[Clause, int] = {}
    known: list[int] = []  # the numbers of the lemmas that refute the suppositions

    def note(clause: Clause, hints: Clause) -> int:
        key = tuple(sorted(clause))
        if key not in number_of:
            joined.append(Lemma(clause, hints))
            number_of[key] = given + len(joined)
        return number_of[key]

    for index, (literal, part) in enumerate(zip(supposed, parts, strict=True)):
        supposition = given + index + 1
        numbers = dict(enumerate(known, start=given + 1))
        tainted = {supposition}
        for number, lemma in enumerate(part.lemmas, start=supposition + 1):
            hints = tuple(numbers.get(hint, hint) for hint in lemma.hints if hint != supposition)
            clause = lemma.clause
            if not tainted.isdisjoint(lemma.hints):
                tainted.add(number)
                clause = (*clause, -literal)
            numbers[number] = note(clause, hints)
            if not clause:
                return joined
        if (-literal,) not in number_of:
            raise SolverError("a part ends without a refutation")
        known.append(number_of[-literal,])

    propagator = Propagator(formula.variables, enumerate(formula.clauses, start=1))
    for number in known:
        propagator.add(number, joined[number - given - 1].clause)
    hints_of_all = propagator.refute(())
    if hints_of_all is None:
        raise SolverError("the parts do not add up to a refutation")
    joined.append(Lemma((), tuple(hints_of_all)))
    return joined

"""Is a claim about a layout true? If not, why, and what is true instead.

A verdict is a value: `holds` is None where the limits ended the search first.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from swishsolve.model.claim import Claim
from swishsolve.model.layout import Label, Layout
from swishsolve.model.swish import Stack, verify
from swishsolve.search.limits import Limits
from swishsolve.solution import Solution
from swishsolve.solve import solve


class Witness(NamedTuple):
    """A Swish that supports a verdict, and what it shows."""

    words: str
    stack: Stack


class Verdict(NamedTuple):
    """Whether a claim holds (None: undecided), the reasons in words, and Swishes that show what is true instead."""

    holds: bool | None
    reasons: tuple[str, ...]
    witnesses: tuple[Witness, ...] = ()


def check_claim(layout: Layout, claim: Claim, limits: Limits | None = None, workers: int | None = None) -> Verdict:
    """Judge a claimed Swish: exactly as laid, or by some moves where the claim leaves them open.

    >>> from swishsolve.model.claim import parse_claim
    >>> from swishsolve.model.layout_text import parse_layout_text
    >>> layout = parse_layout_text("b2/3/1P1/3\\nB2/3/1p1/3")
    >>> check_claim(layout, parse_claim("A1+A2u", layout)).reasons[0]
    'row 1, column 1: the blue ball of A1 has no hoop'
    """
    limits = limits or Limits()
    labels = [label for label, _ in claim.stack]
    if len(set(labels)) < max(len(labels), 2):
        about_the_stack = [fault for fault in verify(layout, claim.stack) if fault.cell is None]
        return Verdict(False, tuple(map(str, about_the_stack)))
    if not claim.any_moves:
        faults = verify(layout, claim.stack)
        if not faults:
            return Verdict(True, (f"every ball of the {len(labels)} cards lies in a hoop of its colour",))
        reasons = tuple(map(str, faults))
    whole = solve(_only(layout, labels), "first", having=labels, max_size=len(labels), limits=limits, workers=workers)
    if claim.any_moves:
        if whole.status == "found":
            return Verdict(True, ("these moves make it a Swish",), (Witness("", whole.swishes[0]),))
        if whole.status == "unknown":
            return Verdict(None, ("the search was stopped before all moves had been tried",))
        reasons = ("no choice of moves makes these cards a Swish",)
    elif whole.status == "found":
        return Verdict(False, reasons, (Witness("these cards are a Swish with other moves", whole.swishes[0]),))
    return Verdict(False, reasons, tuple(_near_truths(layout, labels, limits, workers)))


def _near_truths(layout: Layout, labels: list[Label], limits: Limits, workers: int | None) -> list[Witness]:
    """A smaller Swish among the cards of a false claim, and one that adds cards to them."""
    smaller = solve(_only(layout, labels), "maximum", limits=limits, workers=workers)
    larger = solve(layout, "first", having=labels, limits=limits, workers=workers)
    witnesses = [Witness(f"a Swish of {s.maximum} of these cards", s.swishes[0]) for s in (smaller,) if s.swishes]
    if larger.swishes:
        more = len(larger.swishes[0]) - len(labels)
        cards = f"{more} card{'s'[: more != 1]}"
        witnesses.append(Witness(f"a Swish of these cards and {cards} more", larger.swishes[0]))
    return witnesses


def check_none(layout: Layout, min_size: int = 2, limits: Limits | None = None, workers: int | None = None) -> Verdict:
    """Judge the claim that no Swish of at least `min_size` cards exists."""
    kind = "Swish" if min_size <= 2 else f"Swish of {min_size} or more cards"
    solution = solve(layout, "first", min_size=min_size, limits=limits, workers=workers)
    if solution.status == "found":
        return Verdict(False, (f"a {kind} exists",), (Witness("", solution.swishes[0]),))
    if solution.status == "unknown":
        return Verdict(None, (f"no {kind} was found before the search was stopped",))
    return Verdict(True, (f"no {kind} exists: every stack was ruled out",))


def check_maximum(layout: Layout, size: int, limits: Limits | None = None, workers: int | None = None) -> Verdict:
    """Judge the claim that the largest Swish has `size` cards (0: that there is none)."""
    limits = limits or Limits()
    if size == 0:
        return check_none(layout, limits=limits, workers=workers)
    solution = solve(layout, "maximum", limits=limits, workers=workers)
    best = tuple(Witness("", stack) for stack in solution.swishes)
    if solution.maximum > size:
        return Verdict(False, (f"a larger Swish exists: {solution.maximum} cards",), best)
    if not _is_proven(solution):
        if size > solution.bound:
            return Verdict(False, (f"no Swish has more than {solution.bound} cards",), best)
        found = f"the largest Swish found has {solution.maximum} cards, none has more than {solution.bound}"
        return Verdict(None, (f"the search was stopped: {found}",), best)
    if solution.maximum < size:
        largest = f"the largest Swish has {solution.maximum} cards" if solution.maximum else "no Swish exists"
        return Verdict(False, (largest,), best)
    return Verdict(True, (f"a Swish of {size} cards exists and none is larger",), best)


def _is_proven(solution: Solution) -> bool:
    return solution.complete and solution.maximum == solution.bound


def _only(layout: Layout, labels: list[Label]) -> Layout:
    chosen = set(labels)
    return replace(layout, cards=tuple(laid for laid in layout if laid.label in chosen))

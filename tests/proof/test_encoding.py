"""The formula says what the claim says: its models are the Swishes, one to one, as docs/proofs.md argues."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pysat.solvers import Cadical195

from swishsolve.model.layout import Layout
from swishsolve.model.layout_text import parse_layout_text
from swishsolve.model.swish import Placement, verify
from swishsolve.model.transform import Transform
from swishsolve.proof.checker import Formula, ProofError, encode, fewest_cells
from swishsolve.proof.dimacs import fingerprint, iter_comments, iter_dimacs
from tests.proof.layouts import read
from tests.reference import FAMILIES, random_layout

LAYOUTS_PER_FAMILY = 6
CARDS = 5

Pile = frozenset[Placement]


def brute_force(layout: Layout) -> set[Pile]:
    """Every Swish as a set of placements, each card's in the words of its orbit, by trying all."""
    ways = [[Placement(laid.label, transform) for transform in laid.card.orbit().values()] for laid in layout]
    found: set[Pile] = set()

    def go_on(index: int, pile: tuple[Placement, ...], taken: frozenset[tuple[int, int, str]]) -> None:
        if index == len(ways):
            if len(pile) >= 2 and not verify(layout, pile):
                found.add(frozenset(pile))
            return
        go_on(index + 1, pile, taken)
        for placement in ways[index]:
            symbols = layout.by_label[placement.label].moved(placement.transform).symbols
            spots = frozenset((s.row, s.col, s.kind) for s in symbols)
            if not spots & taken:
                go_on(index + 1, (*pile, placement), taken | spots)

    go_on(0, (), frozenset())
    return found


def moved(layout: Layout, pile: Pile, by: Transform) -> Pile:
    """The pile moved as a whole."""
    cards = layout.by_label
    return frozenset(
        Placement(label, cards[label].orbit()[cards[label].moved(transform).moved(by)]) for label, transform in pile
    )


def lies_as_it_is(layout: Layout, pile: Pile) -> bool:
    """Whether the first card with a symbol is not moved."""
    first = min((placement for placement in pile if layout.by_label[placement.label].symbols), default=None)
    return first is None or first.transform is Transform.IDENTITY


def models(formula: Formula) -> list[Pile]:
    """The models of the formula, projected to the placements; a choice is blocked when it has been found."""
    found = []
    with Cadical195(bootstrap_with=[list(clause) for clause in formula.clauses]) as solver:
        while solver.solve():
            literals = solver.get_model()[: len(formula.placements)]
            found.append(frozenset(formula.placements[v - 1] for v in literals if v > 0))
            solver.add_clause([-literal for literal in literals])
    return found


@pytest.mark.parametrize("family", FAMILIES)
def test_models_and_swishes_correspond_one_to_one(family: str) -> None:
    for seed in range(LAYOUTS_PER_FAMILY):
        whole = random_layout(FAMILIES[family], seed)
        layout = replace(whole, cards=whole.cards[: CARDS - seed % 2])
        swishes = brute_force(layout)
        for pile in swishes:
            balls = sum(s.kind == "ball" for label, _ in pile for s in layout.by_label[label].symbols)
            assert all(balls >= fewest_cells(layout, least) for least in range(2, len(pile) + 1))
        for least in (2, 3, 4, CARDS, CARDS + 1):
            found = models(encode(layout, least))
            assert len(set(found)) == len(found)
            large = {pile for pile in swishes if len(pile) >= least}
            assert set(found) == {pile for pile in large if lies_as_it_is(layout, pile)}, (seed, least)
            # Nothing is lost: some move of the whole pile brings every Swish among the models.
            for pile in large:
                assert any(moved(layout, pile, by) in found for by in layout.grid.transforms)


def test_the_dimacs_text_is_the_formula_and_its_comments_name_every_variable() -> None:
    layout = read("dev-14-noswish08.txt")
    formula = encode(layout, 2)
    lines = list(iter_dimacs(formula))
    assert lines[0] == f"p cnf {formula.variables} {len(formula.clauses)}"
    assert [tuple(map(int, line.split()[:-1])) for line in lines[1:]] == list(formula.clauses)
    comments = list(iter_comments(formula, layout, 2))
    assert [line.split()[1] for line in comments[2:]] == [str(v + 1) for v in range(formula.variables)]
    assert comments[2] == f"c 1 = A1 identity {layout.cards[0].card.code}"
    assert all(line.startswith("c ") for line in comments)
    # The encoding is a public format: a change of it needs a new version number.
    assert fingerprint(formula) == "889b4369767b69c2b81f58c1c8cb3259f24df50cde9d01834ade7cedb27fcce0"


def test_a_layout_that_is_too_large_is_refused() -> None:
    layout = parse_layout_text("grid: 1x2\nrule: free\n" + "bB\n" * 2500)
    with pytest.raises(ProofError, match="too large"):
        encode(layout, 2)

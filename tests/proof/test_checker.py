"""The checker line by line, and its propagation against the plain one."""

from __future__ import annotations

from random import Random

import pytest

from swishsolve.proof.checker import Formula, ProofError, Propagator, check_proof, iter_lines
from swishsolve.proof.lemmas import Lemma, format_lrat, iter_drat, trim
from tests.proof.plain_rup import is_refutation

# Two bits in all four ways: unsatisfiable, and no unit clause to start from.
SQUARE = Formula((), ("one", "two"), ((1, 2), (1, -2), (-1, 2), (-1, -2)))


def check(*lines: str, formula: Formula = SQUARE) -> tuple[int, int, int]:
    report = check_proof(formula, lines)
    return report.clauses, report.by_hints, report.deleted


def reason(*lines: str, formula: Formula = SQUARE) -> str:
    with pytest.raises(ProofError) as caught:
        check_proof(formula, lines)
    return str(caught.value)


def test_hints_are_used_but_not_needed() -> None:
    assert check("5 1 0 1 2 0", "6 0 5 3 4 0") == (2, 2, 0)
    assert check("5 1 0 0", "6 0 0") == (2, 0, 0)
    assert check("5 1 0 4 3 99 0", "6 0 5 3 4 0") == (2, 1, 0)
    assert check("5 1 0 3 1 2 0", "7 -1 0 3 4 0", "9 0 7 5 0") == (3, 3, 0)


def test_deleted_clauses_are_gone() -> None:
    assert check("5 1 0 1 2 0", "5 d 1 2 0", "6 0 5 3 4 0") == (2, 2, 2)
    assert "does not follow" in reason("5 1 0 1 2 0", "5 d 3 0", "6 0 5 3 4 0")
    assert "does not follow" in reason("5 1 0 0", "5 d 5 0", "5 d 1 0", "6 0 0")
    assert "line 2: found clause 7 deleted" in reason("5 1 0 1 2 0", "5 d 7 0", "6 0 5 3 4 0")
    assert "found clause 1 deleted" in reason("5 d 1 1 0", "6 0 0")


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ((), "ends after 0 lines without the empty clause"),
        (("5 1 0 1 2 0",), "ends after 1 lines without the empty clause"),
        (("5 0 1 2 3 4 0",), "line 1: clause 5 does not follow"),
        (("4 1 0 1 2 0",), "line 1: found number 4, expected more than 4"),
        (("5 1 0 1 2 0", "5 0 5 3 4 0"), "line 2: found number 5, expected more than 5"),
        (("5 1 3 0 1 2 0",), "line 1: found a variable above 2"),
        (("5 1 0 1 2 0", "6 0 5 3 4 0", "7 1 0 5 0"), "line 3: found a line after the empty clause"),
        (("5 1 0 -1 2 0",), "line 1: found no line of an LRAT proof"),
        (("5 1 0 1 2",), "line 1: found no line of an LRAT proof"),
        (("5 1  0 1 2 0",), "line 1: found no line of an LRAT proof"),
        (("",), "line 1: found no line of an LRAT proof"),
        (("٥ 1 0 1 2 0",), "line 1: found no line of an LRAT proof"),
        (("5 " + "1" * 5000 + " 0 0",), "line 1: found no line of an LRAT proof"),
    ],
)
def test_a_proof_that_is_none_is_rejected_with_its_line(lines: tuple[str, ...], expected: str) -> None:
    assert expected in reason(*lines)


def test_a_formula_that_can_be_true_is_never_refuted() -> None:
    formula = Formula((), ("one", "two"), SQUARE.clauses[:3])
    assert "does not follow" in reason("5 1 0 1 2 0", "6 2 0 3 5 0", "7 0 0", formula=formula)


def test_progress_is_told() -> None:
    seen: list[int] = []
    lines = [f"{number} 1 0 1 2 0" for number in range(5, 2005)]
    check_proof(SQUARE, [*lines, "2005 0 5 3 4 0"], seen.append)
    assert seen == [500, 1000, 1500, 2000]


def test_lines_are_told_apart() -> None:
    assert list(iter_lines("a\nb\n\nc")) == ["a", "b", "", "c"]
    assert list(iter_lines("")) == []


def test_trimming_leaves_out_what_the_end_does_not_need() -> None:
    lemmas = [Lemma((2,), (1, 3)), Lemma((1,), (1, 2)), Lemma((1, 2), (1,)), Lemma((), (6, 3, 4))]
    kept = trim(5, lemmas)
    assert kept == [Lemma((1,), (1, 2)), Lemma((), (5, 3, 4))]
    text = format_lrat(5, kept)
    assert text == "5 1 0 1 2 0\n6 0 5 3 4 0\n"
    assert list(iter_drat([*text.splitlines()[:1], "5 d 5 0"])) == ["1 0", "d 1 0"]


def random_clauses(random: Random, variables: int, count: int) -> list[tuple[int, ...]]:
    return [
        tuple(
            random.choice((1, -1)) * v for v in random.sample(range(1, variables + 1), random.choice((1, 2, 2, 3, 3)))
        )
        for _ in range(count)
    ]


def test_propagation_with_watched_literals_finds_what_plain_propagation_finds() -> None:
    outcomes = set()
    for seed in range(1500):
        random = Random(seed)
        clauses = random_clauses(random, 8, random.randint(3, 24))
        propagator = Propagator(8, enumerate(clauses, start=1))
        kept = dict(enumerate(clauses, start=1))
        for _ in range(6):
            action = random.random()
            if action < 0.3:
                number = random.choice(sorted(kept))
                if len(kept) > 1:
                    propagator.delete(number)
                    del kept[number]
            elif action < 0.5:
                number = max(kept) + 1
                (kept[number],) = random_clauses(random, 8, 1)
                propagator.add(number, kept[number])
            literals = random_clauses(random, 8, 1)[0]
            used = propagator.refute(literals)
            plain = is_refutation([*kept.values(), *((-literal,) for literal in literals)], "999 0 0")
            assert (used is not None) == plain, seed
            outcomes.add(plain)
            if used is not None:
                # What it names suffices, too.
                named = [kept[number] for number in used]
                assert is_refutation([*named, *((-literal,) for literal in literals)], "999 0 0"), seed
    assert outcomes == {True, False}

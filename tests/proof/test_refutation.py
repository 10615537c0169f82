"""Proven or refuted: what the engines say of random layouts, against trying everything."""

from __future__ import annotations

from dataclasses import replace

import pytest

from swishsolve import prove
from swishsolve.model.swish import verify
from swishsolve.proof.checker import encode
from swishsolve.prove import prove_maximum, prove_none
from swishsolve.search.limits import Limits
from swishsolve.search.placements import build_placements, iter_bits
from swishsolve.search.refutation import refute_groups
from tests.proof.layouts import read
from tests.proof.plain_rup import is_refutation
from tests.reference import FAMILIES, brute_force_sets, random_layout

LAYOUTS_PER_FAMILY = 25


@pytest.mark.parametrize("family", FAMILIES)
def test_claims_about_random_layouts_are_proven_or_refuted_as_they_deserve(family: str) -> None:
    for seed in range(LAYOUTS_PER_FAMILY):
        whole = random_layout(FAMILIES[family], seed)
        layout = replace(whole, cards=whole.cards[: 3 + seed % 4])
        largest = max(map(len, brute_force_sets(layout)), default=0)
        for least in (2, 3, 4):
            proof = prove_none(layout, least)
            assert proof.status == ("refuted" if largest >= least else "proven"), (seed, least)
            assert proof.status == "proven" or (len(proof.stack) >= least and not verify(layout, proof.stack))
        proof = prove_maximum(layout)
        assert proof.certificate and len(proof.stack) == proof.certificate.size == largest


@pytest.mark.parametrize("name", ["dev-11-noswish16.txt", "dev-22-double5x5none.txt"])
def test_the_dead_ends_of_the_core_are_a_proof_by_themselves(name: str) -> None:
    layout = read(name)
    table = build_placements(layout, [laid.label for laid in layout])
    refutation = refute_groups(table, Limits())
    assert not refutation.swish
    clauses = encode(layout, 2).clauses
    lines = [
        f"{number} {' '.join(str(-1 - placement) for placement in iter_bits(nogood))} 0 0"
        for number, nogood in enumerate(refutation.nogoods, start=len(clauses) + 1)
    ]
    assert is_refutation(list(clauses), "\n".join([*lines, f"{len(clauses) + len(lines) + 1} 0 0"]))


@pytest.mark.parametrize("name", ["dev-13-noswish12.txt", "dev-22-double5x5none.txt"])
def test_cadical_in_parts_proves_what_the_core_proves(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts are made where counting or the core takes too long; here they are forced on small layouts."""
    monkeypatch.setattr(prove, "CORE_NOGOODS", -1)
    run_cadical = prove.run_cadical
    monkeypatch.setattr(prove, "run_cadical", lambda clauses, _: run_cadical(clauses, 0))
    proofs = [prove_none(read(name), workers=workers) for workers in (1, 2)]
    assert proofs[0].certificate and proofs[0].data == proofs[1].data
    certificate = proofs[0].certificate
    assert is_refutation(list(encode(certificate.layout, 2).clauses), certificate.proof)


@pytest.mark.parametrize("workers", [1, 2])
def test_parts_find_the_swish_that_refutes(workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    run_cadical = prove.run_cadical
    monkeypatch.setattr(prove, "run_cadical", lambda clauses, _: run_cadical(clauses, 0))
    layout = read("dev-18-square4x4.txt")
    proof = prove_none(layout, 6, workers=workers)
    assert proof.status == "refuted" and not verify(layout, proof.stack) and len(proof.stack) >= 6

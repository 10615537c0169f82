"""Every layout of the collection without a Swish, and the maximum of every one of 16 cards: proven and verified."""

from __future__ import annotations

import json
from collections.abc import Callable
from time import process_time

import pytest

from swishsolve.model.layout import Layout
from swishsolve.model.swish import verify
from swishsolve.proof.checker import encode
from swishsolve.proof.verdict import verify_certificate
from swishsolve.prove import Proof, prove_maximum, prove_none
from tests.proof.layouts import TESTS, read
from tests.proof.plain_rup import is_refutation

EXPECTED = json.loads((TESTS / "layouts" / "expected.json").read_text())
REFERENCE = json.loads((TESTS / "instances" / "reference.json").read_text())
NONE = [name for name, facts in EXPECTED.items() if not facts["swishes"]]
NONE += [name for name, facts in REFERENCE.items() if facts["plain_cp_sat"]["maximum"] is None]
SIXTEEN = {name: facts["maximum"] for name, facts in EXPECTED.items() if facts["cards"] == 16}
SIXTEEN |= {name: facts["plain_cp_sat"]["maximum"] for name, facts in REFERENCE.items() if facts["cards"] == 16}
LONGEST_S = 10


def proven(prove: Callable[[Layout], Proof], layout: Layout) -> Proof:
    """The proof, after it was verified once more; both within `LONGEST_S`, of the processor's time."""
    started = process_time()
    proof = prove(layout)
    assert proof.certificate and proof.status == "proven" and proof.exit_status == 0
    verdict = verify_certificate(proof.data, layout)
    assert process_time() - started < LONGEST_S
    assert (
        verdict.report.by_hints
        == verdict.report.clauses
        == verdict.certificate.proof.count(" 0\n")
        - sum(" d " in line for line in verdict.certificate.proof.splitlines())
    )
    return proof


@pytest.mark.parametrize("name", NONE)
def test_no_swish_is_proven_and_verified(name: str) -> None:
    layout = read(name)
    proof = proven(prove_none, layout)
    assert proof.certificate and proof.certificate.kind == "none" and proof.certificate.least == 2


@pytest.mark.parametrize("name", SIXTEEN)
def test_the_maximum_of_sixteen_cards_is_proven_and_verified(name: str) -> None:
    layout = read(name)
    proof = proven(prove_maximum, layout)
    assert proof.certificate and proof.certificate.size == len(proof.stack) == SIXTEEN[name]
    assert not proof.stack or not verify(layout, proof.stack)


@pytest.mark.parametrize("name", [name for name in (*NONE, *SIXTEEN) if name.startswith("dev-")])
def test_a_plain_check_without_hints_agrees(name: str) -> None:
    certificate = prove_maximum(read(name)).certificate
    assert certificate
    assert is_refutation(list(encode(certificate.layout, certificate.least).clauses), certificate.proof)


@pytest.mark.parametrize("name", [name for name, facts in EXPECTED.items() if facts["swishes"]])
def test_a_false_claim_is_refuted_by_a_swish(name: str) -> None:
    layout = read(name)
    for least in (2, EXPECTED[name]["maximum"]):
        proof = prove_none(layout, least)
        assert proof.status == "refuted" and proof.exit_status == 1 and not proof.data
        assert len(proof.stack) >= least and not verify(layout, proof.stack)

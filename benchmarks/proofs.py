"""Sizes and times of proofs, as the Markdown tables of docs/proofs.md.

    python benchmarks/proofs.py [--drat-trim PROGRAM] [--large]

The first table has every stored layout without a Swish, the maximum of every one of 16 cards, and larger maxima. With
--drat-trim each exported proof also goes through that public checker. With --large a proof of more than 100,000 clauses
is made by CaDiCaL in one piece and checked.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import perf_counter
from typing import TypeVar

from measure import Row, bounded, load, time_text

from swishsolve.model.card import Card, Symbol
from swishsolve.model.grid import Grid
from swishsolve.model.layout import Label, LaidCard, Layout
from swishsolve.model.layout_text import parse_layout_text
from swishsolve.proof.cadical import run_cadical
from swishsolve.proof.certificate import Certificate, certificate_to_bytes
from swishsolve.proof.checker import ENCODING, encode
from swishsolve.proof.dimacs import fingerprint
from swishsolve.proof.lemmas import format_lrat
from swishsolve.proof.verdict import verify_certificate
from swishsolve.prove import export, prove_maximum, prove_none

TESTS = Path(__file__).parents[1] / "tests"
LARGER = (
    "4x4-40cards-1each-4colours.txt",
    "4x4-40cards-2each-2colours.txt",
    "5x5-60cards-1each-4colours.txt",
    "6x6-100cards-1each-4colours.txt",
)
Result = TypeVar("Result")


def timed(call: Callable[[], Result]) -> tuple[Result, float]:
    """What the call returns, and the seconds that it took."""
    start = perf_counter()
    result = call()
    return result, perf_counter() - start


def claims() -> list[tuple[Path, str]]:
    """The layouts of the table and the kind of claim about each."""
    layouts, instances = TESTS / "layouts", TESTS / "instances"
    expected = json.loads((layouts / "expected.json").read_text())
    reference = json.loads((instances / "reference.json").read_text())
    found = [(layouts / name, "none") for name, facts in expected.items() if not facts["swishes"]]
    found += [
        (instances / name, "none") for name, facts in reference.items() if facts["plain_cp_sat"]["maximum"] is None
    ]
    found += [(layouts / name, "maximum") for name, f in expected.items() if f["cards"] == 16 and f["swishes"]]
    found += [(instances / name, "maximum") for name, facts in reference.items() if facts["cards"] == 16]
    return found + [(instances / name, "maximum") for name in LARGER]


def rows(quick: bool = False) -> Iterator[Row]:
    """The slowest of all proofs of tables of 16 and of boards without a Swish, made and checked again."""
    slowest = 0.0, 0.0, ""
    small = [(path, kind) for path, kind in claims() if path.name not in LARGER]
    for path, kind in small[:: 4 if quick else 1]:
        layout = load(path)
        prove = prove_none if kind == "none" else prove_maximum
        proof, prove_s = timed(lambda prove=prove, layout=layout: prove(layout))  # type: ignore[misc]
        _, verify_s = timed(lambda proof=proof, layout=layout: verify_certificate(proof.data, layout))  # type: ignore[misc]
        slowest = max(slowest, (prove_s + verify_s, verify_s, path.stem))
    whole, verify_s, name = slowest
    note = f"{name}: checking it again takes {time_text(verify_s)}"
    yield bounded(f"slowest of {len(small)} proofs, made and checked", whole, 10, time_text, note)


def run_drat_trim(program: str, certificate: Certificate) -> float:
    """Seconds that drat-trim takes to verify the exported proof; ends the program when it does not."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        export(certificate, folder)
        command = [program, str(folder / "claim.cnf"), str(folder / "claim.drat"), "-t", "600"]
        done, seconds = timed(lambda: subprocess.run(command, capture_output=True, text=True, check=False))
    if "s VERIFIED" not in done.stdout:
        sys.exit(f"drat-trim does not verify the proof:\n{done.stdout}")
    return seconds


def table(program: str | None) -> None:
    """Print the first table."""
    print("| layout | claim | variables | clauses | steps | certificate | prove | verify | drat-trim |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for path, kind in claims():
        layout = parse_layout_text(path.read_text())
        prove = prove_none if kind == "none" else prove_maximum
        proof, prove_s = timed(lambda prove=prove, layout=layout: prove(layout))  # type: ignore[misc]
        if not proof.certificate:
            sys.exit(f"{path.name}: {proof.status}, {proof.reason}")
        verdict, verify_s = timed(lambda proof=proof, layout=layout: verify_certificate(proof.data, layout))  # type: ignore[misc]
        certificate = verdict.certificate
        words = "no Swish" if kind == "none" else f"maximum {certificate.size}"
        public = f"{run_drat_trim(program, certificate):.2f} s" if program else "–"
        size = (
            f"{certificate.variables:,} | {certificate.clauses:,} | {verdict.report.clauses:,} | {len(proof.data):,} B"
        )
        print(f"| {path.stem} | {words} | {size} | {prove_s:.2f} s | {verify_s:.2f} s | {public} |", flush=True)


def hard_layout() -> Layout:
    """64 cards with two balls and two hoops each in two colours on a 5x5 grid; its largest Swish has 8 cards."""
    random, grid = Random(1), Grid(5, 5)
    cards = []
    for index in range(64):
        cells = random.sample(grid.cells, 4)
        symbols = (Symbol(*cell, "ball" if i < 2 else "hoop", random.choice("bo")) for i, cell in enumerate(cells))
        cards.append(LaidCard(Label(*divmod(index, 8)), Card(grid, tuple(symbols))))
    return Layout(grid, tuple(cards), (8, 8))


def large(program: str | None) -> None:
    """Make and check one large proof, and print what it took."""
    layout, least = hard_layout(), 9
    formula = encode(layout, least)
    outcome, solve_s = timed(lambda: run_cadical(formula.clauses))
    length = sum(len(lemma.clause) for lemma in outcome.lemmas) / len(outcome.lemmas)
    certificate = Certificate(
        layout=layout,
        kind="none",
        size=least,
        encoding=ENCODING,
        variables=formula.variables,
        clauses=len(formula.clauses),
        fingerprint=fingerprint(formula),
        proof=format_lrat(len(formula.clauses) + 1, outcome.lemmas),
    )
    data, write_s = timed(lambda: certificate_to_bytes(certificate))
    print(f"variables {formula.variables:,}, clauses of the formula {len(formula.clauses):,}")
    print(f"clauses of the proof {len(outcome.lemmas):,}, mean length {length:.1f}")
    print(f"CaDiCaL {solve_s:.1f} s, certificate {len(data):,} B written in {write_s:.1f} s")
    verdict, verify_s = timed(lambda: verify_certificate(data, layout))
    print(f"verified in {verify_s:.1f} s, {verdict.report.by_hints:,} clauses by their hints alone")
    proof, prove_s = timed(lambda: prove_none(layout, least))
    steps = proof.certificate.proof.count("\n") if proof.certificate else 0
    print(f"in parts, as `prove` makes it: {prove_s:.1f} s, {steps:,} lines, {len(proof.data):,} B")
    if program:
        print(f"drat-trim on the first proof: {run_drat_trim(program, certificate):.1f} s")


def main() -> None:
    """Print what the arguments ask for."""
    parser = argparse.ArgumentParser(description="Sizes and times of proofs.")
    parser.add_argument("--drat-trim", metavar="PROGRAM", help="a public checker that the exported proofs go through")
    parser.add_argument("--large", action="store_true", help="a proof of more than 100,000 clauses instead")
    arguments = parser.parse_args()
    (large if arguments.large else table)(arguments.drat_trim)


if __name__ == "__main__":
    main()

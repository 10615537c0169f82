"""A thousand damaged certificates: each is rejected with a reason, unless a plain check confirms the proof."""

from __future__ import annotations

import json
import zipfile
from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random

import pytest

from swishsolve.model.claim import parse_claim
from swishsolve.model.layout_text import parse_layout_text
from swishsolve.model.swish import verify
from swishsolve.proof.certificate import CertificateError
from swishsolve.proof.checker import encode
from swishsolve.proof.dimacs import fingerprint
from swishsolve.proof.verdict import verify_certificate
from swishsolve.prove import prove_maximum, prove_none
from tests.proof.layouts import read
from tests.proof.plain_rup import is_refutation
from tests.proof.rewriting import Parts, Step, put_together, steps_of, take_apart, text_of

CORRUPTIONS = 1000
BASES = (
    ("dev-09-classic12.txt", "maximum"),
    ("dev-11-noswish16.txt", "none"),
    ("dev-13-noswish12.txt", "none"),
    ("dev-14-noswish08.txt", "none"),
    ("dev-18-square4x4.txt", "maximum"),
    ("dev-20-free16.txt", "maximum"),
    ("dev-22-double5x5none.txt", "none"),
)
Order = list[tuple[int, Step]]


@cache
def certificate(name: str, kind: str) -> bytes:
    layout = read(name)
    data = (prove_none(layout) if kind == "none" else prove_maximum(layout)).data
    assert data
    return data


def in_proof(change: Callable[[Order, Random, int], None]) -> Callable[[Parts, Random], bytes]:
    """A corruption of the steps; the rest, and the numbers, stay in order."""

    def corrupt(parts: Parts, random: Random) -> bytes:
        first, steps = steps_of(parts["proof.lrat"])
        order = list(enumerate(steps))
        variables = json.loads(parts["certificate.json"])["formula"]["variables"]
        change(order, random, variables)
        return put_together(parts | {"proof.lrat": text_of(first, order)})

    return corrupt


def drop(order: Order, random: Random, _variables: int) -> None:
    for _ in range(random.choice((1, 1, 2, 5))):
        if order:
            order.pop(random.randrange(len(order)))


def change_literal(order: Order, random: Random, variables: int) -> None:
    place = random.randrange(len(order))
    index, step = order[place]
    literals = list(step.clause) or [1]
    position = random.randrange(len(literals))
    literals[position] = random.choice(
        (-literals[position], random.randint(1, variables), -random.randint(1, variables))
    )
    order[place] = index, step._replace(clause=tuple(literals))


def drop_literal(order: Order, random: Random, _variables: int) -> None:
    place = random.randrange(len(order))
    index, step = order[place]
    if step.clause:
        gone = random.randrange(len(step.clause))
        order[place] = index, step._replace(clause=step.clause[:gone] + step.clause[gone + 1 :])


def add_clause(order: Order, random: Random, variables: int) -> None:
    size = random.randint(0, 3)
    clause = tuple(random.choice((1, -1)) * random.randint(1, variables) for _ in range(size))
    hints = tuple((False, random.randint(1, 50)) for _ in range(random.randint(0, 3)))
    order.insert(random.randrange(len(order) + 1), (-1, Step(clause, hints)))


def reorder(order: Order, random: Random, _variables: int) -> None:
    if len(order) > 2 and random.random() < 0.7:
        first, second = random.sample(range(len(order)), 2)
        order[first], order[second] = order[second], order[first]
    else:
        random.shuffle(order)


def scramble_hints(order: Order, random: Random, _variables: int) -> None:
    for place, (index, step) in enumerate(order):
        hints = list(step.hints)
        random.shuffle(hints)
        order[place] = index, step._replace(hints=tuple(hints[: random.randint(0, len(hints))]))


def other_text(parts: Parts, random: Random) -> bytes:
    name = random.choice(sorted(parts))
    text = list(parts[name])
    for _ in range(random.choice((1, 1, 3))):
        text[random.randrange(len(text))] = random.choice("0123456789-d \nabBoO.{}:")
    return put_together(parts | {name: "".join(text)})


def truncated_part(parts: Parts, random: Random) -> bytes:
    name = random.choice(sorted(parts))
    return put_together(parts | {name: parts[name][: random.randrange(len(parts[name]))]})


def other_layout(parts: Parts, random: Random) -> bytes:
    other = take_apart(certificate(*random.choice(BASES)))["layout.txt"]
    lines = parts["layout.txt"].splitlines()
    if random.random() < 0.7:
        card = random.randrange(4, len(lines))
        lines[card] = random.choice((lines[card][::-1], lines[4].replace("A1", lines[card].split(":")[0]), ""))
        other = "\n".join(lines)
    return put_together(parts | {"layout.txt": other})


def other_claim(parts: Parts, random: Random) -> bytes:
    """Another K; half of the time with a formula that belongs to it."""
    about = json.loads(parts["certificate.json"])
    about["claim"]["size"] += random.choice((-2, -1, 1, 2))
    if random.random() < 0.3:
        about["claim"]["kind"] = random.choice(("none", "maximum"))
    least = about["claim"]["size"] + (about["claim"]["kind"] == "maximum")
    if random.random() < 0.5 and least >= 2:
        formula = encode(parse_layout_text(parts["layout.txt"]), least)
        about["formula"] = {
            "least": least,
            "variables": formula.variables,
            "clauses": len(formula.clauses),
            "sha256": fingerprint(formula),
        }
    return put_together(parts | {"certificate.json": json.dumps(about)})


def other_part(parts: Parts, random: Random) -> bytes:
    """A part of another certificate, or two parts exchanged, or one left out."""
    other = take_apart(certificate(*random.choice(BASES)))
    name = random.choice(sorted(parts))
    match random.randrange(3):
        case 0:
            return put_together(parts | {name: other.get(name, "A1+A2\n")})
        case 1:
            second = random.choice(sorted(parts))
            return put_together(parts | {name: parts[second], second: parts[name]})
        case _:
            return put_together({key: text for key, text in parts.items() if key != name})


def other_witness(parts: Parts, random: Random) -> bytes:
    placements = parts.get("witness.txt", "A1+A2\n").strip().split("+")
    match random.randrange(3):
        case 0:
            placements.pop()
        case 1:
            placements[0] += random.choice("uhv")
        case _:
            placements.append(random.choice(placements))
    return put_together(parts | {"witness.txt": "+".join(placements)})


def wrong_bytes(parts: Parts, random: Random) -> bytes:
    data = bytearray(put_together(parts, random.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))))
    match random.randrange(3):
        case 0:
            data[random.randrange(len(data))] ^= 1 << random.randrange(8)
        case 1:
            del data[random.randrange(len(data)) :]
        case _:
            start = random.randrange(len(data))
            del data[start : start + random.randint(1, 40)]
    return bytes(data)


KINDS: dict[str, Callable[[Parts, Random], bytes]] = {
    "dropped clause": in_proof(drop),
    "changed literal": in_proof(change_literal),
    "dropped literal": in_proof(drop_literal),
    "added clause": in_proof(add_clause),
    "reordered clauses": in_proof(reorder),
    "scrambled hints": in_proof(scramble_hints),
    "changed text": other_text,
    "truncated part": truncated_part,
    "another layout": other_layout,
    "another claim": other_claim,
    "swapped part": other_part,
    "another witness": other_witness,
    "wrong bytes": wrong_bytes,
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_corrupted_certificate_is_rejected_unless_it_still_proves_its_claim(kind: str) -> None:
    outcomes: Counter[str] = Counter()
    for seed in range(-(-CORRUPTIONS // len(KINDS))):
        random = Random(f"{kind} {seed}")
        original = take_apart(certificate(*BASES[seed % len(BASES)]))
        data = KINDS[kind](original, random)
        try:
            verdict = verify_certificate(data, parse_layout_text(original["layout.txt"]))
        except CertificateError as error:
            assert str(error)
            outcomes["rejected"] += 1
            continue
        outcomes["valid"] += 1
        parts = take_apart(data)
        layout = parse_layout_text(original["layout.txt"])
        assert verdict.same_layout
        assert is_refutation(list(encode(layout, verdict.certificate.least).clauses), parts["proof.lrat"]), seed
        if verdict.certificate.kind == "maximum" and verdict.certificate.size:
            stack = parse_claim(parts["witness.txt"].strip(), layout).stack
            assert len(stack) == verdict.certificate.size and not verify(layout, stack)
    print(f"{kind}: {dict(outcomes)}")
    assert outcomes["rejected"] or kind == "scrambled hints"

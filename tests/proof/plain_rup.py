"""A plain check of a proof, written without the package: each clause by unit propagation over all clauses, no hints.

No watched literals and nothing kept from one clause to the next: whenever a literal becomes false, every clause that
holds it is looked at again.
"""

from __future__ import annotations

from collections import defaultdict

Clause = tuple[int, ...]


def is_refutation(clauses: list[Clause], proof: str) -> bool:
    """Whether every line of the LRAT text follows and the empty clause is reached; hints are passed over."""
    active = dict(enumerate(clauses, start=1))
    holding: dict[int, set[int]] = defaultdict(set)
    for number, clause in active.items():
        for literal in clause:
            holding[literal].add(number)
    for line in proof.splitlines():
        words = line.split()
        number = int(words[0])
        if words[1] == "d":
            for old in map(int, words[2:-1]):
                for literal in active.pop(old):
                    holding[literal].discard(old)
            continue
        clause = tuple(map(int, words[1 : words.index("0", 1)]))
        if not _follows(active, holding, clause):
            return False
        if not clause:
            return True
        assert number not in active
        active[number] = clause
        for literal in clause:
            holding[literal].add(number)
    return False


def _follows(active: dict[int, Clause], holding: dict[int, set[int]], clause: Clause) -> bool:
    true = {-literal for literal in clause}
    if any(-literal in true for literal in true):
        return True
    to_look_at = [number for number, other in active.items() if len(other) == 1]
    for literal in clause:
        to_look_at += sorted(holding[literal])
    for number in to_look_at:  # grows while it is read
        other = active[number]
        if any(literal in true for literal in other):
            continue
        left = {literal for literal in other if -literal not in true}
        if not left:
            return True
        if len(left) == 1:
            (unit,) = left
            true.add(unit)
            to_look_at += sorted(holding[-unit])
    return False

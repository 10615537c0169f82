"""A plain check of a proof, written without the package: each clause by unit propagation over all clauses, no hints."""

from __future__ import annotations


def is_refutation(clauses: list[tuple[int, ...]], proof: str) -> bool:
    """Whether every line of the LRAT text follows and the empty clause is reached; hints are passed over."""
    active = dict(enumerate(clauses, start=1))
    for line in proof.splitlines():
        words = line.split()
        number = int(words[0])
        if words[1] == "d":
            for old in map(int, words[2:-1]):
                del active[old]
            continue
        clause = tuple(map(int, words[1 : words.index("0", 1)]))
        if not follows(list(active.values()), clause):
            return False
        if not clause:
            return True
        assert number not in active
        active[number] = clause
    return False


def follows(clauses: list[tuple[int, ...]], clause: tuple[int, ...]) -> bool:
    """Whether unit propagation refutes the opposite of the clause."""
    true = {-literal for literal in clause}
    if any(-literal in true for literal in true):
        return True
    changed = True
    while changed:
        changed = False
        for other in clauses:
            if any(literal in true for literal in other):
                continue
            left = {literal for literal in other if -literal not in true}
            if not left:
                return True
            if len(left) == 1:
                true |= left
                changed = True
    return False

"""The most likely explanation of the whole table, and how sure it is.

The idea: hypotheses compete for symbols and for space - a symbol and a place on the table belong to one card at most.
The explanation with the largest sum of evidence wins: a heaviest independent set, found by a beam over the first
symbols of the cards (the surest first) on bit sets, then improved locally.  The margin to the best explanation in which
a card reads otherwise is that card's certainty; it is found by solving its neighbourhood again without the chosen
reading.  What cannot reach the sum that choosing greedily gives is dropped at once, which on most tables leaves few
states.

An exact solver (CP-SAT) would do as well but costs more to import than the whole reading takes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from swishsolve.vision.cards import CardSize, Hypotheses

Floats = NDArray[np.float64]

_BEAM = 120


@dataclass(frozen=True)
class Explanation:
    """Chosen hypotheses (indices) and the sum of their evidence."""

    chosen: tuple[int, ...]
    value: float


class Puzzle:
    """Hypotheses with values (nats) and what excludes what (`find_conflicts`), ready to be solved."""

    def __init__(self, hypotheses: Hypotheses, values: Floats, conflicts: list[int]) -> None:
        self.hypotheses = hypotheses
        self.values = values
        self.conflicts = conflicts
        self.worth: list[float] = values.tolist()  # the same as plain numbers, for the loops
        self.ranked = [h for h in np.argsort(-values, kind="stable").tolist() if self.worth[h] > 0]
        by_anchor: dict[int, list[int]] = {}
        for h in self.ranked:
            by_anchor.setdefault(int(hypotheses.anchor[h]), []).append(h)
        self.lists = list(by_anchor.values())

    def solve(self, allowed: int = -1, fixed: tuple[int, ...] = ()) -> Explanation:
        """The best set of compatible hypotheses that contains ``fixed``, of the ``allowed`` ones (a bit set)."""
        base, free = 0.0, allowed
        for h in fixed:
            free &= ~self.conflicts[h]
            base += self.worth[h]
        lists = [some for options in self.lists if (some := [h for h in options if free >> h & 1])]

        def surety(options: list[int]) -> float:
            return self.worth[options[0]] - (self.worth[options[1]] if len(options) > 1 else 0.0)

        lists.sort(key=lambda o: (-surety(o), o[0]))
        # for what follows each list: the most it can add, and the hypotheses that are still open
        rest, ahead = [0.0], [0]
        for options in reversed(lists):
            rest.append(rest[-1] + self.worth[options[0]])
            ahead.append(ahead[-1] | sum(1 << h for h in options))
        beam: list[tuple[float, int, tuple[int, ...]]] = [(base, 0, ())]
        least = self._greedy(lists, beam[0])
        for options, more, open_ in zip(lists, rest[-2::-1], ahead[-2::-1], strict=True):
            enough = least[0] - more - 1e-9  # what has less is no part of the best
            grown: dict[int, tuple[float, int, tuple[int, ...]]] = {}
            for value, taken, chosen in beam:
                if value >= enough:
                    mask = taken & open_  # states that leave the same open are the same from here on
                    if mask not in grown or grown[mask][0] < value:
                        grown[mask] = (value, mask, chosen)
                for h in options:
                    new = value + self.worth[h]
                    if new < enough:
                        break  # the others are worth less
                    if not taken >> h & 1:
                        mask = (taken | self.conflicts[h]) & open_
                        if mask not in grown or grown[mask][0] < new:
                            grown[mask] = (new, mask, (*chosen, h))
            beam = sorted(grown.values(), key=lambda s: (-s[0], s[2]))[:_BEAM]
        value, _, chosen = beam[0] if beam else least
        return Explanation(tuple(sorted((*fixed, *chosen))), value)

    def _greedy(
        self, lists: list[list[int]], state: tuple[float, int, tuple[int, ...]]
    ) -> tuple[float, int, tuple[int, ...]]:
        """The state that the best option left of each list leads to."""
        value, taken, chosen = state
        for options in lists:
            h = next((h for h in options if not taken >> h & 1), None)
            if h is not None:
                value, taken, chosen = value + self.worth[h], taken | self.conflicts[h], (*chosen, h)
        return value, taken, chosen

    def improve(self, best: Explanation, reach_mm: float = 190.0) -> Explanation:
        """Solve the neighbourhood of each card again with the rest held, as long as that helps."""
        hyp = self.hypotheses
        for _ in range(4):
            before = best.value
            for h in best.chosen:
                near = np.hypot(hyp.x - hyp.x[h], hyp.y - hyp.y[h]) < reach_mm
                fixed = tuple(c for c in best.chosen if not near[c])
                other = self.solve(_bits(near), fixed)
                if other.value > best.value + 1e-6:
                    best = other
                    break
            if best.value <= before + 1e-6:
                break
        return best


def find_conflicts(hyp: Hypotheses, size: CardSize, overlap_mm: float = 9.0) -> list[int]:
    """For each hypothesis the bit set of those it excludes (itself included)."""
    n = len(hyp)
    if not n:
        return []
    own = hyp.owns(int(hyp.members.max()) + 1).astype(np.float32)
    same = own @ own.T > 0
    across = np.stack([np.cos(np.radians(hyp.angle)), np.sin(np.radians(hyp.angle))], axis=1)
    down = np.stack([-across[:, 1], across[:, 0]], axis=1)
    offset = np.stack([hyp.x[None] - hyp.x[:, None], hyp.y[None] - hyp.y[:, None]], axis=2)
    depth = np.full((n, n), np.inf)
    for axis, half in ((across, size.width / 2), (down, size.height / 2)):
        # projections on the first card's axis; by symmetry the transpose gives the second card's axes
        gap = np.abs(np.einsum("ijk,ik->ij", offset, axis))
        reach = half + np.abs(axis @ across.T) * size.width / 2 + np.abs(axis @ down.T) * size.height / 2
        one = reach - gap
        depth = np.minimum(depth, np.minimum(one, one.T))
    clash = same | (depth > overlap_mm)
    np.fill_diagonal(clash, True)
    packed = np.packbits(clash, axis=1, bitorder="little")
    return [int.from_bytes(row.tobytes(), "little") for row in packed]


def margins(
    puzzle: Puzzle, best: Explanation, codes: list[str], reach_mm: float = 190.0
) -> list[list[tuple[str, float]]]:
    """For each chosen card the readings that its first symbol could have otherwise, with the value each loses (nats).

    The empty code stands for "no card with this symbol".  ``codes`` names the reading of each hypothesis.
    """
    hyp, out = puzzle.hypotheses, []
    for h in best.chosen:
        near = np.hypot(hyp.x - hyp.x[h], hyp.y - hyp.y[h]) < reach_mm
        fixed = tuple(c for c in best.chosen if not near[c])
        rivals = (hyp.members == hyp.anchor[h]).any(axis=1)
        without = _bits(near & ~rivals)
        losses = {"": best.value - puzzle.solve(without, fixed).value}
        options: dict[str, list[int]] = {}
        for k in puzzle.ranked:
            if rivals[k] and codes[k] != codes[h] and near[k]:
                options.setdefault(codes[k], []).append(k)
        for code, kinds in options.items():
            for k in kinds[:2]:
                if puzzle.values[k] < puzzle.values[h] - 25:
                    continue
                keep = tuple(f for f in fixed if not puzzle.conflicts[k] >> f & 1)
                other = puzzle.solve(without & ~puzzle.conflicts[k], (*keep, k))
                losses[code] = min(losses.get(code, np.inf), best.value - other.value)
        out.append(sorted(losses.items(), key=lambda item: (item[1], item[0])))
    return out


def _bits(which: NDArray[np.bool_]) -> int:
    return int.from_bytes(np.packbits(which, bitorder="little").tobytes(), "little")

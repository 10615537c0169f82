"""Certificates taken apart and put together again, whole or damaged."""

from __future__ import annotations

import io
import zipfile
from typing import NamedTuple

Parts = dict[str, str]


class Step(NamedTuple):
    """A clause of a proof and the steps or numbers that its hints name: (True, step index) or (False, number)."""

    clause: tuple[int, ...]
    hints: tuple[tuple[bool, int], ...]


def take_apart(data: bytes) -> Parts:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def put_together(parts: Parts, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, text in parts.items():
            archive.writestr(zipfile.ZipInfo(name), text.encode(), method)
    return buffer.getvalue()


def steps_of(proof: str) -> tuple[int, list[Step]]:
    """The first number and the steps of an LRAT text; deletions are left out."""
    numbers: dict[int, int] = {}
    steps: list[Step] = []
    for line in proof.splitlines():
        words = line.split()
        if words[1] == "d":
            continue
        end = words.index("0", 1)
        hints = [int(word) for word in words[end + 1 : -1]]
        step = Step(tuple(map(int, words[1:end])), tuple((h in numbers, numbers.get(h, h)) for h in hints))
        numbers[int(words[0])] = len(steps)
        steps.append(step)
    return min(numbers), steps


def text_of(first: int, order: list[tuple[int, Step]]) -> str:
    """LRAT text of steps, each given with the index by which hints know it (-1: none does), numbered in this order."""
    number_of: dict[int, int] = {}
    lines = []
    for number, (index, step) in enumerate(order, start=first):
        hints = [number_of.get(h) if is_step else h for is_step, h in step.hints]
        known = [hint for hint in hints if hint is not None]
        lines.append(" ".join(map(str, (number, *step.clause, 0, *known, 0))))
        number_of.setdefault(index, number)
    return "".join(line + "\n" for line in lines)

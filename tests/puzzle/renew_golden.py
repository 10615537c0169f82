"""Golden puzzles: ids of every kind, and what each of them makes, byte for byte.

The file is the same for every version of Python, platform and `PYTHONHASHSEED`. It is renewed, after a change that
gives other puzzles on purpose, with

    python -m tests.puzzle.renew_golden
"""

from __future__ import annotations

from pathlib import Path

from swishsolve.model.claim import format_stack
from swishsolve.puzzle.generate import Puzzle
from swishsolve.puzzle.grade import LEVELS
from swishsolve.puzzle.ids import format_complete_id, read_id

GOLDEN = Path(__file__).parent / "golden" / "ids.txt"
IDS = (
    *(f"deck=classic-60,cards=16,size=3,level={level}#1" for level in LEVELS),
    *(f"deck=classic-60,cards=16,size=4,level={level}#2" for level in LEVELS),
    "deck=classic-60,cards=16,size=2,level=easy#3",
    "deck=classic-60,cards=16,size=5,level=easy#5",
    "deck=classic-60,cards=16,size=5,level=expert#5",
    "deck=classic-60,cards=16,size=6,level=medium#2",
    "deck=classic-60,cards=12,size=3#999999999999999999",
    "deck=classic-60,cards=16,size=9,unique=8#1",
    "deck=classic-36,cards=12,size=4,level=medium#6",
    "deck=junior-42,cards=12,size=3#7",
    "deck=square-48,cards=16,size=4,level=hard#8",
    "deck=pairless-60,cards=16,size=5#9",
    "grid=4x4,rule=free,colours=bg,symbols=1+1,cards=16,size=8#1",
    "grid=5x5,rule=free,colours=bgo,symbols=2+2,cards=16,size=6#1",
    "grid=3x3,rule=classic,colours=bgo,symbols=1+1,cards=9,size=3#0",
    "grid=5x4,rule=classic,colours=bgopry,symbols=1+1,cards=16,size=8#2",
    "grid=2x3,rule=free,colours=kwntcm,symbols=1+1,cards=14,size=5#4",
)


def golden_text() -> str:
    """What the ids make: the id as it is written, the whole puzzle, its answer and its grade."""
    parts = []
    for text in IDS:
        name, puzzle = read_id(text)
        assert isinstance(puzzle, Puzzle), f"{text}: {puzzle}"
        mark = puzzle.grade
        effort = f"{mark.level} {mark.effort!r} {mark.pairs!r} {mark.chains!r} {mark.near_misses}"
        parts.append(f"{name}\n{format_complete_id(puzzle)}\n{format_stack(puzzle.layout, puzzle.answer)}\n{effort}\n")
    return "\n".join(parts)


if __name__ == "__main__":
    GOLDEN.parent.mkdir(exist_ok=True)
    GOLDEN.write_bytes(golden_text().encode())

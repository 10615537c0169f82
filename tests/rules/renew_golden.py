"""Golden transcripts: what stands in them as comments was reasoned from the rules; the verdicts beside them are files.

`# legal` or `# illegal` before each event, the scores after it in brackets where they matter, and `# verdict:` at the
end are checked against the referee. The whole verdict with its notes stands in NAME.verdict.json and is renewed with

    python -m tests.rules.renew_golden
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

from swishsolve.rules.referee import judge_text

FOLDER = Path(__file__).parent / "golden"
_MARK = re.compile(r"# (legal|illegal)(?: \[([^\]]*)\])?(?::.*)?$")
_VERDICT = "# verdict: "


class Expected(NamedTuple):
    """What the comments before an event say of it."""

    line: int
    legal: bool
    scores: dict[str, int] | None


def transcripts() -> list[Path]:
    return sorted(FOLDER.glob("*.jsonl"))


def expectations(text: str) -> tuple[list[Expected], dict[str, Any]]:
    """The marks of a golden transcript, by line of the event, and the end of its verdict."""
    marks: list[Expected] = []
    end: dict[str, Any] = {}
    pending: tuple[bool, dict[str, int] | None] | None = None
    for number, line in enumerate(text.split("\n"), start=1):
        if line.startswith(_VERDICT):
            end = json.loads(line.removeprefix(_VERDICT))
        elif match := _MARK.match(line):
            scores = match[2] and dict(part.rsplit(" ", 1) for part in match[2].split(", "))
            pending = match[1] == "legal", {name: int(n) for name, n in scores.items()} if scores else None
        elif line.startswith("{") and '"start"' not in line:
            assert pending is not None, f"line {number} has no mark"
            marks.append(Expected(number, *pending))
            pending = None
    return marks, end


def verdict_text(text: str) -> str:
    """The verdict file of a transcript."""
    return json.dumps(judge_text(text).to_json(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for path in transcripts():
        path.with_suffix(".verdict.json").write_text(verdict_text(path.read_text()))

"""Words fit the console, however narrow; what is to be copied, such as an id, stays in one piece."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import LAYOUTS, ROOT, run

TABLE, NONE = LAYOUTS / "dev-00-classic16.txt", LAYOUTS / "dev-14-noswish08.txt"
GOLDEN = ROOT / "tests" / "rules" / "golden"
COMMANDS: tuple[tuple[str | Path, ...], ...] = (
    ("puzzle", "show", "deck=classic-60,cards=9,size=3#1", "--solution"),
    ("puzzle", "grade", LAYOUTS / "dev-21-double4x4.txt"),
    ("deck", "list"),
    ("deck", "show", "classic-36"),
    ("deck", "census", "classic-36", "--deal", "2"),
    ("deck", "survey", "classic-60", "--deal", "6", "--samples", "100"),
    ("deck", "compare", "classic-60", "classic-36", "--deal", "6", "--samples", "100"),
    ("render", TABLE),
    ("render", TABLE, "--stack", "A1+C2u+D2h+D4u"),
    ("check", TABLE, "--none"),
    ("check", TABLE, "A1+A2"),
    ("check", NONE, "--none"),
    ("referee", GOLDEN / "swintus-caught-by-skip.jsonl"),
)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(map(str, command[:2])))
def test_lines_fit(command: tuple[str | Path, ...]) -> None:
    for columns in (20, 40, 60, 120):
        done = run(*command, COLUMNS=str(columns))
        assert b"Traceback" not in done.stderr and done.returncode in (0, 1)
        for line in done.stdout.decode().splitlines():
            assert len(line) <= columns or " " not in line.removeprefix("# ").strip(), f"{columns}: {line}"

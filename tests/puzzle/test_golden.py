"""Ids make the same bytes everywhere: whatever version of Python runs this holds them against the stored ones."""

from __future__ import annotations

import os
import subprocess
import sys

from swishsolve.puzzle.grade import LEVELS
from swishsolve.puzzle.ids import read_id
from tests.cli.running import ROOT
from tests.puzzle.renew_golden import GOLDEN, IDS

PROGRAM = """
import sys
from tests.puzzle.renew_golden import golden_text
sys.stdout.buffer.write(golden_text().encode())
"""


def test_ids_make_the_stored_bytes_whatever_the_hash_seed() -> None:
    processes = [
        subprocess.Popen(
            [sys.executable, "-W", "error", "-c", PROGRAM],
            env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for seed in ("0", "20261201")
    ]
    for process in processes:
        made, complaints = process.communicate(timeout=300)
        assert process.returncode == 0, complaints.decode()
        assert made == GOLDEN.read_bytes(), "see the one-line command in tests/puzzle/renew_golden.py"


def test_the_stored_puzzles_can_be_read_and_are_of_every_kind() -> None:
    stored = [part.splitlines() for part in GOLDEN.read_text().split("\n\n")]
    assert [part[0] for part in stored] == list(IDS)
    for name, complete, _, grade in stored:
        puzzle = read_id(complete)[1]
        assert read_id(complete)[0] == complete
        assert f"{puzzle.grade.level} {puzzle.grade.effort} " in grade  # type: ignore[union-attr]
        assert "level=" not in name or f"level={grade.split()[0]}#" in name
    assert {part[3].split()[0] for part in stored} == set(LEVELS)

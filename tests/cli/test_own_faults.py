"""What goes wrong in the program itself, or with the place it is installed in, is never taken for an answer."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import ROOT

FAULTY = """
import sys
import swishsolve.cli.solve as module
def fail(**options): raise KeyError("lost")
module.read_input = fail
sys.argv[1:] = ["solve", "table.txt"]
from swishsolve.__main__ import main
main()
"""


@pytest.mark.parametrize("asked", [False, True])
def test_a_fault_of_the_program_is_undecided_and_says_so(asked: bool) -> None:
    env = {key: value for key, value in os.environ.items() if key != "SWISHSOLVE_TRACEBACK"}
    done = subprocess.run(
        [sys.executable, "-c", FAULTY],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=env | ({"SWISHSOLVE_TRACEBACK": "1"} if asked else {}),
        check=False,
    )
    assert done.returncode == 3
    assert done.stdout == ""
    *trace, last = done.stderr.splitlines()
    assert "a fault of swishsolve itself" in last and "KeyError: 'lost'" in last
    assert bool(trace) == ("Traceback (most recent call last):" in trace) == asked


def test_kernels_compile_where_no_cache_can_be_kept(tmp_path: Path) -> None:
    # Files where folders would have to be made: so nobody can write there, whatever the permissions say.
    (tmp_path / "__pycache__").touch()
    (tmp_path / "home").touch()
    program = tmp_path / "program.py"
    program.write_text(
        "from swishsolve.search.batch.table import compiled\n"
        "@compiled\ndef double(number):\n    return 2 * number\n"
        "assert double(21) == 42\nprint(double.stats.cache_path)\n"
    )
    unwritable = {"HOME": str(tmp_path / "home"), "XDG_CACHE_HOME": str(tmp_path / "home" / "cache")}
    env = {key: value for key, value in os.environ.items() if key != "NUMBA_CACHE_DIR"}
    done = subprocess.run(
        [sys.executable, "-W", "error", program],
        capture_output=True,
        text=True,
        env=env | unwritable | {"PYTHONPATH": str(ROOT)},
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "None\n", "")

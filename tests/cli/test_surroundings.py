"""Terminals, pipes, encodings and interrupts."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from tests.cli.running import LAYOUTS, ROOT, run

SOLVE = [sys.executable, "-c", "from swishsolve.__main__ import main; main()", "solve"]
LAYOUT = LAYOUTS / "dev-00-classic16.txt"


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "utf-8", "cp437"])
def test_output_fits_the_encoding(encoding: str) -> None:
    done = run("solve", LAYOUT, PYTHONIOENCODING=encoding)
    assert done.returncode == 0
    assert done.stderr == b""
    text = done.stdout.decode(encoding)
    assert "?" not in text
    assert "A1" in text


@pytest.mark.parametrize("columns", [20, 60, 120])
def test_output_fits_the_width(columns: int) -> None:
    pictures = run("solve", LAYOUT, COLUMNS=str(columns)).stdout.decode()
    lines = [line for line in pictures.splitlines() if any(char in line for char in "╭│╰╔║╚┏┃┗")]
    assert lines
    assert max(map(len, lines)) <= columns


def test_no_colour_codes_unless_on_a_terminal() -> None:
    assert b"\033" not in run("solve", LAYOUT).stdout
    on_terminal = under_terminal()
    assert b"\033[" in on_terminal
    assert b"\033" not in under_terminal(NO_COLOR="1")


def under_terminal(**environment: str) -> bytes:
    ours, theirs = os.openpty()
    with subprocess.Popen(
        [*SOLVE, str(LAYOUT)],
        stdout=theirs,
        cwd=ROOT,
        env={k: v for k, v in os.environ.items() if k != "NO_COLOR"} | environment,
    ) as process:
        os.close(theirs)
        output = b""
        while True:
            try:
                chunk = os.read(ours, 65536)
            except OSError:  # the other side is closed: how a terminal ends on Linux
                break
            if not chunk:
                break
            output += chunk
        process.wait()
    os.close(ours)
    return output


def test_a_closed_pipe_ends_quietly() -> None:
    command = f'{SOLVE[0]} -c "{SOLVE[2]}" solve {LAYOUT} --all; echo "status $?" >&2'
    done = subprocess.run(
        ["bash", "-c", f"( {command} ) | head -1"], capture_output=True, cwd=ROOT, timeout=60, check=True
    )
    assert done.stderr.decode() == "status 0\n"


def test_closed_standard_streams() -> None:
    command = f'{SOLVE[0]} -c "{SOLVE[2]}" solve'
    for arguments, status in (("- <&-", 2), (f"{LAYOUT} >&-", 0), (f"{LAYOUT} 2>&-", 0), (f"{LAYOUT} <&-", 0)):
        done = subprocess.run(["bash", "-c", f"{command} {arguments}"], capture_output=True, cwd=ROOT, check=False)
        assert done.returncode == status, (arguments, done.stderr)
        assert b"Traceback" not in done.stderr


def test_control_characters_of_an_input_are_not_repeated_raw() -> None:
    done = run("solve", "-", stdin=b"A1: b../\x1b[31m./.P./...")
    assert done.returncode == 2
    assert b"\x1b" not in done.stderr


@pytest.mark.parametrize("engine", ["bitset", "cp-sat"])
def test_an_interrupt_ends_with_what_is_known(engine: str) -> None:
    instance = ROOT / "tests" / "instances" / "10x10-300cards-1each-6colours.txt"
    with subprocess.Popen(
        [*SOLVE, str(instance), "--engine", engine, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    ) as process:
        try:
            process.communicate(timeout=8)
            pytest.fail("the search ended before it could be interrupted")
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=30)
    assert process.returncode == 3
    assert b"Traceback" not in errors
    assert b'"status": "found"' in output or b'"status": "unknown"' in output
    assert b'"complete": false' in output


def test_help_version_and_completion() -> None:
    done = run("--help")
    assert done.returncode == 0
    assert all(line.rstrip() == line for line in done.stdout.decode().splitlines())
    assert run("--version").stdout.decode().startswith("swishsolve ")
    for shell in ("bash", "zsh", "fish"):
        assert b"swishsolve" in run("completion", shell).stdout


def test_same_bytes_on_every_run_and_hash_seed(tmp_path: Path) -> None:
    outputs = []
    for seed in ("0", "1", "random"):
        done = run("solve", LAYOUT, "--all", PYTHONHASHSEED=seed, cwd=tmp_path)
        outputs.append(done.stdout)
    assert all(one == other for one, other in pairwise(outputs))


def settle_under_terminal(layout: Path, answers: str) -> tuple[int, str]:
    """Exit status and output of `solve LAYOUT --settle` when a person types the answers."""
    ours, theirs = os.openpty()
    with subprocess.Popen(
        [*SOLVE, str(layout), "--settle"], stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=ROOT
    ) as process:
        os.close(theirs)
        os.write(ours, answers.encode())
        output, _ = process.communicate(timeout=60)
    os.close(ours)
    return process.returncode, output.decode()


def test_doubtful_cards_are_settled_at_the_terminal(tmp_path: Path) -> None:
    photo = {"corners": [[0, 0], [1, 0], [1, 1], [0, 1]], "confidence": 0.5, "doubtful": True, "sideways": False}
    cards = [
        {"label": "A1", "code": "b../.../.P./...", "photo": photo},
        {"label": "A2", "code": "B../.../.G./...", "photo": photo},
        {"label": "A3", "code": ".../b../.../..P", "photo": photo},
    ]
    layout = tmp_path / "table.json"
    layout.write_text(
        json.dumps({"format": "swishsolve/layout", "version": 1, "grid": [4, 3], "rule": "free", "cards": cards})
    )
    status, output = settle_under_terminal(layout, "1\nB../.q./.p./...\nB../.../.p./...\n-\n")
    assert status == 0, output
    assert 'found "q"' in output
    assert "A1+A2" in output
    assert "2 cards, grid 4x3" in output
    status, output = settle_under_terminal(layout, "1\nq\n")
    assert status == 3
    assert "nothing was solved" in output
    done = run("solve", layout, "--settle")
    assert done.returncode == 2
    assert b"terminal" in done.stderr


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("arguments", ["solve {layout}", "solve {layout} --all --json", "deal --seed 1", "--help"])
def test_a_full_disk_is_said_and_never_taken_for_an_answer(arguments: str, unbuffered: str) -> None:
    command = f'{SOLVE[0]} -c "{SOLVE[2]}" {arguments.format(layout=LAYOUT)} > /dev/full'
    done = subprocess.run(
        ["bash", "-c", command],
        capture_output=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONUNBUFFERED": unbuffered},
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.decode() == "standard output: no space left on device\n"


@pytest.mark.parametrize("question", ["--minimal", "--maximal", "--all", "--cover", "--maximum", "--first"])
@pytest.mark.parametrize("engine", ["auto", "bitset"])
def test_every_question_can_be_stopped(question: str, engine: str) -> None:
    instance = ROOT / "tests" / "instances" / "10x10-300cards-1each-6colours.txt"
    done = run("solve", instance, question, "--min", "30", "--engine", engine, "--time-limit", "0.3", "--json")
    solution = json.loads(done.stdout)
    assert done.returncode == (0 if question == "--first" and solution["swishes"] else 3)
    assert done.stderr == b""
    assert solution["bound"] > solution["maximum"]


def test_an_early_interrupt_stops_the_model_that_comes_after_it() -> None:
    instance = ROOT / "tests" / "instances" / "6x6-80cards-3each-2colours.txt"
    with subprocess.Popen(
        [*SOLVE, str(instance), "--engine", "cp-sat", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    ) as process:
        try:
            process.communicate(timeout=0.4)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=20)
    assert process.returncode == 3
    assert b"Traceback" not in errors
    assert not output or b'"complete": false' in output

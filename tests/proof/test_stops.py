"""What is cut short is unknown: limits, interrupts and killed workers, with 1, 2 and 8 workers; never "none"."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from swishsolve import prove
from swishsolve.cli.progress import watched_limits
from swishsolve.model.layout_text import format_layout_text
from swishsolve.proof.cadical import Outcome, SolverError
from swishsolve.proof.lemmas import Lemma
from swishsolve.prove import Proof, prove_maximum, prove_none
from swishsolve.search.limits import Limits
from tests.cli.running import run
from tests.proof.layouts import HARD_LEAST, hard_layout, read

WORKERS = (1, 2, 8)


def nothing_claimed(proof: Proof, reason: str) -> None:
    assert proof.status == "unknown" and proof.exit_status == 3
    assert proof.certificate is None and proof.data == b""
    assert reason in proof.reason


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("workers", WORKERS)
def test_a_killed_worker(workers: int) -> None:
    started: list[int] = []

    def kill_the_last(process: int) -> None:
        started.append(process)
        if len(started) == workers:
            os.kill(process, signal.SIGKILL)

    proof = prove_none(hard_layout(), HARD_LEAST, workers=workers, on_start=kill_the_last)
    nothing_claimed(proof, "a worker ended before part")
    assert len(started) == workers
    assert not any(map(is_alive, started))


@pytest.mark.parametrize("workers", WORKERS)
def test_an_interrupt(workers: int) -> None:
    started: list[int] = []

    def interrupt(process: int) -> None:
        started.append(process)
        if len(started) == workers:
            signal.raise_signal(signal.SIGINT)

    with watched_limits(None, "proving") as limits:
        proof = prove_none(hard_layout(), HARD_LEAST, workers=workers, limits=limits, on_start=interrupt)
    nothing_claimed(proof, "an interrupt")
    assert len(started) == workers
    assert not any(map(is_alive, started))


@pytest.mark.parametrize("workers", WORKERS)
def test_a_time_limit(workers: int) -> None:
    started: list[int] = []
    limits = Limits()

    def time_is_up(process: int) -> None:
        started.append(process)
        limits.deadline = 0.0

    nothing_claimed(
        prove_none(hard_layout(), HARD_LEAST, workers=workers, limits=limits, on_start=time_is_up), "a limit"
    )
    assert not any(map(is_alive, started))


@pytest.mark.parametrize("workers", WORKERS)
def test_the_command_line_ends_with_3_and_leaves_no_file(workers: int, tmp_path: Path) -> None:
    (tmp_path / "hard.txt").write_text(format_layout_text(hard_layout()))
    file = tmp_path / "claim.swishproof"
    limits = ["--time-limit", "0.6", "--workers", str(workers)]
    done = run("prove", tmp_path / "hard.txt", "--none", "--min", str(HARD_LEAST), "-o", file, *limits)
    assert done.returncode == 3, done.stderr
    assert done.stdout.startswith(b"not proven: a limit or an interrupt")
    assert [path.name for path in tmp_path.iterdir()] == ["hard.txt"]


@pytest.mark.parametrize("seconds", [0.0, 1e-6])
def test_no_time_at_all(seconds: float) -> None:
    layout = read("dev-11-noswish16.txt")
    nothing_claimed(prove_none(layout, limits=Limits(seconds=seconds)), "a limit")
    nothing_claimed(prove_maximum(layout, limits=Limits(seconds=seconds)), "a limit")


def test_the_core_is_stopped_in_the_middle() -> None:
    limits = Limits(on_look=lambda _: limits.request_stop())
    nothing_claimed(prove_none(read("6x6-80cards-3each-2colours.txt"), limits=limits), "an interrupt")


def test_a_stop_while_the_proof_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = Limits()
    check = prove.verify_certificate
    monkeypatch.setattr(
        prove, "verify_certificate", lambda *given: (limits.request_stop(), given[2](1, 2), check(*given))
    )
    nothing_claimed(prove_none(read("dev-11-noswish16.txt"), limits=limits), "the check of the proof")


@pytest.mark.parametrize(
    "outcome",
    [
        Outcome("refuted", [Lemma((), ())], ()),
        Outcome("refuted", [Lemma((1,), ()), Lemma((-1,), ()), Lemma((), ())], ()),
        Outcome("refuted", [], ()),
    ],
)
def test_a_solver_that_says_none_without_a_proof_is_not_believed(
    monkeypatch: pytest.MonkeyPatch, outcome: Outcome
) -> None:
    monkeypatch.setattr(prove, "run_cadical", lambda *_: outcome)
    nothing_claimed(prove_none(read("dev-18-square4x4.txt"), 5), "the engine's proof does not hold")
    nothing_claimed(prove_none(read("dev-18-square4x4.txt"), 8), "the engine's proof does not hold")


def test_a_proof_that_cannot_be_read_is_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> Outcome:
        raise SolverError("the proof of CaDiCaL is not LRAT")

    monkeypatch.setattr(prove, "run_cadical", fail)
    nothing_claimed(prove_none(read("dev-18-square4x4.txt"), 8), "not LRAT")


def test_every_number_of_workers_gives_the_same_bytes() -> None:
    layout = read("4x4-40cards-2each-2colours.txt")
    proofs = {prove_none(layout, 6, workers=workers).data for workers in WORKERS}
    assert len(proofs) == 1 and all(proofs)

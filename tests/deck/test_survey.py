"""Surveys: near the exact numbers, the same for any workers, resumable, on a cluster that loses a worker."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic

import pytest

from swishsolve.deck import runners
from swishsolve.deck.census import take_census
from swishsolve.deck.compare import play_of
from swishsolve.deck.plot import plot_surveys
from swishsolve.deck.runners import cluster, threads
from swishsolve.deck.survey import Interval, mean, share, take_survey
from swishsolve.errors import InputError
from swishsolve.model.deck import read_deck
from swishsolve.search.limits import Limits
from tests.cli.running import ROOT, run

DECK = read_deck("classic-60")


def near(estimate: Interval, exact: float) -> bool:
    """Within twice the interval: for these seeds, and for all but one of ten thousand."""
    return 2 * estimate.low - estimate.value < exact < 2 * estimate.high - estimate.value


def test_survey_and_census_agree() -> None:
    census = take_census(DECK, 8)
    for deal in (4, 6, 8):
        exact = census.without_swish[deal] / census.deals[deal]
        fast = take_survey(DECK, deal, 200_000, 11, only_existence=True, run=threads(2))
        assert near(fast.without(), exact)
        full = take_survey(DECK, deal, 4_000, 11, run=threads(2))
        assert near(full.without(), exact)


def test_the_same_numbers_for_any_workers_and_when_resumed(tmp_path: Path) -> None:
    whole = take_survey(DECK, 10, 3_200, 7, run=threads(1))
    assert take_survey(DECK, 10, 3_200, 7, run=threads(3)).to_json() == whole.to_json()
    kept = tmp_path / "survey.json"
    part = take_survey(DECK, 10, 1_500, 7, resume=kept)
    assert part.sums.samples == 1_500
    again = take_survey(DECK, 10, 3_200, 7, resume=kept, run=threads(2))
    assert again.to_json() == whole.to_json()
    assert take_survey(DECK, 10, 3_200, 7, resume=kept, limits=Limits(seconds=0)).complete
    odd = tmp_path / "odd.json"
    assert take_survey(DECK, 10, 1_250, 7, resume=odd).sums.samples == 1_250
    assert take_survey(DECK, 10, 1_777, 7, resume=odd, run=threads(2)).sums.samples == 1_777
    assert take_survey(DECK, 10, 3_200, 7, resume=odd).to_json() == whole.to_json()
    with pytest.raises(InputError, match="another survey"):
        take_survey(DECK, 10, 3_200, 8, resume=kept)
    value = json.loads(kept.read_text())
    value["sums"]["samples"] += 1
    kept.write_text(json.dumps(value))
    with pytest.raises(InputError, match="do not belong"):
        take_survey(DECK, 10, 3_200, 7, resume=kept)
    value["sums"]["samples"] += 9
    value["done"].append([5, 10])
    kept.write_text(json.dumps(value))
    with pytest.raises(InputError, match="counted twice"):
        take_survey(DECK, 10, 3_200, 7, resume=kept)
    kept.write_text("{")
    with pytest.raises(InputError, match="expected a survey"):
        take_survey(DECK, 10, 3_200, 7, resume=kept)


def test_a_stopped_survey_keeps_what_it_has() -> None:
    survey = take_survey(DECK, 10, 1_000_000, 7, limits=Limits(seconds=0))
    assert not survey.complete
    assert survey.sums.samples < 1_000_000


def test_intervals() -> None:
    assert share(0, 100).low == 0.0 and 0.03 < share(0, 100).high < 0.04
    assert share(100, 100).high == 1.0
    estimate = mean(200, 500, 100)
    assert estimate.value == 2 and 1.79 < estimate.low < 1.81


@pytest.mark.parametrize("suffix", ["png", "svg"])
def test_plots_are_the_same_bytes(suffix: str, tmp_path: Path) -> None:
    survey = take_survey(DECK, 8, 300, 1)
    paths = [tmp_path / f"{number}.{suffix}" for number in range(2)]
    for path in paths:
        plot_surveys([survey], path)
    assert paths[0].read_bytes() == paths[1].read_bytes()
    assert paths[0].stat().st_size > 5_000


@pytest.mark.parametrize("better", ["pairless-60", "few-pairs-60"])
def test_two_decks_play_better_than_classic_60(better: str) -> None:
    ours, classic = (take_survey(read_deck(name), 16, 300, 3, run=threads(2)) for name in (better, "classic-60"))
    assert play_of(ours).measure > 2 * play_of(classic).measure
    assert ours.pairless().low > classic.pairless().high


def test_a_cluster_that_loses_a_worker(tmp_path: Path) -> None:
    """A scheduler and two workers are processes of this machine; one is killed while the survey runs."""
    address = tmp_path / "scheduler.json"
    environment = os.environ | {
        "PYTHONPATH": str(ROOT),
        "DASK_DISTRIBUTED__DASHBOARD__LINK": "",
        "DASK_DISTRIBUTED__WORKER__MEMORY__TERMINATE": "False",
    }
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": environment, "cwd": tmp_path}
    dask = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
    worker = [sys.executable, "-m", "distributed.cli.dask_worker", "--scheduler-file", str(address), "--no-dashboard"]
    worker += ["--no-nanny", "--nthreads", "1", "--memory-limit", "0", "--death-timeout", "60"]
    processes = [
        subprocess.Popen(
            [
                *dask,
                "--host",
                "127.0.0.1",
                "--port",
                "0",
                "--scheduler-file",
                str(address),
                "--no-show",
                "--no-dashboard",
            ],
            **quiet,
        )  # type: ignore[call-overload]
    ]
    try:
        deadline = monotonic() + 60
        while not (address.exists() and address.read_text().strip().endswith("}")):
            assert monotonic() < deadline, "the scheduler did not start"
            assert processes[0].poll() is None, "the scheduler ended"
            os.sched_yield()
        processes += [subprocess.Popen(worker, **quiet) for _ in range(2)]  # type: ignore[call-overload]
        run_there = cluster(json.loads(address.read_text())["address"])
        killed = False

        def lose_a_worker(samples: int) -> None:
            nonlocal killed
            if samples >= 500 and not killed:
                killed = True
                processes[1].send_signal(signal.SIGKILL)

        there = take_survey(DECK, 12, 4_000, 7, run=run_there, limits=Limits(on_look=lose_a_worker))
        assert killed
        assert there.to_json() == take_survey(DECK, 12, 4_000, 7, run=threads(2)).to_json()
        census = take_census(DECK, 5, run=cluster(json.loads(address.read_text())["address"]))
        assert census.without_swish[5] == 3_300_804
    finally:
        for process in processes:
            process.kill()
            process.wait()


def test_no_scheduler_is_bad_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runners, "CONNECT_S", 1)
    with pytest.raises(InputError, match="no scheduler"):
        cluster("tcp://127.0.0.1:9")


@pytest.mark.parametrize("address", ["", "nonsense", "tcp://127.0.0.1", "http://127.0.0.1:8786", "tcp://:8786", "a:1"])
def test_what_is_no_address_is_not_tried(address: str) -> None:
    with pytest.raises(InputError, match="such as tcp://"):
        cluster(address)


def test_the_command_line() -> None:
    done = run("deck", "census", "classic-60", "--deal", "4", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {
        "deck": "classic-60",
        "deal": 4,
        "deals": "487635",
        "without_swish": "379054",
    }
    done = run("deck", "census", "classic-36", "--largest-swish-free", "--json")
    value = json.loads(done.stdout)
    assert (value["size"], value["proven"], len(value["cards"])) == (20, True, 20)
    done = run("deck", "survey", "classic-60", "--deal", "8", "--samples", "1000", "--seed", "1")
    assert done.returncode == 0 and b"no Swish of so many or more" in done.stdout
    done = run("deck", "compare", "classic-60", "pairless-60", "--samples", "200", "--json", "--workers", "1")
    first, second = json.loads(done.stdout)
    assert first["measure"] < second["measure"]
    assert run("deck", "census", "classic-60").returncode == 2
    assert run("deck", "census", "classic-60", "--deal", "61").returncode == 2
    assert run("deck", "survey", "classic-60", "--plot", "x.bmp", "--samples", "10").returncode == 2
    assert run("deck", "list").stdout.count(b"\n") >= 6
    assert run("deck", "show", "classic-36").returncode == 0
    assert b'name = "classic-36"' in run("deck", "types", "classic-36").stdout

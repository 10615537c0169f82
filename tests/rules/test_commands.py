"""`swishsolve referee` and `swishsolve simulate` as a user runs them: output, exit statuses, files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import ROOT, run

EXAMPLES = ROOT / "examples" / "transcripts"
GOLDEN = ROOT / "tests" / "rules" / "golden"
SWIPE = '{"event":"start","game":"swipe","players":["Ann","Bo"]}\n'


@pytest.mark.parametrize("name", sorted(path.name for path in EXAMPLES.glob("*.jsonl")))
def test_the_examples_are_judged(name: str) -> None:
    done = run("referee", EXAMPLES / name)
    assert done.returncode == (1 if name == "swish-seeded.jsonl" else 0)
    assert b"illegal event" in done.stdout
    assert not done.stderr


def test_every_game_has_an_example() -> None:
    games = {json.loads(line)["game"] for path in EXAMPLES.glob("*.jsonl") for line in _objects(path)[:1]}
    assert games == {"swish", "swipe", "swintus-junior"}


def _objects(path: Path) -> list[str]:
    return [line for line in path.read_text().split("\n") if line.startswith("{")]


def test_the_verdict_as_json_is_the_one_on_file() -> None:
    name = "swipe-roll-off-of-two"
    done = run("referee", GOLDEN / f"{name}.jsonl", "--json")
    assert done.returncode == 1
    assert json.loads(done.stdout) == json.loads((GOLDEN / f"{name}.verdict.json").read_text())
    assert list(json.loads(done.stdout)) == [
        *("format", "version", "game", "events", "illegal", "finished", "scores", "winners", "rulings")
    ]


def test_standard_input_and_statuses() -> None:
    assert run("referee", "-", stdin=SWIPE.encode()).returncode == 0
    out_of_turn = SWIPE + '{"event":"roll","player":"Bo","dice":["win-die","win-die"]}'
    done = run("referee", "-", stdin=out_of_turn.encode())
    assert done.returncode == 1
    assert b"line 2: roll Bo win-die win-die: ILLEGAL, it is the turn of Ann" in done.stdout
    bad = run("referee", "-", stdin=(SWIPE + "{\n" * 30).encode())
    assert (bad.returncode, bad.stdout) == (2, b"")
    lines = bad.stderr.decode().splitlines()
    assert len(lines) == 21
    assert lines[0].startswith("standard input, line 2, column ")
    assert "30 faults in all" in lines[-1]


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["no-such-file.jsonl"],
        ["."],
        ["-", "--until", "0"],
        ["-", "--json", "--state"],
        ["-", "--players", "Ann,Bo"],
        ["--new", "chess"],
        ["--new", "swipe", "--json"],
        ["--new", "swipe", "--players", "Ann"],
        ["--new", "swipe", "--players", "Ann,Bo", "--variant", "beginner"],
        ["--new", "swipe", "--players", "Ann,Bo", "--ruling", "roll-off=maybe"],
        ["--new", "swipe"],
        ["--new", "swipe", "no/such/folder.jsonl", "--players", "Ann,Bo"],
    ],
)
def test_wrong_usage_is_refused(arguments: list[str]) -> None:
    done = run("referee", *arguments)
    assert done.returncode == 2
    assert not done.stdout
    assert b"Traceback" not in done.stderr


def test_until_and_state() -> None:
    path = EXAMPLES / "swish.jsonl"
    done = run("referee", path, "--until", "5", "--state")
    assert done.returncode == 0
    text = done.stdout.decode()
    assert "A1" in text
    assert "in the deck" in text
    assert "line 5:" in text
    assert "line 6:" not in text
    swipe = run("referee", EXAMPLES / "swipe.jsonl", "--until", "5", "--state").stdout.decode()
    assert "centre" in swipe
    pigs = run("referee", EXAMPLES / "swintus-junior.jsonl", "--until", "5", "--state").stdout.decode()
    assert "to draw" in pigs
    for shown in (text, swipe, pigs):
        assert "\n\n\n" not in shown


def test_a_text_without_events_is_one_fault() -> None:
    done = run("referee", EXAMPLES.parent / "table.txt")
    assert (done.returncode, len(done.stderr.decode().splitlines())) == (2, 1)
    assert b"found no event here nor in any other line" in done.stderr


def test_a_stack_that_was_called_is_not_repeated() -> None:
    lines = run("referee", GOLDEN / "swish-no-swish.jsonl").stdout.decode().splitlines()
    assert "line 11: call Ann A1+A3: a Swish of 2" in lines
    assert "line 17: call Bo A1 A2: a Swish of 2: A1+A2" in lines


@pytest.mark.parametrize(("game", "its", "other"), [("swish", "call Ann", "roll"), ("swipe", "roll Ann", "play")])
def test_help_lists_the_events_of_the_game(game: str, its: str, other: str) -> None:
    shown = run("referee", "--new", game, "--players", "Ann,Bo", stdin=b"?\n").stderr.decode()
    assert its in shown and f"{other} Ann" not in shown


def test_certificates_of_no_swish_can_be_verified(tmp_path: Path) -> None:
    done = run("referee", GOLDEN / "swish-no-swish.jsonl", "--certificate", tmp_path / "proofs")
    assert done.returncode == 1
    proofs = sorted(path.name for path in (tmp_path / "proofs").iterdir())
    assert proofs == ["line-19.swishproof", "line-9.swishproof"]
    for name in proofs:
        assert run("verify", tmp_path / "proofs" / name).returncode == 0
    wrong = run("referee", GOLDEN / "swish-no-swish-wrong.jsonl", "--certificate", tmp_path / "other")
    assert wrong.returncode == 0
    assert [path.name for path in (tmp_path / "other").iterdir()] == ["line-10.swishproof"]


def test_a_record_is_kept_event_by_event(tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    typed = "roll Ann win-chip win-die\nlegal\ntable\n?\nroll Ann win-die\nundo\n\n# a remark\nroll B win-die\n"
    done = run("referee", "--new", "swipe", path, "--players", "Ann,Bo", stdin=typed.encode())
    assert done.returncode == 2  # the last line was no event; what was kept is sound
    assert b'found "B win-die"' in done.stderr
    assert [json.loads(line)["event"] for line in path.read_text().splitlines()] == ["start", "roll"]
    more = run(
        "referee", "--new", "swipe", path, stdin=b"roll Bo swipe-chip swipe-chip chip:Ann chip:Ann\nquit\nroll X"
    )
    assert more.returncode == 0
    assert run("referee", path, "--json").returncode == 0
    assert len(path.read_text().splitlines()) == 3
    assert not [other for other in tmp_path.iterdir() if other != path]
    assert run("referee", "--new", "swish", path).returncode == 2
    assert run("referee", "--new", "swipe", path, "--players", "Ann,Bo").returncode == 2


def test_a_record_can_be_saved_while_it_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "later.jsonl"
    typed = f"roll Ann win-chip win-die\nsave {path}\nroll Bo win-chip win-die\n"
    done = run("referee", "--new", "swipe", "--players", "Ann,Bo", stdin=typed.encode())
    assert done.returncode == 0
    assert not done.stdout
    assert len(path.read_text().splitlines()) == 3
    refused = run("referee", "--new", "swipe", "--players", "Ann,Bo", stdin=b"save no/such/folder.jsonl\n")
    assert refused.returncode == 2
    assert refused.stdout.startswith(b'{"event": "start"')


def test_a_record_without_a_file_is_printed() -> None:
    options = ("--seed", "4", "--variant", "beginner", "--state")
    typed = b"Ann, Bo\ncall Ann A1 A2 A3\n"
    done = run("referee", "--new", "swish", *options, stdin=typed)
    assert done.returncode == 0
    begin, call = map(json.loads, done.stdout.decode().splitlines())
    assert (begin["variant"], begin["seed"], begin["players"]) == ("beginner", 4, ["Ann", "Bo"])
    assert call == {"event": "call", "player": "Ann", "cards": ["A1", "A2", "A3"]}
    assert run("referee", "-", stdin=done.stdout).returncode == 0
    ruled = run("referee", "--new", "swipe", "--players", "Ann,Bo", "--ruling", "roll-off=winner-first")
    assert json.loads(ruled.stdout)["rulings"] == {"roll-off": "winner-first"}


def test_odd_bytes_and_odd_names_are_no_trouble(tmp_path: Path) -> None:
    path = tmp_path / "odd.jsonl"
    typed = b'\xff\xfe\n{"event":"play","player":"A\x1b[1m","card":"red 1","rule":"\\ud800"}\ndraw\n'
    done = run("referee", "--new", "swintus-junior", path, "--players", "A\x1b[1m,Bo", "--seed", "1", stdin=typed)
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    judged = run("referee", path)
    assert b"\x1b" not in judged.stdout
    start = json.dumps({"event": "start", "game": "swipe", "players": ["\ud800", "Bo"]})
    assert run("referee", "-", stdin=start.encode()).returncode == 0


@pytest.mark.parametrize("game", ["swish", "swipe", "swintus-junior"])
def test_simulate_writes_a_transcript_that_the_referee_accepts(game: str, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    done = run("simulate", game, "--players", "3", "--games", "3", "--seed", "9", "--json", "--transcript", path)
    assert done.returncode == 0
    value = json.loads(done.stdout)
    assert (value["format"], value["game"], value["games"]) == ("swishsolve/simulation", game, 3)
    assert run("referee", path).returncode == 0
    piped = run("simulate", game, "--players", "3", "--seed", "9", "--transcript", "-")
    assert piped.stdout == path.read_bytes()
    text = run("simulate", game, "--players", "3", "--games", "3", "--seed", "9", "--workers", "2")
    assert b"seat 3 wins" in text.stdout
    again = run("simulate", game, "--players", "3", "--games", "3", "--seed", "9", PYTHONHASHSEED="7")
    assert again.stdout == text.stdout


def test_simulate_refuses_what_cannot_be() -> None:
    for arguments in (["swipe", "--players", "7"], ["chess"], ["swipe", "--games", "0"], ["swipe", "--workers", "0"]):
        done = run("simulate", *arguments)
        assert done.returncode == 2
        assert not done.stdout
        assert b"Traceback" not in done.stderr
    assert run("simulate", "swipe", "--games", "1", "--transcript", "no/such/folder.jsonl").returncode == 2

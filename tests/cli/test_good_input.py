"""What is accepted, and the statuses of answers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import LAYOUTS, run

PAIR = "A1: b../.../.P./...\nA2: B../.../.p./...\n"


def solved(stdin: bytes, *arguments: str) -> tuple[int, dict[str, object]]:
    done = run("solve", "-", "--json", *arguments, stdin=stdin)
    assert done.stderr == b""
    return done.returncode, json.loads(done.stdout)


@pytest.mark.parametrize(
    "text",
    [
        PAIR.encode(),
        b"\xef\xbb\xbf" + PAIR.encode(),
        PAIR.replace("\n", "\r\n").encode(),
        PAIR.replace("\n", "\r").encode(),
        b"b2/3/1P1/3\nB2/3/1p1/3",
        b"x2/3/1X1/3\nX2/3/1x1/3",
        b"# a/b\n  a1 :   b2/3/1P1/3 # A3: no/card\n\n a2: B../3/.p./3",
        b"Grid: 4X3\nTABLE: 1x2\nb2/3/1P1/3\nB2/3/1p1/3",
        b"colours: rgby\nx2/3/1X1/3\nX2/3/1x1/3",
    ],
)
def test_ways_of_writing_a_layout(text: bytes) -> None:
    status, solution = solved(text)
    assert status == 0
    assert solution["maximum"] == 2
    assert [card["label"] for card in solution["layout"]["cards"]] == ["A1", "A2"]


def test_few_cards_are_a_layout_without_a_swish() -> None:
    for text in (b"grid: 4x3\n", b"A1: b../.../.P./..."):
        status, solution = solved(text)
        assert (status, solution["status"], solution["maximum"], solution["bound"]) == (1, "none", 0, 0)
        assert solution["complete"] is True
        assert solution["counts"] == {}


def test_every_question_about_no_cards() -> None:
    for question in ("--all", "--minimal", "--maximal", "--cover", "--first", "--maximum"):
        assert solved(b"grid: 4x3\n", question)[0] == 1


def test_rule_settled_by_the_cards() -> None:
    text = b"r../.../.Y./...\nR../.../.y./...\n.g./..B/.../...\n.G./..b/.../..."
    layout = solved(text)[1]["layout"]
    assert (layout["rule"], layout["colours"]) == ("classic", "rgby")
    layout = solved(b"r../.../.Y./...\nB../.../.y./...")[1]["layout"]
    assert (layout["rule"], layout["colours"]) == ("free", None)


@pytest.mark.parametrize(
    ("claim", "status", "words"),
    [
        ("A1+A3u+B1u", 0, "TRUE"),
        ("a1+a3u+b1u", 0, "TRUE"),
        ("A1+A3+B1?", 0, "A1+A3u+B1u"),
        ("A1+A3+B1", 1, "these cards are a Swish with other moves"),
        ("A1+A2?", 1, "1 card more"),
        ("A1", 1, "two or more cards"),
        ("A1?", 1, "two or more cards"),
        ("A1+A1", 1, "A1 is used twice"),
        ("A1+A1+A3?", 1, "A1 is used twice"),
        ("A1+A4", 1, "row 4, column 3: the blue hoop of A1 has no ball"),
    ],
)
def test_claims(claim: str, status: int, words: str) -> None:
    done = run("check", LAYOUTS / "dev-10-classic05.txt", claim)
    assert done.returncode == status
    assert words in done.stdout.decode()


def test_claims_about_the_whole_layout() -> None:
    some, none = LAYOUTS / "dev-10-classic05.txt", LAYOUTS / "dev-11-noswish16.txt"
    assert run("check", none, "--none").returncode == 0
    assert run("check", some, "--none").returncode == 1
    assert run("check", some, "--none", "--min", "4").returncode == 0
    assert run("check", some, "--maximum", "3").returncode == 0
    assert run("check", some, "--maximum", "2").returncode == 1
    assert run("check", some, "--maximum", "4").returncode == 1
    assert run("check", none, "--maximum", "0").returncode == 0
    assert run("check", some, "--maximum", "0").returncode == 1


def test_a_reached_limit_counts_as_answered() -> None:
    done = run("solve", LAYOUTS / "dev-00-classic16.txt", "--all", "--limit", "3", "--json")
    solution = json.loads(done.stdout)
    assert done.returncode == 0
    assert solution["complete"] is False
    assert len(solution["swishes"]) == 3


def test_a_time_limit_is_unknown_and_never_none() -> None:
    done = run("solve", LAYOUTS / "dev-11-noswish16.txt", "--time-limit", "0.000001", "--json", "--engine", "cp-sat")
    solution = json.loads(done.stdout)
    if solution["status"] == "unknown":
        assert done.returncode == 3
        assert solution["complete"] is False
    else:
        assert (solution["status"], done.returncode) == ("none", 1)


def test_hints_say_more_with_each_level() -> None:
    path = LAYOUTS / "dev-10-classic05.txt"
    first, second, third = (run("hint", path, "--level", str(level)).stdout.decode() for level in (1, 2, 3))
    assert first == "A1 is in a Swish of 3 cards.\n"
    assert second == "A1 and A3 are in a Swish of 3 cards.\n"
    assert third.startswith("A1+A3u+B1u\n")
    assert run("hint", LAYOUTS / "dev-11-noswish16.txt").returncode == 1


def test_a_deal_is_a_layout_file_and_its_seed_names_it() -> None:
    dealt = run("deal", "--seed", "7")
    assert dealt.returncode == 0
    assert dealt.stdout == run("deal", "--seed", "7").stdout
    assert run("solve", "-", stdin=dealt.stdout).returncode in (0, 1)
    unseeded = run("deal", "--table", "3x4").stdout.decode()
    seed = unseeded.splitlines()[0].split()[-1]
    assert run("deal", "--table", "3x4", "--seed", seed).stdout.decode() == unseeded


def test_cards_can_be_corrected_and_removed(tmp_path: Path) -> None:
    path = tmp_path / "pair.txt"
    path.write_text(PAIR)
    assert run("solve", path, "--set", "A2=").returncode == 1
    assert run("solve", path, "--set", "A2=b2/3/1P1/3").returncode == 1
    assert run("solve", path, "--set", "B1=B2/3/1p1/3", "--without", "A2").returncode == 0


def test_reading_a_text_layout_prints_it_in_full() -> None:
    done = run("read", "-", stdin=b"b2/3/1P1/3\nB2/3/1p1/3")
    assert done.stdout.decode().splitlines() == [
        "grid: 4x3",
        "rule: classic",
        "colours: bgop",
        "table: 1x2",
        "A1: b../.../.P./...",
        "A2: B../.../.p./...",
    ]


def test_a_doubtful_layout_is_not_solved_silently() -> None:
    card = {"label": "A1", "code": "b../.../.P./..."}
    card["photo"] = {
        "corners": [[0, 0], [1, 0], [1, 1], [0, 1]],
        "confidence": 0.5,
        "doubtful": True,
        "sideways": False,
    }
    layout = {
        "format": "swishsolve/layout",
        "version": 1,
        "grid": [4, 3],
        "cards": [card, {"label": "A2", "code": "B../.../.p./..."}],
        "photo": {"size": [9, 9], "doubtful": 1},
    }
    data = json.dumps(layout).encode()
    done = run("solve", "-", "--json", stdin=data)
    assert done.returncode == 3
    assert json.loads(done.stdout)["status"] == "unknown"
    assert b"A1" in done.stderr
    assert run("solve", "-", "--accept-doubtful", stdin=data).returncode == 0
    assert run("solve", "-", "--set", "A1=b../.../.P./...", stdin=data).returncode == 0
    assert run("check", "-", "--none", stdin=data).returncode == 3
    assert run("hint", "-", stdin=data).returncode == 3
    assert run("read", "-", stdin=data).returncode == 3


def test_many_layouts_are_read_at_once_and_a_bad_one_stops_none(tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text(PAIR)
    (tmp_path / "two.txt").write_text("b../...")
    (tmp_path / "three.txt").write_text("b2/3/1P1/3")
    names = ["one.txt", "two.txt", "three.txt"]
    done = run("read", *names, "--json", cwd=tmp_path)
    assert done.returncode == 2
    first, second, third = json.loads(done.stdout)
    assert (len(first["layout"]["cards"]), len(third["layout"]["cards"])) == (2, 1)
    assert "expected 4" in second["faults"][0]
    done = run("read", *names, "-o", "layouts", cwd=tmp_path)
    assert done.returncode == 2
    assert sorted(path.name for path in (tmp_path / "layouts").iterdir()) == ["one.txt", "three.txt"]
    assert run("solve", "layouts/one.txt", cwd=tmp_path).returncode == 0
    assert run("read", "one.txt", "three.txt", "--set", "A1=", cwd=tmp_path).returncode == 2
    assert run("read", "one.txt", "./one.txt", "-o", "layouts", cwd=tmp_path).returncode == 2


def test_a_bound_is_a_bound_for_every_question_and_engine() -> None:
    path = LAYOUTS / "dev-06-classic16rich.txt"
    for question in ("maximum", "first", "cover", "minimal", "maximal", "all"):
        for engine in ("bitset", "cp-sat") if question in ("maximum", "first", "cover") else ("bitset",):
            solution = json.loads(run("solve", path, f"--{question}", "--engine", engine, "--json").stdout)
            assert solution["bound"] >= 10 >= solution["maximum"]
            assert solution["complete"] is True
            if question != "first":
                assert solution["maximum"] == solution["bound"] == 10


def test_restrictions_are_part_of_the_answer() -> None:
    path = LAYOUTS / "dev-06-classic16rich.txt"
    done = run("solve", path, "--with", "A1", "--max", "2")
    assert "No Swish of 2 cards with A1 exists." in done.stdout.decode()
    solution = json.loads(run("solve", path, "--with", "A1,B2", "--without", "C2", "--json").stdout)
    assert (solution["with"], solution["without"]) == (["A1", "B2"], ["C2"])


def test_check_in_doubt_is_json_when_asked() -> None:
    photo = {"corners": [[0, 0], [1, 0], [1, 1], [0, 1]], "confidence": 0.5, "doubtful": True, "sideways": False}
    cards = [{"label": "A1", "code": "b../.../.P./...", "photo": photo}]
    value = {"format": "swishsolve/layout", "version": 1, "grid": [4, 3], "cards": cards}
    done = run("check", "-", "--none", "--json", stdin=json.dumps(value).encode())
    assert done.returncode == 3
    assert json.loads(done.stdout)["status"] == "unknown"

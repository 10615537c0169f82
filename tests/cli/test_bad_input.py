"""What cannot be read is refused with status 2, one clear line per fault, and never a traceback."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from tests.cli.running import LAYOUTS, run

GOOD = "b../.../.P./..."
PNG_START = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"


def as_json(**changes: object) -> bytes:
    value = {"format": "swishsolve/layout", "version": 1, "grid": [4, 3], "cards": [{"label": "A1", "code": GOOD}]}
    value |= changes
    return json.dumps({key: entry for key, entry in value.items() if entry is not None}).encode()


def card_json(**card: object) -> bytes:
    return as_json(cards=[{"label": "A1", **card}])


def symbol(kind: str = "ball", colour: str = "blue", row: object = 0, col: object = 0) -> dict[str, object]:
    return {"kind": kind, "colour": colour, "row": row, "col": col}


# name: (input, what the message must say)
BAD: dict[str, tuple[bytes, list[str]]] = {
    "empty": (b"", ["no header and no card"]),
    "spaces only": (b"  \n\t\n  ", ["no header and no card"]),
    "comments only": (b"# nothing\n", ["no header and no card"]),
    "unknown letter": (b"A1: b../.q./.P./...", ["line 1, column 10", '"q"', "colour letter"]),
    "zero": (b"A1: b../0.../.P./...", ['"0"']),
    "rows of different length": (b"A1: b../..../.P./...", ["line 1, column 9", "4 cells", "expected 3"]),
    "too few rows": (b"A1: b../.../.P.", ["line 1, column 5", "3 rows", "expected 4"]),
    "another grid without header": (b".B/b.", ["2 rows", "expected 4", "header"]),
    "label twice": (b"A1: b../.../.P./...\na1: b../.../.P./...", ["line 2", "A1", "line 1"]),
    "label outside the table": (b"table: 2x2\nC1: b../.../.P./...", ["line 2", "C1", "2x2"]),
    "a card too many": (b"table: 1x1\nb../.../.P./...\nb../.../.P./...", ["line 3", "1x1"]),
    "colour against the rule": (b"rule: classic\nA1: r../.../.P./...", ["line 2, column 5", "red", "blue"]),
    "colour against the colours": (b"colours: rgby\nA1: b../.../.Y./...", ["line 2, column 5", "blue", "red"]),
    "x under rule free": (b"rule: free\nA1: x../.../.P./...", ["line 2, column 5", '"x"', "free"]),
    "colours under rule free": (b"rule: free\ncolours: bgop", ["line 2", "free"]),
    "too few colours": (b"colours: bgo", ["3 colours", "expected 4"]),
    "a colour twice": (b"colours: bgob", ["of its own"]),
    "unknown colour": (b"colours: bgoq", ['"q"']),
    "classic on a grid with too many orbits": (b"grid: 16x15\nrule: classic", ["64 orbits", "rule: free"]),
    "bad rule": (b"rule: loose", ["line 1, column 7", '"loose"']),
    "bad grid": (b"grid: 17x3\n", ["line 1, column 7", "17x3"]),
    "bad table": (b"table: four\n", ["line 1, column 8", '"four"']),
    "header after a card": (b"b../.../.P./...\ngrid: 4x3", ["line 2", "after a card"]),
    "header twice": (b"grid: 4x3\ngrid: 4x3", ["line 2", "again"]),
    "unknown header": (b"size: 4x3\n", ["line 1, column 1", '"size"']),
    "UTF-16": ("A1: b../.../.P./...".encode("utf-16"), ["UTF-16"]),
    "UTF-16 without mark": ("A1: b../.../.P./...".encode("utf-16-le"), ["UTF-16"]),
    "Latin-1": (b"# caf\xe9\nA1: b../.../.P./...", ["line 1, column 6", "0xe9", "UTF-8"]),
    "random bytes": (Random(1).randbytes(300), ["expected"]),
    "a broken PNG": (PNG_START + b"\0" * 40, ["standard input"]),
    "a cut JPEG": (b"\xff\xd8\xff\xe0\0\x10JFIF", ["standard input"]),
    "a line that is far too long": (b"A1: " + b"b" * 3_000_000, ["3,000,000 characters", "expected 15 at most"]),
    "far too much text": (b"# " + b"x" * 17_000_000, ["16 MB", "at most 16 MB"]),
    "x that nothing settles": (b"x../.../.X./...\nr../.../.Y./...", ["line 1, column 1", "colours:"]),
    "a JSON list": (b"[1, 2]", ["[1, 2]", "a JSON object"]),
    "JSON cut short": (b'{"format": "swishsolve/layout", ', ["line 1, column", "JSON"]),
    "JSON with a key twice": (as_json()[:-1] + b', "cards": []}', ['"cards" twice']),
    "JSON of another kind": (b'{"format": "swishsolve/solution"}', ["swishsolve/solution", "swishsolve/layout"]),
    "JSON of another version": (as_json(version=2), ['"version": 2', "expected 1"]),
    "JSON version true": (as_json(version=True), ['"version": true']),
    "JSON without format": (as_json(format=None), ['no "format"']),
    "JSON without version": (as_json(version=None), ['no "version"']),
    "JSON without grid": (as_json(grid=None), ['no "grid"']),
    "JSON without cards": (as_json(cards=None), ['no "cards"']),
    "JSON with a bad grid": (as_json(grid=[4, "3"]), ['"grid"']),
    "JSON with bad cards": (as_json(cards={"A1": GOOD}), ['"cards"']),
    "JSON with a bad table": (as_json(table=[4]), ['"table"']),
    "JSON with a bad rule": (as_json(rule="loose"), ['"rule"']),
    "JSON, code and symbols disagree": (card_json(code=GOOD, symbols=[symbol()]), ["card A1", "the same card"]),
    "JSON, two symbols in a cell": (card_json(symbols=[symbol(), symbol("hoop")]), ["card A1", "second symbol"]),
    "JSON, neither code nor symbols": (card_json(), ["card A1", "neither"]),
    "JSON, bad kind": (card_json(symbols=[symbol(kind="dot")]), ["card A1", '"dot"']),
    "JSON, bad colour": (card_json(symbols=[symbol(colour="b")]), ["card A1", '"b"', "blue"]),
    "JSON, row outside": (card_json(symbols=[symbol(row=4)]), ["card A1", '"row": 4', "0 to 3"]),
    "JSON, row as text": (card_json(symbols=[symbol(row="0")]), ["card A1", '"row"']),
    "JSON, bad label": (card_json(code=GOOD, label="1A"), ['"1A"']),
    "JSON, card is text": (as_json(cards=[GOOD]), ["cards[0]"]),
    "JSON, deep nesting": (b'{"a":' + b"[" * 100_000, ["JSON"]),
    "JSON, endless number": (b'{"format": ' + b"9" * 10_000 + b"}", ["expected"]),
}


@pytest.mark.parametrize("name", BAD)
def test_input_is_refused(name: str) -> None:
    data, words = BAD[name]
    done = run("solve", "-", stdin=data)
    message = done.stderr.decode()
    assert done.returncode == 2, message
    assert done.stdout == b""
    assert "Traceback" not in message
    for word in words:
        assert word in message, message
    assert all(line.strip() for line in message.splitlines())


def test_all_faults_are_reported_at_once_the_first_20_and_a_count() -> None:
    lines = "\n".join(f"A{number}: b../.q./.P./..." for number in range(1, 31))
    done = run("solve", "-", stdin=lines.encode())
    message = done.stderr.decode().splitlines()
    assert done.returncode == 2
    assert len(message) == 21
    assert message[0].startswith("standard input, line 1, column 10:")
    assert "10 more" in message[-1] and "30" in message[-1]


@pytest.mark.parametrize(
    "text", ["hello", "Dear Ann,\r\nlook: we\rplayed!\n" * 9, "https://x.y/z\n", "  " * 100_000 + "\n-"]
)
def test_what_is_neither_a_picture_nor_a_layout_is_one_fault(text: str) -> None:
    done = run("solve", "-", stdin=text.encode())
    message = "standard input: found no header and no card: this is neither a picture nor a layout\n"
    assert (done.returncode, done.stdout, done.stderr.decode()) == (2, b"", message)


@pytest.mark.parametrize("text", ["1A: b../.../.P./...", "b../.?./.P./...", "A1 hello\rA2: hello", "b2/3/1P1/q"])
def test_what_is_meant_as_a_layout_keeps_its_faults(text: str) -> None:
    done = run("solve", "-", stdin=text.encode())
    assert done.returncode == 2
    assert done.stderr.decode().startswith("standard input, line 1, column ")


@pytest.mark.parametrize("kind", ["directory", "missing", "unreadable name"])
def test_files_that_cannot_be_opened(kind: str, tmp_path: Path) -> None:
    name = {"directory": str(tmp_path), "missing": str(tmp_path / "no.txt"), "unreadable name": "a" * 300}[kind]
    done = run("solve", name)
    assert done.returncode == 2
    assert len(done.stderr.decode().splitlines()) == 1
    assert done.stderr.decode().startswith(name)


@pytest.mark.parametrize(
    ("claim", "word"),
    [
        ("Z9+A1", "Z9"),
        ("A1+A2r", '"r"'),
        ("A1+A2H", '"H"'),
        ("A1h+A2?", '"h"'),
        ("", "expected a card"),
        ("A1++A2", "expected a card"),
        ("A1 A2", "expected a card"),
        ("?", "expected a card"),
    ],
)
def test_claims_that_cannot_be_judged(claim: str, word: str) -> None:
    done = run("check", LAYOUTS / "dev-10-classic05.txt", claim)
    assert done.returncode == 2, done.stdout
    assert word in done.stderr.decode()


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve"],
        ["solve", "x.txt", "--frobnicate"],
        ["solve", "x.txt", "--all", "--first"],
        ["solve", "x.txt", "--min", "1"],
        ["solve", "x.txt", "--min", "4", "--max", "3"],
        ["solve", "x.txt", "--engine", "magic"],
        ["solve", "x.txt", "--all", "--engine", "cp-sat"],
        ["solve", "x.txt", "--variant", "expert-3", "--min", "2"],
        ["solve", "x.txt", "--time-limit", "nan"],
        ["solve", "x.txt", "--time-limit", "0"],
        ["check", "x.txt"],
        ["check", "x.txt", "A1+A2", "--none"],
        ["frobnicate"],
        [],
    ],
)
def test_wrong_usage(arguments: list[str]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == b""
    assert b"Usage: swishsolve" in done.stderr


def test_unknown_cards_in_options() -> None:
    for option in ("--with", "--without"):
        done = run("solve", LAYOUTS / "dev-10-classic05.txt", option, "Z9")
        assert done.returncode == 2
        assert b"Z9" in done.stderr


@pytest.mark.parametrize("text", ["A3", "Z?=b../.../.P./...", "A1=b../...", "A9=", "A1=r../.../.P./..."])
def test_corrections_that_make_no_sense(text: str) -> None:
    done = run("solve", LAYOUTS / "dev-10-classic05.txt", "--set", text)
    assert done.returncode == 2
    assert b"--set" in done.stderr


def test_pictures_that_cannot_be_written(tmp_path: Path) -> None:
    for name in (tmp_path / "answer.txt", tmp_path, tmp_path / "no" / "answer.png"):
        done = run("solve", LAYOUTS / "dev-10-classic05.txt", "--picture", name)
        assert done.returncode == 2
        assert done.stdout == b""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--colours", "zz"),
        ("--colours", "BGOP"),
        ("--grid", "1x1"),
        ("--grid", "99x1"),
        ("--grid", "x"),
        ("--deck", "no"),
    ],
)
@pytest.mark.parametrize("layout", ["examples/table.jpg", "examples/table.txt"])
def test_options_that_no_photo_goes_with(option: str, value: str, layout: str) -> None:
    done = run("read", LAYOUTS.parents[1] / layout, option, value)
    assert done.returncode == 2
    assert option in done.stderr.decode() or value in done.stderr.decode()


def test_a_deck_of_endless_nesting(tmp_path: Path) -> None:
    (tmp_path / "deep.toml").write_text("a = " + "[" * 5000)
    assert run("deal", "--deck", tmp_path / "deep.toml").returncode == 2


def test_a_picture_name_that_no_file_can_have() -> None:
    assert run("solve", LAYOUTS / "dev-10-classic05.txt", "--picture", "n" * 300 + ".png").returncode == 2

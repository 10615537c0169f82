"""Puzzles: one answer by trying everything, the level that was asked, ids that come back, honest failures."""

from __future__ import annotations

import json
import re
from datetime import date
from itertools import combinations
from random import Random

import pytest

from swishsolve.cli.console import Console
from swishsolve.cli.puzzle import puzzle_picture
from swishsolve.errors import InputError
from swishsolve.model.claim import format_stack
from swishsolve.model.layout import Layout
from swishsolve.model.layout_text import parse_layout_text
from swishsolve.model.swish import verify
from swishsolve.puzzle.alone import Company
from swishsolve.puzzle.daily import daily
from swishsolve.puzzle.generate import Failure, Puzzle, proves_no_other
from swishsolve.puzzle.grade import LEVELS, grade
from swishsolve.puzzle.ids import MAX_SEED, Params, checked_params, format_complete_id, make_from, puzzle_of, read_id
from swishsolve.puzzle.possible import prove_impossible
from swishsolve.puzzle.supply import shuffle
from swishsolve.search.limits import Limits
from swishsolve.search.placements import build_placements
from tests.cli.running import LAYOUTS, run
from tests.reference import brute_force_sets

PINNED = "deck=classic-60,cards=16,size=4,level=hard#7"
PINNED_CARDS = (
    "grid=4x3,colours=bgop,table=4x4,unique=2:2B/3/2o/3,3/3/O1o/3,3/3/o2/B2,3/1p1/3/1G1,B2/1p1/3/3,B2/2o/3/3,"
    "3/1P1/2o/3,3/3/1P1/1g1,B2/3/3/b2,B2/o2/3/3,3/o2/1P1/3,3/2O/2o/3,3/3/1Po/3,3/o2/3/2B,2b/3/3/1G1,3/1Po/3/3"
)


def answers_of(layout: Layout, least: int) -> list[frozenset[object]]:
    """Every set of at least `least` cards that is a Swish, by trying everything."""
    return [swish for swish in brute_force_sets(layout) if len(swish) >= least]


def check(puzzle: Puzzle | Failure, size: int) -> Puzzle:
    assert isinstance(puzzle, Puzzle), puzzle
    labels = frozenset(label for label, _ in puzzle.answer)
    assert len(labels) == size
    assert not verify(puzzle.layout, puzzle.answer)
    return puzzle


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_of_every_size(size: int, level: str) -> None:
    if size == 2 and level != "easy":
        return
    for seed in range(2 if size < 6 else 1):
        params = checked_params(cards=16, size=size, level=level, unique_from=None, deck="classic-60", grid=None)
        puzzle = check(make_from(params, seed), size)
        assert puzzle.grade.level == grade(puzzle.layout).level == level
        assert len(puzzle.layout) == 16


def test_small_puzzles_are_unique_by_trying_everything() -> None:
    for seed in range(6):
        puzzle = check(make_from(Params(cards=9, size=4), seed), 4)
        assert answers_of(puzzle.layout, 2) == [frozenset(label for label, _ in puzzle.answer)]
    for seed in range(4):
        puzzle = check(make_from(Params(cards=9, size=6, unique_from=5), seed), 6)
        assert answers_of(puzzle.layout, 5) == [frozenset(label for label, _ in puzzle.answer)]


@pytest.mark.parametrize(
    ("grid", "colours", "symbols", "size", "least"),
    [
        ("4x4", "bg", (1, 1), 8, None),
        ("5x5", "bgo", (1, 1), 8, None),
        ("4x4", None, (2, 2), 4, None),
        ("3x3", "bgop", (1, 1), 4, None),
        ("4x3", None, (1, 1), 9, 8),
    ],
)
def test_any_cards_of_a_grid(
    grid: str, colours: str | None, symbols: tuple[int, int], size: int, least: int | None
) -> None:
    params = checked_params(
        cards=14, size=size, level=None, unique_from=least, deck=None, grid=grid, colours=colours, symbols=symbols
    )
    puzzle = check(make_from(params, 1), size)
    again, puzzle_again = read_id(f"{params}#1")
    assert again == f"{params}#1" and puzzle_again == puzzle
    assert read_id(format_complete_id(puzzle))[1] == puzzle


def test_ids_come_back() -> None:
    name, puzzle = read_id(PINNED)
    assert name == PINNED
    assert format_complete_id(check(puzzle, 4)) == PINNED_CARDS
    name, same = read_id(PINNED_CARDS)
    assert name == PINNED_CARDS and same == puzzle


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "deck=classic-60#",
        "deck=nothing#1",
        "deck=classic-60,size=1#1",
        "size=3,size=4#1",
        "grid=4x3:q",
        ":",
        "grid=99x99:b",
        "deck=classic-60,grid=4x3#1",
        "unique=1:b2/3/1P1/3",
        "level=odd#1",
        "grid=4x3,rule=odd:b2/3/1P1/3",
        "grid=4x4,symbols=+,cards=5#1",
        "grid=４x３#1",
        "grid=4x3,colours=#1",
        "deck=#1",
        f"deck=classic-60#{MAX_SEED + 1}",
    ],
)
def test_bad_ids(text: str) -> None:
    with pytest.raises(InputError):
        read_id(text)


@pytest.mark.parametrize(
    ("params", "words"),
    [
        (Params(size=17), "does not fit"),
        (Params(size=13), "no Swish of the deck has more than 12"),
        (Params(size=5, unique_from=6), "no Swish of at least 6"),
        (Params(cards=37, size=3, deck="classic-36"), "has 36 cards"),
    ],
)
def test_what_is_impossible_is_said_with_the_reason(params: Params, words: str) -> None:
    failure = make_from(params, 1)
    assert isinstance(failure, Failure) and failure.impossible
    assert words in failure.reason


def test_strict_sizes_of_16_classic_cards_are_2_to_6() -> None:
    supply = Params().supply()
    assert prove_impossible(supply, 16, 6) is None
    for size in (7, 8):
        assert "at most 8 cards go together" in (prove_impossible(supply, 16, size) or "")
    assert "holds a smaller one" in (prove_impossible(supply, 16, 9) or "")


def test_a_proof_stops_when_it_is_told_to() -> None:
    assert prove_impossible(Params().supply(), 16, 7, Limits(seconds=0)) is None


def test_unequal_balls_and_hoops_are_impossible() -> None:
    params = checked_params(
        cards=12, size=3, level=None, unique_from=None, deck=None, grid="4x4", colours="bg", symbols=(2, 1)
    )
    failure = make_from(params, 1)
    assert isinstance(failure, Failure) and failure.impossible and "as many balls as hoops" in failure.reason


def test_smaller_swishes_are_seen_and_shuffling_is_that_of_the_library() -> None:
    layout = parse_layout_text((LAYOUTS / "dev-08-classic12.txt").read_text())
    labels = [laid.label for laid in layout]
    company = Company(build_placements(layout, labels))
    sets = brute_force_sets(layout)
    for size in (3, 4, 5):
        for cards in combinations(range(len(labels)), size):
            chosen = {labels[card] for card in cards}
            assert company.holds_smaller(cards) == any(swish < chosen for swish in sets), cards
    for length in (0, 1, 2, 5, 64, 65, 240):
        ours, theirs = list(range(length)), list(range(length))
        shuffle(Random(length), ours)
        Random(length).shuffle(theirs)
        assert ours == theirs


def test_what_is_not_found_ends() -> None:
    failure = make_from(Params(size=2, level="expert"), 1, tries=20)
    assert isinstance(failure, Failure) and not failure.impossible and "not found in" in failure.reason


def test_tables_that_are_no_puzzles() -> None:
    layout = parse_layout_text((LAYOUTS / "dev-00-classic16.txt").read_text())
    failure = puzzle_of(layout, 2)
    assert isinstance(failure, Failure) and "more than one" in failure.reason
    puzzle = check(make_from(Params(cards=12, size=3), 5), 3)
    labels = frozenset(label for label, _ in puzzle.answer)
    assert proves_no_other(puzzle.layout, 2, labels)
    assert not proves_no_other(puzzle.layout, 2, frozenset(list(labels)[:2]))


def test_the_day_is_the_seed() -> None:
    assert daily(date(2026, 12, 1)) == (20261201, 3, "easy")
    first, second = (run("puzzle", "new", "--date", "2026-12-01", "--json") for _ in range(2))
    assert first.returncode == 0 and first.stdout == second.stdout


def test_a_bad_day_is_answered_in_the_words_of_the_help() -> None:
    for text in ("2026-13-01", "01.12.2026", "today"):
        done = run("puzzle", "new", "--date", text)
        assert done.returncode == 2 and f'found "{text}", expected a day as YYYY-MM-DD' in done.stderr.decode()
    assert b"%Y" not in run("puzzle", "new", "--help").stdout


def test_a_puzzle_in_a_pipe_is_a_layout_file() -> None:
    made = run("puzzle", "new", "--size", "3", "--level", "easy", "--seed", "5").stdout
    name, complete = (line.removeprefix("# ") for line in made.decode().splitlines()[:2])
    assert read_id(name)[1] == read_id(complete)[1]
    value = json.loads(run("solve", "-", "--all", "--json", stdin=made).stdout)
    assert [swish["size"] for swish in value["swishes"]] == [3]
    shown = run("puzzle", "show", name, "--solution").stdout
    answer = re.search(r"^# answer: (\S+)$", shown.decode(), re.MULTILINE)
    assert answer and run("check", "-", answer[1], stdin=shown).returncode == 0
    assert shown.replace(answer[0].encode() + b"\n", b"") == made == run("puzzle", "show", name).stdout


def test_a_puzzle_on_a_terminal_is_a_picture_however_narrow() -> None:
    name, made = read_id("deck=classic-60,cards=9,size=3#1")
    puzzle = check(made, 3)
    for columns in (20, 40, 60, 120):
        lines = puzzle_picture(name, puzzle, Console(columns, False, True), solution=True).splitlines()
        assert lines[0] == name and format_stack(puzzle.layout, puzzle.answer) in lines
        assert all(len(line) <= columns or " " not in line.strip() for line in lines)


def test_the_command_line() -> None:
    done = run("puzzle", "new", "--size", "3", "--level", "medium", "--seed", "4", "--count", "2", "--json")
    puzzles = json.loads(done.stdout)
    assert [sorted(puzzle) for puzzle in puzzles] == [["answer", "id", "layout", "level", "stack"]] * 2
    assert puzzles[0]["id"].endswith("#4") and puzzles[1]["id"].endswith("#5")
    assert [len(puzzle["answer"]) for puzzle in puzzles] == [3, 3]
    other = run(
        "puzzle",
        "new",
        "--size",
        "3",
        "--level",
        "medium",
        "--seed",
        "4",
        "--count",
        "2",
        "--json",
        PYTHONHASHSEED="77",
    )
    assert other.stdout == done.stdout
    shown = run("puzzle", "show", puzzles[1]["id"], "--json")
    assert json.loads(shown.stdout) == [puzzles[1]]
    layout = json.dumps(puzzles[0]["layout"]).encode()
    graded = run("puzzle", "grade", "-", "--json", stdin=layout)
    value = json.loads(graded.stdout)[0]
    assert (graded.returncode, value["level"], value["answer"], value["stack"]) == (
        0,
        "medium",
        puzzles[0]["answer"],
        puzzles[0]["stack"],
    )
    assert run("puzzle", "grade", LAYOUTS / "dev-00-classic16.txt").returncode == 1
    assert run("puzzle", "new", "--size", "13").returncode == 1
    for command in ("new", "book"):
        extra = ("-o", "book.pdf") if command == "book" else ()
        assert run("puzzle", command, "--seed", str(MAX_SEED + 1), *extra).returncode == 2
        assert run("puzzle", command, "--seed", str(MAX_SEED), "--count", "2", *extra).returncode == 2
    assert run("puzzle", "book", "-o", "book.png").returncode == 2
    assert run("puzzle", "new", "--size", "2", "--level", "expert", "--tries", "20").returncode == 3
    assert run("puzzle", "new", "--size", "1").returncode == 2
    assert run("puzzle", "new", "--deck", "classic-60", "--grid", "4x4").returncode == 2

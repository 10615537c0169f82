"""Swish: notes that name a Swish, verdicts that wait for a search, and how cards are read and dealt."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from swishsolve.errors import ExitStatus, InputError
from swishsolve.model.claim import parse_claim
from swishsolve.model.deck import read_deck
from swishsolve.model.swish import verify
from swishsolve.rules import swish
from swishsolve.rules.protocol import Game
from swishsolve.rules.referee import judge, judge_text
from swishsolve.rules.swish import SwishGame
from swishsolve.rules.transcript import parse_transcript
from swishsolve.search.limits import Limits
from swishsolve.solution import Solution
from swishsolve.solve import solve

SEEDED: dict[str, Any] = {"event": "start", "game": "swish", "players": ["Ann", "Bo"], "deck": "classic-60", "seed": 7}
STACK = re.compile(r"[A-D][1-4][uhv]?(?:\+[A-D][1-4][uhv]?)+")
EVERYBODY = ["Ann", "Bo"]


def game_of(start: dict[str, Any]) -> SwishGame:
    game = parse_transcript(json.dumps(start)).game
    assert isinstance(game, SwishGame)
    return game


@pytest.mark.parametrize("event", [{"event": "no-swish", "swap": ["A1", "A2", "A3", "A4"]}, {"event": "end"}])
@pytest.mark.parametrize("variant", ["standard", "beginner", "expert-3", "expert-5"])
def test_the_note_names_a_swish_of_the_table_that_may_be_called(event: dict[str, Any], variant: str) -> None:
    start = SEEDED | {"variant": variant}
    verdict = judge_text(json.dumps(start) + "\n" + json.dumps(event | {"agreed": EVERYBODY}))
    found = STACK.findall(verdict.events[0].note)
    assert verdict.events[0].legal is (event["event"] == "no-swish")
    assert len(found) == 1
    game = game_of(start)
    stack = parse_claim(found[0], game.layout).stack
    assert not verify(game.layout, stack)
    assert len(stack) >= min(game.least.values())
    assert game.most is None or len(stack) <= game.most


def test_a_seeded_table_is_the_one_that_deal_lays() -> None:
    assert game_of(SEEDED).layout.by_label == read_deck("classic-60").deal((4, 4), seed=7).by_label


def test_a_seeded_shuffle_is_that_of_the_rest_followed_by_the_swapped_cards() -> None:
    from random import Random

    cards = list(read_deck("classic-60").cards)
    lot = Random(7)
    lot.shuffle(cards)
    rest = [*cards[20:], cards[0], cards[5], cards[10], cards[15]]
    lot.shuffle(rest)
    game = game_of(SEEDED)
    swish_event = {"event": "no-swish", "agreed": EVERYBODY, "swap": ["D4", "C3", "B2", "A1"]}
    seen: list[SwishGame] = []

    def watch(state: Game, _: object) -> None:
        assert isinstance(state, SwishGame)
        seen.append(state)

    judge(parse_transcript(json.dumps(SEEDED) + "\n" + json.dumps(swish_event)), watch=watch)
    assert seen[-1].deck == rest
    assert [seen[-1].table[label] for label in sorted(game.table)][0::5] == cards[16:20]


def test_codes_may_be_written_short_and_with_the_classic_colours() -> None:
    long = ["b../.../.P./..."] * 8 + ["B../.../.p./..."] * 8
    short = ["x2/3/1X1/3"] * 8 + ["B2/3/1p1/3"] * 8
    start = {"event": "start", "game": "swish", "players": EVERYBODY}
    assert game_of(start | {"deck": short}).table == game_of(start | {"deck": long}).table
    assert game_of(start | {"deck": long}).layout.rule == "classic"


def test_a_search_that_is_stopped_leaves_the_event_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*arguments: Any, **options: Any) -> Solution:
        solution = solve(*arguments, **options)
        object.__setattr__(solution, "status", "unknown")
        return solution

    monkeypatch.setattr(swish, "solve", stopped)
    call = json.dumps({"event": "call", "player": "Ann", "cards": ["A1", "A1"]})
    end = json.dumps({"event": "end", "agreed": EVERYBODY})
    verdict = judge(parse_transcript("\n".join([json.dumps(SEEDED), call, end, call])), limits=Limits())
    assert [event.line for event in verdict.events] == [2]
    assert (verdict.exit_status, verdict.undecided_line) == (ExitStatus.UNDECIDED, 3)
    assert verdict.to_json()["undecided_line"] == 3
    nonsense = "\n".join([json.dumps(SEEDED), end, "nonsense"])
    with pytest.raises(InputError):
        judge(parse_transcript(nonsense))


def test_a_player_who_needs_fewer_cards_keeps_the_game_from_ending() -> None:
    ring = ["bO.", "Bo.", *["n.."] * 15]
    start = {"event": "start", "game": "swish", "players": EVERYBODY, "variant": "mixed", "deck": ring}
    end = json.dumps({"event": "end", "agreed": EVERYBODY})
    for least, legal in (({"Ann": 3}, False), ({"Ann": 3, "Bo": 3}, True)):
        assert judge_text(json.dumps(start | {"min": least}) + "\n" + end).events[0].legal is legal

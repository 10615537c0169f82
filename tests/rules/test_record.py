"""Keeping a record at the table, and events in words."""

from __future__ import annotations

import json
from itertools import islice
from random import Random

import pytest

from swishsolve.errors import Fault, InputError
from swishsolve.rules.fields import Fields
from swishsolve.rules.record import Record, new_start
from swishsolve.rules.referee import judge_text
from swishsolve.rules.simulate import PLAYERS, play_game
from swishsolve.rules.transcript import parse_transcript, read_event
from swishsolve.rules.wording import format_words, parse_words


def record(game: str, *players: str, seed: int = 4) -> Record:
    return Record(new_start(game, list(players), seed, None, {}))


@pytest.mark.parametrize("game", PLAYERS)
def test_words_and_events_are_the_same(game: str) -> None:
    lot = Random(1)
    for number in range(4):
        begin = play_game(game, max(2, PLAYERS[game][0]) + number, 5, number).written[0]
        state = parse_transcript(json.dumps(begin)).game
        assert state is not None
        for _ in range(40):
            events = list(islice(state.legal_events(), 100))
            if not events:
                break
            event = lot.choice(events)
            fields = parse_words(format_words(event, state.players), game, state.players)
            if event.word == "no-swish":
                fields["deck"] = event.to_json()["deck"]
            faults: list[Fault] = []
            again = read_event(Fields(fields, Fault(""), faults), state)
            assert not faults
            assert again is not None
            assert again.to_json() == event.to_json()
            state.apply(event)


def test_names_with_blanks_and_names_that_begin_alike() -> None:
    players = ("Ann", "Ann Marie", "Bo")
    assert parse_words("draw Ann Marie", "swintus-junior", players)["player"] == "Ann Marie"
    caught = parse_words("catch Ann Ann Marie", "swintus-junior", players)
    assert caught == {"event": "catch", "player": "Ann", "target": "Ann Marie"}
    roll = parse_words("roll Ann Marie win-die swipe-die die:Ann Marie chip:Bo", "swipe", players)
    assert roll["take"] == [{"what": "die", "from": "Ann Marie"}, {"what": "chip", "from": "Bo"}]


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "jump",
        "drawn",
        "draw Zed",
        "draw Ann twice",
        "play Ann",
        "play Ann pink 7",
        "stomp",
        "roll Ann win-chip",
        "{",
        "{}",
        "[]",
        '{"event":"draw"}',
        "play Ann pigameleon",
        "end soon",
        "reshuffle green 7, green 99",
    ],
)
def test_what_is_no_event_is_refused_and_leaves_no_trace(typed: str) -> None:
    kept = record("swintus-junior", "Ann", "Bo")
    with pytest.raises(InputError):
        kept.add(typed)
    assert kept.text.count("\n") == 1


@pytest.mark.parametrize(
    ("game", "typed", "found", "expected"),
    [
        ("swipe", "foo", "foo", "roll or roll-off"),
        ("swipe", "call Ann A1", "call", "roll or roll-off"),
        ("swish", "roll Ann", "roll", "call, no-swish or end"),
        ("swintus-junior", "jump Ann", "jump", "play, draw, pass"),
    ],
)
def test_an_unknown_word_names_those_of_the_game(game: str, typed: str, found: str, expected: str) -> None:
    with pytest.raises(InputError, match=f'^found "{found}", expected {expected}'):
        record(game, "Ann", "Bo").add(typed)


def test_words_are_completed_where_one_choice_is_left() -> None:
    kept = record("swintus-junior", "Ann", "Bo")
    assert "draw Ann" in kept.choices()
    assert kept.add("dr").legal
    assert json.loads(kept.lines[-1]) == {"event": "draw", "player": "Ann"}
    with pytest.raises(InputError, match="it may be: "):
        kept.add("p")
    assert kept.add("pa").legal


def test_undo_takes_events_back_one_by_one() -> None:
    kept = record("swish", "Ann", "Bo")
    first = kept.text
    assert kept.add("call Ann A1 A2").note.startswith("a lost call")
    second = kept.text
    kept.add("no-swish A1 A2 A3 A4")
    assert kept.undo()
    assert kept.text == second
    assert kept.undo()
    assert kept.text == first
    assert not kept.undo()


def test_an_undone_shuffle_is_shuffled_the_same_again() -> None:
    kept = record("swish", "Ann", "Bo")
    kept.add("no-swish A1 A2 A3 A4")
    table = str(kept.game.table_lines()) + str(getattr(kept.game, "table", None))
    kept.undo()
    kept.add("no-swish A1 A2 A3 A4")
    assert str(kept.game.table_lines()) + str(getattr(kept.game, "table", None)) == table


EVENTS = ("roll Bo win-die win-die", "roll Ann win-chip swipe-chip chip:Bo", "roll Bo win-chip win-die")


def test_a_record_is_judged_like_any_transcript() -> None:
    kept = record("swipe", "Ann", "Bo")
    judged = [kept.add(typed) for typed in EVENTS]
    assert [event.legal for event in judged] == [False, True, True]
    assert judge_text(kept.text).events == tuple(judged)
    assert kept.close().scores == {"Ann": 4, "Bo": 2}


def test_next_words_lead_from_event_to_event() -> None:
    kept = record("swintus-junior", "Ann", "Bo")
    assert kept.next_words(["draw"]) == ["Ann"]
    assert set(kept.next_words([])) >= {"draw", "tarry"}
    assert record("swish", "Ann", "Bo").next_words(["call"]) == ["Ann", "Bo"]
    assert "D4" in record("swish", "Ann", "Bo").next_words(["call", "Ann"])
    swipe = record("swipe", "Ann", "Bo")
    assert swipe.next_words([]) == ["roll"]
    assert swipe.next_words(["roll"]) == ["Ann"]
    assert set(swipe.next_words(["roll", "Ann"])) >= {"win-chip", "die:Bo"}
    assert "die:Ann" not in swipe.next_words(["roll", "Ann"])


def test_a_swish_record_never_gives_a_swish_away() -> None:
    assert record("swish", "Ann", "Bo").choices() == ["call Ann", "call Bo", "no-swish", "end"]

"""What no game of a kind could contain: refused with every fault and its physical line, and no verdict at all."""

from __future__ import annotations

import json
from typing import Any

import pytest

from swishsolve.errors import InputError
from swishsolve.rules.referee import judge, judge_text
from swishsolve.rules.transcript import read_transcript

P, Q, N = "bO.", "Bo.", "n.."
SWISH: dict[str, Any] = {"event": "start", "game": "swish", "players": ["Ann", "Bo"], "deck": [P, Q] + [N] * 18}
SWIPE: dict[str, Any] = {"event": "start", "game": "swipe", "players": ["Ann", "Bo"]}
PIGS: dict[str, Any] = {
    "event": "start",
    "game": "swintus-junior",
    "players": ["Ann", "Bo"],
    "edition": "free",
    "hands": {"Ann": ["green 1", "green 2", "red smarty"], "Bo": ["red 1", "pigameleon"]},
    "top": "green 7",
    "deck": ["blue 1", "blue 2", "blue 3"],
}
SEEDED = {"event": "start", "game": "swintus-junior", "players": ["Ann", "Bo"], "seed": 1}


def swish(**event: Any) -> list[dict[str, Any]]:
    return [SWISH, event]


def swap(*labels: Any, **fields: Any) -> list[dict[str, Any]]:
    return swish(event="no-swish", agreed=["Ann", "Bo"], swap=list(labels), **fields)


def swipe(**event: Any) -> list[dict[str, Any]]:
    return [SWIPE, event]


def pigs(**event: Any) -> list[dict[str, Any]]:
    return [PIGS, event]


def start(base: dict[str, Any], **changes: Any) -> list[dict[str, Any]]:
    value = base | changes
    return [{key: entry for key, entry in value.items() if entry != "DROP"}]


FULL = {"deck": [N] * 4}

# name: (events, line of the first fault, what its message must say)
BAD: dict[str, tuple[list[dict[str, Any]], int, str]] = {
    # the start of any game
    "no start": ([{"event": "roll", "player": "Ann", "dice": []}], 1, "expected start"),
    "unknown game": (start(SWIPE, game="chess"), 1, '"chess"'),
    "no game": (start(SWIPE, game="DROP"), 1, '"game"'),
    "no players": (start(SWIPE, players="DROP"), 1, '"players"'),
    "players as text": (start(SWIPE, players="Ann"), 1, '"Ann"'),
    "a player without a name": (start(SWIPE, players=["Ann", " "]), 1, "a name"),
    "a player who is a number": (start(SWIPE, players=["Ann", 1]), 1, "a name"),
    "repeated names": (start(SWIPE, players=["Ann", "Ann"]), 1, "again"),
    "one player": (start(SWIPE, players=["Ann"]), 1, "2 to 6"),
    "seven players of Swipe": (start(SWIPE, players=list("ABCDEFG")), 1, "2 to 6"),
    "nine players of Swintus": (start(PIGS, players=list("ABCDEFGHI")), 1, "2 to 8"),
    "one player of Swish": (start(SWISH, players=["Ann"]), 1, "2 or more"),
    "two players of solitaire": (start(SWISH, variant="solitaire"), 1, "1 player"),
    "a second start": ([SWIPE, SWIPE], 2, "second start"),
    "unknown ruling": (start(SWIPE, rulings={"who-knows": "at-once"}), 1, '"who-knows"'),
    "unknown value of a ruling": (start(SWIPE, rulings={"roll-off": "both"}), 1, '"both"'),
    "rulings as a list": (start(SWIPE, rulings=["roll-off"]), 1, "rulings"),
    "no event word": ([SWIPE, {"player": "Ann"}], 2, '"event"'),
    "an event of another game": (swipe(event="call", player="Ann", cards=["A1"]), 2, '"call"'),
    # Swish
    "fifteen cards": (start(SWISH, deck=[N] * 15), 1, "16 cards or more"),
    "no deck": (start(SWISH, deck="DROP"), 1, '"deck"'),
    "an unknown deck": (start(SWISH, deck="golden-60", seed=1), 1, '"golden-60"'),
    "a deck without a seed": (start(SWISH, deck="classic-60"), 1, '"seed"'),
    "a seed of half": (start(SWISH, deck="classic-60", seed=0.5), 1, "whole number"),
    "a blank card": (start(SWISH, deck=[N] * 16 + ["..."]), 1, "at least one symbol"),
    "cards of two grids": (start(SWISH, deck=[N] * 16 + ["n..."]), 1, "expected 3"),
    "an unknown letter": (start(SWISH, deck=[N] * 16 + ["q.."]), 1, '"q"'),
    "a card that is a number": (start(SWISH, deck=[N] * 16 + [3]), 1, "card"),
    "an unknown variant": (start(SWISH, variant="expert-6"), 1, '"expert-6"'),
    "min in the standard game": (start(SWISH, min={"Ann": 3}), 1, "mixed"),
    "min of a stranger": (start(SWISH, variant="mixed", min={"Cy": 3}), 1, '"Cy"'),
    "min of 13": (start(SWISH, variant="mixed", min={"Ann": 13}), 1, "2 to 12"),
    "min of 1": (start(SWISH, variant="mixed", min={"Ann": 1}), 1, "2 to 12"),
    "a call of a stranger": (swish(event="call", player="Cy", cards=["A1", "A2"]), 2, '"Cy"'),
    "cards and stack": (swish(event="call", player="Ann", cards=["A1"], stack="A1"), 2, "both"),
    "neither cards nor stack": (swish(event="call", player="Ann"), 2, "neither"),
    "no cards": (swish(event="call", player="Ann", cards=[]), 2, "at least one"),
    "an open stack": (swish(event="call", player="Ann", stack="A1+A2?"), 2, '"?"'),
    "an empty stack": (swish(event="call", player="Ann", stack=""), 2, "stack"),
    "a label off the table": (swish(event="call", player="Ann", cards=["A1", "E1"]), 2, '"E1"'),
    "a label off the table in a stack": (swish(event="call", player="Ann", stack="A1+A5"), 2, "A5"),
    "an unknown move": (swish(event="call", player="Ann", stack="A1+A2z"), 2, '"z"'),
    "a move that the grid lacks": (swish(event="call", player="Ann", stack="A1+A2r"), 2, '"r"'),
    "an agreement with a stranger": (swish(event="end", agreed=["Ann", "Cy"]), 2, '"Cy"'),
    "an end without agreed": (swish(event="end"), 2, '"agreed"'),
    "a swap of three": (swap("A1", "A2", "A3", **FULL), 2, "four different"),
    "a swap of five": (swap("A1", "A2", "A3", "A4", "B1", **FULL), 2, "four different"),
    "a swap of a place twice": (swap("A1", "A2", "A3", "A3", **FULL), 2, "four different"),
    "a swap of nothing": (swap(**FULL), 2, "four different"),
    "a swap off the table": (swap("A1", "A2", "A3", "A9", **FULL), 2, '"A9"'),
    "no swap": (swish(event="no-swish", agreed=["Ann", "Bo"]), 2, '"swap"'),
    "a swap of three without agreement": (swish(event="no-swish", agreed=[], swap=["A1", "A2", "A3"]), 2, "four"),
    "no new deck": (swap("A1", "A2", "A3", "A4"), 2, '"deck"'),
    "a new deck that is short": (swap("A1", "A2", "A3", "A4", deck=[N, P, Q]), 2, "without"),
    "a new deck that is long": (swap("A1", "A2", "A3", "A4", deck=[N, N, P, Q, N]), 2, "too often"),
    "a card of no deck": (swap("A1", "A2", "A3", "A4", deck=[N, "nN.", P, Q]), 2, "too often"),
    "no card in the new deck": (swap("A1", "A2", "A3", "A4", deck=[N, "n", P, Q]), 2, '"n"'),
    "an empty place in a swap": (
        [
            SWISH | {"deck": [P, Q, N + ""] + [N] * 13},
            {"event": "call", "player": "Ann", "cards": ["A1", "A2"]},
            {"event": "no-swish", "agreed": ["Ann", "Bo"], "swap": ["A1", "A3", "A4", "B1"]},
        ],
        3,
        "four different",
    ),
    # Swipe
    "a first who does not play": (start(SWIPE, first="Cy"), 1, '"Cy"'),
    "a roll of a stranger": (swipe(event="roll", player="Cy", dice=["win-chip"] * 2), 2, '"Cy"'),
    "an unknown face": (swipe(event="roll", player="Ann", dice=["win-chip", "win-all"]), 2, '"win-all"'),
    "no dice": (swipe(event="roll", player="Ann"), 2, '"dice"'),
    "dice as text": (swipe(event="roll", player="Ann", dice="win-chip"), 2, "dice"),
    "a take of a cup": (
        swipe(event="roll", player="Ann", dice=["win-chip"] * 2, take=[{"what": "cup", "from": "Bo"}]),
        2,
        '"cup"',
    ),
    "a take from a stranger": (
        swipe(event="roll", player="Ann", dice=["win-chip"] * 2, take=[{"what": "die", "from": "Cy"}]),
        2,
        '"Cy"',
    ),
    "a take from nobody": (swipe(event="roll", player="Ann", dice=["win-chip"] * 2, take=[{"what": "die"}]), 2, "from"),
    "a take that is a name": (swipe(event="roll", player="Ann", dice=["win-chip"] * 2, take=["Bo"]), 2, '"Bo"'),
    "a roll-off without a die": (swipe(event="roll-off", player="Ann"), 2, '"die"'),
    # Swintus Junior
    "an unknown edition": (start(PIGS, edition=93), 1, "93"),
    "a free edition with a seed": (start(SEEDED, edition="free"), 1, "hands"),
    "neither hands nor seed": (start(SEEDED, seed="DROP"), 1, "hands"),
    "a seed in words": (start(SEEDED, seed="seven"), 1, "whole number"),
    "a dealer who does not play": (start(PIGS, dealer="Cy"), 1, '"Cy"'),
    "a hand of a stranger": (start(PIGS, hands=PIGS["hands"] | {"Cy": ["red 1", "red 2"]}), 1, '"Cy"'),
    "no hand": (start(PIGS, hands={"Ann": ["red 1", "red 2"]}), 1, '"Bo"'),
    "a hand of one": (start(PIGS, hands=PIGS["hands"] | {"Bo": ["red 1"]}), 1, "at least 2"),
    "a hand of three in the deck of 92": (start(PIGS, edition=92), 1, "expected 8"),
    "no top": (start(PIGS, top="DROP"), 1, '"top"'),
    "an unknown card": (start(PIGS, top="green 8"), 1, '"green 8"'),
    "an unknown card in the deck": (start(PIGS, deck=["Green 1"]), 1, '"Green 1"'),
    "a play of no card": (pigs(event="play", player="Ann"), 2, '"card"'),
    "a play of an unknown card": (pigs(event="play", player="Ann", card="pink 1"), 2, '"pink 1"'),
    "a card that this game never had": (pigs(event="play", player="Ann", card="orange 3"), 2, "this game"),
    "a pigameleon without a colour": (pigs(event="play", player="Bo", card="pigameleon"), 2, '"colour"'),
    "an unknown colour": (pigs(event="play", player="Bo", card="pigameleon", colour="pink"), 2, '"pink"'),
    "a smarty without a rule": (pigs(event="play", player="Ann", card="red smarty"), 2, '"rule"'),
    "an unknown word to say": (pigs(event="play", player="Ann", card="green 1", say="pig"), 2, '"pig"'),
    "a catch without a target": (pigs(event="catch", player="Ann"), 2, '"target"'),
    "a catch of a stranger": (pigs(event="catch", player="Ann", target="Cy"), 2, '"Cy"'),
    "a stomp of a stranger": (pigs(event="stomp", last="Cy"), 2, '"Cy"'),
    "a stomp of nobody": (pigs(event="stomp"), 2, '"last"'),
    "a reshuffle without a deck": (pigs(event="reshuffle"), 2, '"deck"'),
    "a reshuffle of a card that this game never had": (pigs(event="reshuffle", deck=["orange 3"]), 2, "this game"),
    "a reshuffle that is no permutation": (
        [
            PIGS | {"deck": ["blue 1"]},
            {"event": "play", "player": "Ann", "card": "green 1"},
            {"event": "draw", "player": "Bo"},
            {"event": "reshuffle", "deck": ["green 1"]},
        ],
        4,
        "not those due",
    ),
}


def text_of(events: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(event) + "\n" for event in events)


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_refused(name: str) -> None:
    events, line, words = BAD[name]
    with pytest.raises(InputError) as caught:
        judge_text(text_of(events), "game.jsonl")
    fault = caught.value.faults[0]
    assert (fault.source, fault.line) == ("game.jsonl", line)
    assert words in fault.message


def test_edition_92_must_add_up() -> None:
    from swishsolve.rules.simulate import play_game

    begin = play_game("swintus-junior", 2, 1, 0).written[0]
    judge_text(json.dumps(begin))
    for change in ({"top": "pigameleon" if begin["top"] != "pigameleon" else "red 1"}, {"deck": begin["deck"][1:]}):
        with pytest.raises(InputError, match="expected the deck of 92"):
            judge_text(json.dumps(begin | change))
    with pytest.raises(InputError, match="expected the deck of 120"):
        judge_text(json.dumps(begin | {"edition": 120}))


RAW: dict[str, tuple[bytes, int | None, str]] = {
    "nothing": (b"", None, "no event"),
    "blank lines and comments": (b"\n  \n# a\n", None, "no event"),
    "no JSON": (b"# x\n\nstart\n", 3, "JSON"),
    "a comment that does not begin its line": (b' # x\n{"event":"start"}', 1, "JSON"),
    "a list": (b"[1]\n", 1, "JSON object"),
    "NaN": (b'{"event":"start","game":NaN}', 1, "JSON"),
    "two objects": (b'{"event":"start"} {}\n', 1, "JSON"),
    "nested without end": (b"[" * 100_000, 1, "JSON"),
    "a number without end": (b'{"event":"start","seed":' + b"9" * 5000 + b"}", 1, "JSON"),
    "UTF-16": ("\ufeff{}".encode("utf-16-le"), 1, "UTF-8"),
    "latin-1": (b'{"event":"start"}\n# f\xfcr\n', 2, "0xfc"),
}


@pytest.mark.parametrize("name", RAW)
def test_what_is_no_transcript_is_refused(name: str) -> None:
    data, line, words = RAW[name]
    with pytest.raises(InputError) as caught:
        judge(read_transcript(data))
    assert caught.value.faults[0].line == line
    assert words in str(caught.value)


def test_all_faults_are_reported_by_physical_line() -> None:
    text = (
        "\ufeff# a game\r\n\r\n"
        + json.dumps(SWIPE)
        + "\r\n"
        + '{"event":"roll","player":"Cy","dice":["win"]}\r\n\r\n# more\r\nnonsense\r\n{"event":"start"}\r\n'
    )
    with pytest.raises(InputError) as caught:
        judge(read_transcript(text.encode()))
    assert [fault.line for fault in caught.value.faults] == [4, 4, 7, 8]


def test_a_fault_of_the_position_is_reported_with_later_faults_of_the_text() -> None:
    events = [*swap("A1", "A2", "A3", "A4", deck=[N]), {"event": "end", "agreed": ["Di"]}]
    with pytest.raises(InputError) as caught:
        judge_text(text_of(events))
    assert [fault.line for fault in caught.value.faults] == [2, 3]


def test_harmless_differences_change_nothing() -> None:
    plain = [SWIPE, {"event": "roll", "player": "Ann", "dice": ["win-chip", "win-die"]}]
    dressed = (
        "\ufeff# begin\r\n\r\n"
        + json.dumps(SWIPE | {"place": "Rome", "rulings": {"smarty-until": "never"}})
        + "\r\n   \r\n#\r\n"
        + json.dumps(dict(reversed(plain[1].items())) | {"comment": [1], "say": "hm"})
    )
    first, second = judge_text(text_of(plain)), judge(read_transcript(dressed.encode()))
    assert [event.line for event in second.events] == [6]
    assert [event.note for event in second.events] == [event.note for event in first.events]
    assert second.scores == first.scores


def test_until_ends_the_transcript_there() -> None:
    text = text_of([SWIPE, {"event": "roll", "player": "Ann", "dice": ["win-chip", "win-die"]}]) + "nonsense\n"
    verdict = judge(read_transcript(text.encode(), until=2))
    assert [event.line for event in verdict.events] == [2]
    assert not judge(read_transcript(text.encode(), until=1)).events

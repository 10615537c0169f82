"""Named kinds of damage to sound transcripts: what is done, and the status and line that the referee must answer with.

python -m tests.rules.damage 1000      a thousand transcripts of each kind, and as many with random damage
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from swishsolve.errors import ExitStatus, InputError
from swishsolve.rules.protocol import Event, Game
from swishsolve.rules.referee import judge
from swishsolve.rules.simulate import format_transcript, play_game
from swishsolve.rules.swintus_junior import SwintusGame
from swishsolve.rules.swipe import SwipeGame
from swishsolve.rules.transcript import parse_transcript, read_transcript
from swishsolve.rules.verdict import JudgedEvent, Verdict
from tests.rules import swipe_by_the_book
from tests.rules.swintus_by_the_book import Round

GAMES = (("swish", 2), ("swipe", 2), ("swipe", 3), ("swipe", 6), ("swintus-junior", 2), ("swintus-junior", 8))


@dataclass(frozen=True)
class Sound:
    """A sound transcript: its objects by line from 1, its verdict, and where nothing waits to happen."""

    game: str
    events: tuple[dict[str, Any], ...]
    verdict: Verdict
    calm: dict[int, str]  # line after which no penalty, stomp or reshuffle is due -> who is in turn then

    @property
    def lines(self) -> list[str]:
        return [json.dumps(event) for event in self.events]

    def lines_of(self, word: str) -> list[int]:
        return [line for line, event in enumerate(self.events, start=1) if event["event"] == word]


@lru_cache(maxsize=64)
def sound(game: str, players: int, number: int) -> Sound:
    played = play_game(game, players, 2026, number)
    calm: dict[int, str] = {}

    def watch(state: Game, judged: tuple[Event, JudgedEvent] | None) -> None:
        line = judged[1].line if judged else 1
        if isinstance(state, SwintusGame) and not state.over:
            if not (state.penalty or state.stomp_is_due or state.cards.reshuffle_is_due):
                calm[line] = state.turn
        elif not state.finished:
            calm[line] = state.turn if isinstance(state, SwipeGame) and not state.tied else ""

    verdict = judge(parse_transcript(format_transcript(played)), watch=watch)
    assert verdict.finished and not verdict.illegal
    return Sound(game, tuple(played.written), verdict, calm)


@dataclass(frozen=True)
class Damaged:
    """A damaged transcript and what must come of it; `same_end` when the damage changes nothing else."""

    data: bytes
    status: ExitStatus
    line: int
    same_end: Verdict | None = None


Damage = Callable[[Sound, Random], Damaged | None]


def _bad(lines: list[str], line: int) -> Damaged:
    return Damaged("\n".join(lines).encode(), ExitStatus.BAD_INPUT, line)


def _change(sound: Sound, line: int, **fields: Any) -> Damaged:
    lines = sound.lines
    lines[line - 1] = json.dumps(sound.events[line - 1] | fields)
    return _bad(lines, line)


def _any_line(sound: Sound, lot: Random, first: int = 2) -> int:
    return lot.randint(first, len(sound.events))


def cut_line(sound: Sound, lot: Random) -> Damaged:
    lines, line = sound.lines, _any_line(sound, lot, 1)
    lines[line - 1] = lines[line - 1][: lot.randint(1, len(lines[line - 1]) - 1)]
    return _bad(lines, line)


def no_utf8(sound: Sound, lot: Random) -> Damaged:
    lines, line = [text.encode() for text in sound.lines], _any_line(sound, lot, 1)
    at = lot.randint(0, len(lines[line - 1]))
    lines[line - 1] = lines[line - 1][:at] + bytes([lot.randint(0xF8, 0xFF)]) + lines[line - 1][at:]
    return Damaged(b"\n".join(lines), ExitStatus.BAD_INPUT, line)


def unknown_event(sound: Sound, lot: Random) -> Damaged:
    return _change(sound, _any_line(sound, lot), event=lot.choice(["rol", "Call", "", "win", None, 7]))


def unknown_player(sound: Sound, lot: Random) -> Damaged:
    line = _any_line(sound, lot)
    key = next((key for key in ("player", "last", "agreed") if key in sound.events[line - 1]), None)
    if key is None:
        return _change(sound, 1, players=["Ann", ""])
    stranger: Any = lot.choice(["Nobody", "ann", "", 1, None])
    return _change(sound, line, **{key: [stranger] if key == "agreed" else stranger})


def missing_field(sound: Sound, lot: Random) -> Damaged | None:
    line = _any_line(sound, lot)
    needed = ("player", "agreed", "dice", "die", "card", "colour", "rule", "last", "swap", "deck", "event", "stack")
    present = [key for key in needed if key in sound.events[line - 1]]
    gone = lot.choice(present)
    lines = sound.lines
    lines[line - 1] = json.dumps({key: value for key, value in sound.events[line - 1].items() if key != gone})
    return _bad(lines, line)


def unknown_word(sound: Sound, lot: Random) -> Damaged | None:
    line = _any_line(sound, lot)
    event = sound.events[line - 1]
    wrong: dict[str, Any] = {
        "dice": ["win-chips"],
        "die": "lose",
        "card": lot.choice(["green 8", "pink 3", "Green 7", "stompy", 7]),
        "colour": "purple",
        "stack": lot.choice(["A1+E1", "A1r+A2", "A1+A2?", "A1++A2", ""]),
        "swap": ["A1", "A2", "A3", "A5"],
        "last": "all",
        "agreed": "everybody",
    }
    present = [key for key in wrong if key in event]
    if not present:
        return None
    key = lot.choice(present)
    return _change(sound, line, **{key: wrong[key]})


def second_start(sound: Sound, lot: Random) -> Damaged:
    line = _any_line(sound, lot)
    lines = sound.lines
    lines.insert(line - 1, lines[0])
    return _bad(lines, line)


def start_does_not_add_up(sound: Sound, lot: Random) -> Damaged:
    start = sound.events[0]
    if sound.game == "swish":
        return _change(sound, 1, deck=start["deck"][: lot.randint(0, 15)])
    if sound.game == "swipe":
        return _change(sound, 1, players=["P" + str(n) for n in range(lot.choice([0, 1, 7, 8]))])
    deck = list(start["deck"])
    at = lot.randrange(len(deck))
    deck[at : at + 1] = lot.choice([[], [deck[at], deck[at]], ["pigameleon" if deck[at] != "pigameleon" else "red 1"]])
    return _change(sound, 1, deck=deck)


def repeated_names(sound: Sound, lot: Random) -> Damaged:
    players = list(sound.events[0]["players"])
    players[lot.randrange(1, len(players))] = players[0]
    return _change(sound, 1, players=players)


def no_permutation(sound: Sound, lot: Random) -> Damaged | None:
    lines = [n for word in ("reshuffle", "no-swish") for n in sound.lines_of(word) if sound.events[n - 1].get("deck")]
    if not lines:
        return None
    line = lot.choice(lines)
    deck = list(sound.events[line - 1]["deck"])
    at = lot.randrange(len(deck))
    deck[at : at + 1] = lot.choice([[], [deck[at], deck[at]]])
    return _change(sound, line, deck=deck)


def event_after_the_end(sound: Sound, lot: Random) -> Damaged:
    lines = sound.lines
    lines.append(lines[_any_line(sound, lot) - 1])
    return Damaged("\n".join(lines).encode(), ExitStatus.NO, len(lines), sound.verdict)


def out_of_turn(sound: Sound, lot: Random) -> Damaged:
    """Somebody acts who is not in turn, or without everybody's consent; written so that no penalty follows."""
    line = lot.choice(list(sound.calm)) + 1
    others = [player for player in sound.events[0]["players"] if player != sound.calm[line - 1]]
    event: dict[str, Any] = {"event": "pass", "player": lot.choice(others)}
    if sound.game == "swish":
        event = {"event": "end", "agreed": others[1:]}
    if sound.game == "swipe":
        tied = not sound.calm[line - 1]
        roll = {"event": "roll", "player": lot.choice(others), "dice": ["win-chip"]}
        event = roll if tied or lot.random() < 0.7 else {"event": "roll-off", "player": others[0], "die": "win-die"}
    lines = sound.lines
    lines.insert(line - 1, json.dumps(event))
    return Damaged("\n".join(lines).encode(), ExitStatus.NO, line, sound.verdict)


KINDS: dict[str, Damage] = {
    damage.__name__.replace("_", " "): damage
    for damage in (
        cut_line,
        no_utf8,
        unknown_event,
        unknown_player,
        missing_field,
        unknown_word,
        second_start,
        start_does_not_add_up,
        repeated_names,
        no_permutation,
        event_after_the_end,
        out_of_turn,
    )
}


def check_kind(kind: str, number: int, games: int) -> None:
    """Damage a transcript in this way and hold the referee to what must come of it."""
    lot = Random(f"{kind}:{number}")
    damaged = None
    while damaged is None:
        game, players = lot.choice(GAMES)
        damaged = KINDS[kind](sound(game, players, lot.randrange(games)), lot)
    try:
        verdict = judge(read_transcript(damaged.data))
    except InputError as error:
        assert damaged.status == ExitStatus.BAD_INPUT, error
        assert error.faults[0].line == damaged.line, f"line {damaged.line}: {error}"
        return
    assert damaged.same_end is not None, f"line {damaged.line} should be bad input"
    assert verdict.exit_status == damaged.status
    assert [event.line for event in verdict.events if not event.legal] == [damaged.line]
    same = damaged.same_end
    ends = [(v.finished, v.scores, v.winners, v.rulings) for v in (verdict, same)]
    assert ends[0] == ends[1]
    assert [e.note for e in verdict.events if e.legal] == [e.note for e in same.events]


def check_random_damage(number: int, games: int) -> None:
    """Damage a transcript anyhow: never a traceback, and the verdict is that of the undamaged rules."""
    lot = Random(f"anyhow:{number}")
    game, players = lot.choice(GAMES)
    original = sound(game, players, lot.randrange(games))
    lines = original.lines
    first = len(lines) + 1
    for _ in range(lot.randint(1, 3)):
        first = min(first, _damage_anyhow(lines, lot))
    try:
        verdict = judge(read_transcript("\n".join(lines).encode()))
    except InputError as error:
        assert error.faults
        return
    before = [event for event in verdict.events if event.line < first]
    assert before == [event for event in original.verdict.events if event.line < first]
    assert verdict.exit_status in (ExitStatus.YES, ExitStatus.NO)
    _check_by_the_book([line for line in lines if line.strip() and not line.startswith("#")], verdict)


def _check_by_the_book(lines: list[str], verdict: Verdict) -> None:
    """Hold a verdict under the default rulings against a second reading of the rules."""
    start, *events = map(json.loads, lines)
    if verdict.game == "swipe":
        first = start.get("first", start["players"][0])
        state = swipe_by_the_book.fresh_state(start["players"]) | {"turn": first}
        by_the_book = [swipe_by_the_book.judge(state, event) for event in events]
        assert verdict.scores == state["chips"]
    elif verdict.game == "swintus-junior":
        players = start["players"]
        dealer = start.get("dealer", players[-1])
        first = start.get("first", players[(players.index(dealer) + 1) % len(players)])
        book = Round(players, start["hands"], start["top"], start["deck"], first)
        by_the_book = [book.judge(event) for event in events]
        if book.row and not book.over:
            book.take_penalty()
        assert verdict.scores == {name: len(hand) for name, hand in book.hands.items()}
        assert verdict.finished == book.over
    else:
        return
    assert [event.legal for event in verdict.events] == by_the_book


def _damage_anyhow(lines: list[str], lot: Random) -> int:
    """Change a line; the number of the first line that may be judged differently."""
    at = lot.randrange(len(lines))
    way = lot.randrange(6)
    if way == 0:
        del lines[at]
        if not lines:
            lines.append("")
    elif way == 1:
        lines.insert(at, lot.choice(lines))
    elif way == 2:
        other = lot.randrange(len(lines))
        lines[at], lines[other] = lines[other], lines[at]
        at = min(at, other)
    elif way == 3:
        text = lines[at]
        place = lot.randint(0, len(text))
        lines[at] = text[:place] + lot.choice('{}[]",:0A1 \\x\u2028é#') + text[place + lot.randint(0, 2) :]
    else:
        try:
            value = json.loads(lines[at])
        except ValueError:
            return at + 1
        if isinstance(value, dict) and value:
            key = lot.choice(list(value))
            value[key] = _another_value(value[key], lot)
            lines[at] = json.dumps(value)
    return at + 1


def _another_value(value: Any, lot: Random) -> Any:
    if isinstance(value, list) and value and lot.random() < 0.8:
        changed = list(value)
        at = lot.randrange(len(changed))
        way = lot.randrange(4)
        if way == 0:
            del changed[at]
        elif way == 1:
            changed.append(lot.choice(changed))
        elif way == 2:
            lot.shuffle(changed)
        else:
            changed[at] = _another_value(changed[at], lot)
        return changed
    if isinstance(value, dict) and value and lot.random() < 0.8:
        key = lot.choice(list(value))
        return value | {key: _another_value(value[key], lot)}
    words = ["Ann", "Bo", "Cy", "win-chip", "swipe-die", "lose-die", "green 7", "pigameleon", "red", "A1", "A1+A2"]
    return lot.choice([None, True, -1, 0, 7, 1.5, 10**40, "", [], {}, [[]], *words])


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    for name in KINDS:
        for count in range(wanted):
            check_kind(name, count, wanted // 20 + 10)
        print(f"{name}: {wanted} transcripts answered as they must be")
    for count in range(wanted):
        check_random_damage(count, wanted // 20 + 10)
    print(f"random damage: {wanted} transcripts, never a traceback")

"""Keeping the record of a game at the table: event by event, with undo and with what may come next."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from swishsolve.errors import Fault, InputError
from swishsolve.rules.fields import Fields
from swishsolve.rules.protocol import Game
from swishsolve.rules.referee import judge
from swishsolve.rules.swintus_junior import SwintusGame
from swishsolve.rules.swipe import FACES, SwipeGame
from swishsolve.rules.swish import SwishGame
from swishsolve.rules.transcript import format_line, parse_transcript, read_event
from swishsolve.rules.verdict import JudgedEvent, Verdict
from swishsolve.rules.wording import format_words, parse_words

SHOWN_CHOICES = 400


class Record:
    """A transcript that grows; every event that is added has been judged.

    >>> record = Record('{"event":"start","game":"swipe","players":["Ann","Bo"]}\\n')
    >>> record.add("roll Bo win-chip win-die").note, record.add("roll Ann win-chip win-die").note
    ('it is the turn of Ann', 'wins a chip, wins a die')
    >>> record.undo(), record.text.count("roll")
    (True, 1)
    """

    def __init__(self, text: str, source: str | None = None) -> None:
        """The record so far, at least its start; raises InputError when it is no transcript."""
        self.source = source
        self.last_words = ""
        self.lines = text.rstrip("\n").split("\n")
        self._replay()

    def _replay(self) -> None:
        def keep(game: Game, judged: object) -> None:  # noqa: ARG001 - a watcher's signature
            self.game = game

        verdict = judge(parse_transcript(self.text, self.source), watch=keep, close=False)
        self.event_lines = [event.line for event in verdict.events]

    @property
    def text(self) -> str:
        """The transcript."""
        return "".join(line + "\n" for line in self.lines)

    def add(self, typed: str) -> JudgedEvent:
        """Judge an event typed in words or as JSON, and write it down, legal or not.

        What is no event but the beginning of exactly one that may come next is completed. Raises InputError, with
        nothing written down, for what no game of this kind could contain.
        """
        try:
            value = parse_words(typed, self.game.name, self.game.players)
            faults: list[Fault] = []
            event = read_event(Fields(value, Fault(""), faults), self.game)
            if event is None or faults:
                raise InputError(faults)
        except InputError as error:
            completed = self.complete(typed)
            if len(completed) != 1:
                raise InputError([*error.faults, *self._suggested(completed)]) from None
            value = parse_words(completed[0], self.game.name, self.game.players)
            event = read_event(Fields(value, Fault(""), []), self.game)
            assert event is not None
        judgement = self.game.apply(event)
        self.game.check_conserved()
        self.last_words = format_words(event, self.game.players)
        self.lines.append(format_line(event.to_json()))
        self.event_lines.append(len(self.lines))
        return JudgedEvent(len(self.lines), *judgement)

    def _suggested(self, completed: list[str]) -> list[Fault]:
        return [Fault(f"it may be: {'; '.join(completed[:8])}")] if completed else []

    def undo(self) -> bool:
        """Take the last event back; False when there is none."""
        if not self.event_lines:
            return False
        del self.lines[self.event_lines[-1] - 1 :]
        self._replay()
        return True

    def close(self) -> Verdict:
        """The verdict on the record as it stands."""
        return judge(parse_transcript(self.text, self.source))

    def choices(self) -> list[str]:
        """What may come next, in words; where there is too much of it, or it would give a Swish away, its form."""
        game = self.game
        if game.finished:
            return []
        if isinstance(game, SwishGame):
            calls = [f"call {player}" for player in game.players]
            return [*calls, "no-swish", "end"]
        if isinstance(game, SwipeGame) and not game.tied:
            return [f"roll {game.turn}"]
        return list(dict.fromkeys(self._legal_words()))

    def _legal_words(self) -> Iterator[str]:
        for event in islice(self.game.legal_events(), SHOWN_CHOICES):
            yield format_words(event, self.game.players)

    def complete(self, typed: str) -> list[str]:
        """The choices that the typed words, each perhaps cut short, are the beginning of."""
        typed_words = typed.lower().split()
        if not isinstance(self.game, SwintusGame) and not (isinstance(self.game, SwipeGame) and self.game.tied):
            return []
        return [choice for choice in self.choices() if _begins(choice.lower().split(), typed_words)]

    def next_words(self, typed: list[str]) -> list[str]:
        """The words that may follow those typed so far, for completion at the keyboard."""
        game = self.game
        if isinstance(game, SwipeGame) and len(typed) >= 2 and not game.tied:
            takes = [f"{what}:{player}" for what in ("die", "chip") for player in game.players if player != typed[1]]
            return [*FACES, *takes]
        if isinstance(game, SwishGame) and typed[:1] in (["call"], ["no-swish"]):
            labels = [str(label) for label in sorted(game.table)]
            return list(game.players) if typed == ["call"] else labels
        words = [choice.split() for choice in self.choices()]
        begun = [choice for choice in words if choice[: len(typed)] == typed and len(choice) > len(typed)]
        return list(dict.fromkeys(choice[len(typed)] for choice in begun))


def _begins(words: list[str], typed: list[str]) -> bool:
    return len(typed) <= len(words) and all(map(str.startswith, words, typed))


def new_start(game: str, players: list[str], seed: int, variant: str | None, rulings: dict[str, str]) -> str:
    """The line that starts a game: dealt with the seed where there are cards to deal."""
    start: dict[str, Any] = {"event": "start", "game": game, "players": players}
    if variant:
        start["variant"] = variant
    if game == "swish":
        start |= {"deck": "classic-60", "seed": seed}
    elif game == "swintus-junior":
        start["seed"] = seed
    if rulings:
        start["rulings"] = rulings
    return format_line(start) + "\n"

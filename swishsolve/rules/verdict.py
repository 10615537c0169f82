"""The verdict on a transcript, and its JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from swishsolve.errors import ExitStatus


class JudgedEvent(NamedTuple):
    """An event of the transcript: its line, whether it was legal, and what followed or why not."""

    line: int
    legal: bool
    note: str


@dataclass(frozen=True)
class Verdict:
    """What the referee says of a transcript.

    `rulings` holds each named ruling whose situation came up. `undecided_line` is the line of an event that could not
    be judged because a search was stopped, None otherwise; events from there on are not listed.
    """

    game: str
    events: tuple[JudgedEvent, ...]
    finished: bool
    scores: dict[str, int]
    winners: tuple[str, ...]
    rulings: dict[str, str]
    undecided_line: int | None = None

    @property
    def illegal(self) -> int:
        """The number of illegal events."""
        return sum(not event.legal for event in self.events)

    @property
    def exit_status(self) -> ExitStatus:
        """0 no illegal event, 1 an illegal event, 3 an event that could not be judged."""
        if self.illegal:
            return ExitStatus.NO
        return ExitStatus.YES if self.undecided_line is None else ExitStatus.UNDECIDED

    def to_json(self) -> dict[str, Any]:
        """The verdict as a JSON value, keys in the order of docs/referee.md."""
        value: dict[str, Any] = {
            "format": "swishsolve/verdict",
            "version": 1,
            "game": self.game,
            "events": [{"line": line, "legal": legal, "note": note} for line, legal, note in self.events],
            "illegal": self.illegal,
            "finished": self.finished,
            "scores": self.scores,
            "winners": list(self.winners),
            "rulings": self.rulings,
        }
        if self.undecided_line is not None:
            value["undecided_line"] = self.undecided_line
        return value

"""What the referee, the record keeper and the simulation ask of a game, the same for all games.

A game is a position that events change. `apply` judges one event and carries out what follows from it, penalties of
illegal events included. Three things can keep an event from being judged, and they are never mixed up: what no game
of this kind could contain raises InputError and changes nothing; a search that was stopped raises Undecided; a card,
die or chip that got lost raises ConservationError and is a fault of this program.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple, Protocol

from swishsolve.errors import SwishError

# Each named ruling with its values, the default first; the games that they belong to come with `GAME_RULINGS`.
RULINGS: dict[str, tuple[str, ...]] = {
    "end-of-game": ("at-once", "after-turn"),
    "roll-off": ("loser-first", "winner-first"),
    "two-player-reverse": ("no-skip", "skip"),
    "smarty-until": ("round-end", "next-smarty", "next-turn-of-player"),
}
GAME_RULINGS: dict[str, tuple[str, ...]] = {
    "swish": (),
    "swipe": ("end-of-game", "roll-off"),
    "swintus-junior": ("two-player-reverse", "smarty-until"),
}


class ConservationError(SwishError):
    """Cards, dice or chips got lost or were made up: a fault of the program, never of a transcript."""


class Undecided(Exception):  # noqa: N818 - an event, not an error
    """Raised when a search that a ruling needs was stopped before it had the answer; nothing was changed."""


class Event:
    """Something that a line of a transcript records. `word` is its name there."""

    word: ClassVar[str]

    def to_json(self) -> dict[str, Any]:
        """The event as it stands in a transcript."""
        raise NotImplementedError


class Judgement(NamedTuple):
    """Whether an event was legal, and in words why not or what followed from it."""

    legal: bool
    note: str


@dataclass
class Rulings:
    """The rulings of one game that was asked to follow `chosen`, and which of them came up."""

    chosen: dict[str, str] = field(default_factory=dict)
    came_up: set[str] = field(default_factory=set)

    def value(self, name: str) -> str:
        """The value of a ruling, chosen or default; its situation has come up."""
        self.came_up.add(name)
        return self.peek(name)

    def peek(self, name: str) -> str:
        """The value of a ruling whose situation has not come up by asking."""
        return self.chosen.get(name, RULINGS[name][0])

    def in_use(self) -> dict[str, str]:
        """Each ruling whose situation came up, with its value."""
        return {name: self.peek(name) for name in RULINGS if name in self.came_up}


class Game(Protocol):
    """A game that is being played."""

    name: ClassVar[str]
    players: tuple[str, ...]
    rulings: Rulings

    @property
    def finished(self) -> bool:
        """True when nothing more can happen."""

    @property
    def scores(self) -> dict[str, int]:
        """What counts for each player, as it is now."""

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won; nobody while the game is unfinished."""

    def legal_events(self) -> Iterator[Event]:
        """Events that would be legal now; where a choice changes nothing in the rules one stands for all."""

    def apply(self, event: Event) -> Judgement:
        """Judge an event and carry out what follows from it."""

    def close(self) -> None:
        """The transcript has ended: what only waited for the next event happens now."""

    def check_conserved(self) -> None:
        """Raise ConservationError unless everything of the start is still there, once."""

    def table_lines(self) -> list[str]:
        """The table in words, line by line."""


def legal(note: str = "") -> Judgement:
    """A legal event, with what followed from it."""
    return Judgement(True, note)


def illegal(reason: str) -> Judgement:
    """An illegal event, with the reason."""
    return Judgement(False, reason)


def leaders(scores: dict[str, int]) -> tuple[str, ...]:
    """Everybody with the highest score.

    >>> leaders({"Ann": 3, "Bo": 5, "Cy": 5})
    ('Bo', 'Cy')
    """
    best = max(scores.values())
    return tuple(player for player, score in scores.items() if score == best)


def count_of(number: int, thing: str) -> str:
    """A number of things in words.

    >>> count_of(1, "card"), count_of(3, "die")
    ('1 card', '3 dice')
    """
    many = "dice" if thing == "die" else f"{thing}s"
    return f"{number} {thing if number == 1 else many}"

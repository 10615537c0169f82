"""Swipe: dice that win, lose and swipe dice and chips.

A roll is carried out on a copy of everybody's dice and chips, die by die in the order written; when a choice in it is
illegal the copy is dropped and nothing of the roll has happened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any, ClassVar, Literal, NamedTuple, get_args

from swishsolve.rules.fields import Fields, read_players, show
from swishsolve.rules.protocol import (
    ConservationError,
    Event,
    Judgement,
    Rulings,
    count_of,
    illegal,
    leaders,
    legal,
)

Face = Literal["win-chip", "win-die", "lose-die", "swipe-die", "swipe-chip"]
Thing = Literal["die", "chip"]
FACES: tuple[Face, ...] = get_args(Face)
THINGS: tuple[Thing, ...] = get_args(Thing)
# The six sides of a die.
SIDES: tuple[Face, ...] = ("win-chip", *FACES)

DICE, CHIPS = 10, 50
START_CHIPS = 2
LEFT_OUT_OF_PLAY = 3  # dice, with two players


def start_dice(players: int) -> int:
    """The dice that each player starts with."""
    return 1 if players >= 5 else 2


class Take(NamedTuple):
    """What a swipe takes, and from whom."""

    what: Thing
    source: str


@dataclass(frozen=True)
class Roll(Event):
    """A player rolls all dice, and chooses whom the swipes take from."""

    word: ClassVar[str] = "roll"
    player: str
    dice: tuple[Face, ...]
    take: tuple[Take, ...] = ()

    def to_json(self) -> dict[str, Any]:
        value: dict[str, Any] = {"event": self.word, "player": self.player, "dice": list(self.dice)}
        if self.take:
            value["take"] = [{"what": what, "from": source} for what, source in self.take]
        return value


@dataclass(frozen=True)
class RollOff(Event):
    """One of the tied players rolls one die."""

    word: ClassVar[str] = "roll-off"
    player: str
    die: Face

    def to_json(self) -> dict[str, Any]:
        return {"event": self.word, "player": self.player, "die": self.die}


class IllegalRoll(Exception):  # noqa: N818 - an event, not an error
    """Raised while a roll is carried out when a choice in it is illegal."""


@dataclass
class Holdings:
    """Everybody's dice and chips, and those in the centre."""

    dice: dict[str, int]
    chips: dict[str, int]
    centre_dice: int
    centre_chips: int

    def copy(self) -> Holdings:
        """A copy that can be changed by itself."""
        return Holdings(dict(self.dice), dict(self.chips), self.centre_dice, self.centre_chips)

    def can_give(self, player: str, what: Thing) -> bool:
        """Whether something can be taken from the player: any chip, but never the last die."""
        return self.dice[player] > 1 if what == "die" else self.chips[player] > 0

    def givers(self, taker: str, what: Thing) -> list[str]:
        """The others from whom it can be taken."""
        return [player for player in self.dice if player != taker and self.can_give(player, what)]

    def pass_on(self, what: Thing, source: str, taker: str) -> None:
        """A die or chip goes from one player to another."""
        things = self.dice if what == "die" else self.chips
        things[source] -= 1
        things[taker] += 1


# Whom a swipe takes from: asked with the holdings at that moment and those who can give.
Chooser = Callable[[Holdings, Thing, list[str]], str]


class SwipeGame:
    """A game of Swipe."""

    name: ClassVar[str] = "swipe"

    def __init__(self, players: tuple[str, ...], first: str | None = None, rulings: Rulings | None = None) -> None:
        number = len(players)
        self.players = players
        self.rulings = rulings or Rulings()
        self.out_of_play = LEFT_OUT_OF_PLAY if number == 2 else 0
        self.holdings = Holdings(
            dice=dict.fromkeys(players, start_dice(number)),
            chips=dict.fromkeys(players, START_CHIPS),
            centre_dice=DICE - self.out_of_play - number * start_dice(number),
            centre_chips=CHIPS - number * START_CHIPS,
        )
        self.turn = first or players[0]
        self.tied: list[str] = []  # who is still in the roll-off, the next to roll first
        self.winner: tuple[str, ...] = ()

    @property
    def finished(self) -> bool:
        """True once there is a single winner."""
        return bool(self.winner)

    @property
    def scores(self) -> dict[str, int]:
        """Everybody's chips."""
        return dict(self.holdings.chips)

    @property
    def winners(self) -> tuple[str, ...]:
        """The single winner, once there is one."""
        return self.winner

    def check_conserved(self) -> None:
        """Raise ConservationError unless all dice and chips are there and nobody is without a die."""
        holdings = self.holdings
        dice = self.out_of_play + holdings.centre_dice + sum(holdings.dice.values())
        chips = holdings.centre_chips + sum(holdings.chips.values())
        if dice != DICE or chips != CHIPS:
            raise ConservationError(f"there are {dice} dice and {chips} chips, not {DICE} and {CHIPS}")
        if min(holdings.dice.values()) < 1 or min(holdings.chips.values()) < 0:
            raise ConservationError("a player has no die, or owes chips")
        if holdings.centre_dice < 0 or holdings.centre_chips < 0:
            raise ConservationError("the centre owes dice or chips")

    def close(self) -> None:
        """Nothing waits for a next event."""

    def table_lines(self) -> list[str]:
        """Everybody's dice and chips, and the centre."""
        holdings = self.holdings
        rows = [(player, holdings.dice[player], holdings.chips[player]) for player in self.players]
        rows.append(("centre", holdings.centre_dice, holdings.centre_chips))
        width = max(len(name) for name, _, _ in rows)
        return [f"{name:<{width}}  {count_of(dice, 'die'):>7}  {count_of(chips, 'chip')}" for name, dice, chips in rows]

    # what the events do

    def apply(self, event: Event) -> Judgement:
        """Judge an event and carry out what follows from it."""
        if self.finished:
            return illegal("the game is over")
        if isinstance(event, RollOff):
            return self._judge_roll_off(event)
        assert isinstance(event, Roll)
        if self.tied:
            return illegal(f"a roll-off is owed, {self.tied[0]} is to roll")
        return self._judge_roll(event)

    def _judge_roll(self, roll: Roll) -> Judgement:
        player = roll.player
        if player != self.turn:
            return illegal(f"it is the turn of {self.turn}")
        number = self.holdings.dice[player]
        if len(roll.dice) != number:
            return illegal(f"found {count_of(len(roll.dice), 'die')}, {player} holds {number}")
        if all(face == "lose-die" for face in roll.dice):
            return legal(self._super_swipe(player))
        after = self.holdings.copy()
        try:
            note = self.carry_out(roll.player, roll.dice, after, _entries(roll))
        except IllegalRoll as reason:
            return illegal(str(reason))
        self.holdings = after
        self.turn = self._after(player)
        if not after.centre_chips:
            note = f"{note}; {self._finish(player)}"
        return legal(note)

    def _super_swipe(self, player: str) -> str:
        """No die is lost; one die comes from each other player who has more than one, and the turn goes on."""
        givers = self.holdings.givers(player, "die")
        for giver in givers:
            self.holdings.pass_on("die", giver, player)
        return f"Super Swipe: a die from {_names(givers)}, and another turn"

    def carry_out(self, player: str, dice: tuple[Face, ...], holdings: Holdings, choose: Chooser) -> str:
        """Carry out a roll that is no Super Swipe on these holdings; the note says what the dice did.

        Raises IllegalRoll when a swipe takes from somebody who cannot give.
        """
        notes = []
        for face in dice:
            if not holdings.centre_chips and self.rulings.peek("end-of-game") == "at-once":
                notes.append("the rest of the roll does nothing")
                break
            notes.append(self._effect(face, player, holdings, choose))
        return ", ".join(note for note in notes if note) or "nothing happens"

    def _effect(self, face: Face, player: str, holdings: Holdings, choose: Chooser) -> str:
        if face == "win-chip":
            if not holdings.centre_chips:
                return "no chip to win"
            holdings.centre_chips -= 1
            holdings.chips[player] += 1
            return "wins a chip"
        if face == "win-die":
            if not holdings.centre_dice:
                return "no die to win"
            holdings.centre_dice -= 1
            holdings.dice[player] += 1
            return "wins a die"
        if face == "lose-die":
            if holdings.dice[player] == 1:
                return "keeps the last die"
            holdings.dice[player] -= 1
            holdings.centre_dice += 1
            return "loses a die"
        what: Thing = "die" if face == "swipe-die" else "chip"
        givers = holdings.givers(player, what)
        if not givers:
            return f"no {what} to swipe"
        source = choose(holdings, what, givers)
        if source == player:
            raise IllegalRoll(f"{player} cannot take a {what} from oneself")
        if source not in givers:
            raise IllegalRoll(f"{source} has only one die" if what == "die" else f"{source} has no chip")
        holdings.pass_on(what, source, player)
        return f"takes a {what} from {source}"

    def _after(self, player: str) -> str:
        return self.players[(self.players.index(player) + 1) % len(self.players)]

    # the end of the game

    def _finish(self, last_roller: str) -> str:
        """The centre has no chips: most chips, then most dice, then a roll-off among those tied."""
        self.rulings.value("end-of-game")
        most_chips = leaders(self.holdings.chips)
        best = leaders({player: self.holdings.dice[player] for player in most_chips})
        if len(best) == 1:
            self.winner = best
            return f"the game is over, {best[0]} wins"
        self.rulings.value("roll-off")
        start = self.players.index(last_roller) + 1
        order = self.players[start:] + self.players[:start]
        self.tied = [player for player in order if player in best]
        return f"the game is over, a roll-off among {_names(self.tied)}"

    def _judge_roll_off(self, event: RollOff) -> Judgement:
        if not self.tied:
            return illegal("no roll-off is owed")
        player = self.tied[0]
        if event.player != player:
            return illegal(f"{player} is to roll in the roll-off")
        if event.die != "lose-die":
            self.tied = [*self.tied[1:], player]
            return legal(f"{self.tied[0]} is next")
        if self.rulings.value("roll-off") == "winner-first":
            return legal(self._win_roll_off(player))
        self.tied = self.tied[1:]
        if len(self.tied) == 1:
            return legal(f"{player} is out; {self._win_roll_off(self.tied[0])}")
        return legal(f"{player} is out, {self.tied[0]} is next")

    def _win_roll_off(self, player: str) -> str:
        self.tied = []
        self.winner = (player,)
        return f"{player} wins the roll-off"

    # what may happen next

    def legal_events(self) -> Iterator[Event]:
        """Every roll with every choice, or every roll-off; there are many, so take them as they come."""
        if self.tied:
            for face in FACES:
                yield RollOff(self.tied[0], face)
        elif not self.finished:
            for dice in product(FACES, repeat=self.holdings.dice[self.turn]):
                for take in self._choices(dice, ()):
                    yield Roll(self.turn, dice, take)

    def _choices(self, dice: tuple[Face, ...], take: tuple[Take, ...]) -> Iterator[tuple[Take, ...]]:
        """Every list of takes, none too many, that makes a legal roll and begins with `take`."""
        if all(face == "lose-die" for face in dice):
            yield ()
            return
        open_choice: list[Take] = []
        given = list(take)

        def choose(_: Holdings, what: Thing, givers: list[str]) -> str:
            if given:
                return given.pop(0).source
            open_choice.extend(Take(what, giver) for giver in givers)
            raise IllegalRoll

        try:
            self.carry_out(self.turn, dice, self.holdings.copy(), choose)
            yield take
        except IllegalRoll:
            for choice in open_choice:
                yield from self._choices(dice, (*take, choice))


def _entries(roll: Roll) -> Chooser:
    """The choices of a roll: each swipe uses the first unused entry of its kind."""
    unused = list(roll.take)

    def choose(_: Holdings, what: Thing, givers: list[str]) -> str:
        for index, entry in enumerate(unused):
            if entry.what == what:
                return unused.pop(index).source
        raise IllegalRoll(f"found no entry in take for a {what}, expected one from {_names(givers, 'or')}")

    return choose


def _names(players: list[str], last: str = "and") -> str:
    *most, final = players or ["nobody"]
    return f"{', '.join(most)} {last} {final}" if most else final


# the transcript


def read_start(fields: Fields, rulings: Rulings) -> SwipeGame | None:
    """The game that a start describes; None with a fault."""
    before = len(fields.faults)
    players = read_players(fields, 2, 6)
    first = fields.word("first", players, players[0]) if players else ""
    return None if len(fields.faults) > before else SwipeGame(players, first, rulings)


def read_event(fields: Fields, game: SwipeGame) -> Event | None:
    """The event in these fields; None with a fault."""
    before = len(fields.faults)
    word = fields.word("event", (Roll.word, RollOff.word))
    if len(fields.faults) > before:
        return None
    player = fields.word("player", game.players)
    event: Event
    if word == RollOff.word:
        event = RollOff(player, _face(fields.word("die", FACES)))
    else:
        dice = tuple(_face(face) for face in fields.words("dice", FACES, "faces"))
        event = Roll(player, dice, _read_take(fields, game.players))
    return event if len(fields.faults) == before else None


def _face(word: str) -> Face:
    return FACES[FACES.index(word)]


def _read_take(fields: Fields, players: tuple[str, ...]) -> tuple[Take, ...]:
    take = []
    for item in fields.items("take", "a list of choices") if "take" in fields else []:
        if isinstance(item, dict):
            entry = Fields(item, fields.place, fields.faults)
            what = THINGS[0] if entry.word("what", THINGS) == "die" else THINGS[1]
            take.append(Take(what, entry.word("from", players)))
        else:
            fields.complain(f'found {show(item)} in take, expected an object such as {{"what":"die","from":"Bo"}}')
    return tuple(take)

"""Swintus Junior a second time: one plain function over JSON events, written from the rules and not from the package.

Slow, flat and without notes; only explicit rounds. The referee is held against it event by event.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

SKIPPERS = {"greedy-piggy": 3, "snoring-pig": 0}


def split(card: str) -> tuple[str, str]:
    colour, _, face = card.rpartition(" ")
    return colour, face


class Round:
    """A round; `judge` says whether an event is legal and carries it out with its penalties."""

    def __init__(self, players: Iterable[str], hands: dict[str, list[str]], top: str, deck: list[str], first: str):
        self.players = list(players)
        self.hands = {name: list(cards) for name, cards in hands.items()}
        self.stack, self.pile = [top], list(deck)
        self.now, self.way = first, 1
        self.called = ""
        self.nobody_laid = True
        self.last: tuple[str, str, int] | None = None  # player, card, way before: may be intercepted
        self.drew: list[str] | None = None  # cards of the draw event of this turn
        self.row: tuple[str, int] | None = None  # kind and length of the row of pigs that waits for `now`
        self.stomp = False
        self.bans: set[str] = set()
        self.rules: list[str] = []
        self.catchable = ""
        self.empty = 0
        self.owed: tuple[str, int] = ("", 0)
        self.over = False
        self.skip_on_reverse = False
        self.smarty_until = "round-end"

    def after(self, name: str) -> str:
        return self.players[(self.players.index(name) + self.way) % len(self.players)]

    def give(self, name: str, number: int) -> list[str]:
        got = self.pile[:number]
        self.pile = self.pile[number:]
        self.hands[name] += got
        if not self.pile and len(self.stack) > 1:
            self.owed = (name, number - len(got))
        return got

    def next_turn(self, name: str, drew_nothing: bool = False) -> None:
        self.catchable = ""
        self.drew = None
        self.empty = self.empty + 1 if drew_nothing else 0
        self.now = name
        if self.smarty_until == "next-turn-of-player":
            self.rules = [inventor for inventor in self.rules if inventor != name]

    def take_penalty(self) -> int:
        assert self.row
        kind, length = self.row
        self.row = None
        victim, number = self.now, SKIPPERS[kind] * length
        got = len(self.give(victim, number))
        self.last = None
        self.next_turn(self.after(victim))
        return number - got

    def waiting_empties(self) -> bool:
        assert self.row
        number = SKIPPERS[self.row[0]] * self.row[1]
        return number > 0 and 0 < len(self.pile) <= number and len(self.stack) > 1

    def fits(self, card: str) -> bool:
        colour, face = split(card)
        top_colour, top_face = split(self.stack[-1])
        if card == "pigameleon" or (self.nobody_laid and self.stack[-1] == "pigameleon"):
            return True
        return face == top_face or colour == (self.called or top_colour)

    def lay(self, event: dict[str, Any], length: int = 1) -> None:
        name, card = event["player"], event["card"]
        kind = split(card)[1]
        self.hands[name].remove(card)
        self.stack.append(card)
        self.nobody_laid = False
        self.called = event["colour"] if card == "pigameleon" else ""
        self.bans.discard(name)
        self.last = (name, card, self.way)
        self.row = None
        if not self.hands[name]:
            self.over = True
            return
        following = self.after(name)
        if kind in SKIPPERS:
            self.row = (kind, length)
        elif kind == "whirly-piglet":
            self.way = -self.way
            following = name if len(self.players) == 2 and self.skip_on_reverse else self.after(name)
        elif kind == "silent-piggy":
            self.bans.add(name)
        elif kind == "stompy":
            self.stomp = True
        elif kind == "smarty":
            self.rules = [] if self.smarty_until == "next-smarty" else self.rules
            self.rules.append(name)
        self.next_turn(following)
        if len(self.hands[name]) == 1 and event.get("say") != "swintus":
            self.catchable = name

    def bad_turn(self) -> bool:
        name = self.now
        self.last = None
        self.give(name, 2)
        self.next_turn(self.after(name))
        return False

    def judge(self, event: dict[str, Any]) -> bool:
        word, name = event["event"], event.get("player", "")
        if self.over:
            return False
        reshuffle_due = not self.pile and len(self.stack) > 1
        if self.stomp or reshuffle_due:
            if word == "stomp" and self.stomp:
                self.stomp = False
                self.give(event["last"], 2)
                return True
            if word == "reshuffle" and reshuffle_due:
                self.reshuffle(event["deck"])
                return True
            return False
        length = 1
        if self.row:
            transfer = word == "play" and name == self.now and split(event["card"])[1] == self.row[0]
            transfer = transfer and event["card"] in self.hands[name]
            if word == "reshuffle":
                if not self.waiting_empties():
                    return False
                victim = self.now
                rest = self.take_penalty()
                self.owed = (victim, rest)
                self.reshuffle(event["deck"])
                return True
            if transfer:
                self.lay(event, self.row[1] + 1)
                return True
            if word not in ("intercept", "catch", "noise", "broke-rule"):
                if self.waiting_empties():
                    return False
                self.take_penalty()
        if word == "reshuffle" or word == "stomp":
            return False
        if word == "catch":
            target = event["target"]
            if target == self.catchable and name != target and len(self.hands[target]) == 1:
                self.give(target, 3)
            return True
        if word == "noise":
            if self.bans:
                self.bans = set()
                self.give(name, 2)
                return True
            return False
        if word == "broke-rule":
            if any(inventor != name for inventor in self.rules):
                self.give(name, 2)
                return True
            return False
        if word == "intercept":
            copy = self.last and self.last[1] == event["card"] and self.last[0] != name
            if not copy or event["card"] == "pigameleon" or event["card"] not in self.hands[name]:
                self.give(name, 2)
                return False
            assert self.last
            player, card, self.way = self.last
            if split(card)[1] == "silent-piggy":
                self.bans.discard(player)
            if split(card)[1] == "smarty" and self.rules and self.rules[-1] == player:
                self.rules.pop()
            self.lay(event, length)
            return True
        if name != self.now:
            if word == "play":
                self.give(name, 2)
            return False
        if word == "tarry":
            self.bad_turn()
            return True
        if word == "draw":
            if self.drew is not None:
                return self.bad_turn()
            self.last = None
            self.drew = self.give(name, 1)
            return True
        if word == "pass":
            if self.drew is None:
                return self.bad_turn()
            self.next_turn(self.after(name), drew_nothing=not self.drew)
            self.over = self.empty == len(self.players)
            return True
        assert word == "play"
        allowed = self.hands[name] if self.drew is None else self.drew
        if event["card"] not in allowed or not self.fits(event["card"]):
            return self.bad_turn()
        self.lay(event)
        return True

    def reshuffle(self, deck: list[str]) -> None:
        self.pile = list(deck)
        self.stack = self.stack[-1:]
        name, number = self.owed
        self.owed = ("", 0)
        if number:
            self.give(name, number)

"""The events of Swintus Junior, and reading them from a transcript."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from swishsolve.rules.fields import Fields, show
from swishsolve.rules.protocol import Event
from swishsolve.rules.swintus_cards import CARDS, COLOURS, PigCard

if TYPE_CHECKING:
    from swishsolve.rules.swintus_junior import SwintusGame


@dataclass(frozen=True)
class PlayerEvent(Event):
    """An event that one player causes."""

    player: str

    def to_json(self) -> dict[str, Any]:
        return {"event": self.word, "player": self.player}


@dataclass(frozen=True)
class Laying(PlayerEvent):
    """A card laid on the stack: `colour` is called with a pigameleon, `rule` made up with a smarty."""

    card: PigCard
    colour: str | None = None
    rule: str | None = None
    says_swintus: bool = False

    def to_json(self) -> dict[str, Any]:
        value = super().to_json() | {"card": str(self.card)}
        if self.colour is not None:
            value["colour"] = self.colour
        if self.rule is not None:
            value["rule"] = self.rule
        return value | {"say": "swintus"} if self.says_swintus else value


@dataclass(frozen=True)
class Play(Laying):
    """A card played in turn, or to transfer a penalty."""

    word: ClassVar[str] = "play"


@dataclass(frozen=True)
class Intercept(Laying):
    """A copy of the card just played, laid out of turn."""

    word: ClassVar[str] = "intercept"


@dataclass(frozen=True)
class Draw(PlayerEvent):
    """The player in turn draws a card."""

    word: ClassVar[str] = "draw"


@dataclass(frozen=True)
class Pass(PlayerEvent):
    """The player in turn ends the turn after a draw."""

    word: ClassVar[str] = "pass"


@dataclass(frozen=True)
class Tarry(PlayerEvent):
    """The player in turn thinks too long."""

    word: ClassVar[str] = "tarry"


@dataclass(frozen=True)
class Noise(PlayerEvent):
    """A player breaks the silence."""

    word: ClassVar[str] = "noise"


@dataclass(frozen=True)
class BrokeRule(PlayerEvent):
    """A player breaks a rule that another made up."""

    word: ClassVar[str] = "broke-rule"


@dataclass(frozen=True)
class Catch(PlayerEvent):
    """A player catches another who did not say "Swintus!"."""

    word: ClassVar[str] = "catch"
    target: str

    def to_json(self) -> dict[str, Any]:
        return super().to_json() | {"target": self.target}


@dataclass(frozen=True)
class Stomp(Event):
    """All hands are on the deck; `last` is whose hand came last."""

    word: ClassVar[str] = "stomp"
    last: str

    def to_json(self) -> dict[str, Any]:
        return {"event": self.word, "last": self.last}


@dataclass(frozen=True)
class Reshuffle(Event):
    """The playing stack without its top card becomes the draw pile, in this order."""

    word: ClassVar[str] = "reshuffle"
    deck: tuple[PigCard, ...]

    def to_json(self) -> dict[str, Any]:
        return {"event": self.word, "deck": [str(card) for card in self.deck]}


_OF_A_PLAYER: dict[str, type[PlayerEvent]] = {event.word: event for event in (Draw, Pass, Tarry, Noise, BrokeRule)}
WORDS = (
    *(event.word for event in (Play, Draw, Pass, Tarry, Catch, Intercept, Noise, BrokeRule)),
    *(event.word for event in (Stomp, Reshuffle)),
)


def read_card(fields: Fields, key: str, value: Any) -> PigCard | None:
    """The card of a text; None with a fault."""
    card = CARDS.get(value) if isinstance(value, str) else None
    if card is None:
        fields.wrong(key, value, "a card such as green 7, orange stompy or pigameleon")
    return card


def read_cards(fields: Fields, key: str, value: Any) -> list[PigCard]:
    """A list of cards; with a fault those that were read."""
    if not isinstance(value, list):
        fields.wrong(key, value, "a list of cards")
        return []
    cards = [read_card(fields, f"card in {key}", text) for text in value]
    return [card for card in cards if card is not None]


def read_event(fields: Fields, game: SwintusGame) -> Event | None:
    """The event in these fields; None with a fault."""
    before = len(fields.faults)
    word = fields.word("event", WORDS)
    if len(fields.faults) > before:
        return None
    event: Event
    if word == Stomp.word:
        event = Stomp(fields.word("last", game.players))
    elif word == Reshuffle.word:
        event = Reshuffle(tuple(_read_known_cards(fields, game)))
    else:
        player = fields.word("player", game.players)
        if word in (Play.word, Intercept.word):
            laying = _read_laying(fields, player, game, Play if word == Play.word else Intercept)
            if laying is None:
                return None
            event = laying
        elif word == Catch.word:
            event = Catch(player, fields.word("target", game.players))
        else:
            event = _OF_A_PLAYER[word](player)
    return event if len(fields.faults) == before else None


def _read_known_cards(fields: Fields, game: SwintusGame) -> list[PigCard]:
    if "deck" not in fields:
        fields.complain('found no field "deck", expected the new draw order, a list of cards')
        return []
    cards = read_cards(fields, "deck", fields.value["deck"])
    for card in cards:
        _check_known(fields, card, game)
    return cards


def _check_known(fields: Fields, card: PigCard, game: SwintusGame) -> None:
    if card not in game.all_cards:
        fields.complain(f"found card {show(str(card))}, expected one that this game has")


def _read_laying(fields: Fields, player: str, game: SwintusGame, kind: type[Laying]) -> Laying | None:
    written = fields.get("card", "a card")
    card = read_card(fields, "card", written) if "card" in fields else None
    colour = rule = None
    if card is not None:
        _check_known(fields, card, game)
        # An intercept with a pigameleon is never legal, so nothing hangs on the colour that it leaves out.
        if card.is_pigameleon and (kind is Play or "colour" in fields):
            colour = fields.word("colour", COLOURS)
        if card.face == "smarty":
            rule = fields.get("rule", "the new rule in words")
            if "rule" in fields and (not isinstance(rule, str) or not rule.strip()):
                fields.wrong("rule", rule, "the new rule in words")
    says = "say" in fields
    if says:
        fields.word("say", ("swintus",))
    return None if card is None else kind(player, card, colour, rule, says)

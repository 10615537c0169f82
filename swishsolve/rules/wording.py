"""Events in words, as people type and read them: `call Ann A1+C3h`, `roll Bo win-chip swipe-die die:Ann`,
`play Cy pigameleon red swintus`.

The words of an event are those of its JSON in the same order; `parse_words` turns them into JSON fields, so that what
is typed goes through the same reading as a line of a transcript.
"""

from __future__ import annotations

import json
from typing import Any

from swishsolve.errors import Fault, InputError
from swishsolve.model.code import quote
from swishsolve.rules.fields import alternatives
from swishsolve.rules.protocol import Event
from swishsolve.rules.swintus_cards import CARDS, COLOURS
from swishsolve.rules.swintus_events import (
    WORDS,
    BrokeRule,
    Catch,
    Draw,
    Intercept,
    Laying,
    Noise,
    Pass,
    Play,
    PlayerEvent,
    Reshuffle,
    Stomp,
    Tarry,
)
from swishsolve.rules.swipe import Roll, RollOff
from swishsolve.rules.swish import Call, End, NoSwish

# The events of each game, by its name.
EVENT_WORDS: dict[str, tuple[str, ...]] = {
    "swish": (Call.word, NoSwish.word, End.word),
    "swipe": (Roll.word, RollOff.word),
    "swintus-junior": WORDS,
}
_NO_MORE_THAN_A_PLAYER = {event.word for event in (Draw, Pass, Tarry, Noise, BrokeRule)}


def format_words(event: Event, players: tuple[str, ...]) -> str:
    """The event in words; agreements name the players only when somebody is missing."""
    value = event.to_json()
    words = [event.word]
    if isinstance(event, Call):
        words += [event.player, value.get("stack") or " ".join(value["cards"])]
    elif isinstance(event, NoSwish | End):
        words += value.get("swap", [])
        if event.agreed != set(players):
            words.append(f"agreed {' '.join(value['agreed']) or 'nobody'}")
    elif isinstance(event, Roll):
        words += [event.player, *event.dice, *(f"{what}:{source}" for what, source in event.take)]
    elif isinstance(event, RollOff):
        words += [event.player, event.die]
    elif isinstance(event, Laying):
        words += [event.player, str(event.card), event.colour or ""]
        words += ["swintus"] if event.says_swintus else []
        words += ["rule", event.rule] if event.rule is not None else []
    elif isinstance(event, Catch):
        words += [event.player, event.target]
    elif isinstance(event, PlayerEvent):
        words.append(event.player)
    elif isinstance(event, Stomp):
        words.append(event.last)
    elif isinstance(event, Reshuffle):
        words.append(", ".join(map(str, event.deck)))
    return " ".join(word for word in words if word)


def parse_words(text: str, game: str, players: tuple[str, ...]) -> dict[str, Any]:
    """The JSON of an event of a game (by its name) that is typed in words, or as JSON; raises InputError for others.

    >>> parse_words("roll Bo win-chip die:Ann", "swipe", ("Ann", "Bo"))["take"]
    [{'what': 'die', 'from': 'Ann'}]
    """
    if text.lstrip().startswith("{"):
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            raise InputError("found no JSON, expected an event") from None
        if isinstance(value, dict):
            return value
    word, _, rest = text.strip().partition(" ")
    rest = rest.strip()
    if word not in EVENT_WORDS[game]:
        raise InputError([Fault(f"found {quote(word)}, expected {alternatives(EVENT_WORDS[game])}")])
    if word in (NoSwish.word, End.word):
        return _parse_agreement(word, rest, players)
    if word == Reshuffle.word:
        return {"event": word, "deck": [card.strip() for card in rest.split(",") if card.strip()]}
    player, rest = _take_player(rest, players)
    value = {"event": word, "player": player}
    if word == Stomp.word and not rest:
        return {"event": word, "last": player}
    if word == Catch.word:
        target, rest = _take_player(rest, players)
        value["target"] = target
    elif word == Call.word and rest:
        labels = rest.split()
        written: dict[str, Any] = {"stack": rest} if len(labels) == 1 else {"cards": labels}
        return value | written
    elif word == Roll.word:
        words = _split_takes(rest, players)
        value["dice"] = [w for w in words if isinstance(w, str)]
        value["take"] = [w for w in words if isinstance(w, dict)]
        return value
    elif word == RollOff.word:
        return value | {"die": rest}
    elif word in (Play.word, Intercept.word):
        return value | _parse_laying(rest)
    elif word not in _NO_MORE_THAN_A_PLAYER:
        raise InputError([Fault(f"found {quote(text)}, expected an event in words or as JSON")])
    if rest:
        raise InputError([Fault(f"found {quote(rest)} after the event, expected nothing more")])
    return value


def _take_player(text: str, players: tuple[str, ...]) -> tuple[str, str]:
    """The player whose name the text begins with, and the rest."""
    for player in sorted(players, key=len, reverse=True):
        if text == player or text.startswith(player + " "):
            return player, text[len(player) :].strip()
    raise InputError([Fault(f"found {quote(text)}, expected a player ({', '.join(players)})")])


def _parse_agreement(word: str, text: str, players: tuple[str, ...]) -> dict[str, Any]:
    swap, agreed, names = text.partition("agreed")
    value: dict[str, Any] = {"event": word, "agreed": list(players)}
    if agreed:
        value["agreed"] = []
        names = names.strip().removeprefix("nobody").replace(",", " ").strip()
        while names:
            player, names = _take_player(names, players)
            value["agreed"].append(player)
    if word == NoSwish.word:
        value["swap"] = swap.split()
    elif swap.strip():
        raise InputError([Fault(f"found {quote(swap.strip())}, expected nothing or agreed and the players")])
    return value


def _split_takes(text: str, players: tuple[str, ...]) -> list[str | dict[str, str]]:
    words: list[str | dict[str, str]] = []
    while text:
        what, colon, after = text.partition(":")
        if colon and " " not in what:
            source, text = _take_player(after, players)
            words.append({"what": what, "from": source})
        else:
            word, _, text = text.partition(" ")
            words.append(word)
            text = text.strip()
    return words


def _parse_laying(text: str) -> dict[str, Any]:
    value: dict[str, Any] = {}
    text, _, rule = text.partition(" rule ")
    words = text.split()
    if words and words[-1] == "swintus":
        value["say"] = words.pop()
    if len(words) == 2 and words[1] in COLOURS:
        value["colour"] = words.pop()
    card = " ".join(words)
    if card not in CARDS:
        raise InputError([Fault(f"found {quote(card)}, expected a card such as green 7, red stompy or pigameleon")])
    return {"card": card} | value | ({"rule": rule.strip()} if rule else {})

"""Transcripts: JSON Lines, one event object a line; blank lines and lines that begin with # are skipped.

Reading finds everything that the text alone shows to be wrong, line by line. What only the position can show - a new
draw order that is no permutation of the cards due, say - is found by the referee, as a fault of the same kind.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, NamedTuple, NoReturn

from swishsolve.errors import Fault, InputError
from swishsolve.model.code import quote
from swishsolve.model.layout_text import decode_text, split_lines
from swishsolve.rules import swintus_events, swintus_start, swipe, swish, swish_start
from swishsolve.rules.fields import Fields, alternatives, show
from swishsolve.rules.protocol import GAME_RULINGS, RULINGS, Event, Game, Rulings
from swishsolve.rules.swintus_junior import SwintusGame


class WrittenEvent(NamedTuple):
    """A line of a transcript that holds a JSON object."""

    line: int
    value: dict[str, Any]


@dataclass
class Transcript:
    """A transcript as read: the game at its start, and the events after it up to the first line that is at fault.

    `game` is None when the start itself is at fault. `faults` are those of the text, by line.
    """

    source: str | None
    start_line: int
    game: Game | None
    events: list[tuple[int, Event]]
    faults: list[Fault]


def read_transcript(data: bytes, source: str | None = None, until: int | None = None) -> Transcript:
    """The transcript in these bytes; with `until` no line after that one is looked at.

    Raises InputError for bytes that are no UTF-8 text, or without any start.
    """
    return parse_transcript(decode_text(data, source), source, until)


def parse_transcript(text: str, source: str | None = None, until: int | None = None) -> Transcript:
    """The transcript that a text holds; raises InputError when it has no start.

    >>> lines = '{"event":"start","game":"swipe","players":["Ann","Bo"]}\\n\\n{"event":"roll","player":"Cy","dice":[]}'
    >>> transcript = parse_transcript(lines)
    >>> str(transcript.faults[0])
    'line 3: found player "Cy", expected Ann or Bo'
    """
    written, faults = _read_lines(text, source, until)
    place = Fault("", source)
    if not written and len(faults) > 1 and not any(line.startswith("{") for line in split_lines(text)[:until]):
        # Another kind of file: one fault, not one for each of its lines.
        message = (
            "found no event here nor in any other line, expected a transcript: events as JSON, the first one start"
        )
        faults = [place._replace(line=faults[0].line, message=message)]
    if not written or written[0].value.get("event") != "start":
        if written:
            message = f"found event {show(written[0].value.get('event'))}, expected start as the first event"
            faults.append(place._replace(line=written[0].line, message=message))
        elif not faults:
            faults.append(place._replace(message="found no event, expected a transcript that begins with start"))
        raise InputError(sorted(faults, key=_by_line))
    start_line = written[0].line
    if faults and _by_line(min(faults, key=_by_line)) < start_line:
        raise InputError(sorted(faults, key=_by_line))
    game = read_start(Fields(written[0].value, place._replace(line=start_line), faults))
    events: list[tuple[int, Event]] = []
    for line, value in written[1:]:
        fields = Fields(value, place._replace(line=line), faults)
        before = len(faults)
        event = read_event(fields, game)
        if event is not None and len(faults) == before:
            events.append((line, event))
    faults.sort(key=_by_line)
    if faults:
        events = [(line, event) for line, event in events if line < _by_line(faults[0])]
    return Transcript(source, start_line, game, events, faults)


def format_line(value: dict[str, Any]) -> str:
    """An event as a line of a transcript; text that UTF-8 cannot write is escaped."""
    line = json.dumps(value, ensure_ascii=False)
    return line if all(not "\ud800" <= char <= "\udfff" for char in line) else json.dumps(value)


def _by_line(fault: Fault) -> int:
    return fault.line or 0


def _read_lines(text: str, source: str | None, until: int | None) -> tuple[list[WrittenEvent], list[Fault]]:
    written: list[WrittenEvent] = []
    faults: list[Fault] = []
    for number, line in enumerate(split_lines(text)[:until], start=1):
        if not line.strip() or line.startswith("#"):
            continue
        place = Fault("", source, line=number)
        try:
            value = json.loads(line, parse_constant=_no_number)
        except json.JSONDecodeError as error:
            message = f"{error.msg[:1].lower()}{error.msg[1:]}, expected an event as JSON"
            faults.append(place._replace(message=message, column=error.colno))
        except (ValueError, RecursionError):
            faults.append(place._replace(message=f"found {quote(line)}, expected an event as JSON"))
        else:
            if isinstance(value, dict):
                written.append(WrittenEvent(number, value))
            else:
                faults.append(place._replace(message=f"found {show(value)}, expected an event as a JSON object"))
    return written, faults


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


def read_start(fields: Fields) -> Game | None:
    """The game as it stands after its start; None with a fault."""
    before = len(fields.faults)
    name = fields.word("game", tuple(GAME_RULINGS))
    if len(fields.faults) > before:
        return None
    rulings = _read_rulings(fields, name)
    game: Game | None
    if name == "swish":
        game = swish_start.read_start(fields, rulings)
    elif name == "swipe":
        game = swipe.read_start(fields, rulings)
    else:
        game = swintus_start.read_start(fields, rulings)
    return game if len(fields.faults) == before else None


def _read_rulings(fields: Fields, game: str) -> Rulings:
    chosen: dict[str, str] = {}
    written = fields.value.get("rulings", {})
    if not isinstance(written, dict):
        fields.wrong("rulings", written, "an object of rulings")
        return Rulings()
    for name in written:
        if name not in RULINGS:
            fields.complain(f"found ruling {quote(name)}, expected {alternatives(list(RULINGS))}")
        elif name in GAME_RULINGS[game]:
            chosen[name] = Fields(written, fields.place, fields.faults).word(name, RULINGS[name])
    return Rulings(chosen)


def read_event(fields: Fields, game: Game | None) -> Event | None:
    """The event in these fields; None with a fault, or where without a game it cannot be read."""
    if fields.value.get("event") == "start":
        fields.complain("found a second start, expected one")
        return None
    if isinstance(game, swish.SwishGame):
        return swish_start.read_event(fields, game)
    if isinstance(game, swipe.SwipeGame):
        return swipe.read_event(fields, game)
    if isinstance(game, SwintusGame):
        return swintus_events.read_event(fields, game)
    if "event" not in fields:
        fields.complain('found no field "event"')
    return None

"""Reading the fields of one event object: what is missing or unknown becomes a fault with its line."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from swishsolve.errors import Fault
from swishsolve.model.code import quote


def show(value: Any) -> str:
    """A JSON value as it can be shown in a message."""
    if isinstance(value, str):
        return quote(value)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return "an object"
    text = str(value) if not isinstance(value, int) or abs(value) < 10**30 else "a number of more than 30 digits"
    return text[:40]


def alternatives(words: Collection[str]) -> str:
    """Words to choose from, in the order given.

    >>> alternatives(["Ann", "Bo", "Cy"])
    'Ann, Bo or Cy'
    """
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last


class Fields:
    """The fields of an event while they are read; `complain` keeps every fault."""

    def __init__(self, value: dict[str, Any], place: Fault, faults: list[Fault]) -> None:
        self.value = value
        self.place = place
        self.faults = faults

    def __contains__(self, key: str) -> bool:
        return key in self.value

    def complain(self, message: str) -> None:
        """Note a fault of this event."""
        self.faults.append(self.place._replace(message=message))

    def wrong(self, key: str, value: Any, expected: str) -> None:
        """Note that a field holds something else than expected."""
        self.complain(f"found {key} {show(value)}, expected {expected}")

    def get(self, key: str, expected: str) -> Any:
        """The value of a field, None (and a fault) when it is missing."""
        if key not in self.value:
            self.complain(f'found no field "{key}", expected {expected}')
        return self.value.get(key)

    def word(self, key: str, words: Sequence[str], default: str | None = None) -> str:
        """One of the words; the default where the field is left out. With a fault the first word."""
        if key not in self.value and default is not None:
            return default
        expected = alternatives(words)
        value = self.get(key, expected)
        if isinstance(value, str) and value in words:
            return value
        if key in self.value:
            self.wrong(key, value, expected)
        return words[0]

    def items(self, key: str, expected: str) -> list[Any]:
        """A list; empty (and a fault) when it is missing or none."""
        value = self.get(key, expected)
        if isinstance(value, list):
            return value
        if key in self.value:
            self.wrong(key, value, expected)
        return []

    def words(self, key: str, words: Sequence[str], what: str) -> tuple[str, ...]:
        """A list of words."""
        found = self.items(key, f"a list of {what}")
        for item in found:
            if not isinstance(item, str) or item not in words:
                self.wrong(key, item, alternatives(words))
                return ()
        return tuple(found)

    def whole(self, key: str, expected: str) -> int:
        """A whole number; 0 (and a fault) when it is missing or none."""
        value = self.get(key, expected)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        if key in self.value:
            self.wrong(key, value, expected)
        return 0


def read_players(fields: Fields, least: int, most: int | None) -> tuple[str, ...]:
    """The players named in a start, in order of play; empty with a fault."""
    number = str(least) if most == least else f"{least} to {most}" if most else f"{least} or more"
    expected = f"{number} player{'' if most == 1 else 's'}"
    names = fields.items("players", f"a list of {expected}")
    before = len(fields.faults)
    for name in names:
        if not isinstance(name, str) or not name.strip():
            fields.wrong("player", name, "a name")
            return ()
    if repeated := sorted({name for name in names if names.count(name) > 1}):
        fields.complain(f"found player {quote(repeated[0])} again, expected names that differ")
    if isinstance(fields.value.get("players"), list) and not least <= len(names) <= (most or len(names)):
        fields.complain(f"found {len(names)} player{'s'[: len(names) != 1]}, expected {expected}")
    return tuple(names) if len(fields.faults) == before else ()

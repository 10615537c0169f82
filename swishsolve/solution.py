"""The answer to a question about a layout, and its JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

from swishsolve.errors import ExitStatus
from swishsolve.model.layout import Label, Layout
from swishsolve.model.layout_json import layout_to_json
from swishsolve.model.swish import Stack

Question = Literal["maximum", "all", "minimal", "maximal", "cover", "first"]
Engine = Literal["auto", "bitset", "cp-sat"]
Status = Literal["found", "none", "unknown"]
ENGINES: tuple[Engine, ...] = get_args(Engine)


@dataclass(frozen=True)
class Solution:
    """The answer to a question about a layout.

    `swishes` holds one stack for each set of cards, largest first, then by labels. `counts` (sets by size) is None
    where sets were not counted. `maximum` is the size of the largest Swish known, of those that the question lets in,
    and `bound` a size that none of them exceeds.
    `complete` is False where a limit cut the list or left the question open.
    """

    layout: Layout
    question: Question
    min_size: int
    max_size: int | None
    status: Status
    swishes: tuple[Stack, ...]
    counts: dict[int, int] | None
    maximum: int
    bound: int
    complete: bool
    limit_reached: bool
    engine: Literal["bitset", "cp-sat"]
    seconds: float
    having: tuple[Label, ...] = ()
    without: tuple[Label, ...] = ()

    @classmethod
    def undecided(cls, layout: Layout, question: Question) -> Solution:
        """The answer where nothing was searched, because the layout itself is in doubt."""
        return cls(layout, question, 2, None, "unknown", (), None, 0, len(layout), False, False, "bitset", 0.0)

    @property
    def covered(self) -> int:
        """The number of cards that the listed Swishes use together; they are disjoint when the question was a cover."""
        return sum(map(len, self.swishes))

    @property
    def exit_status(self) -> ExitStatus:
        """0 answered yes, 1 definitely none, 3 undecided or not proven."""
        if self.status == "none":
            return ExitStatus.NO
        answered = self.complete or self.limit_reached or self.question == "first"
        return ExitStatus.YES if self.status == "found" and answered else ExitStatus.UNDECIDED

    def to_json(self) -> dict[str, Any]:
        """The solution as a JSON value, keys in the order of docs/formats.md."""
        value: dict[str, Any] = {
            "format": "swishsolve/solution",
            "version": 1,
            "layout": layout_to_json(self.layout),
            "question": self.question,
            "min_size": self.min_size,
            "max_size": self.max_size,
            "status": self.status,
            "swishes": [swish_to_json(stack) for stack in self.swishes],
        }
        for key, labels in (("with", self.having), ("without", self.without)):
            if labels:
                value[key] = [str(label) for label in labels]
        if self.counts is not None:
            value["counts"] = {str(size): count for size, count in sorted(self.counts.items())}
        value |= {"maximum": self.maximum, "bound": self.bound, "complete": self.complete}
        if self.question == "cover":
            value["covered"] = self.covered
        return value | {"engine": self.engine, "seconds": round(self.seconds, 3)}


def swish_to_json(stack: Stack) -> dict[str, Any]:
    """A stack as it stands in solution JSON."""
    return {
        "size": len(stack),
        "cards": [str(label) for label, _ in stack],
        "stack": [{"card": str(label), "transform": transform.json_name} for label, transform in stack],
    }

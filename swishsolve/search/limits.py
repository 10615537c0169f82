"""Limits that end a search honestly: what stopped it is known, and what was found stays."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

NODES_BETWEEN_LOOKS = 256


class SearchStopped(Exception):  # noqa: N818 - an event, not an error
    """Raised inside a search when its limits say stop."""


class Limits:
    """When to stop: a time, a number of nodes, or a request from outside.

    A search calls `look` every `NODES_BETWEEN_LOOKS` nodes. A limit in nodes stops at the same node on every run; a
    limit in time does not. To show progress, `on_look` is called at each look with the nodes so far and `on_better`
    with the number of cards of each better answer.
    """

    def __init__(
        self,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        on_look: Callable[[int], None] | None = None,
        on_better: Callable[[int], None] | None = None,
    ) -> None:
        self.deadline = None if seconds is None else monotonic() + seconds
        self.nodes_left = nodes
        self.nodes = 0
        self.stop_requested = False
        self.on_look = on_look
        self.on_better = on_better

    def request_stop(self) -> None:
        """End the search at its next look; safe to call from a signal handler."""
        self.stop_requested = True

    def with_nodes(self, nodes: int | None) -> Limits:
        """The same limits with a number of nodes of their own (None: any), for one step of several."""
        return _Step(self, nodes)

    def seconds_left(self) -> float | None:
        """Seconds until the deadline, 0 when it is past or a stop was requested; None without one."""
        if self.stop_requested:
            return 0.0
        return None if self.deadline is None else max(0.0, self.deadline - monotonic())

    def reached(self) -> bool:
        """True when time is up or a stop was requested."""
        return self.stop_requested or (self.deadline is not None and monotonic() >= self.deadline)

    def look(self) -> None:
        """Raise SearchStopped when a limit is reached."""
        self.nodes += NODES_BETWEEN_LOOKS
        if self.on_look:
            self.on_look(self.nodes)
        if self.reached():
            raise SearchStopped
        if self.nodes_left is not None:
            self.nodes_left -= NODES_BETWEEN_LOOKS
            if self.nodes_left <= 0:
                raise SearchStopped


class _Step(Limits):
    def __init__(self, whole: Limits, nodes: int | None) -> None:
        super().__init__(nodes=nodes, on_look=whole.on_look, on_better=whole.on_better)
        self.whole = whole
        self.deadline = whole.deadline

    def reached(self) -> bool:
        return self.whole.reached()

    def seconds_left(self) -> float | None:
        return self.whole.seconds_left()

"""Stacks as text: `A1+C3h+D2u`, and claims that leave the moves open: `A1+C3+D2?`."""

from __future__ import annotations

import re
from typing import NamedTuple

from swishsolve.errors import Fault, InputError
from swishsolve.model.code import quote
from swishsolve.model.layout import Label, Layout
from swishsolve.model.swish import Placement, Stack
from swishsolve.model.transform import BY_SUFFIX

_PART = re.compile(r"([A-Za-z]+[0-9]+)([A-Za-z]?)")


class Claim(NamedTuple):
    """A claimed Swish: its placements, and whether the moves are left open (then all are the identity)."""

    stack: Stack
    any_moves: bool


def parse_claim(text: str, layout: Layout) -> Claim:
    """The claim that a text makes about a layout; raises InputError with every fault.

    Whether the claim is true is another question: a card may stand in it alone or twice.
    """
    body = text.strip()
    any_moves = body.endswith("?")
    column = len(text) - len(text.lstrip()) + 1
    placements, faults = [], []
    for part in body.removesuffix("?").split("+"):
        place = Fault("", "claim", column=column + len(part) - len(part.lstrip()))
        column += len(part) + 1
        match = _PART.fullmatch(part.strip())
        label = Label.parse(match[1]) if match else None
        if match is None or label is None:
            faults.append(place._replace(message=f"found {quote(part.strip())}, expected a card such as A1 or A1h"))
            continue
        if label not in layout.by_label:
            known = _some([str(laid.label) for laid in layout])
            faults.append(place._replace(message=f"found {label}, expected a card of the layout ({known})"))
        suffix_place = place._replace(column=(place.column or 0) + len(match[1]))
        if match[2] and any_moves:
            message = f'found move {quote(match[2])}, expected none in a claim that ends with "?"'
            faults.append(suffix_place._replace(message=message))
        transform = BY_SUFFIX.get(match[2])
        if transform is None or transform not in layout.grid.transforms:
            moves = " ".join(t.suffix for t in layout.grid.transforms if t.suffix)
            message = f"found move {quote(match[2])}, expected one that a {layout.grid} grid has ({moves})"
            faults.append(suffix_place._replace(message=message))
        else:
            placements.append(Placement(label, transform))
    if faults:
        raise InputError(faults)
    return Claim(tuple(placements), any_moves)


def _some(names: list[str]) -> str:
    return ", ".join(names) if len(names) <= 8 else f"{', '.join(names[:4])} … {names[-1]}"


def format_stack(layout: Layout, stack: Stack) -> str:
    """The stack as text, each move written as the preferred one that lays the card the same way.

    >>> from swishsolve.model.layout_text import parse_layout_text
    >>> from swishsolve.model.transform import Transform
    >>> layout = parse_layout_text("grid: 1x2\\nbO\\nBo")
    >>> format_stack(layout, (Placement(Label(0, 0), Transform.TURN_180), Placement(Label(0, 1), Transform.FLIP_V)))
    'A1u+A2'
    """
    return "+".join(f"{label}{transform.suffix}" for label, transform in preferred(layout, stack))


def preferred(layout: Layout, stack: Stack) -> Stack:
    """The same stack with each move replaced by the first transform in order that lays its card the same way."""
    return tuple(preferred_placement(layout, placement) for placement in stack)


def preferred_placement(layout: Layout, placement: Placement) -> Placement:
    """The placement with the first transform in order that lays its card the same way."""
    card = layout.by_label[placement.label]
    return Placement(placement.label, card.orbit()[card.moved(placement.transform)])

"""A stack as large as can be found on a large board of cards with one ball and one hoop: Metropolis' random walk.

Such a card is an *arc*: it leads from the cell of its hoop to the cell of its ball, and it can lie as up to 8 arcs.
A Swish is a set of circuits that share no cell, in which ball and hoop in a cell have one colour and a card lies once::

    cell a: hoop of A1, ball of C2
    cell b: hoop of C2, ball of A1        A1: a -> b, C2: b -> a

The state is a set of arcs, at most one out of and one into a cell, those two of one colour, each card once. It may have
*open ends*, cells with one of the two: two for each path. A step takes a cell that lacks an arc, draws one that fits
its colour (now and then any), and lays it after taking off the up to five arcs in its way; or it takes off the arc of
an open end. The gain is the change of arcs less a price for each path; a loss is accepted with probability
exp(gain / temperature). The arcs that lie on circuits are a Swish, and the largest one seen is kept. Many such chains
are run, each with its own random numbers, and the first in their order that has the most cards is the answer, so it
does not depend on how many run at once.

The price and the temperature go together: 1 and 0.34, 1.4 and 0.4, 2 and 0.5 find about as many cards on boards of
64 to 144 cells, and with the temperature falling below 0.28 nothing closes any more, so it stays where it is. What was
tried instead: CP-SAT alone ends several cards below (docs/large.md); taking large parts off and putting them back depth
first fills boards with few colours only; steps that only lay cards leave paths open that never close; belief
propagation with decimation ends with more open paths. The walk is that of Metropolis et al., "Equation of state
calculations by fast computing machines", J. Chem. Phys. 21 (1953).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from decimal import Decimal
from threading import Event
from typing import Any, NamedTuple, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt

from swishsolve.search.batch.table import Words, compiled
from swishsolve.search.limits import Limits
from swishsolve.search.placements import PlacementTable, iter_bits

# Half the width of the usual integers, so that the arcs of a large board stay in the fastest memory.
Numbers = npt.NDArray[np.int32]
Chances = npt.NDArray[np.int64]
TEMPERATURE, PRICE_OF_PATH = Decimal("0.4"), Decimal("1.4")
# A chain looks between so many parts of its steps whether it should stop.
PARTS = 64
SECONDS_BETWEEN_LOOKS = 0.1
# A step takes off at most this many arcs, and each of them and the new one changes at most two ends.
MOST_REMOVED = 5
MOST_ENDS = 2 * (MOST_REMOVED + 1)
# Of 65536 steps at a cell with one arc, so many take that arc off, and so many more draw an arc of any colour.
TAKING_OFF, ANY_COLOUR = 6000, 3000
# Circuits are counted in states with at most so many open ends: others have nearly all their arcs on paths.
FEW_ENDS = 4

CARD, FROM, TO, HOOP_COLOUR, BALL_COLOUR = range(5)
WAITING, ARCS, ENDS, BEST = range(4)
LOW, SHIFT_16, SHIFT_32 = np.uint64(0xFFFF), np.uint64(16), np.uint64(32)


F = TypeVar("F", bound=Callable[..., Any])


def inlined(function: F) -> F:
    """The function as a part of each kernel that calls it: a call counts references, which takes most of a step."""
    return cast(F, numba.njit(inline="always", boundscheck=False)(function))


class ArcTable(NamedTuple):
    """The placements as arcs: a row (card, hoop's cell, ball's cell, hoop's colour, ball's colour) for each.

    `fitting[fitting_from[s]:fitting_from[s + 1]]` are the arcs whose hoop is at spot s (cell * colours + colour), and
    with s + spots for s those whose ball is.
    """

    cells: int
    colours: int
    arcs: Numbers
    fitting: Numbers
    fitting_from: Numbers


class ChainState(NamedTuple):
    """A chain between two parts: arrays that the kernel changes; -1 is no arc.

    `out` and `into` are the arcs of each cell, `laid` that of each card, `best` the arcs out of each cell in the
    largest Swish seen. The first `counts[WAITING]` of `waiting` are the cells that lack an arc, and `position` is where
    a cell stands there. `random` is the state of the random numbers.
    """

    out: Numbers
    into: Numbers
    laid: Numbers
    best: Numbers
    waiting: Numbers
    position: Numbers
    counts: Numbers
    random: Words


def build_arcs(table: PlacementTable) -> ArcTable:
    """The arcs of a table in which every card has one ball and one hoop, else ValueError; numbered as placements."""
    rows = []
    for card, symbols in zip(table.card_of, table.symbols, strict=True):
        bits = list(iter_bits(symbols))
        if len(bits) != 2 or not bits[0] < table.spots <= bits[1]:
            raise ValueError("every card must have one ball and one hoop")
        ball, hoop = divmod(bits[0], table.colours), divmod(bits[1] - table.spots, table.colours)
        rows.append((card, hoop[0], ball[0], hoop[1], ball[1]))
    arcs = np.array(rows, np.int32).reshape(-1, 5)

    useful = np.flatnonzero(np.isin(arcs[:, CARD], useful_cards(table)))
    hoop_spot = arcs[useful, FROM] * table.colours + arcs[useful, HOOP_COLOUR]
    ball_spot = arcs[useful, TO] * table.colours + arcs[useful, BALL_COLOUR]
    spots = np.concatenate([hoop_spot, ball_spot + table.spots])
    order = np.argsort(spots, kind="stable")
    fitting = np.concatenate([useful, useful])[order].astype(np.int32)
    fitting_from = np.searchsorted(spots[order], np.arange(2 * table.spots + 1)).astype(np.int32)
    return ArcTable(table.layout.grid.size, table.colours, arcs, fitting, fitting_from)


def useful_cards(table: PlacementTable) -> list[int]:
    """The cards of a table of arcs that can lie on a circuit, as far as orbits and colours tell.

    A move keeps the orbits of a card's hoop and ball, so a circuit is a closed walk through places (orbit and colour)
    too, and a card is on one only when some cards lead from the place of its ball back to the place of its hoop.
    """
    ends = []
    after: dict[tuple[int, str], set[tuple[int, str]]] = {}
    for label in table.labels:
        card = table.layout.by_label[label]
        at = {s.kind: (card.grid.orbit_of[s.row, s.col], s.colour) for s in card.symbols}
        ends.append((at["hoop"], at["ball"]))
        after.setdefault(at["hoop"], set()).add(at["ball"])

    reached_from: dict[tuple[int, str], set[tuple[int, str]]] = {}
    for place in after:
        seen: set[tuple[int, str]] = set()
        waiting = [place]
        while waiting:
            for then in after.get(waiting.pop(), ()):
                if then not in seen:
                    seen.add(then)
                    waiting.append(then)
        reached_from[place] = seen
    return [card for card, (hoop, ball) in enumerate(ends) if hoop in reached_from.get(ball, ())]


def new_chain(table: ArcTable, number: int) -> ChainState:
    """A chain with no arc laid; its number is the seed of its random numbers."""
    nothing = np.full(table.cells, -1, np.int32)
    cells = np.arange(table.cells, dtype=np.int32)
    cards = int(table.arcs[:, CARD].max(initial=-1)) + 1
    return ChainState(
        out=nothing.copy(),
        into=nothing.copy(),
        laid=np.full(cards, -1, np.int32),
        best=nothing.copy(),
        waiting=cells.copy(),
        position=cells.copy(),
        counts=np.array([table.cells, 0, 0, 0], np.int32),
        random=np.array([(number + 1) * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF | 1], np.uint64),
    )


def acceptance() -> Chances:
    """How many of 2**32 steps are kept, by arcs taken off for the one laid and MOST_ENDS + change of open ends.

    In decimal arithmetic, which gives the same digits everywhere.
    """
    whole = 1 << 32
    rows = []
    for removed in range(MOST_REMOVED + 1):
        gains = [1 - removed - PRICE_OF_PATH * ends / 2 for ends in range(-MOST_ENDS, MOST_ENDS + 1)]
        rows.append([whole if gain >= 0 else int((gain / TEMPERATURE).exp() * whole) for gain in gains])
    return np.array(rows, np.int64)


@inlined
def next_random(word: np.uint64) -> np.uint64:
    """The 64 random bits after these: Marsaglia's xorshift."""
    word ^= word << np.uint64(13)
    word ^= word >> np.uint64(7)
    word ^= word << np.uint64(17)
    return word


@inlined
def lift(arcs: Numbers, out: Numbers, into: Numbers, arc: int) -> int:
    """Take an arc off its two cells; returns by how many the open ends grow."""
    start, end = arcs[arc, FROM], arcs[arc, TO]
    out[start] = -1
    into[end] = -1
    return (1 if into[start] >= 0 else -1) + (1 if out[end] >= 0 else -1)


@inlined
def note_cell(out: Numbers, into: Numbers, waiting: Numbers, position: Numbers, number: int, cell: int) -> int:
    """Bring the list of `number` cells that lack an arc up to date for one cell; returns their number."""
    if out[cell] < 0 or into[cell] < 0:
        if position[cell] < 0:
            position[cell] = number
            waiting[number] = cell
            number += 1
    elif position[cell] >= 0:
        number -= 1
        last = waiting[number]
        waiting[position[cell]] = last
        position[last] = position[cell]
        position[cell] = -1
    return number


@compiled
def keep_circuits(arcs: Numbers, state: ChainState, most: int) -> None:
    """Keep the arcs on circuits if they are more than in the largest Swish seen, and not more than `most`."""
    out, into, counts = state.out, state.into, state.counts
    closed = counts[ARCS]
    for cell in range(len(out)):
        if out[cell] >= 0 and into[cell] < 0:
            here = cell
            while out[here] >= 0:
                closed -= 1
                here = arcs[out[here], TO]
    if counts[BEST] < closed <= most:
        counts[BEST] = closed
        state.best[:] = out
        for cell in range(len(out)):
            if out[cell] >= 0 and into[cell] < 0:
                here = cell
                while out[here] >= 0:
                    state.best[here] = -1
                    here = arcs[out[here], TO]


@compiled
def anneal(
    table: ArcTable, state: ChainState, accept: npt.NDArray[np.int64], steps: int, enough: int, most: int
) -> None:
    """Go on with a chain for so many steps, or until a Swish of `enough` cards is seen.

    Only Swishes of at most `most` cards are kept.
    """
    arcs, fitting, fitting_from, colours = table.arcs, table.fitting, table.fitting_from, table.colours
    out, into, laid, counts = state.out, state.into, state.laid, state.counts
    waiting, position = state.waiting, state.position
    spots = table.cells * colours
    removed = np.zeros(MOST_REMOVED, np.int32)
    random = state.random[0]
    lacking, size, open_ends = counts[WAITING], counts[ARCS], counts[ENDS]
    for step in range(steps):
        if counts[BEST] >= enough or lacking == 0:
            break
        random = next_random(random)
        cell = waiting[np.int64(random & LOW) * lacking >> 16]
        draw, high = np.int64(random >> SHIFT_16 & LOW), np.int64(random >> SHIFT_32)
        random = next_random(random)
        chance = np.int64(random >> SHIFT_32)
        number = 0
        if draw < TAKING_OFF and (out[cell] >= 0 or into[cell] >= 0):
            arc = out[cell] if out[cell] >= 0 else into[cell]
            ends = lift(arcs, out, into, arc)
            # One arc less without a new one weighs as two less with one.
            if chance >= accept[2, MOST_ENDS + ends]:
                out[arcs[arc, FROM]] = arc
                into[arcs[arc, TO]] = arc
                continue
            laid[arcs[arc, CARD]] = -1
            size -= 1
        else:
            # The arcs that the cell lacks: a ball wants a hoop, a hoop a ball, an empty cell either.
            first, width = cell * colours, colours
            if into[cell] >= 0:
                colour = arcs[into[cell], BALL_COLOUR]
            elif out[cell] >= 0:
                colour = arcs[out[cell], HOOP_COLOUR]
                first += spots
            else:
                colour = -1
                first += spots * (draw & 1)
            if colour >= 0 and draw >= TAKING_OFF + ANY_COLOUR:
                first, width = first + colour, 1
            start = fitting_from[first]
            choices = fitting_from[first + width] - start
            if choices == 0:
                continue
            arc = fitting[start + (high * choices >> 32)]
            if laid[arcs[arc, CARD]] == arc:
                continue
            start, end = arcs[arc, FROM], arcs[arc, TO]
            ends = 0
            other = laid[arcs[arc, CARD]]
            if other >= 0:
                removed[number] = other
                number += 1
                ends += lift(arcs, out, into, other)
            other = out[start]
            if other >= 0:
                removed[number] = other
                number += 1
                ends += lift(arcs, out, into, other)
            other = into[start]
            if other >= 0 and arcs[other, BALL_COLOUR] != arcs[arc, HOOP_COLOUR]:
                removed[number] = other
                number += 1
                ends += lift(arcs, out, into, other)
            other = into[end]
            if other >= 0:
                removed[number] = other
                number += 1
                ends += lift(arcs, out, into, other)
            other = out[end]
            if other >= 0 and arcs[other, HOOP_COLOUR] != arcs[arc, BALL_COLOUR]:
                removed[number] = other
                number += 1
                ends += lift(arcs, out, into, other)
            ends += (-1 if into[start] >= 0 else 1) + (-1 if out[end] >= 0 else 1)
            if chance >= accept[number, MOST_ENDS + ends]:
                for index in range(number):
                    other = removed[index]
                    out[arcs[other, FROM]] = other
                    into[arcs[other, TO]] = other
                continue
            for index in range(number):
                laid[arcs[removed[index], CARD]] = -1
            out[start] = arc
            into[end] = arc
            laid[arcs[arc, CARD]] = arc
            size += 1 - number
        open_ends += ends
        lacking = note_cell(out, into, waiting, position, lacking, arcs[arc, FROM])
        lacking = note_cell(out, into, waiting, position, lacking, arcs[arc, TO])
        for index in range(number):
            lacking = note_cell(out, into, waiting, position, lacking, arcs[removed[index], FROM])
            lacking = note_cell(out, into, waiting, position, lacking, arcs[removed[index], TO])
        if size - open_ends // 2 > counts[BEST] and (open_ends <= FEW_ENDS or step & 1023 == 0):
            counts[ARCS] = size
            keep_circuits(arcs, state, most)
    state.random[0] = random
    counts[WAITING], counts[ARCS], counts[ENDS] = lacking, size, open_ends


def find_large_stack(
    table: PlacementTable,
    limits: Limits,
    *,
    enough: int,
    most: int,
    chains: int,
    steps_per_cell: int,
    workers: int | None = None,
) -> tuple[int, ...]:
    """The placement numbers of the largest Swish of at most `most` cards that the chains find; empty when none.

    `enough` cards end the work. The answer is that of the first chain, by number, that has enough or else the most
    cards; it does not depend on `workers`, the number of chains run at once. When a limit is reached it is the best so
    far. Every card has one ball and one hoop, else ValueError.
    """
    arcs = build_arcs(table)
    steps = arcs.cells * steps_per_cell // PARTS
    accept = acceptance()
    states = [new_chain(arcs, number) for number in range(chains)]
    done = [0] * chains
    stop = Event()

    def has_enough(number: int) -> bool:
        return int(states[number].counts[BEST]) >= enough

    def run(number: int) -> None:
        for _ in range(PARTS):
            if stop.is_set() or any(has_enough(before) for before in range(number + 1)):
                return
            anneal(arcs, states[number], accept, steps, enough, most)
            done[number] += steps

    shown = 0
    with ThreadPoolExecutor(max_workers=min(workers or os.cpu_count() or 1, chains)) as pool:
        try:
            pending = {pool.submit(run, number) for number in range(chains)}
            while pending:
                finished, pending = wait(pending, SECONDS_BETWEEN_LOOKS, FIRST_COMPLETED)
                for future in finished:
                    future.result()
                best = max(int(state.counts[BEST]) for state in states)
                if limits.on_look:
                    limits.on_look(sum(done))
                if limits.on_better and best > shown:
                    limits.on_better(best)
                shown = max(best, shown)
                if limits.reached():
                    stop.set()
        finally:
            stop.set()
    reached = [number for number in range(chains) if has_enough(number)]
    # Chains after the first that has enough were left wherever they were.
    settled = states[: reached[0] + 1] if reached and not limits.reached() else states
    best_state = max(settled, key=lambda state: int(state.counts[BEST]))
    return tuple(int(arc) for arc in best_state.best if arc >= 0)

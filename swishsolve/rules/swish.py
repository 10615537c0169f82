"""Swish: the table of sixteen, the calls, and the end of the game.

    A1 A2 A3 A4        the dealer lays out and refills the places in reading order
    B1 B2 B3 B4
    C1 C2 C3 C4
    D1 D2 D3 D4

A call is judged by laying the cards (`model.swish.verify`) or, where the moves are left open, by the solver; so is
the question whether any player could have called a Swish.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any, ClassVar

from swishsolve.errors import Fault, InputError
from swishsolve.model.card import Card
from swishsolve.model.claim import format_stack
from swishsolve.model.code import quote, scan_code
from swishsolve.model.grid import Grid
from swishsolve.model.layout import Label, LaidCard, Layout, Rule
from swishsolve.model.rule import settle_cards
from swishsolve.model.swish import Stack, verify
from swishsolve.rules.protocol import (
    ConservationError,
    Event,
    Judgement,
    Rulings,
    Undecided,
    count_of,
    illegal,
    leaders,
    legal,
)
from swishsolve.search.limits import Limits
from swishsolve.solve import solve

PLACES = tuple(Label(row, col) for row in range(4) for col in range(4))
SWAPPED = 4


@dataclass(frozen=True)
class Call(Event):
    """A player calls a Swish of these cards: `stack` exactly as laid, or None when any moves that work will do."""

    word: ClassVar[str] = "call"
    player: str
    cards: tuple[Label, ...]
    stack: Stack | None = None

    def to_json(self) -> dict[str, Any]:
        value: dict[str, Any] = {"event": self.word, "player": self.player}
        if self.stack is None:
            return value | {"cards": [str(label) for label in self.cards]}
        return value | {"stack": "+".join(f"{label}{transform.suffix}" for label, transform in self.stack)}


@dataclass(frozen=True)
class NoSwish(Event):
    """Players agree that there is no Swish; `deck` is what the transcript says of the new draw order, unread."""

    word: ClassVar[str] = "no-swish"
    agreed: frozenset[str]
    swap: tuple[Label, ...]
    deck: Any = None

    def to_json(self) -> dict[str, Any]:
        value: dict[str, Any] = {
            "event": self.word,
            "agreed": sorted(self.agreed),
            "swap": [str(label) for label in self.swap],
        }
        return value if self.deck is None else value | {"deck": self.deck}


@dataclass(frozen=True)
class End(Event):
    """Players agree that the game is over."""

    word: ClassVar[str] = "end"
    agreed: frozenset[str]

    def to_json(self) -> dict[str, Any]:
        return {"event": self.word, "agreed": sorted(self.agreed)}


@dataclass(frozen=True)
class CardReader:
    """How the cards of a game are written: one grid, and the colours that `x` stands for."""

    grid: Grid
    rule: Rule
    colours: str | None

    def read(self, code: Any) -> Card | None:
        """The card of a code, None when it is no card of this grid."""
        if not isinstance(code, str):
            return None
        symbols, faults = scan_code(code, self.grid, Fault(""))
        if faults:
            return None
        _, _, cards, faults = settle_cards(self.grid, self.rule, self.colours, [symbols], Fault(""))
        return cards[0] if cards and not faults else None


class SwishGame:
    """A game of Swish. `least` is each player's smallest Swish, `most` the largest for all (None: no limit).

    `table_without_swish` is the table of which the last event rightly said that nobody can call a Swish there.
    """

    name: ClassVar[str] = "swish"

    def __init__(
        self,
        players: tuple[str, ...],
        deck: list[Card],
        reader: CardReader,
        *,
        least: dict[str, int],
        most: int | None = None,
        shuffler: Random | None = None,
        rulings: Rulings | None = None,
    ) -> None:
        self.players = players
        self.rulings = rulings or Rulings()
        self.reader = reader
        self.least = least
        self.most = most
        self.shuffler = shuffler
        self.limits: Limits | None = None
        self.deck = list(deck)
        self.table: dict[Label, Card] = {}
        self.piles: dict[str, list[Card]] = {player: [] for player in players}
        self.discarded: list[Card] = []
        self.all_cards = Counter(deck)
        self.ended = False
        self.table_without_swish: Layout | None = None
        self._callable: Stack | None = None
        self._callable_is_known = False
        self._refill()

    @property
    def finished(self) -> bool:
        """True after a legal end."""
        return self.ended

    @property
    def scores(self) -> dict[str, int]:
        """The cards in each score pile."""
        return {player: len(pile) for player, pile in self.piles.items()}

    @property
    def winners(self) -> tuple[str, ...]:
        """The players with the most cards, once the game has ended."""
        return leaders(self.scores) if self.ended else ()

    @property
    def layout(self) -> Layout:
        """The cards on the table."""
        laid = tuple(LaidCard(label, card) for label, card in self.table.items())
        return Layout(self.reader.grid, laid, table=(4, 4), rule=self.reader.rule, colours=self.reader.colours)

    def check_conserved(self) -> None:
        """Raise ConservationError unless every card is on the table, in the deck, in a pile or discarded, once."""
        there = Counter(self.deck)
        there.update(self.table.values())
        there.update(self.discarded)
        for pile in self.piles.values():
            there.update(pile)
        if there != self.all_cards:
            raise ConservationError("the cards of the game are not those of its start")

    def close(self) -> None:
        """Nothing waits for a next event."""

    def table_lines(self) -> list[str]:
        """Deck, score piles and discards in words; the table itself is a layout."""
        piles = ", ".join(f"{player} {count_of(len(pile), 'card')}" for player, pile in self.piles.items())
        return [f"{count_of(len(self.deck), 'card')} in the deck, {len(self.discarded)} discarded; {piles}"]

    # what the events do

    def apply(self, event: Event) -> Judgement:
        """Judge an event and carry out what follows from it."""
        if self.ended:
            return illegal("the game is over")
        self.table_without_swish = None
        if isinstance(event, Call):
            return self._judge_call(event)
        if isinstance(event, NoSwish):
            return self._judge_no_swish(event)
        assert isinstance(event, End)
        return self._judge_end(event)

    def _judge_call(self, call: Call) -> Judgement:
        reason = self._why_no_swish(call)
        if reason:
            penalty = self._discard_card_won_last(call.player)
            return legal(f"a lost call: {reason}; {penalty}")
        laid = format_stack(self.layout, call.stack or self._stack_of(call.cards))
        note = f"a Swish of {len(call.cards)}"
        if laid != call.to_json().get("stack"):
            note += f": {laid}"
        self.piles[call.player] += [self.table.pop(label) for label in call.cards]
        self._refill()
        return legal(note)

    def _why_no_swish(self, call: Call) -> str | None:
        """Why a call is lost, None when it is a Swish that this player may call."""
        if empty := [label for label in call.cards if label not in self.table]:
            return f"no card lies at {empty[0]}"
        if twice := [label for label in call.cards if call.cards.count(label) > 1]:
            return f"{twice[0]} is used twice"
        size, least = len(call.cards), self.least[call.player]
        if size < least:
            return f"found {count_of(size, 'card')}, expected at least {least}"
        if self.most is not None and size > self.most:
            return f"found {count_of(size, 'card')}, expected at most {self.most}"
        if call.stack is not None:
            faults = verify(self.layout, call.stack)
            return str(faults[0]) if faults else None
        return None if self._stack_of(call.cards) else "no moves make these cards a Swish"

    def _stack_of(self, labels: tuple[Label, ...]) -> Stack:
        """A stack of exactly these cards, empty when there is none."""
        laid = tuple(LaidCard(label, self.table[label]) for label in labels)
        solution = solve(Layout(self.reader.grid, laid, (4, 4)), "first", min_size=len(labels), limits=self.limits)
        if solution.status == "unknown":
            raise Undecided
        return solution.swishes[0] if solution.swishes else ()

    def _discard_card_won_last(self, player: str) -> str:
        if not self.piles[player]:
            return f"{player} has no card to discard"
        card = self.piles[player].pop()
        self.discarded.append(card)
        return f"{player} discards {card.code}"

    def _judge_no_swish(self, event: NoSwish) -> Judgement:
        empty = [str(label) for label in event.swap if label not in self.table]
        if empty or (self.deck and not event.swap):
            swap = f"{' '.join(empty)} without a card" if empty else "of nothing"
            raise InputError([Fault(f"found swap {swap}, expected four different places with cards")])
        if missing := self._who_did_not_agree(event.agreed):
            return illegal(f"{missing} did not agree")
        new = islice(self.deck, SWAPPED)
        old = [(label, card) for label, card in zip(sorted(event.swap), new, strict=False)]
        rest = self.deck[len(old) :] + [self.table[label] for label, _ in old]
        note = f"{', '.join(str(label) for label, _ in old)} swapped" if old else "nothing to swap"
        if overlooked := self.find_callable_swish():
            note += f"; there was a Swish: {format_stack(self.layout, overlooked)}"
        without_swish = None if overlooked else self.layout
        self.deck = self._new_order(rest, event.deck)
        for label, card in old:
            self._lay(label, card)
        self.table_without_swish = without_swish
        return legal(note)

    def _new_order(self, rest: list[Card], written: Any) -> list[Card]:
        """The deck after shuffling: as written, or shuffled by the generator of a seeded game."""
        if self.shuffler:
            self.shuffler.shuffle(rest)
            return rest
        if written is None and not rest:
            return []
        if not isinstance(written, list):
            found = "no" if written is None else "another value as"
            raise InputError([Fault(f'found {found} field "deck", expected the new draw order, a list of cards')])
        order = [card for code in written if (card := self.reader.read(code))]
        if len(order) < len(written):
            wrong = next(code for code in written if self.reader.read(code) is None)
            raise InputError([Fault(f"found {quote(str(wrong))} in the deck, expected a card of this game")])
        if Counter(order) != Counter(rest):
            raise InputError([Fault(f"found a deck of {_differs(order, rest)}, expected the cards due in a new order")])
        return order

    def _judge_end(self, event: End) -> Judgement:
        if missing := self._who_did_not_agree(event.agreed):
            return illegal(f"{missing} did not agree")
        left = self.find_callable_swish()
        if left and self.deck:
            return illegal(f"the deck is not empty and {self._overlooked(left)}")
        self.ended = True
        self.table_without_swish = None if left else self.layout
        return legal(f"the game is over; {self._overlooked(left)}" if left else "the game is over")

    def _who_did_not_agree(self, agreed: frozenset[str]) -> str:
        return ", ".join(player for player in self.players if player not in agreed)

    def _overlooked(self, stack: Stack) -> str:
        return f"there is a Swish: {format_stack(self.layout, stack)}"

    def find_callable_swish(self) -> Stack | None:
        """A Swish on the table that some player could call, None when there is none; raises Undecided."""
        if not self._callable_is_known:
            least = min(self.least.values())
            solution = solve(self.layout, "first", min_size=least, max_size=self.most, limits=self.limits)
            if solution.status == "unknown":
                raise Undecided
            self._callable = solution.swishes[0] if solution.swishes else None
            self._callable_is_known = True
        return self._callable

    def _refill(self) -> None:
        """The dealer fills the empty places in reading order, as far as the deck goes."""
        empty = [label for label in PLACES if label not in self.table]
        for label, card in zip(empty, list(self.deck), strict=False):
            self._lay(label, card)
        del self.deck[: len(empty)]
        self._callable_is_known = False

    def _lay(self, label: Label, card: Card) -> None:
        self.table[label] = card
        self._callable_is_known = False

    def legal_events(self) -> Iterator[Event]:
        """A call of one Swish for each player who may call it, and what all may agree on."""
        if self.ended:
            return
        stack = self.find_callable_swish()
        for player in self.players:
            if stack and self.least[player] <= len(stack):
                yield Call(player, tuple(label for label, _ in stack), stack)
        everybody = frozenset(self.players)
        if len(self.table) >= SWAPPED or not self.deck:
            yield self.proposed_swap(sorted(self.table)[:SWAPPED] if self.deck else [])
        if not (stack and self.deck):
            yield End(everybody)

    def proposed_swap(self, places: list[Label], shuffler: Random | None = None) -> NoSwish:
        """The event by which all agree to swap these places; its new draw order is shuffled by `shuffler`, if given."""
        new = min(len(self.deck), len(places))
        order = self.deck[new:] + [self.table[label] for label in sorted(places)[:new]]
        if shuffler:
            shuffler.shuffle(order)
        deck = None if self.shuffler else [card.code for card in order]
        return NoSwish(frozenset(self.players), tuple(places), deck)


def _differs(found: list[Card], due: list[Card]) -> str:
    extra, missing = Counter(found) - Counter(due), Counter(due) - Counter(found)
    words = [f"with {card.code} too often" for card in list(extra)[:1]]
    words += [f"without {card.code}" for card in list(missing)[:1]]
    return f"{count_of(len(found), 'card')} {' and '.join(words)}"

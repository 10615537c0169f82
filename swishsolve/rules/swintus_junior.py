"""Swintus Junior: hands, the playing stack, turns and super-cards.

Three things can be owed to an event before it is judged. After a stompy comes the `stomp`. When the draw pile is empty
and there is something to shuffle, the `reshuffle` comes. And a greedy-piggy or snoring-pig waits: its victim may still
transfer it and anybody may intercept it, so the penalty is taken only when an event shows that nobody did.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from swishsolve.rules.protocol import ConservationError, Event, Judgement, Rulings, count_of, illegal, legal
from swishsolve.rules.swintus_cards import PigCard, matches
from swishsolve.rules.swintus_choices import iter_choices
from swishsolve.rules.swintus_events import (
    BrokeRule,
    Catch,
    Draw,
    Intercept,
    Laying,
    Noise,
    Pass,
    Play,
    Reshuffle,
    Stomp,
    Tarry,
)
from swishsolve.rules.swintus_pile import CardPile

WRONG_PLAY_DRAWS = TARRY_DRAWS = NOISE_DRAWS = BROKEN_RULE_DRAWS = STOMP_DRAWS = 2
CATCH_DRAWS = 3
GREEDY_PIGGY_DRAWS = 3
TRANSFERABLE = ("greedy-piggy", "snoring-pig")


@dataclass(frozen=True)
class Penalty:
    """A greedy-piggy or snoring-pig that waits for its victim; `row` is how many of them lie in a row."""

    kind: str
    victim: str
    row: int

    @property
    def draws(self) -> int:
        """The cards that the victim draws."""
        return GREEDY_PIGGY_DRAWS * self.row if self.kind == "greedy-piggy" else 0


@dataclass(frozen=True)
class LaidCard:
    """The card just played, and what an intercept needs to cancel its effect."""

    player: str
    card: PigCard
    direction_before: int


class SwintusGame:
    """A round of Swintus Junior."""

    name: ClassVar[str] = "swintus-junior"

    def __init__(
        self,
        players: tuple[str, ...],
        hands: dict[str, list[PigCard]],
        top: PigCard,
        deck: list[PigCard],
        *,
        dealer: str | None = None,
        first: str | None = None,
        shuffler: Random | None = None,
        rulings: Rulings | None = None,
    ) -> None:
        self.players = players
        self.dealer = dealer or players[-1]
        self.rulings = rulings or Rulings()
        self.hands = {player: list(hands[player]) for player in players}
        self.cards = CardPile(self.hands, top, deck, shuffler)
        self.all_cards = Counter(self._iter_cards())
        self.direction = 1
        self.turn = first or self.after(self.dealer)
        self.opening = True  # nobody has laid a card yet
        self.called: str | None = None
        self.just_played: LaidCard | None = None  # what may be intercepted
        self.has_drawn = False
        self.drawn: PigCard | None = None
        self.penalty: Penalty | None = None
        self.stomp_is_due = False
        self.silencers: list[str] = []
        self.smarties: list[tuple[str, str]] = []  # who made up which rule
        self.forgot_swintus: str | None = None  # who can still be caught
        self.empty_turns = 0
        self.turns = 0
        self.over = False

    @property
    def finished(self) -> bool:
        """True when the round is over."""
        return self.over

    @property
    def scores(self) -> dict[str, int]:
        """The cards left in each hand."""
        return {player: len(hand) for player, hand in self.hands.items()}

    @property
    def winners(self) -> tuple[str, ...]:
        """Who got rid of the last card."""
        return tuple(player for player, hand in self.hands.items() if not hand)

    def _iter_cards(self) -> Iterator[PigCard]:
        yield from self.cards.stack
        yield from self.cards.pile
        for hand in self.hands.values():
            yield from hand

    def check_conserved(self) -> None:
        """Raise ConservationError unless every card is in a hand, on the stack or in the draw pile, once."""
        if Counter(self._iter_cards()) != self.all_cards:
            raise ConservationError("the cards of the round are not those of its start")

    def close(self) -> None:
        """A penalty that still waits is taken when the transcript ends, as far as the draw pile goes."""
        if self.penalty and not self.over:
            self._take_penalty(self.penalty)

    def table_lines(self) -> list[str]:
        """Hands, stack and draw pile, and what holds at the moment."""
        top = f"{self.cards.top}, called {self.called}" if self.called else str(self.cards.top)
        width = max(map(len, self.players))
        lines = [f"top {top}; {len(self.cards.stack)} on the stack, {count_of(len(self.cards.pile), 'card')} to draw"]
        for player in self.players:
            hand = ", ".join(map(str, sorted(self.hands[player], key=str))) or "no cards"
            mark = ">" if player == self.turn and not self.over else " "
            lines.append(f"{mark} {player:<{width}}  {hand}")
        if self.penalty:
            draws = f"draws {self.penalty.draws} and skips" if self.penalty.draws else "skips"
            lines.append(f"{self.penalty.victim} {draws} unless it is transferred or intercepted")
        if self.silencers:
            lines.append(f"silence until {' and '.join(self.silencers)} plays")
        lines += [f"rule of {player}: {rule}" for player, rule in self.smarties]
        return lines

    # the order of play

    def after(self, player: str) -> str:
        """Who comes after the player in the present direction."""
        return self.players[(self.players.index(player) + self.direction) % len(self.players)]

    def _complete_turn(self, following: str, *, empty: bool = False) -> None:
        """A turn is over and the following player is in turn."""
        self.turns += 1
        self.empty_turns = self.empty_turns + 1 if empty else 0
        self.forgot_swintus = None
        self.has_drawn, self.drawn = False, None
        self.turn = following
        if self.rulings.peek("smarty-until") == "next-turn-of-player":
            self.smarties = [(player, rule) for player, rule in self.smarties if player != following]

    def _begin_turn(self) -> None:
        """The player in turn acts, so the card just played can no longer be intercepted."""
        self.just_played = None

    # what the events do

    def apply(self, event: Event) -> Judgement:
        """Judge an event and carry out what follows from it."""
        if self.over:
            return illegal("the round is over")
        if reason := self._what_is_due(event):
            return illegal(reason)
        before = ""
        if self.penalty and self._sets_off_penalty(event, self.penalty):
            before = self._take_penalty(self.penalty) + "; "
        judgement = self._judge(event)
        if not self.over:
            self.cards.refill_by_itself()
        return judgement._replace(note=before + judgement.note)

    def _judge(self, event: Event) -> Judgement:
        if isinstance(event, Play):
            return self._judge_play(event)
        if isinstance(event, Intercept):
            return self._judge_intercept(event)
        if isinstance(event, Draw):
            return self._judge_draw(event)
        if isinstance(event, Pass):
            return self._judge_pass(event)
        if isinstance(event, Tarry):
            return self._judge_tarry(event)
        if isinstance(event, Catch):
            return self._judge_catch(event)
        if isinstance(event, Noise):
            return self._judge_noise(event)
        if isinstance(event, BrokeRule):
            return self._judge_broke_rule(event)
        if isinstance(event, Stomp):
            return self._judge_stomp(event)
        assert isinstance(event, Reshuffle)
        return self._judge_reshuffle(event)

    def _what_is_due(self, event: Event) -> str | None:
        """Why the event must wait for a stomp or a reshuffle, None when nothing is due or this is it."""
        due: list[str] = []
        if self.stomp_is_due:
            due.append(Stomp.word)
        if self.cards.reshuffle_is_due or (self.penalty and self._empties_pile(self.penalty, event)):
            due.append(Reshuffle.word)
        words = " and a ".join(due)
        return f"a {words} is due" if due and event.word not in due else None

    def _empties_pile(self, penalty: Penalty, event: Event) -> bool:
        """Whether this event would set off a penalty that empties the draw pile."""
        return self._sets_off_penalty(event, penalty) and self.cards.would_run_out(penalty.draws)

    # the penalty of a greedy-piggy or a snoring-pig

    def _sets_off_penalty(self, event: Event, penalty: Penalty) -> bool:
        if isinstance(event, Play) and self._is_transfer(event, penalty):
            return False
        return not isinstance(event, Intercept | Catch | Noise | BrokeRule | Reshuffle)

    def _is_transfer(self, play: Play, penalty: Penalty) -> bool:
        held = play.card in self.hands[play.player]
        return play.player == penalty.victim and play.card.face == penalty.kind and held

    def _take_penalty(self, penalty: Penalty, new_pile: tuple[PigCard, ...] | None = None) -> str:
        """The victim draws (through a reshuffle, where one was written) and skips the turn."""
        self.penalty = None
        victim = penalty.victim
        drawn = self.cards.draw(victim, penalty.draws)
        if new_pile is not None:
            drawn += self.cards.reshuffle(new_pile)
        self._begin_turn()
        self._complete_turn(self.after(victim))
        return f"{victim} draws {len(drawn)} and skips" if penalty.draws else f"{victim} skips"

    # play, intercept

    def _judge_play(self, play: Play) -> Judgement:
        if play.player != self.turn:
            return self._wrong_card_out_of_turn(play.player, f"it is the turn of {self.turn}")
        row = 0
        if self.penalty:
            row = self.penalty.row  # what would set off the penalty has done so: this is a transfer
            self.penalty = None
        elif reason := self.why_not_playable(play.card):
            return self._wrong_turn(reason)
        self._begin_turn()
        return legal(self._lay(play, row))

    def why_not_playable(self, card: PigCard) -> str | None:
        """Why the player in turn may not play the card, None when it may be played."""
        if card not in self.hands[self.turn]:
            return f"{self.turn} does not hold {card}"
        if self.has_drawn and self.drawn is None:
            return "after an empty draw only a pass is left"
        if self.has_drawn and card != self.drawn:
            return f"after the draw only the drawn card may be played, {self.drawn}"
        if self.matches_top(card):
            return None
        top = f"{self.cards.top} with {self.called} called" if self.called else str(self.cards.top)
        return f"{card} does not match {top}"

    def matches_top(self, card: PigCard) -> bool:
        """Whether the card may go on the stack as it is."""
        anything = self.opening and self.cards.top.is_pigameleon
        return anything or matches(card, self.cards.top, self.called)

    def _judge_intercept(self, intercept: Intercept) -> Judgement:
        if reason := self._why_no_intercept(intercept):
            return self._wrong_card_out_of_turn(intercept.player, reason)
        assert self.just_played
        self._cancel_effect(self.just_played)
        return legal(self._lay(intercept, 0))

    def _why_no_intercept(self, intercept: Intercept) -> str | None:
        card, just_played = intercept.card, self.just_played
        if card not in self.hands[intercept.player]:
            return f"{intercept.player} does not hold {card}"
        if card.is_pigameleon:
            return "a pigameleon cannot intercept"
        if self.opening:
            return "the opening card cannot be intercepted"
        if just_played is None:
            return "the next turn has begun"
        if just_played.player == intercept.player:
            return "nobody intercepts a card of one's own"
        return None if just_played.card == card else f"{card} is no copy of {just_played.card}"

    def _cancel_effect(self, laid: LaidCard) -> None:
        """What the intercepted card did is undone; a stomp already made stands, older rules do not come back."""
        self.direction = laid.direction_before
        self.penalty = None
        if laid.card.face == "silent-piggy":
            self.silencers.remove(laid.player) if laid.player in self.silencers else None
        if laid.card.face == "smarty" and self.smarties and self.smarties[-1][0] == laid.player:
            self.smarties.pop()

    def _lay(self, laying: Laying, row: int) -> str:
        """Lay a card of the player's hand; `row` is how many cards of its kind wait before it in a row."""
        player, card = laying.player, laying.card
        hand = self.hands[player]
        hand.remove(card)
        self.cards.stack.append(card)
        self.opening = False
        self.called = laying.colour if card.is_pigameleon else None
        self.just_played = LaidCard(player, card, self.direction)
        if player in self.silencers:
            self.silencers.remove(player)
        if not hand:
            self._complete_turn(self.after(player))
            self.over = True
            return f"{player} has got rid of the last card and wins"
        following, note = self._effect(laying, row)
        self._complete_turn(following)
        if len(hand) == 1:
            self.forgot_swintus = None if laying.says_swintus else player
            note += "; Swintus!" if laying.says_swintus else '; "Swintus!" was not said'
        return note

    # the super-cards

    def _effect(self, laying: Laying, row: int) -> tuple[str, str]:
        """What a card does when it is laid: who is next, and the same in words."""
        player, kind = laying.player, laying.card.face
        following = self.after(player)
        if kind in TRANSFERABLE:
            self.penalty = Penalty(kind, following, row + 1)
            draws = f"draw {self.penalty.draws} and skip" if self.penalty.draws else "skip"
            return following, f"{following} is to {draws}"
        if kind == "whirly-piglet":
            following = self._reverse(player)
            return following, f"the direction is reversed, {following} is next"
        if kind == "silent-piggy":
            self.silencers.append(player)
            return following, f"silence until {player} plays another card"
        if kind == "stompy":
            self.stomp_is_due = True
            return following, "all hands on the deck"
        if kind == "smarty":
            self._make_up_rule(player, laying.rule or "")
            return following, f"the rule of {player}: {laying.rule}"
        return following, f"{laying.colour} is called" if laying.colour else f"{following} is next"

    def _reverse(self, player: str) -> str:
        """The direction turns round; who is next then."""
        self.direction = -self.direction
        if len(self.players) == 2 and self.rulings.value("two-player-reverse") == "skip":
            return player
        return self.after(player)

    def _make_up_rule(self, player: str, rule: str) -> None:
        if self.rulings.value("smarty-until") == "next-smarty":
            self.smarties.clear()
        self.smarties.append((player, rule))

    # draw, pass, tarry, and what is wrong with them

    def _judge_draw(self, draw: Draw) -> Judgement:
        player = draw.player
        if player != self.turn:
            return illegal(f"it is the turn of {self.turn}")
        if self.has_drawn:
            return self._wrong_turn("a second draw")
        self._begin_turn()
        self.has_drawn = True
        drawn = self.cards.draw(player, 1)
        self.drawn = drawn[0] if drawn else None
        return legal(f"{player} draws {self.drawn}" if drawn else "there is nothing to draw")

    def _judge_pass(self, event: Pass) -> Judgement:
        if event.player != self.turn:
            return illegal(f"it is the turn of {self.turn}")
        if not self.has_drawn:
            return self._wrong_turn("a pass without a draw")
        self._complete_turn(self.after(event.player), empty=self.drawn is None)
        if self.empty_turns < len(self.players):
            return legal(f"{self.turn} is next")
        self.over = True
        return legal("nobody can play or draw, the round is over without a winner")

    def _judge_tarry(self, tarry: Tarry) -> Judgement:
        if tarry.player != self.turn:
            return illegal(f"it is the turn of {self.turn}")
        return legal(self._lose_turn(TARRY_DRAWS))

    def _wrong_turn(self, reason: str) -> Judgement:
        """A wrong play, draw or pass of the player in turn: the card goes back, two cards, the turn is over."""
        return illegal(f"{reason}; {self._lose_turn(WRONG_PLAY_DRAWS)}")

    def _lose_turn(self, draws: int) -> str:
        player = self.turn
        self._begin_turn()
        drawn = self.cards.draw(player, draws)
        self._complete_turn(self.after(player))
        return f"{player} draws {len(drawn)}, {self.turn} is next"

    def _wrong_card_out_of_turn(self, player: str, reason: str) -> Judgement:
        """A wrong play or intercept out of turn: two cards, the turn is untouched."""
        return illegal(f"{reason}; {player} draws {len(self.cards.draw(player, WRONG_PLAY_DRAWS))}")

    # catch, noise, broken rules, stomp

    def _judge_catch(self, catch: Catch) -> Judgement:
        target = catch.target
        if target != self.forgot_swintus or catch.player == target or len(self.hands[target]) != 1:
            return legal("the catch has no effect")
        self.forgot_swintus = None
        return legal(f"{target} is caught and draws {len(self.cards.draw(target, CATCH_DRAWS))}")

    def _judge_noise(self, noise: Noise) -> Judgement:
        if not self.silencers:
            return illegal("no silence holds")
        self.silencers.clear()
        return legal(f"{noise.player} draws {len(self.cards.draw(noise.player, NOISE_DRAWS))}, the silence is over")

    def _judge_broke_rule(self, event: BrokeRule) -> Judgement:
        if not any(inventor != event.player for inventor, _ in self.smarties):
            return illegal("no rule of another player holds")
        return legal(f"{event.player} draws {len(self.cards.draw(event.player, BROKEN_RULE_DRAWS))}")

    def _judge_stomp(self, stomp: Stomp) -> Judgement:
        if not self.stomp_is_due:
            return illegal("no stompy was played")
        self.stomp_is_due = False
        return legal(f"{stomp.last} draws {len(self.cards.draw(stomp.last, STOMP_DRAWS))}")

    # the empty draw pile

    def _judge_reshuffle(self, reshuffle: Reshuffle) -> Judgement:
        if self.cards.reshuffle_is_due:
            self.cards.check_reshuffle(reshuffle.deck)
            owed = self.cards.reshuffle(reshuffle.deck)
            return legal(f"{self.cards.owed_to} draws {len(owed)} more" if owed else "the stack is the new draw pile")
        if self.penalty and self.cards.would_run_out(self.penalty.draws):
            self.cards.check_reshuffle(reshuffle.deck)
            return legal(self._take_penalty(self.penalty, reshuffle.deck))
        return illegal("the draw pile is not empty" if self.cards.pile else "there is nothing to reshuffle")

    def legal_events(self) -> Iterator[Event]:
        """Every event that would be legal now and changes something; a catch only where it has an effect."""
        return iter_choices(self)

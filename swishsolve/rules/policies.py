"""How simulated players play, and one whole game by them.

Swish: everybody sees every Swish; one player, drawn by lot, calls the largest (or smallest) first. Without a Swish all
agree to swap four cards drawn by lot, up to ten times in a row, and then to end the game.
Swipe: a swipe takes from the player with the most chips who can give, of these from the one with the most dice.
Swintus Junior: who can play (or transfer) plays a card drawn by lot, else draws, and plays the drawn card if possible;
a pigameleon calls the colour that the hand has most of, and nobody forgets "Swintus!".

Every event goes through the same `apply` that the referee uses, so a game cannot drift from the rules unnoticed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Literal

from swishsolve.errors import SwishError
from swishsolve.model.deck import read_deck
from swishsolve.model.swish import Stack
from swishsolve.rules.protocol import Event, Game, leaders
from swishsolve.rules.swintus_cards import COLOURS, matches
from swishsolve.rules.swintus_events import Draw, Pass, Play, Reshuffle, Stomp
from swishsolve.rules.swintus_junior import SwintusGame
from swishsolve.rules.swintus_start import deal
from swishsolve.rules.swipe import SIDES, Face, Holdings, IllegalRoll, Roll, RollOff, SwipeGame, Take, Thing
from swishsolve.rules.swish import Call, CardReader, End, SwishGame
from swishsolve.solve import solve

Policy = Literal["largest", "smallest"]
SEATS = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
SWAPS_IN_A_ROW = 10
SWISH_DECK = "classic-60"
MADE_UP_RULE = "say please when you draw"


class SimulationError(SwishError):
    """A simulated player did what the rules forbid: a fault of this program."""


@dataclass
class PlayedGame:
    """A game that was played: its transcript as JSON objects, and what was counted on the way."""

    game: Game
    written: list[dict[str, Any]]
    counts: Counter[str] = field(default_factory=Counter)

    def do(self, event: Event) -> None:
        """Carry out an event that the players chose, and write it down."""
        judgement = self.game.apply(event)
        if not judgement.legal:
            raise SimulationError(f"a simulated player broke the rules: {event}: {judgement.note}")
        self.written.append(event.to_json())

    def finish(self, turns: int) -> PlayedGame:
        """Count what every game counts."""
        self.counts["turns"] = turns
        for player in self.game.winners:
            self.counts[f"wins of seat {self.game.players.index(player) + 1}"] += 1
        return self


def play_swish(players: tuple[str, ...], lot: Random, policy: Policy) -> PlayedGame:
    """A game of Swish with the classic deck; one player plays solitaire."""
    deck = read_deck(SWISH_DECK)
    cards = list(deck.cards)
    lot.shuffle(cards)
    game = SwishGame(players, cards, CardReader(deck.grid, deck.rule, deck.colours), least=dict.fromkeys(players, 2))
    variant = "standard" if len(players) > 1 else "solitaire"
    codes = [card.code for card in cards]
    start = {"event": "start", "game": game.name, "players": list(players), "variant": variant, "deck": codes}
    played = PlayedGame(game, [start])
    swaps = table = 0
    while not game.finished:
        table += 1
        stack = find_by_policy(game, policy)
        played.counts["tables"] += 1
        played.counts["tables without a Swish"] += not stack
        if table == 1:
            played.counts["first tables without a Swish"] = int(not stack)
        if stack:
            swaps = 0
            played.counts[f"Swishes of {len(stack)}"] += 1
            played.do(Call(lot.choice(players), tuple(label for label, _ in stack), stack))
        elif game.deck and swaps < SWAPS_IN_A_ROW:
            swaps += 1
            played.do(game.proposed_swap(sorted(lot.sample(sorted(game.table), 4)), lot))
        else:
            played.do(End(frozenset(players)))
    return played.finish(table)


def find_by_policy(game: SwishGame, policy: Policy) -> Stack:
    """The largest or the smallest Swish on the table, empty when there is none."""
    if policy == "largest":
        solution = solve(game.layout, "maximum")
        return solution.swishes[0] if solution.swishes else ()
    smallest = game.find_callable_swish() or ()
    while smallest:
        smaller = solve(game.layout, "first", max_size=len(smallest) - 1) if len(smallest) > 2 else None
        if smaller is None or not smaller.swishes:
            break
        smallest = smaller.swishes[0]
    return smallest


def play_swipe(players: tuple[str, ...], lot: Random) -> PlayedGame:
    """A game of Swipe."""
    game = SwipeGame(players)
    played = PlayedGame(game, [{"event": "start", "game": game.name, "players": list(players)}])
    rolls = 0
    while not game.tied and not game.finished:
        rolls += 1
        roll = roll_by_policy(game, lot)
        chips = game.scores[roll.player]
        played.do(roll)
        if rolls == 1:
            played.counts["first rolls that are a Super Swipe"] = int(set(roll.dice) == {"lose-die"})
            played.counts["chips gained in first rolls"] = game.scores[roll.player] - chips
    played.counts["games with a roll-off"] = int(bool(game.tied))
    while not game.finished:
        played.do(RollOff(game.tied[0], lot.choice(SIDES)))
    return played.finish(rolls)


def roll_by_policy(game: SwipeGame, lot: Random) -> Roll:
    """The player in turn rolls, and takes from the leader."""
    dice: tuple[Face, ...] = tuple(lot.choice(SIDES) for _ in range(game.holdings.dice[game.turn]))
    take: list[Take] = []

    def choose(holdings: Holdings, what: Thing, givers: list[str]) -> str:
        take.append(Take(what, leader(holdings, givers)))
        return take[-1].source

    if set(dice) != {"lose-die"}:
        try:
            game.carry_out(game.turn, dice, game.holdings.copy(), choose)
        except IllegalRoll as reason:
            raise SimulationError(f"a simulated player broke the rules: {reason}") from reason
    return Roll(game.turn, dice, tuple(take))


def leader(holdings: Holdings, players: list[str]) -> str:
    """Who of the players has the most chips, then the most dice, then plays first."""
    most_chips = leaders({player: holdings.chips[player] for player in players})
    return leaders({player: holdings.dice[player] for player in most_chips})[0]


def play_swintus(players: tuple[str, ...], lot: Random) -> PlayedGame:
    """A round of Swintus Junior with the deck of 92 cards."""
    hands, top, deck = deal(players, 92, lot)
    game = SwintusGame(players, hands, top, deck)
    start = {
        "event": "start",
        "game": game.name,
        "players": list(players),
        "dealer": game.dealer,
        "first": game.turn,
        "hands": {player: [str(card) for card in hand] for player, hand in hands.items()},
        "top": str(top),
        "deck": [str(card) for card in deck],
    }
    played = PlayedGame(game, [start])
    playable = any(top.is_pigameleon or matches(card, top, None) for card in hands[game.turn])
    played.counts["first hands that can play"] = int(playable)
    while not game.finished:
        played.do(event_by_policy(game, lot))
    played.counts["rounds without a winner"] = int(not game.winners)
    return played.finish(game.turns)


def event_by_policy(game: SwintusGame, lot: Random) -> Event:
    """What the table does next: play if possible, else draw."""
    events = list(game.legal_events())
    plays = [event for event in events if isinstance(event, Play)]
    if game.penalty and any(play.player == game.turn for play in plays):
        plays = [play for play in plays if play.player == game.turn]
    if plays:
        return _with_best_colour(game, lot.choice(plays))
    stomps = [event for event in events if isinstance(event, Stomp)]
    if stomps:
        return lot.choice(stomps)
    for event in events:
        if isinstance(event, Reshuffle):
            return Reshuffle(tuple(lot.sample(event.deck, len(event.deck))))
    return next(event for event in events if isinstance(event, Draw | Pass))


def _with_best_colour(game: SwintusGame, play: Play) -> Play:
    if play.card.face == "smarty":
        return replace(play, rule=MADE_UP_RULE)
    if not play.card.is_pigameleon:
        return play
    held = Counter(card.colour for card in game.hands[play.player])
    return replace(play, colour=max(COLOURS, key=lambda colour: held[colour]))

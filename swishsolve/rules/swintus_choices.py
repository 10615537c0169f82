"""What may come next in Swintus Junior."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from swishsolve.rules.protocol import Event
from swishsolve.rules.swintus_cards import COLOURS, PigCard
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

if TYPE_CHECKING:
    from swishsolve.rules.swintus_junior import SwintusGame


def iter_choices(game: SwintusGame) -> Iterator[Event]:
    """Every event that would be legal now and changes something, what is due before anything else."""
    if game.over:
        return
    if game.stomp_is_due:
        yield from (Stomp(player) for player in game.players)
    if game.cards.reshuffle_is_due:
        yield Reshuffle(game.cards.due)
    if game.stomp_is_due or game.cards.reshuffle_is_due:
        return
    penalty = game.penalty
    if penalty is None:
        yield from _choices_in_turn(game)
    else:
        for card in _held(game, penalty.victim):
            if card.face == penalty.kind:
                yield from _layings(game, Play, penalty.victim, card)
        if game.cards.would_run_out(penalty.draws):
            yield Reshuffle(game.cards.due)
        else:
            yield from _choices_after_penalty(game, game.after(penalty.victim))
    yield from _choices_of_anyone(game)


def _held(game: SwintusGame, player: str) -> list[PigCard]:
    return list(dict.fromkeys(game.hands[player]))


def _choices_in_turn(game: SwintusGame) -> Iterator[Event]:
    for card in _held(game, game.turn):
        if game.why_not_playable(card) is None:
            yield from _layings(game, Play, game.turn, card)
    yield Pass(game.turn) if game.has_drawn else Draw(game.turn)
    yield Tarry(game.turn)


def _choices_after_penalty(game: SwintusGame, player: str) -> Iterator[Event]:
    """The events by which the player after the victim shows that the penalty was taken."""
    for card in _held(game, player):
        if game.matches_top(card):
            yield from _layings(game, Play, player, card)
    yield Draw(player)
    yield Tarry(player)


def _choices_of_anyone(game: SwintusGame) -> Iterator[Event]:
    laid = game.just_played
    if laid and not laid.card.is_pigameleon:
        for player in game.players:
            if player != laid.player and laid.card in game.hands[player]:
                yield from _layings(game, Intercept, player, laid.card)
    target = game.forgot_swintus
    if target is not None and len(game.hands[target]) == 1:
        yield from (Catch(player, target) for player in game.players if player != target)
    if game.silencers:
        yield from (Noise(player) for player in game.players)
    for player in game.players:
        if any(inventor != player for inventor, _ in game.smarties):
            yield BrokeRule(player)


def _layings(game: SwintusGame, kind: type[Laying], player: str, card: PigCard) -> Iterator[Laying]:
    says = len(game.hands[player]) == 2
    rule = "a rule" if card.face == "smarty" else None
    for colour in COLOURS if card.is_pigameleon else (None,):
        yield kind(player, card, colour, rule, says)

"""Swintus Junior: the decks and how a seed deals them; and what the conservation check would say."""

from __future__ import annotations

import json
from random import Random

import pytest

from swishsolve.rules.protocol import ConservationError
from swishsolve.rules.referee import judge
from swishsolve.rules.simulate import play_game
from swishsolve.rules.swintus_cards import edition_deck
from swishsolve.rules.swintus_junior import SwintusGame
from swishsolve.rules.swipe import SwipeGame
from swishsolve.rules.swish import SwishGame
from swishsolve.rules.transcript import parse_transcript


def written_deck(copies: int) -> list[str]:
    """The deck as the rules list it, written out again."""
    colours = ["red", "green", "blue", "orange"]
    cards = [f"{colour} {value}" for colour in colours for value in range(8) for _ in range(2)]
    for kind in ["greedy-piggy", "whirly-piglet", "snoring-pig", "silent-piggy", "stompy", "smarty"]:
        cards += [f"{colour} {kind}" for colour in colours for _ in range(copies)]
    return cards + ["pigameleon"] * 4 * copies


@pytest.mark.parametrize(("edition", "copies"), [(92, 1), (120, 2)])
def test_a_seed_deals_one_card_at_a_time_from_the_first_named_player_on(edition: int, copies: int) -> None:
    deck = written_deck(copies)
    assert [str(card) for card in edition_deck(edition)] == deck
    assert len(deck) == edition
    Random(5).shuffle(deck)
    start = {"event": "start", "game": "swintus-junior", "players": ["Ann", "Bo", "Cy"], "seed": 5, "edition": edition}
    game = parse_transcript(json.dumps(start)).game
    assert isinstance(game, SwintusGame)
    for seat, player in enumerate(game.players):
        assert [str(card) for card in game.hands[player]] == [deck[3 * card + seat] for card in range(8)]
    assert str(game.cards.top) == deck[24]
    assert [str(card) for card in reversed(game.cards.pile)] == deck[25:]
    assert (game.dealer, game.turn) == ("Cy", "Ann")


def test_dealer_and_first_have_their_defaults() -> None:
    start = {"event": "start", "game": "swintus-junior", "players": ["Ann", "Bo", "Cy"], "seed": 5}
    for fields, turn in (({}, "Ann"), ({"dealer": "Ann"}, "Bo"), ({"dealer": "Ann", "first": "Cy"}, "Cy")):
        game = parse_transcript(json.dumps(start | fields)).game
        assert isinstance(game, SwintusGame)
        assert game.turn == turn


def test_what_gets_lost_is_noticed() -> None:
    for name in ("swish", "swipe", "swintus-junior"):
        transcript = parse_transcript(json.dumps(play_game(name, 2, 1, 0).written[0]))
        game = transcript.game
        if isinstance(game, SwishGame):
            game.discarded.append(game.deck[0])
        elif isinstance(game, SwipeGame):
            game.holdings.chips["Ann"] += 1
        elif isinstance(game, SwintusGame):
            game.cards.pile.pop()
        with pytest.raises(ConservationError):
            judge(transcript)

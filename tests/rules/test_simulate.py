"""Simulated games: accepted by the referee with everything conserved, and statistics that can be computed exactly."""

from __future__ import annotations

import json
from collections import Counter
from math import comb, sqrt
from time import process_time

import pytest

from swishsolve.errors import InputError
from swishsolve.model.deck import read_deck
from swishsolve.rules.policies import Policy, find_by_policy
from swishsolve.rules.referee import judge_text
from swishsolve.rules.simulate import PLAYERS, Simulation, format_transcript, play_game, simulate
from swishsolve.rules.swintus_cards import edition_deck, matches
from swishsolve.rules.swish import SwishGame
from swishsolve.solve import solve

GAMES_OF_EACH = 100


@pytest.mark.parametrize("game", PLAYERS)
def test_the_referee_accepts_every_simulated_game(game: str) -> None:
    least, most = PLAYERS[game]
    for number in range(GAMES_OF_EACH):
        players = least + number % (most - least + 1)
        policy: Policy = "smallest" if number % 5 == 4 else "largest"
        played = play_game(game, players, seed=11, number=number, policy=policy)
        verdict = judge_text(format_transcript(played))
        assert [event for event in verdict.events if not event.legal] == []
        assert verdict.finished
        assert (verdict.scores, verdict.winners) == (played.game.scores, played.game.winners)
        assert verdict.rulings == played.game.rulings.in_use()


def test_statistics_are_the_same_for_any_number_of_workers_and_for_any_order() -> None:
    one = simulate("swipe", players=3, games=30, seed=5)
    assert simulate("swipe", players=3, games=30, seed=5, workers=2).to_json() == one.to_json()
    assert simulate("swipe", players=3, games=30, seed=6).to_json() != one.to_json()


@pytest.fixture(scope="module")
def swipe() -> Simulation:
    return simulate("swipe", players=2, games=1500, seed=3)


def test_swipe_first_roll_is_a_super_swipe_once_in_36(swipe: Simulation) -> None:
    # Two dice, one side of six each: 1/6 * 1/6.
    share = swipe.shares["first rolls that are a Super Swipe"]
    assert share.low < 1 / 36 < share.high


def test_swipe_first_roll_gains_one_chip(swipe: Simulation) -> None:
    # Of the six sides two win a chip and one swipes a chip, which nobody lacks: half a chip a die, two dice.
    mean = swipe.means["chips gained in first rolls"]
    assert mean.low < 2 * (2 + 1) / 6 < mean.high


def test_swipe_first_roll_with_one_die_is_a_super_swipe_once_in_6() -> None:
    share = simulate("swipe", players=6, games=600, seed=4).shares["first rolls that are a Super Swipe"]
    assert share.low < 1 / 6 < share.high


def share_of_playable_first_hands() -> float:
    """Exactly: over every top card, one minus the chance that none of eight other cards matches it."""
    deck = Counter(edition_deck(92))
    share = 0.0
    for top, copies in deck.items():
        others = deck - Counter([top])
        fitting = sum(n for card, n in others.items() if top.is_pigameleon or matches(card, top, None))
        share += copies / 92 * (1 - comb(91 - fitting, 8) / comb(91, 8))
    return share


def test_the_share_of_playable_hands_can_be_computed_by_hand_for_one_top_card() -> None:
    # On green 7: 15 other green numbers, 6 green super-cards, 6 sevens of other colours, 4 pigameleons.
    deck = Counter(edition_deck(92))
    top = next(card for card in deck if str(card) == "green 7")
    others = deck - Counter([top])
    assert sum(n for card, n in others.items() if matches(card, top, None)) == 15 + 6 + 6 + 4


def test_swintus_share_of_playable_first_hands() -> None:
    share = simulate("swintus-junior", players=2, games=700, seed=8).shares["first hands that can play"]
    assert share.low < share_of_playable_first_hands() < share.high


# The exact census of classic-60: so many of its deals of 16 cards hold no Swish.
WITHOUT_SWISH = 48_934_542_442 / comb(60, 16)


def test_swish_share_of_first_tables_without_a_swish() -> None:
    share = simulate("swish", players=2, games=40, seed=2).shares["first tables without a Swish"]
    assert share.low <= WITHOUT_SWISH < share.high


def test_dealt_tables_agree_with_the_census() -> None:
    deck = read_deck("classic-60")
    tables = 9000
    without = sum(solve(deck.deal((4, 4), seed), "first").status == "none" for seed in range(tables))
    spread = sqrt(tables * WITHOUT_SWISH)
    assert abs(without - tables * WITHOUT_SWISH) < 3 * spread
    assert without > 0


@pytest.mark.parametrize("game", PLAYERS)
def test_a_number_of_players_that_a_game_forbids_is_refused(game: str) -> None:
    for players in (PLAYERS[game][0] - 1, PLAYERS[game][1] + 1):
        with pytest.raises(InputError, match="players, expected"):
            play_game(game, players, 1, 0)


def test_a_game_of_two_perfect_players_is_searched_quickly() -> None:
    start = process_time()
    for number in range(5):
        played = play_game("swish", 2, seed=1, number=number)
        assert isinstance(played.game, SwishGame)
    # 0.3 s a game are allowed; a slow machine gets some more.
    assert (process_time() - start) / 5 < 0.6


def test_the_smallest_policy_finds_the_smallest() -> None:
    start = json.loads(format_transcript(play_game("swish", 2, seed=1, number=0)).split("\n")[0])
    game = judge_start(start)
    smallest, largest = find_by_policy(game, "smallest"), find_by_policy(game, "largest")
    assert 2 <= len(smallest) < len(largest)


def judge_start(start: dict[str, object]) -> SwishGame:
    from swishsolve.rules.transcript import parse_transcript

    game = parse_transcript(json.dumps(start)).game
    assert isinstance(game, SwishGame)
    return game

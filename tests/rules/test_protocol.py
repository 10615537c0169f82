"""What the three games promise alike: legal events are legal, illegal ones change nothing but what a penalty says."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from itertools import islice
from random import Random
from typing import Any

import pytest

from swishsolve.errors import InputError
from swishsolve.rules.policies import PlayedGame
from swishsolve.rules.protocol import Event, Game
from swishsolve.rules.referee import judge_text
from swishsolve.rules.simulate import PLAYERS, format_transcript, play_game
from swishsolve.rules.swintus_cards import CARDS, KINDS, PigCard
from swishsolve.rules.swintus_events import (
    WORDS,
    BrokeRule,
    Catch,
    Draw,
    Intercept,
    Noise,
    Pass,
    Play,
    Reshuffle,
    Stomp,
    Tarry,
)
from swishsolve.rules.swintus_junior import SwintusGame
from swishsolve.rules.swintus_start import deal
from swishsolve.rules.swipe import FACES, Roll, RollOff, SwipeGame, Take
from swishsolve.rules.transcript import parse_transcript
from tests.rules.swintus_by_the_book import Round
from tests.rules.swipe_by_the_book import carry_out_roll, fresh_state


def fresh(game: str, players: int, number: int) -> Game:
    begin = format_transcript(play_game(game, players, 77, number)).split("\n")[0]
    started = parse_transcript(begin).game
    assert started is not None
    return started


@pytest.mark.parametrize("game", PLAYERS)
def test_every_event_that_is_offered_is_legal(game: str) -> None:
    lot = Random(game)
    offered = 0
    for number in range(6):
        state = fresh(game, lot.randint(max(2, PLAYERS[game][0]), 5), number)
        for _ in range(60):
            events = list(islice(state.legal_events(), 200))
            for event in lot.sample(events, min(6, len(events))):
                copy = deepcopy(state)
                assert copy.apply(event).legal, event
                copy.check_conserved()
                offered += 1
            if state.finished:
                assert not events
                break
            assert events
            assert state.apply(lot.choice(events)).legal
            state.check_conserved()
    assert offered > 100


@pytest.mark.parametrize("game", PLAYERS)
def test_games_of_random_legal_events_are_accepted_when_written_down(game: str) -> None:
    lot = Random(game)
    for number in range(12):
        players = lot.randint(max(2, PLAYERS[game][0]), 6)
        begin = play_game(game, players, 78, number).written[0]
        state = fresh(game, players, number)
        begin = play_game(game, players, 77, number).written[0]
        played = PlayedGame(state, [begin])
        for _ in range(80):
            events = list(islice(state.legal_events(), 300))
            if not events:
                break
            played.do(lot.choice(events))
        verdict = judge_text(format_transcript(played))
        assert not verdict.illegal
        state.close()
        assert verdict.scores == state.scores
        assert verdict.winners == state.winners


# Swipe


def test_swipe_rolls_agree_with_a_second_reading_of_the_rules() -> None:
    lot = Random(5)
    legal = illegal = 0
    for _ in range(60):
        players = tuple("ABCDEF"[: lot.randint(2, 6)])
        game = SwipeGame(players)
        book = fresh_state(players)
        for _ in range(120):
            player = game.turn if lot.random() < 0.9 else lot.choice(players)
            number = game.holdings.dice[player] + (lot.random() < 0.05)
            dice = [lot.choice(FACES) for _ in range(number)]
            take = [Take(lot.choice(("die", "chip")), lot.choice(players)) for _ in range(lot.randint(0, 6))]
            judged = game.apply(Roll(player, tuple(dice), tuple(take))).legal
            assert judged == carry_out_roll(book, player, dice, take)
            legal, illegal = legal + judged, illegal + (not judged)
            game.check_conserved()
            assert (game.holdings.dice, game.holdings.chips) == (book["dice"], book["chips"])
            assert (game.holdings.centre_dice, game.turn) == (book["centre dice"], book["turn"])
    assert legal > 500
    assert illegal > 500


def test_swipe_roll_offs_of_every_size_end_with_one_of_the_tied() -> None:
    lot = Random(9)
    for ruling in ("loser-first", "winner-first"):
        for tied in range(2, 7):
            game = SwipeGame(tuple("ABCDEF"[:tied]))
            game.rulings.chosen["roll-off"] = ruling
            game.tied = list(game.players)
            rolls: list[tuple[str, str]] = []
            while not game.finished:
                rolls.append((game.tied[0], lot.choice(FACES)))
                assert game.apply(RollOff(game.tied[0], FACES[FACES.index(rolls[-1][1])])).legal
            losers = [player for player, face in rolls if face == "lose-die"]
            if ruling == "winner-first":
                assert game.winners == (losers[0],)
            else:
                assert set(game.winners) == set(game.players) - set(losers)


# Swintus Junior


def any_event(game: SwintusGame, lot: Random) -> Event:
    """Something that somebody may try, legal or not."""
    player = game.turn if lot.random() < 0.5 else lot.choice(game.players)
    hand = game.hands[player]
    card: PigCard = lot.choice(hand) if hand and lot.random() < 0.8 else lot.choice(list(CARDS.values()))
    if lot.random() < 0.3 and game.just_played:
        card = game.just_played.card
    fields: dict[str, Any] = {"colour": "red"} if card.is_pigameleon else {}
    fields |= {"rule": "sing"} if card.face == "smarty" else {}
    return lot.choice(
        [
            Play(player, card, says_swintus=lot.random() < 0.5, **fields),
            Play(player, card, **fields),
            Intercept(player, card, **fields),
            Draw(player),
            Pass(player),
            Tarry(player),
            Noise(player),
            BrokeRule(player),
            Catch(player, lot.choice(game.players)),
            Stomp(player),
            Reshuffle(game.cards.due),
        ]
    )


def position(game: SwintusGame) -> tuple[Any, ...]:
    cards = (game.hands, game.cards.stack, game.cards.pile)
    turn = (game.turn, game.direction, game.has_drawn, game.drawn, game.penalty, game.stomp_is_due, game.over)
    rest = (game.silencers, game.smarties, game.forgot_swintus, game.just_played, game.called, game.turns)
    return deepcopy((cards, turn, rest))


def test_illegal_events_of_swintus_change_only_what_their_penalty_says() -> None:
    lot = Random(3)
    illegal = 0
    for number in range(100):
        players = tuple("ABCDEFGH"[: lot.randint(2, 8)])
        hands, top, deck = deal(players, 92, Random(number))
        game = SwintusGame(players, hands, top, deck[: lot.randint(0, len(deck))])
        for _ in range(60):
            event = any_event(game, lot) if lot.random() < 0.6 else next(iter(game.legal_events()), Draw(game.turn))
            before, turn = position(game), game.turn
            waits = game.penalty is not None
            try:
                judgement = game.apply(event)
            except InputError:
                assert position(game) == before
                continue
            game.check_conserved()
            if judgement.legal or waits:
                continue
            illegal += 1
            after = position(game)
            player = getattr(event, "player", None)
            if "is due" in judgement.note or "is over" in judgement.note or not isinstance(event, Play | Intercept):
                punished = isinstance(event, Draw | Pass) and player == turn and "due" not in judgement.note
                if not punished or "is over" in judgement.note:
                    assert after == before, (event, judgement)
            drew = {name: len(game.hands[name]) - len(before[0][0][name]) for name in players}
            assert all(0 <= drew[name] <= (2 if name == player else 0) for name in players)
            ends_turn = player == turn and not isinstance(event, Intercept) and after != before
            assert (game.turns > before[2][5]) == (ends_turn and "is due" not in judgement.note)
    assert illegal > 1200


def small_round(lot: Random, players: tuple[str, ...]) -> tuple[dict[str, list[PigCard]], PigCard, list[PigCard]]:
    """Hands, top and a short draw pile of few kinds of card: copies, pigs in a row and empty piles are common."""
    kinds = lot.sample(sorted(CARDS, key=str), lot.randint(3, 14))
    kinds += [f"red {lot.choice(KINDS)}", f"blue {lot.choice(KINDS)}"]
    cards = [CARDS[lot.choice(kinds)] for _ in range(60)]
    hands = {player: [cards.pop() for _ in range(lot.randint(2, 5))] for player in players}
    return hands, cards.pop(), cards[: lot.choice((0, 1, 2, 5, 10))]


def test_swintus_agrees_with_a_second_reading_of_the_rules() -> None:
    lot = Random(8)
    legal: Counter[str] = Counter()
    illegal: Counter[str] = Counter()
    for _ in range(600):
        players = tuple("ABCDEFGH"[: lot.randint(2, 5)])
        hands, top, deck = small_round(lot, players)
        game = SwintusGame(players, hands, top, deck, first=players[0])
        texts = {player: [str(card) for card in hand] for player, hand in hands.items()}
        book = Round(players, texts, str(top), [str(card) for card in deck], players[0])
        book.smarty_until = lot.choice(("round-end", "next-smarty", "next-turn-of-player"))
        book.skip_on_reverse = lot.random() < 0.5
        game.rulings.chosen = {"smarty-until": book.smarty_until}
        game.rulings.chosen["two-player-reverse"] = "skip" if book.skip_on_reverse else "no-skip"
        for _ in range(50):
            events = list(game.legal_events())
            event = lot.choice(events) if events and lot.random() < 0.75 else any_event(game, lot)
            if isinstance(event, Reshuffle):
                event = Reshuffle(tuple(lot.sample(event.deck, len(event.deck))))
            judged = game.apply(event)
            game.check_conserved()
            assert judged.legal == book.judge(event.to_json()), (event, judged)
            (legal if judged.legal else illegal)[event.word] += 1
            assert {name: sorted(map(str, hand)) for name, hand in game.hands.items()} == {
                name: sorted(hand) for name, hand in book.hands.items()
            }, (event, judged)
            assert (list(map(str, game.cards.stack)), [str(c) for c in reversed(game.cards.pile)]) == (
                book.stack,
                book.pile,
            )
            assert game.over == book.over
            assert game.over or (game.turn, game.direction) == (book.now, book.way)
    for words in (legal, illegal):
        assert all(words[word] > 20 for word in WORDS if not (words is illegal and word in ("catch", "tarry"))), words


@pytest.mark.parametrize("players", [2, 3, 5, 8])
def test_a_seeded_round_is_the_explicit_round_with_its_reshuffles_written(players: int) -> None:
    lot = Random(players)
    reshuffles = 0
    for seed in range(8):
        names = tuple("ABCDEFGH"[:players])
        generator, twin = Random(seed), Random(seed)
        seeded = SwintusGame(names, *deal(names, 92, generator), shuffler=generator)
        explicit = SwintusGame(names, *deal(names, 92, twin))

        def written(cards: tuple[PigCard, ...], twin: Random = twin) -> Reshuffle:
            order = list(cards)
            twin.shuffle(order)
            return Reshuffle(tuple(order))

        for _ in range(250):
            events = list(seeded.legal_events())
            if not events:
                break
            event = lot.choice(events) if lot.random() < 0.7 else any_event(seeded, lot)
            if isinstance(event, Reshuffle):
                continue
            if explicit.penalty and explicit._empties_pile(explicit.penalty, event):
                assert explicit.apply(written(explicit.cards.due)).legal
                reshuffles += 1
            assert explicit.apply(event).legal == seeded.apply(event).legal
            while explicit.cards.reshuffle_is_due and not explicit.over:
                assert explicit.apply(written(explicit.cards.due)).legal
                reshuffles += 1
            assert position(explicit) == position(seeded)
    assert reshuffles > 5 or players == 2

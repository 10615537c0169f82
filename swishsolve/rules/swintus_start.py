"""The start of Swintus Junior in a transcript: players, dealer, hands, top and deck, or a seed."""

from __future__ import annotations

from collections import Counter
from random import Random

from swishsolve.model.code import quote
from swishsolve.rules.fields import Fields, alternatives, read_players
from swishsolve.rules.protocol import Rulings
from swishsolve.rules.swintus_cards import EDITIONS, HAND, LEAST_HAND, PigCard, edition_deck
from swishsolve.rules.swintus_events import read_card, read_cards
from swishsolve.rules.swintus_junior import SwintusGame

FREE = "free"


def read_start(fields: Fields, rulings: Rulings) -> SwintusGame | None:
    """The game that a start describes; None with a fault."""
    before = len(fields.faults)
    players = read_players(fields, 2, 8)
    edition = fields.value.get("edition", 92)
    if isinstance(edition, bool) or edition not in (*EDITIONS, FREE):
        fields.wrong("edition", edition, '92, 120 or "free"')
    if not players:
        return None
    dealer = fields.word("dealer", players, players[-1])
    first = fields.word("first", players, players[(players.index(dealer) + 1) % len(players)])
    if len(fields.faults) > before:
        return None
    shuffler = None
    if edition in EDITIONS and "seed" in fields and not any(key in fields for key in ("hands", "top", "deck")):
        shuffler = Random(fields.whole("seed", "a whole number"))
        hands, top, deck = deal(players, edition, shuffler)
    else:
        hands = _read_hands(fields, players, free=edition == FREE)
        card = read_card(fields, "top", fields.value["top"]) if "top" in fields else None
        deck = read_cards(fields, "deck", fields.value["deck"]) if "deck" in fields else []
        for key in ("top", "deck"):
            if key not in fields:
                fields.complain(f'found no field "{key}", expected it with hands, or a seed instead of them')
        if card is None or len(fields.faults) > before:
            return None
        top = card
        if edition != FREE:
            _check_deck(fields, Counter(edition_deck(edition)), hands, top, deck)
    if len(fields.faults) > before:
        return None
    return SwintusGame(players, hands, top, deck, dealer=dealer, first=first, shuffler=shuffler, rulings=rulings)


def deal(
    players: tuple[str, ...], edition: int, shuffler: Random
) -> tuple[dict[str, list[PigCard]], PigCard, list[PigCard]]:
    """Hands, top and draw pile of a deck that is shuffled now, dealt one card at a time from the first-named on."""
    deck = edition_deck(edition)
    shuffler.shuffle(deck)
    dealt = HAND * len(players)
    hands = {player: deck[seat : dealt : len(players)] for seat, player in enumerate(players)}
    return hands, deck[dealt], deck[dealt + 1 :]


def _read_hands(fields: Fields, players: tuple[str, ...], free: bool) -> dict[str, list[PigCard]]:
    written = fields.get("hands", "the cards of each player, or a seed")
    hands: dict[str, list[PigCard]] = {player: [] for player in players}
    if not isinstance(written, dict):
        if "hands" in fields:
            fields.wrong("hands", written, "an object with the cards of each player")
        return hands
    for player in written:
        if player not in players:
            fields.complain(f"found player {quote(player)} in hands, expected {alternatives(players)}")
    for player in players:
        if player not in written:
            fields.complain(f"found no hand of {quote(player)}, expected one")
            continue
        before = len(fields.faults)
        hands[player] = read_cards(fields, f"hand of {quote(player)}", written[player])
        number = len(hands[player])
        if len(fields.faults) > before:
            continue
        if free and number < LEAST_HAND:
            fields.complain(f"found a hand of {number} for {quote(player)}, expected at least {LEAST_HAND}")
        elif not free and number != HAND:
            fields.complain(f"found a hand of {number} for {quote(player)}, expected {HAND}")
    return hands


def _check_deck(
    fields: Fields, due: Counter[PigCard], hands: dict[str, list[PigCard]], top: PigCard, deck: list[PigCard]
) -> None:
    """The cards of a start add up to the deck of its edition."""
    found = Counter([top, *deck])
    for hand in hands.values():
        found.update(hand)
    for wrong, words in ((found - due, "too often"), (due - found, "too seldom")):
        if wrong:
            card = min(wrong, key=str)
            more = f" and {wrong.total() - wrong[card]} more" if wrong.total() > wrong[card] else ""
            fields.complain(f"found {card} {words}{more}, expected the deck of {due.total()} cards")

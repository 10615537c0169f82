"""Swish in a transcript: its start and its events."""

from __future__ import annotations

from random import Random

from swishsolve.errors import InputError
from swishsolve.model.assemble import sized_grid
from swishsolve.model.card import Card
from swishsolve.model.claim import parse_claim
from swishsolve.model.code import quote, scan_code
from swishsolve.model.deck import deck_names, read_deck
from swishsolve.model.grid import Grid
from swishsolve.model.layout import Label, LaidCard, Layout
from swishsolve.model.rule import settle_cards
from swishsolve.model.swish import Stack
from swishsolve.rules.fields import Fields, alternatives, read_players, show
from swishsolve.rules.protocol import Event, Rulings
from swishsolve.rules.swish import PLACES, SWAPPED, Call, CardReader, End, NoSwish, SwishGame

VARIANTS = ("standard", "beginner", "expert-3", "expert-4", "expert-5", "mixed", "solitaire")
LAID_OUT = len(PLACES)


def read_start(fields: Fields, rulings: Rulings) -> SwishGame | None:
    """The game that a start describes; None with a fault."""
    before = len(fields.faults)
    variant = fields.word("variant", VARIANTS, "standard")
    players = read_players(fields, 1, 1) if variant == "solitaire" else read_players(fields, 2, None)
    least = _read_least(fields, variant, players)
    deck: tuple[list[Card], CardReader] | None
    shuffler = None
    if isinstance(fields.value.get("deck"), str):
        name = fields.word("deck", deck_names())
        shuffler = Random(fields.whole("seed", "a whole number"))
        shipped = read_deck(name)
        cards = list(shipped.cards)
        if len(cards) < LAID_OUT:
            fields.complain(f"found deck {name} of {len(cards)} cards, expected {LAID_OUT} or more")
        shuffler.shuffle(cards)
        deck = cards, CardReader(shipped.grid, shipped.rule, shipped.colours)
    else:
        deck = _read_deck(fields)
    if deck is None or len(fields.faults) > before:
        return None
    most = 2 if variant == "beginner" else None
    return SwishGame(players, *deck, least=least, most=most, shuffler=shuffler, rulings=rulings)


def _read_least(fields: Fields, variant: str, players: tuple[str, ...]) -> dict[str, int]:
    """The smallest Swish of each player."""
    least = dict.fromkeys(players, int(variant[-1]) if variant.startswith("expert") else 2)
    if "min" not in fields:
        return least
    written = fields.value["min"]
    if variant != "mixed":
        fields.complain("found min, expected it only in variant mixed")
    elif not isinstance(written, dict):
        fields.wrong("min", written, 'an object such as {"Ann":3}')
    else:
        for player, number in written.items():
            if players and player not in players:
                fields.complain(f"found player {quote(player)} in min, expected {alternatives(players)}")
            elif not isinstance(number, int) or isinstance(number, bool) or not 2 <= number <= 12:
                fields.complain(f"found min {show(number)} of {quote(player)}, expected 2 to 12")
            else:
                least[player] = number
    return least


def _read_deck(fields: Fields) -> tuple[list[Card], CardReader] | None:
    """The cards of a written deck in draw order, with how they are written."""
    codes = fields.items("deck", f"{LAID_OUT} cards or more in draw order")
    before = len(fields.faults)
    for code in codes:
        if not isinstance(code, str):
            fields.wrong("card", code, "a card code such as b../.../.P./...")
            return None
    if not codes:
        if isinstance(fields.value.get("deck"), list):
            fields.wrong("deck", codes, f"{LAID_OUT} cards or more")
        return None
    if len(codes) < LAID_OUT:
        fields.complain(f"found a deck of {len(codes)}, expected {LAID_OUT} cards or more")
    grid = _grid_of(codes[0])
    if grid is None:
        fields.complain(f"found {quote(codes[0])} in the deck, expected a card code such as b../.../.P./...")
        return None
    written = []
    for number, code in enumerate(codes, start=1):
        place = fields.place._replace(card=f"card {number} of the deck")
        symbols, faults = scan_code(code, grid, place)
        if not faults and not symbols:
            faults.append(place._replace(message=f"found {quote(code)}, expected a card with at least one symbol"))
        fields.faults += faults
        written.append(symbols)
    if len(fields.faults) > before:
        return None
    rule, colours, cards, faults = settle_cards(grid, None, None, written, fields.place)
    fields.faults += faults
    return None if faults else (cards, CardReader(grid, rule, colours))


def _grid_of(code: str) -> Grid | None:
    rows = code.split("/")
    cols = sum(int(char) if char in "123456789" else 1 for char in rows[0])
    return sized_grid(len(rows), cols)


def read_event(fields: Fields, game: SwishGame) -> Event | None:
    """The event in these fields; None with a fault."""
    before = len(fields.faults)
    word = fields.word("event", (Call.word, NoSwish.word, End.word))
    if len(fields.faults) > before:
        return None
    event: Event
    if word == Call.word:
        event = _read_call(fields, game)
    else:
        agreed = frozenset(fields.words("agreed", game.players, "the players who agree"))
        event = End(agreed)
        if word == NoSwish.word:
            event = NoSwish(agreed, _read_swap(fields), fields.value.get("deck"))
    return None if len(fields.faults) > before else event


def _read_swap(fields: Fields) -> tuple[Label, ...]:
    """Four different places, or none; whether that fits the table is for the referee to see."""
    places = _read_places(fields, "swap")
    if len(set(places)) < len(places) or len(places) not in (0, SWAPPED):
        fields.complain(f"found swap {' '.join(map(str, places))}, expected four different places with cards")
    return places


def _read_call(fields: Fields, game: SwishGame) -> Call:
    player = fields.word("player", game.players)
    if ("cards" in fields) == ("stack" in fields):
        number = "both" if "cards" in fields else "neither"
        fields.complain(f"found {number} of cards and stack, expected one of them")
        return Call(player, ())
    if "stack" in fields:
        stack = _read_stack(fields, game.reader.grid)
        return Call(player, tuple(label for label, _ in stack), stack)
    labels = _read_places(fields, "cards")
    if fields.value["cards"] == []:
        fields.complain("found no cards, expected at least one")
    return Call(player, labels)


def _read_places(fields: Fields, key: str) -> tuple[Label, ...]:
    labels = []
    for name in fields.items(key, "a list of labels A1 to D4"):
        label = Label.parse(name) if isinstance(name, str) else None
        if label in PLACES:
            labels.append(label)
        else:
            fields.wrong(f"label in {key}", name, "A1 to D4")
    return tuple(labels)


def _read_stack(fields: Fields, grid: Grid) -> Stack:
    """The stack as written; every place of the table may be named, with a card or without."""
    text = fields.value["stack"]
    if not isinstance(text, str):
        fields.wrong("stack", text, "a stack such as A1+C3h")
        return ()
    places = Layout(grid, tuple(LaidCard(label, Card(grid, ())) for label in PLACES), (4, 4))
    try:
        claim = parse_claim(text, places)
    except InputError as error:
        for fault in error.faults:
            fields.complain(f"stack, column {fault.column}: {fault.message}" if fault.column else fault.message)
        return ()
    if claim.any_moves:
        fields.complain('found "?" after the stack, expected a stack as laid (or cards instead of it)')
    return claim.stack

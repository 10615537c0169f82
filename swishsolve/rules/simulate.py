"""Many simulated games and what can be said of them, with 95 % confidence intervals.

Game number i of a run is played with a generator of its own, seeded with the run's seed and i. What games count are
whole numbers that are added up, so a run gives the same statistics whatever the number of workers.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from swishsolve.errors import InputError
from swishsolve.rules.policies import SEATS, PlayedGame, Policy, play_swintus, play_swipe, play_swish
from swishsolve.rules.transcript import format_line

# The least and the most players of each game.
PLAYERS = {"swish": (1, 8), "swipe": (2, 6), "swintus-junior": (2, 8)}
POLICY_NAMES = {"swipe": "swipe from the leader", "swintus-junior": "play if possible, else draw"}
Z_95 = 1.959963984540054
CHUNKS_A_WORKER = 4


class Estimate(NamedTuple):
    """A share or a mean with its 95 % confidence interval."""

    value: float
    low: float
    high: float

    def to_json(self) -> dict[str, Any]:
        """The estimate as a JSON value, six decimals."""
        return {"value": round(self.value, 6), "interval": [round(self.low, 6), round(self.high, 6)]}


def estimate_share(hits: int, trials: int) -> Estimate:
    """The share of hits with Wilson's interval, which holds for shares near 0 and 1 too.

    >>> estimate_share(0, 100).high < 0.04, estimate_share(50, 100).value
    (True, 0.5)
    """
    if not trials:
        return Estimate(0.0, 0.0, 1.0)
    share, square = hits / trials, Z_95 * Z_95
    centre = (share + square / (2 * trials)) / (1 + square / trials)
    half = Z_95 * sqrt(share * (1 - share) / trials + square / (4 * trials * trials)) / (1 + square / trials)
    return Estimate(share, max(0.0, centre - half), min(1.0, centre + half))


def estimate_mean(total: int, squares: int, trials: int) -> Estimate:
    """The mean of whole numbers from their sum and the sum of their squares."""
    mean = total / trials
    variance = (squares * trials - total * total) / (trials * max(trials - 1, 1))
    half = Z_95 * sqrt(max(variance, 0.0) / trials)
    return Estimate(mean, mean - half, mean + half)


@dataclass(frozen=True)
class Simulation:
    """What was counted in a run of games."""

    game: str
    players: int
    games: int
    seed: int
    policy: str
    counts: Counter[str]

    @property
    def turns(self) -> Estimate:
        """Turns a game: tables in Swish, rolls in Swipe, turns in Swintus Junior."""
        return estimate_mean(self.counts["turns"], self.counts["turns squared"], self.games)

    @property
    def wins(self) -> list[Estimate]:
        """The share of games that each seat wins, alone or jointly."""
        return [estimate_share(self.counts[f"wins of seat {seat + 1}"], self.games) for seat in range(self.players)]

    @property
    def shares(self) -> dict[str, Estimate]:
        """The shares that belong to the game, by what they count."""
        if self.game == "swish":
            tables = self.counts["tables"]
            return {
                "tables without a Swish": estimate_share(self.counts["tables without a Swish"], tables),
                "first tables without a Swish": self._share("first tables without a Swish"),
            }
        if self.game == "swipe":
            return {name: self._share(name) for name in ("first rolls that are a Super Swipe", "games with a roll-off")}
        return {name: self._share(name) for name in ("first hands that can play", "rounds without a winner")}

    def _share(self, name: str) -> Estimate:
        return estimate_share(self.counts[name], self.games)

    @property
    def means(self) -> dict[str, Estimate]:
        """The means that belong to the game, by what they count."""
        if self.game != "swipe":
            return {}
        name = "chips gained in first rolls"
        return {name: estimate_mean(self.counts[name], self.counts[f"{name} squared"], self.games)}

    @property
    def sizes(self) -> dict[int, int]:
        """The Swishes called, by their number of cards."""
        word = "Swishes of "
        found = {int(name.removeprefix(word)): n for name, n in self.counts.items() if name.startswith(word)}
        return dict(sorted(found.items()))

    def to_json(self) -> dict[str, Any]:
        """The statistics as a JSON value."""
        value: dict[str, Any] = {
            "format": "swishsolve/simulation",
            "version": 1,
            "game": self.game,
            "players": self.players,
            "games": self.games,
            "seed": self.seed,
            "policy": self.policy,
            "turns": self.turns.to_json(),
            "wins": [{"seat": seat, **share.to_json()} for seat, share in enumerate(self.wins, start=1)],
            "shares": {name: share.to_json() for name, share in self.shares.items()},
            "means": {name: mean.to_json() for name, mean in self.means.items()},
        }
        return value | {"sizes": {str(size): n for size, n in self.sizes.items()}} if self.game == "swish" else value


def check_players(game: str, players: int) -> None:
    """Raise InputError for a number of players that cannot be simulated."""
    least, most = PLAYERS[game]
    if not least <= players <= most:
        raise InputError(f"found {players} players, expected {least} to {most} in {game}")


def play_game(game: str, players: int, seed: int, number: int, policy: Policy = "largest") -> PlayedGame:
    """Game `number`, from 0, of a run with this seed.

    >>> played = play_game("swipe", 2, seed=7, number=0)
    >>> played.game.finished, played.written[0]["players"]
    (True, ['Ann', 'Bo'])
    """
    check_players(game, players)
    lot = Random(f"{game}:{players}:{seed}:{number}")
    seats = SEATS[:players]
    if game == "swish":
        return play_swish(seats, lot, policy)
    return play_swipe(seats, lot) if game == "swipe" else play_swintus(seats, lot)


def format_transcript(played: PlayedGame) -> str:
    """The transcript of a game that was played, one event a line."""
    return "".join(format_line(event) + "\n" for event in played.written)


def simulate(
    game: str, *, players: int, games: int, seed: int, policy: Policy = "largest", workers: int = 1
) -> Simulation:
    """Play many games and add up what they count; raises InputError for a number of players that the game forbids."""
    check_players(game, players)
    workers = max(1, min(workers, games))
    if workers == 1:
        counts = _count_games(game, players, seed, policy, range(games))
    else:
        from concurrent.futures import ProcessPoolExecutor

        chunks = [range(first, games, workers * CHUNKS_A_WORKER) for first in range(workers * CHUNKS_A_WORKER)]
        counts = Counter()
        with ProcessPoolExecutor(workers) as pool:
            for part in [pool.submit(_count_games, game, players, seed, policy, chunk) for chunk in chunks]:
                counts.update(part.result())
    return Simulation(game, players, games, seed, policy if game == "swish" else POLICY_NAMES[game], counts)


def _count_games(game: str, players: int, seed: int, policy: Policy, numbers: range) -> Counter[str]:
    counts: Counter[str] = Counter()
    for number in numbers:
        played = play_game(game, players, seed, number, policy)
        counts.update(played.counts)
        for name in ("turns", "chips gained in first rolls"):
            counts[f"{name} squared"] += played.counts[name] ** 2
    return counts

"""Simulated games held against the referee: accepted, conserved, and how long they take.

    python benchmarks/simulated_games.py                          10,000 Swipe, 10,000 Swintus Junior, 500 Swish
    python benchmarks/simulated_games.py --games swish=100

Every game is written down, read back and judged; an illegal event, a verdict that differs from the game, or a card,
die or chip that gets lost stops the run. Each game is played with every number of players in turn.
"""

from __future__ import annotations

import argparse
from collections import Counter
from time import process_time

from swishsolve.rules.referee import judge_text
from swishsolve.rules.simulate import PLAYERS, format_transcript, play_game

ASKED = {"swipe": 10_000, "swintus-junior": 10_000, "swish": 500}
# A full game of Swish by two perfect players takes at most this much search.
ASKED_SWISH_S = 0.3


def run(game: str, games: int, seed: int) -> None:
    """Play, write down, judge; print what it took."""
    least, most = PLAYERS[game]
    events = 0
    played_s: list[float] = []
    judged_s = 0.0
    words: Counter[str] = Counter()
    for number in range(games):
        players = least + number % (most - least + 1)
        start = process_time()
        played = play_game(game, players, seed, number, "smallest" if number % 5 == 4 else "largest")
        text = format_transcript(played)
        between = process_time()
        verdict = judge_text(text)
        played_s.append(between - start)
        judged_s += process_time() - between
        if verdict.illegal or not verdict.finished:
            raise SystemExit(f"{game} game {number}: {[event for event in verdict.events if not event.legal][:3]}")
        if (verdict.scores, verdict.winners) != (played.game.scores, played.game.winners):
            raise SystemExit(f"{game} game {number}: the verdict differs from the game")
        events += len(verdict.events)
        words.update(event["event"] for event in played.written[1:])
    print(f"{game}: {games:,} games of {least} to {most} players accepted, {events:,} events, everything conserved")
    print(
        f"  a game takes {sum(played_s) / games * 1000:.1f} ms to play (worst {max(played_s) * 1000:.0f} ms), ", end=""
    )
    print(f"{judged_s / games * 1000:.1f} ms to judge")
    print("  " + ", ".join(f"{word} {number:,}" for word, number in words.most_common()))


def time_two_perfect_players(games: int, seed: int) -> None:
    """The search time of Swish games of two perfect players against the time that is allowed."""
    seconds = []
    for number in range(games):
        start = process_time()
        play_game("swish", 2, seed, number)
        seconds.append(process_time() - start)
    print(f"swish, two perfect players: mean {sum(seconds) / games:.3f} s a game, worst {max(seconds):.3f} s ", end="")
    print(f"of {games} games (allowed {ASKED_SWISH_S} s)")


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", action="append", metavar="GAME=N", help="only this game, so often; repeatable")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    wanted = {name: int(number) for name, _, number in (text.partition("=") for text in options.games or [])} or ASKED
    for game, games in wanted.items():
        run(game, games, options.seed)
    if "swish" in wanted:
        time_two_perfect_players(min(100, wanted["swish"]), options.seed)


if __name__ == "__main__":
    main()

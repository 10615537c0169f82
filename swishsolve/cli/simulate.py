"""`swishsolve simulate`: games by simple players, and statistics of them."""

from __future__ import annotations

import os

import click

from swishsolve.cli.console import emit, say
from swishsolve.cli.reports import emit_json
from swishsolve.rules.policies import Policy
from swishsolve.rules.protocol import GAME_RULINGS
from swishsolve.rules.simulate import Estimate, Simulation, format_transcript, play_game, simulate

TURNS = {"swish": "tables a game", "swipe": "rolls a game", "swintus-junior": "turns a round"}


@click.command("simulate")
@click.argument("game", type=click.Choice(list(GAME_RULINGS)))
@click.option("--players", type=click.IntRange(1), default=2, show_default=True, metavar="N", help="Players.")
@click.option("--games", type=click.IntRange(1), default=100, show_default=True, metavar="M", help="Games.")
@click.option("--seed", type=int, default=1, show_default=True, metavar="S", help="The same seed, the same games.")
@click.option(
    "--policy",
    type=click.Choice(["largest", "smallest"]),
    default="largest",
    show_default=True,
    help="Swish: which Swish is called.",
)
@click.option("--workers", type=click.IntRange(1), default=1, show_default=True, metavar="N", help="Processes at most.")
@click.option("--json", "as_json", is_flag=True, help="Print the statistics as JSON.")
@click.option("--transcript", metavar="FILE|-", help="Write the first game as a transcript; - prints it alone.")
def command(
    game: str,
    players: int,
    games: int,
    seed: int,
    policy: Policy,
    workers: int,
    as_json: bool,
    transcript: str | None,
) -> int:
    """Play many games of GAME by a simple policy and print statistics with 95 % intervals.

    Swish: the solver finds the largest (or smallest) Swish. Swipe: swipe from the leader. Swintus Junior: play if
    possible, else draw.

    \b
    Examples:
      swishsolve simulate swipe --players 3 --games 1000
      swishsolve simulate swish --games 50 --policy smallest --json
      swishsolve simulate swintus-junior --players 4 --transcript game.jsonl
    """
    simulation = None
    if transcript != "-":
        bounded = min(workers, os.cpu_count() or 1)
        simulation = simulate(game, players=players, games=games, seed=seed, policy=policy, workers=bounded)
    if transcript:
        _write_transcript(transcript, game, players, seed, policy)
    if simulation and as_json:
        emit_json(simulation.to_json())
    elif simulation:
        emit(_statistics_text(simulation))
    return 0


def _write_transcript(name: str, game: str, players: int, seed: int, policy: Policy) -> None:
    text = format_transcript(play_game(game, players, seed, 0, policy))
    if name == "-":
        emit(text)
        return
    from swishsolve.files import write_whole

    write_whole(name, text.encode())
    say(f"transcript of game 1: {name}")


def _statistics_text(simulation: Simulation) -> str:
    lines = [
        f"{simulation.game}, {simulation.players} player{'s'[: simulation.players != 1]}, "
        f"{simulation.games} game{'s'[: simulation.games != 1]}, seed {simulation.seed}, policy: {simulation.policy}",
        f"{TURNS[simulation.game]}: {_interval(simulation.turns)}",
    ]
    lines += [f"seat {seat} wins: {_percent(share)}" for seat, share in enumerate(simulation.wins, start=1)]
    lines += [f"{name}: {_percent(share)}" for name, share in simulation.shares.items()]
    lines += [f"{name}: {_interval(mean)}" for name, mean in simulation.means.items()]
    lines += [f"Swishes of {size}: {number}" for size, number in simulation.sizes.items()]
    return "\n".join(lines)


def _interval(estimate: Estimate) -> str:
    return f"{estimate.value:.2f} ({estimate.low:.2f} to {estimate.high:.2f})"


def _percent(estimate: Estimate) -> str:
    return f"{estimate.value:.2%} ({estimate.low:.2%} to {estimate.high:.2%})"

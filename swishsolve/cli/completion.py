"""`swishsolve completion`: the script that makes a shell complete commands and options."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from swishsolve.cli.console import emit


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print the completion script of a SHELL.

    \b
    Examples:
      swishsolve completion bash >> ~/.bashrc
      swishsolve completion fish > ~/.config/fish/completions/swishsolve.fish
    """
    from swishsolve.cli import app

    completion_class = get_completion_class(shell)
    assert completion_class is not None  # click knows every shell of the choice
    emit(completion_class(app, {}, "swishsolve", "_SWISHSOLVE_COMPLETE").source())

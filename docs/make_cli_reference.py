"""Write docs/cli.md from the program's own --help; with --check, fail when it is out of date."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from swishsolve.cli import app

TARGET = Path(__file__).with_name("cli.md")


def sections(command: click.Command, name: str, parent: click.Context | None = None) -> list[str]:
    """The help of a command and of its sub-commands, as a terminal of 100 columns shows it, each under a heading."""
    context = click.Context(command, parent, name, terminal_width=98, color=False, **command.context_settings)
    found = [f"## {context.command_path}\n\n```text\n{command.get_help(context).rstrip()}\n```\n"]
    if isinstance(command, click.Group):
        for sub_name in command.list_commands(context):
            sub_command = command.get_command(context, sub_name)
            assert sub_command is not None
            found += sections(sub_command, sub_name, context)
    return found


def main() -> int:
    text = "\n".join(["# Command reference\n\nMade from `--help` by `make docs`.\n", *sections(app, "swishsolve")])
    if "--check" in sys.argv:
        return int(not TARGET.exists() or TARGET.read_text() != text)
    TARGET.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The commands of docs/referee.md run as they stand there."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from tests.cli.running import ROOT

DOCS = (ROOT / "docs" / "referee.md").read_text()
COMMANDS = [line for block in re.findall(r"```sh\n(.*?)```", DOCS, re.DOTALL) for line in block.splitlines()]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_of_the_docs_run(command: str) -> None:
    program = f"{sys.executable} -W error -c 'from swishsolve.__main__ import main; main()'"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command.replace("swishsolve ", f"{program} ")],
        cwd=ROOT,
        capture_output=True,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    assert done.stdout


def test_every_example_line_of_the_docs_is_json() -> None:
    import json

    for block in re.findall(r"```json\n(.*?)```", DOCS, re.DOTALL):
        for line in block.splitlines():
            assert json.loads(line)["event"]

"""Run the command line as a process of its own, as a user does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
LAYOUTS = ROOT / "tests" / "layouts"


def run(
    *arguments: str | Path, stdin: bytes = b"", cwd: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """The finished process of `swishsolve ARGUMENTS`, run by the interpreter of the tests."""
    env = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS", "PYTHONIOENCODING")}
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", "from swishsolve.__main__ import main; main()", *map(str, arguments)],
        input=stdin,
        capture_output=True,
        timeout=120,
        cwd=cwd,
        env=env | {"PYTHONPATH": str(ROOT)} | environment,
        check=False,
    )

"""The program: `swishsolve` and `python -m swishsolve`."""

from __future__ import annotations

import sys

from swishsolve.errors import ExitStatus


def main() -> None:
    """Run the command line and exit with its status; Ctrl-C is quiet even while modules are being loaded."""
    try:
        from swishsolve.cli import run

        status = run()
    except KeyboardInterrupt:
        status = ExitStatus.UNDECIDED
    sys.exit(status)


if __name__ == "__main__":
    main()

"""How long a deck takes to become a PDF, as a whole process, against importing what it needs.

    python benchmarks/printing.py [--times N]

Prints the median seconds of both and their ratio; at most 3 is asked.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

BASE = "import reportlab.pdfgen.canvas, click"
RENDER = "from swishsolve.__main__ import main; main()"


def seconds(command: list[str]) -> float:
    start = perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=15)
    times = parser.parse_args().times
    with tempfile.TemporaryDirectory() as folder:
        output = str(Path(folder) / "deck.pdf")
        base = [sys.executable, "-c", BASE]
        render = [sys.executable, "-c", RENDER, "deck", "render", "classic-60", "-o", output]
        # In turns, so that a busy machine slows both down alike; the first pair fills the caches.
        spent = [(seconds(base), seconds(render)) for _ in range(times + 1)][1:]
    imports, whole = (median(values) for values in zip(*spent, strict=True))
    print(f"imports {imports:.3f} s, 60-card deck to PDF {whole:.3f} s, ratio {whole / imports:.2f} (at most 3)")


if __name__ == "__main__":
    main()

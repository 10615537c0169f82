"""Whole processes, from the shell and back, against importing what they cannot do without.

python benchmarks/commands.py
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from measure import LAYOUTS, PROGRAM, ROOT, Row, bounded, compared, in_turns, memory_text, run_process, time_text

IMPORT_CLICK = (sys.executable, "-c", "import click")
IMPORT_CV2 = (sys.executable, "-c", "import cv2")
IMPORT_REPORTLAB = (sys.executable, "-c", "import reportlab.pdfgen.canvas, click")


def rows(quick: bool = False) -> Iterator[Row]:
    """`solve` of a table, `read` of photos, a deck as PDF, and the whole of a deck on one table."""
    tables = sorted(LAYOUTS.glob("*classic16*.txt"))
    click, *spent = in_turns(IMPORT_CLICK, *((*PROGRAM, "solve", table) for table in tables), times=3 if quick else 11)
    slowest = max(run.seconds for run in spent)
    yield compared(
        f"`solve`, slowest of {len(tables)} tables of 16", slowest, "`import click`", click.seconds, most=2.5
    )
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        yield from _photos(folder, quick)
        render = (*PROGRAM, "deck", "render", "classic-60", "-o", folder / "deck.pdf")
        imports, pdf = in_turns(IMPORT_REPORTLAB, render, times=3 if quick else 11)
        what = "`deck render classic-60`, a PDF of 60 cards"
        yield compared(what, pdf.seconds, "`import reportlab, click`", imports.seconds, most=3)
        deck = folder / "deck.json"
        deck.write_bytes(run_process((*PROGRAM, "deck", "show", "classic-60", "--json")).output)
        for options, most in ((("--maximum",), 0.5), (("--cover",), 10.0)):
            run = in_turns((*PROGRAM, "solve", deck, *options), times=3)[0]
            yield bounded(f"`solve {options[0]}`, all 60 cards of `classic-60`", run.seconds, most, time_text)


def _photos(folder: Path, quick: bool) -> Iterator[Row]:
    from PIL import Image

    photo, large = ROOT / "examples" / "table.jpg", folder / "large.jpg"
    with Image.open(photo) as picture:
        picture.resize((4000, 3000)).save(large, exif=picture.getexif(), quality=90)
    read = (*PROGRAM, "read")
    cv2, small, big = in_turns(IMPORT_CV2, (*read, photo), (*read, large), times=1 if quick else 5)
    yield compared("`read examples/table.jpg`", small.seconds, "`import cv2`", cv2.seconds, most=8)
    yield compared("`read`, 12 megapixels", big.seconds, "`import cv2`", cv2.seconds, most=8)
    yield bounded("`read`, 12 megapixels, memory", big.megabytes, 700, memory_text)


if __name__ == "__main__":
    for line in rows():
        print(" | ".join(filter(None, line[:-1])), flush=True)

"""Make synthetic phone photographs of Swish tables with exact truth files.

usage: python benchmarks/photo_generator.py --family NAME --count N --seed S --difficulty easy|medium|hard OUTDIR

Each picture NAME-DIFFICULTY-SEED-NNN.jpg gets a .json file of the same name that says what lies on the table. The same
arguments give the same pictures. `--family list` shows the families; those marked "held out" are for final scores only.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from photos import FAMILIES, make_photo


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--family", required=True, choices=[*FAMILIES, "list"])
    parser.add_argument("--count", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--difficulty", choices=["easy", "medium", "hard", "mixed"], default="easy")
    parser.add_argument("outdir", type=Path, nargs="?", metavar="OUTDIR")
    args = parser.parse_args()
    if args.family == "list":
        for name, family in FAMILIES.items():
            print(f"{name:10}{'held out  ' if family.held_out else '          '}{family.about}")
        return 0
    if args.outdir is None:
        parser.error("OUTDIR is missing")
    args.outdir.mkdir(parents=True, exist_ok=True)
    for index in range(args.count):
        level = ("easy", "medium", "hard")[index % 3] if args.difficulty == "mixed" else args.difficulty
        photo = make_photo(args.family, args.seed, index, level)
        name = f"{args.family}-{level}-{args.seed}-{index:03d}"
        (args.outdir / f"{name}.jpg").write_bytes(photo.jpeg)
        truth = {"image": f"{name}.jpg", "family": args.family, **photo.truth}
        (args.outdir / f"{name}.json").write_text(json.dumps(truth, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

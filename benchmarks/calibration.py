"""Read many photographs with known truth and hold the stated probabilities against what was right.

usage: python benchmarks/calibration.py [--photos DIR ...] [--family NAME ...] [--count N] [--seed S] [--out FILE.md]

Photographs come from folders (pictures with truth files beside them) and from the families of photo_generator.py, N of
each difficulty, made in memory. Two tables are printed: what was read, by source and difficulty, and how often the
cards of each band of probability were right. `--out` writes both as markdown, with the command that made them.
`--family tuning` and `--family held-out` stand for all families of that kind; `--list` names each fault.

A card is right when its symbols are in the cells as they lie and it is not doubtful; right but doubtful is flagged. A
fault is silent when a wrong or invented card is not doubtful, or a card is missing while nothing is doubtful.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
from photos import FAMILIES, HELD_OUT, make_photo

from swishsolve.errors import InputError
from swishsolve.model.grid import Grid
from swishsolve.vision.decode import decode_photo
from swishsolve.vision.read import ReadCard, ReadingHints, read_layout

LEVELS = ("easy", "medium", "hard")
LETTERS = {"blue": "b", "orange": "o", "green": "g", "purple": "p", "red": "r", "yellow": "y"}
BANDS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.99)
HINTS = {  # what the reader is told of the decks of a family
    "junior": ReadingHints(Grid(3, 3), "free", symbols=frozenset({(2, 0), (1, 1), (0, 2)})),
}
SURE = 0.99


@dataclass(frozen=True)
class Task:
    """One photograph to read: a file, or a picture of a family."""

    source: str
    path: Path | None = None
    family: str = ""
    seed: int = 0
    index: int = 0
    level: str = "easy"


@dataclass
class Result:
    """What the reading of one photograph was worth."""

    source: str
    level: str
    name: str
    counts: Counter[str] = field(default_factory=Counter)
    cards: list[tuple[float, bool]] = field(default_factory=list)  # probability, right
    faults: list[str] = field(default_factory=list)
    seconds: float = 0.0


def tasks(photos: list[Path], families: list[str], count: int, seed: int) -> Iterator[Task]:
    for folder in photos:
        for path in sorted(folder.glob("*.json")):
            truth = json.loads(path.read_text())
            if "cards" in truth and "image" in truth:
                yield Task(folder.name, path, level=truth["difficulty"])
    for family in families:
        for level in LEVELS:
            for index in range(count):
                yield Task(family, family=family, seed=seed, index=index, level=level)


def judge(task: Task) -> Result:
    """Read one photograph and compare it with its truth."""
    cv2.setNumThreads(1)
    if task.path is not None:
        truth = json.loads(task.path.read_text())
        data, name = (task.path.parent / truth["image"]).read_bytes(), truth["image"]
    else:
        photo = make_photo(task.family, task.seed, task.index, task.level)
        data, truth, name = photo.jpeg, photo.truth, f"{task.family}-{task.level}-{task.seed}-{task.index:03d}"
    result = Result(task.source, task.level, name)
    result.counts.update(photos=1, cards=len(truth["cards"]))
    start = time.perf_counter()
    try:
        reading = read_layout(decode_photo(data, name), hints=HINTS.get(task.family))
        found, refused = list(reading.cards), reading.doubtful
    except InputError as error:
        found, refused = [], True
        result.faults.append(f"{name}: {error}")
    result.seconds = time.perf_counter() - start
    result.counts["refused"] += refused
    compare(truth["cards"], found, refused, result)
    return result


def compare(truth: list[dict[str, Any]], found: list[ReadCard], refused: bool, result: Result) -> None:
    """Match the cards by their middles, each truth with the nearest one left, and count."""
    counts = result.counts
    left = list(found)
    reach = 0.5 * math.dist(*truth[0]["corners"][:2]) if truth else 0.0
    for card in truth:
        here = middle(card["corners"])
        near = min(left, key=lambda c: math.dist(here, middle(c.corners)), default=None)
        place = (card["table_row"], card["table_col"])
        if near is None or math.dist(here, middle(near.corners)) > reach:
            counts["missing"] += 1
            counts["silent"] += not refused
            result.faults.append(f"{result.name}: card {place} is missing" + ("" if refused else ", SILENT"))
            continue
        left.remove(near)
        right = symbols(card) == {(s.kind, s.colour, s.row, s.col) for s in near.card.symbols}
        counts["labels"] += tuple(near.label) == place
        note(result, near, right)
        if not right:
            silent = "" if near.doubtful else ", SILENT"
            read = f"read {near.card.code} (p {near.confidence})"
            result.faults.append(f"{result.name}: card {place} {read}, is {code(card)}{silent}")
    for extra in left:
        counts["extra"] += 1
        note(result, extra, False, invented=True)
        silent = "" if extra.doubtful else ", SILENT"
        result.faults.append(
            f"{result.name}: {extra.label} {extra.card.code} is invented (p {extra.confidence}){silent}"
        )


def note(result: Result, card: ReadCard, right: bool, invented: bool = False) -> None:
    counts = result.counts
    result.cards.append((card.confidence, right))
    counts["read"] += 1
    if card.confidence >= SURE:
        counts["sure"] += 1
        counts["sure wrong"] += not right
    if right:
        counts["flagged" if card.doubtful else "right"] += 1
    else:
        counts["wrong"] += not invented
        counts["silent"] += not card.doubtful


def middle(corners: Any) -> tuple[float, float]:
    return sum(p[0] for p in corners) / 4, sum(p[1] for p in corners) / 4


def symbols(card: dict[str, Any]) -> set[tuple[str, str, int, int]]:
    listed = card.get("symbols") or [dict(card[kind], kind=kind) for kind in ("ball", "hoop")]
    return {(s["kind"], LETTERS[s["colour"]], s["row"], s["col"]) for s in listed}


def code(card: dict[str, Any]) -> str:
    """The symbols row by row, as far as there are any: truth files do not all tell the grid."""
    marks = {(row, col): letter if kind == "ball" else letter.upper() for kind, letter, row, col in symbols(card)}
    rows, cols = (max(cell[axis] for cell in marks) + 1 for axis in (0, 1))
    return "/".join("".join(marks.get((row, col), ".") for col in range(cols)) for row in range(rows))


def calibration_error(cards: list[tuple[float, bool]]) -> float:
    """Expected calibration error: mean gap between probability and share right over the bands, weighed by cards."""
    if not cards:
        return 0.0
    gaps = [abs(sum(p for p, _ in band) - sum(right for _, right in band)) for band in bands(cards)]
    return sum(gaps) / len(cards)


def bands(cards: list[tuple[float, bool]]) -> list[list[tuple[float, bool]]]:
    found: list[list[tuple[float, bool]]] = [[] for _ in BANDS]
    for p, right in cards:
        found[max(i for i, low in enumerate(BANDS) if p >= low)].append((p, right))
    return found


def reading_table(results: list[Result]) -> list[list[str]]:
    head = (
        "source level photos cards right flagged labels wrong missing extra silent refused p>=0.99 wrong# ECE s/photo"
    )
    rows = [[*head.split()]]
    groups: dict[tuple[str, str], list[Result]] = defaultdict(list)
    for result in results:
        groups[result.source, result.level].append(result)
        groups["all", result.level].append(result)
        groups["all", "all"].append(result)
    order = [*dict.fromkeys(r.source for r in results), "all"]
    levels = [*LEVELS, "all"]
    for source, level in sorted(groups, key=lambda key: (order.index(key[0]), levels.index(key[1]))):
        group = groups[source, level]
        c: Counter[str] = sum((r.counts for r in group), Counter())
        cards = [card for r in group for card in r.cards]

        def share(key: str, c: Counter[str] = c) -> str:
            return f"{c[key] / c['cards']:.1%}" if c["cards"] else str(c[key])

        rows.append(
            [source, level, str(c["photos"]), str(c["cards"]), share("right"), share("flagged"), share("labels")]
            + [str(c[key]) for key in ("wrong", "missing", "extra", "silent", "refused")]
            + [share("sure"), str(c["sure wrong"]), f"{calibration_error(cards):.3f}"]
            + [f"{sum(r.seconds for r in group) / len(group):.2f}"]
        )
    return rows


def probability_table(results: list[Result]) -> list[list[str]]:
    cards = [card for r in results for card in r.cards]
    rows = [["p from", "cards", "mean p", "right", "wrong"]]
    for low, band in zip(BANDS, bands(cards), strict=True):
        if band:
            right = sum(ok for _, ok in band)
            mean = sum(p for p, _ in band) / len(band)
            share = f"{right / len(band):.2%}"
            rows.append([f"{low:.2f}", str(len(band)), f"{mean:.3f}", share, str(len(band) - right)])
    return rows


def plain(rows: list[list[str]]) -> str:
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    return "\n".join("  ".join(cell.rjust(w) for cell, w in zip(row, widths, strict=True)) for row in rows)


def markdown(rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([lines[0], "|" + " --- |" * len(rows[0]), *lines[1:]])


def report(results: list[Result], command: str) -> str:
    sure = sum(r.counts["sure"] for r in results)
    wrong = sum(r.counts["sure wrong"] for r in results)
    cards = [card for r in results for card in r.cards]
    return "\n".join(
        [
            "# Calibration of the photo reader",
            "",
            f"Made by `{command}`. Families held out from tuning: {', '.join(HELD_OUT)}.",
            "",
            f"{len(cards)} cards read; p >= {SURE} for {sure} of them, {wrong} of those wrong"
            f" ({wrong / sure if sure else 0:.2%}); expected calibration error {calibration_error(cards):.3f}.",
            "",
            markdown(reading_table(results)),
            "",
            "`wrong#` counts the wrong or invented cards among those with p >= 0.99. `ECE` is the expected calibration"
            " error over the bands of the next table.",
            "",
            markdown(probability_table(results)),
            "",
        ]
    )


def families(names: list[str]) -> list[str]:
    groups = {
        "held-out": list(HELD_OUT),
        "tuning": [name for name in FAMILIES if name not in HELD_OUT],
        "all": list(FAMILIES),
    }
    return list(dict.fromkeys(n for name in names for n in groups.get(name, [name])))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--photos", type=Path, nargs="*", default=[], metavar="DIR")
    parser.add_argument("--family", nargs="*", default=[], choices=[*FAMILIES, "tuning", "held-out", "all"])
    parser.add_argument("--count", type=int, default=4, help="pictures of each family and difficulty")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--list", action="store_true", help="name each fault")
    parser.add_argument("--out", type=Path, help="write the tables as markdown")
    args = parser.parse_args()
    work = list(tasks(args.photos, families(args.family), args.count, args.seed))
    if not work:
        parser.error("nothing to read: give --photos or --family")
    if args.workers > 1:
        with ProcessPoolExecutor(args.workers) as pool:
            results = list(pool.map(judge, work))
    else:
        results = [judge(task) for task in work]
    if args.list:
        for result in results:
            for fault in result.faults:
                print(fault)
        print()
    print(plain(reading_table(results)))
    print()
    print(plain(probability_table(results)))
    if args.out:
        command = "python benchmarks/calibration.py " + " ".join(
            word for word in sys.argv[1:] if word not in ("--list", "--out", str(args.out))
        )
        args.out.write_text(report(results, command))
    return 0


if __name__ == "__main__":
    sys.exit(main())

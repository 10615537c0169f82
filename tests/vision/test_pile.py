"""Photographs of finished piles: right ones are called a Swish, wrong ones never."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray

from swishsolve.cli import app
from swishsolve.model.card import Card
from swishsolve.model.code import parse_card
from swishsolve.model.grid import Cell
from swishsolve.model.transform import Transform
from swishsolve.vision.pile import Content, PileReading, is_same_pile, read_pile
from tests.vision.table_pictures import PRINTS, tilted

CARD_MM = np.array([63.5, 88.9])
Image = NDArray[np.uint8]

TWO = ("b../.../.P./...", "B../.../.p./...")
THREE = ("b../.../.P./...", "B../..o/.../...", ".../..O/.p./...")
SIX = (
    "b../.../.../.G.",
    "B../..o/.../...",
    ".../..O/.p./...",
    ".../.../.P./..b",
    ".g./.../.../..B",
    ".G./.../.../.g.",
)


def twelve() -> tuple[str, ...]:
    """Twelve cards, the ball of each in the hoop of the one before."""
    grid = parse_card(TWO[0]).grid
    letters = [{0: "b", 1: "g"}.get(c % 2, "b") if r in (0, 3) else ("p" if c == 1 else "o") for r, c in grid.cells]
    codes = []
    for k in range(12):
        cells = ["."] * 12
        cells[k], cells[(k + 1) % 12] = letters[k], letters[(k + 1) % 12].upper()
        codes.append("/".join("".join(cells[3 * r : 3 * r + 3]) for r in range(4)))
    return tuple(codes)


def draw_pile(
    codes: tuple[str, ...], turn: float = 0.0, ground: tuple[int, int, int] = (200, 192, 180), seed: int = 1,
    scale: float = 4.0, light: float = 0.0, blur: float = 0.0,
) -> Image:  # fmt: skip
    """The cards on one another, each laid a little askew; `light` darkens one side of the table."""
    rng, big = np.random.default_rng(seed), 2
    side = int(150 * scale)
    picture = np.full((side * big, side * big, 3), ground, np.float64)
    picture += 10 * np.sin(np.arange(side * big) / 23)[:, None, None]  # boards
    canvas = np.clip(picture, 0, 255).astype(np.uint8)
    for code in codes:
        card = parse_card(code)
        angle = np.radians(turn + rng.normal(0, 0.4))
        matrix = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        middle = np.array([75.0, 75.0]) + rng.normal(0, 0.4, 2)

        def at(
            point: NDArray[np.float64], m: NDArray[np.float64] = matrix, c: NDArray[np.float64] = middle
        ) -> list[int]:
            return [int(v) for v in np.rint((m @ point + c) * scale * big)]

        half = CARD_MM / 2
        corners = np.array([at(half * s) for s in ((-1, -1), (1, -1), (1, 1), (-1, 1))], np.int32)
        film = canvas.copy()
        cv2.fillPoly(film, [corners], (225, 225, 225))
        canvas = np.asarray(cv2.addWeighted(film, 0.04, canvas, 0.96, 0), dtype=np.uint8)
        cv2.polylines(canvas, [corners], True, (150, 150, 150), int(0.5 * scale * big), cv2.LINE_AA)
        for s in card.symbols:
            cell = (np.array([s.col, s.row]) + 0.5) * CARD_MM / (card.grid.cols, card.grid.rows) - half
            x, y = at(cell)
            if s.kind == "ball":
                cv2.circle(canvas, (x, y), round(6.3 * scale * big), PRINTS[s.colour], -1, cv2.LINE_AA)
            else:
                cv2.circle(
                    canvas, (x, y), round(8.1 * scale * big), PRINTS[s.colour], round(2 * scale * big), cv2.LINE_AA
                )
    small = np.asarray(cv2.resize(canvas, (side, side), interpolation=cv2.INTER_AREA), dtype=np.float64)
    small = small * (1 - light * np.linspace(0, 1, side)[None, :, None])
    if blur:
        small = np.asarray(cv2.GaussianBlur(small, (0, 0), blur), dtype=np.float64)
    return np.clip(small + rng.normal(0, 2, small.shape), 0, 255).astype(np.uint8)


@cache
def read(codes: tuple[str, ...], turn: float = 0.0, ground: tuple[int, int, int] = (200, 192, 180)) -> PileReading:
    return read_pile(draw_pile(codes, turn, ground))


def contents(codes: tuple[str, ...], transform: Transform = Transform.IDENTITY) -> dict[Cell, Content]:
    out: dict[Cell, Content] = {}
    for symbol in (s for code in codes for s in parse_card(code).moved(transform).symbols):
        cell = Cell(symbol.row, symbol.col)
        out[cell] = out.get(cell, frozenset()) | {(symbol.kind, symbol.colour)}
    return out


@pytest.mark.parametrize(
    ("codes", "turn", "ground"),
    [
        (TWO, 0.0, (200, 192, 180)),
        (THREE, 12.0, (70, 48, 34)),
        (SIX, 90.0, (150, 110, 72)),
        (twelve(), -8.0, (245, 245, 245)),
    ],
)
def test_a_swish_is_seen(codes: tuple[str, ...], turn: float, ground: tuple[int, int, int]) -> None:
    reading = read(codes, turn, ground)
    assert reading.holds is True, reading.reasons
    assert all(cell.state == "pair" and not cell.doubtful for cell in reading.cells)
    assert len(reading.cells) == len(codes)
    assert f"a Swish of {len(codes)} cards" in reading.reasons[0]


def test_tilted_and_badly_lit() -> None:
    picture = draw_pile(SIX, 5.0, light=0.6, blur=1.0)
    assert read_pile(tilted(picture, 20)[0]).holds is True


WRONG = {
    "a card too few": SIX[:5],
    "a card flipped": (*SIX[:5], parse_card(SIX[0]).moved(Transform.FLIP_H).code),
    "ball without hoop": (*SIX, ".../o../.../..."),
    "hoop without ball": (*SIX, ".../.../O../..."),
    "ball in another colour's hoop": (*SIX[:1], "B../..g/.../...", *SIX[2:]),
    "neighbouring hues": (*SIX[:2], ".../..O/.b./...", *SIX[3:]),
}


@pytest.mark.parametrize("name", WRONG)
@pytest.mark.parametrize("ground", [(200, 192, 180), (80, 56, 40)])
def test_a_wrong_pile_is_never_a_swish(name: str, ground: tuple[int, int, int]) -> None:
    reading = read(WRONG[name], 7.0, ground)
    assert reading.holds is False, reading.reasons


def test_the_cells_are_explained() -> None:
    reading = read(("b../.../.P./...", "B../..g/.../...", ".../..O/.../.b."))
    assert reading.reasons == (
        "row 2, column 3: the green ball lies in the orange hoop",
        "row 3, column 2: the purple hoop has no ball",
        "row 4, column 2: the blue ball has no hoop",
    )
    assert [cell.state for cell in reading.cells] == ["pair", "mismatch", "hoop", "ball"]


@pytest.mark.parametrize("level", [20, 128, 255])
def test_no_pile(level: int) -> None:
    reading = read_pile(np.full((300, 400, 3), level, np.uint8))
    assert reading.holds is None
    assert reading.cells == ()


def test_large_discs_are_no_swish() -> None:
    """Balls alone, one to a card: nothing tells them from hoops with balls but the gap that is not there."""
    assert read(("b../.../.p./...", ".../..o/.../b..")).holds is not True


def test_one_pair_is_not_enough() -> None:
    assert read(("b../.../.../...", "B../.../.../...")).holds is None


def test_two_piles_are_not_one() -> None:
    assert read_pile(np.concatenate([draw_pile(TWO), draw_pile(THREE)], axis=1)).holds is None


def test_a_mirrored_lamp_hides_a_cell() -> None:
    picture = draw_pile(THREE)
    cv2.circle(picture, (4 * (75 + 21), 4 * (75 + 33)), 48, (255, 255, 255), -1)
    reading = read_pile(picture)
    assert reading.holds is None
    assert "mirror of a lamp over row 4, column 3" in reading.reasons[0]


def test_a_mirrored_lamp_hides_no_fault() -> None:
    picture = draw_pile(SIX[:5])
    cv2.circle(picture, (4 * (75 - 21), 4 * (75 + 11)), 48, (255, 255, 255), -1)
    assert read_pile(picture).holds is False


@pytest.mark.parametrize("transform", parse_card(TWO[0]).grid.transforms)
def test_the_claimed_pile_is_known_however_it_lies(transform: Transform) -> None:
    assert is_same_pile(read(SIX, 90.0, (150, 110, 72)), contents(SIX, transform)) is True
    assert is_same_pile(read(THREE, 12.0, (70, 48, 34)), contents(THREE, transform)) is True
    assert is_same_pile(read(THREE, 12.0, (70, 48, 34)), contents(SIX, transform)) is False


def test_another_pile_of_as_many_pairs() -> None:
    other = contents(("b../.../.P./...", "B../.../o../...", ".../.../Op./..."))
    assert is_same_pile(read(THREE, 12.0, (70, 48, 34)), other) is False


@pytest.fixture
def photo(tmp_path: Path) -> str:
    path = tmp_path / "pile.png"
    cv2.imwrite(str(path), draw_pile(THREE, 12.0)[:, :, ::-1])
    return str(path)


def table(tmp_path: Path, cards: tuple[str, ...]) -> str:
    path = tmp_path / "table.txt"
    path.write_text("\n".join(f"A{k}: {card}" for k, card in enumerate(cards, start=1)))
    return str(path)


def test_check_judges_the_pile(photo: str) -> None:
    result = CliRunner().invoke(app, ["check", "--stack-photo", photo, "--json"], standalone_mode=False)
    assert result.return_value == 0
    verdict = json.loads(result.stdout)
    assert verdict["status"] == "true"
    assert [cell["state"] for cell in verdict["pile"]] == ["pair"] * 3


def test_check_compares_with_the_claim(photo: str, tmp_path: Path) -> None:
    flipped = Card.moved(parse_card(THREE[1]), Transform.FLIP_H).code
    layout = table(tmp_path, (THREE[0], flipped, THREE[2], *TWO))
    run = CliRunner().invoke
    same = run(app, ["check", layout, "A1+A2h+A3", "--stack-photo", photo], standalone_mode=False)
    assert same.return_value == 0, same.output
    assert "the photographed pile shows this stack" in same.stdout
    other = run(app, ["check", layout, "A4+A5", "--stack-photo", photo], standalone_mode=False)
    assert other.return_value == 1, other.output
    assert "the photographed pile does not show this stack" in other.stdout


@pytest.mark.parametrize(
    "arguments", [[], ["table.txt", "--none", "--stack-photo", "x"], ["--none", "--stack-photo", "x"]]
)
def test_wrong_usage(arguments: list[str]) -> None:
    assert CliRunner().invoke(app, ["check", *arguments]).exit_code == 2

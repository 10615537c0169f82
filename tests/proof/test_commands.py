"""prove, verify and explain as commands."""

from __future__ import annotations

import zipfile
from pathlib import Path
from random import Random

import pytest

from swishsolve.model.layout import LaidCard, Layout
from swishsolve.model.layout_text import format_layout_text
from swishsolve.proof.checker import encode
from tests.cli.running import LAYOUTS, run
from tests.proof.layouts import read

NONE, RICH = LAYOUTS / "dev-14-noswish08.txt", LAYOUTS / "dev-01-classic16.txt"


def proven(folder: Path, layout: Path, *claim: str) -> Path:
    file = folder / "claim.swishproof"
    done = run("prove", layout, *claim, "-o", file)
    assert done.returncode == 0 and done.stderr == b""
    return file


def test_none_is_proven_and_verified(tmp_path: Path) -> None:
    file = proven(tmp_path, NONE, "--none")
    done = run("verify", file, "--layout", NONE, COLUMNS="100")
    assert done.returncode == 0 and done.stderr == b""
    assert done.stdout.decode() == (
        "The certificate is valid: no Swish exists among its 8 cards, however turned or flipped. The rules of\n"
        "the game were written down anew for these cards, as 339 conditions on 106 yes-or-no questions\n"
        "(encoding 1), and are those of the certificate. From them the 5 steps of its proof were drawn one by\n"
        "one; each follows from those before it, and the last one is a contradiction: a Swish of at least 2\n"
        "cards cannot be. The cards are those of the layout given, up to order, turning and flipping.\n"
    )


def test_the_maximum_is_proven_and_its_witness_laid(tmp_path: Path) -> None:
    done = run("verify", proven(tmp_path, RICH, "--maximum"), COLUMNS="500")
    assert done.returncode == 0
    words = " ".join(done.stdout.decode().split())
    assert "the largest Swish has 10 cards" in words and "was laid and is a Swish of 10 cards" in words
    assert words.endswith("was not checked: give the layout to have it done.")


def test_the_same_claim_gives_the_same_bytes(tmp_path: Path) -> None:
    files = []
    for seed in ("0", "1"):
        file = tmp_path / seed
        assert run("prove", RICH, "--maximum", "-o", file, "--workers", seed + "1", PYTHONHASHSEED=seed).returncode == 0
        files.append(file.read_bytes())
    assert files[0] == files[1]
    with zipfile.ZipFile(tmp_path / "0") as archive:
        assert archive.namelist() == ["certificate.json", "layout.txt", "proof.lrat", "witness.txt"]


def test_a_false_claim_ends_with_1_and_its_swish(tmp_path: Path) -> None:
    done = run("prove", RICH, "--none", "--min", "10", "-o", tmp_path / "claim")
    assert done.returncode == 1 and done.stdout.startswith(b"the claim is false: here is a Swish\n")
    assert not list(tmp_path.iterdir())
    assert run("prove", RICH, "--none", "--min", "11", "-o", tmp_path / "claim").returncode == 0


def test_the_layout_may_be_turned_and_shuffled_but_not_changed(tmp_path: Path) -> None:
    file = proven(tmp_path, NONE, "--none")
    layout, random = read(NONE.name), Random(1)
    cards = [laid.card.moved(random.choice(layout.grid.transforms)) for laid in layout]
    random.shuffle(cards)

    def write(cards: list) -> Path:  # type: ignore[type-arg]
        laid = tuple(LaidCard(old.label, card) for old, card in zip(layout, cards, strict=True))
        path = tmp_path / "layout.txt"
        path.write_text(format_layout_text(Layout(layout.grid, laid, layout.table, layout.rule, layout.colours)))
        return path

    assert run("verify", file, "--layout", write(cards)).returncode == 0
    done = run("verify", file, "--layout", write([*cards[1:], cards[1]]))
    assert done.returncode == 1 and b"about other cards" in done.stdout
    other_grid = run("verify", file, "--layout", LAYOUTS / "dev-17-square4x4.txt")
    assert other_grid.returncode == 1 and b"about a grid 4x3" in other_grid.stdout


def test_check_offers_and_writes_the_certificate(tmp_path: Path) -> None:
    offered = run("check", NONE, "--none")
    assert offered.returncode == 0 and offered.stderr == b"add -o FILE for a certificate that others can check\n"
    for number, claim in enumerate((["--none"], ["--none", "--min", "5"], ["--maximum", "0"])):
        file = tmp_path / str(number)
        assert run("check", NONE, *claim, "-o", file).returncode == 0
        assert run("verify", file, "--layout", NONE).returncode == 0
    assert run("check", RICH, "--maximum", "10", "-o", tmp_path / "rich").returncode == 0
    assert run("verify", tmp_path / "rich").returncode == 0
    assert run("check", RICH, "--maximum", "9", "-o", tmp_path / "wrong").returncode == 1
    assert not (tmp_path / "wrong").exists()


def test_export_for_public_checkers(tmp_path: Path) -> None:
    done = run("prove", NONE, "--none", "--export", tmp_path / "new" / "folder")
    assert done.returncode == 0
    cnf = (tmp_path / "new" / "folder" / "claim.cnf").read_text().splitlines()
    formula = encode(read(NONE.name), 2)
    assert f"p cnf {formula.variables} {len(formula.clauses)}" in cnf
    assert any(line.startswith("c 2 = A1 turn-180 ") for line in cnf)
    drat = (tmp_path / "new" / "folder" / "claim.drat").read_text().splitlines()
    assert drat[-1] == "0" and all(line.endswith("0") for line in drat)


@pytest.mark.parametrize(
    "arguments",
    [
        ["prove", NONE, "-o", "x"],
        ["prove", NONE, "--none", "--maximum", "-o", "x"],
        ["prove", NONE, "--maximum", "--min", "3", "-o", "x"],
        ["prove", NONE, "--none", "--min", "1", "-o", "x"],
        ["prove", NONE, "--none"],
        ["prove", "missing.txt", "--none", "-o", "x"],
        ["prove", NONE, "--none", "-o", "missing/x"],
        ["prove", NONE, "--none", "--export", NONE],
        ["check", NONE, "A1+A2", "-o", "x"],
        ["verify", "missing"],
        ["verify", "."],
        ["verify"],
        ["explain", NONE],
        ["explain", NONE, "--none", "--picture", "why.txt"],
    ],
    ids=str,
)
def test_what_cannot_be_asked_ends_with_2(arguments: list[str | Path], tmp_path: Path) -> None:
    done = run(*arguments, cwd=tmp_path)
    assert done.returncode == 2 and done.stderr and b"Traceback" not in done.stderr
    assert not list(tmp_path.iterdir())


def test_what_is_no_certificate_is_rejected(tmp_path: Path) -> None:
    done = run("verify", NONE, COLUMNS="200")
    assert done.returncode == 1
    assert done.stdout == b"The certificate is rejected: the file is no certificate: it does not start as a zip does.\n"
    assert run("verify", "-", stdin=proven(tmp_path, NONE, "--none").read_bytes()).returncode == 0


def test_explain_tells_and_draws_the_rounds(tmp_path: Path) -> None:
    done = run("explain", NONE, "--none", "--picture", tmp_path / "why.png")
    assert done.returncode == 0
    text = done.stdout.decode()
    assert "Round 1: " in text and text.endswith("No card is left. So there is no Swish.\n")
    assert (tmp_path / "why.png").read_bytes().startswith(b"\x89PNG")
    assert done.stderr.decode() == f"picture: {tmp_path / 'why.png'}\n"


def test_explain_shows_the_swish_that_there_is() -> None:
    done = run("explain", RICH, "--none")
    assert done.returncode == 1 and done.stdout.startswith(b"there is a Swish")


def test_limits_end_with_3(tmp_path: Path) -> None:
    assert run("explain", NONE, "--none", "--time-limit", "1e-9").returncode == 3
    assert run("verify", proven(tmp_path, NONE, "--none"), "--time-limit", "1e-9").returncode == 3
    assert run("prove", NONE, "--none", "--time-limit", "1e-9", "-o", tmp_path / "new").returncode == 3
    assert not (tmp_path / "new").exists()

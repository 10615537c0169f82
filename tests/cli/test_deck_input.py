"""Numbers, names and files that `deck` and `puzzle` commands cannot use are said to be so."""

from __future__ import annotations

from pathlib import Path

import pytest

from swishsolve.deck.specification import find_specification, parse_specification
from swishsolve.errors import InputError
from tests.cli.running import LAYOUTS, run

RENDER = ("deck", "render", "classic-36", "-o")
LAYOUT = LAYOUTS / "dev-00-classic16.txt"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((*RENDER, "x.pdf", "--page", "10x10"), b"does not fit a page"),
        ((*RENDER, "x.pdf", "--gap", "nan"), b"not a number"),
        ((*RENDER, "x.pdf", "--bleed", "nan"), b"not a number"),
        ((*RENDER, "x.bmp"), b"found the suffix"),
        (("deck", "scan", LAYOUT, "--name", "two\nlines"), b"a name in one line"),
        (("deck", "scan", LAYOUT, "--name", " "), b"a name in one line"),
        (("deck", "show", ""), b"found no deck of that name"),
        (("deck", "new", ""), b"found no specification of that name"),
        (("deck", "census", "classic-60", "--deal", "4", "--time-limit", "nan"), b"not a number"),
        (("deck", "census", "classic-60", "--deal", "4", "--cluster", ""), b"such as tcp://"),
        (("deck", "census", "classic-60", "--largest-swish-free", "--cluster", "tcp://a:1"), b"belongs to --deal"),
        (("deck", "survey", "classic-60", "--samples", "1" + "0" * 20), b"not in the range"),
        (("puzzle", "new", "--time-limit", "nan"), b"not a number"),
    ],
    ids=lambda value: " ".join(map(str, value[1:])) if isinstance(value, tuple) else "",
)
def test_bad_input_has_status_2_and_leaves_nothing(
    arguments: tuple[str | Path, ...], words: bytes, tmp_path: Path
) -> None:
    done = run(*arguments, cwd=tmp_path)
    assert done.returncode == 2, done.stderr
    assert words in done.stderr and b"Traceback" not in done.stderr
    assert done.stdout == b""
    assert not list(tmp_path.iterdir())


def test_more_cards_than_can_be_chosen_from_are_refused_at_once() -> None:
    text = 'name = "m"\ngrid = "16x16"\nrule = "free"\ncolours = "bgoprycmkwnt"\nsymbols = {balls = 3, hoops = 3}\n'
    with pytest.raises(InputError, match="different cards to choose from"):
        parse_specification(f"{text}[design]\ncards = 200")


def test_a_specification_nested_too_deep_is_bad_input() -> None:
    with pytest.raises(InputError, match="TOML"):
        parse_specification("a = " + "[" * 100_000)


def test_every_shipped_specification_is_within_the_bounds() -> None:
    assert find_specification("classic-36-again").candidates

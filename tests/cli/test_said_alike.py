"""What several commands say is said alike: a reading in doubt, the options, the captions of counts."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.running import LAYOUTS, ROOT, run

PHOTO = {"corners": [[0, 0], [1, 0], [1, 1], [0, 1]], "confidence": 0.5, "doubtful": True, "sideways": False}
DOUBTFUL = {
    "format": "swishsolve/layout",
    "version": 1,
    "grid": [4, 3],
    "cards": [{"label": "A1", "code": "b../.../.P./...", "photo": PHOTO}, {"label": "A2", "code": "B../.../.p./..."}],
}


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("solve L", "the photo is in doubt: nothing was solved"),
        ("hint L", "the photo is in doubt: no hint was given"),
        ("check L A1+A2", "the photo is in doubt: nothing was judged"),
        ("explain L --none", "the photo is in doubt: nothing was explained"),
        ("prove L --none -o none.swishproof", "the photo is in doubt: nothing was proven"),
        ("render L --stack A1+A2", "the photo is in doubt: no stack was drawn"),
        ("verify L --layout L", "the photo of the layout is in doubt: nothing was checked"),
        ("deck scan L", "table.json is in doubt: no deck was made"),
    ],
)
def test_a_doubtful_reading_ends_with_what_was_not_done(command: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "table.json").write_text(json.dumps(DOUBTFUL))
    done = run(*command.replace("L", "table.json").split(), cwd=tmp_path)
    assert done.returncode == 3
    assert done.stderr.decode().splitlines()[-1] == sentence


@pytest.mark.parametrize(
    ("question", "caption"),
    [
        ("--maximum", "Sets of cards that are a Swish, by size:"),
        ("--all", "Sets of cards that are a Swish, by size:"),
        ("--minimal", "Minimal Swishes, by size:"),
        ("--maximal", "Maximal Swishes, by size:"),
    ],
)
def test_counts_say_what_they_count(question: str, caption: str) -> None:
    assert caption in run("solve", LAYOUTS / "dev-00-classic16.txt", question).stdout.decode().splitlines()


def test_the_reference_is_what_help_prints_and_names_what_options_take() -> None:
    reference = (ROOT / "docs" / "cli.md").read_text()
    for command in ([], ["solve"], ["deck", "new"]):
        assert run(*command, "--help", COLUMNS="100").stdout.decode().rstrip() in reference
    assert not re.findall(r"--[\w-]+ (?:INTEGER|FLOAT|TEXT|PATH)\b.*", reference)
    pictures = re.findall(r"--picture FILE +(?:[^-]|-(?!-))*", reference)
    assert len(pictures) == 3 and all(".jpeg, .svg, .pdf" in " ".join(text.split()) for text in pictures)

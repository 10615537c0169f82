"""The golden transcripts: every rule, penalty and ruling by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from swishsolve.rules.protocol import Event, Game
from swishsolve.rules.referee import judge
from swishsolve.rules.transcript import parse_transcript
from swishsolve.rules.verdict import JudgedEvent
from tests.rules.renew_golden import expectations, transcripts, verdict_text


@pytest.mark.parametrize("path", transcripts(), ids=lambda path: path.stem)
def test_the_verdict_is_what_the_rules_say(path: Path) -> None:
    marks, end = expectations(path.read_text())
    scores = {}

    def watch(game: Game, judged: tuple[Event, JudgedEvent] | None) -> None:
        if judged:
            scores[judged[1].line] = game.scores

    verdict = judge(parse_transcript(path.read_text()), watch=watch)
    assert [(event.line, event.legal) for event in verdict.events] == [(mark.line, mark.legal) for mark in marks]
    for mark in marks:
        if mark.scores is not None:
            assert scores[mark.line] == mark.scores, f"line {mark.line}"
    value = verdict.to_json()
    assert {key: value[key] for key in ("finished", "scores", "winners", "rulings")} == end


@pytest.mark.parametrize("path", transcripts(), ids=lambda path: path.stem)
def test_the_verdict_is_the_one_on_file(path: Path) -> None:
    assert verdict_text(path.read_text()) == path.with_suffix(".verdict.json").read_text()


def test_there_are_enough_of_them() -> None:
    names = [path.stem.split("-")[0] for path in transcripts()]
    assert all(names.count(game) >= 12 for game in ("swish", "swipe", "swintus"))

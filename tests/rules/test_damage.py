"""Damaged transcripts: each kind gets its status and its line, and nothing ends in a traceback."""

from __future__ import annotations

import pytest

from tests.rules.damage import KINDS, check_kind, check_random_damage

EACH = 50
GAMES = 6


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_damage_is_found(kind: str) -> None:
    for number in range(EACH):
        check_kind(kind, number, GAMES)


def test_random_damage_is_judged_without_a_traceback() -> None:
    for number in range(4 * EACH):
        check_random_damage(number, GAMES)

"""The puzzle of the day: the date is the seed, and the week grows harder from Monday to Sunday."""

from __future__ import annotations

from datetime import date

from swishsolve.puzzle.grade import Level

# Size of the answer and level, Monday first.
WEEK: tuple[tuple[int, Level], ...] = (
    (2, "easy"),
    (3, "easy"),
    (3, "medium"),
    (4, "medium"),
    (4, "hard"),
    (5, "hard"),
    (5, "expert"),
)


def daily(day: date) -> tuple[int, int, Level]:
    """The seed, the size of the answer and the level of a day.

    >>> daily(date(2026, 12, 1))
    (20261201, 3, 'easy')
    """
    size, level = WEEK[day.weekday()]
    return int(day.strftime("%Y%m%d")), size, level

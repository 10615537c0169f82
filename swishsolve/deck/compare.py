"""Two decks side by side, by one stated measure of how they play.

A table plays well when something is there to find and it is not there at a glance. Of each deal three numbers are
taken: is there a Swish of three cards or more; is there none of two cards, which everyone sees at once; and how much
of the table the best cover uses, so that few cards are left lying. The measure is the product of their shares::

    play = P(a Swish of >= 3 cards) * P(no Swish of 2 cards) ** (1/2) * mean cover / cards

The square root lets a pair now and then be welcome. A deck of which every table holds an easy pair, or nothing, plays
badly by it.
"""

from __future__ import annotations

from typing import NamedTuple

from swishsolve.deck.survey import Interval, Survey


class Play(NamedTuple):
    """The numbers of a deck for one size of table: the three shares, and the measure."""

    large: Interval
    pairless: Interval
    covered: float
    measure: float


def play_of(survey: Survey) -> Play:
    """How a deck plays, by its survey."""
    none_of_three = survey.without(3)
    large = Interval(1 - none_of_three.value, 1 - none_of_three.high, 1 - none_of_three.low)
    pairless = survey.pairless()
    cards = sum(size * count for size, count in enumerate(survey.sums.covers))
    covered = cards / max(survey.listed, 1) / survey.deal
    return Play(large, pairless, covered, large.value * pairless.value**0.5 * covered)

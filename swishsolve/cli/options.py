"""Options that several commands share."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import click


class Finite(click.FloatRange):
    """A number in a range; "nan" and "inf", which click lets pass, are none."""

    def convert(self, value: float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number: float = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return number


def picture_option(draws: str) -> Callable[[Any], Any]:
    """The option --picture of a command; the suffixes are those of `swishsolve.render.files`."""
    return click.option("--picture", metavar="FILE", help=f"{draws} (.png, .jpg, .jpeg, .svg, .pdf).")


time_limit_option = click.option(
    "--time-limit", type=Finite(0, min_open=True), metavar="S", help="Stop after S seconds."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
workers_option = click.option(
    "--workers", type=click.IntRange(1), metavar="N", help="Processes and threads at most.  [default: all cores]"
)

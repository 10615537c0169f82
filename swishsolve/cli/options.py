"""Options that several commands share."""

from __future__ import annotations

import math

import click


class _Seconds(click.FloatRange):
    """A number of seconds above 0; "nan" is none."""

    name = "seconds"

    def __init__(self) -> None:
        super().__init__(0, min_open=True)

    def convert(self, value: float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        seconds: float = super().convert(value, param, ctx)
        if not math.isfinite(seconds):
            self.fail(f"{value!r} is not a number of seconds.", param, ctx)
        return seconds


time_limit_option = click.option("--time-limit", type=_Seconds(), metavar="S", help="Stop after S seconds.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
workers_option = click.option(
    "--workers", type=click.IntRange(1), metavar="N", help="Processes and threads at most.  [default: all cores]"
)

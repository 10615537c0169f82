"""Plots of surveys, as PNG or SVG. The same survey gives the same bytes."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from swishsolve.deck.survey import Survey
from swishsolve.errors import Fault, InputError
from swishsolve.files import check_file_path, write_whole

SUFFIXES = (".png", ".svg")


def check_plot_path(path: Path) -> None:
    """Raise InputError unless a plot can be written there: before the work that it shows."""
    if path.suffix.lower() not in SUFFIXES:
        raise InputError([Fault(f"found {path.suffix or 'no suffix'}, expected .png or .svg", str(path))])
    check_file_path(path)


def plot_surveys(surveys: Sequence[Survey], path: Path) -> None:
    """Three panels: no Swish of at least m cards, Swishes by size, the largest Swish and the best cover."""
    from matplotlib import rc_context
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with rc_context({"svg.hashsalt": "swishsolve", "svg.fonttype": "path"}):
        figure = Figure(figsize=(13, 4.2), layout="constrained")
        FigureCanvasAgg(figure)
        left, middle, right = figure.subplots(1, 3)
        for survey in surveys:
            sizes = list(range(2, survey.deal + 1))
            label = f"{survey.deck.name}, {survey.deal} cards"
            without = [survey.without(size) for size in sizes]
            left.plot(sizes, [estimate.value for estimate in without], marker="o", label=label)
            left.fill_between(sizes, [e.low for e in without], [e.high for e in without], alpha=0.25)
            swishes = [survey.swishes(size) for size in sizes]
            errors = [[e.value - e.low for e in swishes], [e.high - e.value for e in swishes]]
            middle.errorbar(sizes, [e.value for e in swishes], yerr=errors, marker="o", capsize=3, label=label)
            listed = max(survey.listed, 1)
            right.plot(
                range(survey.deal + 1), [n / listed for n in survey.sums.maxima], marker="o", label=f"largest: {label}"
            )
            if any(survey.sums.covers):
                right.plot(
                    range(survey.deal + 1),
                    [n / listed for n in survey.sums.covers],
                    marker="s",
                    label=f"cover: {label}",
                )
        left.set(xlabel="at least so many cards", ylabel="share of deals without such a Swish", ylim=(-0.02, 1.02))
        middle.set(xlabel="cards of the Swish", ylabel="Swishes in a deal")
        right.set(xlabel="cards", ylabel="share of deals")
        for axes in (left, middle, right):
            axes.grid(alpha=0.3)
            axes.legend(fontsize="small")
        metadata = {"Date": None} if path.suffix.lower() == ".svg" else {"Software": None}
        content = BytesIO()
        figure.savefig(content, format=path.suffix.lower().lstrip("."), dpi=120, metadata=metadata)
    write_whole(path, content.getvalue())

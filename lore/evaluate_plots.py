"""The measurement as pictures: SVG files that are the same, byte by byte, for the same figures.

They are drawn with matplotlib, which only those who develop this have.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING

from lore.evaluate import Report
from lore.evaluate_ranking import WAYS
from lore.evaluate_rates import Rate
from lore.evaluate_report import right_of, split_name

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = ("#1b6ca8", "#c8553d", "#588157", "#8d6a9f", "#b08900", "#5c677d")
SIZE = (7.0, 4.2)


class PlotsMissing(RuntimeError):
    """Plots were asked for where nothing can draw them; the message says how to mend it."""


def require_matplotlib() -> None:
    """Raises `PlotsMissing` where there is no matplotlib."""
    if find_spec("matplotlib") is None:
        raise PlotsMissing(
            "the report's plots need matplotlib, which is not installed: `pip install 'matplotlib>=3.11,<4'` "
            "(`make setup` does it), or leave --report out"
        )


def draw(report: Report, folder: Path) -> list[Path]:
    """Draw all plots into a folder; returns the files. Raises `PlotsMissing`."""
    require_matplotlib()
    import matplotlib
    from matplotlib.figure import Figure

    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, plot in (
        ("risk-coverage", _risk_coverage),
        ("reliability", _reliability),
        ("recall-by-way", _recall_by_way),
        ("right-by-type", _right_by_type),
    ):
        with matplotlib.rc_context():
            _style()
            figure = Figure(figsize=SIZE, layout="constrained")
            plot(report, figure)
            path = folder / f"{name}.svg"
            figure.savefig(path, format="svg", metadata={"Date": None, "Creator": None})
        _without_trailing_space(path)
        written.append(path)
    return written


def _style() -> None:
    """Matplotlib's own defaults with ours, whatever a user's matplotlibrc says; ids that are the same every time."""
    import matplotlib

    matplotlib.rcdefaults()
    matplotlib.rc("svg", hashsalt="oracle-report", fonttype="none")
    matplotlib.rc("font", family="sans-serif", size=10.0)
    matplotlib.rc("axes.spines", top=False, right=False)
    matplotlib.rc("axes", grid=True, axisbelow=True)
    matplotlib.rc("grid", color="#e4e4e4")


def _risk_coverage(report: Report, figure: Figure) -> None:
    axes = figure.subplots()
    for colour, split in zip(cycle(COLOURS), report.splits, strict=False):
        sure = report.sureness[split]
        axes.plot(
            [point.coverage for point in sure.points],
            [point.risk for point in sure.points],
            color=colour,
            label=f"{split_name(split)} (area {sure.area:.3f})",
        )
    axes.set(xlabel="coverage: share of all questions answered", ylabel="risk: share of the answers wrong")
    axes.set_xlim(0, 1.02)
    axes.set_ylim(bottom=0)
    axes.legend(frameon=False)


def _reliability(report: Report, figure: Figure) -> None:
    axes = figure.subplots()
    axes.plot([0, 1], [0, 1], color="#999999", linestyle="dashed", linewidth=1, label="right as often as sure")
    for colour, split in zip(cycle(COLOURS), report.splits, strict=False):
        bins = report.sureness[split].bins
        axes.plot([b.sure for b in bins], [b.right for b in bins], color=colour, linewidth=1)
        axes.scatter(
            [b.sure for b in bins],
            [b.right for b in bins],
            s=[20 + 180 * b.count / sum(b.count for b in bins) for b in bins],
            color=colour,
            label=f"{split_name(split)} (gap {report.sureness[split].gap:.3f})",
        )
    axes.set(xlabel="confidence of the answers given", ylabel="share right", xlim=(0, 1.04), ylim=(0, 1.06))
    axes.legend(frameon=False, loc="lower left")


def _recall_by_way(report: Report, figure: Figure) -> None:
    ways = list(report.groups["all"].retrieval)
    series = {
        split: [report.groups[f"split:{split}"].retrieval[way].recall_5 for way in ways]
        for split in report.splits
        if report.groups[f"split:{split}"].retrieval
    }
    _bars(figure.subplots(), [WAYS[way] for way in ways], series, "recall@5")


def _right_by_type(report: Report, figure: Figure) -> None:
    empty = Rate(0.0, 0.0, 0.0, 0)
    series = {}
    for split in report.splits:
        groups = [report.groups.get(f"split:{split} type:{type_}") for type_ in report.types]
        series[split] = [empty if group is None else right_of(group) for group in groups]
    _bars(figure.subplots(), [type_.replace("_", " ") for type_ in report.types], series, "share right (or declined)")


def _bars(axes: Axes, labels: Sequence[str], series: dict[str, list[Rate]], ylabel: str) -> None:
    """A group of bars for each label, one bar for each split, with intervals."""
    width = 0.8 / max(1, len(series))
    for number, (split, rates) in enumerate(series.items()):
        places = [place - 0.4 + width * (number + 0.5) for place in range(len(labels))]
        below = [max(0.0, rate.value - rate.low) for rate in rates]
        above = [max(0.0, rate.high - rate.value) for rate in rates]
        axes.bar(
            places,
            [rate.value for rate in rates],
            width * 0.92,
            yerr=[below, above],
            color=COLOURS[number % len(COLOURS)],
            error_kw={"ecolor": "#333333", "elinewidth": 1, "capsize": 2},
            label=split_name(split),
        )
    axes.set_xticks(range(len(labels)), labels)
    axes.set(ylabel=ylabel, ylim=(0, 1.03))
    axes.legend(frameon=False, loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=max(1, len(series)))


def _without_trailing_space(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").split("\n")
    path.write_text("\n".join(line.rstrip() for line in lines), encoding="utf-8", newline="\n")

"""Plots of comparisons: bars on log scales for one puzzle, curves for a family; unsolved cases are marked as such.

The colours are those of Okabe and Ito, which people who are colour-blind can distinguish (jfly.uni-koeln.de/color);
engines also differ by marker.
"""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from exactcover.comparison import Case
from exactcover.comparison.families import Family, Point, curve, value
from exactcover.model.errors import InvalidInput
from exactcover.solving.comparable import Entry, NotApplicable

COLOURS = ("#D55E00", "#0072B2", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#777777")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
TITLES = {
    "cpu_seconds": "CPU seconds",
    "wall_seconds": "wall seconds",
    "expanded": "states expanded",
    "generated": "states generated",
    "popped": "states looked at",
    "stored": "states stored",
}
SECONDS = ("cpu_seconds", "wall_seconds")
BESIDE = 1.6
"""How much longer a panel is than its longest bar, to leave room for labels."""
WIDE = 20
"""An axis whose last position is more than this many times its first has a log scale."""
ENDINGS = (".png", ".svg", ".pdf")


def refuse(path: Path) -> None:
    """Raise InvalidInput for a plot that could not be drawn."""
    if path.suffix.lower() not in ENDINGS:
        raise InvalidInput(f"a plot cannot be written as {path.suffix!r}; expected {', '.join(ENDINGS)}")
    if not path.parent.is_dir():
        raise InvalidInput(f"the plot {path} cannot be written (no such folder); expected a file that can be")
    _refuse_without_matplotlib()


def _refuse_without_matplotlib() -> None:
    if importlib.util.find_spec("matplotlib") is None:
        raise InvalidInput("matplotlib is not installed; expected it for --plot (pip install matplotlib)")


def draw(path: Path, cases: Sequence[Case], family: Family | None = None) -> None:
    """Write the plot of a case, or of a family's cases; the format follows the ending. Raises InvalidInput."""
    refuse(path)
    import matplotlib as mpl

    date = {"Date": None} if path.suffix == ".svg" else None
    try:
        with mpl.rc_context({"svg.hashsalt": "compare"}):  # the same answers give the same file
            figure(cases, family).savefig(path, dpi=120, metadata=date)
    except OSError as error:
        why = (error.strerror or "error").lower()
        raise InvalidInput(f"the plot {path} cannot be written ({why}); expected a file that can be") from error


def figure(cases: Sequence[Case], family: Family | None = None) -> Any:
    """Return the picture of cases as a figure of matplotlib, which no window shows; raises InvalidInput without matplotlib.

    Several puzzles that are no family are drawn one below the other.
    """
    _refuse_without_matplotlib()
    from matplotlib.figure import Figure

    if len(cases) > 1 and family is not None:
        drawn = Figure(figsize=(9.5, 5.4), layout="constrained")
        _curves(drawn, cases, family)
        return drawn
    sizes = [_size(case, family) for case in cases]
    drawn = Figure(figsize=(max(width for width, _ in sizes), sum(height for _, height in sizes)), layout="constrained")
    rows = [height for _, height in sizes]
    parts: Any = [drawn] if len(cases) == 1 else drawn.subfigures(len(cases), 1, height_ratios=rows)
    for part, case in zip(parts, cases, strict=True):
        _bars(part, case, family)
    return drawn


def _measures(case: Case, family: Family | None) -> list[str]:
    """Return what is drawn of a case: seconds, and of the rest what some engine counts."""
    wanted = ("cpu_seconds", "wall_seconds", "expanded" if family is None else family.measure, "stored")
    return [each for each in dict.fromkeys(wanted) if each in SECONDS or any(value(one, each) for one in case.answered)]


def _size(case: Case, family: Family | None) -> tuple[float, float]:
    return 1.5 + 4 * len(_measures(case, family)), 1.6 + 0.5 * len(case.engines)


def _bars(figure: Any, case: Case, family: Family | None) -> None:
    """Draw one panel per measure, one bar per engine; the bar is hollow if the engine stopped without an answer.

    An engine that does not count a measure, or is not applicable, has no bar in its panel; a measure that no engine
    counts has no panel.
    """
    measures = _measures(case, family)
    panels = figure.subplots(1, len(measures), sharey=True, squeeze=False)
    for panel, measure in zip(panels[0], measures, strict=True):
        _panel(panel, case, measure)
    unit = "cost {}" if case.puzzle.rules.film is None else "{} moves"
    lengths = [f"{name}\n{_length(each, unit)}" for name, each in zip(case.engines, case.answers, strict=True)]
    panels[0][0].set_yticks(range(len(case.engines)), lengths)
    panels[0][0].set_ylim(len(case.engines) - 0.5, -0.5)
    figure.suptitle(case.puzzle.title or case.puzzle.kind if family is None else f"{family.name}: {family.about}")


def _panel(panel: Any, case: Case, measure: str) -> None:
    """Draw the bars of one measure, on a log scale."""
    values = [0.0 if isinstance(answer, NotApplicable) else value(answer, measure) for answer in case.answers]
    least, most = _ends([each for each in values if each > 0])
    for place, (answer, each) in enumerate(zip(case.answers, values, strict=True)):
        colour = COLOURS[place % len(COLOURS)]
        if isinstance(answer, NotApplicable):
            shown = "not applicable"
        else:
            cut = answer.status == "UNKNOWN"
            length = max(each, least) - least
            panel.barh(place, length, left=least, color="none" if cut else colour, edgecolor=colour, linewidth=1.2)
            shown = "not counted" if not each else f"{each:,.0f}" if each >= 100 else f"{each:.2g}"
            shown = f"{shown}\nUNKNOWN {case.stopped(answer)}" if cut else shown
        spot = (max(each, least), place)
        panel.annotate(shown, spot, (4, 0), textcoords="offset points", va="center", fontsize=8)
    panel.set_xscale("log")
    panel.set_xlim(least, most)
    panel.set_xlabel(f"{TITLES[measure]} (log scale)")
    panel.spines[["top", "right"]].set_visible(False)
    panel.tick_params(axis="y", length=0)


def _ends(values: Sequence[float]) -> tuple[float, float]:
    """Return the limits of the scale, with room to see the shortest bar and to label the longest."""
    least = min(values, default=1.0) / 3
    decades = math.log10(max(values, default=1.0) / least)
    return least, least * 10 ** (decades * BESIDE)


def _length(answer: Entry, unit: str) -> str:
    """Return the label of a bar; unit: the format of a cost."""
    if isinstance(answer, NotApplicable):
        return "not applicable"
    if answer.cost is None:
        return answer.status
    return f"{unit.format(answer.cost)}{', optimal' if answer.status == 'OPTIMAL' else ''}"


def _curves(figure: Any, cases: Sequence[Case], family: Family) -> None:
    """Draw one curve per engine along the family's axis, and above them a strip with the unsolved cases."""
    engines = cases[0].engines
    curves = {engine: curve(family, cases, engine) for engine in engines}
    names = {engine: _proved(engine, [case.answers[number] for case in cases]) for number, engine in enumerate(engines)}
    unsolved = [each for each in engines if not family.share and any(not point.solved for point in curves[each])]
    strip, axes = figure.subplots(2, 1, sharex=True, height_ratios=(max(0.05 * len(unsolved), 0.01), 1))
    for number, engine in enumerate(engines):
        colour, marker = COLOURS[number % len(COLOURS)], MARKERS[number % len(MARKERS)]
        if family.share:
            shares = [100 * point.solved / point.cases for point in curves[engine]]
            at = [point.at for point in curves[engine]]
            axes.plot(at, shares, color=colour, marker=marker, label=names[engine], linewidth=1.4, clip_on=False)
        else:
            _curve(axes, curves[engine], names[engine], colour, marker)
            if engine in unsolved:
                places = [point.at for point in curves[engine] if not point.solved]
                strip.plot(places, [unsolved.index(engine)] * len(places), "x", color=colour)
    _strip(strip, {each: " or ".join(sorted({p.stopped for p in curves[each] if not p.solved})) for each in unsolved})
    if family.share:
        axes.set_xscale("log")
        axes.set_ylim(0, 100)
        axes.set_ylabel("solved within the limit, %")
    else:
        if any(point.mean for engine in engines for point in curves[engine]):
            axes.set_yscale("log")
        else:  # an empty log scale cannot be drawn
            axes.set_yticks([])
        mean = ", mean" if len(cases) > len(curves[engines[0]]) else ""
        axes.set_ylabel(f"{TITLES.get(family.measure, family.measure)}{mean} (log scale)")
    places = [case.at for case in cases if case.at]
    if places and max(places) > WIDE * min(places):
        axes.set_xscale("log")
    axes.set_xlabel(family.axis)
    axes.grid(color="#eeeeee")
    axes.spines[["top", "right"]].set_visible(False)
    figure.suptitle(f"{family.name}: {family.about}", fontsize="medium")
    axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))


def _curve(axes: Any, points: Sequence[Point], engine: str, colour: str, marker: str) -> None:
    """Draw the points of an engine, hollow where it solved only some of the cases."""
    solved = [point for point in points if point.mean is not None]
    axes.plot(
        [point.at for point in solved], [point.mean for point in solved], color=colour, marker=marker, label=engine,
        linewidth=1.4,
    )  # fmt: skip
    partly = [point for point in solved if point.solved < point.cases]
    axes.plot(
        [point.at for point in partly], [point.mean for point in partly], marker, color=colour, markerfacecolor="white",
        label=f"{engine}, some not solved" if partly else None,
    )  # fmt: skip


def _proved(engine: str, answers: Sequence[Entry]) -> str:
    """Return an engine's name for the legend, noting if its plans are not proved shortest."""
    ran = [each for each in answers if not isinstance(each, NotApplicable)]
    longer = any(each.cost is not None and each.status == "FEASIBLE" for each in ran)
    return f"{engine}\n(not proved shortest)" if longer else engine


def _strip(strip: Any, unsolved: Mapping[str, str]) -> None:
    """Label the strip above the curves, one line per engine with the limit that stopped it; a cross is an unsolved position."""
    if not unsolved:
        strip.set_visible(False)
        return
    labels = [f"{engine}: {stopped}" for engine, stopped in unsolved.items()]
    strip.set_yticks(range(len(labels)), labels, fontsize="small")
    strip.yaxis.tick_right()
    strip.set_ylim(len(labels) - 0.5, -0.5)
    strip.set_facecolor("#f4f4f4")
    strip.tick_params(length=0)
    strip.spines[:].set_visible(False)

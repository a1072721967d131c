"""The picture of a run: cases down, CPU seconds across on a log scale, a mark an engine.

Engines are told apart by shape and by colour, the colours being those of Okabe and Ito, which people who are colour-blind
can tell apart (jfly.uni-koeln.de/color). A run stopped by a limit is a hollow mark beyond the line of the limit; what
could not be asked has no mark.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from benchmarks.cases import CASES
from benchmarks.records import Run
from benchmarks.report import across

STYLES = {
    "exact": ("#D55E00", "o", 90), "exact-2": ("#D55E00", "*", 110), "cpsat": ("#0072B2", "s", 42),
    "plain-cpsat": ("#0072B2", "D", 34), "sat": ("#009E73", "^", 48), "plain-pysat": ("#009E73", "v", 48),
    "xcover": ("#000000", "X", 52), "xcover-memo": ("#777777", "P", 52), "exact-cover": ("#CC79A7", "<", 48),
    "dxz": ("#56B4E9", ">", 52), "dancing-links": ("#E69F00", "h", 56),
}  # fmt: skip
"""Colour, marker and size; an engine of ours and its plain counterpart share a colour."""

FLOOR = 2e-5


def draw(run: Run, path: Path) -> None:
    """Write the picture; the format follows the ending (.png, .svg)."""
    import matplotlib as mpl

    mpl.use("Agg")
    mpl.rcParams["svg.hashsalt"] = "benchmarks"  # the same run gives the same file
    from matplotlib import pyplot as plt

    cases = [case for case in CASES if case.name in run.cases]
    engines = across(run)
    figure, axes = plt.subplots(figsize=(10, 1.8 + 0.42 * len(cases)), layout="constrained")
    for engine in engines:
        _marks(axes, run, engine, [case.name for case in cases])
    for place, case in enumerate(cases):
        axes.axhline(place, color="#dddddd", linewidth=0.8, zorder=0)
        if case.must is not None:
            ends = [place - 0.38, place + 0.38]
            axes.plot([case.must] * 2, ends, color="#D55E00", linewidth=1.6, alpha=0.7, zorder=1)
    axes.axvline(run.seconds, color="#555555", linewidth=1, linestyle="--", zorder=1)
    axes.set_xscale("log")
    axes.set_xlim(FLOOR * 0.6, run.seconds * 12)
    axes.set_ylim(len(cases) - 0.4, -0.6)
    axes.set_yticks(range(len(cases)), [case.title for case in cases])
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color="#eeeeee", zorder=0)
    figure.supxlabel(
        f"CPU seconds, log scale. Hollow, beyond the dashed line: stopped at {run.seconds:g} s, or by memory."
        " Upright strokes: what exact must reach.", fontsize="medium",
    )  # fmt: skip
    axes.spines[["top", "right", "left"]].set_visible(False)
    if axes.get_legend_handles_labels()[0]:
        figure.legend(loc="outside upper center", ncols=6, frameon=False, handletextpad=0.2)
    figure.savefig(path, dpi=110, metadata={"Date": None} if path.suffix == ".svg" else None)
    plt.close(figure)


def _marks(axes: Any, run: Run, engine: str, cases: list[str]) -> None:
    """Draw the marks of one engine, filled where it answered, hollow where it was stopped, side by side where those meet."""
    colour, marker, size = STYLES.get(engine, ("#000000", ".", 40))
    engines = across(run)
    place_of_engine = engines.index(engine) / max(1, len(engines) - 1)
    shift = place_of_engine * 0.56 - 0.28
    solid: list[tuple[float, float]] = []
    hollow: list[tuple[float, float]] = []
    for place, case in enumerate(cases):
        seconds, status = run.middle(case, engine, "cpu_seconds"), run.status(case, engine)
        if status == "answered" and seconds is not None:
            solid.append((max(seconds, FLOOR), place + shift))
        elif status == "unknown":
            hollow.append((run.seconds * 1.4 * 6**place_of_engine, place + shift))
    over = 4 if engine == "exact" else 3
    x, y = zip(*solid, strict=True) if solid else ((), ())
    if not solid and not hollow:
        return
    axes.scatter(x, y, s=size, c=colour, marker=marker, label=engine, zorder=over, edgecolors="white", linewidths=0.5)
    x, y = zip(*hollow, strict=True) if hollow else ((), ())
    axes.scatter(x, y, s=size * 0.7, facecolors="none", edgecolors=colour, marker=marker, zorder=over, linewidths=1.1)

"""The plot of a run: cases down, CPU seconds across on a log scale, a mark for each program that answered.

Programs differ by shape and by colour; the colours are those of Okabe and Ito, which people who are colour-blind can
distinguish (jfly.uni-koeln.de/color). A program without an answer has no mark, for nothing was measured: it is named at
the end of the row, in brackets if it does not support the case, and otherwise because a limit stopped it.
"""

from __future__ import annotations

from pathlib import Path
from textwrap import wrap
from typing import Any

from benchmarks.cases import CASES, Case
from benchmarks.records import Run
from benchmarks.report import across

STYLES = {
    "exact": ("#D55E00", "o", 90), "exact-2": ("#D55E00", "*", 110), "cpsat": ("#0072B2", "s", 42),
    "plain-cpsat": ("#0072B2", "D", 34), "sat": ("#009E73", "^", 48), "plain-pysat": ("#009E73", "v", 48),
    "xcover": ("#000000", "X", 52), "xcover-memo": ("#777777", "P", 52), "exact-cover": ("#CC79A7", "<", 48),
    "dxz": ("#56B4E9", ">", 52), "dancing-links": ("#E69F00", "h", 56),
}  # fmt: skip
"""Colour, marker and size; one of our engines and its plain counterpart share a colour."""

FLOOR = 2e-5
OURS = ("exact", "exact-2", "cpsat", "sat")
LONGEST = 46  # characters per line of the names of programs without an answer


def draw(run: Run, path: Path) -> None:
    """Write the plot; the format follows the ending (.png, .svg)."""
    import matplotlib as mpl

    mpl.use("Agg")
    mpl.rcParams["svg.hashsalt"] = "benchmarks"  # the same run gives the same file
    from matplotlib import pyplot as plt

    cases = [case for case in CASES if case.name in run.cases]
    engines = across(run)
    figure, axes = plt.subplots(figsize=(13, 2.4 + 0.46 * len(cases)), layout="constrained")
    for engine in engines:
        _marks(axes, run, engine, [case.name for case in cases])
    for place, case in enumerate(cases):
        axes.axhline(place, color="#dddddd", linewidth=0.8, zorder=0)
        axes.annotate(
            without_answer(run, case.name), (1.01, place), xycoords=("axes fraction", "data"), va="center", ha="left",
            fontsize="small", color="#555555",
        )  # fmt: skip
    axes.annotate(
        f"no answer within {run.seconds:g} s\nof CPU time and {run.megabytes:,.0f} MB;\nin brackets: cannot be asked",
        (1.01, -0.7), xycoords=("axes fraction", "data"), va="bottom", ha="left", fontsize="small",
    )  # fmt: skip
    axes.axvline(run.seconds, color="#555555", linewidth=1, linestyle="--", zorder=1)
    axes.annotate(
        f"limit: {run.seconds:g} s", (run.seconds, -0.7), (-4, 0), textcoords="offset points", ha="right", va="bottom",
        fontsize="small", annotation_clip=False,
    )  # fmt: skip
    axes.set_xscale("log")
    axes.set_xlim(FLOOR * 0.6, run.seconds * 1.3)
    axes.set_ylim(len(cases) - 0.4, -0.6)
    axes.set_yticks(range(len(cases)), [_question(case) for case in cases])
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color="#eeeeee", zorder=0)
    axes.set_xlabel("CPU seconds until the answer, log scale: a mark further left is a faster program")
    axes.spines[["top", "right", "left"]].set_visible(False)
    figure.suptitle(f"What was asked, and how long programs took to answer ({_times(run)})", fontsize="medium")
    if axes.get_legend_handles_labels()[0]:
        figure.legend(loc="outside lower center", ncols=5, frameon=False, handletextpad=0.2)
    figure.savefig(path, dpi=100, metadata={"Date": None} if path.suffix == ".svg" else None)
    plt.close(figure)


def _times(run: Run) -> str:
    return "one run each" if run.runs == 1 else f"medians of {run.runs} runs"


def _question(case: Case) -> str:
    """Return the question of a case; titles of cases that want one solution include it."""
    if case.task == "solve" and case.total == 0:
        return f"{case.title.removesuffix(', none')}: that there is none"
    return f"{case.title}: how many?" if case.task == "count" else case.title


def without_answer(run: Run, case: str) -> str:
    """Return the names of the programs without an answer, in lines; those that do not support the case in brackets."""
    names = []
    for engine in across(run):
        status = run.status(case, engine)
        if status == "unknown":
            names.append(engine)
        elif status in ("not able", "skipped"):
            names.append(f"({engine})")
        elif status != "answered":
            names.append(f"{engine}: {status}")
    return "\n".join(wrap(", ".join(names), LONGEST, break_on_hyphens=False))


def measured(run: Run, engine: str, cases: list[str]) -> dict[int, float]:
    """Return the CPU seconds of a program by the index of the case, for the cases that it answered."""
    seconds = {place: run.middle(case, engine, "cpu_seconds") for place, case in enumerate(cases)}
    return {
        place: second for place, second in seconds.items()
        if second is not None and run.status(cases[place], engine) == "answered"
    }  # fmt: skip


def _marks(axes: Any, run: Run, engine: str, cases: list[str]) -> None:
    """Draw the marks of one program, each in its own part of the row, so that none hides another."""
    colour, marker, size = STYLES.get(engine, ("#000000", ".", 40))
    engines = across(run)
    shift = (engines.index(engine) / (len(engines) - 1) - 0.5) * 0.56 if len(engines) > 1 else 0.0
    seconds = measured(run, engine, cases)
    x, y = [max(second, FLOOR) for second in seconds.values()], [place + shift for place in seconds]
    label = f"{engine} (exactcover)" if engine in OURS else engine
    over = 4 if engine == "exact" else 3
    axes.scatter(x, y, s=size, c=colour, marker=marker, label=label, zorder=over, edgecolors="white", linewidths=0.5)

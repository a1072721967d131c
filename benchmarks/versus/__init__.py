"""Ours beside the strongest other programs that are installed, row by row: `python -m benchmarks versus`.

Each program runs in a separate process (child.py), from the model to the answer, with one thread and warm code. Other programs
get the cover without our reductions. Writes benchmarks/results/versus.md, a picture sorted by ratio, and the figures as
versus.jsonl; `python -m benchmarks.versus WORD...` measures again the rows whose names have one of the words.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any, TypeAlias

from benchmarks import machine
from benchmarks.versus.contestants import OURS, Reached
from benchmarks.versus.rows import PROVED, Row, rows

RESULTS = Path(__file__).parent.parent / "results"
STORE = RESULTS / "versus.jsonl"
GRACE_SECONDS = 10.0
FACTOR = 1.5
"""How much longer than the best other program a cover with costs may take, at every seed."""
RED, BLUE, GREY = "#D55E00", "#0072B2", "#777777"


Said: TypeAlias = dict[str, dict[str, Any]]
"""What each program reports."""


class Line:
    """A row with what each program reached, and its CPU seconds."""

    def __init__(self, row: Row, said: Said) -> None:
        self.row, self.said = row, said

    def seconds(self, name: str) -> float | None:
        """Return the CPU seconds to the answer, None without one."""
        own = self.said[name]
        return own["seconds"] if "seconds" in own and _reached(own).is_answer else None

    @property
    def best(self) -> tuple[str, float] | None:
        """The fastest other program with an answer, and its seconds."""
        times = [(self.seconds(name), name) for name in self.row.beside]
        known = sorted((seconds, name) for seconds, name in times if seconds is not None)
        return (known[0][1], known[0][0]) if known else None

    @property
    def ratio(self) -> float | None:
        """How many times our seconds the best other program takes; None if either has no answer."""
        ours, best = self.seconds(OURS), self.best
        return None if ours is None or best is None else best[1] / ours


def measure(words: Sequence[str] = ("",)) -> list[str]:
    """Measure rows whose names have one of the words; return the lines of the table of all known rows, and draw the picture."""
    known = _stored()
    for number, row in enumerate(rows()):
        if any(word in row.name for word in words):
            known[row.task, row.name] = {name: measured(number, row, name) for name in (OURS, *row.beside)}
            _store(known)
            print(shown(Line(row, known[row.task, row.name])), file=sys.stderr, flush=True)
    every = [Line(row, known[row.task, row.name]) for row in rows() if (row.task, row.name) in known]
    lines = [line for line in every if not line.row.family]
    lines.sort(key=lambda line: (line.ratio is None, line.ratio or 0.0))
    _draw([line for line in lines if line.ratio is not None])
    return [
        "# Ours beside other programs",
        "",
        f"{machine.described()}; CPU seconds of one thread, from the model to",
        "the answer, compiled before; medians of five runs of what takes less than a second. `auto` is ours.",
        "`python -m benchmarks versus` measures again.",
        "",
        "A ratio is how many times our seconds the best other program takes; below 1.0 it is ahead of us. `> 20`: stopped",
        "without an answer; of costs the best and the bound are shown. Programs that do not take such a puzzle are left out.",
        "",
        "![Ratios, sorted](versus.png)",
        "",
        *machine.table(("ratio", "case", "wanted", "auto", "others"), [shown_fields(line) for line in lines]),
        "",
        *by_seed([line for line in every if line.row.family]),
    ]


def by_seed(lines: Sequence[Line]) -> list[str]:
    """Return the table of covers with costs by seed: how often ours takes at most FACTOR times the best other program."""
    families = {line.row.family: [each for each in lines if each.row.family == line.row.family] for line in lines}
    fields = [(name, *_summed_up(own)) for name, own in families.items()]
    return [
        "## Covers with costs, by seed",
        "",
        "Seconds to a proved optimum: the least, the median and the most. The last columns: the seeds at which ours takes",
        f"at most {FACTOR:g} times the best other program, and our seconds divided by its own, at the best and the worst seed.",
        "",
        *machine.table(("case", "auto", "highs", "scip", f"within {FACTOR:g}", "ratios"), fields),
    ]


def _summed_up(lines: Sequence[Line]) -> tuple[str, ...]:
    """Return the fields of a family of rows; a run that was stopped counts with its limit, and is marked."""

    def spread(name: str) -> str:
        times = sorted(line.seconds(name) or line.row.limit for line in lines)
        over = "> " if any(line.seconds(name) is None for line in lines) else ""
        return f"{times[0]:.2g}, {median(times):.2g}, {over}{times[-1]:.2g}"

    ratios = sorted((line.seconds(OURS) or line.row.limit) / (line.best or ("", line.row.limit))[1] for line in lines)
    within = sum(ratio <= FACTOR for ratio in ratios)
    return *map(spread, (OURS, *PROVED)), f"{within} of {len(lines)}", f"{ratios[0]:.2f} to {ratios[-1]:.2f}"


def _stored() -> dict[tuple[str, str], Said]:
    """Return the figures that were stored, by task and name."""
    lines = STORE.read_text().splitlines() if STORE.exists() else []
    return {(line["task"], line["name"]): line["said"] for line in map(json.loads, lines)}


def _store(known: dict[tuple[str, str], Said]) -> None:
    """Store the figures of the rows that there are."""
    own = [(row.task, row.name) for row in rows() if (row.task, row.name) in known]
    lines = [json.dumps({"task": task, "name": name, "said": known[task, name]}) for task, name in own]
    STORE.write_text("".join(f"{line}\n" for line in lines))


def measured(number: int, row: Row, name: str) -> dict[str, Any]:
    """Return what a process reports of a program; one that does not end in time is killed."""
    command = [sys.executable, "-m", "benchmarks.versus.child", str(number), name]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=row.limit + GRACE_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return {"over": row.limit}
    if not done.stdout.strip():
        return {"broke": (done.stderr.strip() or "no output").splitlines()[-1]}
    said: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    if said.get("seconds", 0.0) > row.limit and not _reached(said).cost:
        return {"over": row.limit}
    return said


def _reached(own: dict[str, Any]) -> Reached:
    return Reached(own.get("answer"), own.get("cost"), own.get("bound"))


def shown_fields(line: Line) -> tuple[str, ...]:
    """Return the fields of a line of the table."""
    ratio = "" if line.ratio is None else f"{line.ratio:.2f}" if line.ratio >= 1 else f"**{line.ratio:.2f}**"
    must = "" if line.row.must is None else f"{line.row.must:g}"
    others = [
        f"{name} {_figure(line.said[name], line.row)}" for name in line.row.beside if _figure(line.said[name], line.row)
    ]
    return ratio, f"{line.row.task} {line.row.name}", must, _figure(line.said[OURS], line.row), ", ".join(others)


def shown(line: Line) -> str:
    """Return a line as text."""
    return " | ".join(shown_fields(line))


def _figure(own: dict[str, Any], row: Row) -> str:
    """Return what a program reached in a few characters, nothing if it cannot take the puzzle."""
    if "not_able" in own or "not_installed" in own:
        return ""
    for fault in ("wrong", "broke"):
        if fault in own:
            return f"{fault}: {own[fault]}"
    reached = _reached(own)
    if "over" in own or reached.answer is None:
        return f"> {row.limit:g}"
    seconds = f"{own['seconds']:.2g}" if own["seconds"] < 10 else f"{own['seconds']:.1f}"
    return seconds if reached.is_answer else f"> {row.limit:g} ({reached.cost}, bound {reached.bound})"


def _draw(lines: list[Line]) -> None:
    """Draw the ratios as bars on a logarithmic scale, those below 1.0 in red."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(11, 1.5 + 0.32 * len(lines)), layout="constrained")
    ratios = [line.ratio or 1.0 for line in lines]
    axes.barh(
        range(len(lines)),
        [ratio - 1 for ratio in ratios],
        left=1,
        color=[RED if ratio < 1 else BLUE for ratio in ratios],
    )
    axes.set_xscale("log")
    axes.set_yticks(range(len(lines)), [f"{line.row.task} {line.row.name}"[:70] for line in lines], fontsize="small")
    for place, (line, ratio) in enumerate(zip(lines, ratios, strict=True)):
        beside = line.best
        axes.annotate(
            f" {ratio:.2g} {beside[0] if beside else ''}", (max(ratio, 1.0), place), va="center", fontsize="small", color=GREY
        )  # fmt: skip
    axes.axvline(1, color="black", linewidth=1)
    axes.set_xlabel("CPU seconds of the best other program, divided by ours")
    axes.invert_yaxis()
    axes.margins(x=0.15)
    figure.savefig(RESULTS / "versus.png", dpi=110)
    plt.close(figure)

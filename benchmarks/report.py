"""The Markdown report of a run: cases down, engines across; CPU seconds, nodes, memory; then a legend.

No cell of a table is blank, and a limit is never shown as a figure: `> 60` is a run stopped after 60 CPU seconds.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from benchmarks import peers
from benchmarks.cases import CASES, Case
from benchmarks.machine import table
from benchmarks.records import Run

HOW = (
    "One process a run. The clock covers the solving alone: models of other programs are built before it and they are warmed"
    " with a small case; `exact`, `cpsat` and `sat` are ours and their clock runs from the puzzle's tiling or cover to the"
    " last count, preparation included, compiled code warm. Every answer was compared with the known count, a first solution"
    " was judged."
)


def report(run: Run) -> list[str]:
    """Return the lines of the report."""
    cases = [case for case in CASES if case.name in run.cases]
    lines = ["# Cases and engines", "", *_facts(run), "", HOW, ""]
    lines += ["## CPU seconds", "", *_grid(run, cases, "must", _must, _seconds), ""]
    lines += ["## Nodes", "", "Each program counts its own kind of node.", ""]
    lines += [*_grid(run, cases, "answer", lambda case: _answer(run, case), _nodes), ""]
    lines += [
        "## Peak memory, MB",
        "",
        "In brackets: what was added while solving, interpreter and libraries not counted.",
        "",
    ]
    lines += [*_grid(run, cases, "task", lambda case: case.task, _memory), ""]
    return [*lines, *_threads(run, cases), *_notes(run)]


def shown(seconds: float) -> str:
    """Return seconds with three significant digits."""
    if seconds < 1e-6:
        return "< 0.000001"
    return f"{seconds:.{min(6, max(0, 2 - math.floor(math.log10(seconds))))}f}"


def stopped(run: Run, case: str, engine: str, at: str = "> {}") -> str:
    """Return the cell of a run without a figure: the limit that was exceeded, in the format `at`, or the status."""
    status = run.status(case, engine)
    if status == "unknown":
        stop = next(m.stop for m in run.of(case, engine) if m.status == "unknown")
        seconds = f"{run.seconds:g}" if at.startswith(">") else f"{run.seconds:g} s"
        return at.format(f"{run.megabytes:g} MB" if stop == "memory" else seconds)
    if status in ("not able", "skipped"):
        return f"{status}{_mark(run, case, engine)}"
    return f"**{status}**" if status in ("wrong", "broke") else status


def _mark(run: Run, case: str, engine: str) -> str:
    return f" ({_reasons(run).index(_reason(run, case, engine)) + 1})"


def _reason(run: Run, case: str, engine: str) -> str:
    return next((m.reason for m in run.of(case, engine) if m.reason), "no reason told")


def _reasons(run: Run) -> list[str]:
    """Return the different reasons for not running, in the order of the table; they are referred to by number."""
    found: list[str] = []
    for case in run.cases:
        for engine in across(run):
            reason = _reason(run, case, engine)
            if run.status(case, engine) in ("not able", "skipped") and reason not in found:
                found.append(reason)
    return found


def _facts(run: Run) -> list[str]:
    machine, versions = run.facts["machine"], run.facts["versions"]
    runs = "one run each" if run.runs == 1 else f"median of {run.runs} runs"
    limits = f"limits {run.seconds:g} CPU seconds and {run.megabytes:g} MB"
    where = f"{machine['processor']}, {machine['cores']} cores, {machine['memory_mb']} MB, {machine['system']}"
    return [
        f"{run.facts['day']}, commit {run.facts['commit']}; {where}; {runs}, {limits}.",
        f"Versions: {', '.join(f'{name} {number}' for name, number in versions.items())}.",
    ]


def _grid(
    run: Run, cases: list[Case], title: str, aside: Callable[[Case], str], figure: Callable[[Run, str, str], str | None]
) -> list[str]:
    engines = across(run)
    at = "> {}" if figure is _seconds else "stopped at {}"
    lines = []
    for case in cases:
        figures = (figure(run, case.name, engine) or stopped(run, case.name, engine, at) for engine in engines)
        lines.append((case.title, aside(case), *figures))
    return table(("case", title, *engines), lines)


def across(run: Run) -> tuple[str, ...]:
    """Return the engines in the tables and the plot: two threads have a table of their own."""
    return tuple(engine for engine in run.engines if engine != "exact-2") or run.engines


def _seconds(run: Run, case: str, engine: str) -> str | None:
    middle = run.middle(case, engine, "cpu_seconds")
    return shown(middle) if middle is not None and run.status(case, engine) == "answered" else None


def _nodes(run: Run, case: str, engine: str) -> str | None:
    if run.status(case, engine) != "answered":
        return None
    nodes = run.middle(case, engine, "nodes")
    return "not told" if nodes is None else f"{nodes:,.0f}".replace(",", " ")


def _memory(run: Run, case: str, engine: str) -> str | None:
    peak, before = run.middle(case, engine, "peak_mb"), run.middle(case, engine, "resident_mb")
    if run.status(case, engine) != "answered" or peak is None or before is None:
        return None
    return f"{peak:.0f} (+{max(0.0, peak - before):.1f})"


def _must(case: Case) -> str:
    return "none" if case.must is None else f"{case.must:g}"


def _answer(run: Run, case: Case) -> str:
    """Return the known answer, or else the one that was found, or else that it is unknown."""
    found = [m.answer for m in run.measurements if m.case == case.name and m.status == "answered" and m.answer]
    return case.expected() or (f"{found[0]} (found here)" if found else "not known")


def _threads(run: Run, cases: list[Case]) -> list[str]:
    lines = []
    for case in cases:
        one, two = (run.middle(case.name, engine, "wall_seconds") for engine in ("exact", "exact-2"))
        if run.of(case.name, "exact") and run.of(case.name, "exact-2") and case.long:
            walls = [
                stopped(run, case.name, engine, "stopped at {}") if wall is None else shown(wall)
                for engine, wall in (("exact", one), ("exact-2", two))
            ]
            lines.append((case.title, *walls, f"{one / two:.2f}" if one and two else "not told"))
    head = ("case", "exact, wall seconds", "exact-2, wall seconds", "times as fast")
    return ["## Two threads against one", "", *table(head, lines), ""] if lines else []


def _notes(run: Run) -> list[str]:
    lines = ["## Notes", ""]
    lines += [f"- ({number}) {reason}" for number, reason in enumerate(_reasons(run), start=1)]
    lines += [f"- `{engine}`: {peers.peer(engine).about}." for engine in run.engines if engine in peers.NAMES]
    lines += [
        f"- {m.case}, {m.engine}: {m.status}: {m.reason}" for m in run.measurements if m.status in ("wrong", "broke")
    ]
    return lines


def summary(run: Run) -> dict[str, Any]:
    """Return how many cells of the grid have each status."""
    found: dict[str, int] = {}
    for case in run.cases:
        for engine in across(run):
            status = run.status(case, engine)
            found[status] = found.get(status, 0) + 1
    return found

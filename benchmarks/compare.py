"""Comparison of two runs: first the changes of status or answer, then the ratios of CPU seconds.

Not here: whether a difference is noise; the machines and days of both runs are shown so that a reader can tell.
"""

from __future__ import annotations

import math

from benchmarks.machine import table
from benchmarks.records import Run
from benchmarks.report import shown

SAME = 1.05
"""A smaller ratio, either way, is not reported as a change."""


def compared(old: Run, new: Run) -> list[str]:
    """Return the lines of the comparison, a Markdown text."""
    lines = ["# Comparison", ""]
    for name, run in (("A", old), ("B", new)):
        facts = run.facts
        lines.append(
            f"- {name}: {facts['day']}, commit {facts['commit']}, {facts['machine']['processor']}, {run.runs} run(s)"
        )
    if old.facts["machine"] != new.facts["machine"]:
        lines.append("- **not the same machine**: the ratios compare machines as well")
    if (old.seconds, old.megabytes) != (new.seconds, new.megabytes):
        limits = " against ".join(f"{run.seconds:g} s and {run.megabytes:g} MB" for run in (old, new))
        lines.append(f"- **not the same limits**: {limits}")
    changed = changes(old, new)
    lines += ["", "## Changed status", ""]
    lines += table(("case", "engine", "A", "B"), changed) if changed else ["Nothing changed status or answer."]
    return [*lines, "", "## Ratios", "", *_ratios(old, new)]


def changes(old: Run, new: Run) -> list[tuple[str, ...]]:
    """Return case, engine and the outcomes of A and B for which the status or the answer differs."""
    found: list[tuple[str, ...]] = []
    for case, engine in _places(old, new):
        before, after = _said(old, case, engine), _said(new, case, engine)
        if before != after:
            found.append((case, engine, before, after))
    return found


def ratios(old: Run, new: Run) -> list[tuple[str, str, float, float]]:
    """Return case, engine and the median CPU seconds of A and B if both answered, the largest slowdown first."""
    found = []
    for case, engine in _places(old, new):
        before, after = (run.middle(case, engine, "cpu_seconds") for run in (old, new))
        if before and after and old.status(case, engine) == new.status(case, engine) == "answered":
            found.append((case, engine, before, after))
    return sorted(found, key=lambda line: line[2] / line[3])


def _places(old: Run, new: Run) -> list[tuple[str, str]]:
    """Return every case with every engine of either run, in the order of B, then of A."""
    cases = dict.fromkeys((*new.cases, *old.cases))
    engines = dict.fromkeys((*new.engines, *old.engines))
    return [(case, engine) for case in cases for engine in engines if new.of(case, engine) or old.of(case, engine)]


def _said(run: Run, case: str, engine: str) -> str:
    status = run.status(case, engine)
    if status != "answered":
        return status
    return "answered " + ", ".join(sorted({m.answer or "nothing" for m in run.of(case, engine)}))


def _ratios(old: Run, new: Run) -> list[str]:
    found = ratios(old, new)
    if not found:
        return ["Nothing was answered in both."]
    lines = [
        (case, engine, shown(before), shown(after), f"{after / before:.2f}", _verdict(after / before))
        for case, engine, before, after in found
    ]
    every = dict.fromkeys(engine for _, engine, _, _ in found)
    means = []
    for engine in every:
        logs = [math.log(after / before) for _, name, before, after in found if name == engine]
        means.append((engine, str(len(logs)), f"{math.exp(sum(logs) / len(logs)):.2f}"))
    head = ("case", "engine", "A, CPU seconds", "B, CPU seconds", "B / A", "")
    return [
        *table(("engine", "cases", "geometric mean of B / A"), means), "",
        *table((*head[:-1], "B is"), lines),
    ]  # fmt: skip


def _verdict(ratio: float) -> str:
    return "slower" if ratio > SAME else "faster" if ratio < 1 / SAME else "the same"

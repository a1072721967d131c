"""What the closed *Details* of a job's page say: its status and its figures, in the program's own words.

Not here: the verdict (verdicts.py), and the files (job_files.py).
"""

from __future__ import annotations

from typing import Any

from exactcover.service.job import COMPARE, Job
from exactcover.service.page import wording

UNITS = {"time_limit": " s", "memory_limit": " MB", "node_limit": " nodes", "limit": " solutions"}


def facts(job: Job) -> list[tuple[str, str]]:
    """Return pairs of a name and a figure: the status, the engine, the work, the options, the digest of the puzzle."""
    pairs = [("State", str(job.state))]
    if job.answer is not None:
        pairs += _of_answer(job)
    if (
        job.started_at and job.finished_at and job.finished_at >= job.started_at
    ):  # else the clock was set back: it is unknown
        pairs.append(("Took", f"{job.finished_at - job.started_at:.2f} s"))
    pairs += [
        (name.replace("_", " ").capitalize(), f"{_shown(value)}{UNITS.get(name, '')}")
        for name, value in job.options.items()
    ]
    return [*pairs, ("Puzzle, SHA-256", job.puzzle_sha256), ("Job", job.id)]


def _of_answer(job: Job) -> list[tuple[str, str]]:
    answer = job.answer or {}
    if answer.get("task") == COMPARE or "batch" in job.source:
        return [("Status", str(answer["status"]))] if answer["status"] else []
    words = wording.verdict_of(answer)
    pairs = [("Status", words["status"]), ("In full", words["verdict"])]
    named = [(name, answer.get(name)) for name in ("count", "classes", "cost", "bound")]
    pairs += [(name.capitalize(), f"{int(value):,}") for name, value in named if value is not None]
    used, engine = answer["statistics"], answer["engine"]
    pairs += [("Engine", engine["name"]), ("Why", engine["why"]), ("Nodes", f"{used['nodes']:,}")]
    pairs += [("CPU", f"{used['cpu_seconds']:.3f} s"), ("Memory", f"{used['peak_mb']:.0f} MB")]
    return pairs


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return f"{value:,g}" if isinstance(value, float) else str(value)

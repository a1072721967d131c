"""The records of a benchmark run: a line of JSON about the run, then one per measurement.

Not here: tables (report.py), pictures, comparisons. A measurement without a figure has a status and a reason instead.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

SCHEMA = 1

WORST_FIRST = ("wrong", "broke", "unknown", "not able", "skipped", "answered")
"""The statuses of a measurement; the status of several runs is the first of these that occurs."""


@dataclass(frozen=True)
class Measurement:
    """One run of one case with one engine.

    status: see WORST_FIRST; stop: `time` or `memory` where it is unknown; reason: a sentence where it is wrong, broke, not
    able or skipped; answer: a count in digits, `found`, `none` or `reached`; peak_mb: the most the process held while it
    solved, of which resident_mb were there before (interpreter, libraries, model).
    """

    case: str
    engine: str
    run: int
    status: str
    stop: str | None = None
    reason: str | None = None
    answer: str | None = None
    classes: int | None = None
    cpu_seconds: float | None = None
    wall_seconds: float | None = None
    nodes: int | None = None
    peak_mb: float | None = None
    resident_mb: float | None = None


@dataclass(frozen=True)
class Run:
    """Everything one `python -m benchmarks` measured; facts: machine, versions, day; seconds, megabytes: the limits."""

    facts: dict[str, Any]
    seconds: float
    megabytes: float
    runs: int
    cases: tuple[str, ...]
    engines: tuple[str, ...]
    measurements: list[Measurement] = field(default_factory=list)

    def of(self, case: str, engine: str) -> list[Measurement]:
        """Return the measurements of one case with one engine."""
        return [m for m in self.measurements if m.case == case and m.engine == engine]

    def status(self, case: str, engine: str) -> str:
        """Return the worst status of the runs; `not measured` if there are none."""
        found = {m.status for m in self.of(case, engine)}
        return next((status for status in WORST_FIRST if status in found), "not measured")

    def middle(self, case: str, engine: str, what: str) -> float | None:
        """Return the median of a figure over the runs that answered; None if none reported it."""
        figures = [getattr(m, what) for m in self.of(case, engine) if m.status == "answered"]
        figures = [figure for figure in figures if figure is not None]
        return median(figures) if figures else None

    def head(self) -> dict[str, Any]:
        """Return the first line of the file."""
        return {"schema": SCHEMA} | {k: v for k, v in vars(self).items() if k != "measurements"}


def append(path: Path, line: dict[str, Any]) -> None:
    """Add a line to a file of JSON lines, figures to the nanosecond and the tenth of a megabyte."""
    places = {"cpu_seconds": 9, "wall_seconds": 9, "peak_mb": 1, "resident_mb": 1}
    rounded = {k: round(v, places[k]) if k in places and v is not None else v for k, v in line.items()}
    with path.open("a") as file:
        file.write(json.dumps(rounded) + "\n")


def written(measurement: Measurement) -> dict[str, Any]:
    """Return a measurement as a line, what it has not left out."""
    return {k: v for k, v in asdict(measurement).items() if v is not None}


def read(path: Path) -> Run:
    """Return the run of a file; raises ValueError if it is no such file."""
    lines = [json.loads(line) for line in path.read_text().splitlines() if line.strip()]
    if not lines or lines[0].get("schema") != SCHEMA:
        raise ValueError(f"{path} is no file of measurements; expected JSON lines, the first with schema {SCHEMA}")
    head = {k: v for k, v in lines[0].items() if k != "schema"}
    head |= {"cases": tuple(head["cases"]), "engines": tuple(head["engines"])}
    return Run(**head, measurements=[Measurement(**line) for line in lines[1:]])

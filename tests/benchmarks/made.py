"""Runs of the benchmarks made up for tests: what a measured process would have told, without one."""

from __future__ import annotations

from typing import Any

from benchmarks.records import Measurement, Run

FACTS: dict[str, Any] = {
    "day": "2026-01-01",
    "commit": "abc",
    "machine": {"processor": "made up", "cores": 2, "memory_mb": 1000, "system": "none"},
    "versions": {"python": "3.11"},
}


def run(cases: tuple[str, ...], engines: tuple[str, ...], *measured: Measurement, runs: int = 1) -> Run:
    """A run with these measurements, limits 60 s and 4000 MB."""
    return Run(FACTS, 60.0, 4000.0, runs, cases, engines, list(measured))


def answered(case: str, engine: str, answer: str, seconds: float, number: int = 0) -> Measurement:
    """A measurement that answered."""
    return Measurement(
        case, engine, number, "answered", answer=answer, cpu_seconds=seconds, wall_seconds=seconds,
        nodes=1000, peak_mb=50.0, resident_mb=40.0,
    )  # fmt: skip

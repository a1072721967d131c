"""Cases x engines: runs each, judges each answer, stores each measurement as soon as it is made.

A count is compared with the known one, or with those of the other engines if none is known; a first solution is judged
by exactcover.judges against the case's own model. Not here: the measured process (watch.py, child.py), tables,
pictures.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any

import numpy as np

from benchmarks import own, peers, watch
from benchmarks.cases import CASES, Case
from benchmarks.records import Measurement, Run
from exactcover import judges
from exactcover.model.tiling import Tiling
from exactcover.transform.reductions import chain

ENGINES = (*own.OWN, *peers.NAMES)
BY_NAME_ONLY = ("xcover-memo",)
"""Engines that run only if they are named: known to give wrong answers, which would fail every run."""
AGAIN = 3
"""How often a run is repeated if something was compiled during the measurement."""

Measure = Callable[[str, str, float, float], dict[str, Any]]
_FIGURES = {field.name for field in fields(Measurement)} - {"case", "engine", "run"}


def measurements(run: Run, measure: Measure | None = None) -> Iterator[Measurement]:
    """Yield and store the judged measurements of every case with every engine; those of a case come together.

    measure: makes a measurement, by default watch.measured.
    """
    measure = measure or watch.measured
    for name in run.cases:
        case = next(case for case in CASES if case.name == name)
        for engine in run.engines:
            if own.OWN.get(engine, own.ONE_THREAD).workers > 1 and not case.long and len(run.engines) > 1:
                continue  # two threads are used for the longest searches only
            for number in range(run.runs):
                found = _one(case, engine, number, run, measure)
                found = _agreeing(found, run)
                run.measurements.append(found)
                yield found
                if found.status != "answered":  # a run that is not able, or exceeds its limit, is not repeated
                    break


def failures(run: Run) -> list[str]:
    """Return a sentence for each wrong answer and each engine that broke."""
    return [f"{m.case}, {m.engine}: {m.status}: {m.reason}" for m in run.measurements if m.status in ("wrong", "broke")]


def judged(case: Case, engine: str, report: dict[str, Any]) -> str | None:
    """Return what is wrong with an answer; None for a right one, or one for which nothing is known."""
    expected = case.expected()
    answer, classes = report["answer"], report.get("classes")
    if expected is not None and answer != expected:
        return f"answered {answer}; expected {expected}"
    if case.classes is not None and classes is not None and classes != case.classes:
        return f"answered {classes} classes; expected {case.classes}"
    if answer == "found":
        faults = _faults(case, engine, report.get("selection"))
        return f"its solution is none: {'; '.join(faults[:3])}" if faults else None
    return None


def _faults(case: Case, engine: str, selection: Any) -> list[str]:
    if not isinstance(selection, list):
        return ["no selection was reported"]
    model, chosen = case.model(), np.array(selection, dtype=np.int64)
    if engine in peers.NAMES:
        if chosen.ndim != 1 or len(chosen) != len(set(selection)):
            return ["an option is chosen twice"]
        chosen = np.sort(chosen)
        if isinstance(model, Tiling):
            chosen = chain.reduce(model, ("cover",)).lift(chosen)
    return judges.faults(model, chosen)


def _one(case: Case, engine: str, number: int, run: Run, measure: Measure) -> Measurement:
    report: dict[str, Any] = {}
    for _ in range(AGAIN):
        report = measure(case.name, engine, run.seconds, run.megabytes)
        if not report.get("compiled"):
            break
        print(f"{case.name}, {engine}: compiled while the clock ran; once more", file=sys.stderr)
    if report["status"] == "answered":
        wrong = judged(case, engine, report)
        if wrong is not None:
            report |= {"status": "wrong", "reason": wrong}
        elif report["cpu_seconds"] > run.seconds:  # it answered, but in the grace period after its limit
            report |= {"status": "unknown", "stop": "time"}
    return Measurement(case.name, engine, number, **{k: v for k, v in report.items() if k in _FIGURES})


def _agreeing(found: Measurement, run: Run) -> Measurement:
    """Return the measurement, marked as wrong if the answer is unknown and differs from another engine's."""
    others = {m.answer: m.engine for m in run.measurements if m.case == found.case and m.status == "answered"}
    if found.status != "answered" or not others or found.answer in others:
        return found
    answer, engine = next(iter(others.items()))
    reason = f"answered {found.answer}, but {engine} answered {answer}; no count is published"
    return Measurement(**(vars(found) | {"status": "wrong", "reason": reason}))

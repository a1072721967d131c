"""Our own engines in a measured process: from the tiling or cover to the last count, with preparation timed.

Warm-up is not timed: `exact` runs the same case for a second so that its kernels are compiled or loaded; the others run
a small case so that their libraries are loaded. The pipeline and the judges are not included.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from benchmarks.cases import Case
from benchmarks.covers import langford
from benchmarks.outcome import Action, NotAble, Outcome
from exactcover import backends
from exactcover.model.answer import EngineOptions, Limits, Task
from exactcover.model.encoding import Model
from exactcover.model.errors import InvalidInput
from exactcover.model.events import End, Found, Progress
from exactcover.transform.reductions import chain

WARM_UP_SECONDS = 1.0


@dataclass(frozen=True)
class Own:
    """One of our engines and its number of threads."""

    backend: str
    workers: int = 1


ONE_THREAD = Own("exact")
OWN = {"exact": ONE_THREAD, "exact-2": Own("exact", 2), "cpsat": Own("cpsat"), "sat": Own("sat")}


def ready(engine: str, case: Case, seconds: float, megabytes: float) -> Action:
    """Warm an engine up and return the action to be measured; raises NotAble."""
    own = OWN[engine]
    refuse(engine, case)
    task: Task = "count" if case.task == "prepare" else case.task
    warm = case.model() if own.backend == "exact" else langford(5)
    _run(own, task, warm, Limits(time=min(WARM_UP_SECONDS, seconds), memory=megabytes), seconds)
    if case.task == "prepare":
        return lambda: _to_first_node(own, case)
    model = case.model()
    return lambda: _run(own, task, model, Limits(memory=megabytes), seconds)


def refuse(engine: str, case: Case) -> None:
    """Raise NotAble if a case is not for this engine."""
    if case.task == "prepare" and engine != "exact":
        raise NotAble("only exact counts its preparation in nodes")


def _to_first_node(own: Own, case: Case) -> Outcome:
    found = _run(own, "count", case.model(), Limits(nodes=1), 60.0)
    return Outcome("reached", found.nodes)


def _run(own: Own, task: Task, model: Model, limits: Limits, seconds: float) -> Outcome:
    """Run an engine; stop it at its next event after it has used the CPU seconds."""
    begun = time.process_time()
    engine = backends.engine(own.backend)
    selection, nodes = None, 0
    try:
        reduced = chain.reduce(model, engine.accepts, break_symmetry=task == "solve")
        for event in engine.run(task, reduced.model, EngineOptions(workers=own.workers), limits):
            if isinstance(event, Found):
                selection = reduced.lift(event.selection).tolist()
            elif isinstance(event, End):
                return _concluded(event, task, selection)
            elif isinstance(event, Progress):
                nodes = max(nodes, event.nodes)
            if time.process_time() - begun > seconds:
                return Outcome(None, nodes, stop="time")
    except InvalidInput as fault:
        raise NotAble(str(fault)) from fault
    raise AssertionError("a run ended without an End")


def _concluded(end: End, task: Task, selection: object) -> Outcome:
    nodes = end.statistics.nodes
    if task == "solve" and selection is not None:
        return Outcome("found", nodes, selection=selection)
    if not end.exhausted:
        return Outcome(None, nodes, stop=end.stop_reason or "time")
    # `classes` is reported by engines that count up to symmetry in the same run.
    return Outcome("none" if task == "solve" else str(end.count), nodes, getattr(end, "classes", None))

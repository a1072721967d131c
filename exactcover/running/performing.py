"""What a job comes to: an engine's search and the provers beside it, or after it, as one stream of events.

This runs in the child (worker.py), under limits that the parent keeps as well; nothing heavy is imported when this is.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from exactcover.answer import End, EngineOptions, Event, Limits, Task
    from exactcover.model.encoding import Model
    from exactcover.running.proving import Stage

PATIENCE_SECONDS = 1.0


@dataclass(frozen=True)
class Job:
    """What a child is told: the engine's name (none: only prove), the task, the puzzle's own model, options, limits.

    stages: provers that try to refute the model, beside the engine where there is one; below: provers that try to show that
    nothing costs less than the solution that the engine has found.
    """

    engine: str
    task: Task
    model: Model
    options: EngineOptions
    limits: Limits
    break_symmetry: bool
    stages: tuple[Stage, ...] = ()
    below: tuple[Stage, ...] = ()


def events(job: Job, begun: float) -> Iterator[Event]:
    """Yield the provers' or the engine's events; one End, the last.

    Where an engine is to search, the provers have their turn when it has found nothing for PATIENCE_SECONDS, or when it has
    found that there is nothing, or nothing of less cost: an argument is better evidence than its word.
    """
    from exactcover.running import proving

    if not job.engine:
        yield from proving.run(job.stages, job.model, job.limits)
    elif job.below:
        yield from _bounded(job, begun)
    else:
        yield from _searched_beside(job, begun)


def _bounded(job: Job, begun: float) -> Iterator[Event]:
    """Yield the engine's events, and give its End the provers' evidence that nothing costs less than what it has found."""
    from exactcover import check
    from exactcover.answer import End, Found, Progress, Standing
    from exactcover.certificate import below

    cost = None
    for event in _searched(job, begun):
        if isinstance(event, Found):
            cost = check.cost(job.model, event.selection)
        if isinstance(event, End) and cost and (event.exhausted or event.bound == cost):
            yield Progress("proving that nothing costs less")
            yield Standing(event)
            argued = yield from _argued(replace(job, model=below(job.model, cost), stages=job.below), begun)
            remark = "; ".join(filter(None, (event.remark, argued.remark)))
            refutation = argued.refutation and replace(argued.refutation, bound=cost)
            yield replace(event, refutation=refutation, remark=remark)
            return
        yield event


def _searched_beside(job: Job, begun: float) -> Iterator[Event]:
    """Yield the engine's events until provers beside it have refuted the model."""
    from exactcover.answer import End, Found, Progress

    untried, nodes = bool(job.stages), 0
    for event in _searched(job, begun):
        if isinstance(event, Found) or (isinstance(event, Progress | End) and event.count):
            untried = False
        if isinstance(event, Progress):
            nodes = max(nodes, event.nodes)
        exhausted = isinstance(event, End) and event.exhausted
        late = not isinstance(event, End) and time.monotonic() - begun > PATIENCE_SECONDS
        if untried and (exhausted or late):
            untried = False
            refuted = yield from _argued(job, begun)
            if refuted.refutation is not None:
                statistics = replace(refuted.statistics, nodes=refuted.statistics.nodes + nodes)
                yield (
                    replace(event, refutation=refuted.refutation)
                    if isinstance(event, End)
                    else replace(refuted, statistics=statistics)
                )
                return
        yield event


def _argued(job: Job, begun: float) -> Generator[Event, None, End]:
    """Yield what the provers say, and return their End."""
    from exactcover.answer import End, Progress
    from exactcover.running import proving

    left = None if job.limits.time is None else max(0.0, job.limits.time - (time.monotonic() - begun))
    for event in proving.run(job.stages, job.model, replace(job.limits, time=left)):
        if isinstance(event, End):
            return event
        if isinstance(event, Progress):
            yield event
    raise RuntimeError("the provers ended without an End")


def _searched(job: Job, begun: float) -> Iterator[Event]:
    """Yield the engine's events, selections lifted to the job's own model."""
    from exactcover import backends
    from exactcover.answer import End, Found, Progress, Standing
    from exactcover.check import placements
    from exactcover.reductions import chain

    engine = backends.engine(job.engine)
    reduced = chain.reduce(job.model, engine.accepts, break_symmetry=job.break_symmetry and job.task == "solve")
    limits = job.limits
    if limits.time is not None:
        limits = replace(limits, time=max(0.0, limits.time - (time.monotonic() - begun)))
    yield Progress("searching")
    space: str | None = None

    def named(end: End) -> End:
        nonlocal space
        if end.exhausted and reduced.written is not None:
            space = space or placements.digest(reduced.written)
        return replace(end, space=space if end.exhausted else None)

    for event in engine.run(job.task, reduced.model, job.options, limits):
        if isinstance(event, Found):
            yield Found(reduced.lift(event.selection), event.more)
        elif isinstance(event, End):
            yield named(event)
        elif isinstance(event, Standing):
            yield Standing(named(event.end))
        else:
            yield event

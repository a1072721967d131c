"""What a job comes to: an engine's search or a race of several, the provers beside it or after it, as one stream of events.

This runs in the engine's process, under limits that its parent keeps as well.
"""

from __future__ import annotations

import contextlib
import os
import time
import traceback
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import replace
from typing import Any

from exactcover import check
from exactcover.answer import (
    End,
    Event,
    Found,
    FoundMany,
    Limits,
    Progress,
    Standing,
    Statistics,
    Task,
)
from exactcover.deadline import Deadline, now
from exactcover.errors import EngineBroke, InvalidInput, Unsuitable
from exactcover.model.encoding import Model
from exactcover.refuted import below
from exactcover.running import child, compiling, many, proving, remembered
from exactcover.running.bounding import best_and_bound
from exactcover.running.job import (
    BestAndBound,
    Entrant,
    Job,
    Optima,
    Prove,
    Race,
    Search,
    SearchMany,
    SearchThenBound,
    Share,
    Stage,
)
from exactcover.running.messages import Clock
from exactcover.running.optima import optima
from exactcover.running.process_pool import peak_mb, resident_mb
from exactcover.running.racing import Runner, race
from exactcover.running.searching import searched
from exactcover.running.warm_up import warm_up

PATIENCE_SECONDS = 1.0
GLANCE_AFTER, GLANCE_SECONDS, GLANCED = 0.005, 0.03, ("arithmetic", "colouring")
"""When provers that are done in milliseconds have a first turn beside an engine, how long it is, and who they are.

Historical note. The mutilated chessboard took 1,554,082 nodes and 0.16 CPU seconds until exact search was done, a colouring 0.01.
"""
PROVERS = "provers"
PROVERS_OWED = 0.25
"""Of the processor, beside engines that look for a solution in turns."""
PROVERS_PART = 0.5
"""Of the time, for each prover beside a search for the best."""
PEAK_MB = 1.0
_peaks: list[float] = []
"""The peak memory of the last job, once it is known."""


def perform(job: Job) -> Iterator[Event | Clock]:
    """Make the engine ready, then yield what the job comes to; one End, the last, with what the whole job has used.

    Raises InvalidInput where the engine or one of its options does not suit the model, EngineBroke where it breaks.
    """
    if not isinstance(job, SearchMany):  # its engine is ready at the start
        for engine in _engines(job):
            warm_up(engine, job.model)
    _forget_peak()
    if not isinstance(job, Prove):
        yield Progress("searching", more=True)
    begun, cpu, compiled = now(), time.process_time(), compiling.spent()
    yield compiling.clock(running=True)
    try:
        for event in events(job):
            yield _with_usage(event, begun, cpu, compiled) if isinstance(event, End) else event
    except (InvalidInput, MemoryError):
        raise
    except Exception as error:
        name = " or ".join(f"the engine {engine}" for engine in _engines(job)) or "a prover"
        first_line = f"{type(error).__name__}: {error}".partition("\n")[0]
        raise EngineBroke(f"{name} broke: {first_line}", traceback.format_exc()) from error
    finally:
        compiling.forget_run()


def perform_sent(shape: Callable[..., Job], model: bytes, rest: Mapping[str, Any]) -> Iterator[Event | Clock]:
    """Do the same with a job that was sent in parts (see job.parts), its model as `remembered.written` writes it."""
    yield from perform(shape(model=remembered.models.of(model), **rest))


def _engines(job: Job) -> tuple[str, ...]:
    if isinstance(job, Optima):
        return (*(entrant.engine for entrant in job.entrants), job.lister)
    if isinstance(job, Race | BestAndBound):
        return tuple(entrant.engine for entrant in job.entrants)
    return () if isinstance(job, Prove) else (job.engine,)


def _forget_peak() -> None:
    """Forget the peak memory of earlier jobs, where it is far from what this process has now: that takes a while."""
    if not _peaks or _peaks.pop() - resident_mb(os.getpid()) > PEAK_MB:
        with contextlib.suppress(OSError), open("/proc/self/clear_refs", "w") as file:
            file.write("5")


def _with_usage(end: End, begun: float, cpu: float, compiled: compiling.Compiled) -> End:
    """Return the end with what the job has used since it began; what compiling took is a figure of its own."""
    compiled_since = compiling.spent().less(compiled)
    _peaks[:] = [peak_mb("self")]
    statistics = replace(
        end.statistics,
        cpu_seconds=end.statistics.cpu_seconds + max(0.0, time.process_time() - cpu - compiled_since.cpu_seconds),
        wall_seconds=now() - begun,
        compile_seconds=compiling.of_this_run(),
        peak_mb=_peaks[0],
    )
    return replace(end, statistics=statistics)


def events(job: Job) -> Iterator[Event]:
    """Yield the provers' or the engine's events; one End, the last."""
    deadline = Deadline(job.limits.time)
    if isinstance(job, Prove):
        yield from _proved(job, deadline)
    elif isinstance(job, SearchThenBound):
        yield from _bounded(job, deadline)
    elif isinstance(job, Race):
        yield from _raced(job, deadline)
    elif isinstance(job, BestAndBound):
        yield from _best_and_bound(job, deadline)
    elif isinstance(job, Optima):
        yield from optima(job, deadline, _cheapest(job, deadline), searched)
    elif isinstance(job, SearchMany):
        yield from many.run(job, deadline)
    else:
        yield from _searched_beside(job, deadline)


def _proved(job: Prove, deadline: Deadline) -> Iterator[Event]:
    """Yield what the provers come to, and where they leave it open, what an executor does."""
    tried, settled = End(False), False
    for event in proving.run(job.stages, job.model, job.limits):
        settled = not isinstance(event, End) or event.refutation is not None or event.stop_reason == "solutions"
        if settled or job.by_cubes is None:
            yield event
        else:
            assert isinstance(event, End)
            tried = event
    if job.by_cubes is None or settled:
        return
    from exactcover.cluster import proofs  # with what calls databases, which no prover needs

    limits = replace(job.limits, time=deadline.left)
    for event in proofs.run(job.model, job.by_cubes, limits, child.interrupted):
        remark = f"{tried.remark}; tree: {event.remark}" if tried.remark and isinstance(event, End) else ""
        yield replace(event, remark=remark) if isinstance(event, End) and remark else event


def _bounded(job: SearchThenBound, deadline: Deadline) -> Iterator[Event]:
    """Yield the engine's events, and give its End the provers' evidence that nothing costs less than what it has found."""
    cost = None
    for event in searched(job.engine, "solve", job.model, job.options, job.limits, deadline, break_symmetry=False):
        if isinstance(event, Found):
            cost = check.cost(job.model, event.selection)
        if isinstance(event, End) and cost and (event.exhausted or event.bound == cost):
            yield Standing(event)
            yield Progress("proving that nothing costs less")
            argued = yield from _argued(job.below, below(job.model, cost), job.limits, deadline)
            remark = "; ".join(filter(None, (event.remark, argued.remark)))
            refutation = argued.refutation and replace(argued.refutation, bound=cost)
            yield replace(event, refutation=refutation, remark=remark)
            return
        yield event


def _best_and_bound(job: BestAndBound, deadline: Deadline) -> Iterator[Event]:
    """Yield the best of engines and provers side by side; that there is nothing at all, with an argument where there is one."""
    limits, solved = replace(job.limits, time=deadline.left), False
    runners = [_runner(each, _entered(each, job, deadline)) for each in job.entrants]
    runners += [
        _runner(each, proving.run(((Share(each.engine, part=PROVERS_PART),),), job.model, limits))
        for each in job.provers
    ]
    for event in best_and_bound(job.model, race(runners, job.options.workers), job.patient):
        solved = solved or isinstance(event, Found)
        if isinstance(event, End) and event.exhausted and not solved:
            argued = yield from _argued(job.reasons, job.model, job.limits, deadline)
            if argued.refutation is not None and argued.refutation.bound is None:
                yield replace(event, refutation=argued.refutation)
                return
        yield event


def _cheapest(job: Optima, deadline: Deadline) -> Iterator[Event]:
    """Yield what engines and provers come to that look for the least cost of all solutions."""
    limits = replace(job.limits, solutions=None)
    if len(job.entrants) > 1 or job.provers:
        whole = BestAndBound(job.entrants, job.provers, job.model, job.options, limits)
        yield from _best_and_bound(whole, deadline)
    else:
        options = replace(job.options, own=job.entrants[0].own)
        yield from searched(job.entrants[0].engine, "solve", job.model, options, limits, deadline, break_symmetry=False)


def _runner(entrant: Entrant, events: Iterator[Event]) -> Runner:
    return Runner(entrant.engine, events, entrant.node_seconds, entrant.weight, entrant.start, entrant.wait)


def _searched_beside(job: Search, deadline: Deadline) -> Iterator[Event]:
    """Yield the engine's events until provers beside it have refuted the model.

    The provers have their turn when the engine has found nothing for PATIENCE_SECONDS, or when it has found that there is
    nothing: an argument is better evidence than its word. The quick ones have one for a glance before. Those that are ahead
    have had theirs before.
    """
    if job.ahead:
        refuted = yield from _argued(job.ahead, job.model, job.limits, deadline)
        if refuted.refutation is not None and refuted.refutation.bound is None:
            yield refuted
            return
    untried, nodes, patience = bool(job.beside), 0, Deadline(PATIENCE_SECONDS)
    glance, glanced = _glance(job.beside), Deadline(GLANCE_AFTER)
    for event in searched(job.engine, job.task, job.model, job.options, job.limits, deadline, job.break_symmetry):
        if isinstance(event, Found | FoundMany) or (isinstance(event, Progress | End) and event.count):
            untried = False
        if isinstance(event, Progress):
            nodes = max(nodes, event.nodes)
        exhausted = isinstance(event, End) and event.exhausted
        late = not isinstance(event, End) and patience.over()
        soon = not isinstance(event, End) and glance != () and glanced.over()
        if untried and (exhausted or late or soon):
            stages = glance if soon and not late else job.beside
            untried, glance = stages is glance, ()
            refuted = yield from _argued(stages, job.model, job.limits, deadline)
            if refuted.refutation is not None and refuted.refutation.bound is None:
                statistics = replace(refuted.statistics, nodes=refuted.statistics.nodes + nodes)
                yield (
                    replace(event, refutation=refuted.refutation)
                    if isinstance(event, End)
                    else replace(refuted, statistics=statistics)
                )
                return
        yield event


def _glance(stages: tuple[Stage, ...]) -> tuple[Stage, ...]:
    """Return the provers of stages that are quick, each with the time of a glance."""
    quick = (tuple(share for share in stage if share.prover in GLANCED) for stage in stages)
    return tuple(tuple(replace(share, seconds=GLANCE_SECONDS) for share in stage) for stage in quick if stage)


def _raced(job: Race, deadline: Deadline) -> Iterator[Event]:
    """Yield what engines side by side, and provers beside them, come to, until one of them has settled the matter."""
    runners = [_runner(each, _entered(each, job, deadline)) for each in job.entrants]
    if job.beside:
        limits = replace(job.limits, time=deadline.left)
        beside = proving.run(job.beside, job.model, limits)
        runners.append(Runner(PROVERS, beside, 0.0, clock=job.provers_start, owed=PROVERS_OWED))
    plans: dict[str, str] = {}
    ends: dict[str, End] = {}
    for runner, event in race(runners, job.options.workers):
        done = Statistics(nodes=sum(each.nodes for each in runners))
        if isinstance(event, Progress):
            plans[runner.name] = event.plan or plans.get(runner.name, "")
            yield replace(event, sentence=f"{runner.name}: {event.sentence}", nodes=done.nodes, plan="")
        elif isinstance(event, Found | FoundMany):
            yield Progress(nodes=done.nodes, plan=plans.get(runner.name, ""))
            yield event
            if job.task == "list":
                yield from _alone(runner, done.nodes - runner.nodes)
            else:
                yield End(False, "solutions", engine=runner.name, statistics=done)
            return
        elif isinstance(event, End) and event.refutation is not None:
            yield replace(event, statistics=done)
            return
        elif isinstance(event, End) and event.exhausted:
            argued = End(False)
            if job.beside and PROVERS not in ends:  # an argument is better evidence than an engine's word
                argued = yield from _argued(job.beside, job.model, job.limits, deadline)
            yield replace(event, refutation=argued.refutation, engine=runner.name, statistics=done)
            return
        elif isinstance(event, End):
            ends[runner.name] = event
        else:
            yield event
    stops = [end.stop_reason for name, end in ends.items() if name != PROVERS and end.stop_reason is not None]
    remark = "; ".join(f"{name}: {end.remark}" for name, end in ends.items() if end.remark)
    yield End(False, stops[0] if stops else None, remark=remark, statistics=done)


def _alone(runner: Runner, nodes: int) -> Iterator[Event]:
    """Yield the rest of what a run of a race says, which goes on without the others; nodes: those that the others have spent."""
    for event in runner.events:
        if isinstance(event, Progress):
            yield replace(event, sentence=f"{runner.name}: {event.sentence}", nodes=event.nodes + nodes)
        elif isinstance(event, End):
            statistics = replace(event.statistics, nodes=event.statistics.nodes + nodes)
            yield replace(event, engine=runner.name, statistics=statistics)
        else:
            yield event


def _entered(entrant: Entrant, job: Race | BestAndBound, deadline: Deadline) -> Iterator[Event]:
    """Yield the events of an engine of a race; one that does not suit the model leaves it."""
    options = replace(job.options, own=entrant.own)
    task: Task = job.task if isinstance(job, Race) else "solve"
    try:
        yield from searched(entrant.engine, task, job.model, options, job.limits, deadline, job.break_symmetry)
    except Unsuitable as fault:
        yield End(False, remark=str(fault))


def _argued(stages: tuple[Stage, ...], model: Model, limits: Limits, deadline: Deadline) -> Generator[Event, None, End]:
    """Yield what the provers say, and return their End."""
    for event in proving.run(stages, model, replace(limits, time=deadline.left)):
        if isinstance(event, End):
            return event
        if isinstance(event, Progress):
            yield event
    raise RuntimeError("the provers ended without an End")

"""The interpreter of plans: executes each combinator as one stream of events, closed by one End.

This runs in the engine's process. Not here: the definition of plans (plan.py); which run goes next side by side (racing.py);
how the best solution and the best bound are combined (bounding.py); how an engine searches a puzzle's own model (searching.py).
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple, assert_never

from exactcover.model.answer import EngineOptions, Limits, Statistics
from exactcover.model.encoding import Model
from exactcover.model.errors import Unsuitable
from exactcover.model.events import End, Event, Found, FoundMany, Progress
from exactcover.process import child
from exactcover.process.deadline import Deadline
from exactcover.solving import certifying, listing, many, proving
from exactcover.solving.bounding import best_and_bound
from exactcover.solving.plan import (
    Beside,
    BestAndBound,
    CountListed,
    Each,
    Entrant,
    Job,
    Plan,
    Prove,
    ProveByCubes,
    Race,
    Run,
    Stage,
    Then,
    ThenBound,
    ThenComplete,
    ThenList,
)
from exactcover.solving.racing import Runner, alone, race
from exactcover.solving.searching import searched

PATIENCE_SECONDS, LOOK_SECONDS = 1.0, 0.2
"""After so long a search without a result provers run, unless a solution of what is counted is seen in so little time.

Historical note. The count of free tetrominoes on 10x10 took 4.1 CPU seconds with provers, 1.5 without.
"""
FEW_NODES = 10_000
"""A search of at most so many nodes is brief."""
GLANCED = ("arithmetic", "colouring")
"""The provers that need only milliseconds, which get turns during a search.

Historical note. On the mutilated chessboard, exact search took 1,554,082 nodes and 0.16 CPU seconds, a colouring 0.01.
"""


class Context(NamedTuple):
    """Shared by all parts of a plan: the model, the options, the limits, and the deadline."""

    model: Any
    options: EngineOptions
    limits: Limits
    deadline: Deadline

    @property
    def left(self) -> Limits:
        """The limits, with the remaining time."""
        return replace(self.limits, time=self.deadline.left)


def events(job: Job) -> Iterator[Event]:
    """Yield the events of a job's plan, which end with its only End."""
    return execute(job.plan, Context(job.model, job.options, job.limits, Deadline(job.limits.time)))


def execute(plan: Plan, context: Context) -> Iterator[Event]:  # noqa: PLR0911 (one for each combinator)
    """Yield the events of a plan, which end with its only End."""
    match plan:
        case Run():
            return _run(plan, context)
        case CountListed():
            return _count_listed(plan, context)
        case Prove():
            return proving.run(plan.stages, context.model, context.left)
        case ProveByCubes():
            return _prove_by_cubes(context)
        case Then():
            return _then(plan, context)
        case Beside():
            return _beside(plan, context)
        case Race():
            return _race(plan, context)
        case BestAndBound():
            return _best_and_bound(plan, context)
        case ThenBound() | ThenComplete():
            return _then_certificate(plan, context)
        case ThenList():
            return _then_list(plan, context)
        case Each():
            return many.run(plan, context.model, context.options, context.limits, context.deadline)
        case _:
            assert_never(plan)


def _run(plan: Run, context: Context, **changed: Any) -> Iterator[Event]:
    """Yield the events of an engine; changed: options that differ for this run."""
    options = replace(context.options, own=plan.own, **changed)
    model, limits, deadline = context.model, context.limits, context.deadline
    return searched(plan.engine, plan.task, model, options, limits, deadline, plan.break_symmetry)


def _count_listed(plan: CountListed, context: Context) -> Iterator[Event]:
    """Yield the number of solutions that an engine lists, instead of the solutions."""
    count = 0
    for event in _run(plan.lister, context):
        if isinstance(event, Found | FoundMany):
            count += 1 if isinstance(event, Found) else len(event.selections.lines)
            yield Progress(count=count)
        else:
            yield replace(event, count=count) if isinstance(event, Progress | End) else event


def _prove_by_cubes(context: Context) -> Iterator[Event]:
    from exactcover.cluster import proofs  # imports database clients, which no prover needs

    return proofs.run(context.model, context.options, context.left, child.interrupted)


def _then(plan: Then, context: Context) -> Iterator[Event]:
    """Yield the events of the first plan and, unless it settles the matter, those of the second."""
    tried = End(False)
    for event in execute(plan.first, context):
        if not isinstance(event, End):
            yield event
        elif event.refutation is not None or event.stop_reason == "solutions":
            yield event
            return
        else:
            tried = event
    for event in execute(plan.then, context):
        if isinstance(event, End) and plan.both and tried.remark:
            yield replace(event, remark=f"{tried.remark}; {plan.both}: {event.remark}")
        else:
            yield event


def _beside(plan: Beside, context: Context) -> Iterator[Event]:
    """Yield the events of a search, until provers that take turns with it have refuted the model.

    The provers run when the search has found nothing for PATIENCE_SECONDS, or when it reports that there is no solution: an
    argument is better evidence than the engine's claim. The quick provers get turns before that, as long as the search between
    them. After a search of few nodes a small tree comes first: it is as short as the search, where other provers take many
    times as long.
    """
    nodes, patience, untried = 0, Deadline(max(PATIENCE_SECONDS, plan.glance)), bool(plan.provers.stages)
    quick, seconds, due = _Quick(plan.provers.stages, context), plan.glance, Deadline(plan.glance)
    for event in execute(plan.search, context):
        if isinstance(event, Found | FoundMany) or (isinstance(event, Progress | End) and event.count):
            untried = False
        if isinstance(event, Progress):
            nodes = max(nodes, event.nodes)
        exhausted = isinstance(event, End) and event.exhausted
        late = not isinstance(event, End) and patience.over()
        soon = not isinstance(event, End) and not quick.ended and due.over()
        if untried and late and _has_solution(plan.search, context):
            untried = False
        if untried and (exhausted or late or soon):
            if soon and not late:
                refuted = yield from quick.turn(seconds)
                seconds *= 2
                due = Deadline(seconds)
            else:
                untried, tried = False, plan.provers.stages
                if isinstance(event, End):
                    brief = 0 < event.statistics.nodes <= FEW_NODES
                    tried = (*(plan.briefly if brief else ()), *(plan.exhausted or tried))
                refuted = yield from _argued_after(quick, tried, context)
            if refuted.refutation is not None and refuted.refutation.bound is None:
                statistics = replace(refuted.statistics, nodes=refuted.statistics.nodes + nodes)
                yield (
                    replace(event, refutation=refuted.refutation)
                    if isinstance(event, End)
                    else replace(refuted, statistics=statistics)
                )
                return
        yield event


def _has_solution(plan: Plan, context: Context) -> bool:
    """Return whether a brief search sees a solution of what exact search counts; not looked for if nodes are limited."""
    if not isinstance(plan, Run) or (plan.engine, plan.task) != ("exact", "count") or context.limits.nodes is not None:
        return False
    deadline = Deadline(LOOK_SECONDS if context.deadline.left is None else min(LOOK_SECONDS, context.deadline.left))
    limits = replace(context.limits, solutions=None)
    own = Context(context.model, EngineOptions(seed=context.options.seed), limits, deadline)
    return any(isinstance(event, Found) for event in _run(Run("exact", "solve"), own))


class _Quick:
    """The quick provers among the stages, one after the other in turns; they continue where the last turn ended.

    in_vain: those that have ended without an argument, and not for lack of time.
    """

    def __init__(self, stages: tuple[Stage, ...], context: Context) -> None:
        quick = (tuple(share for share in stage if share.prover in GLANCED) for stage in stages)
        self.stages = [stage for stage in quick if stage]
        self.context, self.in_vain, self.begun = context, set[str](), False
        self.events: Iterator[Event] | None = None

    @property
    def ended(self) -> bool:
        """Whether all have ended."""
        return not self.stages

    def turn(self, seconds: float | None = None) -> Generator[Event, None, End]:
        """Yield the progress of a turn of that many seconds, and return the last End; None: until all have ended."""
        self.begun, deadline, end = True, Deadline(seconds), End(False)
        while self.stages:
            self.events = self.events or execute(Prove((self.stages[0],)), self.context)
            for event in self.events:
                if isinstance(event, End):
                    end = event
                    break
                if isinstance(event, Progress):
                    yield event
                if deadline.over():
                    return end
            stage, self.events = self.stages.pop(0), None
            if end.refutation is not None:
                self.stages.clear()
            elif end.stop_reason is None:
                self.in_vain.update(share.prover for share in stage)
        return end


def _argued_after(quick: _Quick, stages: tuple[Stage, ...], context: Context) -> Generator[Event, None, End]:
    """Yield the progress of provers, and return their End; quick ones that have begun continue, others start."""
    refuted, first = End(False), 0
    if quick.begun:
        among = (place for place, stage in enumerate(stages) if any(share.prover in GLANCED for share in stage))
        first = next(among, len(stages))
        refuted = yield from _argued(Prove(stages[:first]), context)
        if refuted.refutation is None:
            refuted = yield from quick.turn()
    if refuted.refutation is None:
        refuted = yield from _argued(Prove(_without(quick.in_vain, stages[first:])), context)
    return refuted


def _without(provers: set[str], stages: tuple[Stage, ...]) -> tuple[Stage, ...]:
    """Return stages without some provers."""
    kept = (tuple(share for share in stage if share.prover not in provers) for stage in stages)
    return tuple(stage for stage in kept if stage)


def _race(plan: Race, context: Context) -> Iterator[Event]:
    """Yield the events of plans side by side, until one of them has settled the matter."""
    runners = [_runner(each, context) for each in plan.entrants]
    provers = {each.name: each.plan for each in plan.entrants if isinstance(each.plan, Prove)}
    plans: dict[str, str] = {}
    ends: dict[str, End] = {}
    for runner, event in race(runners, context.options.workers):
        done = Statistics(nodes=sum(each.nodes for each in runners))
        if isinstance(event, Progress):
            plans[runner.name] = event.plan or plans.get(runner.name, "")
            yield replace(event, sentence=f"{runner.name}: {event.sentence}", nodes=done.nodes, plan="")
        elif isinstance(event, Found | FoundMany):
            yield Progress(nodes=done.nodes, plan=plans.get(runner.name, ""))
            yield event
            if any(isinstance(each.plan, Run) and each.plan.task == "list" for each in plan.entrants):
                yield from alone(runner, done.nodes - runner.nodes)
            else:
                yield End(False, "solutions", engine=runner.name, statistics=done)
            return
        elif isinstance(event, End) and event.refutation is not None:
            yield replace(event, statistics=done)
            return
        elif isinstance(event, End) and event.exhausted:
            argued = End(False)
            for name, prover in provers.items():  # an argument is better evidence than an engine's claim
                if name not in ends and argued.refutation is None:
                    argued = yield from _argued(prover, context)
            yield replace(event, refutation=argued.refutation, engine=runner.name, statistics=done)
            return
        elif isinstance(event, End) and event.stop_reason == "solutions":
            yield replace(event, engine=runner.name, statistics=done)
            return
        elif isinstance(event, End):
            ends[runner.name] = event
        else:
            yield event
    stops = [end.stop_reason for name, end in ends.items() if name not in provers and end.stop_reason is not None]
    remark = "; ".join(f"{name}: {end.remark}" for name, end in ends.items() if end.remark)
    yield End(False, stops[0] if stops else None, remark=remark, statistics=done)


def _best_and_bound(plan: BestAndBound, context: Context) -> Iterator[Event]:
    """Yield the best of plans side by side; if there is no solution, with an argument for that if provers find one."""
    solved = False
    runners = [_runner(each, _part(context, each.weight, plan)) for each in plan.entrants]
    for event in best_and_bound(context.model, race(runners, context.options.workers), plan.patient):
        solved = solved or isinstance(event, Found)
        if isinstance(event, End) and event.exhausted and not solved:
            argued = yield from _argued(plan.evidence, context)
            if argued.refutation is not None and argued.refutation.bound is None:
                yield replace(event, refutation=argued.refutation)
                return
        yield event


def _part(context: Context, weight: float, plan: BestAndBound) -> Context:
    """Return the context of an entrant; if nodes are limited, with its share of them by weight."""
    nodes, all_weights = context.limits.nodes, sum(each.weight for each in plan.entrants)
    if nodes is None:
        return context
    return context._replace(limits=replace(context.limits, nodes=int(nodes * weight / all_weights)))


def _runner(entrant: Entrant, context: Context) -> Runner:
    events = _entered(entrant.plan, context)
    return Runner(
        entrant.name,
        events,
        entrant.node_seconds,
        entrant.weight,
        entrant.start,
        entrant.wait,
        entrant.owed,
        entrant.trial,
    )


def _entered(plan: Run | Prove | CountListed, context: Context) -> Iterator[Event]:
    """Yield the events of an entrant, which does not begin once the time is up; one that does not suit the model leaves."""
    if context.deadline.over():
        yield End(False, "time")
        return
    try:
        yield from execute(plan, context)
    except Unsuitable as fault:
        yield End(False, remark=str(fault))


def _then_certificate(plan: ThenBound | ThenComplete, context: Context) -> Iterator[Event]:
    """Yield the events of a search; its End gets the evidence of provers."""
    from exactcover.proofs.provers import enumeration  # imports what few jobs need

    def enumerated(solutions: list[list[int]], bound: int | None) -> Generator[Event, None, End]:
        return _last(enumeration.run(context.model, solutions, bound, context.left))

    search, argue = execute(plan.search, context), partial(_argued_about, context)
    if isinstance(plan, ThenBound):
        return certifying.of_one(context.model, search, plan.provers, plan.none, argue)
    optimal = isinstance(plan.search, ThenList)
    return certifying.of_list(context.model, search, optimal, plan.none, argue, enumerated)


def _then_list(plan: ThenList, context: Context) -> Iterator[Event]:
    """Yield bounds during the search for the least cost, then each solution of that cost."""
    up_to_symmetry = context.options.up_to_symmetry
    plain = replace(context.options, up_to_symmetry=False)
    unlimited = context._replace(limits=replace(context.limits, solutions=None), options=plain)

    def listed(cost: int, spent: int) -> Iterator[Event]:
        nodes = context.limits.nodes
        limits = replace(context.limits, nodes=None if nodes is None else max(0, nodes - spent))
        return _run(plan.lister, context._replace(limits=limits), most_cost=cost)

    cheapest = execute(plan.cheapest, unlimited)
    return listing.optima(context.model, plan.lister.engine, cheapest, listed, up_to_symmetry=up_to_symmetry)


def _argued(plan: Prove, context: Context) -> Generator[Event, None, End]:
    """Yield the progress of provers, and return their End."""
    return _last(execute(plan, context))


def _argued_about(context: Context, model: Model, plan: Prove) -> Generator[Event, None, End]:
    """Do the same for another model."""
    return _argued(plan, context._replace(model=model))


def _last(events: Iterator[Event]) -> Generator[Event, None, End]:
    """Yield the progress of provers, and return their End."""
    for event in events:
        if isinstance(event, End):
            return event
        if isinstance(event, Progress):
            yield event
    raise RuntimeError("the provers ended without an End")

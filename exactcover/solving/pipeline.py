"""The life of a request, readable top to bottom: encode, run in a child, check, decode, check again, answer.

A proof lives the same life: provers run in the engine's place, and the judge of refutations has the last word.
"""

from __future__ import annotations

import itertools
import traceback
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import TypeAlias

from exactcover import judges
from exactcover.judges import placements
from exactcover.model.amounts import Amount, amount
from exactcover.model.answer import (
    Accepted,
    AcceptedMany,
    Answer,
    Attempt,
    Bound,
    CubesDone,
    Draft,
    End,
    EngineReport,
    Event,
    Found,
    FoundMany,
    Notice,
    One,
    Progress,
    Request,
    RootDone,
    Standing,
)  # fmt: skip
from exactcover.model.best_attempt import BestAttempt
from exactcover.model.certificate import Certificate, Refutation
from exactcover.model.encoding import Encoding, Model, Solution
from exactcover.model.errors import EngineBroke, JudgeRefused, Unsuitable
from exactcover.model.growth import Growth
from exactcover.model.puzzle_protocol import Puzzle
from exactcover.model.tiling import Tiling
from exactcover.process import child
from exactcover.process.deadline import Deadline
from exactcover.process.messages import Call, Clock, Pause
from exactcover.proofs import explain
from exactcover.solving import dispatch, engine_process, judge_table, remembered
from exactcover.solving.plan import Job
from exactcover.solving.remembered import Known

JobRunner: TypeAlias = Callable[[Job, Callable[[], bool]], Iterator[Event | Clock | Pause]]
"""Runs a job, and looks every now and then whether the user has asked for an end."""
Step: TypeAlias = Accepted | AcceptedMany | Progress | Notice | Bound | RootDone | CubesDone | Draft | Clock | Answer


def run(
    puzzle: Puzzle,
    request: Request,
    interrupted: Callable[[], bool] = lambda: False,
    run_job: JobRunner = engine_process.run,
) -> Iterator[Step]:
    """Yield what happens to a request, its Answer last; the engine runs in its own process, the judges here.

    interrupted: whether the user has asked for an end, polled while the engine runs; run_job: runs the engine.
    Raises InvalidInput if the puzzle, the engine's name or its options are at fault, and a fault of ours if an engine or
    a judge finds one.
    """
    for step in _steps(Known(puzzle), request, interrupted, run_job):
        if not isinstance(step, Pause):
            yield step


def call(puzzle: Puzzle, request: Request) -> Call:
    """Return the call that has the process of a request run it."""
    return Call(in_child, (remembered.written(puzzle), request), patient=True)


def in_child(content: bytes, request: Request) -> Iterator[Step | Pause]:
    """In the process of a request: the same, its time counted from now on, interrupted by the supervisor.

    content: the puzzle, as `remembered.written` writes it. A Pause comes before what may take long.
    """
    yield Clock(running=True)
    if content not in remembered.puzzles:
        yield Pause()
    yield from _steps(remembered.puzzles.of(content), request, child.interrupted, engine_process.run)


def _steps(
    known: Known, request: Request, interrupted: Callable[[], bool], run_job: JobRunner
) -> Iterator[Step | Pause]:
    """Yield what happens to a request, costs in the puzzle's own unit."""
    deadline = Deadline(request.limits.time)
    unit = known.encoding.unit  # encodes the puzzle, which counts towards the limit
    for step in _steps_of_model(known, request, deadline, interrupted, run_job):
        yield step if unit == 1 else _in_unit(step, unit)


def _in_unit(step: Step | Pause, unit: Fraction) -> Step | Pause:
    """Return a step with its costs, which are the model's, in the puzzle's unit."""
    if isinstance(step, Bound):
        return replace(step, value=amount(step.value, unit))
    if isinstance(step, Draft):
        return Draft(_answer_in_unit(step.answer, unit))
    if isinstance(step, Answer):
        return _answer_in_unit(step, unit)
    if isinstance(step, Accepted) and step.cost is not None:
        return replace(step, cost=amount(step.cost, unit))
    return step


def _answer_in_unit(answer: Answer, unit: Fraction) -> Answer:
    cost, bound = (None if each is None else amount(each, unit) for each in (answer.cost, answer.bound))
    return replace(answer, cost=cost, bound=bound)


def _steps_of_model(
    known: Known, request: Request, deadline: Deadline, interrupted: Callable[[], bool], run_job: JobRunner
) -> Iterator[Step | Pause]:
    """Yield the same, costs as the model has them."""
    puzzle, encoding = known.puzzle, known.encoding
    model = encoding.model
    job, choice = dispatch.job_of(request, model)
    job = replace(job, limits=replace(job.limits, time=deadline.left))
    events = _sent(
        _engine_events(request, job, run_job(job, interrupted))
    )  # what follows is done while the engine is at work
    refuse("the puzzle's referee refused the encoding", puzzle.encoding_faults(model))
    spare = dispatch.spare_workers(request, job)
    yield from map(Notice, (*puzzle.notices(), *([spare] if spare else [])))
    answer = _blank(known, request, job, choice)
    yield Draft(answer)
    solutions = sum(solutions for solutions, _ in request.checkpoint.done.values()) if request.checkpoint else 0
    digest = cache(lambda: placements.digest(model) if isinstance(model, Tiling | Growth) else None)
    attempt: Attempt | None = None
    for event in _judged_together(events, puzzle, encoding):
        if _takes_long(event, known):
            yield Pause()
        if isinstance(event, Found):
            name = answer.engine.name
            refuse(f"the judge refused a selection of {name}", judges.faults(model, event.selection))
            solution = encoding.decode(event.selection)
            refuse(f"the puzzle's referee refused a solution of {name}", puzzle.faults(solution))
            solutions += 1
            cost = judges.cost(model, event.selection)
            yield Accepted(solution, cost, event.more)
            if request.task in ("solve", "prove"):
                answer = replace(answer, solution=solution, cost=cost)
                yield Draft(answer)
            elif request.optimal:
                if answer.cost not in (None, cost):
                    raise JudgeRefused(f"{name} lists solutions of cost {answer.cost} and {cost} as the cheapest")
                answer = replace(answer, cost=cost)
        elif isinstance(event, End):
            answer = _refuted(answer, event.refutation, model) if event.refutation else answer
            answer = concluded(answer, event, digest, solutions)
            if attempt is not None and answer.status == "UNKNOWN":
                answer = _with_attempt(answer, puzzle, encoding.decode(attempt.selection))
            yield answer
        elif isinstance(event, Attempt):
            attempt = event
        elif isinstance(event, Standing) and event.end.refutation is not None:
            answer = _refuted(answer, event.end.refutation, model)
            yield from (Bound(answer.bound),) if answer.bound is not None else ()
            yield Draft(answer)
        elif isinstance(event, Standing):
            yield Draft(concluded(answer, event.end, digest, solutions))
        else:
            solutions += event.number if isinstance(event, AcceptedMany) else 0
            answer = _noted(answer, event, choice, digest)
            yield event


def _takes_long(event: One | AcceptedMany | Clock | Pause, known: Known) -> bool:
    """Tell whether an event of the engine makes more work here than a moment: proofs, what was exhausted, large puzzles."""
    end = event.end if isinstance(event, Standing) else event
    if isinstance(end, End):
        return end.exhausted or end.refutation is not None or not known.brief
    return not known.brief and isinstance(event, Found | Attempt)


def _engine_events(
    request: Request, job: Job, events: Iterator[Event | Clock | Pause]
) -> Iterator[Event | Clock | Pause]:
    """Yield the events of a job; an engine that does not suit the puzzle is a fault of ours if we chose it."""
    try:
        yield from events
    except Unsuitable as fault:
        if request.engine == "auto" and not request.argument:
            name = dispatch.performer_of(job, request)
            sentence = f"{name} was chosen and does not suit the puzzle: {fault}"
            raise EngineBroke(sentence, traceback.format_exc()) from fault
        raise


def _sent(events: Iterator[Event | Clock | Pause]) -> Iterator[Event | Clock | Pause]:
    """Return the events of a job that has been sent to its engine."""
    first = next(events, Pause())
    return events if isinstance(first, Pause) else itertools.chain((first,), events)


def _judged_together(
    events: Iterator[Event | Clock | Pause], puzzle: Puzzle, encoding: Encoding
) -> Iterator[One | AcceptedMany | Clock | Pause]:
    """Yield events; many selections become solutions that both judges accept, or else they come one by one, to be judged so."""
    for event in events:
        if isinstance(event, FoundMany):
            yield Pause()
            accepted = judge_table.accepted(puzzle, encoding, event.selections)
            yield from event.each() if accepted is None else (AcceptedMany(accepted),)
        else:
            yield event


def _with_why(answer: Answer, *reasons: str) -> Answer:
    """Return the answer with why its engine was chosen, how it goes about it and what else was tried, in one sentence."""
    return replace(answer, engine=replace(answer.engine, why="; ".join(filter(None, reasons))))


def _noted(
    answer: Answer, event: One | AcceptedMany | Clock | Pause, choice: str, digest: Callable[[], str | None]
) -> Answer:
    """Return the answer with what an engine says on its way: a bound, how it goes about it."""
    if isinstance(event, Bound):
        return _bounded(answer, event, digest)
    return _with_why(answer, choice, event.plan) if isinstance(event, Progress) and event.plan else answer


def _with_attempt(answer: Answer, puzzle: Puzzle, attempt: Solution) -> Answer:
    """Return the answer with the best attempt, whose faults the puzzle's referee counts; one without faults is a solution."""
    faults = sum(1 for _ in puzzle.each_fault(attempt))
    if not faults:
        raise JudgeRefused(f"{answer.engine.name} found nothing, and its best attempt has no fault")
    return replace(answer, best_attempt=BestAttempt(attempt, faults))


def _refuted(answer: Answer, refutation: Refutation, model: Model) -> Answer:
    """Return the answer with the certificate that a refutation is, once the judge has accepted it."""
    if answer.certificate is not None and answer.certificate.refutation == refutation:
        return answer  # it was judged when it came
    refuse(f"the judge refused the argument {refutation.argument}", judges.refutation_faults(model, refutation))
    assert answer.puzzle is not None
    assert answer.puzzle_sha256 is not None
    return replace(
        answer,
        evidence=refutation.argument,
        bound=refutation.bound,
        certificate=Certificate(answer.puzzle, answer.puzzle_sha256, refutation),
        argument=tuple(explain.sentences(model, refutation)),
        engine=_by_argument(answer, refutation),
    )


def _by_argument(answer: Answer, refutation: Refutation) -> EngineReport:
    """Return the report that names the prover where it was not asked for, but settled the matter beside an engine."""
    if answer.task == "prove" or refutation.bound is not None or answer.engine.name == refutation.argument:
        return answer.engine
    why = f"an argument, tried because {answer.engine.name} had found nothing"
    return replace(answer.engine, name=refutation.argument, why=why)


def refuse(sentence: str, faults: list[str]) -> None:
    """Raise JudgeRefused where a judge has faults to tell."""
    if faults:
        raise JudgeRefused(f"{sentence}: {'; '.join(faults[:5])}")


def _blank(known: Known, request: Request, job: Job, choice: str) -> Answer:
    name = dispatch.performer_of(job, request)
    options = dispatch.reported_options(request, job)
    return Answer(request.task, known.canonical, known.digest, EngineReport(name, options, choice))


def concluded(answer: Answer, end: End, digest: Callable[[], str | None], solutions: int) -> Answer:
    """Return the answer that a run's end makes; what it exhausted must be the placements of the puzzle's own model.

    digest: of those placements, found by the judge; None for a model that is searched as it is.
    """
    if end.exhausted or (end.bound is not None and end.refutation is None):
        _refuse_other_space(answer, digest, end.placements_digest)
    bound = _bound(answer, end)
    none = end.exhausted and not solutions
    if answer.certificate is not None and answer.bounded and (none or bound != answer.certificate.refutation.bound):
        answer = replace(answer, certificate=None, argument=(), evidence=None)  # the engine has proved more
    argued = answer.certificate is not None
    refuted = argued and not answer.bounded
    if refuted and solutions:
        raise JudgeRefused(f"there is a solution, and a certificate ({answer.evidence}) that there is none")
    count = (
        (0 if refuted else end.count)
        if answer.task == "count"
        else solutions
        if answer.task in ("list", "sample")
        else None
    )
    solved = answer.task in ("solve", "prove") and solutions > 0
    nothing = end.exhausted and (count if answer.task == "count" else solutions) == 0
    settled = nothing or (end.exhausted and answer.cost is not None)
    listed = answer.task == "list" and end.exhausted and answer.engine.options["up_to_symmetry"]
    concluded = replace(
        answer,
        exhausted=end.exhausted,
        stop_reason=None if solved and end.stop_reason == "solutions" else end.stop_reason,
        evidence=answer.evidence if argued else "exhausted" if settled else None,
        bound=bound,
        count=count,
        classes=solutions if listed else end.classes,
        statistics=end.statistics,
        engine=replace(answer.engine, name=end.engine or answer.engine.name),
    )
    return _with_why(concluded, answer.engine.why, end.remark)


def _bounded(answer: Answer, event: Bound, digest: Callable[[], str | None]) -> Answer:
    """Return the answer with a bound that an engine has proved; a certificate of less is left out."""
    _refuse_other_space(answer, digest, event.placements_digest)
    if answer.bound is not None and event.value <= answer.bound:
        return answer
    answer = replace(answer, bound=event.value)
    return replace(answer, certificate=None, argument=(), evidence=None) if answer.bounded else answer


def _refuse_other_space(answer: Answer, digest: Callable[[], str | None], searched: str | None) -> None:
    """Refuse what was proved of other placements than the judge finds; digest: None for a model that is searched as it is."""
    if digest() not in (None, searched):
        raise JudgeRefused(f"the placements that {answer.engine.name} searched are not those of the puzzle's model")


def _bound(answer: Answer, end: End) -> Amount | None:
    """Return the proved lower bound on the cost that a run leaves; raises JudgeRefused where a solution is below it."""
    bound = max((each for each in (answer.bound, end.bound) if each is not None), default=None)
    if end.exhausted and answer.cost is not None:
        bound = answer.cost
    if bound is not None and answer.cost is not None and bound > answer.cost:
        raise JudgeRefused(f"{answer.engine.name} claims the bound {bound} and has a solution of cost {answer.cost}")
    return bound

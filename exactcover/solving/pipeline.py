"""The life of a request, from the puzzle to the answer: see `solve`.

Every task goes through it. For a proof, provers run in the engine's place, and the judge of refutations decides.
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
from exactcover.model import events
from exactcover.model.amounts import amount, in_json
from exactcover.model.answer import Answer, Request
from exactcover.model.encoding import Encoding, Model
from exactcover.model.errors import EngineBroke, JudgeRefused, Unsuitable
from exactcover.model.events import (
    Accepted,
    AcceptedMany,
    Attempt,
    Bound,
    Draft,
    End,
    EndOfOne,
    Event,
    Found,
    FoundMany,
    Notice,
    One,
    Progress,
    Standing,
)
from exactcover.model.growth import Growth
from exactcover.model.many import SelectionTable, SolutionTable
from exactcover.model.puzzle_protocol import Puzzle
from exactcover.model.tiling import Tiling
from exactcover.process import child
from exactcover.process.deadline import Deadline
from exactcover.process.messages import Call, Clock, Pause
from exactcover.solving import answers, caches, dispatch, engine_process
from exactcover.solving.caches import Known
from exactcover.solving.gap import GapWatch
from exactcover.solving.plan import Job

JobRunner: TypeAlias = Callable[[Job, Callable[[], bool]], Iterator[Event | Clock | Pause]]
"""Runs a job, and polls whether the user has asked to stop."""
Step: TypeAlias = events.Step | Clock


def run(
    puzzle: Puzzle,
    request: Request,
    interrupted: Callable[[], bool] = lambda: False,
    run_job: JobRunner = engine_process.run,
) -> Iterator[Step]:
    """Yield the steps of a request, its Answer last; the engine runs in its own process, the judges in this one.

    interrupted: returns whether the user has asked to stop, polled while the engine runs; run_job: runs the engine. Raises
    InvalidInput if the puzzle, the engine's name or its options are at fault, and OurFault if an engine breaks or a judge
    refuses its output.
    """
    known = Known(puzzle)
    if request.up_to_symmetry:
        dispatch.refuse_classes(known.encoding)
    for step in in_users_unit(_near_enough(known, request, interrupted, run_job), known):
        if not isinstance(step, Pause):
            yield step


def call(puzzle: Puzzle, request: Request) -> Call:
    """Return the call that runs a request in the request's process."""
    return Call(in_child, (caches.serialize(puzzle), request), patient=True)


def in_child(content: bytes, request: Request) -> Iterator[Step | Pause]:
    """Run a request in its own process: its time counts from now on, and the supervisor can interrupt it.

    content: the puzzle, serialized by `caches.serialize`. A Pause precedes every step that may take long.
    """
    yield Clock(running=True)
    if content not in caches.puzzles:
        yield Pause()
    known = caches.puzzle_of(content)
    if request.up_to_symmetry:
        dispatch.refuse_classes(known.encoding)
    yield from in_users_unit(_near_enough(known, request, child.interrupted, engine_process.run), known)


def _near_enough(
    known: Known, request: Request, interrupted: Callable[[], bool], run_job: JobRunner
) -> Iterator[Step | Pause]:
    """Yield the steps of a request, which ends when its best cost is within its gap of the bound."""
    own = GapWatch(request.gap, interrupted)
    return map(own.watch, solve(known, request, own.is_over, run_job))


def in_users_unit(steps: Iterator[Step | Pause], known: Known) -> Iterator[Step | Pause]:
    """Yield steps with their costs converted from the model's unit to the puzzle's (see model/amounts.py)."""
    for step in steps:
        unit = known.encoding.unit  # cached by then: `solve` encodes first
        yield step if unit == 1 and not isinstance(step, Progress) else _in_unit(step, unit)


def _in_unit(step: Step | Pause, unit: Fraction) -> Step | Pause:
    if isinstance(step, Bound):
        return replace(step, value=amount(step.value, unit))
    if isinstance(step, Progress) and step.bound is not None:
        sentence = ", ".join(filter(None, (step.sentence, f"bound {in_json(amount(step.bound, unit))}")))
        return replace(step, sentence=sentence, bound=None)
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


def solve(
    known: Known,
    request: Request,
    interrupted: Callable[[], bool],
    run_job: JobRunner,
    planned: tuple[Job, str] | None = None,
) -> Iterator[Step | Pause]:
    """Yield the steps of a request of any task, its Answer last; costs are in the model's unit.

    planned: the job, and why it was chosen; by default the one that `dispatch` chooses.
    """
    # 1. Encode: the puzzle becomes a model, with the way back from selections to solutions; this counts towards the time limit.
    deadline = Deadline(request.limits.time)
    puzzle, model = known.puzzle, known.model(up_to_symmetry=request.up_to_symmetry)

    # 2. Plan: engines and provers, and why they were chosen. 3. Run: another process searches while this one continues.
    job, why = planned or dispatch.job_of(request, model)
    job = replace(job, limits=replace(job.limits, time=deadline.left))
    reported = _sent(_engine_events(request, job, run_job(job, interrupted)))

    # 4. The referee compares the model with the puzzle.
    answers.refuse("the puzzle's referee refused the encoding", puzzle.encoding_faults(model))
    yield from map(Notice, (*known.notices, *filter(None, [dispatch.spare_workers(request, job)])))
    answer = answers.blank(known, request, job, why)
    yield Draft(answer)
    solutions = sum(solutions for solutions, _ in request.checkpoint.done.values()) if request.checkpoint else 0
    digest = cache(lambda: placements.digest(model) if isinstance(model, Tiling | Growth) else None)
    attempt: Attempt | None = None
    for event in _judged_tables(reported, known):
        if _takes_long(event, known):
            yield Pause()
        if isinstance(event, Found):
            accepted, solutions = _accepted(event, known, model, answer.engine.name), solutions + 1
            yield accepted
            answer = answers.with_solution(answer, request, accepted.solution, accepted.cost)
            yield from (Draft(answer),) if answer.solution is not None else ()
        elif isinstance(event, End):
            # 8. Answer: judge refutations, and compare what was exhausted with the placements that the judge finds.
            answer = answers.concluded(answers.refuted(answer, event.refutation, model), event, digest, solutions)
            if attempt is not None and answer.status == "UNKNOWN":
                answer = answers.with_attempt(answer, puzzle, known.encoding.decode(attempt.selection))
            yield answer
        elif isinstance(event, Attempt):
            attempt = event
        elif isinstance(event, Standing) and event.end.refutation is not None:
            answer = answers.refuted(answer, event.end.refutation, model)
            yield from (Bound(answer.bound),) if answer.bound is not None else ()
            yield Draft(answer)
        elif isinstance(event, Standing):
            yield Draft(answers.concluded(answer, event.end, digest, solutions))
        else:
            solutions += event.number if isinstance(event, AcceptedMany) else 0
            answer = answers.noted(answer, event, why, digest)
            yield event


def _accepted(event: Found, known: Known, model: Model, engine: str) -> Accepted:
    """Return the solution of a selection, once the judges have accepted both, and agree on the cost; raises JudgeRefused."""
    # 5. Check the selection against the model. 6. Decode it. 7. The referee judges the solution by the rules.
    answers.refuse(f"the judge refused a selection of {engine}", judges.faults(model, event.selection))
    solution = known.encoding.decode(event.selection)
    answers.refuse(f"the puzzle's referee refused a solution of {engine}", known.puzzle.faults(solution))
    cost = judges.cost(model, event.selection)
    if cost is not None:
        by_model, by_rules = amount(cost, known.encoding.unit), known.puzzle.cost(solution)
        if by_rules != by_model:
            raise JudgeRefused(
                f"a solution of {engine} costs {by_rules} by the puzzle's rules and {by_model} by the model"
            )
    return Accepted(solution, cost, event.more)


def _takes_long(event: One | AcceptedMany | Clock | Pause, known: Known) -> bool:
    """Return whether an event takes this process more than a moment: proofs, exhausted models, large puzzles."""
    end = event.end if isinstance(event, Standing) else event
    if isinstance(end, End):
        return end.exhausted or end.refutation is not None or not known.brief
    return not known.brief and isinstance(event, Found | Attempt)


def _engine_events(
    request: Request, job: Job, events: Iterator[Event | Clock | Pause]
) -> Iterator[Event | Clock | Pause]:
    """Yield the events of a job; an engine that does not suit the puzzle is a bug of ours if we chose it."""
    try:
        yield from events
    except Unsuitable as fault:
        if request.engine == "auto" and not request.argument:
            name = dispatch.performer_of(job, request)
            sentence = f"{name} was chosen and does not suit the puzzle: {fault}"
            raise EngineBroke(sentence, traceback.format_exc()) from fault
        raise


def _sent(events: Iterator[Event | Clock | Pause]) -> Iterator[Event | Clock | Pause]:
    """Return the events of a job, once it has been sent to its engine."""
    first = next(events, Pause())
    return events if isinstance(first, Pause) else itertools.chain((first,), events)


def _judged_tables(
    events: Iterator[Event | Clock | Pause], known: Known
) -> Iterator[One | AcceptedMany | Clock | Pause]:
    """Yield events; a table of selections becomes solutions that both judges accept, or single selections, still to be judged."""
    for event in events:
        if isinstance(event, FoundMany):
            yield Pause()
            accepted = accepted_table(known.puzzle, known.encoding, event.selections)
            yield from event.each() if accepted is None else (AcceptedMany(accepted),)
        else:
            assert not isinstance(event, EndOfOne)  # a batch hands the events of its covers over one by one
            yield event


def accepted_table(puzzle: Puzzle, encoding: Encoding, selections: SelectionTable) -> SolutionTable | None:
    """Return the solutions of a table of selections if both judges accept all of them; None if they must be judged one by one.

    The faults of a selection are reported then.
    """
    if encoding.decode_many is None or not judges.all_right(encoding.model, selections):
        return None
    solutions = encoding.decode_many(selections)
    same_number = len(solutions) == len(selections)
    return solutions if same_number and puzzle.all_right(solutions) else None

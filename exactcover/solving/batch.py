"""Many puzzles answered one after the other: an answer for each, in order, or an error message if there is none.

Covers are sent to the engine's process in chunks, and its selections are judged here, puzzle by puzzle, as in any other
request. All other puzzles, and requests that need more of the engine, go through the pipeline (pipeline.py) one by one. The
time limit applies to the whole batch, the other limits to each puzzle. A puzzle that cannot be read, or for which an engine or
a judge reports a bug of ours, gets an error message in place of its answer; the others are still answered.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, TypeAlias

from exactcover import judges
from exactcover.model.answer import Answer, EngineOptions, EngineReport, Request, Statistics
from exactcover.model.cover import Cover
from exactcover.model.encoding import Encoding
from exactcover.model.errors import EngineBroke, InvalidInput, JudgeRefused, OurFault, StopReason, Unsuitable
from exactcover.model.events import Draft, End, EndOfOne, Notice, Progress
from exactcover.model.puzzle_protocol import Puzzle
from exactcover.process import child
from exactcover.process.deadline import Deadline
from exactcover.process.messages import Call, Clock, Pause
from exactcover.solving import answers, dispatch, engine_process, pipeline
from exactcover.solving.caches import Known
from exactcover.solving.pipeline import JobRunner
from exactcover.solving.plan import Each, Job

AT_ONCE = 64
"""Puzzles per chunk."""
ENGINE = "exact"

Line: TypeAlias = tuple[int, Puzzle | InvalidInput]
"""A line number, and the puzzle on that line or the reason why it could not be read."""


@dataclass(frozen=True)
class BadLine:
    """A puzzle without an answer: its number, from 1, and the reason; ours: a bug of ours, otherwise it could not be read."""

    line: int
    error: str
    ours: bool = False
    more = True

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object that the contract specifies."""
        return {"line": self.line, "error": self.error} | ({"ours": True} if self.ours else {})


@dataclass(frozen=True)
class OneAnswered:
    """The answer to one of many puzzles; more: another follows at once."""

    line: int
    answer: Answer
    more: bool = True


_OfMany: TypeAlias = EndOfOne | Progress | Notice | Clock | EngineBroke
Step: TypeAlias = BadLine | OneAnswered | Progress | Notice | Clock | Draft


def call(lines: Iterable[Line], request: Request) -> Call:
    """Return the call that answers many puzzles in a request's process."""
    return Call(in_child, (pickle.dumps(list(lines), pickle.HIGHEST_PROTOCOL), request))


def in_child(content: bytes, request: Request) -> Iterator[Step]:
    """Run a batch in a request's process: its time counts from now on, and the supervisor can interrupt it."""
    yield Clock(running=True)
    yield from run(pickle.loads(content), request, child.interrupted)


def run(
    lines: Iterable[Line],
    request: Request,
    interrupted: Callable[[], bool] = lambda: False,
    run_job: JobRunner = engine_process.run,
) -> Iterator[Step]:
    """Yield the outcome of each line, in order; run_job: runs the engine. Raises the same exceptions as `pipeline.run`."""
    deadline = Deadline(request.limits.time)
    cut = EngineReport("none", {}, "the batch ended before this puzzle was answered")
    yield Draft(Answer(request.task, None, None, cut))
    left = iter(lines)
    stopped: StopReason | None = None
    noticed = set[str]()
    while chunk := list(islice(left, AT_ONCE)):
        for step in _of_chunk(chunk, request, stopped, deadline, interrupted, run_job):
            if isinstance(step, Notice):
                if step.sentence in noticed:
                    continue
                noticed.add(step.sentence)
            if isinstance(step, OneAnswered) and step.answer.stop_reason in ("time", "interrupted"):
                stopped = step.answer.stop_reason
            yield step
        stopped = stopped or ("interrupted" if interrupted() else None)


def _of_chunk(
    chunk: list[Line],
    request: Request,
    stopped: StopReason | None,
    deadline: Deadline,
    interrupted: Callable[[], bool],
    run_job: JobRunner,
) -> Iterator[Step]:
    """Yield the outcome of each line of a chunk; its covers are searched in one job."""
    encodings, refused = ({}, {}) if stopped else _encoded(chunk, request)
    if encodings and request.workers > 1:
        yield Notice(dispatch.used_of_workers(request, "covers of a batch are searched together"))
    together = _searched(list(encodings.values()), request, deadline, interrupted, run_job)
    for number, puzzle in chunk:
        if isinstance(puzzle, InvalidInput):
            yield BadLine(number, str(puzzle))
            continue
        if number in refused:
            yield BadLine(number, str(refused[number]), ours=True)
            continue
        known = Known(puzzle)
        if stopped:
            yield OneAnswered(number, replace(_blank(known, request), stop_reason=stopped))
            continue
        steps: Iterator[pipeline.Step]
        if number in encodings:
            steps = _answered_together(known, encodings[number], request, together)
        else:
            steps = pipeline.run(puzzle, _within(request, deadline), interrupted)
        for step in _told(number, steps, more=number in encodings):
            if isinstance(step, OneAnswered):
                stop = step.answer.stop_reason
                stopped = stop if stop in ("time", "interrupted") else None
            yield step
    for event in together:  # events after the last cover
        if isinstance(event, Clock):
            yield event


def _told(number: int, steps: Iterator[pipeline.Step], *, more: bool) -> Iterator[Step]:
    """Yield the answer to a puzzle, or the fault that replaces it, and the progress, notices and clock events before it."""
    try:
        for step in steps:
            if isinstance(step, Answer):
                yield OneAnswered(number, step, more)
            elif isinstance(step, Progress | Notice | Clock):
                yield step
    except OurFault as fault:
        yield BadLine(number, str(fault), ours=True)
    except Unsuitable as fault:
        yield BadLine(number, str(fault))


def _encoded(chunk: list[Line], request: Request) -> tuple[dict[int, Encoding], dict[int, JudgeRefused]]:
    """Return by line the encodings of puzzles that can share a job, and the faults of those that their referee refused."""
    encodings: dict[int, Encoding] = {}
    refused: dict[int, JudgeRefused] = {}
    for number, puzzle in chunk:
        if not isinstance(puzzle, InvalidInput) and _may_go_together(request):
            encoding = puzzle.encode()
            if _is_plain(encoding, request):
                try:
                    answers.refuse("the puzzle's referee refused the encoding", puzzle.encoding_faults(encoding.model))
                    encodings[number] = encoding
                except JudgeRefused as fault:
                    refused[number] = fault
    return encodings, refused


def _answered_together(
    known: Known, encoding: Encoding, request: Request, events: Iterator[_OfMany]
) -> Iterator[pipeline.Step]:
    """Yield the engine's events up to the end of the next puzzle, then the answer to that puzzle; raises OurFault."""
    for event in events:
        if isinstance(event, EngineBroke):
            raise event
        if isinstance(event, EndOfOne):
            yield _judged(known, encoding, request, event)
            return
        yield event


def _within(request: Request, deadline: Deadline) -> Request:
    return replace(request, limits=replace(request.limits, time=deadline.left))


def _may_go_together(request: Request) -> bool:
    """Return whether a request asks for nothing but a solution or a count, from the engine that takes many covers at once."""
    special = (
        request.options or request.up_to_symmetry or request.rotations_only or request.checkpoint or request.executor
    )
    return request.task in ("solve", "count") and request.engine in ("auto", ENGINE) and not special


def _is_plain(encoding: Encoding, request: Request) -> bool:
    """Return whether a puzzle is a cover that can share a job with others: it has no costs, and no classes to be counted."""
    model = encoding.model
    if not isinstance(model, Cover) or model.costs is not None or model.connectivity is not None:
        return False
    return request.task == "solve" or model.symmetries is None or request.limits.solutions is not None


def _searched(
    encodings: list[Encoding],
    request: Request,
    deadline: Deadline,
    interrupted: Callable[[], bool],
    run_job: JobRunner,
) -> Iterator[_OfMany]:
    """Yield the engine's outcome for each cover, in order; for covers that it did not reach, an end with the reason.

    If the engine breaks, the outcome of the cover that it was searching is EngineBroke, and it goes on with the next one.
    """
    models = tuple(encoding.model for encoding in encodings if isinstance(encoding.model, Cover))
    done, end = 0, End(False)
    while done < len(models) and end.stop_reason is None:
        within = _within(request, deadline)
        job = Job(Each(ENGINE, request.task), models[done:], EngineOptions(request.seed, 1), within.limits)
        events: Iterator[object] = run_job(job, interrupted)
        try:
            for event in events:
                done += isinstance(event, EndOfOne)
                if isinstance(event, End):
                    end = event
                elif not isinstance(event, Pause):
                    assert isinstance(event, EndOfOne | Progress | Notice | Clock)
                    yield event
            break
        except EngineBroke as fault:
            done += 1
            yield fault
        except Unsuitable as fault:
            done += 1
            yield EngineBroke(f"the engine {ENGINE} cannot take a cover that it was chosen for: {fault}")
    for _ in range(done, len(models)):
        count = 0 if request.task == "count" else None
        yield EndOfOne((), End(False, end.stop_reason or "time", count, statistics=Statistics()))


def _judged(known: Known, encoding: Encoding, request: Request, one: EndOfOne) -> Answer:
    """Return the answer to a puzzle, once both judges have accepted its solutions."""
    answer = _blank(known, request)
    solutions = []
    for selection in one.selections:
        answers.refuse(f"the judge refused a selection of {ENGINE}", judges.faults(encoding.model, selection))
        solutions.append(encoding.decode(selection))
        answers.refuse(f"the puzzle's referee refused a solution of {ENGINE}", known.puzzle.faults(solutions[-1]))
    if len({known.puzzle.identity(solution) for solution in solutions}) < len(solutions):
        raise JudgeRefused(f"{ENGINE} handed a solution over twice")
    if request.task == "solve" and solutions:
        answer = replace(answer, solution=solutions[-1])
    return answers.concluded(answer, one.end, lambda: None, int(answer.solution is not None))


def _blank(known: Known, request: Request) -> Answer:
    options: dict[str, Any] = {"seed": request.seed, "workers": 1}
    options |= {"break_symmetry": request.break_symmetry} if request.task == "solve" else {"up_to_symmetry": False}
    report = EngineReport(ENGINE, options, "one of many puzzles: covers are searched together")
    return Answer(request.task, known.canonical, known.digest, report, count=0 if request.task == "count" else None)

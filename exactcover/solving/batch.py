"""Many puzzles answered one after the other: an answer for each, in order, or an error message if there is none.

Each puzzle goes through the pipeline (pipeline.py), as in any other request; covers share a run of the engine, which searches
up to AT_ONCE of them after one message. The time limit applies to the whole batch, the other limits to each puzzle. A puzzle
that cannot be read, or for which an engine or a judge reports a bug of ours, gets an error message in place of its answer; the
others are still answered.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice
from typing import Any, TypeAlias

from exactcover.model.answer import Answer, EngineOptions, EngineReport, Request, Statistics
from exactcover.model.cover import Cover
from exactcover.model.errors import (
    EngineBroke,
    InvalidInput,
    JudgeRefused,
    NoResources,
    OurFault,
    StopReason,
    Unsuitable,
)
from exactcover.model.events import Accepted, Draft, End, EndOfOne, Found, Notice, Progress
from exactcover.model.puzzle_protocol import Puzzle
from exactcover.process import child
from exactcover.process.deadline import Deadline, now
from exactcover.process.messages import Call, Clock, Pause
from exactcover.solving import dispatch, engine_process, pipeline
from exactcover.solving.caches import Known
from exactcover.solving.pipeline import JobRunner
from exactcover.solving.plan import Each, Job, Run
from exactcover.solving.shared_boards import SharedBoards

AT_ONCE = 64
"""Puzzles per chunk."""
ENGINE = "exact"
WHY = "one of many puzzles: covers are searched together"
NOT_REACHED = EngineReport("none", {}, "the batch ended before this puzzle was answered")

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


Outcome: TypeAlias = BadLine | OneAnswered
Step: TypeAlias = Outcome | Progress | Notice | Clock | Draft


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
    yield Draft(Answer(request.task, None, None, NOT_REACHED))
    deadline = Deadline(request.limits.time)
    left, boards = _with_boards(iter(lines), request)
    stopped: StopReason | None = None
    noticed = set[str]()
    while chunk := list(islice(left, AT_ONCE)):
        others = [line for line in chunk if line[0] not in boards]
        shared = _SharedRun(() if stopped else others, request, deadline, lambda job: run_job(job, interrupted))
        for number, puzzle in chunk:
            if stopped or isinstance(puzzle, InvalidInput):
                yield unanswered((number, puzzle), request, stopped or "time")
                continue
            if number in shared.known:
                steps = shared.steps(number, interrupted)
            else:
                alone = _alone(puzzle, request, deadline, interrupted)
                steps = boards.steps(number, puzzle, deadline, interrupted, alone)
            begin = now()
            for step in _outcome(number, puzzle, steps, more=number in shared.known):
                if isinstance(step, Notice):
                    if step.sentence in noticed:
                        continue
                    noticed.add(step.sentence)
                if isinstance(step, OneAnswered) and step.answer.stop_reason in ("time", "interrupted"):
                    stopped = step.answer.stop_reason
                yield step
            boards.took(number, now() - begin)
        yield from shared.clocks()
        stopped = stopped or ("interrupted" if interrupted() else None)


def _with_boards(lines: Iterator[Line], request: Request) -> tuple[Iterator[Line], SharedBoards]:
    """Return the lines, and their boards that may share a search; all lines are read if the first has such a board."""
    first = list(islice(lines, 1))
    together = (
        request.task == "count" and _may_share(request) and request.limits.nodes is request.limits.solutions is None
    )
    if not together or not all(isinstance(puzzle, InvalidInput) or puzzle.board() for _, puzzle in first):
        return chain(first, lines), SharedBoards((), request)
    every = [*first, *lines]
    return iter(every), SharedBoards(every, request)


def unanswered(line: Line, request: Request, reason: StopReason) -> Outcome:
    """Return the outcome of a line that a batch did not reach: UNKNOWN, and why; a BadLine if it could not be read."""
    number, puzzle = line
    if isinstance(puzzle, InvalidInput):
        return BadLine(number, str(puzzle))
    known, count = Known(puzzle), 0 if request.task == "count" else None
    answer = Answer(request.task, known.canonical, known.digest, NOT_REACHED, stop_reason=reason, count=count)
    return OneAnswered(number, answer)


def _outcome(number: int, puzzle: Puzzle, steps: Iterator[pipeline.Step | Pause], *, more: bool) -> Iterator[Step]:
    """Yield the answer to a puzzle, or the fault that replaces it, and the progress, notices and clock events before it."""
    identities = set[object]()
    try:
        for step in steps:
            if isinstance(step, Accepted):
                identity = puzzle.identity(step.solution)
                if identity in identities:
                    raise JudgeRefused("the engine handed a solution over twice")
                identities.add(identity)
            elif isinstance(step, Answer):
                yield OneAnswered(number, step, more)
            elif isinstance(step, Progress | Notice | Clock):
                yield step
    except NoResources:  # the whole batch can be repeated
        raise
    except OurFault as fault:
        yield BadLine(number, str(fault), ours=True)
    except Unsuitable as fault:
        yield BadLine(number, str(fault))


def _alone(
    puzzle: Puzzle, request: Request, deadline: Deadline, interrupted: Callable[[], bool]
) -> Iterator[pipeline.Step]:
    """Yield the steps of a puzzle's request in the time that is left when it begins."""
    yield from pipeline.run(puzzle, _within(request, deadline), interrupted)


def _within(request: Request, deadline: Deadline) -> Request:
    return replace(request, limits=replace(request.limits, time=deadline.left))


class _SharedRun:
    """One run of the engine for those puzzles of a chunk that can share it, and the pipeline's steps for each of them.

    known: these puzzles, by line. The run begins when the first of them is asked for.
    """

    def __init__(
        self, chunk: Iterable[Line], request: Request, deadline: Deadline, run_job: Callable[[Job], Iterator[object]]
    ) -> None:
        self.known: dict[int, Known] = {}
        if _may_share(request):
            readable = ((number, Known(puzzle)) for number, puzzle in chunk if not isinstance(puzzle, InvalidInput))
            self.known = {number: known for number, known in readable if _is_plain(known, request)}
        self._request, self._deadline, self._run_job = request, deadline, run_job
        self._order = {number: index for index, number in enumerate(self.known)}
        self._next = 0
        self._events = self._searched()

    def steps(self, number: int, interrupted: Callable[[], bool]) -> Iterator[pipeline.Step | Pause]:
        """Yield the pipeline's steps for a puzzle; its engine's events are those of the shared run."""
        if self._request.workers > 1:
            yield Notice(dispatch.used_of_workers(self._request, "covers of a batch are searched together"))
        known, alone = self.known[number], replace(self._request, workers=1)
        plan = Run(ENGINE, alone.task, {}, alone.break_symmetry)
        job = Job(plan, known.encoding.model, EngineOptions(alone.seed, 1), alone.limits)
        events = partial(self._of_one, self._order[number])
        yield from pipeline.in_users_unit(pipeline.solve(known, alone, interrupted, events, (job, WHY)), known)

    def clocks(self) -> Iterator[Clock]:
        """Yield the clock events after the last puzzle."""
        yield from (event for event in self._events if isinstance(event, Clock))

    def _of_one(
        self, index: int, _job: Job, _interrupted: Callable[[], bool]
    ) -> Iterator[Found | End | Progress | Notice | Clock | Pause]:
        """Yield the events of the cover with this index; those of earlier ones, whose answers were refused, are left out."""
        yield Pause()  # nothing to be sent
        while True:
            event = next(self._events)
            if not isinstance(event, EngineBroke | EndOfOne):
                yield event
                continue
            self._next += 1
            if self._next <= index:
                continue
            if isinstance(event, EngineBroke):
                raise event
            yield from (Found(selection, more=True) for selection in event.selections)
            yield event.end
            return

    def _searched(self) -> Iterator[EndOfOne | EngineBroke | Progress | Notice | Clock]:
        """Yield the engine's outcome for each cover, in order; for covers that it did not reach, an end with the reason.

        If the engine breaks, the outcome of the cover that it was searching is EngineBroke, and it goes on with the next one.
        """
        models = tuple(known.encoding.model for known in self.known.values())
        covers = tuple(model for model in models if isinstance(model, Cover))
        task, done, end = self._request.task, 0, End(False)
        while done < len(covers) and end.stop_reason is None:
            limits = _within(self._request, self._deadline).limits
            job = Job(Each(ENGINE, task), covers[done:], EngineOptions(self._request.seed, 1), limits)
            try:
                for event in self._run_job(job):
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
        for _ in range(done, len(covers)):
            count = 0 if task == "count" else None
            yield EndOfOne((), End(False, end.stop_reason or "time", count, statistics=Statistics()))


def _may_share(request: Request) -> bool:
    """Return whether a request asks for nothing but a solution or a count, from the engine that takes many covers at once."""
    special = (
        request.options
        or request.up_to_symmetry
        or request.rotations_only
        or request.checkpoint
        or request.executor
        or request.certificate
    )
    return request.task in ("solve", "count") and request.engine in ("auto", ENGINE) and not special


def _is_plain(known: Known, request: Request) -> bool:
    """Return whether a puzzle is a cover that can share a run with others: it has no costs, and no classes to be counted."""
    model = known.encoding.model
    if not isinstance(model, Cover) or model.costs is not None or model.connectivity is not None:
        return False
    return request.task == "solve" or model.symmetries is None or request.limits.solutions is not None

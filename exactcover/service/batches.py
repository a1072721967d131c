"""Many puzzles answered by a server: a job for as many as a call may have, and each answer judged on arrival."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from exactcover.api import Puzzle
from exactcover.model.answer import Answer, EngineReport, Request
from exactcover.model.errors import InvalidInput
from exactcover.process.deadline import Deadline
from exactcover.service.arrivals import Arrivals
from exactcover.service.connection import Connection, ServerBroke, object_in
from exactcover.service.lines import taken
from exactcover.service.submitting import body_of, refused
from exactcover.solving.batch import BadLine, Line, OneAnswered
from exactcover.solving.pipeline import Step

MOST_BYTES = 900_000
"""Of the puzzles of one job: a server takes 1 MiB."""


def run(
    connection: Connection, lines: Sequence[Line], request: Request, interrupted: Callable[[], bool] = lambda: False
) -> Iterator[BadLine | OneAnswered | Step]:
    """Yield what becomes of each line, in order, as `batch.run` does; the time limit is for all. Raises as a client does."""
    deadline = Deadline(request.limits.time)
    for some in _jobs(lines):
        answers = _Answers(some, request)
        if not interrupted() and not deadline.over() and any(isinstance(puzzle, Puzzle) for _, puzzle in some):
            within = replace(request, limits=replace(request.limits, time=deadline.left))
            yield from _of_job(connection, answers, within, interrupted)
        yield from answers.rest("interrupted" if interrupted() else "time")


def _jobs(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Yield lines by jobs, none larger than a server takes."""
    some: list[Line] = []
    size = 0
    for number, puzzle in lines:
        own = len(json.dumps(puzzle.named())) if isinstance(puzzle, Puzzle) else 0
        if some and size + own > MOST_BYTES:
            yield some
            some, size = [], 0
        some.append((number, puzzle))
        size += own + 2
    if some:
        yield some


class _Answers:
    """The lines of one job, and how many of them have come."""

    def __init__(self, lines: Sequence[Line], request: Request) -> None:
        self.request = request
        self.left = list(reversed(lines))
        self.puzzles = [puzzle.named() for _, puzzle in lines if isinstance(puzzle, Puzzle)]
        self.cursor = 0

    def take(self, document: Any) -> Iterator[BadLine | OneAnswered]:
        """Yield the next answer, judged, and the lines before it that are no puzzles; raises JudgeRefused."""
        yield from self._bad()
        if not self.left or not isinstance(document, dict):
            raise ServerBroke("the server sent what is no answer to a line")
        number, puzzle = self.left.pop()
        self.cursor += 1
        if "error" in document and document.get("ours") is True:
            yield BadLine(number, f"a fault of the server's: {str(document['error'])[:500]}", ours=True)
            yield from self._bad()
            return
        if "error" in document:
            raise ServerBroke(f"the server takes the puzzle of line {number} for none: {str(document['error'])[:500]}")
        own = {key: value for key, value in document.items() if key != "line"}
        yield OneAnswered(number, Arrivals(_puzzle(puzzle), self.request.task).answer(own))
        yield from self._bad()

    def _bad(self) -> Iterator[BadLine]:
        while self.left and isinstance(self.left[-1][1], InvalidInput):
            number, fault = self.left.pop()
            yield BadLine(number, str(fault))

    def rest(self, reason: str) -> Iterator[BadLine | OneAnswered]:
        """Yield the lines that no answer came to; reason: what cut them."""
        while self.left:
            yield from self._bad()
            if self.left:
                number, puzzle = self.left.pop()
                own = Arrivals(_puzzle(puzzle), self.request.task)
                report = EngineReport("none", {}, "the batch was cut before this was answered")
                count = 0 if self.request.task == "count" else None
                stop: Any = reason
                answer = Answer(self.request.task, own.canonical, own.digest, report, stop_reason=stop, count=count)
                yield OneAnswered(number, answer)


def _puzzle(puzzle: Any) -> Puzzle:
    assert isinstance(puzzle, Puzzle)
    return puzzle


def _of_job(
    connection: Connection, answers: _Answers, request: Request, interrupted: Callable[[], bool]
) -> Iterator[BadLine | OneAnswered | Step]:
    """Yield what a job about many puzzles says and comes to; who stops taking steps cancels it."""
    first = next(puzzle for _, puzzle in reversed(answers.left) if isinstance(puzzle, Puzzle))
    body = body_of(first, request) | {"puzzle": {"batch": answers.puzzles}, "title": f"{len(answers.puzzles)} puzzles"}
    headers = {"Idempotency-Key": secrets.token_urlsafe(24)}
    job = object_in(connection.call("POST", "/v1/jobs", body, headers))
    job = yield from taken(connection, job, answers, interrupted)
    if job.get("state") == "FAILED":
        raise refused(job)

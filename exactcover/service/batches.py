"""Batches on a server: puzzles are sent in jobs as large as a request may be, and each answer is judged on arrival."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from exactcover.api import Puzzle
from exactcover.model.answer import Request
from exactcover.model.errors import InvalidInput, StopReason
from exactcover.process.deadline import Deadline
from exactcover.service.connection import Connection, ServerBroke, object_in
from exactcover.service.following import follow_lines
from exactcover.service.submitting import body_of, refused
from exactcover.service.verification import AnswerVerifier
from exactcover.solving.batch import BadLine, Line, OneAnswered, unanswered
from exactcover.solving.pipeline import Step

MOST_BYTES = 900_000
"""The largest total size of the puzzles in one job; a server accepts request bodies of 1 MiB."""


def run(
    connection: Connection, lines: Sequence[Line], request: Request, interrupted: Callable[[], bool] = lambda: False
) -> Iterator[BadLine | OneAnswered | Step]:
    """Yield the outcome of each line, in order, as `batch.run` does; the time limit is for all lines together. Raises
    what a client raises.
    """
    deadline = Deadline(request.limits.time)
    for some in _jobs(lines):
        answers = _Answers(some, request)
        if not interrupted() and not deadline.over() and any(isinstance(puzzle, Puzzle) for _, puzzle in some):
            within = replace(request, limits=replace(request.limits, time=deadline.left))
            yield from _of_job(connection, answers, within, interrupted)
        yield from answers.rest("interrupted" if interrupted() else "time")


def _jobs(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Yield lines in groups, each small enough for one job."""
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
    """The lines of one job, and how many answers have come."""

    def __init__(self, lines: Sequence[Line], request: Request) -> None:
        self.request = request
        self.left = list(reversed(lines))
        self.puzzles = [puzzle.named() for _, puzzle in lines if isinstance(puzzle, Puzzle)]
        self.cursor = 0

    def take(self, document: Any) -> Iterator[BadLine | OneAnswered]:
        """Judge the next answer and yield it, and yield invalid lines around it; raises JudgeRefused."""
        yield from self._bad()
        if not self.left or not isinstance(document, dict):
            raise ServerBroke("the server sent an invalid answer to a line")
        number, puzzle = self.left.pop()
        self.cursor += 1
        if "error" in document and document.get("ours") is True:
            yield BadLine(number, f"a fault of the server's: {str(document['error'])[:500]}", ours=True)
            yield from self._bad()
            return
        if "error" in document:
            raise ServerBroke(f"the server rejected the puzzle of line {number}: {str(document['error'])[:500]}")
        own = {key: value for key, value in document.items() if key != "line"}
        yield OneAnswered(number, AnswerVerifier(_puzzle(puzzle), self.request.task).answer(own))
        yield from self._bad()

    def _bad(self) -> Iterator[BadLine]:
        while self.left and isinstance(self.left[-1][1], InvalidInput):
            number, fault = self.left.pop()
            yield BadLine(number, str(fault))

    def rest(self, reason: StopReason) -> Iterator[BadLine | OneAnswered]:
        """Yield the lines that have no answer; reason: what stopped the job."""
        while self.left:
            yield unanswered(self.left.pop(), self.request, reason)


def _puzzle(puzzle: Any) -> Puzzle:
    assert isinstance(puzzle, Puzzle)
    return puzzle


def _of_job(
    connection: Connection, answers: _Answers, request: Request, interrupted: Callable[[], bool]
) -> Iterator[BadLine | OneAnswered | Step]:
    """Yield the events and answers of one job. If the caller stops the iteration, the job is cancelled."""
    first = next(puzzle for _, puzzle in reversed(answers.left) if isinstance(puzzle, Puzzle))
    body = body_of(first, request) | {"puzzle": {"batch": answers.puzzles}, "title": f"{len(answers.puzzles)} puzzles"}
    headers = {"Idempotency-Key": secrets.token_urlsafe(24)}
    job = object_in(connection.call("POST", "/v1/jobs", body, headers))
    job = yield from follow_lines(connection, job, answers, interrupted)
    if job.get("state") == "FAILED":
        raise refused(job)

"""Comparisons on a server: several engines in one job, each answer judged on arrival."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from exactcover.api import Puzzle
from exactcover.model.answer import Answer, Limits, request
from exactcover.service.connection import Connection, ServerBroke, object_in
from exactcover.service.following import follow_lines
from exactcover.service.job import COMPARE
from exactcover.service.submitting import body_of, refused
from exactcover.service.verification import AnswerVerifier
from exactcover.solving.comparable import NotApplicable, reason_in
from exactcover.solving.pipeline import Step


class _Answers:
    """The answers of the engines about one puzzle, in the order of `names`."""

    def __init__(self, puzzle: Puzzle, names: Sequence[str]) -> None:
        self.puzzle, self.names, self.cursor = puzzle, names, 0

    def take(self, document: Any) -> Iterator[Answer | NotApplicable]:
        """Judge an answer and yield it, or yield the reason why an engine is not applicable; raises JudgeRefused."""
        reason = reason_in(document)
        if reason is not None and self.cursor < len(self.names):
            self.cursor += 1
            yield NotApplicable(reason)
            return
        answer = AnswerVerifier(self.puzzle, "solve").answer(document)
        wanted = self.names[self.cursor].partition(":")[0] if self.cursor < len(self.names) else ""
        if wanted != "auto" and answer.engine.name not in (wanted, "none"):
            raise ServerBroke(f"the server sent an answer of {answer.engine.name[:100]!r}; expected one of {wanted!r}")
        self.cursor += 1
        yield answer


def run(
    connection: Connection,
    puzzle: Puzzle,
    names: Sequence[str],
    limits: Limits = Limits(),
    seed: int = 0,
    interrupted: Callable[[], bool] = lambda: False,
) -> Iterator[Answer | NotApplicable | Step]:
    """Yield the events and each engine's answer, in order. If the caller stops the iteration, the job is cancelled."""
    body = body_of(puzzle, request("solve", limits=limits, seed=seed)) | {"task": COMPARE, "backends": list(names)}
    headers = {"Idempotency-Key": secrets.token_urlsafe(24)}
    job = object_in(connection.call("POST", "/v1/jobs", body, headers))
    answers = _Answers(puzzle, names)
    job = yield from follow_lines(connection, job, answers, interrupted)
    if job.get("state") == "FAILED":
        raise refused(job)
    if answers.cursor < len(names) and job.get("state") != "CANCELLED":
        raise ServerBroke(f"the server sent {answers.cursor} answers; expected {len(names)}")

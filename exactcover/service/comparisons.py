"""Engines compared by a server in one job, each answer judged on arrival."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from exactcover.api import Puzzle
from exactcover.model.answer import Answer, Limits, request
from exactcover.service.arrivals import Arrivals
from exactcover.service.connection import Connection, ServerBroke, object_in
from exactcover.service.job import COMPARE
from exactcover.service.lines import taken
from exactcover.service.submitting import body_of, refused
from exactcover.solving.comparable import NotApplicable, reason_in
from exactcover.solving.pipeline import Step


class _Answers:
    """The answers of engines about one puzzle, in the order of their names."""

    def __init__(self, puzzle: Puzzle, names: Sequence[str]) -> None:
        self.puzzle, self.names, self.cursor = puzzle, names, 0

    def take(self, document: Any) -> Iterator[Answer | NotApplicable]:
        """Yield an answer once it is judged, or why an engine does not suit; raises JudgeRefused."""
        reason = reason_in(document)
        if reason is not None and self.cursor < len(self.names):
            self.cursor += 1
            yield NotApplicable(reason)
            return
        answer = Arrivals(self.puzzle, "solve").answer(document)
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
    """Yield what happens, the answer of each engine among it, in order; who stops taking steps cancels the job."""
    body = body_of(puzzle, request("solve", limits=limits, seed=seed)) | {"task": COMPARE, "backends": list(names)}
    headers = {"Idempotency-Key": secrets.token_urlsafe(24)}
    job = object_in(connection.call("POST", "/v1/jobs", body, headers))
    answers = _Answers(puzzle, names)
    job = yield from taken(connection, job, answers, interrupted)
    if job.get("state") == "FAILED":
        raise refused(job)
    if answers.cursor < len(names) and job.get("state") != "CANCELLED":
        raise ServerBroke(f"the server sent {answers.cursor} answers; expected {len(names)}")

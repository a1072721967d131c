"""The functions of the public API, answered by a server: `exactcover.Client(url).solve("soma")`.

Answers are the same, and the server is not trusted: each solution and certificate is judged again on arrival
(verification.py).
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from os import PathLike
from typing import Any
from urllib.parse import urlencode

from exactcover import api
from exactcover.api import Puzzle, Subject
from exactcover.api.checking import check_by
from exactcover.api.many import for_user
from exactcover.api.solutions import Cancel, OnProgress, Solutions
from exactcover.model import defaults
from exactcover.model.answer import Answer, EngineReport, Limits, Request, Task, request
from exactcover.model.documents import Verdict
from exactcover.service.client_lookups import Lookups
from exactcover.service.connection import Connection, ServerBroke, object_in
from exactcover.service.following import Follower, followed
from exactcover.service.job import Json
from exactcover.service.received import objects_in
from exactcover.service.submitting import body_of, id_of, plain, refused
from exactcover.service.verification import AnswerVerifier
from exactcover.solving.batch import BadLine, OneAnswered
from exactcover.solving.comparable import NotApplicable
from exactcover.solving.pipeline import Step

PAGE = 1000


class Client(Lookups):
    """A client of one server; url: such as `http://127.0.0.1:8000`; token: if the server requires one. The methods are
    the functions of the package.
    """

    def __init__(self, url: str, *, token: str = "") -> None:
        super().__init__(Connection(url, token))

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self.connection.close()

    def run(self, puzzle: Puzzle, request: Request, interrupted: Callable[[], bool] = lambda: False) -> Iterator[Step]:
        """Yield the steps of a request, its Answer last, as the public API does. If the caller stops iterating, the job
        is cancelled.

        Raises InvalidInput if the input is at fault, and OurFault if the server breaks or sends wrong answers.
        """
        verifier = AnswerVerifier(puzzle, request.task)
        job = self._submitted(puzzle, request)
        path = f"/v1/jobs/{id_of(job)}"
        verifier.check_puzzle(job.get("puzzle_sha256"))
        yield from followed(self.connection, job, interrupted, lambda: self.solutions_at(path, verifier))
        yield self.answer_at(path, verifier)

    def solutions_at(self, path: str, verifier: AnswerVerifier) -> Iterator[Step]:
        """Yield the solutions that have come since the last call, each judged."""
        while verifier.task in ("list", "sample"):
            page = object_in(self.connection.call("GET", f"{path}/solutions?cursor={verifier.number}&limit={PAGE}"))
            some = page.get("solutions")
            if not isinstance(some, list):
                raise ServerBroke("the server sent a page without solutions")
            for number, solution in enumerate(some, 1):
                yield replace(verifier.solution(solution), more=number < len(some))
            if not some or page.get("cursor") is None:
                return

    def answer_at(self, path: str, verifier: AnswerVerifier) -> Answer:
        """Judge the answer of a job that has ended and return it; raises the job's error if it has none."""
        job = object_in(self.connection.call("GET", path))
        document, state = job.get("answer"), job.get("state")
        if document is not None and state != "FAILED":
            return verifier.answer(document)
        if state == "CANCELLED":
            report = EngineReport("none", {}, "the job was cancelled before it began")
            count = None if verifier.task in ("solve", "prove") else 0
            return Answer(verifier.task, None, None, report, stop_reason="interrupted", count=count)
        raise refused(job)

    def answered(
        self,
        subject: Subject,
        request: Request,
        on_progress: OnProgress | None = None,
        cancel: Cancel | None = None,
    ) -> Answer:
        """Return the answer to a request; an exception from `on_progress` cancels the job, and so does `cancel`."""
        return self._solutions(subject, request, on_progress, cancel).to_the_end()

    def _submitted(self, puzzle: Puzzle, request: Request) -> Json:
        headers = {"Idempotency-Key": secrets.token_urlsafe(24)}
        return object_in(self.connection.call("POST", "/v1/jobs", body_of(puzzle, request), headers))

    def _solutions(
        self, subject: Subject, request: Request, on_progress: OnProgress | None, cancel: Cancel | None
    ) -> Solutions:
        puzzle = api.puzzle_about(subject)
        steps = self.run(puzzle, request, _never if cancel is None else cancel.is_set)
        return Solutions(steps, api.shown_as(puzzle, subject), on_progress)

    def solve(
        self, subject: Subject, *, on_progress: OnProgress | None = None, cancel: Cancel | None = None, **settings: Any
    ) -> Answer:
        """Search for a solution; settings: backend, limits, seed, workers, break_symmetry, gap, certificate."""
        return self.answered(subject, request("solve", **settings), on_progress, cancel)

    def count(
        self, subject: Subject, *, on_progress: OnProgress | None = None, cancel: Cancel | None = None, **settings: Any
    ) -> Answer:
        """Count the solutions; settings: backend, limits, seed, workers, up_to_symmetry, rotations_only."""
        return self.answered(subject, request("count", **settings), on_progress, cancel)

    def prove(
        self, subject: Subject, *, on_progress: OnProgress | None = None, cancel: Cancel | None = None, **settings: Any
    ) -> Answer:
        """Search for a proof that there is no solution; settings: argument, limits."""
        return self.answered(subject, request("prove", **settings), on_progress, cancel)

    def iterate(
        self, subject: Subject, *, on_progress: OnProgress | None = None, cancel: Cancel | None = None, **settings: Any
    ) -> Solutions:
        """Return an iterator over solutions; settings: backend, limits, seed, workers, up_to_symmetry, rotations_only,
        optimal, certificate.
        """
        return self._solutions(subject, request("list", **settings), on_progress, cancel)

    def sample(
        self,
        subject: Subject,
        number: int,
        *,
        seed: int = 0,
        workers: int = 0,
        limits: Limits = Limits(),
        on_progress: OnProgress | None = None,
        cancel: Cancel | None = None,
    ) -> Solutions:
        """Return an iterator over `number` solutions drawn uniformly and independently."""
        made = request("sample", limits=limits, seed=seed, workers=workers)
        made = replace(made, limits=replace(limits, solutions=number))
        return self._solutions(subject, made, on_progress, cancel)

    def solve_many(
        self, subjects: Iterable[Subject], *, cancel: Cancel | None = None, **settings: Any
    ) -> list[Answer | BadLine]:
        """Return the answer to each of many puzzles, in order, with a BadLine for each that is invalid.

        settings: those of `exactcover.solve_many`.
        """
        return self._many(subjects, request("solve", **settings), cancel)

    def count_many(
        self, subjects: Iterable[Subject], *, cancel: Cancel | None = None, **settings: Any
    ) -> list[Answer | BadLine]:
        """Count the solutions of many puzzles, as `solve_many` does."""
        return self._many(subjects, request("count", **settings), cancel)

    def compare(
        self,
        subject: Subject,
        engines: Sequence[str],
        *,
        limits: Limits = Limits(),
        seed: int = 0,
        cancel: Cancel | None = None,
    ) -> list[Answer | NotApplicable]:
        """Return each engine's answer about one puzzle, in the order of `engines`, from one job."""
        from exactcover.service import comparisons

        interrupted = _never if cancel is None else cancel.is_set
        steps = comparisons.run(self.connection, api.puzzle_about(subject), engines, limits, seed, interrupted)
        return [step for step in steps if isinstance(step, Answer | NotApplicable)]

    def _many(self, subjects: Iterable[Subject], request: Request, cancel: Cancel | None) -> list[Answer | BadLine]:
        from exactcover.service import batches

        subjects = list(subjects)
        lines = list(enumerate(map(api.puzzle_or_fault, subjects), 1))
        steps = batches.run(self.connection, lines, request, _never if cancel is None else cancel.is_set)
        outcomes = (step for step in steps if isinstance(step, BadLine | OneAnswered))
        answers = (each.answer if isinstance(each, OneAnswered) else each for each in outcomes)
        return [for_user(*each) for each in zip(answers, (puzzle for _, puzzle in lines), subjects, strict=True)]

    def check(self, answer: object, puzzle: Subject | None = None, *, recount: bool = False) -> Verdict:
        """Judge an answer, a certificate or a solution here: see `exactcover.check`; recount: the server searches again."""
        return check_by(answer, puzzle, self.answered if recount else None)

    def check_text(self, subject: Subject, text: str, *, recount: bool = False) -> Verdict:
        """Judge a text here: see `exactcover.check_text`; recount: the server searches again."""
        return api.check_text(subject, text, self.answered if recount else None)

    def check_file(self, subject: Subject, path: str | PathLike[str], *, recount: bool = False) -> Verdict:
        """Judge a file here: see `exactcover.check_file`; recount: the server searches again."""
        return api.check_file(subject, path, self.answered if recount else None)

    def jobs(self, *, after: str = "", limit: int = defaults.JOBS_A_PAGE, state: str = "") -> list[Json]:
        """Return jobs, latest first, without puzzles and answers; after: the id of the last job of the page before."""
        query = urlencode({"after": after, "limit": limit, **({"state": state} if state else {})})
        return objects_in(self.connection.call("GET", f"/v1/jobs?{query}"), "jobs")

    def job(self, job_id: str) -> Json:
        """Return a job; its answer is not judged."""
        return object_in(self.connection.call("GET", f"/v1/jobs/{plain(job_id)}"))

    def cancel(self, job_id: str) -> Json:
        """Cancel a job and return it."""
        return object_in(self.connection.call("POST", f"/v1/jobs/{plain(job_id)}/cancel"))

    def delete(self, job_id: str) -> None:
        """Delete a job that has ended."""
        self.connection.call("DELETE", f"/v1/jobs/{plain(job_id)}")

    def submit(self, subject: Subject, task: Task, **settings: Any) -> Json:
        """Submit a job and return it; settings: those of the task's function in the public API."""
        return self._submitted(api.puzzle_about(subject), request(task, **settings))

    def answer(self, subject: Subject, job_id: str) -> Answer:
        """Judge the answer of a job that has ended and return it; subject: the puzzle that was submitted."""
        verifier = AnswerVerifier(api.puzzle_about(subject), str(self.job(job_id).get("task")))
        path = f"/v1/jobs/{plain(job_id)}"
        for _ in self.solutions_at(path, verifier):
            """Each is judged and counted."""
        return self.answer_at(path, verifier)

    def events(self, job_id: str, after: int = 0) -> Iterator[tuple[int, Json]]:
        """Yield a job's events with their numbers, as they come, starting after `after`, until the job has ended."""
        with closing(Follower(self.connection, f"/v1/jobs/{plain(job_id)}", after)) as follower:
            yield from (event for event in follower.events() if event is not None)


def _never() -> bool:
    return False

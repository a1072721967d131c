"""The functions of the public API, answered by a server: `exactcover.Client(url).solve("soma")`.

Answers are the same, and the server is not trusted: each solution and certificate is judged again on arrival
(verification.py).
"""

from __future__ import annotations

import secrets
from base64 import b64decode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from exactcover import api
from exactcover.api import Puzzle, Subject
from exactcover.api.many import for_user
from exactcover.api.option_counts import refuse_marginals
from exactcover.api.solutions import OnProgress, Solutions
from exactcover.files.exports.written import BESIDE_CERTIFICATES, CERTIFICATES
from exactcover.model import defaults
from exactcover.model.answer import Answer, EngineReport, Limits, Request, request
from exactcover.model.count_certificate import CountCertificate
from exactcover.model.documents import Verdict
from exactcover.model.errors import InvalidInput
from exactcover.service.connection import Connection, ServerBroke, object_in
from exactcover.service.designs import ServerDesigns
from exactcover.service.following import Follower, followed
from exactcover.service.job import Json
from exactcover.service.submitting import body_of, id_of, refused
from exactcover.service.verification import AnswerVerifier
from exactcover.solving.batch import BadLine, OneAnswered
from exactcover.solving.comparable import NotApplicable
from exactcover.solving.pipeline import Step

PAGE = 1000
ENDINGS = (
    "",
    ".svg",
    ".png",
    ".pdf",
    ".gif",
    ".txt",
    ".stl",
    ".obj",
    *(ending for both in CERTIFICATES.values() for ending in both),
    *BESIDE_CERTIFICATES,
)
"""The file endings that a server may send; no path is made from any other."""


class Client:
    """A client of one server; url: such as `http://127.0.0.1:8000`; token: if the server requires one. The methods are
    the functions of the package.
    """

    def __init__(self, url: str, *, token: str = "") -> None:
        self.connection = Connection(url, token)

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
        headers = {"Idempotency-Key": secrets.token_urlsafe(24)}
        job = object_in(self.connection.call("POST", "/v1/jobs", body_of(puzzle, request), headers))
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

    def answered(self, subject: Subject, request: Request, on_progress: OnProgress | None = None) -> Answer:
        """Return the answer to a request; an exception from `on_progress` cancels the job."""
        return self._solutions(subject, request, on_progress).to_the_end()

    def _solutions(self, subject: Subject, request: Request, on_progress: OnProgress | None) -> Solutions:
        puzzle = api.puzzle_about(subject)
        return Solutions(self.run(puzzle, request), api.shown_as(puzzle, subject), on_progress)

    def solve(self, subject: Subject, *, on_progress: OnProgress | None = None, **settings: Any) -> Answer:
        """Search for a solution; settings: backend, limits, seed, workers, break_symmetry, gap, certificate."""
        return self.answered(subject, request("solve", **settings), on_progress)

    def count(self, subject: Subject, *, on_progress: OnProgress | None = None, **settings: Any) -> Answer:
        """Count the solutions; settings: backend, limits, seed, workers, up_to_symmetry, rotations_only."""
        return self.answered(subject, request("count", **settings), on_progress)

    def prove(self, subject: Subject, *, on_progress: OnProgress | None = None, **settings: Any) -> Answer:
        """Search for a proof that there is no solution; settings: argument, limits."""
        return self.answered(subject, request("prove", **settings), on_progress)

    def iterate(self, subject: Subject, *, on_progress: OnProgress | None = None, **settings: Any) -> Solutions:
        """Return an iterator over solutions; settings: backend, limits, seed, workers, up_to_symmetry, rotations_only,
        optimal, certificate.
        """
        return self._solutions(subject, request("list", **settings), on_progress)

    def sample(
        self,
        subject: Subject,
        number: int,
        *,
        seed: int = 0,
        workers: int = 0,
        limits: Limits = Limits(),
        on_progress: OnProgress | None = None,
    ) -> Solutions:
        """Return an iterator over `number` solutions drawn uniformly and independently."""
        made = request("sample", limits=limits, seed=seed, workers=workers)
        made = replace(made, limits=replace(limits, solutions=number))
        return self._solutions(subject, made, on_progress)

    def solve_many(self, subjects: Iterable[Subject], **settings: Any) -> list[Answer | BadLine]:
        """Return the answer to each of many puzzles, in order, with a BadLine for each that is invalid.

        settings: those of `exactcover.solve_many`.
        """
        return self._many(subjects, request("solve", **settings))

    def count_many(self, subjects: Iterable[Subject], **settings: Any) -> list[Answer | BadLine]:
        """Count the solutions of many puzzles, as `solve_many` does."""
        return self._many(subjects, request("count", **settings))

    def compare(
        self, subject: Subject, backends: Sequence[str], *, limits: Limits = Limits(), seed: int = 0
    ) -> list[Answer | NotApplicable]:
        """Return each engine's answer about one puzzle, in the order of `backends`, from one job."""
        from exactcover.service import comparisons

        steps = comparisons.run(self.connection, api.puzzle_about(subject), backends, limits, seed)
        return [step for step in steps if isinstance(step, Answer | NotApplicable)]

    def _many(self, subjects: Iterable[Subject], request: Request) -> list[Answer | BadLine]:
        from exactcover.service import batches

        subjects = list(subjects)
        lines = list(enumerate(map(api.puzzle_or_fault, subjects), 1))
        steps = (
            step for step in batches.run(self.connection, lines, request) if isinstance(step, BadLine | OneAnswered)
        )
        answers = (each.answer if isinstance(each, OneAnswered) else each for each in steps)
        return [for_user(*each) for each in zip(answers, (puzzle for _, puzzle in lines), subjects, strict=True)]

    def info(self, subject: Subject, limits: Limits = Limits()) -> Json:
        """Return what is known of a puzzle without searching: see the schema `info`."""
        puzzle = api.puzzle_about(subject)
        body: Json = {"puzzle": puzzle.named()}
        body.update({} if limits.time is None else {"time_limit": limits.time})
        body.update({} if limits.memory is None else {"memory_limit": limits.memory})
        result = object_in(self.connection.call("POST", "/v1/info", body))
        if "puzzle_sha256" in result:
            AnswerVerifier(puzzle, "info").check_puzzle(result["puzzle_sha256"])
            result.update(title=puzzle.title, source=puzzle.source, published=dict(puzzle.published))
        return result

    def remaining(
        self, subject: Subject, *, seconds: float = defaults.REMAINING_SECONDS, solution: bool = False
    ) -> Json:
        """Return what is known after a moment on the server: see `exactcover.remaining`. A solution is judged here."""
        puzzle = api.puzzle_about(subject)
        result = self.made("remaining", puzzle, {"seconds": seconds, "solution": solution})
        if "puzzle_sha256" in result:
            verifier = AnswerVerifier(puzzle, "remaining")
            verifier.check_puzzle(result["puzzle_sha256"])
            if result.get("solution") is not None:
                verifier.solution(result["solution"])
        return result

    def choices(self, subject: Subject, over: str = "empty", *, limits: Limits = Limits()) -> Json:
        """Return how many solutions there are for each choice, counted by the server: see `exactcover.choices`."""
        puzzle = api.puzzle_about(subject)
        result = self.made("choices", puzzle, {"over": over, "limits": limits})
        if "puzzle_sha256" in result:
            AnswerVerifier(puzzle, "choices").check_puzzle(result["puzzle_sha256"])
        return result

    def count_certificate(self, subject: Subject, *, limits: Limits = Limits()) -> CountCertificate | None:
        """Return a certificate of the number of solutions, made by the server: see `exactcover.count_certificate`.

        It is judged here. None if the limits ended the count first; raises JudgeRefused if it proves nothing.
        """
        puzzle = api.puzzle_about(subject)
        result = self.made("certify", puzzle, {"limits": limits})
        return (
            AnswerVerifier(puzzle, "certify").count_certificate(result["certificate"])
            if "certificate" in result
            else None
        )

    def hint(self, subject: Subject, begun: object = None, *, seconds: float = defaults.HINT_SECONDS) -> Json:
        """Return what to place next, as the server says: see `exactcover.hint`."""
        puzzle = api.puzzle_about(subject)
        return self.made("hint", puzzle, {"begun": begun, "seconds": seconds})

    def design(
        self,
        subject: Subject,
        *,
        vary: str,
        pick: int | None = None,
        seed: int | str = defaults.SEED,
        level: int | None = None,
        limits: Limits = Limits(),
    ) -> ServerDesigns:
        """Return an iterator over puzzles with one solution, made by the server: see `exactcover.design`.

        Each is judged here with its solution; that there is no second solution is taken on the server's word.
        """
        puzzle = api.puzzle_about(subject)
        own = {"vary": vary, "pick": pick, "seed": str(seed), "level": level, "limit": limits.solutions}
        return ServerDesigns(puzzle, self.made("design", puzzle, {**own, "limits": limits}))

    def marginals(
        self, subject: Subject, *, limits: Limits = Limits(), samples: int | None = None, seed: int = defaults.SEED
    ) -> Json:
        """Return in how many solutions each placement or option is, counted by the server: see `exactcover.marginals`.

        The numbers are judged here.
        """
        puzzle = api.puzzle_about(subject)
        sampling = {} if samples is None else {"samples": samples, "seed": seed}
        result = self.made("marginals", puzzle, {"limits": limits, **sampling})
        if "puzzle_sha256" in result:
            AnswerVerifier(puzzle, "marginals").check_puzzle(result["puzzle_sha256"])
            refuse_marginals(puzzle, result)
        return result

    def draw(self, subject: Subject, text: str | None = None, *, ending: str = ".svg", **settings: Any) -> bytes:
        """Return a drawing of a puzzle, or of the answer, solution or certificate in `text`, made by the server.

        settings: most, film, view, window, pieces, colours, columns, limits. Raises InvalidInput if a limit stopped it.
        """
        result = self.made("draw", api.puzzle_about(subject), {"ending": ending, "text": text, **settings})
        return _whole(result, "draw")[ending]

    def export(
        self, subject: Subject, to: str, text: str | None = None, *, limits: Limits = Limits()
    ) -> dict[str, bytes]:
        """Return a puzzle, or a certificate (JSON text), in a format of other programs, made by the server: see
        `exactcover.export`.
        """
        result = self.made("export", api.puzzle_about(subject), {"to": to, "certificate": text, "limits": limits})
        return _whole(result, "export")

    def moves(self, subject: Subject) -> list[Any]:
        """Return the legal moves from the start; raises InvalidInput for a puzzle without moves."""
        result = self.made("moves", api.puzzle_about(subject), {})
        _whole(result, "moves")
        moves = result.get("moves")
        if not isinstance(moves, list):
            raise ServerBroke("the server answered without moves")
        return moves

    def made(self, task: str, puzzle: Puzzle, settings: Mapping[str, Any]) -> Json:
        """Send a look-up and return its result; settings: those of the request, None for the server's default."""
        own = {key: value for key, value in settings.items() if value is not None and key != "limits"}
        limits = settings.get("limits", Limits())
        within = {"time_limit": limits.time, "memory_limit": limits.memory}
        own |= {key: value for key, value in within.items() if value is not None}
        return object_in(self.connection.call("POST", f"/v1/{task}", {"puzzle": puzzle.named(), **own}))

    def check(self, subject: Subject, text: str, *, recount: bool = False) -> Verdict:
        """Judge an answer, a certificate or a solution locally; recount: the server repeats the searches."""
        return api.check_text(subject, text, self.answered if recount else None)

    def puzzles(self) -> list[Json]:
        """Return the server's catalogue."""
        return _list(self.connection.call("GET", "/v1/puzzles"), "puzzles")

    def engines(self) -> list[Json]:
        """Return the server's engines."""
        return _list(self.connection.call("GET", "/v1/engines"), "engines")

    def jobs(self, *, after: str = "", limit: int = defaults.JOBS_A_PAGE, state: str = "") -> list[Json]:
        """Return jobs, latest first, without puzzles and answers; after: the id of the last job of the page before."""
        query = urlencode({"after": after, "limit": limit, **({"state": state} if state else {})})
        return _list(self.connection.call("GET", f"/v1/jobs?{query}"), "jobs")

    def job(self, job_id: str) -> Json:
        """Return a job; its answer is not judged."""
        return object_in(self.connection.call("GET", f"/v1/jobs/{plain(job_id)}"))

    def cancel(self, job_id: str) -> Json:
        """Cancel a job and return it."""
        return object_in(self.connection.call("POST", f"/v1/jobs/{plain(job_id)}/cancel"))

    def delete(self, job_id: str) -> None:
        """Delete a job that has ended."""
        self.connection.call("DELETE", f"/v1/jobs/{plain(job_id)}")

    def events(self, job_id: str) -> Iterator[Json]:
        """Yield a job's events from the first one, as they come, until the job has ended."""
        with closing(Follower(self.connection, f"/v1/jobs/{plain(job_id)}")) as follower:
            yield from (event for event in follower.events() if event is not None)


def _whole(result: Json, task: str) -> dict[str, bytes]:
    """Return the files of a look-up; raises InvalidInput if a limit stopped it."""
    if "stop_reason" in result:
        raise InvalidInput(
            f"{task} stopped at the limit on {result['stop_reason']}; expected a higher limit, or a smaller puzzle"
        )
    return files_in(result)


def files_in(result: Json) -> dict[str, bytes]:
    """Return the files that a server sent, by ending; raises ServerBroke if they are malformed."""
    files: dict[str, bytes] = {}
    listed = result.get("files", [])
    for each in listed if isinstance(listed, list) else [None]:
        file = each if isinstance(each, dict) else {}
        ending, text, binary = file.get("ending"), file.get("text"), file.get("base64")
        if ending not in ENDINGS or not isinstance(text if binary is None else binary, str):
            raise ServerBroke("the server sent an invalid file")
        try:
            files[ending] = str(text).encode() if binary is None else b64decode(binary, validate=True)
        except ValueError as error:
            raise ServerBroke("the server sent an invalid file") from error
    return files


def _list(value: Any, key: str) -> list[Json]:
    listed = object_in(value).get(key)
    if not isinstance(listed, list) or not all(isinstance(each, dict) for each in listed):
        raise ServerBroke(f"the server answered without {key}")
    return listed


def plain(job_id: str) -> str:
    """Return the job id that a caller gave; raises InvalidInput if it is malformed."""
    if not job_id.isalnum() or not job_id.isascii() or len(job_id) > 64:
        raise InvalidInput(f"the job is {job_id[:64]!r}; expected its id")
    return job_id

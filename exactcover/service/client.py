"""The verbs of the public API, answered by a server: `exactcover.Client(url).solve("soma")`.

Answers are the same, and the server is not trusted: each solution and certificate is judged again on arrival (arrivals.py).
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from typing import Any

import httpx

from exactcover import api
from exactcover.answer import Answer, Bound, EngineReport, Limits, Notice, Progress, Request, request
from exactcover.api import Puzzle, Subject
from exactcover.errors import EngineBroke, InvalidInput
from exactcover.pipeline import Step
from exactcover.service.arrivals import Arrivals
from exactcover.service.connection import STREAM, Connection, ServerBroke
from exactcover.service.following import Follower
from exactcover.service.job import Json
from exactcover.solutions import OnProgress, Solutions

PAGE = 1000


def body_of(puzzle: Puzzle, request: Request) -> Json:
    """Return what is submitted for a request; raises InvalidInput where a server cannot take it."""
    if request.checkpoint is not None:
        raise InvalidInput("a checkpoint was given with a server, which keeps its own; expected one of them")
    limits = request.limits
    backend = request.engine
    if request.options:
        backend += ":" + ",".join(f"{key}={value}" if key else value for key, value in request.options.items())
    usual = Request(request.task)
    told: Json = {"task": request.task, "puzzle": puzzle.named(), "title": puzzle.title[:200]}
    if backend != "auto":
        told["backend"] = backend
    for key in ("seed", "workers", "break_symmetry", "up_to_symmetry", "rotations_only", "argument", "optimal"):
        if getattr(request, key) != getattr(usual, key):
            told[key] = getattr(request, key)
    own = {"time_limit": limits.time, "memory_limit": limits.memory, "node_limit": limits.nodes}
    told.update({key: value for key, value in {**own, "limit": limits.solutions}.items() if value is not None})
    return told


class Client:
    """A server; url: such as `http://127.0.0.1:8000`; token: where it needs one. The verbs are those of the package."""

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
        """Yield what happens to a request, its Answer last, as the public API does; who stops taking steps cancels the job.

        Raises InvalidInput where the input is at fault, and a fault of ours where the server breaks, or lies.
        """
        arrivals = Arrivals(puzzle, request.task)
        headers = {"Idempotency-Key": secrets.token_urlsafe(24)}
        job = _object(self.connection.call("POST", "/v1/jobs", body_of(puzzle, request), headers))
        path = f"/v1/jobs/{_id(job)}"
        arrivals.of_this_puzzle(job.get("puzzle_sha256"))
        ended = False
        try:
            if job.get("finished_at") is None:
                yield from self._followed(path, arrivals, interrupted)
            ended = True
            yield from self._solutions(path, arrivals)
        finally:
            if not ended:
                self.cancel(_id(job))
        yield self._answer(path, arrivals)

    def _followed(self, path: str, arrivals: Arrivals, interrupted: Callable[[], bool]) -> Iterator[Step]:
        """Yield a job's steps until it has ended; an interruption cancels it, and it still says what it has."""
        cancelled = False
        with closing(Follower(self.connection, path)) as follower:
            for event in follower.events():
                if not cancelled and interrupted():
                    cancelled = True
                    self.connection.call("POST", f"{path}/cancel")
                if event is None:
                    continue
                if event.get("event") == "solutions":
                    yield from self._solutions(path, arrivals)
                else:
                    yield from _step(event)

    def _solutions(self, path: str, arrivals: Arrivals) -> Iterator[Step]:
        """Yield the solutions that have come since the last time, each one judged."""
        while arrivals.task in ("list", "sample"):
            page = _object(self.connection.call("GET", f"{path}/solutions?cursor={arrivals.number}&limit={PAGE}"))
            some = page.get("solutions")
            if not isinstance(some, list):
                raise ServerBroke("the server sent a page without solutions")
            for number, solution in enumerate(some, 1):
                yield replace(arrivals.solution(solution), more=number < len(some))
            if not some or page.get("cursor") is None:
                return

    def _answer(self, path: str, arrivals: Arrivals) -> Answer:
        """Return the answer of a job that has ended, judged; raises what became of it where it has none."""
        job = _object(self.connection.call("GET", path))
        document, problem, state = job.get("answer"), job.get("problem"), job.get("state")
        if document is not None and state != "FAILED":
            return arrivals.answer(document)
        if state == "CANCELLED":
            report = EngineReport("none", {}, "the job was cancelled before it began")
            count = None if arrivals.task in ("solve", "prove") else 0
            return Answer(arrivals.task, None, None, report, stop_reason="interrupted", count=count)
        problem = problem if isinstance(problem, dict) else {}
        detail = str(problem.get("detail", f"the job ended as {state}"))[:1000]
        raise InvalidInput(detail) if problem.get("code") == "invalid_input" else EngineBroke(detail)

    def answered(self, subject: Subject, request: Request, on_progress: OnProgress | None = None) -> Answer:
        """Return the answer to a request; what `on_progress` raises ends the job."""
        return Solutions(self.run(api.puzzle_about(subject), request), on_progress).to_the_end()

    def solve(self, subject: Subject, *, on_progress: OnProgress | None = None, **settings: Any) -> Answer:
        """Return the answer to `is there a solution`; settings: backend, limits, seed, workers, break_symmetry."""
        return self.answered(subject, request("solve", **settings), on_progress)

    def count(self, subject: Subject, *, on_progress: OnProgress | None = None, **settings: Any) -> Answer:
        """Return the answer to `how many solutions`; settings: backend, limits, seed, workers, rotations_only."""
        return self.answered(subject, request("count", **settings), on_progress)

    def prove(self, subject: Subject, *, on_progress: OnProgress | None = None, **settings: Any) -> Answer:
        """Return the answer to `why is there no solution`; settings: argument, limits."""
        return self.answered(subject, request("prove", **settings), on_progress)

    def iterate(self, subject: Subject, *, on_progress: OnProgress | None = None, **settings: Any) -> Solutions:
        """Return an iterator over solutions; settings: backend, limits, seed, workers, up_to_symmetry, rotations_only,
        optimal.
        """
        return Solutions(self.run(api.puzzle_about(subject), request("list", **settings)), on_progress)

    def sample(
        self,
        subject: Subject,
        number: int,
        *,
        seed: int = 0,
        limits: Limits = Limits(),
        on_progress: OnProgress | None = None,
    ) -> Solutions:
        """Return an iterator over `number` solutions drawn uniformly and independently."""
        made = request("sample", limits=replace(limits, solutions=number), seed=seed)
        return Solutions(self.run(api.puzzle_about(subject), made), on_progress)

    def info(self, subject: Subject, limits: Limits = Limits()) -> Json:
        """Return what can be said of a puzzle without searching: see the schema `info`."""
        puzzle = api.puzzle_about(subject)
        body: Json = {"puzzle": puzzle.named()}
        body.update({} if limits.time is None else {"time_limit": limits.time})
        body.update({} if limits.memory is None else {"memory_limit": limits.memory})
        told = _object(self.connection.call("POST", "/v1/info", body))
        if "puzzle_sha256" in told:
            Arrivals(puzzle, "info").of_this_puzzle(told["puzzle_sha256"])
            told.update(title=puzzle.title, source=puzzle.source, published=dict(puzzle.published))
        return told

    def check(self, subject: Subject, text: str, *, recount: bool = False) -> Json:
        """Judge an answer, a certificate or a solution, here; recount: searches are made again by the server."""
        return api.check_text(subject, text, self.answered if recount else None)

    def puzzles(self) -> list[Json]:
        """Return the server's catalogue."""
        return _list(self.connection.call("GET", "/v1/puzzles"), "puzzles")

    def engines(self) -> list[Json]:
        """Return the server's engines."""
        return _list(self.connection.call("GET", "/v1/engines"), "engines")

    def jobs(self, *, after: str = "", limit: int = 50, state: str = "") -> list[Json]:
        """Return jobs, latest first, without puzzles and answers; after: the id of the last one of the page before."""
        query = httpx.QueryParams({"after": after, "limit": limit, **({"state": state} if state else {})})
        return _list(self.connection.call("GET", f"/v1/jobs?{query}"), "jobs")

    def job(self, job_id: str) -> Json:
        """Return a job as the server tells it; its answer is not judged."""
        return _object(self.connection.call("GET", f"/v1/jobs/{_plain(job_id)}"))

    def cancel(self, job_id: str) -> Json:
        """Ask a job to end, and return it."""
        return _object(self.connection.call("POST", f"/v1/jobs/{_plain(job_id)}/cancel"))

    def delete(self, job_id: str) -> None:
        """Remove a job that has ended."""
        self.connection.call("DELETE", f"/v1/jobs/{_plain(job_id)}")

    def events(self, job_id: str) -> Iterator[Json]:
        """Yield a job's events as they come, from its first, until it has ended."""
        with closing(Follower(self.connection, f"/v1/jobs/{_plain(job_id)}")) as follower:
            yield from (event for event in follower.events() if event is not None)


class AsyncClient:
    """A server, for programs that wait for many things at once: jobs submitted, their events as they come, their answers."""

    def __init__(self, url: str, *, token: str = "") -> None:
        self.client = Client(url, token=token)
        self.http = httpx.AsyncClient(
            base_url=url, headers=dict(self.client.connection.http.headers), timeout=40.0, trust_env=False
        )

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connection."""
        await self.http.aclose()
        self.client.close()

    async def submit(self, subject: Subject, task: Any, **settings: Any) -> Json:
        """Submit a job, and return it; settings: those of the task's verb."""
        body = await asyncio.to_thread(lambda: body_of(api.puzzle_about(subject), request(task, **settings)))
        headers = {"Idempotency-Key": secrets.token_urlsafe(24)}
        return _object(await asyncio.to_thread(self.client.connection.call, "POST", "/v1/jobs", body, headers))

    async def events(self, job_id: str, after: int = 0) -> AsyncIterator[tuple[int, Json]]:
        """Yield a job's events with their numbers, those after a number, until it has ended; one that breaks off goes on."""
        while True:
            headers = {"Accept": STREAM, "Last-Event-ID": str(after)}
            path = f"/v1/jobs/{_plain(job_id)}/events"
            try:
                async with self.http.stream("GET", path, headers=headers) as response:
                    if response.status_code not in (200, 204):
                        await asyncio.to_thread(self.client.job, job_id)  # says what is wrong
                        raise ServerBroke(f"the server answered with status {response.status_code}")
                    async for line in response.aiter_lines():
                        name, _, value = line.partition(": ")
                        if name == "id":
                            after = int(value)
                        elif name == "data":
                            event = _object(json.loads(value))
                            yield after, event
                            if event.get("event") == "finished":
                                return
                    if response.status_code == 204:
                        return
            except httpx.TransportError:
                await asyncio.to_thread(self.client.job, job_id)  # waits for the server, or says that it is gone

    async def answer(self, subject: Subject, job_id: str) -> Answer:
        """Return the answer of a job that has ended, judged here; subject: what was submitted."""
        return await asyncio.to_thread(self._answer, subject, job_id)

    def _answer(self, subject: Subject, job_id: str) -> Answer:
        job = self.client.job(job_id)
        arrivals = Arrivals(api.puzzle_about(subject), str(job.get("task")))
        path = f"/v1/jobs/{_plain(job_id)}"
        for _ in self.client._solutions(path, arrivals):
            """Judged, and counted."""
        return self.client._answer(path, arrivals)

    async def cancel(self, job_id: str) -> Json:
        """Ask a job to end, and return it."""
        return await asyncio.to_thread(self.client.cancel, job_id)


def _step(event: Mapping[str, Any]) -> Iterator[Step]:
    """Yield the step that an event is, where it is one for the caller; a number that is none is left out."""
    name, sentence = event.get("event"), event.get("sentence")
    if name == "progress":
        count, fraction = event.get("count"), event.get("fraction")
        nodes, unit = event.get("nodes"), event.get("unit")
        yield Progress(
            str(sentence or "")[:1000],
            nodes if isinstance(nodes, int) else 0,
            int(count) if isinstance(count, str) and count.isdecimal() and len(count) < 4000 else None,
            fraction if isinstance(fraction, float | int) else None,
            unit=unit if isinstance(unit, str) else "nodes",
        )
    elif name == "notice":
        yield Notice(str(sentence)[:1000])
    elif name == "bound" and isinstance(event.get("bound"), int):
        yield Bound(event["bound"])


def _object(value: Any) -> Json:
    if not isinstance(value, dict):
        raise ServerBroke("the server answered with something else than an object")
    return value


def _list(value: Any, key: str) -> list[Json]:
    listed = _object(value).get(key)
    if not isinstance(listed, list) or not all(isinstance(each, dict) for each in listed):
        raise ServerBroke(f"the server answered without {key}")
    return listed


def _id(job: Mapping[str, Any]) -> str:
    job_id = job.get("id")
    if not isinstance(job_id, str) or not job_id.isalnum() or len(job_id) > 64:
        raise ServerBroke("the server answered with a job without an id")
    return job_id


def _plain(job_id: str) -> str:
    if not job_id.isalnum() or not job_id.isascii() or len(job_id) > 64:
        raise InvalidInput(f"the job is {job_id[:64]!r}; expected its id")
    return job_id

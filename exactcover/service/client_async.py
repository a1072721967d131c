"""An asynchronous client: the methods of the client awaited, and the events of jobs as an asynchronous stream.

A method runs its request in a thread. Cancelling the task that awaits a search cancels its job.
"""

from __future__ import annotations

import asyncio
import functools
import json
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Sequence
from functools import partial
from typing import Any, Concatenate, ParamSpec, TypeVar

import httpx

from exactcover.api import Subject
from exactcover.api.asynchronous import awaited, cancellable
from exactcover.api.solutions import OnProgress, Solutions
from exactcover.model.answer import Answer, Limits, Task
from exactcover.model.layout import Layout
from exactcover.model.solution import Solution
from exactcover.service.client import Client
from exactcover.service.connection import STREAM, UNAVAILABLE, ServerBroke, object_in
from exactcover.service.job import Json
from exactcover.service.submitting import plain
from exactcover.solving.batch import BadLine
from exactcover.solving.comparable import NotApplicable

Given = ParamSpec("Given")
Returned = TypeVar("Returned")


def _in_thread(
    method: Callable[Concatenate[Client, Given], Returned],
) -> Callable[Concatenate[AsyncClient, Given], Coroutine[Any, Any, Returned]]:
    """Return a method of the asynchronous client that runs a method of its client in a thread."""

    async def run(self: AsyncClient, /, *args: Given.args, **settings: Given.kwargs) -> Returned:
        return await asyncio.to_thread(method, self.client, *args, **settings)

    functools.update_wrapper(run, method)
    return run


class AsyncClient:
    """An asynchronous client of one server; url, token: as of `Client`, whose methods it has, to be awaited.

    `iterate` and `sample` are asynchronous iterators over solutions, and `design` returns a list.
    """

    def __init__(self, url: str, *, token: str = "") -> None:
        self.client = Client(url, token=token)
        self.http = httpx.AsyncClient(
            base_url=url, headers=self.client.connection.headers, timeout=40.0, trust_env=False
        )

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connection."""
        await self.http.aclose()
        self.client.close()

    async def solve(self, subject: Subject, *, on_progress: OnProgress | None = None, **settings: Any) -> Answer:
        """Search for a solution: see `Client.solve`; on_progress is called in the event loop's thread."""
        return await awaited(partial(self.client.solve, subject, **settings), on_progress)

    async def count(self, subject: Subject, *, on_progress: OnProgress | None = None, **settings: Any) -> Answer:
        """Count the solutions: see `Client.count`; on_progress is called in the event loop's thread."""
        return await awaited(partial(self.client.count, subject, **settings), on_progress)

    async def prove(self, subject: Subject, *, on_progress: OnProgress | None = None, **settings: Any) -> Answer:
        """Search for a proof that there is no solution: see `Client.prove`; on_progress is called in the event loop's
        thread.
        """
        return await awaited(partial(self.client.prove, subject, **settings), on_progress)

    async def iterate(self, subject: Subject, **settings: Any) -> AsyncIterator[Solution | Layout]:
        """Yield solutions, each judged; settings: those of `Client.iterate`. Closing the iterator cancels the job."""
        solutions = await asyncio.to_thread(self.client.iterate, subject, **settings)
        async for solution in _taken(solutions):
            yield solution

    async def sample(self, subject: Subject, number: int, **settings: Any) -> AsyncIterator[Solution | Layout]:
        """Yield `number` solutions drawn uniformly and independently; settings: those of `Client.sample`."""
        solutions = await asyncio.to_thread(self.client.sample, subject, number, **settings)
        async for solution in _taken(solutions):
            yield solution

    async def solve_many(self, subjects: Iterable[Subject], **settings: Any) -> list[Answer | BadLine]:
        """Return the answer to each of many puzzles: see `Client.solve_many`."""
        return await cancellable(lambda cancel: self.client.solve_many(subjects, cancel=cancel, **settings))

    async def count_many(self, subjects: Iterable[Subject], **settings: Any) -> list[Answer | BadLine]:
        """Count the solutions of many puzzles: see `Client.count_many`."""
        return await cancellable(lambda cancel: self.client.count_many(subjects, cancel=cancel, **settings))

    async def compare(
        self, subject: Subject, engines: Sequence[str], *, limits: Limits = Limits(), seed: int = 0
    ) -> list[Answer | NotApplicable]:
        """Return each engine's answer about one puzzle: see `Client.compare`."""
        return await cancellable(
            lambda cancel: self.client.compare(subject, engines, limits=limits, seed=seed, cancel=cancel)
        )

    async def design(self, subject: Subject, **settings: Any) -> tuple[list[Json], Json]:
        """Return puzzles with one solution, made by the server and judged here, and the summary of its search.

        settings: vary, pick, seed, level, limits; see `exactcover.design`.
        """
        return await asyncio.to_thread(self._designed, subject, settings)

    def _designed(self, subject: Subject, settings: Json) -> tuple[list[Json], Json]:
        designs = self.client.design(subject, **settings)
        all_of_them = list(designs)
        assert designs.summary is not None, "designs end with their summary"
        return all_of_them, designs.summary

    info = _in_thread(Client.info)
    remaining = _in_thread(Client.remaining)
    choices = _in_thread(Client.choices)
    count_certificate = _in_thread(Client.count_certificate)
    hint = _in_thread(Client.hint)
    marginals = _in_thread(Client.marginals)
    draw = _in_thread(Client.draw)
    export = _in_thread(Client.export)
    moves = _in_thread(Client.moves)
    check = _in_thread(Client.check)
    check_text = _in_thread(Client.check_text)
    check_file = _in_thread(Client.check_file)
    puzzles = _in_thread(Client.puzzles)
    catalogue = _in_thread(Client.catalogue)
    engines = _in_thread(Client.engines)
    answer = _in_thread(Client.answer)
    jobs = _in_thread(Client.jobs)
    job = _in_thread(Client.job)
    cancel = _in_thread(Client.cancel)
    delete = _in_thread(Client.delete)

    async def submit(self, subject: Subject, task: Task, **settings: Any) -> Json:
        """Submit a job and return it; settings: those of the task's function in the public API."""
        return await asyncio.to_thread(self.client.submit, subject, task, **settings)

    async def events(self, job_id: str, after: int = 0) -> AsyncIterator[tuple[int, Json]]:
        """Yield a job's events with their numbers, starting after `after`, until it has ended; a broken stream is
        resumed.
        """
        while True:
            headers = {"Accept": STREAM, "Last-Event-ID": str(after)}
            path = f"/v1/jobs/{plain(job_id)}/events"
            try:
                async with self.http.stream("GET", path, headers=headers) as response:
                    if response.status_code not in (200, 204):
                        await asyncio.to_thread(self.client.job, job_id)  # raises the error with its detail, or waits
                        if response.status_code == UNAVAILABLE:
                            continue
                        raise ServerBroke(f"the server answered with status {response.status_code}")
                    async for line in response.aiter_lines():
                        name, _, value = line.partition(": ")
                        if name == "id":
                            after = int(value)
                        elif name == "data":
                            event = object_in(json.loads(value))
                            yield after, event
                            if event.get("event") == "finished":
                                return
                    if response.status_code == 204:
                        return
            except httpx.TransportError:
                await asyncio.to_thread(
                    self.client.job, job_id
                )  # waits for the server, or raises if it does not return


async def _taken(solutions: Solutions) -> AsyncIterator[Solution | Layout]:
    """Yield solutions, each taken in a thread; the search ends if the caller stops."""
    try:
        while (solution := await asyncio.to_thread(next, solutions, None)) is not None:
            yield solution
    finally:
        await asyncio.to_thread(solutions.close)

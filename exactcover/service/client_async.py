"""An asynchronous client: submits jobs, streams their events, and judges their answers."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator
from typing import Any

import httpx

from exactcover import api
from exactcover.api import Subject
from exactcover.model.answer import Answer, request
from exactcover.service.client import Client, plain
from exactcover.service.connection import STREAM, UNAVAILABLE, ServerBroke, object_in
from exactcover.service.job import Json
from exactcover.service.submitting import body_of
from exactcover.service.verification import AnswerVerifier


class AsyncClient:
    """An asynchronous client of one server."""

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

    async def submit(self, subject: Subject, task: Any, **settings: Any) -> Json:
        """Submit a job and return it; settings: those of the task's function in the public API."""
        body = await asyncio.to_thread(lambda: body_of(api.puzzle_about(subject), request(task, **settings)))
        headers = {"Idempotency-Key": secrets.token_urlsafe(24)}
        return object_in(await asyncio.to_thread(self.client.connection.call, "POST", "/v1/jobs", body, headers))

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

    async def answer(self, subject: Subject, job_id: str) -> Answer:
        """Judge the answer of a job that has ended and return it; subject: the puzzle that was submitted."""
        return await asyncio.to_thread(self._answer, subject, job_id)

    def _answer(self, subject: Subject, job_id: str) -> Answer:
        job = self.client.job(job_id)
        verifier = AnswerVerifier(api.puzzle_about(subject), str(job.get("task")))
        path = f"/v1/jobs/{plain(job_id)}"
        for _ in self.client.solutions_at(path, verifier):
            """Each is judged and counted."""
        return self.client.answer_at(path, verifier)

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

    async def cancel(self, job_id: str) -> Json:
        """Cancel a job and return it."""
        return await asyncio.to_thread(self.client.cancel, job_id)

"""Jobs whose solutions are lines with answers of their own: each line is judged as it comes."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import Any, Protocol, TypeVar

from exactcover.service.connection import Connection, ServerBroke, object_in
from exactcover.service.following import followed
from exactcover.service.job import Json
from exactcover.service.submitting import id_of
from exactcover.solving.pipeline import Step

PAGE = 500
Line_co = TypeVar("Line_co", covariant=True)


class LineConsumer(Protocol[Line_co]):
    """Consumes the lines that a server sends as the solutions of a job; cursor: how many have come."""

    cursor: int

    def take(self, document: Any) -> Iterator[Line_co]:
        """Judge a line and yield what it holds."""


def follow_lines(
    connection: Connection, job: Json, arriving: LineConsumer[Line_co], interrupted: Callable[[], bool]
) -> Generator[Line_co | Step, None, Json]:
    """Yield a job's events and the contents of its lines, and return the job once it has ended. Closing the generator
    cancels the job.
    """
    path = f"/v1/jobs/{id_of(job)}"
    yield from followed(connection, job, interrupted, lambda: _come(connection, path, arriving))
    return object_in(connection.call("GET", path))


def _come(connection: Connection, path: str, arriving: LineConsumer[Line_co]) -> Iterator[Line_co]:
    """Yield the lines that have come since the last call."""
    while True:
        page = object_in(connection.call("GET", f"{path}/solutions?cursor={arriving.cursor}&limit={PAGE}"))
        some = page.get("solutions")
        if not isinstance(some, list):
            raise ServerBroke("the server sent a page without answers")
        for document in some:
            yield from arriving.take(document)
        if not some or page.get("cursor") is None:
            return

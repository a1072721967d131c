"""Jobs whose solutions are lines of their own: each line is judged as it comes, by whoever asked for it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import Any, Protocol, TypeVar

from exactcover.service.connection import Connection, ServerBroke, object_in
from exactcover.service.following import followed
from exactcover.service.job import Json
from exactcover.service.submitting import id_of
from exactcover.solving.pipeline import Step

PAGE = 500
Taken_co = TypeVar("Taken_co", covariant=True)


class Arriving(Protocol[Taken_co]):
    """What is made of the lines that a server sends as the solutions of a job; cursor: how many have come."""

    cursor: int

    def take(self, document: Any) -> Iterator[Taken_co]:
        """Yield what a line is, once it is judged."""


def taken(
    connection: Connection, job: Json, arriving: Arriving[Taken_co], interrupted: Callable[[], bool]
) -> Generator[Taken_co | Step, None, Json]:
    """Yield what a job says and what its lines are, and return it once it has ended; who stops taking steps cancels it."""
    path = f"/v1/jobs/{id_of(job)}"
    yield from followed(connection, job, interrupted, lambda: _come(connection, path, arriving))
    return object_in(connection.call("GET", path))


def _come(connection: Connection, path: str, arriving: Arriving[Taken_co]) -> Iterator[Taken_co]:
    """Yield the lines that have come since the last time."""
    while True:
        page = object_in(connection.call("GET", f"{path}/solutions?cursor={arriving.cursor}&limit={PAGE}"))
        some = page.get("solutions")
        if not isinstance(some, list):
            raise ServerBroke("the server sent a page without answers")
        for document in some:
            yield from arriving.take(document)
        if not some or page.get("cursor") is None:
            return

"""Following a job by its submitter: a thread reads the events, so that the caller can be interrupted while it waits.

The solutions of some jobs are lines with answers of their own (batches, comparisons): each is judged when it arrives.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing
from typing import Any, Protocol, TypeVar

from exactcover.model.amounts import from_json
from exactcover.model.errors import InvalidInput, OurFault
from exactcover.model.events import Bound, Notice, Progress
from exactcover.service.connection import PATIENCE_SECONDS, TRANSPORT_ERRORS, Connection, ServerBroke, object_in
from exactcover.service.job import Json
from exactcover.service.submitting import id_of
from exactcover.solving.pipeline import Step

SILENT_SECONDS = 40.0
"""The read timeout of a stream. A server sends something every 15 seconds; after this time the client reconnects."""
POLL_SECONDS = 0.02
PAGE = 500
"""Lines fetched at once."""
Arrived = TypeVar("Arrived")
Line_co = TypeVar("Line_co", covariant=True)


class Follower:
    """Reads the events of a job on a thread, and resumes when the connection breaks."""

    def __init__(self, connection: Connection, path: str, after: int = 0) -> None:
        self.connection, self.path = connection, path
        self.received: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.after = after
        self.ending = threading.Event()
        self.thread = threading.Thread(target=self._read_events, name="exactcover-follower", daemon=True)
        self.thread.start()

    def events(self) -> Iterator[tuple[int, Any] | None]:
        """Yield events with their numbers until the job has ended, and None every POLL_SECONDS while there are none."""
        while True:
            try:
                event = self.received.get(timeout=POLL_SECONDS)
            except queue.Empty:
                yield None
                continue
            if isinstance(event, Exception):
                raise event
            yield event
            if event[1].get("event") == "finished":
                return

    def close(self) -> None:
        """Stop reading; the thread ends with its stream."""
        self.ending.set()

    def _read_events(self) -> None:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not self.ending.is_set():
            try:
                with self.connection.stream(f"{self.path}/events", self.after, SILENT_SECONDS) as events:
                    for number, event in events:
                        deadline = time.monotonic() + PATIENCE_SECONDS
                        if self.ending.is_set() or number <= self.after or not isinstance(event, dict):
                            continue
                        self.after = number
                        self.received.put((number, event))
                        if event.get("event") == "finished":
                            return
            except (*TRANSPORT_ERRORS, ValueError) as error:
                if isinstance(error, InvalidInput):
                    self.received.put(error)
                    return
                if time.monotonic() > deadline:
                    self.received.put(ServerBroke(f"the server no longer responds ({error})"))
                    return
            except OurFault as fault:
                self.received.put(fault)
                return
            self.ending.wait(0.2)


class LineConsumer(Protocol[Line_co]):
    """Consumes the lines that a server sends as the solutions of a job; cursor: how many have come."""

    cursor: int

    def take(self, document: Any) -> Iterator[Line_co]:
        """Judge a line and yield what it holds."""


def followed(
    connection: Connection, job: Json, interrupted: Callable[[], bool], arrived: Callable[[], Iterator[Arrived]]
) -> Iterator[Arrived | Step]:
    """Yield a job's steps, and what `arrived` yields: everything that has come since its last call.

    An interruption cancels the job, which still returns a partial answer; so does closing the generator.
    """
    path = f"/v1/jobs/{id_of(job)}"
    ended = job.get("finished_at") is not None
    try:
        if not ended:
            yield from _follow_events(connection, path, interrupted, arrived)
        ended = True
        yield from arrived()
    finally:
        if not ended:
            connection.call("POST", f"{path}/cancel")


def follow_lines(
    connection: Connection, job: Json, arriving: LineConsumer[Line_co], interrupted: Callable[[], bool]
) -> Generator[Line_co | Step, None, Json]:
    """Yield a job's events and the contents of its lines, and return the job once it has ended. Closing the generator
    cancels the job.
    """
    path = f"/v1/jobs/{id_of(job)}"
    yield from followed(connection, job, interrupted, lambda: _lines_since(connection, path, arriving))
    return object_in(connection.call("GET", path))


def _lines_since(connection: Connection, path: str, arriving: LineConsumer[Line_co]) -> Iterator[Line_co]:
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


def _follow_events(
    connection: Connection, path: str, interrupted: Callable[[], bool], arrived: Callable[[], Iterator[Arrived]]
) -> Iterator[Arrived | Step]:
    cancelled = False
    with closing(Follower(connection, path)) as follower:
        for numbered in follower.events():
            if not cancelled and interrupted():
                cancelled = True
                connection.call("POST", f"{path}/cancel")
            event = None if numbered is None else numbered[1]
            if event is not None and event.get("event") == "solutions":
                yield from arrived()
            elif event is not None:
                yield from step_of(event)


def step_of(event: Mapping[str, Any]) -> Iterator[Step]:
    """Yield the step that an event stands for, if any; malformed numbers are left out."""
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
    elif name == "bound" and (bound := from_json(event.get("bound"))) is not None:
        yield Bound(bound)

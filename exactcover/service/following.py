"""A job followed by whoever submitted it: its events heard on a thread, so that the caller can be interrupted meanwhile."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Iterator
from typing import Any

import httpx

from exactcover.errors import InvalidInput, OurFault
from exactcover.service.connection import PATIENCE_SECONDS, Connection, ServerBroke

SILENT_SECONDS = 40.0
"""A server says something every 15 seconds; one that is silent for so long is called again."""
LOOK_SECONDS = 0.02


class Follower:
    """Hears the events of a job, from where it broke off when the connection does."""

    def __init__(self, connection: Connection, path: str) -> None:
        self.connection, self.path = connection, path
        self.heard: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.after = 0
        self.ending = threading.Event()
        self.thread = threading.Thread(target=self._hear, name="exactcover-follower", daemon=True)
        self.thread.start()

    def events(self) -> Iterator[Any]:
        """Yield events until the job has ended, and None every LOOK_SECONDS while there is none."""
        while True:
            try:
                event = self.heard.get(timeout=LOOK_SECONDS)
            except queue.Empty:
                yield None
                continue
            if isinstance(event, Exception):
                raise event
            yield event
            if event.get("event") == "finished":
                return

    def close(self) -> None:
        """Hear no more; the thread ends with its stream."""
        self.ending.set()

    def _hear(self) -> None:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not self.ending.is_set():
            try:
                with self.connection.stream(f"{self.path}/events", self.after, SILENT_SECONDS) as events:
                    for number, event in events:
                        deadline = time.monotonic() + PATIENCE_SECONDS
                        if self.ending.is_set() or number <= self.after or not isinstance(event, dict):
                            continue
                        self.after = number
                        self.heard.put(event)
                        if event.get("event") == "finished":
                            return
            except (httpx.TransportError, ValueError) as error:
                if isinstance(error, InvalidInput):
                    self.heard.put(error)
                    return
                if time.monotonic() > deadline:
                    self.heard.put(ServerBroke(f"the server answers no more ({error})"))
                    return
            except OurFault as fault:
                self.heard.put(fault)
                return
            self.ending.wait(0.2)

"""A thread that processes queued items in batches: see reader.py and writer.py."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Generic, Protocol, TypeVar

from exactcover.service.store.outages import Outage


class Waiting(Protocol):
    """An item in the queue; its submitter waits for the future."""

    @property
    def future(self) -> Future[Any]:
        """The item's result."""


Each = TypeVar("Each", bound=Waiting)


class Batcher(Generic[Each]):
    """A thread that processes queued items in order, in batches of at most `most`."""

    def __init__(self, name: str, most: int, do: Callable[[list[Each]], None]) -> None:
        self._most, self._do = most, do
        self._waiting: queue.SimpleQueue[Each | None] = queue.SimpleQueue()
        self._closing = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    def put(self, waiting: Each) -> None:
        """Queue an item; raises Outage if the thread is closed."""
        waiting.future.set_running_or_notify_cancel()  # from now on it cannot be cancelled: it will be processed
        with self._closing:
            if self._closed:
                raise Outage("the store is closed")
            self._waiting.put(waiting)

    def close(self) -> None:
        """Process what is queued, and end."""
        with self._closing:
            if not self._closed:
                self._closed = True
                self._waiting.put(None)
        self._thread.join()

    def _work(self) -> None:
        last = False
        while not last:
            batch = [self._waiting.get()]
            while len(batch) < self._most and not self._waiting.empty():
                batch.append(self._waiting.get())
            last = None in batch
            some = [each for each in batch if each is not None]
            if some:
                self._do(some)

"""One thread that takes together what many have put before it: see reader.py and writer.py."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Generic, Protocol, TypeVar


class Waiting(Protocol):
    """What waits to be done; who put it there waits for its future."""

    @property
    def future(self) -> Future[Any]:
        """What will come of it."""


Each = TypeVar("Each", bound=Waiting)


class Gatherer(Generic[Each]):
    """A thread that does what waits, in batches of at most so many, in the order in which it was put there."""

    def __init__(self, name: str, most: int, do: Callable[[list[Each]], None]) -> None:
        self._most, self._do = most, do
        self._waiting: queue.SimpleQueue[Each | None] = queue.SimpleQueue()
        self._closing = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    def put(self, waiting: Each) -> None:
        """Have something done; raises RuntimeError where the thread was closed."""
        waiting.future.set_running_or_notify_cancel()  # who waits may turn away, and yet it is done
        with self._closing:
            if self._closed:
                raise RuntimeError("the store is closed")
            self._waiting.put(waiting)

    def close(self) -> None:
        """Do what waits, and end."""
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

"""Runs a generator ahead in a background thread while the caller does something else."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Generic, TypeVar

LOOK_SECONDS = 0.1

_Thing = TypeVar("_Thing")


class Ahead(Generic[_Thing]):
    """A generator run to its end in a background thread, which starts at once; only the latest value is kept."""

    def __init__(self, things: Iterator[_Thing]) -> None:
        self._latest: list[_Thing] = []
        self._fault: BaseException | None = None
        self._ended, self._stop = threading.Event(), threading.Event()
        threading.Thread(target=self._make, args=(things,), daemon=True).start()

    def _make(self, things: Iterator[_Thing]) -> None:
        try:
            for thing in things:
                self._latest[:] = [thing]
                if self._stop.is_set():
                    return
        except BaseException as fault:  # raised again for the consumer
            self._fault = fault
        finally:
            self._ended.set()

    def rest(self) -> Iterator[_Thing]:
        """Yield the latest value now and then, and finally the last; raises what the generator raised."""
        while not self._ended.wait(LOOK_SECONDS):
            yield from self._latest[:]
        if self._fault is not None:
            raise self._fault
        yield from self._latest

    def stop(self) -> None:
        """Stop after the value that is being computed."""
        self._stop.set()

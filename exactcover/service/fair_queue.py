"""A fair queue: work waits in a line for each owner, and the owners take turns (round robin).

Not here: what the work is (lookups.py). All of it runs in one event loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections import Counter, deque
from collections.abc import AsyncIterator


class QueueFull(Exception):
    """An owner has as much waiting as it may."""


class FairQueue:
    """Lets `at_once` pieces of work run at a time, of each owner at most `of_owner`; `waiting`: how many more each may have."""

    def __init__(self, at_once: int, of_owner: int, waiting: int) -> None:
        self.at_once, self.of_owner, self.most_waiting = at_once, of_owner, waiting
        self._running: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        """The owners who wait; each has a line that is not empty."""
        self._turns: dict[str, int] = {}
        """The number of each owner's last turn."""
        self._numbers = itertools.count(1)

    @property
    def pending(self) -> int:
        """How much waits or runs."""
        return self._running.total() + sum(map(len, self._waiting.values()))

    @contextlib.asynccontextmanager
    async def turn(self, owner: str, *, bounded: bool = True) -> AsyncIterator[None]:
        """Wait for the owner's turn and hold a place within the block; bounded: raise QueueFull if the line is too long."""
        await self._admission(owner, bounded)
        try:
            yield
        finally:
            self._running[owner] -= 1
            self._running += Counter()  # drops owners that have nothing running
            self._admit()

    async def _admission(self, owner: str, bounded: bool) -> None:
        line = self._waiting.get(owner, deque())
        if bounded and len(line) >= self.most_waiting and not self._has_place(owner):
            raise QueueFull
        place = asyncio.get_running_loop().create_future()
        line.append(place)
        self._waiting[owner] = line
        self._admit()
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():  # it was admitted meanwhile
                self._running[owner] -= 1
                self._admit()
            else:
                self._leave(owner, place)
            raise

    def _has_place(self, owner: str) -> bool:
        return self._running.total() < self.at_once and self._running[owner] < self.of_owner

    def _leave(self, owner: str, place: asyncio.Future[None]) -> None:
        line = self._waiting[owner]
        line.remove(place)
        if not line:
            del self._waiting[owner]

    def _admit(self) -> None:
        """Admit work while there are places, of the owner whose last turn is longest ago."""
        while owners := list(filter(self._has_place, self._waiting)):
            owner = min(owners, key=lambda each: self._turns.get(each, 0))
            place = self._waiting[owner][0]
            self._leave(owner, place)
            place.set_result(None)
            self._running[owner] += 1
            self._turns[owner] = next(self._numbers)

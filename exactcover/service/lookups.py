"""The look-up pool: a few warm processes that answer requests without a job, under limits.

The look-ups of an owner wait in a queue of bounded length, and the owners take turns (fair_queue.py); further requests of
an owner get 429 and are to be retried. What is the same for everybody runs once, for the server itself, and is never refused.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import threading
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any, cast

from exactcover.model.answer import Limits
from exactcover.model.errors import InvalidInput
from exactcover.process import parent
from exactcover.process.isolation import Isolation
from exactcover.process.lru_cache import LRUCache
from exactcover.process.messages import Call, Stopped
from exactcover.process.process_pool import ProcessPool
from exactcover.service import lookup_tasks
from exactcover.service.fair_queue import FairQueue, QueueFull
from exactcover.service.http.problems import Problem
from exactcover.service.job import Json
from exactcover.service.lookup_tasks import LookupResult, LookupStep, Prepared
from exactcover.service.settings import Bounds

GRACE_SECONDS = 0.2
LOOKUPS_GIVE_WAY = 2
"""The niceness of look-up processes: a user waits for them, but requests that need no process come first."""
MOST_PREPARED, LARGEST_PREPARED = 512, 1 << 16
"""Puzzles that are cached, and the bytes of the largest."""


SERVER = "(server)"
"""The owner of look-ups for everybody; no token has this name."""


class Cut(Exception):
    """A look-up was stopped by a limit; reason: which one."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"stopped by its limit on {reason}")
        self.reason = reason


class Lookups:
    """A bounded pool of look-up processes."""

    def __init__(self, bounds: Bounds, isolation: Isolation | None = None) -> None:
        self.bounds = bounds
        self.pool = ProcessPool("process of a look-up", lookup_tasks.ready, LOOKUPS_GIVE_WAY)
        self.pool.isolation = isolation
        self.threads = ThreadPoolExecutor(bounds.lookups_at_once, "exactcover-lookup")
        self.queue = FairQueue(bounds.lookups_at_once, bounds.owner_lookups_at_once, bounds.owner_lookups_waiting)
        self._once: dict[str, asyncio.Task[Any]] = {}
        self.ending = threading.Event()
        self._prepared: LRUCache[str, Prepared] = LRUCache(MOST_PREPARED, LARGEST_PREPARED)

    def start(self) -> None:
        """Start a process, so that the first look-up finds it warm."""
        self.pool.start()

    def end_calls(self) -> None:
        """Interrupt running and waiting look-ups; their requests are answered with 503."""
        self.ending.set()

    def stop(self) -> None:
        """Interrupt the look-ups and end the processes."""
        self.end_calls()
        self.threads.shutdown(wait=True, cancel_futures=True)
        self.pool.end()

    @property
    def isolated(self) -> tuple[str, ...]:
        """What is taken away from its processes: `files`, `network`, `processes`."""
        return () if self.pool.isolation is None else self.pool.isolation.measures

    @property
    def pending(self) -> int:
        """The number of look-ups that wait or run."""
        return self.queue.pending

    async def ask(
        self, owner: str, function: Callable[..., Iterator[LookupStep]], *arguments: Any, limits: Limits | None = None
    ) -> Any:
        """Run a function of `lookup_tasks` in a process, at the owner's turn, and return its result.

        If the caller is cancelled, so is the look-up. Raises InvalidInput, Cut, and Problem if the owner's queue is full or the
        server is shutting down.
        """
        limits = limits or Limits(self.bounds.lookup_time, self.bounds.lookup_memory)
        cancelled = threading.Event()
        try:
            async with self.queue.turn(owner, bounded=owner != SERVER):
                return await asyncio.get_running_loop().run_in_executor(
                    self.threads, self._run, Call(function, arguments), limits, cancelled
                )
        except QueueFull:
            detail = "too many of your look-ups are waiting; try again later"
            raise Problem(429, detail, "busy", {"Retry-After": "1"}) from None
        finally:
            cancelled.set()

    async def once(self, name: str, function: Callable[..., Iterator[LookupStep]], *arguments: Any) -> Any:
        """Return the result of a look-up that is the same for everybody and does not change: it runs once, whoever waits for it.

        name: one of a bounded set. Raises InvalidInput, Cut, Problem.
        """
        task = self._once.get(name)
        if task is None:
            limits = Limits(self.bounds.max_lookup_time, self.bounds.lookup_memory)
            task = self._once[name] = asyncio.create_task(self.ask(SERVER, function, *arguments, limits=limits))
            task.add_done_callback(lambda done: self._forget_failure(name, done))
        return await asyncio.shield(task)

    def _forget_failure(self, name: str, task: asyncio.Task[Any]) -> None:
        if task.cancelled() or task.exception() is not None:
            del self._once[name]

    def _run(self, call: Call, limits: Limits, cancelled: threading.Event) -> Any:
        def interrupted() -> bool:
            return self.ending.is_set() or cancelled.is_set()

        run = parent.run(self.pool, call, limits, interrupted, grace=GRACE_SECONDS)
        with closing(cast(Generator[Any, None, None], run)) as steps:
            for step in steps:
                if isinstance(step, Stopped) and self.ending.is_set():
                    raise Problem(503, "the server is shutting down; try again later", "ending", {"Retry-After": "5"})
                if isinstance(step, Stopped):
                    raise Cut(step.reason)
                if isinstance(step, LookupResult):
                    result = step.value
            return result

    async def prepare(self, owner: str, sent: Any, task: str, options: Json) -> Prepared:
        """Parse a puzzle and return it; small ones are cached (LRU), for their owner only: others would see by the time whether
        they were submitted. Raises InvalidInput, Problem.
        """
        written = json.dumps(
            [owner, sent, task, options], separators=(",", ":"), default=lambda packed: ["packed", packed.text]
        )
        key = hashlib.sha256(written.encode()).hexdigest()
        known = self._prepared.get(key)
        if known is not None:
            return known
        try:
            prepared: Prepared = await self.ask(
                owner, lookup_tasks.prepared, sent, task, options, self.bounds.puzzle_bytes
            )
        except Cut as cut:
            raise InvalidInput(
                f"reading the puzzle exceeded the limit on {cut.reason}; expected a smaller one"
            ) from cut
        self._prepared.put(key, prepared, prepared.size + len(written))
        return prepared

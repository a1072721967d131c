"""Fan-out of job events to any number of followers: each event is read from the store once, and no follower misses one.

A follower names the last event that it has. Recent events come from memory, earlier ones from the store.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from exactcover.service.http.problems import Problem
from exactcover.service.settings import Bounds
from exactcover.service.store.jobs import Store
from exactcover.service.store.outages import Outage

POLL_SECONDS = 1.0
"""The polling interval when no notification comes: the job may run in another server."""
PING_SECONDS = 15.0
RETRY_SECONDS = 5, 15
MOST_HELD, PAGE = 5000, 500
Read = TypeVar("Read")


@dataclass
class _Feed:
    """The latest events of a job, as JSON texts with their numbers; first: events up to this number are not in memory."""

    first: int
    events: list[tuple[int, str]] = field(default_factory=list)
    followers: int = 0
    ended: bool = False
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    grown: asyncio.Event = field(default_factory=asyncio.Event)
    reader: asyncio.Task[None] | None = None

    @property
    def last(self) -> int:
        return self.events[-1][0] if self.events else self.first

    def notify(self) -> None:
        """Wake all followers."""
        self.grown.set()
        self.grown = asyncio.Event()


class Feeds:
    """The feeds of all jobs that have followers."""

    def __init__(self, store: Store, bounds: Bounds | None = None) -> None:
        self.store, self.bounds = store, bounds or Bounds()
        self._open: Counter[str] = Counter()
        self.feeds: dict[str, _Feed] = {}
        self._stop: Callable[[], None] | None = None

    def start(self) -> None:
        """Subscribe to the store's notifications, in the running event loop."""
        loop = asyncio.get_running_loop()

        def on_change(job_id: str) -> None:
            with contextlib.suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(self._wake, job_id)

        self._stop = self.store.listen(on_change)

    def stop(self) -> None:
        """Unsubscribe, and end all followers."""
        if self._stop is not None:
            self._stop()
            self._stop = None
        for feed in self.feeds.values():
            feed.ended = True
            if feed.reader is not None:
                feed.reader.cancel()
            feed.notify()

    @property
    def followers(self) -> int:
        """The number of open streams."""
        return self._open.total()

    def check(self, owner: str) -> None:
        """Raise Problem if an owner may open no more streams now. Clients that are refused together return at different times."""
        own = self._open[owner] >= self.bounds.owner_followers
        if own or self.followers >= self.bounds.followers:
            detail = f"too many {'of your ' if own else ''}streams are open; try again later"
            raise Problem(429, detail, "busy", {"Retry-After": str(random.randint(*RETRY_SECONDS))})

    @contextlib.contextmanager
    def stream(self, owner: str) -> Iterator[None]:
        """Count a stream of an owner while it is open; raises Problem if too many are."""
        self.check(owner)
        self._open[owner] += 1
        try:
            yield
        finally:
            self._open[owner] -= 1
            self._open += Counter()  # drops owners that have none

    def _wake(self, job_id: str) -> None:
        feed = self.feeds.get(job_id)
        if feed is not None:
            feed.woken.set()

    async def follow(self, job_id: str, after: int) -> AsyncIterator[list[tuple[int, str]]]:
        """Yield the events after a number, in batches, until the job has ended; an empty list every PING_SECONDS as a
        keep-alive.
        """
        feed = self.feeds.get(job_id)
        if feed is None:
            feed = self.feeds[job_id] = _Feed(first=after)
            feed.reader = asyncio.create_task(self._read(job_id, feed))
        feed.followers += 1
        try:
            while True:
                batch = await self._after(job_id, feed, after)
                if batch:
                    after = batch[-1][0]
                    yield batch
                elif feed.ended:
                    return
                else:
                    grown = feed.grown
                    if feed.last > after or feed.ended:
                        continue
                    try:
                        await asyncio.wait_for(grown.wait(), PING_SECONDS)
                    except TimeoutError:
                        yield []
        finally:
            feed.followers -= 1
            if not feed.followers and self.feeds.get(job_id) is feed:
                del self.feeds[job_id]
                if feed.reader is not None:
                    feed.reader.cancel()

    async def _after(self, job_id: str, feed: _Feed, after: int) -> list[tuple[int, str]]:
        if after >= feed.first:
            return [each for each in feed.events[-(feed.last - after) or len(feed.events) :] if each[0] > after]
        return await self._stored(job_id, feed, after)

    async def _stored(self, job_id: str, feed: _Feed, after: int) -> list[tuple[int, str]]:
        events = await self._patiently(feed, lambda: self.store.events(job_id, after, PAGE))
        return [(number, json.dumps(event)) for number, event in events or ()]

    @staticmethod
    async def _patiently(feed: _Feed, read: Callable[[], Read]) -> Read | None:
        """Read from the store, and wait while it is unreachable: a browser does not follow a stream again that answers with an
        error. None: the feed has ended.
        """
        while not feed.ended:
            try:
                return await asyncio.to_thread(read)
            except Outage:
                await asyncio.sleep(POLL_SECONDS)
        return None

    async def _read(self, job_id: str, feed: _Feed) -> None:
        """Read new events at each notification, until the job has ended."""
        over = False
        try:
            while True:
                feed.woken.clear()
                events = await self._stored(job_id, feed, feed.last)
                if events:
                    feed.events += events
                    if len(feed.events) > MOST_HELD:
                        feed.first = feed.events[-MOST_HELD - 1][0]
                        del feed.events[:-MOST_HELD]
                    feed.notify()
                elif over:
                    return
                else:
                    job = await self._patiently(feed, lambda: self.store.job(job_id))
                    over = job is None or job.state.ended
                    if not over:
                        with contextlib.suppress(TimeoutError):
                            await asyncio.wait_for(feed.woken.wait(), POLL_SECONDS)
        finally:  # if something breaks, the feed ends and clients reconnect
            feed.ended = True
            feed.notify()

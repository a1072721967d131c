"""Searches of a moment for a page: several requests may await one search, which ends when none has come for a while.

A search takes longer than its requests wait while its code is compiled, or while other searches run; the page then requests it
again. Not here: the search (lookup_tasks.py), and its limits.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request

from exactcover.service.page.disconnection import wait_or_cancel

ABANDONED_SECONDS = 3.0
"""A search is cancelled if no request has awaited it for so long: its page was left."""
LONGEST_SECONDS = 30.0
"""A search is cancelled after so long, compilation included."""


class Moments:
    """The searches that run, by the text of their puzzles."""

    def __init__(self) -> None:
        self.running: dict[str, asyncio.Task[Any]] = {}
        self.abandoned: dict[str, asyncio.TimerHandle] = {}

    async def result(
        self, request: Request, key: str, search: Callable[[], Coroutine[Any, Any, Any]], seconds: float
    ) -> Any:
        """Return the result of a search, or None if it takes longer than these seconds.

        Raises what the search raises, and TimeoutError if it was cancelled.
        """
        task = self.running.get(key) or self._begin(key, search)
        if key in self.abandoned:  # not while another request awaits it
            self.abandoned.pop(key).cancel()
        try:
            await wait_or_cancel(request, task, seconds)
        finally:
            if not task.done():
                self.abandoned[key] = asyncio.get_running_loop().call_later(ABANDONED_SECONDS, task.cancel)
        if task.cancelled():
            raise TimeoutError("the search was cancelled")
        return task.result() if task.done() else None

    def _begin(self, key: str, search: Callable[[], Coroutine[Any, Any, Any]]) -> asyncio.Task[Any]:
        loop = asyncio.get_running_loop()
        task = asyncio.ensure_future(search())
        longest = loop.call_later(LONGEST_SECONDS, task.cancel)
        self.running[key] = task
        self.abandoned[key] = loop.call_later(ABANDONED_SECONDS, task.cancel)

        def end(_: asyncio.Task[Any]) -> None:
            longest.cancel()
            del self.running[key]
            if key in self.abandoned:
                self.abandoned.pop(key).cancel()

        task.add_done_callback(end)
        return task

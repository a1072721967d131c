"""Work for a client that is cancelled when the client disconnects: nobody reads the look-up of a page or a call that was left."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Coroutine
from typing import Any, TypeVar

from fastapi import Request

from exactcover.service.http.problems import Problem

T = TypeVar("T")


async def unless_disconnected(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Return what work returns; cancel it if the client disconnects, and raise Problem, which nobody reads."""
    task, leaving = asyncio.ensure_future(work), asyncio.ensure_future(_disconnected(request))
    try:
        done, _ = await asyncio.wait({task, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if task not in done:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
            raise Problem(400, "the client has disconnected", "disconnected")
    except asyncio.CancelledError:
        task.cancel()
        raise
    finally:
        leaving.cancel()
    return task.result()


async def _disconnected(request: Request) -> None:
    """Return when the client has disconnected; the body of the request has been read, or is not wanted."""
    while (await request.receive())["type"] != "http.disconnect":
        pass

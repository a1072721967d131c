"""The public functions for programs with an event loop: `await asolve(...)`, `acount`, `aprove`, on the local process pool.

Each runs its function in a thread; cancelling the task cancels the run, and waits until its processes are free again. The
arguments are documented with the functions (api/__init__.py).
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from exactcover import api
from exactcover.api.solutions import Cancel, OnProgress
from exactcover.model import defaults
from exactcover.model.answer import Answer, Limits
from exactcover.model.events import Progress

__all__ = ["acount", "aprove", "asolve"]
Returned = TypeVar("Returned")


async def asolve(
    subject: api.Subject,
    *,
    backend: str = defaults.ENGINE,
    limits: Limits = Limits(),
    seed: int = defaults.SEED,
    workers: int = defaults.WORKERS,
    break_symmetry: bool = True,
    gap: float | None = None,
    certificate: bool = False,
    on_progress: OnProgress | None = None,
) -> Answer:
    """Return what `solve` returns; on_progress is called in the event loop's thread. Raises InvalidInput."""
    ask = partial(
        api.solve,
        subject,
        backend=backend,
        limits=limits,
        seed=seed,
        workers=workers,
        break_symmetry=break_symmetry,
        gap=gap,
        certificate=certificate,
    )
    return await awaited(ask, on_progress)


async def acount(
    subject: api.Subject,
    *,
    backend: str = defaults.ENGINE,
    limits: Limits = Limits(),
    seed: int = defaults.SEED,
    workers: int = defaults.WORKERS,
    up_to_symmetry: bool = False,
    rotations_only: bool = False,
    on_progress: OnProgress | None = None,
) -> Answer:
    """Return what `count` returns; on_progress is called in the event loop's thread. Raises InvalidInput."""
    ask = partial(
        api.count,
        subject,
        backend=backend,
        limits=limits,
        seed=seed,
        workers=workers,
        up_to_symmetry=up_to_symmetry,
        rotations_only=rotations_only,
    )
    return await awaited(ask, on_progress)


async def aprove(
    subject: api.Subject,
    *,
    argument: str = "",
    limits: Limits = Limits(),
    on_progress: OnProgress | None = None,
) -> Answer:
    """Return what `prove` returns; on_progress is called in the event loop's thread. Raises InvalidInput."""
    return await awaited(partial(api.prove, subject, argument=argument, limits=limits), on_progress)


async def awaited(function: Callable[..., Answer], on_progress: OnProgress | None) -> Answer:
    """Run a function that takes `on_progress` and `cancel` in a thread and return its answer: see `cancellable`."""
    loop = asyncio.get_running_loop()

    def run(cancel: Cancel) -> Answer:
        def tell(progress: Progress) -> None:
            if on_progress is not None and not cancel.is_set():
                loop.call_soon_threadsafe(on_progress, progress)

        return function(on_progress=tell, cancel=cancel)

    return await cancellable(run)


async def cancellable(function: Callable[[Cancel], Returned]) -> Returned:
    """Run a function in a thread and return its value; cancelling the task sets the event that the function takes."""
    cancel = threading.Event()
    running = asyncio.get_running_loop().run_in_executor(None, partial(function, cancel))
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        cancel.set()
        with contextlib.suppress(Exception):  # the task is cancelled, whatever the outcome of the run
            await running
        raise

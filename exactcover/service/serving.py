"""A server run to its end: the store opened, jobs taken, calls heard, all of it ended by Ctrl-C."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import signal
import socket
from collections.abc import Callable
from types import FrameType

import uvicorn

from exactcover.model.errors import InvalidInput
from exactcover.service import app, logs
from exactcover.service.app import Runs
from exactcover.service.runner import JobDefaults, Runner
from exactcover.service.settings import Settings
from exactcover.service.store.jobs import Store
from exactcover.solving import supervisor

ENDING_SECONDS = 5
"""What calls that are being answered are given to end."""
JOBS_GIVE_WAY = 5
"""How nice the processes of jobs are: calls are answered although every processor searches."""
HEADER_BYTES = 1 << 15


def serve(settings: Settings, ready: Callable[[str], None]) -> None:
    """Serve until Ctrl-C or SIGTERM; ready: called with the address once it is heard there. Raises InvalidInput."""
    logs.begin(settings.verbose)
    supervisor.pool.niceness = JOBS_GIVE_WAY
    with contextlib.closing(_listen(settings)) as listening, contextlib.closing(Store(settings.store)) as store:
        limits = JobDefaults(settings.bounds.time, settings.bounds.memory)
        _serve(
            settings,
            store,
            Runner(store, settings.workers, job_defaults=limits, executor=settings.executor),
            listening,
            ready,
        )


def _serve(
    settings: Settings, store: Store, runner: Runs | None, listening: socket.socket, ready: Callable[[str], None]
) -> None:
    host, port = listening.getsockname()[:2]
    service = app.build(settings, store, runner)
    config = uvicorn.Config(
        service.app,
        log_config=None,
        access_log=False,
        lifespan="on",
        http="h11",  # bounds the headers of a call, whatever else is installed
        server_header=False,
        timeout_graceful_shutdown=ENDING_SECONDS,
        timeout_keep_alive=30,
        h11_max_incomplete_event_size=HEADER_BYTES,
        limit_concurrency=2000,
        proxy_headers=False,
    )
    name = f"[{host}]" if ":" in host else host
    asyncio.run(_run(_Server(config, service.end_calls), listening, lambda: ready(f"http://{name}:{port}/")))


def _listen(settings: Settings) -> socket.socket:
    """Return a socket that listens.

    Its protocol is named: asyncio sends small packets at once (TCP_NODELAY) only where it is, else each answer waits 40 ms.
    """
    host, family = settings.host.strip("[]"), socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, settings.port))
        listening.listen(2048)
    except OSError as error:
        listening.close()
        reason = (error.strerror or str(error)).lower()
        raise InvalidInput(f"{settings.host}:{settings.port} cannot be listened at ({reason})") from error
    return listening


class _Server(uvicorn.Server):
    """A server that ends its streams and look-ups when it is told to end: they would keep it alive."""

    def __init__(self, config: uvicorn.Config, end_calls: Callable[[], None]) -> None:
        super().__init__(config)
        self.end_calls = end_calls

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Take note of a signal; uvicorn would raise it again once all has ended."""
        if self.should_exit and sig == signal.SIGINT:
            self.force_exit = True
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams and look-ups, then all else."""
        self.end_calls()
        await super().shutdown(sockets)


async def _run(server: _Server, listening: socket.socket, ready: Callable[[], None]) -> None:
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.01)
    if not serving.done():
        _settle()
        ready()
    await serving


def _settle() -> None:
    """Have the garbage collector pass over what is there from the start, a hundred thousand objects that stay to the end.

    It would look at them again and again, and nothing is answered for the tenth of a second that this takes.
    """
    gc.collect()
    gc.freeze()

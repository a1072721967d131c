"""Running a server: opens the store, starts the runner and the HTTP server, and shuts all of them down on Ctrl-C."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import signal
import socket
import threading
from collections.abc import Callable
from functools import partial
from types import FrameType

import uvicorn

from exactcover.model.errors import OUR_FAULT, InvalidInput
from exactcover.process.isolation import Isolation
from exactcover.service import app, logs
from exactcover.service.app import BackgroundRunner
from exactcover.service.attempt import JobDefaults
from exactcover.service.http import connections
from exactcover.service.http.connections import Connection, Connections
from exactcover.service.isolating import isolated
from exactcover.service.runner import RetentionPolicy, Runner, Sharing
from exactcover.service.settings import Settings
from exactcover.service.store.jobs import Store
from exactcover.solving import supervisor

ENDING_SECONDS = 5
"""The grace period of requests at shutdown."""
LONGEST_ENDING = 9.0
"""Seconds from the first signal until the process exits at once: a database that hangs must not keep it alive."""
JOBS_GIVE_WAY = 5
"""The niceness of job processes, so that requests are answered while every processor searches."""
HEADER_BYTES = 1 << 15
WAITING_TO_BE_ACCEPTED, UNREAD_BYTES = 2048, 1 << 16
"""Connections that wait to be accepted; bytes that the kernel takes for each client that does not read."""


def serve(settings: Settings, ready: Callable[[str], None]) -> None:
    """Serve until Ctrl-C or SIGTERM; ready: called with the URL once the server accepts connections. Raises
    InvalidInput.
    """
    logs.begin(settings.verbose)
    supervisor.pool.niceness = supervisor.reaching_pool.niceness = JOBS_GIVE_WAY
    with (
        contextlib.closing(_listen(settings)) as listening,
        isolated(settings) as isolation,
        contextlib.closing(Store(settings.store)) as store,
    ):
        supervisor.pool.isolation = isolation
        limits = JobDefaults(settings.bounds.time_limit, settings.bounds.memory_limit)
        _serve(
            settings,
            store,
            Runner(
                store,
                settings.workers,
                job_defaults=limits,
                executor=settings.executor,
                retention=RetentionPolicy.of(settings.bounds),
                sharing=Sharing.of(settings.bounds),
            ),
            isolation,
            listening,
            ready,
        )


def _serve(
    settings: Settings,
    store: Store,
    runner: BackgroundRunner | None,
    isolation: Isolation | None,
    listening: socket.socket,
    ready: Callable[[str], None],
) -> None:
    host, port = listening.getsockname()[:2]
    service = app.build(settings, store, runner, isolation)
    bounds = settings.bounds
    most = connections.most_open(bounds, settings.workers + bounds.spare_workers + bounds.lookups_at_once)
    clients = Connections(most, bounds.address_connections)
    config = uvicorn.Config(
        service.app,
        log_config=None,
        access_log=False,
        lifespan="on",
        http=partial(Connection, clients),  # type: ignore[arg-type]  # typed as a class, called as a factory
        ws="none",
        server_header=False,
        timeout_graceful_shutdown=ENDING_SECONDS,
        timeout_keep_alive=connections.IDLE_SECONDS,
        h11_max_incomplete_event_size=HEADER_BYTES,
        backlog=connections.ACCEPTED_AT_ONCE,
        proxy_headers=False,
    )
    name = f"[{host}]" if ":" in host else host
    server, address = _Server(config, service.end_calls), f"http://{name}:{port}/"
    asyncio.run(_run(server, clients, listening, lambda: ready(address), settings.tokens.reload))


def _listen(settings: Settings) -> socket.socket:
    """Return a listening socket.

    Its protocol is given explicitly: asyncio sets TCP_NODELAY only then, and without it each response waits 40 ms.
    """
    host, family = settings.host.strip("[]"), socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD_BYTES)
        listening.bind((host, settings.port))
        listening.listen(WAITING_TO_BE_ACCEPTED)
    except OSError as error:
        listening.close()
        reason = (error.strerror or str(error)).lower()
        raise InvalidInput(
            f"{settings.host}:{settings.port} cannot be bound ({reason}); expected a free address of this machine"
        ) from error
    return listening


def _exit_at_once() -> None:
    """Exit without waiting for anything; the kernel ends the child processes. The next server resumes the jobs."""
    logs.LOG.error("the server did not end within %g s, so it ends at once; its jobs will be resumed", LONGEST_ENDING)
    os._exit(OUR_FAULT)


class _Server(uvicorn.Server):
    """A server that ends event streams and look-ups at shutdown, which would otherwise keep it alive."""

    def __init__(self, config: uvicorn.Config, end_calls: Callable[[], None]) -> None:
        super().__init__(config)
        self.end_calls = end_calls
        self.last_resort = threading.Timer(LONGEST_ENDING, _exit_at_once)
        self.last_resort.daemon = True

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Record a signal, without uvicorn's raising it again after shutdown."""
        if self.should_exit and sig == signal.SIGINT:
            self.force_exit = True
        if not self.should_exit:
            self.last_resort.start()
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End streams and look-ups, then everything else."""
        self.end_calls()
        await super().shutdown(sockets)


async def _run(
    server: _Server,
    clients: Connections,
    listening: socket.socket,
    ready: Callable[[], None],
    reload: Callable[[], None],
) -> None:
    """Serve until the server ends; reload: called at SIGHUP."""
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, reload)
    while not server.started and not serving.done():
        await asyncio.sleep(0.01)
    if not serving.done():
        listening.listen(WAITING_TO_BE_ACCEPTED)  # asyncio makes the queue as short as what it accepts at once
        _settle()
        ready()
    watching = asyncio.create_task(clients.watch())
    await serving
    watching.cancel()


def _settle() -> None:
    """Exclude the objects allocated at startup from garbage collection: a hundred thousand, which live to the end.

    Scanning them takes a tenth of a second, during which no request is answered.
    """
    gc.collect()
    gc.freeze()

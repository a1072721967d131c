"""A server run to its end: the store opened, jobs taken, calls heard, all of it ended by Ctrl-C."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
from collections.abc import Callable
from types import FrameType

import uvicorn

from exactcover.errors import InvalidInput
from exactcover.service import app, logs
from exactcover.service.app import Runs
from exactcover.service.settings import Settings
from exactcover.service.store.jobs import Store

ENDING_SECONDS = 5
"""What calls that are being answered are given to end."""
HEADER_BYTES = 1 << 15


def serve(settings: Settings, store: Store, runner: Runs | None, ready: Callable[[str], None]) -> None:
    """Serve until Ctrl-C or SIGTERM; ready: called with the address once it is heard there. Raises InvalidInput."""
    logs.begin(settings.verbose)
    listening = _listen(settings)
    host, port = listening.getsockname()[:2]
    config = uvicorn.Config(
        app.build(settings, store, runner),
        log_config=None,
        access_log=False,
        lifespan="on",
        server_header=False,
        timeout_graceful_shutdown=ENDING_SECONDS,
        timeout_keep_alive=30,
        h11_max_incomplete_event_size=HEADER_BYTES,
        limit_concurrency=2000,
        proxy_headers=False,
    )
    name = f"[{host}]" if ":" in host else host
    with contextlib.closing(listening):
        asyncio.run(_run(_Server(config), listening, lambda: ready(f"http://{name}:{port}/")))


def _listen(settings: Settings) -> socket.socket:
    try:
        return socket.create_server(
            (settings.host.strip("[]"), settings.port),
            family=socket.AF_INET6 if ":" in settings.host else socket.AF_INET,
            backlog=2048,
        )
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InvalidInput(f"{settings.host}:{settings.port} cannot be listened at ({reason})") from error


class _Server(uvicorn.Server):
    """A server that ends its streams when it is told to end: they would keep it alive."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Take note of a signal; uvicorn would raise it again once all has ended."""
        if self.should_exit and sig == signal.SIGINT:
            self.force_exit = True
        self.should_exit = True


async def _run(server: _Server, listening: socket.socket, ready: Callable[[], None]) -> None:
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.01)
    if not serving.done():
        ready()
    await serving

"""Servers for tests: the command line's own in a process, an app in this one, and calls written byte by byte."""

from __future__ import annotations

import contextlib
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
from starlette.testclient import TestClient

from exactcover.service import app
from exactcover.service.job import Claim, Job, Submission
from exactcover.service.settings import Bounds, Settings
from exactcover.service.store.jobs import Store
from tests.commands import PATIENCE_SECONDS, environment

DOMINO = "packing board=1x2 pieces=dominoes copies=any"


class Served:
    """A server in a process of its own, and where it is."""

    def __init__(self, *options: str, store: Path | str, token: str = "") -> None:
        command = [sys.executable, "-m", "exactcover.cli", "serve", "--port", "0", "--store", str(store), *options]
        # In a session of its own, as a service is: what it gives way to is its own then, and not all that tests do beside it.
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=environment(), start_new_session=True
        )
        assert self.process.stdout is not None
        self.line = self.process.stdout.readline()
        self.url = self.line.split()[3].rstrip("/")
        self.port = int(self.url.rpartition(":")[2])
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.http = httpx.Client(base_url=self.url, headers=headers, timeout=PATIENCE_SECONDS)

    def end(self, number: int = signal.SIGTERM) -> int:
        """End it, and return its exit status."""
        self.http.close()
        self.process.send_signal(number)
        return self.process.wait(PATIENCE_SECONDS)


@contextlib.contextmanager
def served(*options: str, store: Path | str, token: str = "") -> Iterator[Served]:
    """A server that runs within a block."""
    server = Served(*options, store=store, token=token)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.end()


@contextlib.contextmanager
def here(store: Store, **settings: Any) -> Iterator[TestClient]:
    """An app in this process, without a runner."""
    bounds = settings.pop("bounds", Bounds())
    service = app.build(Settings(bounds=bounds, **settings), store)
    with TestClient(service.app, base_url="http://localhost:8000") as client:
        yield client


def submitted(store: Store, task: str = "solve", **changes: Any) -> Job:
    """A job in a store."""
    puzzle = {"kind": "queens", "n": 4}
    return store.submit(Submission(task, puzzle, "0" * 64, **changes))


def claimed(store: Store, task: str = "solve", **changes: Any) -> Claim:
    """A job in a store, taken by a runner that is no process."""
    submitted(store, task, **changes)
    claim = store.claim("nobody", 1000.0)
    assert claim is not None
    return claim


def raw(port: int, content: bytes, *, over: bool = False, seconds: float = 60.0) -> int:
    """Send bytes to a server, and return the status that it answers with; 0 where it closes without one.

    over: say that nothing more comes.
    """
    with socket.create_connection(("127.0.0.1", port), timeout=seconds) as connection:
        with contextlib.suppress(OSError):  # it answers before it has read all, and closes
            connection.sendall(content)
            if over:
                connection.shutdown(socket.SHUT_WR)
        head = b""
        with contextlib.suppress(ConnectionResetError):
            while b"\r\n" not in head and (part := connection.recv(4096)):
                head += part
    words = head.split()
    return int(words[1]) if len(words) > 1 and words[0].startswith(b"HTTP/") else 0

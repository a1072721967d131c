"""A server besieged: clients that open connections and say nothing, send a header or a body a byte at a time, or never read.

`python -m benchmarks.service_siege [--connections N] [--seconds S] [--descriptors N]` starts a server in a temporary folder, and
another process that keeps N connections to it, a quarter of each sort; each that is closed is opened again after a second.
Meanwhile an ordinary client, which has a new connection for each call, looks around and submits jobs; the run ends with an
error if a call or a job of it fails. The figures are recorded (service_figures.py). Not here: large bodies (service_bodies.py).
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import http.client
import itertools
import json
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, cast

from benchmarks import service_figures

PUZZLE = "soma"
CALLS = (("GET", "/healthz"), ("GET", "/v1/jobs?limit=1"), ("GET", "/"), ("POST", "/v1/info"), ("POST", "/v1/jobs"))
WARMING_SECONDS = 5.0
BYTE_SECONDS, OPENED_AT_ONCE, UNREAD_CALLS, PATIENCE_SECONDS = 1.0, 50, 4, 120.0
HEADER = b"GET /v1/jobs HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
BODY = b"POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n"
UNREAD = b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"


async def _silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Say nothing."""
    await reader.read()


async def _slowly(content: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Begin a header or a body, and go on with it a byte at a time."""
    writer.write(content)
    while not reader.at_eof():
        writer.write(b"x")
        await writer.drain()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(reader.read(1 << 16), BYTE_SECONDS)


async def _unreading(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Call several times at once, and read no response."""
    cast(asyncio.Transport, writer.transport).pause_reading()
    writer.write(UNREAD * UNREAD_CALLS)
    while True:
        await asyncio.sleep(10 * BYTE_SECONDS)
        writer.write(b"\r\n")
        await asyncio.wait_for(writer.drain(), PATIENCE_SECONDS)


async def _opened(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Open a connection, for which this machine keeps hardly any bytes that are not read."""
    connection = socket.socket()
    connection.setblocking(False)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    await asyncio.get_running_loop().sock_connect(connection, ("127.0.0.1", port))
    return await asyncio.open_connection(sock=connection)


async def _again(port: int, opening: asyncio.Semaphore, number: int) -> None:
    """Keep one connection of a sort, and open it again whenever it is closed."""
    while True:
        with contextlib.suppress(OSError, TimeoutError):
            async with opening:
                reader, writer = await _opened(port)
            sorts: tuple[Callable[..., Any], ...] = (_silent, _slow_header, _slow_body, _unreading)
            with contextlib.closing(writer):
                await sorts[number % len(sorts)](reader, writer)
        await asyncio.sleep(BYTE_SECONDS)


async def _slow_header(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await _slowly(HEADER, reader, writer)


async def _slow_body(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await _slowly(BODY, reader, writer)


async def besiege(port: int, connections: int) -> None:
    """Keep so many connections to a server of this machine until this process is ended."""
    opening = asyncio.Semaphore(OPENED_AT_ONCE)
    await asyncio.gather(*(_again(port, opening, number) for number in range(connections)))


class Called(NamedTuple):
    """A call of the ordinary client: its name, its status and the seconds that it took; 0: no response."""

    name: str
    status: int
    seconds: float


def call(port: int, method: str, path: str, body: Any = None) -> tuple[Called, bytes]:
    """Call the server by a new connection; return the call and the content of the response."""
    begun, status, content = time.perf_counter(), 0, b""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_SECONDS)
    with contextlib.closing(connection), contextlib.suppress(OSError, http.client.HTTPException):
        headers = {"Connection": "close", "Content-Type": "application/json"}
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        response = connection.getresponse()
        status, content = response.status, response.read()
    return Called(f"{method} {path}", status, time.perf_counter() - begun), content


def ordinary(port: int, seconds: float) -> tuple[list[Called], list[str]]:
    """Make ordinary calls for a time; return them, and the ids of the jobs that were submitted."""
    calls, jobs = list[Called](), list[str]()
    until = time.monotonic() + seconds
    for seed, (method, path) in zip(itertools.count(), itertools.cycle(CALLS), strict=False):
        if time.monotonic() > until:
            return calls, jobs
        submits = path == "/v1/jobs"
        body = {"task": "solve", "puzzle": PUZZLE, "seed": seed} if submits else {"puzzle": PUZZLE}
        one, content = call(port, method, path, body if method == "POST" else None)
        calls.append(one)
        if submits and one.status == 202:
            jobs.append(json.loads(content)["id"])
        time.sleep(0.05)
    raise AssertionError("the calls have no end")


def states(port: int, jobs: list[str]) -> list[str]:
    """Return how jobs have ended; raises SystemExit if one does not end in time."""
    ended, until = list[str](), time.monotonic() + PATIENCE_SECONDS
    for job in jobs:
        while (state := json.loads(call(port, "GET", f"/v1/jobs/{job}")[1])["state"]) in ("QUEUED", "RUNNING"):
            if time.monotonic() > until:
                raise SystemExit(f"job {job} is still {state}")
            time.sleep(0.1)
        ended.append(state)
    return ended


@contextlib.contextmanager
def started(*command: str, log: Path, descriptors: int = 0) -> Iterator[subprocess.Popen[str]]:
    """A process of Python within a block, its standard error in a file; descriptors: the most it may open, if not 0."""

    limit = (f'ulimit -n {descriptors}; exec "$@"', "sh") if descriptors else ('exec "$@"', "sh")
    with log.open("w") as errors:
        process = subprocess.Popen(
            ["sh", "-c", *limit, sys.executable, "-m", *command], stdout=subprocess.PIPE, stderr=errors, text=True
        )
        try:
            yield process
        finally:
            process.terminate()
            process.wait(PATIENCE_SECONDS)


def measured(connections: int, seconds: float, descriptors: int) -> dict[str, Any]:
    """Besiege a server, and return the figures of the ordinary client; raises SystemExit if a call or a job of it fails."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        log, serve = folder / "log", ("exactcover.cli", "serve", "--port", "0", "--store", str(folder / "jobs.sqlite"))
        with started(*serve, log=log, descriptors=descriptors) as server:
            assert server.stdout is not None
            port = int(server.stdout.readline().split()[3].rstrip("/").rpartition(":")[2])
            ordinary(port, WARMING_SECONDS)  # its processes start, and the catalogue is read
            siege = ("benchmarks.service_siege", "--besiege", str(port), "--connections", str(connections))
            with started(*siege, log=folder / "siege"):
                time.sleep(5)  # until all connections are open
                calls, jobs = ordinary(port, seconds)
                ended = states(port, jobs)
        size, lines = log.stat().st_size, log.read_text()
    waits = sorted(one.seconds for one in calls)
    print(
        "the slowest:", *(f"{one.name} {one.seconds:.2f} s" for one in sorted(calls, key=lambda one: -one.seconds)[:5])
    )
    failed = [one for one in calls if not 200 <= one.status < 300]
    figures = {
        "connections": connections,
        "descriptors that the server may open": descriptors or "no bound",
        "ordinary calls": len(calls),
        "of these, failed": len(failed),
        **{f"p{part}, ms": round(waits[len(waits) * part // 100] * 1000, 1) for part in (50, 95, 99)},
        "the longest, ms": round(waits[-1] * 1000, 1),
        "jobs": len(jobs),
        "of these, not SUCCEEDED": len(ended) - ended.count("SUCCEEDED"),
        "bytes of log": size,
    }
    if failed or ended.count("SUCCEEDED") < len(jobs):
        raise SystemExit(f"{figures}\n{failed[:5]}\n{lines[:2000]}")
    return figures


def main() -> None:
    """Besiege a server, or be the process that does."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--connections", type=int, default=1500)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument(
        "--descriptors", type=int, default=0, help="the most that the server may open (as many as it may)"
    )
    parser.add_argument("--besiege", type=int, default=0, help=argparse.SUPPRESS)
    values = parser.parse_args()
    if values.besiege:
        asyncio.run(besiege(values.besiege, values.connections))
        return
    figures = measured(values.connections, values.seconds, values.descriptors)
    service_figures.note("siege", figures=figures)
    print("\n".join(f"{name}: {service_figures.shown(value)}" for name, value in figures.items()))


if __name__ == "__main__":
    main()

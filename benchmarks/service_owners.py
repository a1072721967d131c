"""An ordinary owner beside one who takes all that a token may take: how soon its jobs start, how long its look-ups last.

`python -m benchmarks.service_owners [--seconds N] [--loads lookups,streams]` starts a server with two owners in a temporary
folder. Ann has a job of a day and 16 GB running and a thousand more queued, and then makes one load after the other from
another address: 220 look-ups at a time, 1,000 streams, or submissions that fill the store beyond its quota. Ben solves `soma`
and asks for its facts, again and again; an answer that is wrong, refused or lost ends the run. Not here: idle and slow
connections (service_siege.py).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from benchmarks import service_figures
from exactcover.service import tokens

QUEUED = 1000
LOADS = {"lookups": 220, "streams": 1000, "store": 20}
"""What Ann does, and how many connections she has for it."""
ADDRESS = "127.0.0.2"
LONG = {
    "task": "count",
    "puzzle": "packing board=16x16 pieces=pentominoes copies=any",
    "backend": "brute",
    "time_limit": 86_400,
    "memory_limit": 16_000,
}
"""A job that has no checkpoint, so that it cannot give way."""
SLOW = {"puzzle": "packing board=16x16 pieces=pentominoes copies=any", "seconds": 10, "time_limit": 20}
QUOTA = 4_000_000
START_SECONDS, LOOKUP_SECONDS = 5.0, 1.0


def request(method: str, path: str, token: str, body: Any = None, accept: str = "application/json") -> bytes:
    """Return the bytes of a request after whose response the server closes the connection."""
    content = b"" if body is None else json.dumps(body).encode()
    lines = (
        f"{method} {path} HTTP/1.1",
        "Host: localhost",
        f"Authorization: Bearer {token}",
        f"Accept: {accept}",
        "Content-Type: application/json",
        f"Content-Length: {len(content)}",
        "Connection: close",
    )
    return "\r\n".join((*lines, "", "")).encode() + content


async def _again(port: int, sent: bytes) -> None:
    """Send a request again whenever its response has come, or when the response says."""
    while True:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(ADDRESS, 0))
            writer.write(sent)
            head = await reader.readuntil(b"\r\n\r\n")
            while await reader.read(1 << 16):
                """The rest of the response, or a stream."""
            writer.close()
            _, waits, rest = head.lower().partition(b"retry-after: ")
            await asyncio.sleep(float(rest.split(b"\r\n")[0]) if waits else 0.0)
        except (OSError, asyncio.IncompleteReadError):  # the server closes connections that are too many
            await asyncio.sleep(1.0)


async def _load(port: int, sent: bytes, clients: int) -> None:
    await asyncio.gather(*(_again(port, sent) for _ in range(clients)))


@contextmanager
def load(name: str, port: int, token: str, job: str) -> Iterator[None]:
    """Make a load, by another process, within a block; job: the id of a job that runs."""
    sent = {
        "lookups": request("POST", "/v1/remaining", token, SLOW),
        "streams": request("GET", f"/v1/jobs/{job}/events", token, accept="text/event-stream"),
        "store": request("POST", "/v1/jobs", token, {"task": "solve", "puzzle": "soma"}),
    }[name]
    code = f"import asyncio\nfrom benchmarks import service_owners as s\nasyncio.run(s._load({port}, {sent!r}, {LOADS[name]}))"
    process = subprocess.Popen([sys.executable, "-c", code])
    try:
        yield
        if process.poll() is not None:
            raise SystemExit(f"the load {name!r} has ended by itself")
    finally:
        process.kill()
        process.wait()


class Ordinary:
    """Ben, who has one request at a time."""

    def __init__(self, http: httpx.Client) -> None:
        self.http, self.seed = http, 0
        self.ids = list[str]()

    def solve(self) -> tuple[float, float]:
        """Solve `soma` with another seed; return the seconds until it started, and until its answer was seen."""
        begun = time.perf_counter()
        self.seed += 1
        reply = self.http.post("/v1/jobs", json={"task": "solve", "puzzle": "soma", "seed": self.seed})
        if reply.status_code != 202:
            raise SystemExit(f"a job was refused: {reply.text}")
        job = reply.json()
        self.ids.append(job["id"])
        while job["finished_at"] is None:
            time.sleep(0.05)
            job = self.http.get(job["links"]["self"]).json()
        if job["status"] != "FEASIBLE":
            raise SystemExit(f"soma was answered by {job['state']} {job['status']}")
        return job["started_at"] - job["submitted_at"], time.perf_counter() - begun

    def look_up(self) -> float:
        """Ask for the facts of `soma`; return the seconds."""
        begun = time.perf_counter()
        reply = self.http.post("/v1/info", json={"puzzle": "soma"})
        if reply.status_code != 200 or reply.json().get("cells") != 27:
            raise SystemExit(f"a look-up was not answered: {reply.text}")
        return time.perf_counter() - begun

    def measure(self, seconds: float) -> dict[str, float]:
        """Return what was seen within so many seconds."""
        starts, answers, lookups = list[float](), list[float](), list[float]()
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            start, answer = self.solve()
            starts.append(start)
            answers.append(answer)
            lookups += (self.look_up() for _ in range(5))
            if self.http.get("/").status_code != 200:
                raise SystemExit("the front page was not shown")
        kept = {job["id"] for job in self._kept()}
        if missing := set(self.ids) - kept:
            raise SystemExit(f"{len(missing)} jobs are lost")
        return {
            "jobs": len(starts),
            "start, most, s": round(max(starts), 2),
            "answer, median, s": round(statistics.median(answers), 2),
            "look-ups": len(lookups),
            "look-up, median, s": round(statistics.median(lookups), 3),
            "look-up, p95, s": round(sorted(lookups)[len(lookups) * 95 // 100], 3),
        }

    def _kept(self) -> Iterator[dict[str, Any]]:
        after = ""
        while after is not None:
            page = self.http.get(f"/v1/jobs?limit=500&after={after}").json()
            yield from page["jobs"]
            after = page["after"]


def queue(http: httpx.Client) -> str:
    """Submit Ann's jobs; return the id of the one that runs."""
    for _ in range(QUEUED + 1):
        reply = http.post("/v1/jobs", json=LONG)
        if reply.status_code != 202:
            raise SystemExit(f"a job was refused: {reply.text}")
    while not (running := http.get("/v1/jobs?state=RUNNING").json()["jobs"]):
        time.sleep(0.1)
    return str(running[0]["id"])


def measure(seconds: float, loads: list[str]) -> dict[str, float]:
    """Start a server, and return what Ben sees under each load."""
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tokens"
        first, second = (tokens.add(path, owner) for owner in ("ann", "ben"))
        command = [sys.executable, "-m", "exactcover.cli", "serve", "--port", "0", "--token-file", str(path)]
        command += ["--store", str(Path(folder) / "jobs.sqlite"), "--owner-bytes", str(QUOTA), "--prune-seconds", "1"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, stderr=subprocess.DEVNULL)
        assert server.stdout is not None
        url = server.stdout.readline().split()[3].rstrip("/")
        try:
            ann, ben = (
                httpx.Client(base_url=url, headers={"Authorization": f"Bearer {token}"}, timeout=120)
                for token in (first, second)
            )
            with ann, ben:
                ordinary = Ordinary(ben)
                ordinary.solve()
                if ann.post("/v1/jobs", json={"task": "solve", "puzzle": "soma"}).status_code != 202:
                    raise SystemExit("a job was refused")
                job = queue(ann)
                figures |= {
                    f"a day's job and 1,000 queued: {name}": value for name, value in ordinary.measure(seconds).items()
                }
                for name in loads:
                    with load(name, int(url.rpartition(":")[2]), first, job):
                        time.sleep(3.0)
                        seen = ordinary.measure(seconds)
                    figures |= {f"and {LOADS[name]:,} for {name}: {figure}": value for figure, value in seen.items()}
        finally:
            server.terminate()
            server.wait()
    return figures


def main() -> None:
    """Measure, print and record the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0, help="of each load (20)")
    parser.add_argument("--loads", default=",".join(LOADS), help=f"of {', '.join(LOADS)}, with commas between (all)")
    parser.add_argument("--no-record", action="store_true", help="print the figures only")
    values = parser.parse_args()
    loads = [name for name in values.loads.split(",") if name]
    if unknown := set(loads) - LOADS.keys():
        parser.error(f"the load {min(unknown)!r} is none of {', '.join(LOADS)}")
    figures = measure(values.seconds, loads)
    for name, value in figures.items():
        print(f"{value:>10} {name}")
    late = [name for name, value in figures.items() if "start, most" in name and value > START_SECONDS]
    late += [name for name, value in figures.items() if "p95" in name and value > LOOKUP_SECONDS]
    if not values.no_record:
        service_figures.note("owners", figures=figures)
    if late:
        raise SystemExit(f"too late: {'; '.join(late)}")


if __name__ == "__main__":
    main()

"""The service over HTTP: the overhead of a job over a direct solve, cached answers per second, latency of job requests
under load.

`python -m benchmarks.service_http [--parts soak] [--jobs N] [--clients N]` starts a server in a temporary folder. Each
answer is judged: a wrong one ends the run. The result of a part is recorded as soon as it is known
(service_figures.py). Not here: accepted jobs per second and crashes (service.py).
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

import exactcover
from benchmarks import http_load, service_figures
from benchmarks.stolen import Stolen
from exactcover.process.usage import cpu_seconds

PUZZLE = "pentominoes-6x10"
KINDS = (
    ("solve", PUZZLE), ("solve", "soma"), ("solve", "8-puzzle"), ("count", "pentominoes-3x20"), ("list", "pentominoes-3x20"),
    ("prove", "mutilated-chessboard"), ("sample", "packing board=4x4 pieces=dominoes copies=any"), ("solve", "two-ls"),
)  # fmt: skip

LOOK_SECONDS = 0.25
"""The interval at which a client polls its job."""
UNDISTURBED = 0.02
"""The largest share of the processors that the host of this machine may take while latencies are measured."""


def overhead(url: str, runs: int) -> dict[str, float]:
    """Return the medians, in milliseconds: POST to first event, POST to the answer, a direct solve, side by side."""
    first, whole, direct = list[float](), list[float](), list[float]()
    with httpx.Client(base_url=url, timeout=60) as http:
        for seed in range(runs + 3):
            begun = time.perf_counter()
            job = http.post("/v1/jobs", json={"task": "solve", "puzzle": PUZZLE, "seed": seed}).json()
            with http.stream("GET", job["links"]["events"], headers={"Accept": "text/event-stream"}) as stream:
                events = (time.perf_counter() - begun for line in stream.iter_lines() if line.startswith("data: "))
                first.append(next(events))
                for _ in events:
                    """Until the job has ended."""
            answer = http.get(job["links"]["self"]).json()["answer"]
            whole.append(time.perf_counter() - begun)
            if exactcover.faults(PUZZLE, answer["solution"]):
                raise SystemExit("a wrong answer")
            begun = time.perf_counter()
            exactcover.solve(PUZZLE, seed=seed)
            direct.append(time.perf_counter() - begun)
    medians = {"POST to first event": first, "POST to the answer": whole, "direct solve": direct}
    return {name: round(statistics.median(times[3:]) * 1000, 1) for name, times in medians.items()}


def cached(url: str, process: int, seconds: float, callers: int) -> dict[str, float]:
    """Return how many known answers a server returns per second; each is a separate job, stored in the database."""
    body = {"task": "solve", "puzzle": PUZZLE}
    with httpx.Client(base_url=url, timeout=60) as http:
        job = http.post("/v1/jobs", json=body).json()
        while http.get(job["links"]["self"]).json()["state"] != "SUCCEEDED":
            time.sleep(0.05)
    waits = list[float]()
    clients = [_asking(url, body, time.monotonic() + seconds, waits) for _ in range(callers)]
    before, begun, client = cpu_seconds(process), time.perf_counter(), time.process_time()
    http_load.run(url, clients)
    took, used = time.perf_counter() - begun, cpu_seconds(process) - before
    each = {"CPU ms of the server for each": used, "CPU ms of the clients for each": time.process_time() - client}
    return {
        "answers per second": round(len(waits) / took, 1),
        "answers per CPU second of the server": round(len(waits) / used, 1),
        **{name: round(1000 * spent / len(waits), 2) for name, spent in each.items()},
        "callers": callers,
        "seconds": seconds,
    }


def _asking(url: str, body: dict[str, Any], until: float, waits: list[float]) -> http_load.Client:
    call = http_load.post("/v1/jobs", body, url.removeprefix("http://"))
    while time.monotonic() < until:
        reply = yield call
        if reply.status != 200:
            raise SystemExit(f"an answer that is known came with status {reply.status}")
        waits.append(reply.seconds)


@dataclass(frozen=True)
class Use:
    """The resources that a server holds: open descriptors, megabytes of memory, bytes of its store per job."""

    descriptors: int
    memory: float
    store_per_job: float


def use_of(process: int, store: Path, jobs: int) -> Use:
    """Return the resources that a server holds now."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    size = sum(path.stat().st_size for path in store.parent.glob(f"{store.name}*"))
    held = len(list(Path(f"/proc/{process}/fd").iterdir()))
    return Use(held, pages * os.sysconf("SC_PAGE_SIZE") / 2**20, size / max(jobs, 1))


class Clients:
    """Clients that submit jobs of eight kinds, each with another seed, and poll them until they have ended."""

    def __init__(self, url: str, jobs: int, rng: random.Random) -> None:
        self.url, self.rng = url, rng
        self.left, self.ids = list(range(jobs)), list[str]()
        self.looks = list[tuple[float, float]]()  # seconds, and the end time

    def one(self) -> http_load.Client:
        """Run one client until no job is left to submit; a job that does not succeed ends the run."""
        host = self.url.removeprefix("http://")
        while self.left:
            task, puzzle = KINDS[self.left.pop() % len(KINDS)]
            body: dict[str, Any] = {"task": task, "puzzle": puzzle, "time_limit": 60}
            body.update({} if task == "prove" else {"seed": self.rng.randrange(10**6)})
            reply = yield http_load.post("/v1/jobs", body, host)
            if reply.status not in (200, 202):
                raise SystemExit(f"a job was refused: {reply.body!r}")
            job = reply.json
            self.ids.append(job["id"])
            while job["state"] in ("QUEUED", "RUNNING"):
                yield LOOK_SECONDS
                reply = yield http_load.get(job["links"]["self"], host)
                if reply.status != 200:
                    raise SystemExit(f"a job that was accepted cannot be looked at: {reply.body!r}")
                self.looks.append((reply.seconds, time.perf_counter()))
                job = reply.json
            if job["state"] != "SUCCEEDED":
                raise SystemExit(f"job {job['id']} ended as {job['state']}")


def soak(url: str, process: int, store: Path, jobs: int, clients: int) -> dict[str, float]:
    """Return percentiles of job requests, in milliseconds, and the resources of the server after half of the jobs and
    after all.
    """
    rng, ids, looks, uses = random.Random(1), list[str](), list[tuple[float, float]](), list[Use]()
    with Stolen() as stolen:
        for half in (jobs - jobs // 2, jobs // 2):
            some = Clients(url, half, rng)
            http_load.run(url, [some.one() for _ in range(clients)])
            ids += some.ids
            looks += some.looks
            uses.append(use_of(process, store, len(ids)))
    if len(set(ids)) != jobs:
        raise SystemExit(f"{jobs} jobs were submitted and {len(set(ids))} accepted")
    values: dict[str, float] = {"jobs": jobs, "clients": clients} | _waits("", [seconds for seconds, _ in looks])
    calm = [seconds for seconds, over in looks if stolen.most(over - seconds, over) <= UNDISTURBED]
    values |= {"share of the processors that the host took": round(stolen.share, 3)}
    values |= _waits(f" while it took at most {UNDISTURBED:.0%}", calm)
    for name, title in (
        ("descriptors", "descriptors"),
        ("memory", "MB of memory"),
        ("store_per_job", "store, bytes per job"),
    ):
        half, whole = (round(getattr(use, name)) for use in uses)
        values |= {f"{title} after half": half, f"{title} after all": whole}
    return values


def _waits(when: str, looks: list[float]) -> dict[str, float]:
    """Return the number of job requests, and percentiles of their latency, in milliseconds."""
    looks = sorted(looks)
    title = f"GET of a job{when}"
    parts = {f"{title}, p{part}, ms": round(looks[len(looks) * part // 100] * 1000, 1) for part in (50, 99) if looks}
    return {f"{title}, how many": len(looks)} | parts


PARTS = ("overhead", "cached", "soak")


def main() -> None:
    """Start and measure a server, and record the figures of each part."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--parts", default=",".join(PARTS), help=f"of {', '.join(PARTS)}, with commas between (all)")
    parser.add_argument("--runs", type=int, default=25)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--callers", type=int, default=16)
    parser.add_argument("--jobs", type=int, default=100)
    parser.add_argument("--clients", type=int, default=10)
    values = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "jobs.sqlite"
        command = [sys.executable, "-m", "exactcover.cli", "serve", "--port", "0", "--store", str(store)]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        url = server.stdout.readline().split()[3].rstrip("/")
        try:
            time.sleep(2.0)
            for part in values.parts.split(","):
                figures = _figures(part, url, server.pid, store, values)
                print(part, json.dumps(figures), flush=True)
                service_figures.note(part, figures=figures)
        finally:
            server.terminate()
            server.wait()


def _figures(part: str, url: str, process: int, store: Path, values: argparse.Namespace) -> dict[str, float]:
    if part == "overhead":
        return overhead(url, values.runs)
    if part == "cached":
        return cached(url, process, values.seconds, values.callers)
    if part == "soak":
        return soak(url, process, store, values.jobs, values.clients)
    raise SystemExit(f"the part {part!r} is none of {', '.join(PARTS)}")


if __name__ == "__main__":
    main()

"""The service over HTTP, measured: what a job costs above a direct solve, cached answers per second, looks at a job under load.

`python -m benchmarks.service_http [--jobs N] [--clients N]` starts a server of its own in a folder of its own. Every answer is
judged: a wrong one ends the run. Not here: accepted jobs per second and crashes (the store's).
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import httpx

import exactcover

PUZZLE = "pentominoes-6x10"
KINDS = (
    ("solve", PUZZLE), ("solve", "soma"), ("solve", "8-puzzle"), ("count", "pentominoes-3x20"), ("list", "pentominoes-3x20"),
    ("prove", "mutilated-chessboard"), ("sample", "packing board=4x4 pieces=dominoes copies=any"), ("solve", "two-ls"),
)  # fmt: skip


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
    medians = {"first_event": first, "answer": whole, "direct": direct}
    return {name: round(statistics.median(times[3:]) * 1000, 1) for name, times in medians.items()}


CALLER = """
import http.client, sys, time
host, port, body, until = sys.argv[1], int(sys.argv[2]), sys.argv[3].encode(), time.time() + float(sys.argv[4])
line = http.client.HTTPConnection(host, port)
line.connect()
number = 0
while time.time() < until:
    line.request("POST", "/v1/jobs", body, {"Content-Type": "application/json"})
    answer = line.getresponse()
    answer.read()
    assert answer.status == 200, answer.status
    number += 1
print(number)
"""


def cached(url: str, seconds: float, callers: int) -> float:
    """Return how many answers that are known a server gives in a second; each is a job of its own, kept in the store."""
    body = {"task": "solve", "puzzle": PUZZLE}
    with httpx.Client(base_url=url, timeout=60) as http:
        job = http.post("/v1/jobs", json=body).json()
        while http.get(job["links"]["self"]).json()["state"] != "SUCCEEDED":
            time.sleep(0.05)
    host, port = url.removeprefix("http://").split(":")
    command = [sys.executable, "-c", CALLER, host, port, json.dumps(body), str(seconds)]
    processes = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(callers)]
    return round(sum(int(process.communicate()[0]) for process in processes) / seconds, 1)


def soak(url: str, jobs: int, clients: int, rng: random.Random) -> dict[str, float]:
    """Return the percentiles of looks at jobs, in milliseconds, while clients submit jobs of eight kinds and look at them."""
    looks, left, ids = list[float](), list(range(jobs)), list[str]()
    lock = threading.Lock()

    def run() -> None:
        with httpx.Client(base_url=url, timeout=60) as http:
            while True:
                with lock:
                    if not left:
                        return
                    number = left.pop()
                    seed = rng.randrange(10**6)
                task, puzzle = KINDS[number % len(KINDS)]
                body: dict[str, Any] = {"task": task, "puzzle": puzzle, "time_limit": 20}
                body.update({} if task == "prove" else {"seed": seed})
                job = http.post("/v1/jobs", json=body).json()
                for _ in range(5):
                    begun = time.perf_counter()
                    http.get(job["links"]["self"]).raise_for_status()
                    looks.append(time.perf_counter() - begun)
                ids.append(job["id"])

    threads = [threading.Thread(target=run) for _ in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with httpx.Client(base_url=url, timeout=60) as http:
        for job_id in ids:
            while (state := http.get(f"/v1/jobs/{job_id}").json()["state"]) in ("QUEUED", "RUNNING"):
                time.sleep(0.1)
            if state != "SUCCEEDED":
                raise SystemExit(f"job {job_id} ended as {state}")
    looks.sort()
    return {f"p{part}": round(looks[len(looks) * part // 100] * 1000, 1) for part in (50, 99)} | {"jobs": len(set(ids))}


def main() -> None:
    """Measure a server of its own, and print the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=25)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--callers", type=int, default=4)
    parser.add_argument("--jobs", type=int, default=100)
    parser.add_argument("--clients", type=int, default=10)
    told = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "exactcover.cli",
            "serve",
            "--port",
            "0",
            "--store",
            str(Path(folder) / "jobs.sqlite"),
        ]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        url = server.stdout.readline().split()[3].rstrip("/")
        try:
            time.sleep(2.0)
            figures: dict[str, Any] = {"overhead_ms": overhead(url, told.runs)}
            figures["cached_per_second"] = cached(url, told.seconds, told.callers)
            figures["looks_ms"] = soak(url, told.jobs, told.clients, random.Random(1))
            print(json.dumps(figures))
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()

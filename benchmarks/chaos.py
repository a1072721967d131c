"""Servers, runners, their children and the database, killed at random while two owners submit jobs over HTTP.

On PostgreSQL one server answers and another one runs jobs; on SQLite one does both. Every job that was accepted must have ended
once, with the right answer, and be seen by its owner only. A job whose processes were killed three times without progress is
given up by design (`worker_crashed`), and is counted apart.

`python -m benchmarks.chaos --store postgresql --kills 100`; results add up (service_figures.py).
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from benchmarks import crashes, postgres, service_figures
from exactcover.service import tokens
from exactcover.service.job import JobState
from exactcover.service.store.jobs import Store
from exactcover.service.store.outages import Outage

OWNERS = ("ann", "bob")
UNFINISHED = 4
WAIT_SECONDS = 600.0
STORES = ("sqlite", "postgresql")


class Server:
    """`exactcover serve` in a process that is started again whenever it was killed; workers: how many jobs it runs at once."""

    def __init__(self, store: str, token_file: Path, workers: int) -> None:
        command = [sys.executable, "-m", "exactcover.cli", "serve", "--port", "0", "--store", store]
        self.command = [*command, "--token-file", str(token_file), "--workers", str(workers)]
        self.start()

    def start(self) -> None:
        """Start it, and wait until it accepts connections; a database that is starting is waited for."""
        url = ""
        while not url:
            self.process = subprocess.Popen(
                self.command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True
            )
            assert self.process.stdout is not None
            words = self.process.stdout.readline().split()
            url = words[3].rstrip("/") if len(words) > 3 else ""
        self.url = url

    def kill(self) -> None:
        """Kill it."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


@dataclass
class Chaos:
    """One run: what is killed, and what was accepted of each owner, with its number of solutions."""

    front: Server
    runner: Server
    database: postgres.Server | None
    secrets: dict[str, str]
    dice: random.Random
    kills: Counter[str] = field(default_factory=Counter)
    accepted: dict[str, tuple[str, int]] = field(default_factory=dict)
    sent: int = 0

    def kill_something(self) -> None:
        """Kill one of the victims, and start it again after a moment."""
        victims = ["server", "child"] + ["runner", "database"] * (self.database is not None)
        victim = self.dice.choices(victims, [1 if each == "child" else 3 for each in victims])[0]
        if victim == "child":
            below = sorted(crashes.descendants(self.runner.process.pid))
            if not below:
                return
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.dice.choice(below)[0], signal.SIGKILL)
        elif victim == "database":
            assert self.database is not None
            self.database.kill()
            time.sleep(self.dice.uniform(0, 3))
            self.database.start()
        else:
            server = self.front if victim == "server" else self.runner
            server.kill()
            server.start()
        self.kills[victim] += 1

    def submit(self, entries: list[crashes.Entry]) -> None:
        """Submit a job of one of the owners; it is sent again, with its key, until it is accepted."""
        submission, count = entries[self.sent % len(entries)]
        owner = OWNERS[self.sent % 2]
        body: dict[str, Any] = {
            "task": submission.task,
            "puzzle": submission.source,
            "title": f"of {owner}",
            "time_limit": 3000.0,
        }
        body["seed"] = self.sent
        if submission.task == "count" and count != crashes.TILINGS:
            body["limit"] = count + 1 + self.sent  # another question each time
        headers = {"Authorization": f"Bearer {self.secrets[owner]}", "Idempotency-Key": f"{owner}-{self.sent}"}
        self.sent += 1
        for _ in range(1000):
            with contextlib.suppress(httpx.TransportError):
                reply = httpx.post(f"{self.front.url}/v1/jobs", json=body, headers=headers, timeout=60.0)
                if reply.status_code in (200, 202):
                    self.accepted[reply.json()["id"]] = owner, count
                    return
                if reply.status_code not in (429, 503):
                    raise AssertionError(f"{reply.status_code}: {reply.text}")
            time.sleep(0.2)
        raise AssertionError("a job was never accepted")

    def strangers(self) -> list[str]:
        """Return the jobs that are not seen by their owner, or that the other one sees."""
        faults = []
        for job_id, (owner, _) in self.accepted.items():
            for caller, secret in self.secrets.items():
                headers = {"Authorization": f"Bearer {secret}"}
                status = httpx.get(f"{self.front.url}/v1/jobs/{job_id}", headers=headers, timeout=60.0).status_code
                if status != (200 if caller == owner else 404):
                    faults.append(f"{caller} gets {status} for {job_id} of {owner}")
        return faults


@contextlib.contextmanager
def _store(name: str, folder: Path) -> Iterator[tuple[str, postgres.Server | None]]:
    if name == "sqlite":
        yield str(folder / "jobs.sqlite"), None
        return
    with postgres.controlled() as database:
        yield postgres.database(database.url, "chaos"), database


def run(name: str, kills: int, seed: int) -> None:
    """Kill so many times, judge the jobs, and record the figures; raises AssertionError if something was wrong."""
    with tempfile.TemporaryDirectory() as text, _store(name, Path(text)) as (place, database):
        folder, dice = Path(text), random.Random(seed)
        secrets = {owner: tokens.add(folder / "tokens", owner) for owner in OWNERS}
        runner = Server(place, folder / "tokens", crashes.WORKERS)
        front = runner if database is None else Server(place, folder / "tokens", 0)
        chaos = Chaos(front, runner, database, secrets, dice)
        try:
            _kill_and_submit(chaos, place, kills, dice)
            outcome, given_up = _judged(chaos, place)
        finally:
            for server in {id(each): each for each in (front, runner)}.values():
                server.kill()
    if outcome.faults:
        raise AssertionError("; ".join(outcome.faults[:10]))
    figures: dict[str, Any] = {
        "kills": dict(chaos.kills),
        "jobs": outcome.jobs,
        "given_up": given_up,
        "most": max(outcome.attempts),
    }
    print(figures)
    service_figures.note("chaos", store=name, seed=seed, **figures)


def _kill_and_submit(chaos: Chaos, place: str, kills: int, dice: random.Random) -> None:
    entries = [each for each in crashes.submissions() if not each[0].options.get("executor")]
    store = Store(place)
    while chaos.kills.total() < kills:
        unfinished = UNFINISHED
        with contextlib.suppress(Outage):  # the database has just been started
            unfinished = sum(number for state, number in store.count_by_state().items() if not state.ended)
        for _ in range(unfinished, UNFINISHED):
            chaos.submit(entries)
        time.sleep(dice.uniform(0, 2))
        chaos.kill_something()
    store.close()


def _judged(chaos: Chaos, place: str) -> tuple[crashes.Outcome, int]:
    """Wait until all jobs have ended; return what became of them, and how many were given up."""
    store, outcome, given_up = Store(place), crashes.Outcome(), 0
    end = time.monotonic() + WAIT_SECONDS
    while any(store.count_by_state()[state] for state in JobState if not state.ended) and time.monotonic() < end:
        time.sleep(0.2)
    for job_id, (_, count) in chaos.accepted.items():
        job = store.job(job_id)
        if job is not None and (job.problem or {}).get("code") == "worker_crashed":
            given_up += 1
            outcome.jobs += 1
        else:
            crashes.judge(store, job_id, count, outcome)
    outcome.faults += chaos.strangers()
    store.close()
    return outcome, given_up


def main() -> None:
    """Run as often as the options say."""
    parser = argparse.ArgumentParser(description="Kill servers, runners, children and databases at random.")
    parser.add_argument("--store", choices=STORES, default="sqlite")
    parser.add_argument("--kills", type=int, default=60)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    options = parser.parse_args()
    run(options.store, options.kills, options.seed)


if __name__ == "__main__":
    main()

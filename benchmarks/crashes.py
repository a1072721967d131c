"""Servers that are killed at random moments while they run jobs, and the fate of the jobs.

Jobs are submitted continuously. The right answer of each is known: the job must be in the store, have ended exactly
once, and be right; a list must have every solution once. No process that a killed server started may survive.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import cycle, islice
from pathlib import Path
from typing import TypeAlias

from exactcover import api
from exactcover.service.job import Job, JobState, Json, Submission
from exactcover.service.store.jobs import Store

WORKERS, LEASE_SECONDS = 2, 5.0
ORPHAN_SECONDS = 1.0
START_SECONDS = 60.0
WAIT_SECONDS = 300.0
UNFINISHED = 6
SERVER = """
import sys, threading
from exactcover.service.runner import Runner
from exactcover.service.store.jobs import Store
Runner(Store(sys.argv[1]), int(sys.argv[2]), lease_seconds=float(sys.argv[3]), executor=sys.argv[4]).start()
threading.Event().wait()
"""
BOARDS = {
    "2x3": 3,
    "3x4": 11,
    "4x4": 36,
    "4x5": 95,
    "4x6": 281,
    "5x6": 1183,
    "6x6": 6728,
    "6x7": 31529,
    "8x8": 12988816,
}
"""Tilings by dominoes: Kasteleyn 1961, Temperley & Fisher 1961; OEIS A099390."""
MOST_LISTED = 7000
LONG, TILINGS = "8x9", 108435745
"""A count of some seconds, which is resumed after its server was killed: from its roots, or from an executor's cubes."""
MOST_PIECES = 36
Entry: TypeAlias = tuple[Submission, int]
"""A submission, and its number of solutions."""


@dataclass
class Outcome:
    """The fate of the jobs; faults: one sentence each."""

    kills: int = 0
    jobs: int = 0
    attempts: Counter[int] = field(default_factory=Counter)
    orphans: int = 0
    resumed: int = 0
    states: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


def submissions() -> list[Entry]:
    """Return what is submitted repeatedly, each time with another seed, and the number of solutions."""
    entries: list[Entry] = []
    for board, count in BOARDS.items():
        keys = {"kind": "packing", "board": board, "pieces": "dominoes", "copies": "any"}
        canonical = api.puzzle(keys["kind"], **_own(keys)).canonical()
        for task in ("count", "list", "solve"):
            if task != "list" or count <= MOST_LISTED:
                entries.append(
                    (Submission(task, canonical, api.digest_of(canonical), {"time_limit": 120.0}, source=keys), count)
                )
    for own in ({"workers": 1}, {"workers": 2, "executor": "local"}):
        entries.append((long_count(0, {"time_limit": 3000.0, **own}), TILINGS))
    return entries


def long_count(number: int, options: Json) -> Submission:
    """Return a count of some seconds; another number gives another puzzle, whose answer is not known yet."""
    copies = f"0..{MOST_PIECES + number}"
    keys = {"kind": "packing", "board": LONG, "pieces": "dominoes", "copies": copies}
    canonical = api.puzzle(keys["kind"], **_own(keys)).canonical()
    return Submission("count", canonical, api.digest_of(canonical), options, source=keys)


def _own(keys: dict[str, str]) -> dict[str, str]:
    return {key: value for key, value in keys.items() if key != "kind"}


class Server:
    """A process that runs jobs, including those that name this executor."""

    def __init__(self, url: str, executor: str = "local") -> None:
        words = [sys.executable, "-c", SERVER, url, str(WORKERS), str(LEASE_SECONDS), executor]
        self.process = subprocess.Popen(words, start_new_session=True)

    def runs_something(self, store: Store) -> bool:
        """Return whether a job is running in this very process."""
        return any(f":{self.process.pid}:" in runner for runner in store.runners())

    def kill(self) -> set[tuple[int, str]]:
        """Kill the process, and return its descendants."""
        below = descendants(self.process.pid)
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        return below

    def stop(self) -> None:
        """Kill the process at once."""
        self.kill()


def _stat(process: int) -> tuple[int, str, str] | None:
    """Return the parent of a process, its state, and its start time."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return int(fields[1]), fields[0], fields[19]


def descendants(process: int) -> set[tuple[int, str]]:
    """Return the descendants of a process, each with its start time."""
    parents: dict[int, tuple[int, str]] = {}
    for name in os.listdir("/proc"):
        entries = _stat(int(name)) if name.isdigit() else None
        if entries is not None:
            parents[int(name)] = entries[0], entries[2]
    below, pending = set(), [process]
    while pending:
        parent = pending.pop()
        for each, (its_parent, began) in parents.items():
            if its_parent == parent:
                below.add((each, began))
                pending.append(each)
    return below


def alive(processes: set[tuple[int, str]]) -> int:
    """Return how many of the processes are still running."""
    entries = ((_stat(process), began) for process, began in processes)
    return sum(stat is not None and stat[2] == began and stat[1] != "Z" for stat, began in entries)


def run(url: str, kills: int, seed: int = 0, *, most: float = 8.0, patience: float = ORPHAN_SECONDS) -> Outcome:
    """Kill servers so many times, and judge the jobs.

    Four of five are killed up to `most` seconds after they have begun a job, one while it starts. Before the first kill
    all kinds of jobs are run once, so that nothing needs compiling later. patience: seconds after which the descendants
    of a killed server must be gone.
    """
    dice = random.Random(seed)
    store, outcome = Store(url), Outcome()
    asked = cycle(submissions())
    expected: dict[str, int] = {}
    server = Server(url)
    below: set[tuple[int, str]] = set()
    killed_at = time.monotonic()
    try:
        while len(expected) < len(submissions()):
            _submit(store, asked, expected, seed * 10_000 + len(expected))
            _wait(store)
        for number in range(kills):
            begins = number % 5 > 0
            until = time.monotonic() + (START_SECONDS if begins else dice.uniform(0, most))
            while time.monotonic() < until:
                if begins and server.runs_something(store):
                    begins, until = False, time.monotonic() + dice.uniform(0, most)
                _submit(store, asked, expected, seed * 10_000 + len(expected))
                if below and (not alive(below) or time.monotonic() > killed_at + patience):
                    outcome.orphans += alive(below)
                    below = set()
                time.sleep(0.02)
            while alive(below) and time.monotonic() < killed_at + patience:
                time.sleep(0.02)
            outcome.orphans += alive(below)
            below, killed_at = server.kill(), time.monotonic()
            outcome.kills = number + 1
            server = Server(url)
        _wait(store)
    finally:
        server.stop()
    for job_id, count in expected.items():
        judge(store, job_id, count, outcome)
    store.close()
    return outcome


def _wait(store: Store) -> None:
    """Wait until no job is queued or running, with a timeout."""
    end = time.monotonic() + WAIT_SECONDS
    while any(store.count_by_state()[state] for state in JobState if not state.ended) and time.monotonic() < end:
        time.sleep(0.1)


def _submit(store: Store, asked: Iterator[tuple[Submission, int]], expected: dict[str, int], seed: int) -> None:
    counts = store.count_by_state()
    unfinished = sum(number for state, number in counts.items() if not state.ended)
    for submission, count in islice(asked, max(0, UNFINISHED - unfinished)):
        seed += 1
        # The answer of a count is known for every seed once it was counted: a limit above the count makes it another question.
        own = {"limit": count + seed} if submission.task == "count" and seed % 2 and count != TILINGS else {}
        options = submission.options | {"seed": seed} | own
        another = long_count(seed, options) if count == TILINGS else replace(submission, options=options)
        job = store.submit(another)
        expected[job.id] = count


def judge(store: Store, job_id: str, count: int, outcome: Outcome) -> None:
    """Count a job, and record its faults."""
    job = store.job(job_id)
    outcome.jobs += 1
    if job is None:
        outcome.faults.append(f"{job_id} was accepted and is lost")
        return
    outcome.states[job.state] += 1
    outcome.attempts[job.attempt] += 1
    events = [event for _, event in store.events(job_id, limit=100_000)]
    ends = sum(event["event"] == "finished" for event in events)
    outcome.resumed += any(event["event"] == "resumed" for event in events)
    if not job.state.ended or ends != 1:
        outcome.faults.append(f"{job_id} is {job.state} and has ended {ends} times")
    elif job.state != JobState.SUCCEEDED or job.answer is None:
        outcome.faults.append(f"{job_id} is {job.state}: {job.problem}; {job.task} of {job.source}: {_life(events)}")
    else:
        _judge_answer(store, job, count, outcome)


def _life(events: list[Json]) -> str:
    """Return a job's events, and their seconds after the first one."""
    begun = next((event["at"] for event in events if "at" in event), 0.0)
    return ", ".join(f"{event['event']} {event['at'] - begun:.1f}" for event in events if "at" in event)


def _judge_answer(store: Store, job: Job, count: int, outcome: Outcome) -> None:
    assert job.answer is not None
    if job.task == "solve":
        if api.faults(api.puzzle(job.source["kind"], **_own(job.source)), job.answer["solution"]):
            outcome.faults.append(f"{job.id} has a wrong solution")
        return
    if job.answer["count"] != str(count) or not job.answer["exhausted"]:
        outcome.faults.append(f"{job.id} has the count {job.answer['count']}; expected {count}")
    if job.task == "list":
        listed, cursor = list[str](), 0
        while True:
            page, following = store.solutions(job.id, cursor, 1000)
            listed += (json.dumps(solution, sort_keys=True) for solution in page)
            if following is None:
                break
            cursor = following
        if len(listed) != count or len(set(listed)) != count:
            outcome.faults.append(
                f"{job.id} lists {len(listed)} solutions, {len(set(listed))} different; expected {count}"
            )

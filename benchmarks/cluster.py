"""Cubes: runs whose workers, drivers and raylets are killed, and what two workers gain over one.

Every count and every list is compared with what is published. Kills come at random moments of runs that go on from their ledger
until they end. Seconds of speed are wall seconds of the search, without the start of a cluster, since that is what more workers
are for; the CPU seconds beside them tell how busy the machine was with other things.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from exactcover import api
from exactcover.answer import End, FoundMany, Limits
from exactcover.cluster.cubes import cubes_of
from exactcover.cluster.driver import Driver
from exactcover.cluster.executor import Executor
from exactcover.cluster.flight import executor_of
from exactcover.cluster.ledger import Ledger
from exactcover.cluster.work import CoverWork
from exactcover.model.cover import Cover
from exactcover.reductions import chain
from exactcover.search.cover.roots import plan, runner_of_plan

WORKER_KILLS, DRIVER_KILLS, RAYLET_KILLS = 200, 20, 5
COUNTED = ("packing board=8x8 pieces=dominoes copies=any", 12_988_816)
LISTED = ("packing board=6x7 pieces=dominoes copies=any", 31_529)
"""Tilings by dominoes: OEIS A099390."""
STARTED_AGAIN, LONG = ("queens n=14", 365_596), ("queens n=16", 14_772_512)
"""Queens: OEIS A000170."""
SECONDS_BETWEEN_KILLS = {"local": (0.1, 1.0), "ray": (3.0, 8.0)}
"""Ray takes two or three seconds to put another worker in the place of one that was killed."""
KILLED_CUBES_SECONDS = 0.02


@dataclass
class Storm:
    """What became of runs whose processes were killed; wrong: how many; due: when the next kill is."""

    name: str
    kills: int = 0
    runs: int = 0
    wrong: int = 0
    due: float = 0.0

    def line(self) -> str:
        """A line of the table."""
        return f"| {self.name} | {self.kills} | {self.runs} | {self.wrong} |"


def measure() -> list[str]:
    """Run all of it, and return the page."""
    storms = [
        _workers_killed("local", "workers of `local`, a count", COUNTED, "count", WORKER_KILLS // 2),
        _workers_killed("local", "workers of `local`, a list", LISTED, "list", WORKER_KILLS // 4),
        _workers_killed("ray", "workers of `ray`, a count", COUNTED, "count", WORKER_KILLS // 4),
        _started_again("local", "the driver, `local`, a count", DRIVER_KILLS, _whole),
        _started_again("ray", "a raylet, a count", RAYLET_KILLS, _raylet),
    ]
    return [
        *("# Cubes: killed and resumed, and speed by workers", ""),
        *(
            "`python -m benchmarks cluster`",
            "",
            "| killed by SIGKILL | kills | runs | wrong or broken |",
            "|---|--:|--:|--:|",
        ),
        *(storm.line() for storm in storms),
        *("", f"{LONG[0]}, {LONG[1]:,} solutions, on {len(os.sched_getaffinity(0))} cores:", ""),
        *("| executor, workers | wall s of the search | CPU s of the cubes | start s |", "|---|--:|--:|--:|"),
        *(_speed(word, workers) for word, workers in (("ray", 1), ("ray", 2), ("local", 1), ("local", 2))),
    ]


def cover_of(words: str) -> Cover:
    """Return the cover of a packing given in words."""
    cover = chain.reduce(api.puzzle_about(words).encode().model, ("cover",)).model
    assert isinstance(cover, Cover)
    return cover


def _workers_killed(word: str, name: str, case: tuple[str, int], task: str, kills: int) -> Storm:
    """Kill workers of one executor after the other, until there were so many kills."""
    storm, rng = Storm(name), random.Random(1)
    cover = cover_of(case[0])
    search = plan(cover, "count" if task == "count" else "list")
    with executor_of(word, CoverWork(cover, search), 2) as executor, tempfile.TemporaryDirectory() as folder:
        while storm.kills < kills:
            ledger = Ledger(Path(folder) / f"{storm.runs}")
            ledger.begin(
                "run", task, "", lambda: (search, cubes_of(runner_of_plan(cover, search), 2, KILLED_CUBES_SECONDS))
            )
            driver = Driver(cover, search, ledger, "run")
            storm.wrong += _killed_run(driver, executor, storm, rng, SECONDS_BETWEEN_KILLS[word], kills) != case[1]
            storm.runs += 1
            ledger.close()
    return storm


def _killed_run(
    driver: Driver, executor: Executor, storm: Storm, rng: random.Random, pauses: tuple[float, float], kills: int
) -> int | None:
    """Run a driver to its end while workers are killed; return what it counted, or how many different ones it listed."""
    lines, seen = 0, set[bytes]()
    for event in driver.run(executor, Limits()):
        at_work = [each for each in _descendants(os.getpid()) if _is_worker(each)]
        if time.monotonic() > storm.due and at_work and storm.kills < kills:
            os.kill(rng.choice(at_work), signal.SIGKILL)
            storm.kills += 1
            storm.due = time.monotonic() + rng.uniform(*pauses)
        if isinstance(event, FoundMany):
            lines += len(event.selections)
            seen.update(selection.tobytes() for selection in event.selections)
        if isinstance(event, End):
            return event.count if event.count is not None else len(seen) if len(seen) == lines else -1
    return None


def _started_again(word: str, name: str, kills: int, kill: object) -> Storm:
    """Kill what `kill` names of a command that counts, begun again until it ends; until there were so many kills."""
    storm, rng = Storm(name), random.Random(2)
    with tempfile.TemporaryDirectory() as folder:
        while storm.kills < kills:
            ledger = str(Path(folder) / f"{storm.runs}")
            command = [sys.executable, "-m", "exactcover.cli", "count", *STARTED_AGAIN[0].split(), "--json"]
            command += ["--executor", word, "--workers", "2", "--checkpoint", ledger]
            while True:
                process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
                victim = None
                if storm.kills < kills:
                    victim = _victim(process, ledger, rng, all_of=kill is _whole)
                if victim is not None:
                    os.kill(victim, signal.SIGKILL)
                    storm.kills += 1
                out, _ = process.communicate()
                if process.returncode == 0:
                    storm.wrong += json.loads(out)["count"] != str(STARTED_AGAIN[1])
                    storm.runs += 1
                    break
                if victim is None:
                    storm.wrong += 1
                    break
    return storm


def _whole() -> None:
    """The whole command is killed."""


def _raylet() -> None:
    """The raylet of its cluster is killed."""


def _victim(process: subprocess.Popen[bytes], ledger: str, rng: random.Random, *, all_of: bool) -> int | None:
    """Return the process to kill once cubes are searched, None where the run ended before."""
    wanted = _is_worker if all_of else _is_raylet
    while process.poll() is None:
        named = [each for each in _descendants(process.pid) if wanted(each)]
        if named and Path(ledger).exists():
            time.sleep(rng.uniform(0.5, 6.0))
            return process.pid if all_of else named[0]
        time.sleep(0.1)
    return None


def _speed(word: str, workers: int) -> str:
    """Return the line of a count by so many workers."""
    cover = cover_of(LONG[0])
    search = plan(cover, "count")
    begun = time.monotonic()
    with executor_of(word, CoverWork(cover, search), workers) as executor, tempfile.TemporaryDirectory() as folder:
        ledger = Ledger(Path(folder) / "ledger")
        ledger.begin("run", "count", "", lambda: (search, cubes_of(runner_of_plan(cover, search), 2)))
        driver = Driver(cover, search, ledger, "run")
        started = time.monotonic()
        (end,) = [event for event in driver.run(executor, Limits()) if isinstance(event, End)]
        ended = time.monotonic()
        assert end.count == LONG[1], f"{end.count} solutions were counted; {LONG[1]} are published"
        cpu = end.statistics.cpu_seconds
    return f"| {word}, {workers} | {ended - started:.1f} | {cpu:.1f} | {started - begun:.1f} |"


def _descendants(process: int) -> Iterator[int]:
    """Yield the processes that a process has started, and those that these have."""
    try:
        threads = list(Path(f"/proc/{process}/task").iterdir())
        children = [int(each) for thread in threads for each in (thread / "children").read_text().split()]
    except OSError:
        return
    for child in children:
        yield child
        yield from _descendants(child)


def _command(process: int) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_text()
    except OSError:
        return ""


def _is_worker(process: int) -> bool:
    command = _command(process)
    return "cluster/__main__.py" in command or command.startswith("ray::search")


def _is_raylet(process: int) -> bool:
    return _command(process).split("\0")[0].endswith("/raylet")

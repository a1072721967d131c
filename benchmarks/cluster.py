"""Cubes: runs whose workers, drivers and raylets are killed, and the speedup of two workers over one.

`python -m benchmarks.cluster PART [--kills N]` runs a part and records its results in results/cluster.jsonl, so that
kills can be done a few at a time; the page is made of all records. `python -m benchmarks cluster` runs every part.
Every count and every list is compared with the published one. Kills come at random moments of runs that are resumed
from their ledger until they end. Speed is in wall seconds of the search, without the start of a cluster, since that is
what more workers reduce; the CPU seconds show how busy the machine was with other work.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.machine import described
from benchmarks.service_figures import noted
from exactcover import api
from exactcover.backends.search.cover.roots import plan, runner_of_plan
from exactcover.cluster.cubes import cubes_of
from exactcover.cluster.driver import Driver
from exactcover.cluster.executor import Executor
from exactcover.cluster.ledger import Ledger
from exactcover.cluster.scheduler import executor_of
from exactcover.cluster.work import CoverWork
from exactcover.model.answer import Limits
from exactcover.model.cover import Cover
from exactcover.model.events import End, FoundMany
from exactcover.transform.reductions import chain

COUNTED = ("packing board=8x8 pieces=dominoes copies=any", 12_988_816)
LISTED = ("packing board=6x7 pieces=dominoes copies=any", 31_529)
"""Tilings by dominoes: OEIS A099390."""
FILE = Path(__file__).parent / "results" / "cluster.jsonl"
STARTED_AGAIN, LONG = ("queens n=14", 365_596), ("queens n=16", 14_772_512)
"""Queens: OEIS A000170."""


@dataclass(frozen=True)
class Long:
    """A count of minutes by the command line, its known classes, and after how many seconds each start is killed."""

    name: str
    words: str
    classes: int
    source: str
    killed_after: tuple[float, ...] = ()


LONG_COUNTS = {
    "one-sided": Long(
        "One-sided pentominoes on 9x10",
        "packing board=9x10 pieces=pentominoes-one-sided",
        10_440_433,
        "as published",  # tests/published.json
        (240.0, 300.0),
    ),
    "y-pentominoes": Long(
        "Y-pentominoes on 15x15", "packing board=15x15 pieces=Y5 copies=any", 212, "as one worker counts"
    ),
}
WHOLE = ("bedlam", 19_186 * 24)
"""Bedlam's cube: 19,186 packings up to its 24 rotations (S. Kurowski)."""
LOCAL = ("--executor", "local", "--workers")
WHOLE_WITH = {"none": ("--workers", "1"), "local, 1": (*LOCAL, "1"), "local, 2": (*LOCAL, "2")}
SECONDS_BETWEEN_KILLS = {"local": (0.1, 1.0), "ray": (3.0, 8.0)}
"""Ray takes two or three seconds to replace a killed worker."""
KILLED_CUBES_SECONDS = 0.02


@dataclass
class Storm:
    """The results of runs whose processes were killed; wrong: how many were; due: when the next kill is."""

    kills: int = 0
    runs: int = 0
    wrong: int = 0
    due: float = 0.0


def measure() -> list[str]:
    """Run all parts, and return the page."""
    for part, (_, kills, run) in STORMS.items():
        note(part, **kept(run(kills)))
    note("speed", rows=speeds())
    note("whole", rows=whole_commands())
    return page(noted(FILE))


def kept(storm: Storm) -> dict[str, int]:
    """Return the records of a storm."""
    return {"kills": storm.kills, "runs": storm.runs, "wrong": storm.wrong}


def note(part: str, **figures: object) -> None:
    """Record the results of a part, and write the page again."""
    with FILE.open("a") as lines:
        lines.write(json.dumps({"part": part, "measured": described(), **figures}) + "\n")
    FILE.with_suffix(".md").write_text("\n".join(page(noted(FILE))) + "\n")


def page(records: Sequence[dict[str, Any]]) -> list[str]:
    """Return the page of all records: kills add up; of speeds the latest count is shown."""
    lines = [
        *("# Cubes: killed and resumed, and speed by workers", ""),
        *(
            "`python -m benchmarks.cluster`, part by part. Each count and each list is compared with what is published.",
            "",
        ),
        *("| killed by SIGKILL | kills | runs | wrong or broken |", "|---|--:|--:|--:|"),
    ]
    for part, (name, _, _) in STORMS.items():
        own = [record for record in records if record["part"] == part]
        if own:
            kills, runs, wrong = (sum(record[what] for record in own) for what in ("kills", "runs", "wrong"))
            lines.append(f"| {name} | {kills} | {runs} | {wrong} |")
    speed = [record for record in records if record["part"] == "speed"]
    if speed:
        lines += ["", f"{LONG[0]}, {LONG[1]:,} solutions; {speed[-1]['measured']}:", ""]
        lines += ["| executor, workers | wall s of the search | CPU s of the cubes | start s |", "|---|--:|--:|--:|"]
        lines += speed[-1]["rows"]
    whole = [record for record in records if record["part"] == "whole"]
    if whole:
        lines += ["", f"`exactcover count {WHOLE[0]}` as a whole command; {whole[-1]['measured']}:", ""]
        lines += ["| executor, workers | wall s | to that without |", "|---|--:|--:|", *whole[-1]["rows"]]
    for record in records:
        if record["part"] in LONG_COUNTS:
            lines += ["", _told(LONG_COUNTS[record["part"]], record)]
    return lines


def whole_commands() -> list[str]:
    """Return the rows of whole commands: without an executor, and with one or two workers of `local`; medians of three."""
    walls: dict[str, list[float]] = {name: [] for name in WHOLE_WITH}
    for _ in range(3):
        for name, options in WHOLE_WITH.items():
            command = [sys.executable, "-m", "exactcover", "count", WHOLE[0], *options]
            begun = time.monotonic()
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            walls[name].append(time.monotonic() - begun)
            assert f"{WHOLE[1]:,} solutions" in done.stdout, done.stdout
    medians = {name: median(each) for name, each in walls.items()}
    return [f"| {name} | {wall:.1f} | {wall / medians['none']:.2f} |" for name, wall in medians.items()]


def _told(count: Long, record: dict[str, Any]) -> str:
    """Describe the result of a long count."""
    wall, killed = sum(record["wall"]), record["wall"][:-1]
    when = (
        f"; the command killed {len(killed)} times and begun again, after {', '.join(map(str, killed))} s"
        if killed
        else ""
    )
    return (
        f"{count.name}, two workers of `local`, {record['measured']}: {int(record['count']):,} tilings,"
        f" {count.classes:,} classes, {count.source}{when}; {wall:.0f} s of wall time in all, {record['cpu']:.0f} CPU s of cubes,"
        f" {wall / record['cpu']:.2f} of what one worker takes for them."
    )


def speeds() -> list[str]:
    """Return the rows of the same count by each executor and number of workers, one after the other."""
    return [_speed(word, workers) for word, workers in (("ray", 1), ("ray", 2), ("local", 1), ("local", 2))]


def long_count(count: Long) -> dict[str, Any]:
    """Count with two workers, killed as planned and restarted; return the measurements.

    wall: seconds of each start, the last one to the end; cpu: of all cubes, as reported by the last start.
    """
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "exactcover.cli", "count", *count.words.split(), "--json"]
        command += ["--executor", "local", "--workers", "2", "--checkpoint", str(Path(folder) / "ledger")]
        walls = []
        for limit in (*count.killed_after, None):
            begun = time.monotonic()
            process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            try:
                out, _ = process.communicate(timeout=limit)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
            walls.append(round(time.monotonic() - begun, 1))
            if process.returncode == 0:
                break
        answer = json.loads(out)
    assert answer["classes"] == str(count.classes), f"{answer['classes']} classes; expected {count.classes}"
    return {"wall": walls, "cpu": answer["statistics"]["cpu_seconds"], "count": answer["count"]}


def cover_of(words: str) -> Cover:
    """Return the cover of a packing given on a command line."""
    cover = chain.reduce(api.puzzle_about(words).encode().model, ("cover",)).model
    assert isinstance(cover, Cover)
    return cover


def _workers_killed(word: str, case: tuple[str, int], task: str, kills: int) -> Storm:
    """Kill workers of one executor one after the other, until so many have been killed."""
    storm, rng = Storm(), random.Random()
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
    """Run a driver to its end while workers are killed; return its count, or the number of different solutions it listed."""
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


def _started_again(word: str, kills: int, *, all_of: bool) -> Storm:
    """Kill a counting command, or the raylet of its cluster, and restart it until it ends; until there were so many kills."""
    storm, rng = Storm(), random.Random()
    with tempfile.TemporaryDirectory() as folder:
        while storm.kills < kills:
            ledger = str(Path(folder) / f"{storm.runs}")
            command = [sys.executable, "-m", "exactcover.cli", "count", *STARTED_AGAIN[0].split(), "--json"]
            command += ["--executor", word, "--workers", "2", "--checkpoint", ledger]
            while True:
                process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
                victim = None
                if storm.kills < kills:
                    victim = _victim(process, ledger, rng, all_of=all_of)
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


def _victim(process: subprocess.Popen[bytes], ledger: str, rng: random.Random, *, all_of: bool) -> int | None:
    """Return the process to kill once cubes are being searched; None if the run ended before."""
    wanted = _is_worker if all_of else _is_raylet
    while process.poll() is None:
        named = [each for each in _descendants(process.pid) if wanted(each)]
        if named and Path(ledger).exists():
            time.sleep(rng.uniform(0.5, 6.0))
            return process.pid if all_of else named[0]
        time.sleep(0.1)
    return None


def _speed(word: str, workers: int) -> str:
    """Return the row of a count by so many workers, run twice: the extra time of the first run is the start."""
    cover = cover_of(LONG[0])
    search = plan(cover, "count")
    begun, walls, cpu = time.monotonic(), list[float](), 0.0
    with executor_of(word, CoverWork(cover, search), workers) as executor, tempfile.TemporaryDirectory() as folder:
        ready = time.monotonic() - begun
        for turn in range(2):
            ledger = Ledger(Path(folder) / f"{turn}")
            ledger.begin("run", "count", "", lambda: (search, cubes_of(runner_of_plan(cover, search), 2)))
            driver = Driver(cover, search, ledger, "run")
            started = time.monotonic()
            (end,) = [event for event in driver.run(executor, Limits()) if isinstance(event, End)]
            walls.append(time.monotonic() - started)
            assert end.count == LONG[1], f"{end.count} solutions were counted; {LONG[1]} are published"
            cpu = end.statistics.cpu_seconds
            ledger.close()
    return f"| {word}, {workers} | {walls[1]:.1f} | {cpu:.1f} | {ready + max(0.0, walls[0] - walls[1]):.1f} |"


def _descendants(process: int) -> Iterator[int]:
    """Yield all descendants of a process."""
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
    return "cluster.local" in command or command.startswith("ray::search")


def _is_raylet(process: int) -> bool:
    return _command(process).split("\0")[0].endswith("/raylet")


STORMS: dict[str, tuple[str, int, Callable[[int], Storm]]] = {
    "local-count": (
        "workers of `local`, a count",
        100,
        lambda kills: _workers_killed("local", COUNTED, "count", kills),
    ),
    "local-list": ("workers of `local`, a list", 50, lambda kills: _workers_killed("local", LISTED, "list", kills)),
    "ray-count": ("workers of `ray`, a count", 50, lambda kills: _workers_killed("ray", COUNTED, "count", kills)),
    "driver": ("the driver, `local`, a count", 20, lambda kills: _started_again("local", kills, all_of=True)),
    "raylet": ("a raylet, a count", 5, lambda kills: _started_again("ray", kills, all_of=False)),
}
"""Parts: what is killed, how often by default, and by which function."""


def main() -> None:
    """Run one part and record its results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=[*STORMS, "speed", "whole", *LONG_COUNTS])
    parser.add_argument("--kills", type=int)
    arguments = parser.parse_args()
    if arguments.part == "speed":
        note("speed", rows=speeds())
        return
    if arguments.part == "whole":
        note("whole", rows=whole_commands())
        return
    if arguments.part in LONG_COUNTS:
        note(arguments.part, **long_count(LONG_COUNTS[arguments.part]))
        return
    _, usual, run = STORMS[arguments.part]
    note(arguments.part, **kept(run(usual if arguments.kills is None else arguments.kills)))


if __name__ == "__main__":
    main()

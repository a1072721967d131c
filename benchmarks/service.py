"""The service: how many jobs its store accepts in a second, and what servers lose that are killed.

Fifty threads submit distinct puzzles, each waiting until its job is on the disk: with group commit, with a commit for each job
on the same disk just before, and on a PostgreSQL server of its own with its usual durability. Then servers are killed with
SIGKILL at random moments while they run counts, lists and searches whose answers are known.
"""

from __future__ import annotations

import os
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from benchmarks import crashes, postgres
from benchmarks.machine import described, table
from exactcover.service.job import Submission
from exactcover.service.store.jobs import Store

THREADS, SECONDS, ROUNDS = 50, 4.0, 3
KILLS = int(os.environ.get("EXACTCOVER_KILLS", "300"))


def measure() -> list[str]:
    """Return the tables."""
    lines = ["# The service", "", described(), "", (__doc__ or "").split("\n", 2)[2].strip(), ""]
    lines += [
        f"Jobs accepted in a second by {THREADS} threads, medians of {ROUNDS} rounds of {SECONDS:g} s side by side:",
        "",
    ]
    return [*lines, *rates(), "", *killed()]


def rates() -> list[str]:
    """Return the table of accepted jobs."""
    rounds: dict[str, list[tuple[float, float]]] = {}
    with tempfile.TemporaryDirectory() as name, _server() as server:
        for number in range(ROUNDS):
            for how, together in (("SQLite, a commit for each job", False), ("SQLite, group commit", True)):
                store = Store(str(Path(name) / f"{number}-{together}.sqlite"), group_commit=together)
                rounds.setdefault(how, []).append(_rate(store, number))
            if server:
                store = Store(postgres.database(server, f"rate_{number}"))
                rounds.setdefault("PostgreSQL, group commit", []).append(_rate(store, number))
    rows = [
        (how, f"{median(rate for rate, _ in told):.0f}", f"{1000 * median(cpu for _, cpu in told):.2f}")
        for how, told in rounds.items()
    ]
    return table(("store", "jobs accepted per second", "CPU ms of this process per job"), rows)


@contextmanager
def _server() -> Iterator[str]:
    if postgres.missing():
        yield ""
        return
    with postgres.server() as url:
        yield url


def _rate(store: Store, round_: int) -> tuple[float, float]:
    """Return how many jobs are accepted in a second, and the CPU seconds of each."""
    accepted = [0] * THREADS
    begin, cpu = time.monotonic(), time.process_time()

    def submit(thread: int) -> None:
        while time.monotonic() < begin + SECONDS:
            number = f"{round_}-{thread}-{accepted[thread]}"
            puzzle = {"kind": "packing", "board": "6x10", "pieces": "x" * 500, "number": number}
            store.submit(Submission("solve", puzzle, number.rjust(64, "0"), {"seed": 0, "time_limit": 60.0}))
            accepted[thread] += 1

    threads = [threading.Thread(target=submit, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seconds, total = time.monotonic() - begin, sum(accepted)
    used = time.process_time() - cpu
    kept = sum(store.count_by_state().values())
    store.close()
    if kept != total:
        raise AssertionError(f"{total} jobs were accepted and {kept} are kept")
    return total / seconds, used / total


def killed() -> list[str]:
    """Return the table of what became of jobs whose servers were killed; raises AssertionError where one was wrong."""
    rows = []
    with tempfile.TemporaryDirectory() as name, _server() as server:
        urls = {"SQLite": str(Path(name) / "killed.sqlite")}
        if server:
            urls["PostgreSQL"] = postgres.database(server, "killed")
        for how, url in urls.items():
            outcome = crashes.run(url, KILLS, seed=7)
            if outcome.faults:
                raise AssertionError("; ".join(outcome.faults[:10]))
            again = sum(number for attempt, number in outcome.attempts.items() if attempt > 1)
            most = max(outcome.attempts)
            rows.append((how, *map(str, (outcome.kills, outcome.jobs, again, most, outcome.resumed, outcome.orphans))))
    head = (
        *("store", "kills", "jobs, each right and ended once", "jobs begun again", "most attempts"),
        *("lists that went on", "processes alive after 1 s"),
    )
    return table(head, rows)

"""The service: how many jobs per second its store accepts, and what killed servers lose.

Fifty threads submit distinct puzzles, each waiting until its job is durable: with group commit, with one commit per job
on the same disk just before, and on a private PostgreSQL server with its usual durability. Then servers are killed with
SIGKILL at random moments while they run counts, lists and searches whose answers are known.

`python -m benchmarks service` does all of it; `python -m benchmarks.service --parts sqlite --kills 60` runs one part,
as often as one likes: results add up (service_figures.py). EXACTCOVER_KILLS is the total number of kills on each store.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks import crashes, postgres, service_figures
from exactcover.service.job import Submission
from exactcover.service.store.jobs import Store

THREADS, SECONDS, ROUNDS = 50, 4.0, 3
KILLS = int(os.environ.get("EXACTCOVER_KILLS", "300"))
STORES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
PARTS = ("rates", *STORES)


def measure() -> list[str]:
    """Measure what has no record yet, and return the page."""
    kept = service_figures.noted()
    if not any(record["part"] == "rates" for record in kept):
        rates()
    for name, store in STORES.items():
        done = sum(record["kills"] for record in kept if record.get("store") == store)
        if done < KILLS:
            killed(name, KILLS - done)
    return service_figures.page(service_figures.noted())


def rates() -> None:
    """Record how many jobs are accepted per second."""
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
        (how, f"{median(rate for rate, _ in figures):.0f}", f"{1000 * median(cpu for _, cpu in figures):.2f}")
        for how, figures in rounds.items()
    ]
    how = f"{THREADS} threads, medians of {ROUNDS} rounds of {SECONDS:g} s side by side"
    service_figures.note("rates", how=how, rows=rows)


@contextmanager
def _server() -> Iterator[str]:
    if postgres.missing():
        yield ""
        return
    with postgres.server() as url:
        yield url


def _rate(store: Store, round_: int) -> tuple[float, float]:
    """Return how many jobs are accepted per second, and the CPU seconds of each."""
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


def killed(name: str, kills: int) -> None:
    """Record the fate of jobs whose servers were killed; raises AssertionError if one was wrong, or a process survived.

    name: of STORES. Each run uses other random moments.
    """
    store = STORES[name]
    if name == "postgresql" and postgres.missing():
        print(postgres.missing())
        return
    seed = 7 + sum(record.get("store") == store for record in service_figures.noted())
    with tempfile.TemporaryDirectory() as folder, _server() if name == "postgresql" else _no_server() as server:
        url = postgres.database(server, "killed") if server else str(Path(folder) / "killed.sqlite")
        outcome = crashes.run(url, kills, seed)
    if outcome.faults or outcome.orphans:
        raise AssertionError("; ".join([f"{outcome.orphans} processes lived on", *outcome.faults[:10]]))
    again = sum(number for attempt, number in outcome.attempts.items() if attempt > 1)
    figures: dict[str, Any] = {
        "kills": outcome.kills,
        "jobs": outcome.jobs,
        "again": again,
        "most": max(outcome.attempts),
    }
    service_figures.note("killed", store=store, **figures, resumed=outcome.resumed, orphans=outcome.orphans)


@contextmanager
def _no_server() -> Iterator[str]:
    yield ""


def main() -> None:
    """Measure the parts that are named."""
    parser = argparse.ArgumentParser(description="Measure the store, and servers that are killed.")
    parser.add_argument("--parts", default=",".join(PARTS), help=f"of {', '.join(PARTS)}, with commas between (all)")
    parser.add_argument("--kills", type=int, default=60, help="on each store (60)")
    figures = parser.parse_args()
    for part in figures.parts.split(","):
        if part not in PARTS:
            parser.error(f"the part {part!r} is none of {', '.join(PARTS)}")
        if part == "rates":
            rates()
        else:
            killed(part, figures.kills)


if __name__ == "__main__":
    main()

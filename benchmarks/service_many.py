"""A store of a million ended jobs and ten thousand queued ones: the CPU time of a list, a look-up, a submission and a claim.

`python -m benchmarks.service_many [--ended N] [--queued N] [--calls N]` writes the rows of the jobs as the store would have, in a
temporary folder, and calls a server on it over HTTP; claims are made in this process, as a runner makes them.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import itertools
import json
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Table, insert, select

from benchmarks import service_figures
from benchmarks.service_siege import started
from exactcover.process import databases
from exactcover.process.usage import cpu_seconds
from exactcover.service.job import JobState, Submission, new_id
from exactcover.service.store import schema
from exactcover.service.store.jobs import Store
from exactcover.service.store.turns import Shares

ROWS_AT_ONCE = 20_000
WARMING_CALLS = 20
PUZZLE = {"kind": "queens", "n": 8}
OWN = ("jobs", "puzzles", "events", "answers")


def fill(place: str, ended: int, queued: int) -> list[str]:
    """Write the jobs, and return the ids of those that have ended: copies of one that a store has taken, and ended."""
    with contextlib.closing(Store(place)) as store:
        job = store.submit(Submission("solve", PUZZLE, "0" * 64, title="Eight queens"))
        claim = store.claim("nobody", 1000.0)
        assert claim is not None
        writing, _ = databases.engines(databases.url_of(place))
        tables = [schema.metadata.tables[name] for name in OWN]
        with writing.begin() as connection:
            waiting = {table.name: connection.execute(select(table)).mappings().all() for table in tables}
        store.finish(claim, JobState.SUCCEEDED, {"status": "FEASIBLE", "stop_reason": None, "solution": "x" * 200})
        with writing.begin() as connection:
            done = {table.name: connection.execute(select(table)).mappings().all() for table in tables}
    now = time.time()
    ids = [new_id(now - ended + number) for number in range(ended)]
    _copy(writing, tables, done, job.id, iter(ids))
    queue = (new_id(now + number) for number in range(queued))
    patch = {"state": "QUEUED", "attempt": 0, "runner": None, "lease_until": None, "started_at": None}
    _copy(writing, tables, waiting, job.id, queue, **patch)
    writing.dispose()
    return ids


def _copy(
    writing: Any, tables: list[Table], rows: dict[str, Any], original: str, ids: Iterator[str], **patch: Any
) -> None:
    """Write the rows of a job again for each id."""
    while some := list(itertools.islice(ids, ROWS_AT_ONCE)):
        with writing.begin() as connection:
            for table in tables:
                own = patch if table.name == "jobs" else {}
                copies = [{**_with_id(row, original, new), **own} for new in some for row in rows[table.name]]
                if copies:
                    connection.execute(insert(table), copies)


def _with_id(row: Any, original: str, new: str) -> dict[str, Any]:
    return {name: new if value == original else value for name, value in row.items()}


def of_calls(process: int, port: int, calls: list[tuple[str, str, str]]) -> float:
    """Return the CPU milliseconds of a server per call; a call is a method, a path and a body. Raises SystemExit if one fails."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    before = 0.0
    for number, (method, path, body) in enumerate(calls):
        if number == WARMING_CALLS:
            before = cpu_seconds(process)
        connection.request(method, path, body or None, {"Content-Type": "application/json"} if body else {})
        response = connection.getresponse()
        content = response.read()
        if response.status not in (200, 202):
            raise SystemExit(f"{method} {path}: {response.status} {content[:200]!r}")
    return 1000 * (cpu_seconds(process) - before) / (len(calls) - WARMING_CALLS)


def claims(place: str, number: int) -> float:
    """Return the CPU milliseconds of a claim, the median of so many."""
    with contextlib.closing(Store(place)) as store:
        return statistics.median(_milliseconds(lambda: store.claim("me", 1000.0, "", Shares())) for _ in range(number))


def _milliseconds(call: Callable[[], object]) -> float:
    begun = time.process_time()
    if call() is None:
        raise SystemExit("no job was claimed")
    return 1000 * (time.process_time() - begun)


def measured(ended: int, queued: int, number: int) -> dict[str, float]:
    """Return the figures."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        place = str(folder / "jobs.sqlite")
        begun = time.monotonic()
        ids = fill(place, ended, queued)
        print(f"{ended + queued} jobs were written in {time.monotonic() - begun:.0f} s", flush=True)
        dice = random.Random(1)
        some = dice.sample(ids, number)
        body = json.dumps({"task": "solve", "puzzle": {"kind": "queens", "n": 9}, "seed": 0})
        kinds = {
            "list of jobs": [("GET", "/v1/jobs", "")] * number,
            "list from the middle": [("GET", f"/v1/jobs?after={each}", "") for each in some],
            "list of those that succeeded": [("GET", "/v1/jobs?state=SUCCEEDED", "")] * number,
            "look-up": [("GET", f"/v1/jobs/{each}", "") for each in some],
            "submission": [("POST", "/v1/jobs", body.replace(" 0}", f" {seed}}}")) for seed in range(number)],
        }
        serve = (
            "exactcover.cli",
            "serve",
            "--port",
            "0",
            "--workers",
            "0",
            "--owner-unfinished",
            "20000",
            "--store",
            place,
        )
        with started(*serve, log=folder / "log") as server:
            assert server.stdout is not None
            port = int(server.stdout.readline().split()[3].rstrip("/").rpartition(":")[2])
            figures = {
                f"{kind}, CPU ms of the server": of_calls(server.pid, port, calls) for kind, calls in kinds.items()
            }
        figures["claim, CPU ms of the runner"] = claims(place, number)
    rounded = {name: round(value, 2) for name, value in figures.items()}
    return {"ended jobs": ended, "queued jobs": queued, **rounded}


def main() -> None:
    """Measure, record and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ended", type=int, default=1_000_000)
    parser.add_argument("--queued", type=int, default=10_000)
    parser.add_argument("--calls", type=int, default=200)
    parser.add_argument("--try", dest="trying", action="store_true", help="record nothing")
    values = parser.parse_args()
    figures = measured(values.ended, values.queued, values.calls)
    if not values.trying:
        service_figures.note("many", figures=figures)
    print("\n".join(f"{name}: {value:g}" for name, value in figures.items()))


if __name__ == "__main__":
    main()

"""Two servers on one PostgreSQL: one queue, the same jobs and events at both, and what one leaves the other ends."""

from __future__ import annotations

import itertools
import os
import signal
from functools import partial
from typing import Any

from benchmarks import crashes, postgres
from exactcover.service.store.jobs import Store
from tests.commands import until
from tests.service.servers import DOMINO, Served, served
from tests.service.tables import reading

HARD = "packing board=10x14 pieces=tetrominoes copies=7"


def state(server: Served, job: dict[str, Any]) -> str:
    """Return the state of a job, as a server tells it."""
    told: str = server.http.get(job["links"]["self"]).json()["state"]
    return told


def succeeded(servers: tuple[Served, ...], job: dict[str, Any]) -> bool:
    """Return whether a job has succeeded, as each of the servers tells it."""
    return all(state(server, job) == "SUCCEEDED" for server in servers)


def test_two_servers_share_jobs_and_their_ends(postgres_server: str) -> None:
    """Jobs submitted to either are seen, followed and cancelled at the other; the job of a killed server is run by the other."""
    url = postgres.database(postgres_server, f"two_servers_{os.getpid()}", "migrated")
    with served(store=url) as one, served(store=url) as other:
        servers = itertools.cycle((one, other))
        bodies = [{"task": "solve", "puzzle": DOMINO, "seed": seed} for seed in range(10)]
        jobs = [next(servers).http.post("/v1/jobs", json=body).json() for body in bodies]
        for job in jobs:
            path, events = job["links"]["self"], job["links"]["events"]
            until(partial(succeeded, (one, other), job))
            assert one.http.get(path).content == other.http.get(path).content
            told = [server.http.get(events).json() for server in (one, other)]
            assert told[0] == told[1]
            assert [event["event"] for event in told[0]["events"]].count("finished") == 1
        store = Store(url)
        hard = [one.http.post("/v1/jobs", json={"task": "count", "puzzle": HARD, "seed": n}).json() for n in (1, 2)]
        until(lambda: all(state(other, job) == "RUNNING" for job in hard))
        runners = store.runners()
        assert len(runners) == 2  # each server has one of them
        below = crashes.descendants(one.process.pid)
        one.process.send_signal(signal.SIGKILL)
        one.process.wait()
        until(lambda: not crashes.alive(below))
        first = next(job for job in hard if f":{other.process.pid}:" in runner_of(store, job))
        assert other.http.post(first["links"]["cancel"]).status_code == 202
        until(lambda: state(other, first) == "CANCELLED")
        (second,) = (job for job in hard if job is not first)
        until(lambda: f":{other.process.pid}:" in runner_of(store, second))
        assert other.http.get(second["links"]["self"]).json()["attempt"] == 2
        other.http.post(second["links"]["cancel"])
        until(lambda: state(other, second) == "CANCELLED")
        store.close()


def runner_of(store: Store, job: dict[str, Any]) -> str:
    """Return who runs a job, nothing where nobody does."""
    from sqlalchemy import select

    from exactcover.service.store.schema import jobs

    with reading(store) as connection:
        return str(connection.execute(select(jobs.c.runner).where(jobs.c.id == job["id"])).scalar() or "")

"""Cubes as tasks of a Ray cluster that is started once for this module: killed, cancelled, refused."""

from __future__ import annotations

import importlib.util
import os
import random
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from exactcover.backends.search.cover.roots import plan
from exactcover.cluster.cubes import Branch, Cube, CubeResult
from exactcover.cluster.driver import Driver
from exactcover.cluster.executor import Refused, WorkBroke
from exactcover.cluster.on_ray import RayExecutor
from exactcover.cluster.scheduler import executor_of
from exactcover.cluster.settings import parse_executor, workers_of
from exactcover.cluster.work import CoverWork
from exactcover.model.answer import Limits
from exactcover.model.cover import cover
from exactcover.model.errors import InvalidInput
from exactcover.model.events import Event
from tests.backends.search.models import listed
from tests.cluster.hanging import HANG, HangingWork
from tests.cluster.processes import next_outcomes
from tests.cluster.serial import begun, driven, end_of, packing, selections_of
from tests.cluster.test_driver import CLASSES, COUNT, DOMINOES
from tests.commands import PATIENCE_SECONDS, children_of, command_line, cpu_seconds, descendants_of, runs, until
from tests.lacking import lacking
from tests.service.servers import served

LONG = "board=9x10 pieces=pentominoes-one-sided"


pytestmark = pytest.mark.usefixtures("many_roots")


@pytest.fixture(name="cluster", scope="module")
def _cluster() -> Iterator[RayExecutor]:
    if importlib.util.find_spec("ray") is None:
        lacking("Ray is an extra")
    model = cover(["a"], [["a"]])
    with executor_of("ray", CoverWork(model, plan(model, "count")), 2) as executor:
        assert isinstance(executor, RayExecutor)
        yield executor
    until(lambda: not searching())


def searching() -> list[int]:
    """The processes of the cluster that have a task; a child of one has its title too, until it runs a program of its own."""
    titled = [each for each in descendants_of(os.getpid()) if "".join(command_line(each)).startswith("ray::search")]
    starting = {child for each in titled for child in children_of(each)}
    return [each for each in titled if each not in starting]


def test_a_count_survives_the_death_of_workers(cluster: RayExecutor, tmp_path: Path) -> None:
    """A count whose workers are killed comes to what is published, each cube counted once."""
    model = packing(DOMINOES)
    search = plan(model, "count", classes=True)
    cluster.hold(CoverWork(model, search))
    assert cluster.size == 2
    ledger, run_ = begun(tmp_path / "ledger", model, search)
    rng, kills = random.Random(1), 0
    events: list[Event] = []
    for event in Driver(model, search, ledger, run_).run(cluster, Limits()):
        events.append(event)
        at_work = searching()
        if at_work and kills < 4 and len(events) % 3 == 0:
            os.kill(rng.choice(at_work), signal.SIGKILL)
            kills += 1
    assert (end_of(events).count, end_of(events).classes) == (COUNT, CLASSES)


def test_a_list_by_the_cluster_is_the_list(cluster: RayExecutor, tmp_path: Path) -> None:
    """Each solution comes once, in the order in which local processes would bring them."""
    model = packing("board=4x5 pieces=dominoes copies=any")
    search = plan(model, "list")
    cluster.hold(CoverWork(model, search))
    ledger, _ = begun(tmp_path / "ledger", model, search)
    selections = selections_of(driven(model, search, ledger, cluster))
    assert len(selections) == len(set(selections)) == 95
    assert {frozenset(each) for each in selections} == {frozenset(each) for each in listed(model)}


def test_cancelling_ends_native_work_on_the_cluster(cluster: RayExecutor) -> None:
    """A search that would go on for minutes is dead soon after it was cancelled, and nothing comes of it."""
    model = packing(LONG)
    search = plan(model, "count")
    cluster.hold(CoverWork(model, search))
    until(lambda: not searching())  # a worker keeps the title of its last task for a moment
    earlier = set(descendants_of(os.getpid()))  # a worker that served before keeps that search's child until it begins
    cluster.submit(Cube("0", 0, (Branch(0, ()),)))
    until(lambda: len(searching()) == 1)
    (process,) = searching()
    until(lambda: len(set(descendants_of(process)) - earlier) == 1)
    (child,) = set(descendants_of(process)) - earlier
    until(lambda: cpu_seconds(child) > 1.0)  # it is at work, in native code
    cluster.cancel("0")
    until(lambda: not runs(process) and not runs(child))
    assert cluster.results(0.5) == []


def test_a_search_that_hangs_on_the_cluster_is_late(cluster: RayExecutor, monkeypatch: pytest.MonkeyPatch) -> None:
    """A task whose search hangs in native code comes to its end as late, and its worker takes other cubes."""
    monkeypatch.setattr(cluster, "_seconds", (0.2, 0.3))
    cluster.hold(HangingWork())
    cluster.submit(Cube(HANG, 0, ()))
    (late,) = next_outcomes(cluster)
    assert isinstance(late, CubeResult)
    assert (late.cube, late.late) == (HANG, True)
    cluster.submit(Cube("next", 0, ()))
    (other,) = next_outcomes(cluster)
    assert isinstance(other, CubeResult)
    assert not other.late


def test_a_cluster_of_another_version_is_refused(cluster: RayExecutor, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker with other sources than the driver's says so in one sentence; a search that raises is told with its traceback."""
    model = cover(["a"], [["a"]])
    cluster.hold(CoverWork(model, plan(model, "count")))
    cluster.submit(Cube("0", 0, (Branch(0, (99,)),)))
    with pytest.raises(WorkBroke, match="names option 99"):
        next_outcomes(cluster)
    monkeypatch.setattr(cluster, "_expected", "sources 0123")
    cluster.submit(Cube("0", 0, (Branch(0, ()),)))
    with pytest.raises(Refused, match=r"^a worker on \S+ has sources .*; expected sources 0123, the driver's version"):
        next_outcomes(cluster)


def test_a_job_of_a_server_runs_on_a_cluster(cluster: RayExecutor, tmp_path: Path) -> None:
    """A count that names the executor is searched by a cluster that its server starts, and ends: it is right."""
    assert cluster.size == 2
    body = {"task": "count", "puzzle": f"packing {DOMINOES}", "executor": "ray", "workers": 1, "time_limit": 3000}
    with served("--executor", "ray", store=tmp_path / "jobs.sqlite") as server:
        job = server.http.post("/v1/jobs", json=body).json()
        until(lambda: server.http.get(job["links"]["self"]).json()["finished_at"] is not None, PATIENCE_SECONDS * 3)
        ended = server.http.get(job["links"]["self"]).json()
        assert ended["state"] == "SUCCEEDED", ended["problem"]
        assert (ended["answer"]["count"], ended["answer"]["classes"]) == (str(COUNT), str(CLASSES))
        assert ended["answer"]["engine"]["options"]["executor"] == "ray"
        until(lambda: not any("raylet" in "".join(command_line(each)) for each in descendants_of(server.process.pid)))


def test_clusters_beyond_this_machine_need_a_token(monkeypatch: pytest.MonkeyPatch) -> None:
    """A host that is not this one is refused before anything is sent there, unless Ray is told to use tokens."""
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    model = cover(["a"], [["a"]])
    with pytest.raises(InvalidInput, match="expected RAY_AUTH_MODE=token"):
        RayExecutor(CoverWork(model, plan(model, "count")), 0, "ray://192.0.2.1:10001")


def test_words_of_executors() -> None:
    """What names an executor is taken, what does not is refused; the workers of this machine are as many as its cores."""
    assert [parse_executor(word) for word in ("local", "ray", "ray://host:10001")][2] == "ray://host:10001"
    for word in ("ray:/host:1", "ray://host", "ray://:1", "celery"):
        with pytest.raises(InvalidInput, match="the executor is"):
            parse_executor(word)
    assert workers_of(3) == 3
    assert workers_of(0) == len(os.sched_getaffinity(0))

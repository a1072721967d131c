"""Worker processes of this machine: killed, cancelled, refused."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from exactcover.backends.search.cover.plans import SearchPlan
from exactcover.backends.search.cover.roots import plan
from exactcover.cluster import local
from exactcover.cluster.cubes import Branch, Cube, CubeResult
from exactcover.cluster.driver import Driver, run
from exactcover.cluster.executor import Refused, WorkBroke
from exactcover.cluster.local import LocalExecutor
from exactcover.cluster.work import CoverWork
from exactcover.model.answer import EngineOptions, Limits, Request
from exactcover.model.cover import Cover
from exactcover.model.errors import InvalidInput
from exactcover.process import child_process
from exactcover.solving import dispatch
from tests.cluster.hanging import HANG, HangingWork
from tests.cluster.processes import kill_worker, next_outcomes, worker_processes
from tests.cluster.serial import begun, end_of, packing
from tests.cluster.test_driver import CLASSES, COUNT, DOMINOES
from tests.commands import PATIENCE_SECONDS, runs
from tests.cpu_times import cpu_seconds

pytestmark = pytest.mark.usefixtures("many_roots")


@pytest.fixture(name="two")
def _two() -> Iterator[tuple[Cover, SearchPlan, LocalExecutor]]:
    model = packing(DOMINOES)
    search = plan(model, "count", classes=True)
    executor = LocalExecutor(CoverWork(model, search), 2)
    yield model, search, executor
    executor.close()


def test_workers_that_are_killed_are_replaced(two: tuple[Cover, SearchPlan, LocalExecutor], tmp_path: Path) -> None:
    """A count whose workers are killed again and again comes to what is published."""
    model, search, executor = two
    ledger, run_ = begun(tmp_path / "ledger", model, search)
    rng, kills = random.Random(0), 0
    events = []
    for event in Driver(model, search, ledger, run_).run(executor, Limits()):
        events.append(event)
        if len(events) % 8 == 2 and kills < 6:
            kills += kill_worker(rng)
    assert kills >= 3
    assert (end_of(events).count, end_of(events).classes) == (COUNT, CLASSES)


def test_cancelling_ends_native_work(two: tuple[Cover, SearchPlan, LocalExecutor]) -> None:
    """The process of a cube that is cancelled is dead when the call returns, and another one takes the next cube."""
    _, search, executor = two
    cubes = [Cube(str(number), 0, (Branch(number, search.roots[number].chosen),)) for number in range(3)]
    executor.submit(cubes[2])
    assert [outcome.cube for outcome in next_outcomes(executor)] == ["2"]  # so a worker is ready
    before = worker_processes()
    executor.submit(cubes[0])
    executor.cancel("0")
    (killed,) = set(before) - set(worker_processes())
    assert not runs(killed)
    executor.submit(cubes[1])
    assert [outcome.cube for outcome in next_outcomes(executor)] == ["1"]


def test_closing_ends_all_processes(two: tuple[Cover, SearchPlan, LocalExecutor]) -> None:
    """No worker outlives its executor."""
    executor = two[2]
    end = time.monotonic() + PATIENCE_SECONDS
    while len(processes := worker_processes()) < 2 and time.monotonic() < end:
        time.sleep(0.05)  # a process that has just been made has the command line of its parent
    assert len(processes) == 2
    executor.close()
    assert not any(map(runs, processes))


def test_workers_of_another_version_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker whose sources differ from the driver's says so in one sentence, and searches nothing."""
    monkeypatch.setattr(local, "fingerprint", lambda: "sources 0123")
    model = packing("board=2x2 pieces=dominoes copies=any")
    executor = LocalExecutor(CoverWork(model, plan(model, "count")), 1)
    try:
        with pytest.raises(
            Refused, match=r"^a worker on \S+ has sources .*; expected sources 0123, the driver's version"
        ):
            next_outcomes(executor)
    finally:
        executor.close()


def test_a_search_that_breaks_is_told(two: tuple[Cover, SearchPlan, LocalExecutor]) -> None:
    """What a worker raises comes to the driver, with where it was raised."""
    executor = two[2]
    executor.submit(Cube("0", 0, (Branch(0, (10**6,)),)))
    with pytest.raises(WorkBroke, match="names option 1000000") as raised:
        next_outcomes(executor)
    assert "Traceback" in raised.value.details


def test_a_run_by_local_processes_needs_no_ledger() -> None:
    """The whole of it, as an engine would: processes are started, and the ledger goes with the run."""
    model = packing(DOMINOES)
    before = cpu_seconds()
    end = end_of(list(run("count", model, EngineOptions(workers=2, executor="local"), Limits())))
    assert (end.exhausted, end.count, end.classes) == (True, COUNT, CLASSES)
    assert 0 < end.statistics.cpu_seconds < cpu_seconds() - before + 0.1  # which is counted in hundredths of a second


def test_a_search_that_hangs_in_native_code_is_late() -> None:
    """A process that cannot end its own search is killed once its time and its grace are up, and the next cube is searched."""
    executor = LocalExecutor(HangingWork(), 1, late_seconds=0.2, grace_seconds=0.3)
    try:
        executor.submit(Cube(HANG, 0, ()))
        executor.submit(Cube("next", 0, ()))
        (hanging,) = worker_processes()
        (late,) = next_outcomes(executor)
        assert isinstance(late, CubeResult)
        assert (late.cube, late.late) == (HANG, True)
        assert late.seconds > 0.5
        assert not runs(hanging)
        (other,) = next_outcomes(executor)
        assert isinstance(other, CubeResult)
        assert (other.cube, other.late) == ("next", False)
    finally:
        executor.close()


def test_a_worker_whose_parent_is_gone_ends_before_it_imports_anything_large() -> None:
    """A driver may be killed while its workers start: they see that another process is their parent, and end at once."""
    start = str(Path(child_process.__file__).with_name("__main__.py"))
    nobody = str(os.getpid() + 1)
    command = [sys.executable, "-X", "importtime", start, "0", nobody, json.dumps(sys.path), "0", local.SERVE]
    ended = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert "ctypes" in ended.stderr
    assert "exactcover.process" not in ended.stderr
    assert "numpy" not in ended.stderr


def test_an_executor_names_the_extra_that_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the library of the ledger a run by cubes is refused in one sentence, before it begins."""
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(InvalidInput, match=r"needs SQLAlchemy, .* expected the extra exactcover-solver\[cluster\]"):
        dispatch.job_of(Request("count", executor="local"), packing(DOMINOES))

"""The overhead of a driver of cubes: for the ledger, for Ray, and for the judge of completeness."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.cluster import cover_of
from exactcover.backends.search.cover.plans import SearchPlan
from exactcover.backends.search.cover.roots import plan
from exactcover.cluster import partition
from exactcover.cluster.cubes import Branch, Cube, CubeResult, branches_of
from exactcover.cluster.driver import Driver
from exactcover.cluster.ledger import Ledger
from exactcover.cluster.scheduler import LISTEN_SECONDS, executor_of
from exactcover.cluster.settings import RAY
from exactcover.cluster.work import CoverWork
from exactcover.model.cover import Cover

LEDGER_CUBES, COMMITTED = 2_000, 200
FEW, TASKS = 8, 1_000


def ledger_costs() -> dict[str, float]:
    """Measure the driver's time per transaction, and per cube that is committed in it."""
    cover, search = _small()
    made = [_tiny(search, place) for place in range(LEDGER_CUBES)]
    with tempfile.TemporaryDirectory() as folder:
        ledger = Ledger(Path(folder) / "ledger")
        ledger.begin("run", "count", "", lambda: (search, made))
        driver = Driver(cover, search, ledger, "run")
        results = [CubeResult(cube.name, ((1, 1),), 0.0) for cube in made]

        def one_by_one() -> None:
            for each in results[:COMMITTED]:
                driver.commit([each])
                driver.progress()

        one = _seconds(one_by_one) / COMMITTED
        many = _seconds(lambda: driver.commit(results[COMMITTED:])) / (LEDGER_CUBES - COMMITTED)
        ledger.close()
    return {"transaction": one - many, "commit": many}


def ray_costs() -> dict[str, float]:
    """Measure the driver's time to submit a cube to Ray and to receive its result: CPU seconds of all its threads."""
    cover, search = _small()
    with executor_of(RAY, CoverWork(cover, search), 2) as executor:
        for tasks in (FEW, TASKS):  # the first ones start the workers
            begun, submitted, taken = time.process_time(), 0, 0
            while taken < tasks:
                while submitted < min(tasks, taken + FEW):
                    executor.submit(_tiny(search, submitted))
                    submitted += 1
                taken += len(executor.results(LISTEN_SECONDS))
            each = (time.process_time() - begun) / tasks
    return {"submit": each}


def judged(cover: Cover, search: SearchPlan, branches: Sequence[Branch]) -> float:
    """Return the seconds that the judge takes for branches without solutions."""
    claim = partition.Claim(
        tuple((term.symmetry, term.members) for term in search.terms),
        tuple(partition.Root(root.term, root.chosen, root.weight, root.kept_by) for root in search.roots),
        tuple(partition.Leaf(root, chosen, 0) for root, chosen in branches),
        False,
        search.group_order,
        0,
        0 if cover.symmetries is not None else None,
    )
    faults: list[str] = []
    seconds = _seconds(lambda: faults.extend(partition.faults(cover, claim)))
    assert not faults, faults
    return seconds


def _small() -> tuple[Cover, SearchPlan]:
    cover = cover_of("packing board=8x8 pieces=dominoes copies=any")
    return cover, plan(cover, "count")


def _tiny(search: SearchPlan, place: int) -> Cube:
    return Cube(f"{place:06d}", 0, branches_of([[0, list(search.roots[0].chosen)]]), 1.0)


def _seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun

"""A model of a run of cubes on any number of workers: measured cube times, replayed with all overheads between them.

One driver writes each result to the ledger and submits cubes, one thing after the other, with a window of cubes in
flight. Workers take cubes from a queue in the order of submission, after they have made their tables. Also modelled:
messages both ways, workers that are slower than others, and workers that die, whose cubes are searched again. Not
modelled: disks and networks that slow down under load, and the start of a cluster.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

WINDOW = 4


@dataclass(frozen=True)
class Costs:
    """Overheads, in seconds.

    tables: for a worker to make its tables; message: for a cube to reach a free worker, and for its result to return;
    submit, commit: of the driver, per cube; transaction: of the driver, per batch of results; slow: the spread of the
    workers' speeds, as the standard deviation of a logarithm; deaths: the fraction of cubes whose worker dies half-way
    and makes its tables again; planning, judging: of the driver, per cube, before and after the run.
    """

    tables: float = 0.0
    message: float = 0.0
    submit: float = 0.0
    commit: float = 0.0
    transaction: float = 0.0
    slow: float = 0.0
    deaths: float = 0.0
    planning: float = 0.0
    judging: float = 0.0


@dataclass(frozen=True)
class Outcome:
    """The result of a simulated run: its seconds, the seconds of its cubes, and for how long its driver was busy."""

    seconds: float
    work: float
    workers: int
    driver: float
    serial: float

    @property
    def efficiency(self) -> float:
        """The fraction of the workers' time spent on cubes, from the start of the workers to the last result."""
        return self.work / (self.workers * self.seconds)

    @property
    def efficiency_with_planning(self) -> float:
        """The same from the beginning of planning to the end of judging."""
        return self.work / (self.workers * (self.seconds + self.serial))


def simulate(
    cubes: Sequence[float], workers: int, costs: Costs = Costs(), seed: int = 0, window: int = WINDOW
) -> Outcome:
    """Replay cubes, in their order, on so many workers."""
    rng = np.random.default_rng(seed)
    speeds = np.exp(-np.abs(rng.normal(0.0, costs.slow, workers))) if costs.slow else np.ones(workers)
    dies = rng.random(len(cubes)) < costs.deaths
    waiting = deque(range(len(cubes)))
    queued: deque[tuple[float, int]] = deque()  # submitted cubes: arrival time and index
    free = [(costs.tables, worker) for worker in range(workers)]  # when each becomes free
    heapq.heapify(free)
    coming: list[tuple[float, int]] = []  # results on their way to the driver: arrival time and cube
    clock = busy = 0.0
    in_flight, left = 0, len(cubes)
    while left:
        taken, looked = 0, clock
        while coming and coming[0][0] <= looked:
            _, cube = heapq.heappop(coming)
            taken += 1
            if dies[cube]:
                dies[cube] = False
                waiting.appendleft(cube)
            else:
                left -= 1
            in_flight -= 1
            clock += costs.commit
        if taken:
            clock += costs.transaction
        while waiting and in_flight < window * workers:
            clock += costs.submit
            queued.append((clock + costs.message, waiting.popleft()))
            in_flight += 1
        busy += clock - looked
        while queued and free:
            at, cube = queued.popleft()
            available, worker = heapq.heappop(free)
            part = 0.5 if dies[cube] else 1.0
            end = max(at, available) + part * cubes[cube] / speeds[worker]
            heapq.heappush(coming, (end + costs.message, cube))
            heapq.heappush(free, (end + (costs.tables if dies[cube] else 0.0), worker))
        if coming:
            clock = max(clock, coming[0][0])
    serial = (costs.planning + costs.judging) * len(cubes)
    return Outcome(clock, float(sum(cubes)), workers, busy, serial)

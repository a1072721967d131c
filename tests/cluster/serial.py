"""An executor for tests that searches in this process, and does to chosen cubes what a test wants; covers for tests."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from pathlib import Path

import numpy as np

from encoders.catalogue import puzzle
from exactcover.backends.search.cover.plans import SearchPlan
from exactcover.backends.search.cover.roots import runner_of_plan
from exactcover.cluster.cubes import Cube, CubeResult, cubes_of
from exactcover.cluster.driver import Driver
from exactcover.cluster.executor import Executor, Outcome
from exactcover.cluster.ledger import Ledger
from exactcover.cluster.work import LATE_SECONDS, Searcher, Worker
from exactcover.model.answer import Limits
from exactcover.model.cover import Cover
from exactcover.model.events import End, Event, FoundMany
from tests.backends.search.by_hand import cover_of

Mischief = Callable[[Cube, int], Outcome | None]
SHORT_SECONDS = 1e-5


def packing(words: str) -> Cover:
    """The cover of a packing given in words, with its symmetries."""
    return cover_of(puzzle(f"packing {words}").value)


class SerialOf:
    """Searches one cube at each look; mischief: what a cube comes to instead, told how often it was begun before."""

    def __init__(self, searcher: Searcher, mischief: Mischief = lambda cube, begun: None) -> None:
        self.searcher, self.mischief = searcher, mischief
        self.waiting: deque[Cube] = deque()
        self.begun: Counter[str] = Counter()

    @property
    def size(self) -> int:
        """One at a time."""
        return 1

    def submit(self, cube: Cube) -> None:
        """Let it wait."""
        self.waiting.append(cube)

    def results(self, seconds: float) -> list[Outcome]:
        """Search the next one."""
        if not self.waiting:
            return []
        cube = self.waiting.popleft()
        outcome = self.mischief(cube, self.begun[cube.name])
        self.begun[cube.name] += 1
        return [outcome or self.searcher.search(cube, LATE_SECONDS)]

    def cancel(self, cube: str) -> None:
        """Forget it."""
        self.waiting = deque(each for each in self.waiting if each.name != cube)

    def close(self) -> None:
        """Nothing was started."""


class Serial(SerialOf):
    """The same for the cubes of a count or a list."""

    def __init__(self, cover: Cover, plan: SearchPlan, mischief: Mischief = lambda cube, begun: None) -> None:
        self.worker = Worker(cover, plan)
        super().__init__(self.worker, mischief)


def begun(path: Path | str, cover: Cover, plan: SearchPlan, usual_seconds: float = SHORT_SECONDS) -> tuple[Ledger, str]:
    """A ledger with a run whose cubes are short, and the name of the run."""
    ledger = Ledger(path)
    ledger.begin("run", plan.task, "", lambda: (plan, cubes_of(runner_of_plan(cover, plan), 2, usual_seconds)))
    return ledger, "run"


def driven(
    cover: Cover, plan: SearchPlan, ledger: Ledger, executor: Executor, limits: Limits = Limits()
) -> list[Event]:
    """All events of a driver that runs to its end."""
    driver = Driver(cover, plan, ledger, "run")
    return list(driver.run(executor, limits))


def end_of(events: list[Event]) -> End:
    """The End of some events, which is their last."""
    assert isinstance(events[-1], End)
    return events[-1]


def selections_of(events: list[Event]) -> list[tuple[int, ...]]:
    """The selections that events hand over, in their order."""
    tables = [event.selections for event in events if isinstance(event, FoundMany)]
    return [tuple(int(option) for option in np.sort(selection)) for table in tables for selection in table]


def results_of(cover: Cover, plan: SearchPlan, cubes: list[Cube]) -> list[CubeResult]:
    """What cubes come to, searched one after the other."""
    worker = Worker(cover, plan)
    return [worker.search(cube) for cube in cubes]

"""A run of cubes, whatever they are parts of: a window of them is in flight, and what comes is written to the ledger.

A flight can be ended at any moment and begun again wherever the ledger can be reached. A cube whose worker crashed twice, or that
is late, is cut deeper; one that cannot be cut is tried again a few times. Not here: what cubes come to together; counts and lists
(driver.py) and proofs (proofs.py) say that.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

import numpy as np

from exactcover.cluster.cubes import Cube, CubeResult
from exactcover.cluster.executor import Crashed, Executor, Outcome, Refused
from exactcover.cluster.ledger import Entry, Ledger
from exactcover.cluster.local import LocalExecutor
from exactcover.cluster.progress import Sums
from exactcover.cluster.settings import LOCAL, RAY
from exactcover.cluster.work import LATE_SECONDS, Work
from exactcover.model.answer import CubesDone, End, Event, Limits, Notice, Progress
from exactcover.model.errors import EngineBroke, InvalidInput, StopReason
from exactcover.process.deadline import Deadline

WINDOW = 4
"""Cubes in flight for each that can be searched at the same time."""
LISTEN_SECONDS = 0.05
AT_RANDOM, HELD_BACK = 0.25, 4
"""Of the work, by estimate, that is done in random order at least; and how many of the longest cubes for each worker come after
it at most. See search_order."""
MOST_CRASHES, MOST_CRASHES_UNCUT = 2, 12
"""Of a cube before it is cut deeper; of one that cannot be cut before the run is given up."""

Interrupted = Callable[[], bool]


@contextmanager
def executor_of(word: str, work: Work, workers: int, late_seconds: float = LATE_SECONDS) -> Iterator[Executor]:
    """Make the executor that a word of `--executor` names, closed at the end. Raises InvalidInput."""
    if word == LOCAL:
        executor: Executor = LocalExecutor(work, workers, late_seconds)
    else:
        from exactcover.cluster.on_ray import RayExecutor

        executor = RayExecutor(work, workers if word == RAY else 0, word, late_seconds)
    try:
        yield executor
    finally:
        executor.close()


def search_order(nodes: Sequence[float], done: float = 0.0, workers: int = 1) -> list[int]:
    """Return the order to search cubes in, by their places: most of the work at random, then the longest first.

    nodes: of each by estimate; done: of those that are done. What is done at random is an honest estimate of the whole. That the
    longest of the others come first keeps all workers busy to the end: 64 of them for 0.90 of the time on cubes of 0 to 27
    seconds, where all at random come to 0.76 (`benchmarks/cluster_model.py`). Not more are held back than that takes: many short
    cubes in a row would end faster than the driver can hand out others. Source: R. L. Graham, Bounds on multiprocessing timing
    anomalies, SIAM Journal on Applied Mathematics 17 (1969), 416-429, section 4.
    """
    order = np.random.default_rng(0).permutation(len(nodes))
    estimates = np.asarray(nodes, dtype=np.float64)[order]
    whole = done + float(estimates.sum())
    held_back = min((1 - AT_RANDOM) * whole, HELD_BACK * workers * float(estimates.max(initial=0.0)))
    first = int(np.searchsorted(done + np.cumsum(estimates), whole - held_back))
    longest = first + np.argsort(-estimates[first:], kind="stable")
    return [*order[:first].tolist(), *order[longest].tolist()]


EXPECTED = "expected a ledger that only this program has written to: remove it, and begin anew"


class Scheduler(ABC):
    """One run: which cubes are done, in flight or waiting; see the module.

    in_order: cubes are searched in their own order, and not in search_order.
    """

    in_order = False

    def __init__(
        self,
        ledger: Ledger,
        name: str,
        deadline: Deadline | None = None,
        interrupted: Interrupted = lambda: False,
    ) -> None:
        self.ledger, self.name = ledger, name
        self.deadline, self.interrupted = deadline or Deadline(), interrupted
        self.limits = Limits()
        self.workers = 1
        self.entries: dict[str, Entry] = {}
        self.sums = Sums()
        self.waiting: deque[Cube] = deque()
        self.in_flight: dict[str, Cube] = {}
        self.damaged = ledger.reopen_damaged(name)
        self.read()
        self.resumed = self.sums.done > 0

    @abstractmethod
    def deeper(self, cube: Cube) -> Sequence[Cube]:
        """Return smaller cubes that a cube is cut into; none where it cannot be cut."""

    @abstractmethod
    def on_results(self) -> Iterator[Event]:
        """Yield what is to be told once some cubes have been done."""

    @abstractmethod
    def merged(self) -> Iterator[Event]:
        """Yield what all cubes come to together, an End last; raises JudgeRefused where that is not right."""

    @abstractmethod
    def ended(self, stop: StopReason) -> End:
        """Return the End of a run that stops with cubes open."""

    @abstractmethod
    def progress(self) -> Progress:
        """Return how far the run is."""

    def stop_reason(self) -> StopReason | None:
        """Return why the run is to stop now, None where it is not."""
        if self.interrupted():
            return "interrupted"
        return "time" if self.deadline.over() else None

    def read(self) -> None:
        """Read the cubes from the ledger, which others may have written to."""
        try:
            self.entries = {entry.cube.name: entry for entry in self.ledger.entries(self.name)}
            self.sums = Sums()
            for entry in self.entries.values():
                if entry.state == "open":
                    self.sums.wait(entry.cube.nodes)
                elif entry.state == "done":
                    self.note(entry)
        except (ValueError, TypeError, KeyError, IndexError) as fault:
            raise InvalidInput(f"the ledger has a damaged cube ({fault}); {EXPECTED}") from fault
        waits = [
            each.cube for each in self.entries.values() if each.state == "open" and each.cube.name not in self.in_flight
        ]
        if not self.in_order:
            order = search_order([cube.nodes for cube in waits], self.sums.estimated, self.workers)
            waits = [waits[place] for place in order]
        self.waiting = deque(waits)

    def note(self, entry: Entry) -> None:
        """Add a cube that is done to what is told of the run."""
        self.sums.add(entry.cube.nodes, sum(nodes for _, nodes in entry.results), entry.seconds)

    def cubes_done(self) -> CubesDone:
        """Return how far the ledger is."""
        return CubesDone(self.name, self.sums.done)

    def begun(self) -> Iterator[Event]:
        """Yield how far the ledger is, and that results in it were damaged."""
        if self.damaged:
            these = "the results of a cube" if self.damaged == 1 else f"the results of {self.damaged} cubes"
            again = "it is" if self.damaged == 1 else "they are"
            yield Notice(f"{these} in the ledger do not match their digest; {again} searched again")
        yield self.cubes_done()

    def done(self) -> bool:
        """Tell whether no cube is open."""
        return self.sums.waiting == 0

    def run(self, executor: Executor, limits: Limits) -> Iterator[Event]:
        """Have all open cubes searched, then yield what the run came to."""
        self.limits, self.workers = limits, executor.size
        self.read()
        while not self.done():
            stop = self.stop_reason()
            if stop is not None:
                yield self.ended(stop)
                return
            while self.waiting and len(self.in_flight) < WINDOW * executor.size:
                cube = self.waiting.popleft()
                if self.entries[cube.name].state == "open":
                    self.in_flight[cube.name] = cube
                    executor.submit(cube)
            try:
                outcomes = executor.results(LISTEN_SECONDS)
            except Refused as refused:
                raise InvalidInput(str(refused)) from refused
            self._take(outcomes)
            if not self.waiting and not self.in_flight:
                self.read()  # another driver may have cut what was open
            if outcomes:
                yield self.cubes_done()
                yield from self.on_results()
                yield self.progress()
        self.read()
        yield from self.merged()

    def judged(self, limits: Limits) -> Iterator[Event]:
        """Yield what a run came to whose cubes are all done; raises JudgeRefused."""
        self.limits = limits
        self.read()
        yield from self.merged()

    def _take(self, outcomes: Sequence[Outcome]) -> None:
        """Write what came of some cubes to the ledger: all that are done together."""
        self.commit([each for each in outcomes if isinstance(each, CubeResult) and not each.late])
        for each in outcomes:
            if isinstance(each, Crashed) or each.late:
                self._try_again(each)

    def _try_again(self, outcome: Outcome) -> None:
        """Cut a cube that was lost or is late, or have it searched again."""
        if isinstance(outcome, Crashed):
            cube = self.in_flight.pop(outcome.cube)
            attempts = self.ledger.crashed(self.name, cube.name)
            if attempts < MOST_CRASHES or not self._cut(cube):
                if attempts >= MOST_CRASHES_UNCUT:
                    raise EngineBroke(
                        f"{outcome.why}, {attempts} times with cube {cube.name}, which cannot be cut deeper"
                    )
                self.waiting.appendleft(cube)
            return
        cube = self.in_flight.pop(outcome.cube)
        if not self._cut(cube):
            raise EngineBroke(f"cube {cube.name} took {outcome.seconds:.0f} s, and cannot be cut deeper")

    def commit(self, results: Sequence[CubeResult]) -> None:
        """Keep the results of cubes; raises CubesDiffer."""
        known = True
        for result, kept in zip(results, self.ledger.commit_all(self.name, results) if results else (), strict=True):
            cube = self.in_flight.pop(result.cube, None)
            known = known and (kept or cube is None)
            if kept:
                entry = replace(
                    self.entries[result.cube], state="done", results=result.branches, seconds=result.seconds
                )
                self.entries[result.cube] = entry
                self.sums.take(entry.cube.nodes)
                self.note(entry)
        if not known:
            self.read()  # another driver was faster

    def _cut(self, cube: Cube) -> bool:
        """Put smaller cubes in the place of one; False where it cannot be cut."""
        smaller = self.deeper(cube)
        if smaller:
            self.ledger.split(self.name, cube.name, smaller)
            self.read()
        return bool(smaller)

"""The scheduler of a run of cubes: it keeps a window of cubes in flight and commits their results to the ledger.

A run can be killed at any moment and resumed from anywhere that can reach the ledger. A cube whose worker crashed
twice, or that is late, is split; one that cannot be split is retried a few times. Not here: how the results are
combined, for counts and lists (driver.py) and for proofs (proofs.py).
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
from exactcover.cluster.work import Work
from exactcover.model.answer import Limits
from exactcover.model.errors import EngineBroke, InvalidInput, StopReason
from exactcover.model.events import CubesDone, End, Event, Notice, Progress
from exactcover.process.deadline import Deadline

WINDOW = 4
"""Cubes in flight per worker."""
LISTEN_SECONDS = 0.05
AT_RANDOM, HELD_BACK = 0.25, 4
"""The least fraction of the estimated work that is done in random order; and the most of the longest cubes, per worker,
that come after it. See search_order.
"""
MOST_CRASHES, MOST_CRASHES_UNCUT = 2, 12
"""Crashes of a cube before it is split; and before the run is abandoned if it cannot be split."""

Interrupted = Callable[[], bool]


@contextmanager
def executor_of(word: str, work: Work, workers: int) -> Iterator[Executor]:
    """Create the executor that a word of `--executor` names, and close it at the end. Raises InvalidInput."""
    if word == LOCAL:
        executor: Executor = LocalExecutor(work, workers)
    else:
        from exactcover.cluster.on_ray import RayExecutor

        executor = RayExecutor(work, workers if word == RAY else 0, word)
    try:
        yield executor
    finally:
        executor.close()


def search_order(nodes: Sequence[float], done: float = 0.0, workers: int = 1) -> list[int]:
    """Return the order in which to search cubes, as indices: most of the work in random order, then the longest first.

    nodes: the estimates; done: the estimated nodes of finished cubes. The random part makes the progress an unbiased
    estimate of the whole. Longest-first among the rest keeps all workers busy to the end: 64 workers spend 0.90 of
    their time on cubes of 0 to 27 seconds, against 0.76 if all are in random order (`benchmarks/cluster_model.py`). No
    more are held back than that takes: many short cubes in a row would end faster than the driver can submit others.
    Source: R. L. Graham, Bounds on multiprocessing timing anomalies, SIAM Journal on Applied Mathematics 17 (1969),
    416-429, section 4.
    """
    order = np.random.default_rng(0).permutation(len(nodes))
    estimates = np.asarray(nodes, dtype=np.float64)[order]
    whole = done + float(estimates.sum())
    held_back = min((1 - AT_RANDOM) * whole, HELD_BACK * workers * float(estimates.max(initial=0.0)))
    first = int(np.searchsorted(done + np.cumsum(estimates), whole - held_back))
    longest = first + np.argsort(-estimates[first:], kind="stable")
    return [*order[:first].tolist(), *order[longest].tolist()]


EXPECTED = "remove the ledger and start again; only this program may write to it"


class Scheduler(ABC):
    """One run: its cubes that are done, in flight or waiting; see the module.

    in_order: cubes are searched in their own order instead of search_order.
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
        """Return the smaller cubes that a cube is split into; none if it cannot be split."""

    @abstractmethod
    def on_results(self) -> Iterator[Event]:
        """Yield the events that follow from new results."""

    @abstractmethod
    def merged(self) -> Iterator[Event]:
        """Yield the combined result of all cubes, an End last; raises JudgeRefused if it is wrong."""

    @abstractmethod
    def ended(self, stop: StopReason) -> End:
        """Return the End of a run that stops with open cubes."""

    @abstractmethod
    def progress(self) -> Progress:
        """Return the progress of the run."""

    def stop_reason(self) -> StopReason | None:
        """Return why the run must stop now; None if it need not."""
        if self.interrupted():
            return "interrupted"
        return "time" if self.deadline.over() else None

    def read(self) -> None:
        """Read the cubes from the ledger, which other drivers may have changed."""
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
        """Add a finished cube to the statistics of the run."""
        self.sums.add(entry.cube.nodes, sum(nodes for _, nodes in entry.results), entry.seconds)

    def lines(self, name: str) -> tuple[bytes, ...]:
        """Return what a finished cube has found; raises InvalidInput if it does not match its digest."""
        content = self.ledger.lines(self.name, name)
        if content is None:
            raise InvalidInput(f"the results of cube {name} in the ledger do not match their digest; {EXPECTED}")
        return content

    def cubes_done(self) -> CubesDone:
        """Return how many cubes in the ledger are done."""
        return CubesDone(self.name, self.sums.done)

    def starting_events(self) -> Iterator[Event]:
        """Yield how many cubes in the ledger are done, and a notice if results in it were damaged."""
        if self.damaged:
            these = "the results of a cube" if self.damaged == 1 else f"the results of {self.damaged} cubes"
            again = "it is" if self.damaged == 1 else "they are"
            yield Notice(f"{these} in the ledger do not match their digest; {again} searched again")
        yield self.cubes_done()

    def done(self) -> bool:
        """Return whether no cube is open."""
        return self.sums.waiting == 0

    def run(self, executor: Executor, limits: Limits) -> Iterator[Event]:
        """Have all open cubes searched, then yield the result of the run."""
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
                self.read()  # another driver may have split open cubes
            if outcomes:
                yield self.cubes_done()
                yield from self.on_results()
                yield self.progress()
        self.read()
        yield from self.merged()

    def judged(self, limits: Limits) -> Iterator[Event]:
        """Yield the result of a run whose cubes are all done; raises JudgeRefused."""
        self.limits = limits
        self.read()
        yield from self.merged()

    def _take(self, outcomes: Sequence[Outcome]) -> None:
        """Commit the finished cubes to the ledger in one transaction; handle those that crashed or are late."""
        self.commit([each for each in outcomes if isinstance(each, CubeResult) and not each.late])
        for each in outcomes:
            if isinstance(each, Crashed) or each.late:
                self._try_again(each)

    def _try_again(self, outcome: Outcome) -> None:
        """Split a cube that crashed or is late, or queue it again."""
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
        """Store the results of cubes; raises CubesDiffer."""
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
        """Replace a cube by smaller ones; False if it cannot be split."""
        smaller = self.deeper(cube)
        if smaller:
            self.ledger.split(self.name, cube.name, smaller)
            self.read()
        return bool(smaller)

"""The driver of a run: it keeps a window of cubes in flight, writes what comes to the ledger, and merges it when all is done.

To the rest of the program it looks like an engine: a generator of events, one End, the last. It can be killed at any moment, and
started again wherever the ledger can be reached. A cube whose worker crashed twice, or that is late, is cut deeper; one that
cannot be cut is tried again a few times. What the cubes come to counts only once the judge of completeness has nothing to say.
"""

from __future__ import annotations

import tempfile
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import numpy as np

from exactcover.answer import CubesDone, End, EngineOptions, Event, FoundMany, Limits, Progress, Statistics, Task
from exactcover.cluster import partition, progress
from exactcover.cluster.cubes import Branch, Cube, CubeResult, cubes_of, deeper
from exactcover.cluster.executor import Crashed, Executor, Outcome, Refused
from exactcover.cluster.ledger import Entry, Ledger, run_named
from exactcover.cluster.local import LocalExecutor
from exactcover.cluster.settings import LOCAL, RAY, TASKS, workers_of
from exactcover.cluster.work import LATE_SECONDS, fingerprint, unpacked
from exactcover.deadline import Deadline
from exactcover.errors import EngineBroke, InvalidInput, JudgeRefused, StopReason
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model
from exactcover.model.many import table_of
from exactcover.search.cover import plans, roots
from exactcover.search.cover.kernel_names import AUTO, kernel_named
from exactcover.search.cover.plans import SearchPlan
from exactcover.search.cover.roots import Runner

WINDOW = 4
"""Cubes in flight for each that can be searched at the same time."""
LISTEN_SECONDS = 0.05
MOST_CRASHES, MOST_CRASHES_UNCUT = 2, 12
"""Of a cube before it is cut deeper; of one that cannot be cut before the run is given up."""

Interrupted = Callable[[], bool]


def run(
    task: Task, model: Model, options: EngineOptions, limits: Limits, interrupted: Interrupted = lambda: False
) -> Iterator[Event]:
    """Count or list the solutions of a cover by cubes; see the module. Raises InvalidInput, and faults of ours."""
    cover = _suitable(task, model, options, limits)
    if (np.bincount(cover.members, minlength=len(cover.items)) < cover.least).any():  # an item has too few options
        none = 0 if task == "count" else None
        yield End(True, count=none, classes=None if cover.symmetries is None else none)
        return
    with ExitStack() as stack:
        where = options.ledger or str(Path(stack.enter_context(tempfile.TemporaryDirectory())) / "ledger")
        ledger = Ledger(where)
        stack.callback(ledger.close)
        workers = workers_of(options.workers)
        name = run_named(
            options.run_of,
            task=task,
            cover=roots.digest_of(cover),
            up_to_symmetry=options.up_to_symmetry,
            seed=options.seed,
            own=dict(options.own),
        )
        yield Progress("planning cubes")
        plan = ledger.begin(name, task, fingerprint(), lambda: _planned(task, cover, options, workers))
        driver = Driver(cover, plan, ledger, name, Deadline(limits.time), interrupted)
        yield driver.cubes_done()
        yield from driver.judged(limits) if driver.done() else ()
        if not driver.done():
            with executor_of(options.executor, cover, plan, workers) as executor:
                yield from driver.run(executor, limits)


def _suitable(task: Task, model: Model, options: EngineOptions, limits: Limits) -> Cover:
    """Return the cover; raises InvalidInput where cubes cannot do what is to be done."""
    assert isinstance(model, Cover)
    refused = {
        f"a {task}": task not in TASKS,
        "items that must be connected": model.connectivity is not None,
        "solutions of least cost": options.most_cost is not None,
        "a limit of nodes": limits.nodes is not None,
        "a count with a limit": task == "count" and limits.solutions is not None,
    }
    for wish, is_refused in refused.items():
        if is_refused:
            raise InvalidInput(f"an executor was asked for {wish}; expected a count, or a list, of a plain cover")
    return model


def _planned(task: Task, cover: Cover, options: EngineOptions, workers: int) -> tuple[SearchPlan, list[Cube]]:
    kernel = kernel_named(options.own.get("kernel", AUTO.name), options.own.get("order"))
    assert task in ("count", "list")
    plan = roots.plan(
        cover,
        "count" if task == "count" else "list",
        kernel=kernel,
        seed=options.seed,
        classes=task == "count" and cover.symmetries is not None,
        up_to_symmetry=options.up_to_symmetry,
    )
    return plan, cubes_of(roots.runner_of_plan(cover, plan), workers)


@contextmanager
def executor_of(
    word: str, cover: Cover, plan: SearchPlan, workers: int, late_seconds: float = LATE_SECONDS
) -> Iterator[Executor]:
    """Make the executor that a word of `--executor` names, closed at the end. Raises InvalidInput."""
    if word == LOCAL:
        executor: Executor = LocalExecutor(cover, plan, workers, late_seconds)
    else:
        from exactcover.cluster.on_ray import RayExecutor

        executor = RayExecutor(cover, plan, workers if word == RAY else 0, word, late_seconds)
    try:
        yield executor
    finally:
        executor.close()


class Driver:
    """One run of a plan: which cubes are done, in flight or waiting; see the module."""

    def __init__(
        self,
        cover: Cover,
        plan: SearchPlan,
        ledger: Ledger,
        name: str,
        deadline: Deadline | None = None,
        interrupted: Interrupted = lambda: False,
    ) -> None:
        self.cover, self.plan, self.ledger, self.name = cover, plan, ledger, name
        self.deadline, self.interrupted = deadline or Deadline(), interrupted
        self.entries: dict[str, Entry] = {}
        self.waiting: deque[Cube] = deque()
        self.in_flight: dict[str, Cube] = {}
        self.handed_over: set[str] = set()
        self.listed = 0
        self._runner: Runner | None = None
        self.read()

    def read(self) -> None:
        """Read the cubes from the ledger, which others may have written to."""
        self.entries = {entry.cube.name: entry for entry in self.ledger.entries(self.name)}
        waits = [
            each.cube for each in self.entries.values() if each.state == "open" and each.cube.name not in self.in_flight
        ]
        if self.plan.task == "count":  # in a random order the part that is done is an honest estimate of the whole
            order = np.random.default_rng(0).permutation(len(waits)).tolist()
            waits = [waits[place] for place in order]
        self.waiting = deque(waits)

    def done(self) -> bool:
        """Tell whether no cube is open."""
        return all(entry.state != "open" for entry in self.entries.values())

    def cubes_done(self) -> CubesDone:
        """Return how far the ledger is."""
        return CubesDone(self.name, sum(entry.state == "done" for entry in self.entries.values()))

    def run(self, executor: Executor, limits: Limits) -> Iterator[Event]:
        """Have all open cubes searched, then yield what the run came to."""
        while not self.done():
            stop = self._stopped(limits)
            if stop is not None:
                yield self._end(stop)
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
            for outcome in outcomes:
                self._take(outcome)
            if not self.waiting and not self.in_flight:
                self.read()  # another driver may have cut what was open
            if outcomes:
                yield self.cubes_done()
                yield from self._listed(limits)
                yield self._progress()
        yield from self.judged(limits)

    def judged(self, limits: Limits) -> Iterator[Event]:
        """Yield the solutions of a list that were not handed over, and the End; raises JudgeRefused where cubes are missing."""
        self.read()
        yield from self._listed(limits)
        if self._full(limits):
            yield self._end("solutions")
            return
        branches = [(branch.root, *numbers) for branch, numbers in self._branches()]
        try:
            totals = plans.merged(self.plan, branches)
        except ArithmeticError:  # the judge says what is missing
            totals = plans.merged(self.plan, branches, finished=False)
        faults = partition.faults(self.cover, self._claim(totals.count, totals.classes))
        if faults:
            raise JudgeRefused(f"the judge refused the cubes of a run: {'; '.join(faults)}")
        self.ledger.end(self.name, totals.count, totals.classes)
        yield self._end(None, totals.count, totals.classes)

    def _stopped(self, limits: Limits) -> StopReason | None:
        if self.interrupted():
            return "interrupted"
        if self._full(limits):
            return "solutions"
        return "time" if self.deadline.over() else None

    def _full(self, limits: Limits) -> bool:
        return self.plan.task == "list" and limits.solutions is not None and self.listed >= limits.solutions

    def _take(self, outcome: Outcome) -> None:
        """Write what came of a cube to the ledger."""
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
        if outcome.late:
            cube = self.in_flight.pop(outcome.cube)
            if not self._cut(cube):
                raise EngineBroke(f"cube {cube.name} took {outcome.seconds:.0f} s, and cannot be cut deeper")
            return
        self.commit(outcome)

    def commit(self, result: CubeResult) -> None:
        """Keep the result of a cube; raises CubesDiffer."""
        cube = self.in_flight.pop(result.cube, None)
        if self.ledger.commit(self.name, result):
            entry = self.entries[result.cube]
            self.entries[result.cube] = Entry(
                entry.cube, entry.parent, "done", entry.attempts, result.branches, result.seconds
            )
        elif cube is not None:
            self.read()  # another driver was faster

    def _cut(self, cube: Cube) -> bool:
        """Put smaller cubes in the place of one; False where it cannot be cut."""
        if self._runner is None:
            self._runner = roots.runner_of_plan(self.cover, self.plan)
        smaller = deeper(self._runner, cube)
        if smaller:
            self.ledger.split(self.name, cube.name, smaller)
            self.read()
        return bool(smaller)

    def _branches(self) -> Iterator[tuple[Branch, tuple[int, int]]]:
        """Yield the branches that are done, each with its solutions and nodes."""
        for entry in self.entries.values():
            if entry.state == "done":
                yield from zip(entry.cube.branches, entry.results, strict=True)

    def _claim(self, count: int, classes: int | None) -> partition.Claim:
        leaves = [partition.Leaf(branch.root, branch.chosen, solutions) for branch, (solutions, _) in self._branches()]
        planned = [partition.Root(root.term, root.chosen, root.weight, root.kept_by) for root in self.plan.roots]
        return partition.Claim(
            tuple((term.symmetry, term.members) for term in self.plan.terms),
            tuple(planned),
            tuple(leaves),
            self.plan.task == "list",
            self.plan.group_order,
            count,
            classes,
        )

    def _listed(self, limits: Limits) -> Iterator[Event]:
        """Yield the solutions of a list whose turn it is: those of all cubes before them are handed over."""
        if self.plan.task != "list":
            return
        for entry in sorted(self.entries.values(), key=lambda entry: entry.cube.name):
            if entry.state == "open":
                return
            if entry.state == "split" or entry.cube.name in self.handed_over:
                continue
            for content in self.ledger.lines(self.name, entry.cube.name):
                some = unpacked(content)
                if limits.solutions is not None:
                    some = some[: limits.solutions - self.listed]
                self.listed += len(some)
                if len(some):
                    yield FoundMany(table_of(some, self.cover.options))
                if self._full(limits):
                    return
            self.handed_over.add(entry.cube.name)

    def _counted(self) -> int:
        """Return the solutions counted so far: those of the term of the identity, as often as they weigh."""
        return sum(
            solutions * self.plan.roots[branch.root].weight
            for branch, (solutions, _) in self._branches()
            if self.plan.roots[branch.root].term == 0
        )

    def _nodes(self) -> int:
        return sum(nodes for _, (_, nodes) in self._branches())

    def _progress(self) -> Progress:
        leaves = [entry for entry in self.entries.values() if entry.state != "split"]
        done = [(each.cube.nodes, sum(nodes for _, nodes in each.results)) for each in leaves if each.state == "done"]
        covered = progress.coverage(done, [each.cube.nodes for each in leaves if each.state == "open"])
        count = self._counted() if self.plan.task == "count" else None
        sentence = progress.told(covered, len(done), len(leaves))
        how = f"{self.plan.how}, by {len(leaves)} cubes"
        return Progress(sentence, self._nodes(), count, covered.fraction, how)

    def _end(self, stop: StopReason | None, count: int | None = None, classes: int | None = None) -> End:
        if self.plan.task == "list":
            count = classes = None
        elif stop is not None:
            count = self._counted()
        seconds = sum(entry.seconds for entry in self.entries.values())
        return End(
            stop is None, stop, count, classes=classes, statistics=Statistics(nodes=self._nodes(), cpu_seconds=seconds)
        )

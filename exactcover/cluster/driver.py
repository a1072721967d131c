"""The driver of a count or a list: it cuts a plan into cubes, schedules them (scheduler.py), and merges their results.

To the rest of the program it looks like an engine: a generator of events, the last of which is an End. The results of
the cubes count only once the judge of completeness has found no fault.
"""

from __future__ import annotations

import tempfile
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import numpy as np

from exactcover.backends.search.cover import plans, roots
from exactcover.backends.search.cover.kernel_names import AUTO, kernel_named
from exactcover.backends.search.cover.plain_options import searched
from exactcover.backends.search.cover.plans import SearchPlan
from exactcover.backends.search.cover.roots import Runner
from exactcover.cluster import partition
from exactcover.cluster.cubes import Branch, Cube, cubes_of, deeper
from exactcover.cluster.ledger import Entry, Ledger, run_named
from exactcover.cluster.scheduler import EXPECTED, Interrupted, Scheduler, executor_of
from exactcover.cluster.settings import refuse_by_cubes, workers_of
from exactcover.cluster.work import CoverWork, fingerprint, unpacked
from exactcover.model.answer import EngineOptions, Limits, Statistics, Task
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model
from exactcover.model.errors import InvalidInput, JudgeRefused, StopReason
from exactcover.model.events import End, Event, FoundMany, Progress
from exactcover.model.many import table_of
from exactcover.process.deadline import Deadline


def run(
    task: Task, model: Model, options: EngineOptions, limits: Limits, interrupted: Interrupted = lambda: False
) -> Iterator[Event]:
    """Count or list the solutions of a cover by cubes; see the module. Raises InvalidInput and OurFault."""
    cover = _suitable(task, model, options, limits)
    if (np.bincount(cover.members, minlength=len(cover.items)) < cover.least).any():  # an item has too few options
        none = 0 if task == "count" else None
        yield End(True, count=none, classes=None if cover.symmetries is None else none)
        return
    with ExitStack() as stack:
        where = options.ledger or str(Path(stack.enter_context(tempfile.TemporaryDirectory())) / "ledger")
        ledger = Ledger(where, known=bool(options.run_of))
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
        yield from driver.starting_events()
        yield from driver.judged(limits) if driver.done() else ()
        if not driver.done():
            with executor_of(options.executor, CoverWork(cover, plan), workers) as executor:
                yield from driver.run(executor, limits)


def _suitable(task: Task, model: Model, options: EngineOptions, limits: Limits) -> Cover:
    """Return the cover; raises InvalidInput if the request cannot be answered by cubes."""
    assert isinstance(model, Cover)
    connected, optimal = model.connectivity is not None, options.most_cost is not None
    refuse_by_cubes(task, limits, connected=connected, optimal=optimal)
    return searched(model, task, options)


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


class Driver(Scheduler):
    """One run of a plan; see scheduler.py."""

    def __init__(
        self,
        cover: Cover,
        plan: SearchPlan,
        ledger: Ledger,
        name: str,
        deadline: Deadline | None = None,
        interrupted: Interrupted = lambda: False,
    ) -> None:
        self.cover, self.plan = cover, plan
        self.in_order = plan.task == "list"
        self.handed_over: set[str] = set()
        self.turns: deque[str] = deque()
        self.listed = self.counted = 0
        self._runner: Runner | None = None
        super().__init__(ledger, name, deadline, interrupted)

    def deeper(self, cube: Cube) -> list[Cube]:
        """Return the branches of a cube, or those that the kernel splits its one branch into."""
        if self._runner is None:
            self._runner = roots.runner_of_plan(self.cover, self.plan)
        return deeper(self._runner, cube)

    def read(self) -> None:
        """Read the cubes from the ledger, and the order in which to yield the solutions of a list."""
        self.counted = 0
        super().read()
        if self.plan.task == "list":
            names = (name for name, entry in self.entries.items() if entry.state != "split")
            self.turns = deque(sorted(name for name in names if name not in self.handed_over))

    def note(self, entry: Entry) -> None:
        """Add a finished cube, and its weighted solutions if it belongs to the term of the identity."""
        super().note(entry)
        for branch, (solutions, _) in zip(entry.cube.branches, entry.results, strict=True):
            root = self.plan.roots[branch.root]
            self.counted += solutions * root.weight if root.term == 0 else 0

    def on_results(self) -> Iterator[Event]:
        """Yield the solutions of a list that are next in order."""
        return self._listed()

    def merged(self) -> Iterator[Event]:
        """Yield the remaining solutions of a list, and the End; raises JudgeRefused if cubes are missing."""
        yield from self._listed()
        if self._full():
            yield self.ended("solutions")
            return
        branches = [(branch.root, *numbers) for branch, numbers in self._branches()]
        try:
            totals = plans.merged(self.plan, branches)
        except ArithmeticError:  # the judge will report what is missing
            totals = plans.merged(self.plan, branches, finished=False)
        faults = partition.faults(self.cover, self._claim(totals.count, totals.classes))
        if faults and self.resumed:
            raise InvalidInput(f"the cubes in the ledger do not add up ({faults[0]}); {EXPECTED}")
        if faults:
            raise JudgeRefused(f"the judge refused the cubes of a run: {'; '.join(faults)}")
        self.ledger.end(self.name, totals.count, totals.classes)
        yield self._end(None, totals.count, totals.classes)

    def stop_reason(self) -> StopReason | None:
        """Return why the run must stop now; a list also stops at its limit."""
        stop = super().stop_reason()
        return "solutions" if stop != "interrupted" and self._full() else stop

    def _full(self) -> bool:
        most = self.limits.solutions
        return self.plan.task == "list" and most is not None and self.listed >= most

    def _branches(self) -> Iterator[tuple[Branch, tuple[int, int]]]:
        """Yield the finished branches, each with its solutions and nodes."""
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

    def _listed(self) -> Iterator[Event]:
        """Yield the solutions of a list that are next in order: those of all earlier cubes have been yielded."""
        while self.turns and self.entries[self.turns[0]].state == "done":
            name = self.turns[0]
            for content in self.lines(name):
                some = unpacked(content)
                if self.limits.solutions is not None:
                    some = some[: self.limits.solutions - self.listed]
                self.listed += len(some)
                if len(some):
                    yield FoundMany(table_of(some, self.cover.options))
                if self._full():
                    return
            self.handed_over.add(self.turns.popleft())

    def progress(self) -> Progress:
        """Return the progress of the run."""
        count = self.counted if self.plan.task == "count" else None
        how = f"{self.plan.how}, by {self.sums.cubes} cubes"
        return Progress(self.sums.text(), self.sums.nodes, count, self.sums.coverage().fraction, how)

    def ended(self, stop: StopReason) -> End:
        """Return the End with the count so far."""
        return self._end(stop, self.counted, None)

    def _end(self, stop: StopReason | None, count: int | None, classes: int | None) -> End:
        if self.plan.task == "list":
            count = classes = None
        statistics = Statistics(nodes=self.sums.nodes, cpu_seconds=self.sums.seconds)
        return End(stop is None, stop, count, classes=classes, statistics=statistics)

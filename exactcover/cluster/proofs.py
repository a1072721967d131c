"""Proofs by cubes: a branching tree is cut into cubes, these are scheduled (scheduler.py), and their trees are joined.

To the rest of the program it looks like a prover: a generator of events, the last of which is an End with the
refutation. The tree is the one that the prover of trees builds by itself (provers/tree.py), and its judge reads all of
it. A cube that has a solution ends the run with that solution.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from exactcover import judges
from exactcover.cluster.cubes import Branch, Cube
from exactcover.cluster.ledger import Entry, Ledger, run_named
from exactcover.cluster.scheduler import Interrupted, Scheduler, executor_of
from exactcover.cluster.settings import workers_of
from exactcover.cluster.trees import Packing, Top, TreeWork, joined, numbers_of
from exactcover.cluster.work import fingerprint
from exactcover.judges.demands import Demands, demands
from exactcover.judges.extent import refuse_large
from exactcover.judges.tree import (
    MOST_ITEMS_TIMES_OPTIONS,
    MOST_NODES,
    MOST_OPTIONS,
    MOST_PACKED_NODES,
    MOST_PACKED_WORK,
    MOST_WORK,
    work_of,
)
from exactcover.model.answer import EngineOptions, Limits, Statistics
from exactcover.model.certificate import InvalidCertificate, Refutation
from exactcover.model.encoding import Model
from exactcover.model.errors import JudgeRefused, StopReason
from exactcover.model.events import End, Event, Found, Progress
from exactcover.model.tiling import Tiling
from exactcover.process.deadline import Deadline
from exactcover.transform.reductions.tiling_to_cover import placements

TASK = "prove"
RULE = {"items": "fewest branches"}
"""The plan of a run: the rule by which the top of the tree was cut; each cube carries its own path."""


def run(
    model: Model, options: EngineOptions, limits: Limits, interrupted: Interrupted = lambda: False
) -> Iterator[Event]:
    """Refute a tiling or a cover by a tree, cube by cube; see the module. Raises InvalidInput and OurFault."""
    try:
        refuse_large(model, MOST_OPTIONS, MOST_ITEMS_TIMES_OPTIONS)
    except InvalidCertificate as too_large:
        yield End(False, remark=str(too_large))
        return
    needs = demands(model)
    if min(int(needs.least.sum()) + 1, needs.options) * needs.options > MOST_ITEMS_TIMES_OPTIONS:
        yield End(False, remark="a path of its tree may have more nodes than its judge reads")
        return
    work = TreeWork(needs.starts, needs.members, *needs.by_item, needs.least, needs.most)
    with ExitStack() as stack:
        where = options.ledger or str(Path(stack.enter_context(tempfile.TemporaryDirectory())) / "ledger")
        ledger = Ledger(where, known=bool(options.run_of))
        stack.callback(ledger.close)
        workers = workers_of(options.workers)
        name = run_named(options.run_of, task=TASK, tree=work.digest)
        yield Progress("planning cubes")
        ledger.begin_json(name, TASK, fingerprint(), lambda: (RULE, Top(work).cubes(workers)))
        prover = Prover(model, needs, work, ledger, name, Deadline(limits.time), interrupted)
        yield from prover.starting_events()
        yield from prover.judged(limits) if prover.done() else ()
        if not prover.done():
            with executor_of(options.executor, work, workers) as executor:
                yield from prover.run(executor, limits)


class Prover(Scheduler):
    """One run of a tree; see scheduler.py."""

    def __init__(
        self,
        model: Model,
        needs: Demands,
        work: TreeWork,
        ledger: Ledger,
        name: str,
        deadline: Deadline | None = None,
        interrupted: Interrupted = lambda: False,
    ) -> None:
        self.model, self.needs, self.work = model, needs, work
        self._top: Top | None = None
        self._solved = False
        self.readable = min(MOST_PACKED_NODES, MOST_PACKED_WORK // work_of(needs, 1))
        super().__init__(ledger, name, deadline, interrupted)

    def deeper(self, cube: Cube) -> Sequence[Cube]:
        """Return the nodes of a cube one by one, or those below its one node."""
        self._top = self._top or Top(self.work)
        return self._top.deeper(cube)

    def read(self) -> None:
        """Read the cubes from the ledger, and whether one of them has a solution."""
        self._solved = False
        super().read()

    def note(self, entry: Entry) -> None:
        """Add a finished cube, and record whether it has a solution."""
        super().note(entry)
        self._solved = self._solved or any(solutions for solutions, _ in entry.results)

    def done(self) -> bool:
        """Return whether no cube is open, or one has a solution."""
        return self._solved or super().done()

    def stop_reason(self) -> StopReason | None:
        """Return why the run must stop now; a tree too large for its judge also stops it."""
        most = self.readable if self.limits.nodes is None else min(self.readable, self.limits.nodes)
        return super().stop_reason() or ("nodes" if self.sums.nodes > most else None)

    def on_results(self) -> Iterator[Event]:
        """Yield nothing: results are reported at the end."""
        return iter(())

    def merged(self) -> Iterator[Event]:
        """Yield the solution of a cube, or the End with the joined tree."""
        statistics = Statistics(nodes=self.sums.nodes, cpu_seconds=self.sums.seconds)
        solved = self._solution()
        if solved is not None:
            self.ledger.end(self.name, None, None)
            yield from self._found(self._items(solved), statistics)
            return
        packing = Packing()
        for items in joined(self._parts()):
            packing.add(items)
        remark = f"every branch is closed after {packing.count} nodes, by {len(self._leaves())} cubes"
        if packing.count > self.readable:
            yield End(False, "nodes", remark=f"{remark}; its judge reads {self.readable}", statistics=statistics)
            return
        self.ledger.end(self.name, 0, None)
        brief = packing.count <= MOST_NODES and work_of(self.needs, packing.count) <= MOST_WORK
        body = (
            {"items": numbers_of(packing.content()).tolist()}
            if brief
            else {"nodes": packing.count, "packed": packing.text()}
        )
        yield End(False, refutation=Refutation("tree", body), remark=remark, statistics=statistics)

    def ended(self, stop: StopReason) -> End:
        """Return the End of a tree that has open branches."""
        remark = f"{self.sums.done} of {self.sums.cubes} cubes are closed after {self.sums.nodes} nodes"
        if stop == "nodes":
            remark += f"; at most {self.readable} are written"
        statistics = Statistics(nodes=self.sums.nodes, cpu_seconds=self.sums.seconds)
        return End(False, stop, remark=remark, statistics=statistics)

    def progress(self) -> Progress:
        """Return the progress of the run."""
        return Progress(self.sums.text(), self.sums.nodes, fraction=self.sums.coverage().fraction)

    def _leaves(self) -> list[str]:
        """Return the names of the finished cubes, in the order of the tree."""
        return sorted(name for name, entry in self.entries.items() if entry.state == "done")

    def _solution(self) -> str | None:
        """Return the name of the first cube in the order of the tree that has a solution."""
        return next((name for name in self._leaves() if any(each for each, _ in self.entries[name].results)), None)

    def _items(self, name: str) -> NDArray[np.int32]:
        """Return the numbers in the result of a cube."""
        return np.concatenate([numbers_of(content) for content in self.lines(name)])

    def _parts(self) -> Iterator[tuple[Branch, NDArray[np.int32]]]:
        """Yield the open nodes in order, each with the items below it; raises JudgeRefused if the ledger lost some."""
        for name in self._leaves():
            entry, items = self.entries[name], self._items(name)
            if len(items) != sum(nodes for _, nodes in entry.results):
                raise JudgeRefused(
                    f"the tree of cube {name} has {len(items)} nodes in the ledger, which is not their recorded number"
                )
            begin = 0
            for branch, (_, nodes) in zip(entry.cube.branches, entry.results, strict=True):
                yield branch, items[begin : begin + nodes]
                begin += nodes

    def _found(self, options: NDArray[np.int32], statistics: Statistics) -> Iterator[Event]:
        numbers = options.astype(np.int64)
        selection = placements(self.model)[numbers] if isinstance(self.model, Tiling) else numbers
        if judges.faults(self.model, selection):
            remark = "there is a solution but for connectivity, so no tree"
            yield End(False, remark=remark, statistics=statistics)
            return
        yield Found(selection)
        yield End(False, "solutions", remark="a branch ends in a solution", statistics=statistics)

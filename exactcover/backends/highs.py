"""HiGHS on a cover, as a 0/1 integer program; nodes are those of its branch and bound.

It runs in a thread, which releases the interpreter lock, and passes on selections and bounds through callbacks. It computes in
floating point: a selection is rounded and judged like any other, but a bound or an optimum is unproved (evidence: the engine's
word).
"""

from __future__ import annotations

import math
import queue
import threading
from collections.abc import Iterator
from typing import Any

import numpy as np

from exactcover.backends.search.prices.milp import solver_of
from exactcover.backends.search.prices.table import Table, table_of
from exactcover.model.answer import EngineOptions, Limits, Statistics, Task
from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model
from exactcover.model.errors import StopReason, Unsuitable
from exactcover.model.events import Bound, End, Event, Found, Progress
from exactcover.process.deadline import Deadline

accepts = ("cover",)
can = ("solve",)
options = ()
parallel = ()
up_to_symmetry = ()
node = "a node of branch and bound"

NEARLY = 1e-6
LARGEST_COST = 2**40
"""Larger sums are not exact in floating point."""
Queue = queue.SimpleQueue[Event | BaseException | None]


def run(task: Task, model: Model, options: EngineOptions, limits: Limits) -> Iterator[Event]:
    """Find a cheapest selection, or any if options cost nothing; raises Unsuitable if floating point cannot tell costs apart."""
    assert isinstance(model, Cover)
    assert task == "solve"
    if model.connectivity is not None:
        raise Unsuitable("the items of the cover must be connected; expected a cover without connectivity for highs")
    if model.colours is not None:
        raise Unsuitable("the items of the cover have colours; expected a cover without for highs")
    if model.costs is not None and float(np.abs(model.costs.astype(float)).sum()) > LARGEST_COST:
        raise Unsuitable(f"the costs add up to more than {LARGEST_COST}; expected less for highs")
    free = np.zeros(model.options, dtype=np.int64)
    table = table_of(model, free if model.costs is None else None)
    if not table.options:
        yield from _without_options(table, priced=model.costs is not None)
        return
    yield from _solved(table, model.costs is not None, options, limits)


def _without_options(table: Table, *, priced: bool) -> Iterator[Event]:
    """Answer for a cover without options: HiGHS takes no problem without variables."""
    if not table.least.any():
        yield Found(np.zeros(0, dtype=np.int64))
        yield End(True, bound=0 if priced else None)
        return
    yield End(True)


def _solved(table: Table, priced: bool, options: EngineOptions, limits: Limits) -> Iterator[Event]:
    solver = solver_of(table, options.seed)
    left = Deadline(limits.time).left
    if left is not None:
        solver.setOptionValue("time_limit", left)
    if limits.nodes is not None:
        solver.setOptionValue("mip_max_nodes", min(limits.nodes, 2**31 - 1))
    if not priced:
        solver.setOptionValue("mip_max_improving_sols", 1)
    events: Queue = queue.SimpleQueue()
    watcher = _Watcher(table, priced, events)
    solver.cbMipImprovingSolution.subscribe(watcher.improved)
    solver.cbMipInterrupt.subscribe(watcher.looked)
    thread = threading.Thread(target=_run, args=(solver, events), daemon=True)
    thread.start()
    try:
        while (event := events.get()) is not None:
            if isinstance(event, BaseException):
                raise event
            yield event
        thread.join()
        yield from _ended(solver, watcher, limits)
    finally:
        watcher.stop = True
        thread.join()


def _run(solver: Any, events: Queue) -> None:
    try:
        solver.run()
    except BaseException as error:  # passed to the generator, which raises it in its own thread
        events.put(error)
    events.put(None)


class _Watcher:
    """The callbacks of HiGHS: pass on better selections and bounds, and stop it when the consumer has gone."""

    def __init__(self, table: Table, priced: bool, events: Queue) -> None:
        self.table, self.priced, self.events = table, priced, events
        self.stop = False
        self.best: int | None = None
        self.bound: int | None = None
        self.nodes = 0

    def improved(self, call: Any) -> None:
        """Pass on a selection."""
        self.selected(np.array(call.data_out.mip_solution))

    def selected(self, values: np.ndarray[Any, np.dtype[np.float64]]) -> None:
        """Pass on the selection given by values of variables, if it is valid and better."""
        selection: Integers = np.flatnonzero(values > 0.5)
        if len(values) != self.table.options or not self.table.covers(selection):
            return
        cost = int(self.table.costs[selection].sum())
        if self.best is None or cost < self.best:
            self.best = cost
            self.events.put(Found(selection))

    def looked(self, call: Any) -> None:
        """Pass on a better bound, and the progress of the search."""
        self.nodes = max(self.nodes, int(call.data_out.mip_node_count))
        self.bounded(float(call.data_out.mip_dual_bound))
        if self.stop:
            call.interrupt()

    def bounded(self, value: float) -> None:
        """Pass on a bound, rounded up to a multiple of the greatest common divisor of all costs."""
        step = self.table.step
        if not self.priced or not math.isfinite(value):
            return
        least = math.ceil((value - NEARLY * max(1.0, abs(value))) / step) * step
        if (self.bound is None or least > self.bound) and (self.best is None or least <= self.best):
            self.bound = least
            self.events.put(Bound(least))
            self.events.put(Progress(nodes=self.nodes, bound=least))


def _ended(solver: Any, watcher: _Watcher, limits: Limits) -> Iterator[Event]:
    """Yield the remaining events, and the End."""
    name = str(solver.getModelStatus().name)
    information = solver.getInfo()
    statistics = Statistics(nodes=max(0, int(information.mip_node_count)))
    events = watcher.events
    watcher.selected(np.array(solver.getSolution().col_value))
    if name != "kInfeasible":
        watcher.bounded(float(information.mip_dual_bound))
    while not events.empty():
        event = events.get()
        if event is not None and not isinstance(event, BaseException):
            yield event
    if name == "kInfeasible" and watcher.best is None:
        yield End(True, statistics=statistics)
    elif name == "kOptimal" and watcher.best is not None:
        yield End(True, bound=watcher.best if watcher.priced else None, statistics=statistics)
    elif not watcher.priced and watcher.best is not None:
        yield End(False, "solutions", statistics=statistics)
    elif name in ("kTimeLimit", "kSolutionLimit", "kInterrupt"):
        stop: StopReason = "nodes" if name == "kSolutionLimit" and limits.nodes is not None else "time"
        yield End(False, stop, bound=watcher.bound, statistics=statistics)
    else:
        raise RuntimeError(f"HiGHS ended with {name}")

"""Exact cover by compiled search: solves, lists and counts any cover without connectivity.

Here a first, plain version: sparse sets with the item that has the fewest ways first (kernel/sparse_sets.py).
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from exactcover.answer import End, EngineOptions, Event, Found, Limits, Progress, Statistics, StopReason, Task
from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model
from exactcover.model.malformed import Malformed

if TYPE_CHECKING:
    from exactcover.kernel.sparse_sets import Search

accepts = ("cover",)
can = ("solve", "list", "count")
options: tuple[str, ...] = ()
node = "an option taken"

NODES_A_SLICE = 20_000
NODES_OF_NO_LIMIT = 2**62


def run(task: Task, model: Model, options: EngineOptions, limits: Limits) -> Iterator[Event]:
    """Search a cover; nodes are counted exactly, the time is looked at every NODES_A_SLICE nodes."""
    assert isinstance(model, Cover)
    if model.connectivity is not None:
        raise Malformed("the engine exact does not know connectivity; expected cpsat, sat or brute for this cover")
    from exactcover.kernel import sparse_sets as kernel

    deadline = None if limits.time is None else time.monotonic() + limits.time
    search = kernel.prepare(model)
    improve = task == "solve" and model.costs is not None
    enough = 0 if improve else (1 if task == "solve" else limits.solutions or 0)
    buffer = np.empty(len(search.levels) * 2 + 4096, dtype=np.int64)
    left = NODES_OF_NO_LIMIT if limits.nodes is None else limits.nodes
    stop: StopReason | None = None
    while stop is None:
        nodes = int(search.registers[kernel.NODES])
        budget = min(NODES_A_SLICE, left - nodes)
        code = kernel.advance(search, budget, enough, buffer, keep=task != "count", improve=improve)
        if task != "count":
            yield from _found(buffer[: search.registers[kernel.WRITTEN]], only_last=improve)
        if code == kernel.EXHAUSTED:
            break
        if code == kernel.ENOUGH:
            stop = "solutions"
        elif code == kernel.OUT_OF_NODES and search.registers[kernel.NODES] >= left:
            stop = "nodes"
        elif deadline is not None and time.monotonic() >= deadline:
            stop = "time"
        else:
            yield _progress(search, task)
    registers = search.registers
    best = int(registers[kernel.BEST]) if improve and registers[kernel.SOLUTIONS] else None
    yield End(
        exhausted=stop is None,
        stop_reason=stop,
        count=int(registers[kernel.SOLUTIONS]) if task == "count" else None,
        bound=best if stop is None else None,
        statistics=Statistics(nodes=int(registers[kernel.NODES])),
    )


def _found(buffer: Integers, *, only_last: bool) -> Iterator[Found]:
    selections = []
    place = 0
    while place < len(buffer):
        length = int(buffer[place])
        selections.append(buffer[place + 1 : place + 1 + length].copy())
        place += 1 + length
    yield from map(Found, selections[-1:] if only_last else selections)


def _progress(search: Search, task: Task) -> Progress:
    from exactcover.kernel import sparse_sets as kernel

    count = int(search.registers[kernel.SOLUTIONS]) if task == "count" else None
    return Progress(nodes=int(search.registers[kernel.NODES]), count=count)

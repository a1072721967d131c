"""The oracle: takes or leaves every option in turn, in plain Python, so short that its correctness can be seen.

For small covers only. It knows everything a cover can ask for: multiplicities, costs, connectivity. A branch ends when an
item is over its most, or can no longer reach its least with the options that are left.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np

from exactcover.answer import End, EngineOptions, Event, Found, Limits, Progress, Statistics, StopReason, Task
from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model

accepts = ("cover",)
can = ("solve", "list", "count")
options: tuple[str, ...] = ()
node = "an option taken or left"

NODES_A_LOOK = 10_000


def run(task: Task, model: Model, options: EngineOptions, limits: Limits) -> Iterator[Event]:
    """Enumerate all selections in the order of their options; stop at a limit."""
    assert isinstance(model, Cover)
    deadline = None if limits.time is None else time.monotonic() + limits.time
    enough = 1 if task == "solve" and model.costs is None else limits.solutions if task != "solve" else None
    nodes = found = 0
    best: int | None = None
    stop: StopReason | None = None
    for selection in _selections(model):
        if selection is None:
            if nodes == limits.nodes:
                stop = "nodes"
                break
            nodes += 1
            if nodes % NODES_A_LOOK == 0:
                if deadline is not None and time.monotonic() >= deadline:
                    stop = "time"
                    break
                yield Progress(nodes=nodes, count=found if task == "count" else None)
            continue
        cost = int(model.costs[selection].sum()) if task == "solve" and model.costs is not None else None
        if cost is not None and best is not None and cost >= best:
            continue
        found, best = found + 1, cost
        if task != "count":
            yield Found(selection)
        if found == enough:
            stop = "solutions"
            break
    count = found if task == "count" else None
    yield End(stop is None, stop, count, best if stop is None else None, statistics=Statistics(nodes=nodes))


def _selections(cover: Cover) -> Iterator[Integers | None]:
    """Yield every selection that solves the cover, and None at each node of the search."""
    order = sorted(range(cover.options), key=lambda o: int(cover.members[cover.starts[o]]))
    members = [cover.members[cover.starts[o] : cover.starts[o + 1]].tolist() for o in order]
    left = np.bincount(cover.members, minlength=len(cover.items)).tolist()
    least, most = cover.least.tolist(), cover.most.tolist()
    chosen = [0] * len(cover.items)
    taken: list[int] = []

    def undo(place: int) -> None:
        for item in members[place]:
            left[item] += 1

    if any(left[item] < least[item] for item in range(len(least))):
        return
    # A stack of (place, what was done there last): 2 nothing yet, 1 taken, 0 left.
    stack = [2]
    yield None
    while stack:
        place = len(stack) - 1
        if place == len(order):
            selection = np.array(sorted(order[p] for p in taken), dtype=np.int64)
            if _connected(cover, selection):
                yield selection
            stack.pop()
            continue
        items, state = members[place], stack[-1]
        if state == 2:
            for item in items:
                left[item] -= 1
        if state == 1:
            taken.pop()
            for item in items:
                chosen[item] -= 1
        if state == 0:
            undo(place)
            stack.pop()
            continue
        stack[-1] = state - 1
        if state == 2:
            taken.append(place)
            for item in items:
                chosen[item] += 1
            if any(chosen[item] > most[item] for item in items):
                continue
        if all(chosen[item] + left[item] >= least[item] for item in items):
            yield None
            stack.append(2)


def _connected(cover: Cover, selection: Integers) -> bool:
    """Return whether every chosen option is reached from a chosen root along chosen edges."""
    if cover.connectivity is None:
        return True
    chosen = set(selection.tolist())
    reached = chosen & set(cover.connectivity.roots.tolist())
    while True:
        edges = [set(edge) for edge in cover.connectivity.edges.tolist() if set(edge) <= chosen]
        more = {option for edge in edges if edge & reached for option in edge} - reached
        if not more:
            return reached == chosen
        reached |= more

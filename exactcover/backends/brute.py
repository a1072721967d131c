"""The oracle: takes or leaves every option in turn, in plain Python, short enough to be verified by reading.

For small covers only. It supports every feature of covers: multiplicities, costs, colours, connectivity. A branch ends when an
item exceeds its most, or can no longer reach its least with the remaining options.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import numpy as np

from exactcover.model.answer import EngineOptions, Limits, Statistics, Task
from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover
from exactcover.model.encoding import Model
from exactcover.model.errors import StopReason
from exactcover.model.events import End, Event, Found, Progress
from exactcover.process.deadline import Deadline

accepts = ("cover",)
can = ("solve", "list", "count")
options: tuple[str, ...] = ()
parallel: tuple[str, ...] = ()
up_to_symmetry: tuple[str, ...] = ()
node = "an option taken"

NODES_A_LOOK = 10_000


def run(task: Task, model: Model, options: EngineOptions, limits: Limits) -> Iterator[Event]:
    """Enumerate all selections in the order of their options; stop at a limit."""
    assert isinstance(model, Cover)
    deadline = Deadline(limits.time)
    enough = 1 if task == "solve" and model.costs is None else limits.solutions if task != "solve" else None
    nodes = solutions = 0
    best: int | None = None
    stop: StopReason | None = None
    for selection in _selections(model):
        if selection is None:
            if nodes == limits.nodes:
                stop = "nodes"
                break
            nodes += 1
            if nodes % NODES_A_LOOK == 0:
                if deadline.over():
                    stop = "time"
                    break
                yield Progress(nodes=nodes, count=solutions if task == "count" else None)
            continue
        cost = int(model.costs[selection].sum()) if task == "solve" and model.costs is not None else None
        if cost is not None and best is not None and cost >= best:
            continue
        solutions, best = solutions + 1, cost
        if task != "count":
            yield Found(selection)
        if solutions == enough:
            stop = "solutions"
            break
    count = solutions if task == "count" else None
    yield End(stop is None, stop, count, best if stop is None else None, statistics=Statistics(nodes=nodes))


def _selections(cover: Cover) -> Iterator[Integers | None]:
    """Yield every selection that solves the cover, and None at each node of the search."""
    order = sorted(range(cover.options), key=lambda option: int(cover.members[cover.starts[option]]))
    members = [cover.members[cover.starts[option] : cover.starts[option + 1]].tolist() for option in order]
    codes = cover.codes.tolist()
    coloured = dict(
        zip(codes, [False] * len(codes) if cover.colours is None else (cover.colours > 0).tolist(), strict=True)
    )
    shades = [codes[cover.starts[option] : cover.starts[option + 1]] for option in order]
    least, most = cover.least.tolist(), cover.most.tolist()
    last: dict[int, int] = {}  # by item: the item and colour of the last option taken that has it
    chosen = [0] * len(cover.items)
    left = np.bincount(cover.members, minlength=len(cover.items)).tolist()  # options not yet taken or left
    taken: list[int] = []

    def extend(first: int) -> Iterator[Integers | None]:
        """Yield the selections that extend the options taken by options from index `first` on."""
        yield None
        if all(number >= few for number, few in zip(chosen, least, strict=True)):
            selection = np.array(sorted(taken), dtype=np.int64)
            if _connected(cover, selection):
                yield selection
        place = first
        while place < len(order):
            items = members[place]
            for item in items:
                left[item] -= 1
            pairs = list(zip(items, shades[place], strict=True))
            if all(chosen[item] < most[item] or (coloured[shade] and last[item] == shade) for item, shade in pairs):
                taken.append(order[place])
                for item, shade in pairs:
                    chosen[item] += 1
                    last[item] = shade
                yield from extend(place + 1)
                for item in items:
                    chosen[item] -= 1
                taken.pop()
            place += 1
            if any(chosen[item] + left[item] < least[item] for item in items):
                break
        for passed in range(first, place):
            for item in members[passed]:
                left[item] += 1

    # Frames of Python code take no C stack (CPython 3.11): one frame per chosen option is safe.
    sys.setrecursionlimit(max(sys.getrecursionlimit(), cover.options + 1_000))
    if all(here >= few for here, few in zip(left, least, strict=True)):
        yield from extend(0)


def _connected(cover: Cover, selection: Integers) -> bool:
    """Return whether every covered item that must be connected is reached from a covered root along covered items."""
    connectivity = cover.connectivity
    if connectivity is None:
        return True
    covered = {item for option in selection for item in cover.members[cover.starts[option] : cover.starts[option + 1]]}
    covered &= set(connectivity.items.tolist())
    reached = covered & set(connectivity.roots.tolist())
    edges = [edge for edge in map(set, connectivity.edges.tolist()) if edge <= covered]
    while True:
        more = {item for edge in edges if edge & reached for item in edge} - reached
        if not more:
            return reached == covered
        reached |= more

"""Cubes: parts of a plan, each for one worker and of about the same length; and their results.

A cube consists of roots of one term with one weight: several short ones, or a branch of a long one. A branch is the
root with more literals, as the kernel splits it; whether the branches cover all of the root is judged elsewhere
(partition.py).
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from exactcover.backends.search.cover import candidates, kernel_tables
from exactcover.backends.search.cover.plans import PlannedRoot
from exactcover.backends.search.cover.roots import Runner
from exactcover.kernel.cover import probe
from exactcover.kernel.instance import Instance

USUAL_SECONDS = 20.0
"""The estimated length of a cube. Long searches are cut into cubes of this length, others so that each worker has
several, however short they seem: the Y-pentominoes on 15x15 take ten thousand times as many nodes as estimated.
"""
CUBES_PER_WORKER = 16
MOST_TOGETHER, MOST_BRANCHES = 64, 512
LONGER = 3.0
"""A root that takes this many times the length of a cube is cut."""
DESCENTS = 64
DEEPER = 8
"""About how many branches a cube is split into."""
DIGITS = 6
COUNTED, REFUTED, SOLVED = "counted", "refuted", "solved"
"""The verdicts on a cube: its solutions were counted, it has none, or it has one."""


class Branch(NamedTuple):
    """A root of the plan, by its number, with all literals: options chosen (o) and excluded (~o)."""

    root: int
    chosen: tuple[int, ...]


@dataclass(frozen=True)
class Cube:
    """A unit of work for one worker; nodes: estimated, 0 if there is no estimate.

    Names sort in the order of the search: the names of a cube's parts begin with its own.
    """

    name: str
    term: int
    branches: tuple[Branch, ...]
    nodes: float = 0.0

    def to_json(self) -> list[Any]:
        """Return the branches as JSON."""
        return [[branch.root, list(branch.chosen)] for branch in self.branches]


def branches_of(value: Sequence[Any]) -> tuple[Branch, ...]:
    """Return the branches that `to_json` wrote."""
    return tuple(Branch(root, tuple(chosen)) for root, chosen in value)


@dataclass(frozen=True)
class CubeResult:
    """The result of a cube: solutions and nodes of each branch, CPU seconds of its search, and the worker's name.

    late: it exceeded its time, and its result does not count; lines: solutions of a list, see `work.packed`, or a part
    of a tree, see trees.py; verdict: one word, for the ledger.
    """

    cube: str
    branches: tuple[tuple[int, int], ...]
    seconds: float
    worker: str = ""
    late: bool = False
    lines: tuple[bytes, ...] = field(default=(), repr=False)
    verdict: str = COUNTED

    @property
    def solutions(self) -> int:
        """The solutions of all branches, without weights."""
        return sum(solutions for solutions, _ in self.branches)

    @property
    def nodes(self) -> int:
        """The nodes of all branches."""
        return sum(nodes for _, nodes in self.branches)

    @property
    def digest(self) -> str:
        """The digest of what two runs of a cube must agree on: the number of solutions of each branch, and the solutions."""
        digest = hashlib.sha256(json.dumps([self.cube, [solutions for solutions, _ in self.branches]]).encode())
        for some in self.lines:
            digest.update(hashlib.sha256(some).digest())
        return digest.hexdigest()


def cubes_of(runner: Runner, workers: int, usual_seconds: float = USUAL_SECONDS) -> list[Cube]:
    """Return the cubes that a plan is cut into for a number of workers, in the order of the search."""
    nodes, seconds = estimates(runner)
    return cut(runner, nodes, seconds, min(sum(seconds) / (CUBES_PER_WORKER * workers), usual_seconds))


def estimates(runner: Runner) -> tuple[list[float], list[float]]:
    """Return the estimated nodes of each root of a plan, and the estimated seconds."""
    nodes = [_nodes(runner, root) for root in runner.plan.roots]
    return nodes, [_seconds(runner, root.term, each) for root, each in zip(runner.plan.roots, nodes, strict=True)]


def cut(runner: Runner, nodes: Sequence[float], seconds: Sequence[float], target_seconds: float) -> list[Cube]:
    """Return cubes of about `target_seconds` seconds each, by the estimates of the roots."""
    roots = runner.plan.roots
    made: list[tuple[int, tuple[Branch, ...], float]] = []
    waiting: list[int] = []

    def together() -> None:
        if waiting:
            branches = tuple(Branch(number, roots[number].chosen) for number in waiting)
            made.append((roots[waiting[0]].term, branches, sum(nodes[number] for number in waiting)))
            waiting.clear()

    for number, root in enumerate(roots):
        if seconds[number] > LONGER * target_seconds:
            together()
            about = min(math.ceil(seconds[number] / target_seconds), MOST_BRANCHES)
            made += [(root.term, (branch,), each) for branch, each in _cut(runner, Branch(number, root.chosen), about)]
            continue
        if waiting and not _fits(roots, waiting, number, sum(seconds[each] for each in waiting), target_seconds):
            together()
        waiting.append(number)
        if seconds[number] >= target_seconds or seconds[number] == 0.0:  # roots of 0 seconds have no estimate
            together()
    together()
    return [Cube(f"{place:0{DIGITS}d}", *each) for place, each in enumerate(made)]


def deeper(runner: Runner, cube: Cube) -> list[Cube]:
    """Return the smaller cubes that a cube is split into, in its order; none if it cannot be split."""
    if len(cube.branches) > 1:
        cut = [(branch, cube.nodes / len(cube.branches)) for branch in cube.branches]
    else:
        cut = list(_cut(runner, cube.branches[0], DEEPER))
        if len(cut) < 2:
            return []
    return [Cube(f"{cube.name}.{place:03d}", cube.term, (branch,), nodes) for place, (branch, nodes) in enumerate(cut)]


def _fits(roots: Sequence[PlannedRoot], waiting: list[int], number: int, seconds: float, target_seconds: float) -> bool:
    """Return whether a root may join the roots that are collected for a cube."""
    first, root = roots[waiting[0]], roots[number]
    return (
        (first.term, first.weight) == (root.term, root.weight)
        and seconds < target_seconds
        and len(waiting) < MOST_TOGETHER
    )


def _cut(runner: Runner, branch: Branch, about: int) -> Iterator[tuple[Branch, float]]:
    """Yield the branches that a kernel splits a branch into, with their estimated nodes."""
    root = runner.plan.roots[branch.root]
    for chosen in kernel_tables.split(runner.part(root.term).tables, branch.chosen, about):
        smaller = tuple(map(int, chosen))
        yield Branch(branch.root, smaller), _nodes(runner, root._replace(chosen=smaller))


def _nodes(runner: Runner, root: PlannedRoot) -> float:
    """Return the estimated nodes of a root; 0 if there is no estimate."""
    tables = runner.part(root.term).tables
    return (
        0.0
        if isinstance(tables, Instance)
        else probe.estimate(tables, DESCENTS, 0, probe.start(tables, root.chosen)).nodes
    )


def _seconds(runner: Runner, term: int, nodes: float) -> float:
    tables = runner.part(term).tables
    return 0.0 if isinstance(tables, Instance) else nodes * candidates.seconds_per_node(tables)

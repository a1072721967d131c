"""Cubes: parts of a plan that one worker searches in about the time wished for; what a cube came to.

A cube has roots of one term with one weight: several short ones together, or a branch of a long one. A branch is the root with
more literals, as the kernel cuts it; whether the branches are all of it is judged elsewhere (partition.py).
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
"""Of a cube, by estimate: long searches are cut into usual ones, others so that there are some for each worker, however short
they seem: the Y-pentominoes on 15x15 take ten thousand times as many nodes as are foretold."""
CUBES_PER_WORKER = 16
MOST_TOGETHER, MOST_BRANCHES = 64, 512
LONGER = 3.0
"""A root that takes so many times what a cube is to take is cut."""
DESCENTS = 64
DEEPER = 8
"""Branchs of a cube that is cut deeper, about."""
DIGITS = 6
COUNTED, REFUTED, SOLVED = "counted", "refuted", "solved"
"""The verdicts on cubes: how many solutions each has, that it has none, or which one it has."""


class Branch(NamedTuple):
    """A root of the plan by its number, with all literals: options chosen (o) and left out (~o)."""

    root: int
    chosen: tuple[int, ...]


@dataclass(frozen=True)
class Cube:
    """What one worker searches at a time; nodes: estimated, 0 where nothing can be foretold.

    Names sort as the search goes: those of the branches of a cube begin with its own.
    """

    name: str
    term: int
    branches: tuple[Branch, ...]
    nodes: float = 0.0

    def to_json(self) -> list[Any]:
        """Return the branches as JSON."""
        return [[branch.root, list(branch.chosen)] for branch in self.branches]


def branches_of(value: Sequence[Any]) -> tuple[Branch, ...]:
    """Return the branches that `to_json` has written."""
    return tuple(Branch(root, tuple(chosen)) for root, chosen in value)


@dataclass(frozen=True)
class CubeResult:
    """What a cube came to: solutions and nodes of each branch, CPU seconds of its search, and who searched it.

    late: its time was up, and nothing that it came to counts; lines: solutions of a list, see `work.packed`, or a part of a tree,
    see trees.py; verdict: in a word, for the ledger.
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
        """Solutions of all branches, each by itself."""
        return sum(solutions for solutions, _ in self.branches)

    @property
    def nodes(self) -> int:
        """Nodes of all branches."""
        return sum(nodes for _, nodes in self.branches)

    @property
    def digest(self) -> str:
        """The digest of what two runs of a cube must agree on: the solutions of each branch, and which they are."""
        digest = hashlib.sha256(json.dumps([self.cube, [solutions for solutions, _ in self.branches]]).encode())
        for some in self.lines:
            digest.update(hashlib.sha256(some).digest())
        return digest.hexdigest()


def cubes_of(runner: Runner, workers: int, usual_seconds: float = USUAL_SECONDS) -> list[Cube]:
    """Return the cubes that a plan is cut into for so many workers, in the order of the search."""
    nodes, seconds = foretold(runner)
    return cut(runner, nodes, seconds, min(sum(seconds) / (CUBES_PER_WORKER * workers), usual_seconds))


def foretold(runner: Runner) -> tuple[list[float], list[float]]:
    """Return the estimated nodes of each root of a plan, and the seconds for them."""
    nodes = [_nodes(runner, root) for root in runner.plan.roots]
    return nodes, [_seconds(runner, root.term, each) for root, each in zip(runner.plan.roots, nodes, strict=True)]


def cut(runner: Runner, nodes: Sequence[float], seconds: Sequence[float], wished: float) -> list[Cube]:
    """Return cubes of about as many seconds as are wished for, from what is foretold of each root."""
    roots = runner.plan.roots
    made: list[tuple[int, tuple[Branch, ...], float]] = []
    waiting: list[int] = []

    def together() -> None:
        if waiting:
            branches = tuple(Branch(number, roots[number].chosen) for number in waiting)
            made.append((roots[waiting[0]].term, branches, sum(nodes[number] for number in waiting)))
            waiting.clear()

    for number, root in enumerate(roots):
        if seconds[number] > LONGER * wished:
            together()
            about = min(math.ceil(seconds[number] / wished), MOST_BRANCHES)
            made += [(root.term, (branch,), each) for branch, each in _cut(runner, Branch(number, root.chosen), about)]
            continue
        if waiting and not _fits(roots, waiting, number, sum(seconds[each] for each in waiting), wished):
            together()
        waiting.append(number)
        if seconds[number] >= wished or seconds[number] == 0.0:  # nothing is foretold of roots of 0 seconds
            together()
    together()
    return [Cube(f"{place:0{DIGITS}d}", *each) for place, each in enumerate(made)]


def deeper(runner: Runner, cube: Cube) -> list[Cube]:
    """Return smaller cubes that a cube is cut into, in its order; none where it cannot be cut."""
    if len(cube.branches) > 1:
        cut = [(branch, cube.nodes / len(cube.branches)) for branch in cube.branches]
    else:
        cut = list(_cut(runner, cube.branches[0], DEEPER))
        if len(cut) < 2:
            return []
    return [Cube(f"{cube.name}.{place:03d}", cube.term, (branch,), nodes) for place, (branch, nodes) in enumerate(cut)]


def _fits(roots: Sequence[PlannedRoot], waiting: list[int], number: int, seconds: float, wished: float) -> bool:
    """Tell whether a root may join those that wait for a cube."""
    first, root = roots[waiting[0]], roots[number]
    return (first.term, first.weight) == (root.term, root.weight) and seconds < wished and len(waiting) < MOST_TOGETHER


def _cut(runner: Runner, branch: Branch, about: int) -> Iterator[tuple[Branch, float]]:
    """Yield the branches that a kernel cuts a branch into, with their nodes."""
    root = runner.plan.roots[branch.root]
    for chosen in kernel_tables.split(runner.part(root.term).tables, branch.chosen, about):
        smaller = tuple(map(int, chosen))
        yield Branch(branch.root, smaller), _nodes(runner, root._replace(chosen=smaller))


def _nodes(runner: Runner, root: PlannedRoot) -> float:
    """Return the estimated nodes of a root, 0 where nothing can be foretold."""
    tables = runner.part(root.term).tables
    return (
        0.0
        if isinstance(tables, Instance)
        else probe.estimate(tables, DESCENTS, 0, probe.start(tables, root.chosen)).nodes
    )


def _seconds(runner: Runner, term: int, nodes: float) -> float:
    tables = runner.part(term).tables
    return 0.0 if isinstance(tables, Instance) else nodes * candidates.seconds_per_node(tables)

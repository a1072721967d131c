"""Branching trees cut into cubes: a cube is a few neighbouring open nodes of the top of a tree, with all that is below
them.

The path to a node is written as the item branched on and the option chosen at each node above it, so that a cube means
the same wherever, and by whichever version, it is searched. The result of a cube is its part of the tree, the items of
its nodes in preorder; the parts are joined, and judged as a whole like any other tree (judges/tree.py). Not here:
scheduling.
"""

from __future__ import annotations

import base64
import hashlib
import heapq
import math
import time
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from exactcover.cluster.cubes import (
    CUBES_PER_WORKER,
    DEEPER,
    DIGITS,
    LONGER,
    MOST_TOGETHER,
    REFUTED,
    SOLVED,
    USUAL_SECONDS,
    Branch,
    Cube,
    CubeResult,
)
from exactcover.cluster.work import LATE_SECONDS, worker_name
from exactcover.kernel.proofs import branching_tree
from exactcover.model.arrays import Integers
from exactcover.process.deadline import Deadline

Path: TypeAlias = tuple[tuple[int, int], ...]

SHORTEST_SECONDS = 0.05
"""The shortest estimated length of a cube."""
NODES_A_SLICE = 20_000
DESCENTS = 64
SECONDS_A_NODE, SECONDS_A_NODE_AND_ITEM = 1e-6, 2e-8
MOST_OPEN = 4096
"""The most open nodes that the top of a tree is cut into."""
MOST_SMALLER = 999
"""The most cubes that one is split into: their numbers have three digits."""


@dataclass(frozen=True, eq=False)
class TreeWork:
    """A cover in the form of the kernel: items that demand least..most, and the incidence of options and items, both ways."""

    starts: Integers
    members: Integers
    firsts: Integers
    options: Integers
    least: Integers
    most: Integers

    @property
    def digest(self) -> str:
        """The digest of the whole."""
        digest = hashlib.sha256()
        for each in (self.starts, self.members, self.least, self.most):
            digest.update(f"{len(each)} ".encode() + np.ascontiguousarray(each, dtype="<i8").tobytes())
        return digest.hexdigest()

    def searcher(self) -> TreeSearcher:
        """Create the searcher of a tree."""
        return TreeSearcher(self)

    def state(self) -> branching_tree.State:
        """Return the root of the tree."""
        return branching_tree.prepare(self.starts, self.members, self.firsts, self.options, self.least, self.most)


class TreeSearcher:
    """Builds the trees below the nodes of cubes."""

    def __init__(self, work: TreeWork) -> None:
        self.state = work.state()
        self.name = worker_name()

    def search(self, cube: Cube, late_seconds: float = LATE_SECONDS) -> CubeResult:
        """Build the trees below the nodes of a cube, until all are closed, a solution is found, or it is late.

        The lines of the result are the items of all nodes, packed, or the options of the solution.
        """
        deadline, start = Deadline(late_seconds), time.process_time()
        totals = [(0, 0)] * len(cube.branches)
        packing = Packing()
        for number, branch in enumerate(cube.branches):
            path = path_of(branch)
            branching_tree.restart(self.state)
            branching_tree.follow(self.state, path)
            code, before = branching_tree.OUT_OF_NODES, packing.count
            while code == branching_tree.OUT_OF_NODES:
                if deadline.over():
                    return CubeResult(cube.name, (), time.process_time() - start, self.name, late=True)
                log = np.empty(NODES_A_SLICE, dtype=np.int32)
                code = branching_tree.advance(self.state, log)
                packing.add(log[: self.state.registers[branching_tree.NODES]])
            totals[number] = int(code == branching_tree.SOLVED), packing.count - before
            if code == branching_tree.SOLVED:
                packing = Packing()
                chosen = [*(option for _, option in path), *branching_tree.chosen(self.state).tolist()]
                packing.add(np.sort(np.array(chosen, dtype=np.int32)))
                break
        verdict = SOLVED if any(solutions for solutions, _ in totals) else REFUTED
        seconds = time.process_time() - start
        return CubeResult(cube.name, tuple(totals), seconds, self.name, lines=(packing.content(),), verdict=verdict)


class Packing:
    """Packs numbers that come in pieces, as judges/packed.py reads them: 32 bits each, little-endian, compressed by zlib."""

    def __init__(self) -> None:
        self.count = 0
        self._deflating = zlib.compressobj(1)
        self._written: list[bytes] = []

    def add(self, numbers: NDArray[np.int32]) -> None:
        """Append numbers."""
        self.count += len(numbers)
        self._written.append(self._deflating.compress(np.ascontiguousarray(numbers, dtype="<i4").tobytes()))

    def content(self) -> bytes:
        """Return the packed content; nothing can be added after that."""
        self._written.append(self._deflating.flush())
        return b"".join(self._written)

    def text(self) -> str:
        """Return the content in base64."""
        return base64.b64encode(self.content()).decode()


def numbers_of(content: bytes) -> NDArray[np.int32]:
    """Unpack numbers."""
    return np.frombuffer(zlib.decompress(content), dtype="<i4").astype(np.int32)


def path_of(branch: Branch) -> Path:
    """Return the items and options on the path to a node, from the literals of a branch."""
    return tuple(zip(branch.chosen[::2], branch.chosen[1::2], strict=True))


def branch_of(path: Path) -> Branch:
    """Return the branch whose literals are a path."""
    return Branch(0, tuple(number for pair in path for number in pair))


class Top:
    """The top of a tree: cuts it into open nodes, and estimates the size of the trees below them."""

    def __init__(self, work: TreeWork) -> None:
        self.state = work.state()
        self.node_seconds = SECONDS_A_NODE + SECONDS_A_NODE_AND_ITEM * len(work.least)

    def nodes(self, path: Path) -> float:
        """Return the estimated number of nodes of the tree at a node, the node itself included."""
        self._go(path)
        return branching_tree.estimate(self.state, DESCENTS)

    def children(self, path: Path) -> list[Path]:
        """Return the children of a node, in order."""
        self._go(path)
        item, options = branching_tree.branches(self.state)
        return [(*path, (item, option)) for option in options.tolist()]

    def _go(self, path: Path) -> None:
        branching_tree.restart(self.state)
        branching_tree.follow(self.state, path)

    def cubes(self, workers: int, usual_seconds: float = USUAL_SECONDS) -> list[Cube]:
        """Return the cubes of a tree, in its order: nodes that seem long are opened, neighbours that seem short are joined."""
        open_: dict[Path, float] = {(): self.nodes(())}
        total = open_[()]
        heap: list[tuple[float, Path]] = [(-total, ())]
        while heap and len(open_) < MOST_OPEN:
            negative, path = heapq.heappop(heap)
            if -negative <= LONGER * self._target_nodes(total, workers, usual_seconds):
                break
            children = self.children(path)
            if children:
                total -= open_.pop(path)
            for each in children:
                open_[each] = self.nodes(each)
                total += open_[each]
                heapq.heappush(heap, (-open_[each], each))
        target_nodes = self._target_nodes(total, workers, usual_seconds)
        # In preorder: the options of a node's branches increase from one to the next.
        ordered = sorted(open_.items(), key=lambda entry: [option for _, option in entry[0]])
        parts = list(_grouped(ordered, target_nodes))
        return [_cube(f"{place:0{DIGITS}d}", part) for place, part in enumerate(parts)]

    def deeper(self, cube: Cube) -> list[Cube]:
        """Return the smaller cubes that a cube is split into, in its order; none if there is nothing below its node."""
        paths = [path_of(branch) for branch in cube.branches]
        while len(paths) == 1:
            paths = self.children(paths[0])
        if not paths:
            return []
        while len(paths) < DEEPER:
            opened = [(path, self.children(path)) for path in paths]
            if not any(len(children) > 1 for _, children in opened):
                break
            paths = [each for path, children in opened for each in (children or [path])]
        nodes = [(path, self.nodes(path)) for path in paths]
        size = math.ceil(len(nodes) / MOST_SMALLER)
        parts = [nodes[place : place + size] for place in range(0, len(nodes), size)]
        return [_cube(f"{cube.name}.{place:03d}", part) for place, part in enumerate(parts)]

    def _target_nodes(self, nodes: float, workers: int, usual_seconds: float) -> float:
        """Return the desired number of nodes per cube, for a tree of this size."""
        seconds = nodes * self.node_seconds / (CUBES_PER_WORKER * workers)
        return min(max(seconds, SHORTEST_SECONDS), usual_seconds) / self.node_seconds


def _grouped(nodes: Sequence[tuple[Path, float]], target_nodes: float) -> Iterator[list[tuple[Path, float]]]:
    """Yield groups of neighbours, each as large as possible with at most `target_nodes` estimated nodes."""
    waiting: list[tuple[Path, float]] = []
    for each in nodes:
        if waiting and (sum(size for _, size in waiting) + each[1] > target_nodes or len(waiting) == MOST_TOGETHER):
            yield waiting
            waiting = []
        waiting.append(each)
    if waiting:
        yield waiting


def _cube(name: str, part: Sequence[tuple[Path, float]]) -> Cube:
    return Cube(name, 0, tuple(branch_of(path) for path, _ in part), sum(nodes for _, nodes in part))


def joined(parts: Iterable[tuple[Branch, NDArray[np.int32]]]) -> Iterator[NDArray[np.int32]]:
    """Yield the items of a whole tree in preorder, from its open nodes in order, each with the items below it.

    Whether these are all of its open nodes is decided by the judge.
    """
    before: Path | None = None
    for branch, items in parts:
        path = path_of(branch)
        shared = -1 if before is None else _shared(before, path)
        yield np.array([item for item, _ in path[shared + 1 :]], dtype=np.int32)
        yield items
        before = path


def _shared(one: Path, other: Path) -> int:
    """Return the number of the last node that two paths share, the root being number 0."""
    number = 0
    for (_, first), (_, second) in zip(one, other, strict=False):
        if first != second:
            break
        number += 1
    return number

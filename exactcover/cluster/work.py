"""The worker's side: it holds the tables of one plan, searches cubes, and reports its version.

A `Work` is what the cubes of a run are parts of, in the form that is sent to workers: a cover with a plan (here), or a
tree (trees.py).

A worker of another version may search another tree below the same literals, so it is refused before it searches
anything.
"""

from __future__ import annotations

import hashlib
import os
import socket
import struct
import time
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from exactcover.backends.search.cover.plans import SearchPlan
from exactcover.backends.search.cover.roots import WholeRoots, runner_of_plan
from exactcover.cluster.cubes import Cube, CubeResult
from exactcover.kernel.library import digest_of_sources
from exactcover.model.cover import Cover
from exactcover.process.deadline import Deadline

LATE_SECONDS = 600.0
"""The time limit of a cube, after which it is split: ten times the length that a cube should have at most."""
LINES_AT_ONCE = 1 << 18
SOURCES = ("model", "transform/symmetry", "kernel", "backends/search", "cluster")
_HEAD = struct.Struct("<qq")


@cache
def fingerprint() -> str:
    """Return the digest of the sources that a result depends on, compiled ones included, and of the versions of libraries."""
    from importlib.metadata import version

    digest = hashlib.sha256()
    for name in SOURCES:
        digest.update(digest_of_sources(Path(__file__).parent.parent / name).encode())
    return f"sources {digest.hexdigest()[:16]}, numpy {version('numpy')}"


def refusal(expected: str) -> str | None:
    """Return why this worker may not work for a driver with that fingerprint, as a sentence; None if it may."""
    own = fingerprint()
    if own == expected:
        return None
    return f"a worker on {socket.gethostname()} has {own}; expected {expected}, the driver's version"


def worker_name() -> str:
    """Return the name of this worker process."""
    return f"{socket.gethostname()}:{os.getpid()}"


class Searcher(Protocol):
    """Searches cubes of one work."""

    def search(self, cube: Cube, late_seconds: float) -> CubeResult:
        """Search a cube to its end, or until it is late; an exception is a fault of the program."""


class Work(Protocol):
    """What cubes are parts of: a picklable value."""

    @property
    def digest(self) -> str:
        """The digest that identifies the work."""

    def searcher(self) -> Searcher:
        """Create the searcher, with the tables for all cubes."""


@dataclass(frozen=True)
class CoverWork:
    """The plan of a count or a list, and the cover."""

    cover: Cover
    plan: SearchPlan

    @property
    def digest(self) -> str:
        """The digest of the plan's roots, which depends on that of the cover."""
        return self.plan.roots_digest

    def searcher(self) -> Worker:
        """Create the searcher, with the tables of the plan."""
        return Worker(self.cover, self.plan)


class Worker:
    """The tables of a plan for a cover, made once, with which any number of cubes is searched."""

    def __init__(self, cover: Cover, plan: SearchPlan) -> None:
        self.plan = plan
        self.runner = runner_of_plan(cover, plan)
        self.name = worker_name()

    def search(self, cube: Cube, late_seconds: float = LATE_SECONDS) -> CubeResult:
        """Search a cube to its end, or until it is late."""
        deadline, start = Deadline(late_seconds), time.process_time()
        roots = tuple(self.plan.roots[branch.root]._replace(chosen=branch.chosen) for branch in cube.branches)
        totals = [(0, 0)] * len(roots)
        waiting: list[NDArray[np.int32]] = []
        written: list[bytes] = []
        late = False
        runner, numbers = self.runner.for_roots(roots), range(len(roots))
        for slice_ in runner.count(numbers) if self.plan.task == "count" else runner.run(numbers):
            if slice_ is None:
                continue
            if isinstance(slice_, WholeRoots):
                for number, solutions, nodes in zip(*slice_, strict=True):
                    totals[number] = solutions, nodes
                last, whole = slice_.roots[-1], True
            else:
                last, whole = slice_.number, slice_.result is not None
                solutions, nodes = totals[last]
                totals[last] = solutions + slice_.solutions, nodes + slice_.nodes
                if self.plan.task == "list" and len(slice_.selections):
                    waiting.append(slice_.selections)
                    if sum(map(len, waiting)) >= LINES_AT_ONCE:
                        written.append(packed(waiting))
                        waiting = []
            if deadline.over() and not (whole and last == numbers[-1]):
                late = True
                break
        if waiting:
            written.append(packed(waiting))
        lines = () if late else tuple(written)
        return CubeResult(cube.name, tuple(totals), time.process_time() - start, self.name, late, lines)


def packed(some: Sequence[NDArray[np.int32]]) -> bytes:
    """Return selections (one per row, padded with -1) as bytes."""
    widest = max(lines.shape[1] for lines in some)
    every = np.full((sum(map(len, some)), widest), -1, dtype="<i4")
    first = 0
    for lines in some:
        every[first : first + len(lines), : lines.shape[1]] = lines
        first += len(lines)
    return _HEAD.pack(*every.shape) + zlib.compress(every.tobytes(), 1)


def unpacked(content: bytes) -> NDArray[np.int32]:
    """Return the selections that `packed` wrote."""
    shape: tuple[Any, ...] = _HEAD.unpack_from(content)
    every: NDArray[np.int32] = np.frombuffer(zlib.decompress(content[_HEAD.size :]), dtype="<i4").astype(np.int32)
    return every.reshape(shape)

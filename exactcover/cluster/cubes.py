"""Cubes: parts of a plan that one worker searches in about the time wished for; what a cube came to.

A cube has roots of one term with one weight: several short ones together, or a piece of a long one. A piece is the root with more
literals, as the kernel cuts it; whether the pieces are all of it is judged elsewhere (partition.py).
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from exactcover.kernel.cover import probe
from exactcover.kernel.instance import Instance
from exactcover.search.cover import candidates, kernel_tables
from exactcover.search.cover.plans import PlannedRoot
from exactcover.search.cover.roots import Runner

SHORTEST_SECONDS, USUAL_SECONDS = 0.05, 20.0
"""Of a cube, by estimate: long searches are cut into usual ones, short ones so that there are some for each worker."""
CUBES_PER_WORKER = 16
MOST_TOGETHER, MOST_PIECES = 64, 512
LONGER = 3.0
"""A root that takes so many times what a cube is to take is cut."""
DESCENTS = 64
DEEPER = 8
"""Pieces of a cube that is cut deeper, about."""
DIGITS = 6


class Piece(NamedTuple):
    """A root of the plan by its number, with all literals: options chosen (o) and left out (~o)."""

    root: int
    chosen: tuple[int, ...]


@dataclass(frozen=True)
class Cube:
    """What one worker searches at a time; nodes: estimated, 0 where nothing can be foretold.

    Names sort as the search goes: those of the pieces of a cube begin with its own.
    """

    name: str
    term: int
    pieces: tuple[Piece, ...]
    nodes: float = 0.0

    def to_json(self) -> list[Any]:
        """Return the pieces as JSON."""
        return [[piece.root, list(piece.chosen)] for piece in self.pieces]


def pieces_of(value: Sequence[Any]) -> tuple[Piece, ...]:
    """Return the pieces that `to_json` has written."""
    return tuple(Piece(root, tuple(chosen)) for root, chosen in value)


@dataclass(frozen=True)
class CubeResult:
    """What a cube came to: solutions and nodes of each piece, CPU seconds of its search, and who searched it.

    late: its time was up, and nothing that it came to counts; lines: solutions of a list, see `work.packed`.
    """

    cube: str
    pieces: tuple[tuple[int, int], ...]
    seconds: float
    worker: str = ""
    late: bool = False
    lines: tuple[bytes, ...] = field(default=(), repr=False)

    @property
    def solutions(self) -> int:
        """Solutions of all pieces, each by itself."""
        return sum(solutions for solutions, _ in self.pieces)

    @property
    def nodes(self) -> int:
        """Nodes of all pieces."""
        return sum(nodes for _, nodes in self.pieces)

    @property
    def digest(self) -> str:
        """The digest of what two runs of a cube must agree on: the solutions of each piece, and which they are."""
        digest = hashlib.sha256(json.dumps([self.cube, [solutions for solutions, _ in self.pieces]]).encode())
        for some in self.lines:
            digest.update(hashlib.sha256(some).digest())
        return digest.hexdigest()


def cubes_of(runner: Runner, workers: int, usual_seconds: float = USUAL_SECONDS) -> list[Cube]:
    """Return the cubes that a plan is cut into for so many workers, in the order of the search."""
    roots = runner.plan.roots
    nodes = [_nodes(runner, root) for root in roots]
    seconds = [_seconds(runner, root.term, each) for root, each in zip(roots, nodes, strict=True)]
    wished = min(max(sum(seconds) / (CUBES_PER_WORKER * workers), SHORTEST_SECONDS), usual_seconds)
    made: list[tuple[int, tuple[Piece, ...], float]] = []
    waiting: list[int] = []

    def together() -> None:
        if waiting:
            pieces = tuple(Piece(number, roots[number].chosen) for number in waiting)
            made.append((roots[waiting[0]].term, pieces, sum(nodes[number] for number in waiting)))
            waiting.clear()

    for number, root in enumerate(roots):
        if seconds[number] > LONGER * wished:
            together()
            about = min(math.ceil(seconds[number] / wished), MOST_PIECES)
            made += [(root.term, (piece,), each) for piece, each in _cut(runner, Piece(number, root.chosen), about)]
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
    if len(cube.pieces) > 1:
        cut = [(piece, cube.nodes / len(cube.pieces)) for piece in cube.pieces]
    else:
        cut = list(_cut(runner, cube.pieces[0], DEEPER))
        if len(cut) < 2:
            return []
    return [Cube(f"{cube.name}.{place:03d}", cube.term, (piece,), nodes) for place, (piece, nodes) in enumerate(cut)]


def _fits(roots: Sequence[PlannedRoot], waiting: list[int], number: int, seconds: float, wished: float) -> bool:
    """Tell whether a root may join those that wait for a cube."""
    first, root = roots[waiting[0]], roots[number]
    return (first.term, first.weight) == (root.term, root.weight) and seconds < wished and len(waiting) < MOST_TOGETHER


def _cut(runner: Runner, piece: Piece, about: int) -> Iterator[tuple[Piece, float]]:
    """Yield the pieces that a kernel cuts a piece into, with their nodes."""
    root = runner.plan.roots[piece.root]
    for chosen in kernel_tables.split(runner.part(root.term).tables, piece.chosen, about):
        smaller = tuple(map(int, chosen))
        yield Piece(piece.root, smaller), _nodes(runner, root._replace(chosen=smaller))


def _nodes(runner: Runner, root: PlannedRoot) -> float:
    """Return the estimated nodes of a root, 0 where nothing can be foretold."""
    tables = runner.part(root.term).tables
    return 0.0 if isinstance(tables, Instance) else probe.estimate(tables, DESCENTS, 0, root.chosen).nodes


def _seconds(runner: Runner, term: int, nodes: float) -> float:
    tables = runner.part(term).tables
    return 0.0 if isinstance(tables, Instance) else nodes * candidates.seconds_per_node(tables)

"""State graphs searched by a few lines of plain Python, and estimates read from their tables: what tests compare with."""

from __future__ import annotations

import heapq
from collections.abc import Iterator

import numpy as np

from exactcover.model.arrays import Integers
from exactcover.model.space import Sliding

State = tuple[tuple[int, int], ...]  # (kind, first cell) of every block, in order


class Oracle:
    """A state graph with the masks of all placements worked out."""

    def __init__(self, sliding: Sliding) -> None:
        self.sliding = sliding
        self.covers = {
            (kind, cell): sliding.covered(kind, cell)
            for kind in range(len(sliding.shapes))
            for cell in range(sliding.cells)
        }
        self.masks = {
            place: None if cells is None else sum(1 << c for c in cells) for place, cells in self.covers.items()
        }
        width = sliding.columns
        self.beside = [
            [cell + step for step in (-width, width, -1, 1)
             if 0 <= cell + step < sliding.cells and (abs(step) == width or (cell + step) // width == cell // width)]
            for cell in range(sliding.cells)
        ]  # fmt: skip
        self.ways = [self.steps(kind) for kind in range(len(sliding.shapes))]
        self.start = self.state(sliding.start)
        self.goals = [set(goal) for goal in sliding.goals]

    def state(self, labels: Integers) -> State:
        """The state of a row of labels."""
        return tuple(sorted(self.sliding.blocks(labels)))

    def labels(self, state: State) -> list[int]:
        """The row of labels of a state."""
        row = [0] * self.sliding.cells
        for kind, first in state:
            for cell in self.covers[kind, first] or ():
                row[cell] = kind + 1
        return row

    def is_goal(self, state: State) -> bool:
        """Whether a state has some goal in it."""
        there = set(state)
        return any(goal <= there for goal in self.goals)

    def steps(self, kind: int) -> set[int]:
        """By how much the number of its cell changes when a block takes a step; along its length where it must."""
        width = self.sliding.columns
        rows, columns = (max(axis) - min(axis) for axis in self.sliding.shapes[kind].T)
        free = self.sliding.motion == "any" or rows == columns
        return {*((-width, width) if free or rows > columns else ()), *((-1, 1) if free or columns > rows else ())}

    def after(self, state: State) -> Iterator[State]:
        """The states one move away."""
        taken = sum(self.masks[place] or 0 for place in state)
        for number, (kind, first) in enumerate(state):
            others = taken - (self.masks[kind, first] or 0)
            done, pending = {first}, [first]
            while pending:
                here = pending.pop()
                for cell in self.beside[here]:
                    mask = self.masks[kind, cell]
                    if cell - here in self.ways[kind] and cell not in done and mask is not None and not mask & others:
                        done.add(cell)
                        pending += [cell] if self.sliding.metric == "moves" else []
                        yield tuple(sorted((*state[:number], (kind, cell), *state[number + 1 :])))

    def layers(self, sources: list[State]) -> Iterator[list[State]]:
        """The states by how many moves they are from the nearest of some."""
        seen, layer = set(sources), sources
        while layer:
            yield layer
            found = []
            for state in layer:
                for other in self.after(state):
                    if other not in seen:
                        seen.add(other)
                        found.append(other)
            layer = found

    def plan(self) -> Integers | None:
        """The states of a shortest plan, or None where there is none."""
        layers: list[list[State]] = []
        for layer in self.layers([self.start]):
            layers.append(layer)
            reached = next(filter(self.is_goal, layer), None)
            if reached is not None:
                path = [reached]
                for before in layers[-2::-1]:
                    there = set(before)
                    path.append(next(other for other in self.after(path[-1]) if other in there))
                return np.array([self.labels(state) for state in reversed(path)], dtype=np.int64)
        return None


def estimate(sliding: Sliding, name: str, blocks: State) -> int:
    """What a bound says of a state, from the definition of its form."""
    bound = sliding.heuristics[name]
    if bound.form in ("max", "plus"):
        parts = [estimate(sliding, each, blocks) for each in bound.of]
        return max(parts) if bound.form == "max" else sum(parts)
    if bound.form in ("sum", "largest"):
        assert bound.table is not None
        found = [int(bound.table[kind, cell]) for kind, cell in blocks]
        return sum(found) if bound.form == "sum" else max(found)
    assert bound.shapes is not None
    firsts = [next(cell for kind, cell in blocks if kind == wanted) for wanted in bound.shapes]
    if bound.form == "pair":
        assert bound.table is not None
        return int(bound.table[firsts[0], firsts[1]])
    seconds = [(sliding.covered(kind, first) or [])[1] for kind, first in zip(bound.shapes, firsts, strict=True)]
    rows, columns = zip(*(divmod(cell, sliding.columns) for cell in seconds), strict=True)
    others = [sliding.covered(kind, cell) or [] for kind, cell in blocks if kind not in bound.shapes]
    return sum(
        min(rows) <= cell // sliding.columns <= max(rows) and min(columns) <= cell % sliding.columns <= max(columns)
        for cells in others
        for cell in cells
    )


def astar(sliding: Sliding, name: str) -> tuple[int, int, int, int]:
    """A*, ties by (f, labels), the goal tested when popped: (popped, stale ones too, generated, expanded, plan's length)."""
    oracle = Oracle(sliding)
    best = {oracle.start: 0}
    closed: set[State] = set()
    queue = [(estimate(sliding, name, oracle.start), oracle.labels(oracle.start), oracle.start)]
    popped = generated = expanded = 0
    while queue:
        _, _, state = heapq.heappop(queue)
        popped += 1
        if state in closed:
            continue
        closed.add(state)
        if oracle.is_goal(state):
            return popped, generated, expanded, best[state]
        expanded += 1
        for other in oracle.after(state):
            generated += 1
            length = best[state] + 1
            if other not in closed and length < best.get(other, length + 1):
                best[other] = length
                heapq.heappush(queue, (length + estimate(sliding, name, other), oracle.labels(other), other))
    raise AssertionError("the space is exhausted")

"""The places of a sliding puzzle's blocks, the steps between them, and the distances for each block alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from exactcover.model.space import STEPS, Sliding

Place = tuple[int, int]
"""A shape of block and its first cell."""

NEVER = 10**6


@dataclass(frozen=True, eq=False)
class Grounding:
    """The places of a puzzle's blocks."""

    puzzle: Sliding

    @cached_property
    def cells(self) -> list[int]:
        """The cells of the floor."""
        return [cell for cell in range(self.puzzle.cells) if self.puzzle.floor.flat[cell]]

    @cached_property
    def covers(self) -> dict[Place, frozenset[int]]:
        """The cells that a block covers at each place that fits."""
        covers = {}
        for shape in range(len(self.puzzle.shapes)):
            for cell in self.cells:
                covered = self.puzzle.covered(shape, cell)
                if covered is not None:
                    covers[shape, cell] = frozenset(covered)
        return covers

    @cached_property
    def starts(self) -> tuple[Place, ...]:
        """The places of the blocks at the start."""
        return self.puzzle.start_blocks

    @cached_property
    def blocks(self) -> list[int]:
        """The number of blocks of each shape."""
        counts = [0] * len(self.puzzle.shapes)
        for shape, _ in self.starts:
            counts[shape] += 1
        return counts

    @cached_property
    def empty(self) -> int:
        """The number of empty cells of every state."""
        return len(self.cells) - sum(len(self.covers[place]) for place in self.starts)

    @cached_property
    def neighbours(self) -> dict[Place, dict[int, Place]]:
        """The place that a block reaches by a step in each possible direction."""
        columns = self.puzzle.columns
        neighbours: dict[Place, dict[int, Place]] = {place: {} for place in self.covers}
        for shape, cell in self.covers:
            row, column = divmod(cell, columns)
            for direction in self.puzzle.directions(shape):
                down, right = STEPS[direction]
                beside = (shape, (row + down) * columns + column + right)
                if 0 <= column + right < columns and beside in self.covers:
                    neighbours[shape, cell][direction] = beside
        return neighbours

    def distances(self, sources: Iterable[Place]) -> dict[Place, int]:
        """Return the minimum number of moves to each place from a source of its shape, ignoring other blocks, or NEVER."""
        steps = dict.fromkeys(sources, 0)
        queue = list(steps)
        for place in queue:
            for beside in self.neighbours[place].values():
                if beside not in steps:
                    steps[beside] = steps[place] + 1
                    queue.append(beside)
        if self.puzzle.metric == "moves":
            steps = {place: min(1, number) for place, number in steps.items()}
        return {place: steps.get(place, NEVER) for place in self.covers}

    def left(self) -> dict[Place, int]:
        """Return a lower bound on the remaining moves of any state with a block at each place: the minimum over all goals.

        A goal constrains a place only if it places all blocks of its shape.
        """
        least = dict.fromkeys(self.covers, NEVER)
        for goal in self.puzzle.goals:
            placed = [sum(shape == other for other, _ in goal) for shape in range(len(self.blocks))]
            away = self.distances(goal)
            for place in self.covers:
                everyone = placed[place[0]] == self.blocks[place[0]]
                least[place] = min(least[place], away[place] if everyone else 0)
        return least

    def everything_has_its_place(self) -> bool:
        """Return whether there is exactly one goal, and it gives every block its own place."""
        return len(self.puzzle.goals) == 1 and sorted(shape for shape, _ in self.puzzle.goals[0]) == sorted(
            shape for shape, count in enumerate(self.blocks) if count == 1
        ) == sorted(shape for shape, _ in self.starts)

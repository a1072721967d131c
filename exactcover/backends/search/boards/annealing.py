"""Simulated annealing for a packing: one state of pieces that may overlap, geometric cooling, and restarts.

The moves and the score are those of the local beam search. The compiled loop: kernel/boards/annealing.py.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from exactcover.backends.search.boards.local_beam import NO_SCORE, USUAL, Weights
from exactcover.backends.search.boards.overlapping import Problem
from exactcover.kernel.boards import annealing, overlaps
from exactcover.model.arrays import Integers

MOVES_AT_ONCE = 20_000  # between two checks of the clock


@dataclass(frozen=True)
class Cooling:
    """The cooling schedule: from `temperature`, times `factor` after every `sweep` moves per piece, to `coldest`, then a
    restart.

    Temperatures are in units of the score. pressure: the factor on the weight of pieces beyond the board; steps, gutter: as in
    the rules of the beam search.
    """

    temperature: float = 2.0
    factor: float = 0.97
    coldest: float = 0.5
    sweep: int = 200
    pressure: int = 2
    gutter: int = 0
    steps: int = 0
    weights: Weights = USUAL


class Annealing:
    """A run from a seed.

    packing: a state that packs the board, once found; moves: tried in all; restarts: after cooling down; best, lowest: the
    state with the lowest score so far, and that score.
    """

    def __init__(self, problem: Problem, cooling: Cooling, seed: int) -> None:
        self.problem, self.cooling = problem, cooling
        self.generator = np.random.default_rng(seed)
        self.rng = self.generator.integers(0, 1 << 63, 1).astype(np.uint64)
        self.weights = cooling.weights.array()
        self.moves = self.restarts = self.left = 0
        self.lowest = NO_SCORE
        self.packing: Integers | None = None
        self._begin()
        self.best = self.state.copy()

    def cool(self) -> None:
        """Try some moves at this temperature, then lower it or restart."""
        problem, cooling = self.problem, self.cooling
        moves = min(self.left, MOVES_AT_ONCE)
        self.lowest = annealing.anneal(
            self.state, self.best, self.laid, problem.cells, problem.sizes, problem.following, self.weights,
            cooling.pressure, cooling.steps or problem.most, self.temperature * cooling.weights.unit, moves, self.lowest,
            self.rng,
        )  # fmt: skip
        self.moves += moves
        self.left -= moves
        if problem.is_packing(self.best):
            self.packing = self.best
        elif self.left == 0:
            self.left = self._sweep()
            self.temperature *= cooling.factor
            if self.temperature < cooling.coldest:
                self.restarts += 1
                self._begin()

    def _begin(self) -> None:
        problem, cooling = self.problem, self.cooling
        self.state = problem.anywhere(1, self.generator)[0]
        self.laid = overlaps.empty(problem.height, problem.length, max(cooling.gutter, problem.reach))
        annealing.lay_all(self.state, self.laid, problem.cells, problem.sizes)
        self.temperature, self.left = cooling.temperature, self._sweep()

    def _sweep(self) -> int:
        return self.cooling.sweep * len(self.problem.kinds)

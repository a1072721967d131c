"""Local beam search for a packing: overlapping pieces are moved and turned; most of the next states are drawn at random.

In each iteration every piece of every state makes five successors: moved down, right, up, left by a random number of cells,
and turned. A share of the next states, which falls with time, is drawn uniformly from all of them, and the others are the best
by score, one of each score. When the best score has repeated too often, the search restarts.

The source, and the choices that it leaves open: benchmarks/local_beam.py. The score: kernel/boards/overlaps.py.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from exactcover.backends.search.boards.overlapping import Problem
from exactcover.kernel.boards import overlaps
from exactcover.kernel.boards.overlaps import MOVES
from exactcover.model.arrays import Integers

SCORES_AT_ONCE = 60_000  # between two checks of the clock
NO_SCORE = 1 << 62


@dataclass(frozen=True)
class Weights:
    """Weights of the parts of the score: integer multiples of 1/unit."""

    high: int = 20
    uncovered: int = 40
    outside: int = 10
    full: int = 1
    unit: int = 20

    def array(self) -> Integers:
        """Return them as an array for compiled code."""
        return np.array([self.high, self.uncovered, self.outside, self.full])

    def perfect(self, height: int, length: int) -> int:
        """Return the score of a packing."""
        return self.high * length - self.full * sum(row * row for row in range(1, height + 1))


USUAL = Weights()


@dataclass(frozen=True)
class Rules:
    """The parameters of a beam search: states, rows and columns of gutter, tolerated repeats of the best score, cells of a
    move.

    steps: 0 means the largest number of copies of a piece; gutter: 0 means the reach of the pieces. share: the fraction of the
    next states drawn at random after a restart; it falls by `fall` per iteration to `least`.
    """

    beams: int = 50
    gutter: int = 0
    repeats: int = 30
    steps: int = 0
    weights: Weights = USUAL
    share: Fraction = Fraction(9, 10)
    fall: Fraction = Fraction(1, 100)
    least: Fraction = Fraction(1, 10)


class LocalBeam:
    """A run of the search from a seed.

    packing: a state that packs the board, once found; iterations, since: in all, and since the last restart; best, lowest: the
    state with the lowest score so far, and that score.
    """

    def __init__(self, problem: Problem, rules: Rules, seed: int) -> None:
        self.problem, self.rules = problem, rules
        self.generator = np.random.default_rng(seed)
        self.steps = rules.steps or problem.most
        self.laid = overlaps.empty(problem.height, problem.length, max(rules.gutter, problem.reach))
        self.weights = rules.weights.array()
        self.perfect = rules.weights.perfect(problem.height, problem.length)
        self.iterations = self.since = self.restarts = self.repeated = self.scored = 0
        self.lowest, self.last = NO_SCORE, NO_SCORE
        self.beams = problem.anywhere(rules.beams, self.generator)
        self.best = self.beams[0]
        self.packing: Integers | None = None

    def iterate(self) -> Generator[None, None, None]:
        """Do one iteration, yielding now and then."""
        moved, scores = yield from self.successors()
        self.iterations += 1
        lowest = int(scores.min())
        if lowest < self.lowest:
            self.lowest, self.best = lowest, self._chosen(moved, np.array([scores.argmin()]))[0]
        if lowest == self.perfect:
            state = self._chosen(moved, np.array([scores.argmin()]))[0]
            if self.problem.is_packing(state):
                self.packing = self.best = state
                self.since += 1
                return
        self.repeated = self.repeated + 1 if lowest == self.last else 0
        self.last = lowest
        self.beams = self._chosen(moved, selection(scores, self.since, self.rules, self.generator))
        self.since += 1
        if self.repeated > self.rules.repeats:
            self.beams = self.problem.anywhere(self.rules.beams, self.generator)
            self.restarts += 1
            self.repeated = self.since = 0
            self.last = NO_SCORE

    def successors(self) -> Generator[None, None, tuple[Integers, Integers]]:
        """Return the position of the moved piece in each successor (orientation, row, column), and the scores.

        Successor 5 (p + P b) + m: move m of piece p of beam b, of P pieces; move 4 is the turn.
        """
        moved = self.moved()
        scores = np.empty(moved.shape[:3], np.int64)
        together = max(1, SCORES_AT_ONCE // max(1, scores[0].size))
        for first in range(0, len(scores), together):
            part = slice(first, first + together)
            overlaps.score_successors(
                self.beams[part], moved[part], self.laid, self.problem.cells, self.problem.sizes, self.weights,
                self.since, scores[part],
            )  # fmt: skip
            yield
        self.scored += scores.size
        return moved.reshape(-1, 3), scores.reshape(-1)

    def moved(self) -> Integers:
        """Return where each piece of each beam is after its five moves: (beams, pieces, 5, 3)."""
        several, pieces, _ = self.beams.shape
        steps = self.generator.integers(1, self.steps + 1, (several, pieces, len(MOVES)))
        moved = np.repeat(self.beams[:, :, None, :], len(MOVES) + 1, axis=2)
        for number, (down, right) in enumerate(MOVES):
            for axis, sign, size in ((1, down, self.problem.height), (2, right, self.problem.length)):
                place = moved[:, :, number, axis] + sign * steps[:, :, number]
                moved[:, :, number, axis] = np.clip(place, 0, size - 1)
        moved[:, :, len(MOVES), 0] = self.problem.following[self.beams[:, :, 0]]
        return moved

    def _chosen(self, moved: Integers, numbers: Integers) -> Integers:
        beam, within = np.divmod(numbers, (len(MOVES) + 1) * self.beams.shape[1])
        chosen = self.beams[beam]
        chosen[np.arange(len(numbers)), within // (len(MOVES) + 1)] = moved[numbers]
        return chosen


def selection(scores: Integers, since: int, rules: Rules, generator: np.random.Generator) -> Integers:
    """Return the numbers of the successors that survive: a share at random, the others the best, one of each score."""
    order = generator.permutation(len(scores))
    _, best = np.unique(scores[order], return_index=True)
    at_random = int(rules.beams * max(rules.least, rules.share - rules.fall * since))
    greedy = order[best][: rules.beams - at_random]
    drawn = generator.choice(len(scores), rules.beams - len(greedy), replace=len(scores) < rules.beams - len(greedy))
    return np.concatenate([greedy, drawn])

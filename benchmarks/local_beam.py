"""Whether local search outscales backtracking: k sets of the five free tetrominoes into HxL by a local beam search and by exact.

Local search as in a published description of a local beam search for k sets of tetrominoes (an AI course project); all of it:
a state gives each piece an orientation and a place for the top left corner of its box on the board, below and right of which
lie 3 rows and 3 columns of gutter; cells count the pieces on them. The score, lower is better, is c1 + c2 + c3 - c4. c1: the
largest count of each column of the board, summed. c2: 2 for each cell of the board without a piece. c3: t/2 (m1 + m2)^2, m1
and m2 the largest counts in the gutter below (columns of the board only) and at the right (corner included), t the iterations
since the last restart. c4: i^2/20 for each row i, from the top, whose cells all have one piece. A packing scores L - (1^2 +
... + H^2)/20 and nothing else does. There are 50 states, at first uniformly random. Each piece of each state makes five
successors: moved down, right, up, left by a random 1 to k cells, no further than the board goes, and turned to its next
orientation. Of the next 50 states a share 0.9 - 0.01 t, at least 0.1, is drawn uniformly from all successors, the others are
the best by score, equal scores once. When the best score has repeated more than 30 times all begins again. Published: k = 2
solved, 4x10 in 62 iterations after restarts, 5x8 in 104; 28x70 not in 300 s.

Where the description leaves a choice: boxes keep their corner on the board itself, t is 0 in the first iteration after a
restart, of equal scores one at random is taken (the first one takes twice as many iterations on 4x10, 22 seeds), the drawn
successors are different ones, and `repeated` counts iterations in a row. Scores are compared as whole numbers of twentieths.

One process, one core, compiled code warm. `solved`: runs that end with a packing, each judged by the referee of packings, of the
seeds 0, 1, ...; each run may use the CPU seconds of its row, `limit`. Iterations (restarts included), iterations since the last
restart and CPU seconds are medians of the solved runs, or of all where none is solved. `short by`: lowest score of a run less
that of a packing, the median of the runs not solved. `exact`: CPU seconds of `solve --backend exact`, one worker, in a warm
child, the median of three; limit 60 s of wall time. An odd number of sets fills no rectangle, so k is even.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from statistics import median
from typing import Any

import numpy as np

from benchmarks.machine import described, table
from benchmarks.report import shown
from encoders.geometry.piece_sets import piece_set
from exactcover import api
from exactcover.backends.search.boards.local_beam import LocalBeam, Rules
from exactcover.backends.search.boards.overlapping import Problem, problem
from exactcover.model.answer import Answer, Limits
from exactcover.model.arrays import Integers
from exactcover.model.tiling import Piece, Tiling

Cells = list[tuple[int, int]]

RULES = Rules(gutter=3)
"""Those of the description, which are the engine's own where nothing else is said."""


@dataclass(frozen=True)
class Board:
    """A board to be filled with k sets: its height, length and k."""

    height: int
    length: int

    @property
    def sets(self) -> int:
        """How many sets fill it."""
        return self.height * self.length // 20

    @property
    def words(self) -> str:
        """The puzzle as the command line names it."""
        return f"packing board={self.height}x{self.length} pieces=tetrominoes copies={self.sets}"

    @property
    def perfect(self) -> int:
        """The score of a packing, in twentieths."""
        return RULES.weights.perfect(self.height, self.length)


ROWS = (
    (Board(4, 10), 10, 20.0),
    (Board(5, 8), 10, 20.0),
    (Board(8, 10), 5, 20.0),
    (Board(4, 20), 3, 15.0),
    (Board(5, 16), 3, 15.0),
    (Board(6, 20), 2, 15.0),
    (Board(10, 20), 2, 15.0),
    (Board(28, 70), 1, 60.0),
)
"""Boards with an even number of sets (no other can be filled), the number of seeds, and the CPU seconds of each run."""
EXACT_SECONDS, EXACT_RUNS = 60.0, 3


@dataclass(frozen=True)
class Outcome:
    """How a run ended: the placements of a packing or None, iterations, restarts, the lowest score, CPU seconds.

    since: the iterations since the last restart.
    """

    placements: list[dict[str, Any]] | None
    iterations: int
    since: int
    restarts: int
    best: float
    cpu_seconds: float


class Wrong(AssertionError):
    """A packing that the referee refuses."""


def measure() -> list[str]:
    """Return the table of boards."""
    lines = ["# Local beam search", "", described(), "", (__doc__ or "").split("\n", 2)[2].strip(), ""]
    search(Board(4, 10), 0, 60.0, iterations=1)  # compiles
    head = ("board", "k", "solved", "limit, s", "iterations", "since restart", "beam, s", "short by", "exact, s")
    return [*lines, *table(head, [_row(*row) for row in ROWS])]


def faults(board: Board, outcome: Outcome) -> list[str]:
    """Return what the referee of packings finds wrong with the packing of a run; it must have one."""
    return api.faults(board.words, {"placements": outcome.placements})


def tiling(board: Board) -> Tiling:
    """Return the board and its pieces: the orientations of each turned four times by 90 degrees, then its mirror image."""
    pieces = []
    for member in piece_set("tetrominoes"):
        drawn = [(row, column) for row, column in member.piece.cells]
        turns: list[Cells] = []
        for start in (drawn, [(row, -column) for row, column in drawn]):
            turned = start
            for _ in range(4):
                turned = _at_corner([(column, -row) for row, column in turned])
                if turned not in turns:
                    turns.append(turned)
        pieces.append(Piece(member.piece.name, tuple(map(np.array, turns)), board.sets, board.sets))
    return Tiling(np.ones((board.height, board.length), dtype=np.bool_), tuple(pieces))


def search(board: Board, seed: int, seconds: float, iterations: int = 1 << 62) -> Outcome:
    """Return how a run of the engine's search from this seed ended, within CPU seconds and iterations."""
    packed = tiling(board)
    run = LocalBeam(problem("local-beam", packed), RULES, seed)
    begun = time.process_time()
    while run.packing is None and run.iterations < iterations and time.process_time() - begun < seconds:
        for _ in run.iterate():
            """Between two iterations is often enough to look at the clock."""
    placements = None if run.packing is None else _placements(run.packing, packed, run.problem)
    best = run.lowest / RULES.weights.unit
    return Outcome(placements, run.iterations, run.since, run.restarts, best, time.process_time() - begun)


def _row(board: Board, seeds: int, seconds: float) -> tuple[str, ...]:
    ended = [search(board, seed, seconds) for seed in range(seeds)]
    solved = [outcome for outcome in ended if outcome.placements is not None]
    for outcome in solved:
        if wrong := faults(board, outcome):
            raise Wrong(f"{board.words}: {wrong[0]}")
    left = [outcome.best - board.perfect / RULES.weights.unit for outcome in ended if outcome.placements is None]
    those = solved or ended
    return (
        f"{board.height}x{board.length}",
        str(board.sets),
        f"{len(solved)} of {seeds}",
        f"{seconds:g}",
        f"{median(outcome.iterations for outcome in those):,.0f}",
        f"{median(outcome.since for outcome in those):,.0f}",
        shown(median(outcome.cpu_seconds for outcome in solved)) if solved else f"> {seconds:g}",
        f"{median(left):.2f}" if left else "",
        _exact(board),
    )


def _exact(board: Board) -> str:
    """Return the CPU seconds of exact, or those it had used when it was stopped."""
    answers = [_answer(board)]
    while answers[0].status == "FEASIBLE" and len(answers) <= EXACT_RUNS:
        answers.append(_answer(board))
    spent = shown(median(answer.statistics.cpu_seconds for answer in answers[1:] or answers))
    return spent if answers[0].status == "FEASIBLE" else f"> {spent} ({answers[0].status})"


def _answer(board: Board) -> Answer:
    return api.solve(board.words, backend="exact", limits=Limits(time=EXACT_SECONDS))


def _placements(state: Integers, packed: Tiling, searched: Problem) -> list[dict[str, Any]]:
    placed = packed.placed(searched.selection(state))
    return [{"piece": name, "cells": cells.tolist()} for name, cells in placed]


def _at_corner(cells: Cells) -> Cells:
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    return sorted((row - top, column - left) for row, column in cells)

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
# mypy: disallow-untyped-decorators=False

from __future__ import annotations

import time
from dataclasses import dataclass
from statistics import median
from typing import Any

import numpy as np
from numba import njit

from benchmarks.machine import described, table
from benchmarks.report import shown
from encoders.geometry.piece_sets import piece_set
from exactcover import api
from exactcover.answer import Answer, Limits
from exactcover.model.arrays import Integers

Cells = list[tuple[int, int]]

BEAMS, GUTTER, REPEATS, UNIT = 50, 3, 30, 20
MOVES = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""Beams, gutter, repeats before a restart; scores are whole numbers of twentieths; down, right, up, left."""
HIGH, UNCOVERED, GOOD, BELOW, RIGHT = range(5)
"""Parts of the score: largest counts of the columns, cells without a piece, squares of full rows, the gutters' counts."""


@dataclass(frozen=True)
class Shapes:
    """The orientations of the five free tetrominoes in one list, those of a piece side by side in cyclic order.

    cells: rows and columns of the four cells of each, from the corner of its box; following: the next orientation of the same
    piece; first, number: of each piece, its first orientation and how many it has.
    """

    names: tuple[str, ...]
    cells: Integers
    following: Integers
    first: Integers
    number: Integers


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
        return UNIT * self.length - sum(row * row for row in range(1, self.height + 1))


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


def shapes() -> Shapes:
    """Return the tetrominoes: each turned four times by 90 degrees, then its mirror image, repetitions left out."""
    cells: list[Cells] = []
    following, first, number, names = [], [], [], []
    for member in piece_set("tetrominoes"):
        drawn = [(row, column) for row, column in member.piece.cells]
        turns: list[Cells] = []
        for start in (drawn, [(row, -column) for row, column in drawn]):
            turned = start
            for _ in range(4):
                turned = [(column, -row) for row, column in turned]
                at_corner = _at_corner(turned)
                if at_corner not in turns:
                    turns.append(at_corner)
        names.append(member.piece.name)
        first.append(len(cells))
        number.append(len(turns))
        following += [len(cells) + (turn + 1) % len(turns) for turn in range(len(turns))]
        cells += turns
    return Shapes(tuple(names), np.array(cells), np.array(following), np.array(first), np.array(number))


def search(board: Board, seed: int, seconds: float, iterations: int = 1 << 62) -> Outcome:
    """Return how a run from this seed ended, within CPU seconds and iterations."""
    generator = np.random.default_rng(seed)
    known = shapes()
    begun = time.process_time()
    beams = initial(board, known, generator)
    done = restarts = repeated = since = 0
    best = last = 1 << 62
    while done < iterations and time.process_time() - begun < seconds:
        successors, scores = successors_of(beams, board, known, since, generator)
        done += 1
        lowest = int(scores.min())
        best = min(best, lowest)
        if lowest == board.perfect:
            number = int(scores.argmin())
            placements = _placements(_chosen(beams, successors, np.array([number]))[0], known)
            return Outcome(placements, done, since + 1, restarts, best / UNIT, time.process_time() - begun)
        repeated = repeated + 1 if lowest == last else 0
        last = lowest
        beams = _chosen(beams, successors, selection(scores, since, generator))
        since += 1
        if repeated > REPEATS:
            beams = initial(board, known, generator)
            restarts += 1
            repeated = since = 0
            last = 1 << 62
    return Outcome(None, done, since, restarts, best / UNIT, time.process_time() - begun)


def initial(board: Board, known: Shapes, generator: np.random.Generator) -> Integers:
    """Return the states of a start: of each, for each piece, orientation, row and column, all uniformly random."""
    piece = _pieces(board)
    size = (BEAMS, len(piece))
    turns = known.first[piece] + generator.integers(0, known.number[piece], size)
    rows, columns = generator.integers(0, board.height, size), generator.integers(0, board.length, size)
    return np.stack([turns, rows, columns], axis=2)


def successors_of(
    beams: Integers, board: Board, known: Shapes, since: int, generator: np.random.Generator
) -> tuple[Integers, Integers]:
    """Return what becomes of the moved piece in each successor (orientation, row, column), and the scores in twentieths.

    Successor 5 (p + P b) + m: move m of piece p of beam b, of P pieces; move 4 is the turn.
    """
    several, pieces, _ = beams.shape
    steps = generator.integers(1, board.sets + 1, (several, pieces, len(MOVES)))
    moved = np.repeat(beams[:, :, None, :], len(MOVES) + 1, axis=2)
    for number, (down, right) in enumerate(MOVES):
        for axis, sign, size in ((1, down, board.height), (2, right, board.length)):
            place = moved[:, :, number, axis] + sign * steps[:, :, number]
            moved[:, :, number, axis] = np.clip(place, 0, size - 1)
    moved[:, :, len(MOVES), 0] = known.following[beams[:, :, 0]]
    scores = np.empty((several, pieces, len(MOVES) + 1), np.int64)
    _score_all(beams, moved, known.cells, board.height, board.length, since, scores)
    return moved.reshape(-1, 3), scores.reshape(-1)


def score(state: Integers, board: Board, known: Shapes, since: int) -> float:
    """Return the score of one state (orientation, row, column of each piece)."""
    scores = np.empty((1, len(state), 1), np.int64)
    _score_all(state[None], state[None, :, None, :], known.cells, board.height, board.length, since, scores)
    return int(scores[0, 0, 0]) / UNIT


def _row(board: Board, seeds: int, seconds: float) -> tuple[str, ...]:
    ended = [search(board, seed, seconds) for seed in range(seeds)]
    solved = [outcome for outcome in ended if outcome.placements is not None]
    for outcome in solved:
        if wrong := faults(board, outcome):
            raise Wrong(f"{board.words}: {wrong[0]}")
    left = [outcome.best - board.perfect / UNIT for outcome in ended if outcome.placements is None]
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


def selection(scores: Integers, since: int, generator: np.random.Generator) -> Integers:
    """Return the numbers of the successors that go on: a share at random, the others the best, equal scores once."""
    order = generator.permutation(len(scores))
    _, best = np.unique(scores[order], return_index=True)
    greedy = order[best][: BEAMS - BEAMS * max(10, 90 - since) // 100]
    drawn = generator.choice(len(scores), BEAMS - len(greedy), replace=False)
    return np.concatenate([greedy, drawn])


def _chosen(beams: Integers, successors: Integers, numbers: Integers) -> Integers:
    beam, within = np.divmod(numbers, (len(MOVES) + 1) * beams.shape[1])
    chosen = beams[beam]
    chosen[np.arange(len(numbers)), within // (len(MOVES) + 1)] = successors[numbers]
    return chosen


def _pieces(board: Board) -> Integers:
    """Return which of the five each piece of a state is."""
    return np.repeat(np.arange(5), board.sets)


def _placements(state: Integers, known: Shapes) -> list[dict[str, Any]]:
    names = np.repeat(np.array(known.names), len(state) // 5).tolist()
    return [
        {"piece": name, "cells": (known.cells[turn] + (row, column)).tolist()}
        for name, (turn, row, column) in zip(names, state.tolist(), strict=True)
    ]


def _at_corner(cells: Cells) -> Cells:
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    return sorted((row - top, column - left) for row, column in cells)


@njit(cache=True)
def _score_all(
    beams: Integers, moved: Integers, cells: Integers, height: int, length: int, since: int, scores: Integers
) -> None:
    """Write the score, in twentieths, of each successor: its beam with one piece as `moved` says."""
    counts = np.empty((height + GUTTER, length + GUTTER), np.int64)
    once, tops, tally = np.empty(height, np.int64), np.empty(length, np.int64), np.empty(5, np.int64)
    for beam in range(len(beams)):
        counts[:], once[:], tops[:], tally[:] = 0, 0, 0, 0
        tally[UNCOVERED] = height * length
        for piece in range(beams.shape[1]):
            turn, row, column = beams[beam, piece]
            _add(counts, once, tops, tally, cells[turn], row, column)
        for piece in range(beams.shape[1]):
            turn, row, column = beams[beam, piece]
            _remove(counts, once, tops, tally, cells[turn], row, column)
            for move in range(moved.shape[2]):
                now, down, right = moved[beam, piece, move]
                _add(counts, once, tops, tally, cells[now], down, right)
                outside = tally[BELOW] + tally[RIGHT]
                cost = UNIT * tally[HIGH] + 2 * UNIT * tally[UNCOVERED] + UNIT // 2 * since * outside * outside
                scores[beam, piece, move] = cost - tally[GOOD]
                _remove(counts, once, tops, tally, cells[now], down, right)
            _add(counts, once, tops, tally, cells[turn], row, column)


@njit(cache=True)
def _add(
    counts: Integers, once: Integers, tops: Integers, tally: Integers, cells: Integers, row: int, column: int
) -> None:
    """Lay a piece: counts, cells of each row with one piece, largest count of each column, and the parts of the score."""
    height, length = len(once), len(tops)
    for cell in range(4):
        down, right = row + cells[cell, 0], column + cells[cell, 1]
        count = counts[down, right] + 1
        counts[down, right] = count
        if right >= length:
            tally[RIGHT] = max(tally[RIGHT], count)
        elif down >= height:
            tally[BELOW] = max(tally[BELOW], count)
        else:
            if count == 1:
                tally[UNCOVERED] -= 1
                once[down] += 1
                tally[GOOD] += (down + 1) ** 2 * (once[down] == length)
            elif count == 2:
                tally[GOOD] -= (down + 1) ** 2 * (once[down] == length)
                once[down] -= 1
            if count > tops[right]:
                tally[HIGH] += 1
                tops[right] = count


@njit(cache=True)
def _remove(
    counts: Integers, once: Integers, tops: Integers, tally: Integers, cells: Integers, row: int, column: int
) -> None:
    """Take a piece up: the opposite of `_add`; a largest count is looked for where it may have been this piece's."""
    height, length = len(once), len(tops)
    for cell in range(4):
        down, right = row + cells[cell, 0], column + cells[cell, 1]
        count = counts[down, right]
        counts[down, right] = count - 1
        if right >= length:
            if count == tally[RIGHT]:
                tally[RIGHT] = _largest(counts, 0, height + GUTTER, length, length + GUTTER)
        elif down >= height:
            if count == tally[BELOW]:
                tally[BELOW] = _largest(counts, height, height + GUTTER, 0, length)
        else:
            if count == 1:
                tally[GOOD] -= (down + 1) ** 2 * (once[down] == length)
                tally[UNCOVERED] += 1
                once[down] -= 1
            elif count == 2:
                once[down] += 1
                tally[GOOD] += (down + 1) ** 2 * (once[down] == length)
            if count == tops[right]:
                tops[right] = _largest(counts, 0, height, right, right + 1)
                tally[HIGH] -= count - tops[right]


@njit(cache=True)
def _largest(counts: Integers, top: int, bottom: int, left: int, right: int) -> int:
    """Return the largest count in some rows and columns."""
    largest = 0
    for row in range(top, bottom):
        for column in range(left, right):
            largest = max(largest, counts[row, column])
    return largest

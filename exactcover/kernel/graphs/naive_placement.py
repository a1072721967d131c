"""Placement of pieces on a board as a state graph: a state packed into words, and its successors by one more piece.

A state is the row of its labels, a few bits per cell from the highest bit down, so that states compare as words exactly as
their rows compare. A placement is two such rows, one with all bits of its cells set and one with its piece's label there: it
fits if the first has no bit in common with the state, and then the second is added. Every placement of every unused piece is
tried in every state: this is the naive search, compiled. Not here: which state is expanded next.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from exactcover.kernel.arrays import Array, Number, Words
from exactcover.kernel.jit import njit
from exactcover.kernel.uncounted import UNCOUNTED
from exactcover.model.arrays import Integers
from exactcover.model.space import PACKING_HEURISTICS, NaivePlacement

BITS, PER_WORD, PIECES, FIRST, ESTIMATED = range(5)
NOTHING, HAMMING, PIT, AS_SUBMITTED = range(4)
STAMP = 0
ESTIMATE, IS_GOAL = range(2)
DEEPEST_PIT = 1_000_000


class NaivePlacementGraph(NamedTuple):
    """The tables of a puzzle, scratch space for one board, and the output of `expand`.

    sizes: the numbers named above; pieces, lowest (placements,): piece, first cell; full, marks (placements, words); starts,
    members: cells of each placement. labels (cells,), placed (pieces,); visited (cells,): the stamp of the last visit. Output
    of `expand`: successors (most, words), their estimates, whether they are goals; about: the same for the expanded state.
    """

    sizes: Integers
    pieces: Integers
    lowest: Integers
    full: Words
    marks: Words
    starts: Integers
    members: Integers
    neighbours: Integers
    labels: Integers
    placed: Array
    visited: Integers
    stamp: Integers
    stack: Integers
    successors: Words
    estimates: Integers
    reached: Array
    about: Integers


def prepare(puzzle: NaivePlacement, heuristic: str | None) -> NaivePlacementGraph:
    """Return the tables of a puzzle with the named estimate, one of PACKING_HEURISTICS (None: 0)."""
    bits = max(1, puzzle.count.bit_length())
    per_word = 64 // bits
    words = max(1, -(-puzzle.cells // per_word))
    placements = len(puzzle.pieces)
    owners, members = (np.ascontiguousarray(axis) for axis in np.nonzero(puzzle.covers))
    starts = np.searchsorted(owners, np.arange(placements + 1))
    shifts = (bits * (per_word - 1 - members % per_word)).astype(np.uint64)
    full, marks = np.zeros((placements, words), dtype=np.uint64), np.zeros((placements, words), dtype=np.uint64)
    np.bitwise_or.at(full, (owners, members // per_word), np.uint64((1 << bits) - 1) << shifts)
    np.bitwise_or.at(marks, (owners, members // per_word), (puzzle.pieces[owners] + 1).astype(np.uint64) << shifts)
    estimated = NOTHING if heuristic is None else 1 + PACKING_HEURISTICS.index(heuristic)
    most = max(placements, 1)
    return NaivePlacementGraph(
        np.array([bits, per_word, puzzle.count, puzzle.first, estimated], dtype=np.int64),
        puzzle.pieces, members[starts[:-1]], full, marks, starts, members, puzzle.neighbours,
        np.zeros(puzzle.cells, np.int64), np.zeros(puzzle.count, np.bool_),
        np.zeros(puzzle.cells, np.int64), np.ones(1, np.int64), np.zeros(puzzle.cells, np.int64),
        np.zeros((most, words), np.uint64), np.zeros(most, np.int64), np.zeros(most, np.bool_), np.zeros(2, np.int64),
    )  # fmt: skip


@njit(**UNCOUNTED)
def smallest_pit(labels: Array, neighbours: Array, visited: Array, stamp: int, stack: Array) -> Number:
    """Return the size of the smallest region of empty cells not yet visited under this stamp, 0 if there is none."""
    smallest = 0
    for start in range(len(labels)):
        if labels[start] != 0 or visited[start] == stamp:
            continue
        visited[start] = stamp
        stack[0] = start
        count, size = 1, 0
        while count:
            count -= 1
            cell = stack[count]
            size += 1
            for side in range(neighbours.shape[1]):
                other = neighbours[cell, side]
                if other >= 0 and labels[other] == 0 and visited[other] != stamp:
                    visited[other] = stamp
                    stack[count] = other
                    count += 1
        if smallest == 0 or size < smallest:
            smallest = size
    return smallest


@njit(**UNCOUNTED)
def estimate(graph: NaivePlacementGraph, left: int) -> Number:
    """Return the estimate of the board that the graph holds, with that many pieces left."""
    form = graph.sizes[ESTIMATED]
    if form == NOTHING:
        return 0
    if form == HAMMING:
        return left
    if form == PIT:
        graph.stamp[STAMP] += 1
    # As published, the stamp stays: a cell visited once counts as visited from then on.
    size = smallest_pit(graph.labels, graph.neighbours, graph.visited, graph.stamp[STAMP], graph.stack)
    return left if size == 0 else left + DEEPEST_PIT // size


@njit(**UNCOUNTED)
def lay(graph: NaivePlacementGraph, states: Array, number: int) -> tuple[int, int]:
    """Lay out a state on the board; return the first empty cell (the number of cells if there is none) and the pieces left."""
    bits, per_word = graph.sizes[BITS], graph.sizes[PER_WORD]
    labels, placed = graph.labels, graph.placed
    mask = np.uint64((1 << bits) - 1)
    empty, left = len(labels), len(placed)
    placed[:] = False
    for cell in range(len(labels) - 1, -1, -1):
        word, at = cell // per_word, cell % per_word
        label = np.int64((states[number, word] >> np.uint64(bits * (per_word - 1 - at))) & mask)
        labels[cell] = label
        if label == 0:
            empty = cell
        elif not placed[label - 1]:
            placed[label - 1] = True
            left -= 1
    return empty, left


@njit(**UNCOUNTED)
def expand(graph: NaivePlacementGraph, states: Array, number: int, test: bool) -> Number:
    """Return how many successors a state has, and write them, their estimates and the state's own into the graph.

    test: whether to test each successor for being a goal.
    """
    empty, left = lay(graph, states, number)
    labels, placed, pieces, full, marks = graph.labels, graph.placed, graph.pieces, graph.full, graph.marks
    successors, starts, members, lowest = graph.successors, graph.starts, graph.members, graph.lowest
    first, form = graph.sizes[FIRST], graph.sizes[ESTIMATED]
    words = full.shape[1]
    graph.about[ESTIMATE] = estimate(graph, left)
    graph.about[IS_GOAL] = left == 0 and empty == len(labels)
    bare = 0
    for cell in range(len(labels)):
        bare += labels[cell] == 0
    count = 0
    for placement in range(len(pieces)):
        if placed[pieces[placement]] or (first and lowest[placement] != empty):
            continue
        free = True
        for word in range(words):
            if states[number, word] & full[placement, word]:
                free = False
                break
        if not free:
            continue
        for word in range(words):
            successors[count, word] = states[number, word] | marks[placement, word]
        if form >= PIT:
            for at in range(starts[placement], starts[placement + 1]):
                labels[members[at]] = 1
            graph.estimates[count] = estimate(graph, left - 1)
            for at in range(starts[placement], starts[placement + 1]):
                labels[members[at]] = 0
        else:
            graph.estimates[count] = left - 1 if form == HAMMING else 0
        if test:
            graph.reached[count] = left == 1 and bare == starts[placement + 1] - starts[placement]
        count += 1
    return count


def empty_board(graph: NaivePlacementGraph) -> Words:
    """Return the state with no piece placed, as a row of words."""
    return np.zeros((1, graph.successors.shape[1]), dtype=np.uint64)


def packed(graph: NaivePlacementGraph, labels: Integers) -> Words:
    """Return boards, labels by cell (boards, cells), as rows of words."""
    bits, per_word = int(graph.sizes[BITS]), int(graph.sizes[PER_WORD])
    rows = np.zeros((len(labels), graph.successors.shape[1]), dtype=np.uint64)
    for cell in range(labels.shape[1]):
        shift = np.uint64(bits * (per_word - 1 - cell % per_word))
        rows[:, cell // per_word] |= labels[:, cell].astype(np.uint64) << shift
    return rows


def labels(graph: NaivePlacementGraph, rows: Words) -> Integers:
    """Return rows of words as boards: labels by cell (boards, cells)."""
    bits, per_word = int(graph.sizes[BITS]), int(graph.sizes[PER_WORD])
    boards = np.zeros((len(rows), len(graph.labels)), dtype=np.int64)
    for cell in range(boards.shape[1]):
        shift = np.uint64(bits * (per_word - 1 - cell % per_word))
        boards[:, cell] = (rows[:, cell // per_word] >> shift) & np.uint64((1 << bits) - 1)
    return boards

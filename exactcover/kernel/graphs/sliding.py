"""Sliding blocks as a state graph: a board packed into words, and its successors by one move.

A state is written as *tokens*: the floor is read row by row, and each cell not covered by a block already read gives a token:
0 if it is empty, shape + 1 if a block begins there. A board has as many tokens as blocks and empty cells, so two-L's numbered
takes 13 tokens of 4 bits, one word, where 25 labels would take two. Tokens go from the highest bit down: states compare as
words exactly as their rows of labels compare. Loops work on a board with a border of walls.
Not here: which state is expanded next, and what is stored (breadth_first.py, best_first.py, depth_first.py).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from exactcover.kernel.arrays import Array, Number, Words
from exactcover.kernel.graphs.estimates import SUM, Estimates, estimate
from exactcover.kernel.graphs.tile_steps import expand_tiles, goals_of_tiles
from exactcover.kernel.jit import njit
from exactcover.kernel.uncounted import UNCOUNTED
from exactcover.model.arrays import Integers
from exactcover.model.space import STEPS, Sliding

BITS, PER_WORD, BLOCKS, EMPTIES, MOVES, SIMPLE, TILES = range(7)
ESTIMATE, IS_GOAL = range(2)
WALL, NOT_FIRST = -1, 255


class SlidingGraph(NamedTuple):
    """The tables of a puzzle, scratch space for one board, and the output of `expand`.

    sizes: the numbers named above; cells: positions of the floor's cells on the bordered board; ranks: the number of each
    position's cell, or -1; offsets (shapes, longest) of a block's cells from its first one; leads (shapes, 4, longest):
    offsets of the cells that a step needs empty, out of range for a direction that the shape may not take; paths (shapes, 4),
    path_counts: the steps of a shape along a path; goals: starts, and pairs (position, label); goal_bits, goal_tokens (goals,
    words): of tiles, see tile_steps.py. board: block number + 1, 0 or WALL; tokens: by position, NOT_FIRST where none begins.
    Output of `expand`: successors (most, words), their estimates, whether they are goals; about: the same for the expanded
    state.
    """

    sizes: Integers
    cells: Array
    ranks: Array
    offsets: Array
    lengths: Array
    leads: Array
    lead_lengths: Array
    paths: Array
    path_counts: Array
    steps: Array
    goal_starts: Integers
    goals: Array
    goal_bits: Words
    goal_tokens: Words
    estimates_of: Estimates
    board: Array
    tokens: Array
    firsts: Array
    shapes: Array
    empties: Array
    where: Array
    own: Integers
    fresh: Integers
    queue: Array
    seen: Array
    who: Array
    to: Array
    successors: Words
    estimates: Integers
    reached: Array
    about: Integers


def places(puzzle: Sliding) -> Integers:
    """Return the position of each cell of the rectangle on the bordered board."""
    rows, columns = puzzle.floor.shape
    numbers: Integers = ((np.arange(rows)[:, None] + 1) * (columns + 2) + np.arange(columns) + 1).ravel()
    return numbers


def prepare(puzzle: Sliding, estimates: Estimates) -> SlidingGraph:
    """Return the tables of a puzzle with the estimates that a search uses."""
    rows, columns = puzzle.floor.shape
    width, size, count = columns + 2, (rows + 2) * (columns + 2), len(puzzle.shapes)
    place = places(puzzle)
    floor = np.flatnonzero(puzzle.floor.ravel())
    blocks, empties = len(puzzle.start_blocks), int((puzzle.start[floor] == 0).sum())
    bits = max(1, count.bit_length())
    per_word = 64 // bits
    words = -(-(blocks + empties) // per_word)
    longest = max(map(len, puzzle.shapes))
    offsets, lengths = np.zeros((count, longest), np.int32), np.zeros(count, np.int32)
    leads, lead_lengths = np.zeros((count, 4, longest), np.int32), np.zeros((count, 4), np.int32)
    steps = np.array([down * width + right for down, right in STEPS], dtype=np.int32)
    paths, path_counts = np.zeros((count, 4), np.int32), np.zeros(count, np.int32)
    for shape, form in enumerate(puzzle.shapes):
        directions = puzzle.directions(shape)
        paths[shape, : len(directions)], path_counts[shape] = steps[list(directions)], len(directions)
        own = (form[:, 0] * width + form[:, 1]).tolist()
        offsets[shape, : len(own)], lengths[shape] = own, len(own)
        for direction, step in enumerate(steps.tolist()):
            needed = [cell + step for cell in own if cell + step not in own]
            leads[shape, direction, : len(needed)], lead_lengths[shape, direction] = needed, len(needed)
            if direction not in directions:
                leads[shape, direction, 0] = 2 * size
    goals = [(place[cell], shape + 1) for goal in puzzle.goals for shape, cell in goal]
    moves = puzzle.metric == "moves"
    most = blocks * len(floor) if moves else 4 * empties
    simple = len(estimates.ops) == 1 and estimates.ops[0, 0] == SUM
    tiles = longest == 1 and (simple or not len(estimates.ops)) and (not moves or empties <= 1)
    board = np.full(size, WALL, dtype=np.int32)
    board[place[floor]] = 0
    ranks = np.full(size, -1, dtype=np.int32)
    ranks[place[floor]] = np.arange(len(floor))
    looked, ahead = (
        goals_of_tiles(puzzle.goals, ranks[place], bits, words) if tiles else np.zeros((2, 0, words), np.uint64)
    )
    return SlidingGraph(
        np.array([bits, per_word, blocks, empties, moves, simple, tiles], dtype=np.int64),
        place[floor].astype(np.int32), ranks, offsets, lengths, leads, lead_lengths, paths,
        path_counts, steps, np.cumsum([0, *map(len, puzzle.goals)]), np.array(goals, dtype=np.int32), looked, ahead, estimates,
        board, np.full(size, NOT_FIRST, dtype=np.uint8), np.zeros(blocks, np.int32), np.zeros(blocks, np.int32),
        np.zeros(empties, np.int32), np.zeros(count, np.int32),
        np.zeros(len(estimates.ops), np.int64), np.zeros(len(estimates.ops), np.int64),
        np.zeros(size, np.int32), np.zeros(size, np.int32), np.zeros(max(most, 1), np.int32), np.zeros(max(most, 1), np.int32),
        np.zeros((max(most, 1), words), np.uint64), np.zeros(max(most, 1), np.int64), np.zeros(max(most, 1), np.bool_),
        np.zeros(2, np.int64),
    )  # fmt: skip


@njit(cache=True, nogil=True)
def lay(
    states: Array, number: int, bits: int, per_word: int, cells: Array, offsets: Array, lengths: Array, board: Array,
    tokens: Array, firsts: Array, shapes: Array, empties: Array, where: Array,
) -> None:  # fmt: skip
    """Lay out a state on the board."""
    mask = np.uint64((1 << bits) - 1)
    unread = np.int32(len(board) + 1)
    for cell in cells:
        board[cell] = unread
    word, shift, blocks, free = 0, bits * per_word, 0, 0
    for cell in cells:
        if board[cell] != unread:
            continue
        if shift == 0:
            word += 1
            shift = bits * per_word
        shift -= bits
        token = (states[number, word] >> np.uint64(shift)) & mask
        if token == 0:
            board[cell] = 0
            empties[free] = cell
            free += 1
        else:
            shape = np.int64(token) - 1
            firsts[blocks] = cell
            shapes[blocks] = shape
            where[shape] = cell
            blocks += 1
            for part in range(lengths[shape]):
                board[cell + offsets[shape, part]] = blocks
                tokens[cell + offsets[shape, part]] = NOT_FIRST
        tokens[cell] = token


@njit(cache=True, nogil=True)
def put(block: int, shape: int, old: int, new: int, offsets: Array, length: int, board: Array, tokens: Array) -> None:
    """Move a block on the board from one first cell to another."""
    for part in range(length):
        board[old + offsets[shape, part]] = 0
        tokens[old + offsets[shape, part]] = 0
    for part in range(length):
        board[new + offsets[shape, part]] = block + 1
        tokens[new + offsets[shape, part]] = NOT_FIRST
    tokens[new] = shape + 1


@njit(cache=True, nogil=True)
def pack(tokens: Array, cells: Array, bits: int, per_word: int, rows: Array, row: int) -> None:
    """Write the board as a row of words."""
    word, at, used = np.uint64(0), 0, 0
    if rows.shape[1] == 1:  # branch-free: where a block continues, the word is shifted by 0
        for cell in cells:
            token = np.uint64(tokens[cell])
            first = token != np.uint64(NOT_FIRST)
            word = (word << (np.uint64(bits) if first else np.uint64(0))) | (token if first else np.uint64(0))
            used += first
        rows[row, 0] = word << np.uint64(bits * (per_word - used))
        return
    for cell in cells:
        token = np.uint64(tokens[cell])
        if token != np.uint64(NOT_FIRST):
            word = (word << np.uint64(bits)) | token
            used += 1
            if used == per_word:
                rows[row, at] = word
                word = np.uint64(0)
                at += 1
                used = 0
    if used:
        rows[row, at] = word << np.uint64(bits * (per_word - used))


@njit(cache=True, nogil=True)
def is_goal(tokens: Array, starts: Array, goals: Array) -> bool:
    """Return whether the board has all the blocks of one of the goals."""
    for goal in range(len(starts) - 1):
        at = starts[goal]
        while at < starts[goal + 1] and tokens[goals[at, 0]] == goals[at, 1]:
            at += 1
        if at == starts[goal + 1]:
            return True
    return False


@njit(cache=True, nogil=True)
def flood(block: int, shape: int, first: int, offsets: Array, length: int, paths: Array, path_counts: Array, board: Array,
          queue: Array, seen: Array) -> Number:  # fmt: skip
    """Fill `queue` with the first cells that a block can reach along any path, its own first; return their number."""
    for part in range(length):
        board[first + offsets[shape, part]] = 0
    queue[0], seen[first] = first, 1
    head, count = 0, 1
    while head < count:
        for way in range(path_counts[shape]):
            cell = queue[head] + paths[shape, way]
            if seen[cell]:
                continue
            free = True
            for part in range(length):
                if board[cell + offsets[shape, part]] != 0:
                    free = False
                    break
            if free:
                seen[cell] = 1
                queue[count] = cell
                count += 1
        head += 1
    for at in range(count):
        seen[queue[at]] = 0
    for part in range(length):
        board[first + offsets[shape, part]] = block + 1
    return count


@njit(cache=True, nogil=True)
def steps_of(board: Array, shapes: Array, firsts: Array, empties: Array, steps: Array, leads: Array, lead_lengths: Array,
             who: Array, to: Array) -> Number:  # fmt: skip
    """List the steps on a board: block and new first cell, each once, by the empty cell that its first leading cell enters."""
    count = 0
    for empty in empties:
        for direction in range(4):
            step = steps[direction]
            block = board[empty - step] - 1
            if block < 0:
                continue
            shape, first = shapes[block], firsts[block]
            if first + leads[shape, direction, 0] != empty:
                continue
            free = True
            for lead in range(1, lead_lengths[shape, direction]):
                if board[first + leads[shape, direction, lead]] != 0:
                    free = False
                    break
            if free:
                who[count], to[count] = block, first + step
                count += 1
    return count


@njit(cache=True, nogil=True)
def moves_of(board: Array, shapes: Array, firsts: Array, paths: Array, path_counts: Array, offsets: Array, lengths: Array,
             queue: Array, seen: Array, who: Array, to: Array) -> Number:  # fmt: skip
    """List the moves on a board along any path: block and new first cell, by block and then by distance."""
    count = 0
    for block in range(len(firsts)):
        shape = shapes[block]
        reached = flood(block, shape, firsts[block], offsets, lengths[shape], paths, path_counts, board, queue, seen)
        for at in range(1, reached):
            who[count], to[count] = block, queue[at]
            count += 1
    return count


@njit(**UNCOUNTED)
def expand(graph: SlidingGraph, states: Array, number: int, test: bool) -> Number:
    """Return how many successors a state has, and write them, their estimates and the state's own into the graph.

    test: whether to test each successor for being a goal.
    """
    sizes, cells, offsets, lengths = graph.sizes, graph.cells, graph.offsets, graph.lengths
    board, tokens, firsts, shapes, where = graph.board, graph.tokens, graph.firsts, graph.shapes, graph.where
    who, to, own, fresh = graph.who, graph.to, graph.own, graph.fresh
    goal_starts, goals, program = graph.goal_starts, graph.goals, graph.estimates_of
    successors, estimates, reached, about = graph.successors, graph.estimates, graph.reached, graph.about
    bits, per_word, simple = sizes[BITS], sizes[PER_WORD], sizes[SIMPLE]
    if sizes[TILES]:
        offset, stride = (program.ops[0, 1], program.ops[0, 2]) if simple else (0, 0)
        return expand_tiles(
            states, number, bits, per_word, cells, graph.ranks, graph.steps, tokens, graph.empties, program.tables, offset,
            stride, graph.goal_bits, graph.goal_tokens, successors, estimates, reached, test, about,
        )  # fmt: skip
    lay(states, number, bits, per_word, cells, offsets, lengths, board, tokens, firsts, shapes, graph.empties, where)
    about[IS_GOAL] = is_goal(tokens, goal_starts, goals)
    about[ESTIMATE] = 0
    tables = program.tables
    offset = stride = 0
    if len(own):
        about[ESTIMATE] = estimate(program, board, shapes, firsts, where, own, own, -1, 0, 0)
        offset, stride = program.ops[0, 1], program.ops[0, 2]
    if sizes[MOVES]:
        count = moves_of(
            board, shapes, firsts, graph.paths, graph.path_counts, offsets, lengths, graph.queue, graph.seen, who, to
        )
    else:
        count = steps_of(
            board, shapes, firsts, graph.empties, graph.steps, graph.leads, graph.lead_lengths, who, to
        )  # fmt: skip
    for row in range(count):
        block, new = who[row], to[row]
        shape, old = shapes[block], firsts[block]
        length = lengths[shape]
        put(block, shape, old, new, offsets, length, board, tokens)
        pack(tokens, cells, bits, per_word, successors, row)
        if simple:
            at = offset + shape * stride
            estimates[row] = own[0] + tables[at + new] - tables[at + old]
        elif len(own):
            firsts[block] = where[shape] = new
            estimates[row] = estimate(program, board, shapes, firsts, where, own, fresh, shape, old, new)
            firsts[block] = where[shape] = old
        if test:
            reached[row] = is_goal(tokens, goal_starts, goals)
        put(block, shape, new, old, offsets, length, board, tokens)
    return count


@njit(cache=True, nogil=True)
def write(labels: Array, graph: SlidingGraph, rows: Array) -> None:
    """Write states, labels by floor cell (states, floor cells), as rows of words."""
    for row in range(len(labels)):
        for at in range(len(graph.cells)):
            graph.board[graph.cells[at]] = -2
        for at in range(len(graph.cells)):
            cell = graph.cells[at]
            if graph.board[cell] != -2:
                graph.tokens[cell] = NOT_FIRST
                continue
            shape = labels[row, at] - 1
            graph.tokens[cell] = labels[row, at]
            graph.board[cell] = 0
            for part in range(graph.lengths[shape] if shape >= 0 else 0):
                graph.board[cell + graph.offsets[shape, part]] = 1
        pack(graph.tokens, graph.cells, graph.sizes[BITS], graph.sizes[PER_WORD], rows, row)


@njit(cache=True, nogil=True)
def read(rows: Array, graph: SlidingGraph, labels: Array) -> None:
    """Read rows of words as states, labels by floor cell."""
    for row in range(len(rows)):
        lay(
            rows, row, graph.sizes[BITS], graph.sizes[PER_WORD], graph.cells, graph.offsets, graph.lengths, graph.board,
            graph.tokens, graph.firsts,
            graph.shapes, graph.empties, graph.where,
        )  # fmt: skip
        for at in range(len(graph.cells)):
            block = graph.board[graph.cells[at]]
            labels[row, at] = graph.shapes[block - 1] + 1 if block > 0 else 0


def packed(puzzle: Sliding, graph: SlidingGraph, states: Integers) -> Words:
    """Return states, labels by cell of the rectangle (states, cells), as rows of words."""
    rows = np.zeros((len(states), graph.successors.shape[1]), dtype=np.uint64)
    write(np.ascontiguousarray(states[:, puzzle.floor.ravel()]), graph, rows)
    return rows


def labels(puzzle: Sliding, graph: SlidingGraph, rows: Words) -> Array:
    """Return rows of words as states: labels by cell of the rectangle (states, cells), uint8."""
    inside = np.zeros((len(rows), len(graph.cells)), dtype=np.uint8)
    read(rows, graph, inside)
    whole = np.zeros((len(rows), puzzle.cells), dtype=np.uint8)
    whole[:, puzzle.floor.ravel()] = inside
    return whole

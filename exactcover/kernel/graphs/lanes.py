"""Blocks that each slide along a line, as on a Rush Hour board: a state is one word, the position of each block in a few bits.

A block's positions are the places along its line that it can reach over the floor; the occupied cells are a word of bits. So a
move adds to the key, and is possible if the cells that the block enters are free. Not here: searching, and blocks that turn
corners (sliding.py).
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import numpy as np

from exactcover.kernel.arrays import Array, Number, Words
from exactcover.kernel.graphs.sliding import ESTIMATE, IS_GOAL
from exactcover.kernel.jit import njit
from exactcover.kernel.uncounted import UNCOUNTED
from exactcover.model.arrays import Integers
from exactcover.model.space import STEPS, Sliding

MOST_BITS, MOST_GOALS = 64, 1_000


class LanesGraph(NamedTuple):
    """The tables of a puzzle, and what `expand` writes.

    Of block b: its bits in a key begin at shifts[b], within lows[b]; its positions are the rows starts[b] to starts[b + 1] of
    masks (the cells it covers) and cells (their numbers, padded with the number of cells of the rectangle). labels: of each
    block; a key is a goal if it has goal_keys[g] within goal_masks[g]. moves: whether a move has any distance.
    """

    moves: Array
    shifts: Words
    lows: Words
    starts: Integers
    masks: Words
    cells: Integers
    labels: Integers
    goal_masks: Words
    goal_keys: Words
    at: Integers
    successors: Words
    estimates: Integers
    reached: Array
    about: Integers


def prepare(puzzle: Sliding) -> LanesGraph | None:
    """Return the tables of a puzzle, None if a block may leave its line, if there is none, or if a state does not fit a word."""
    floor = np.flatnonzero(puzzle.floor.ravel())
    if puzzle.motion != "lengthwise" or len(floor) > MOST_BITS:
        return None
    rank = {cell: number for number, cell in enumerate(floor.tolist())}
    ways = [puzzle.directions(shape) for shape in range(len(puzzle.shapes))]
    blocks, whole = puzzle.start_blocks, set(rank)
    if not blocks or any(len(own) != 2 for own in ways):
        return None
    steps = [puzzle.columns if STEPS[own[0]][0] else 1 for own in ways]
    positions = [_positions(puzzle, shape, first, steps[shape], whole) for shape, first in blocks]
    bits = [max(0, (len(own) - 1).bit_length()) for own in positions]
    goals = _goals(puzzle, [shape for shape, _ in blocks], positions, bits)
    if sum(bits) > MOST_BITS or goals is None:
        return None
    shifts = np.cumsum([0, *bits[:-1]])
    longest = max(len(own[0]) for own in positions)
    cells = [[*covered, *[puzzle.cells] * (longest - len(covered))] for own in positions for covered in own]
    most = max(1, sum(len(own) - 1 for own in positions))
    return LanesGraph(
        np.array([puzzle.metric == "moves"]),
        shifts.astype(np.uint64),
        np.array([(1 << own) - 1 for own in bits], dtype=np.uint64),
        np.cumsum([0, *map(len, positions)]),
        np.array([sum(1 << rank[cell] for cell in covered) for own in positions for covered in own], dtype=np.uint64),
        np.array(cells, dtype=np.int64),
        np.array([shape + 1 for shape, _ in blocks], dtype=np.int64),
        np.array([mask for mask, _ in goals], dtype=np.uint64),
        np.array([key for _, key in goals], dtype=np.uint64),
        np.zeros(len(blocks), dtype=np.int64),
        np.zeros((most, 1), dtype=np.uint64),
        np.zeros(most, dtype=np.int64),
        np.zeros(most, dtype=np.bool_),
        np.zeros(2, dtype=np.int64),
    )


def _positions(puzzle: Sliding, shape: int, first: int, step: int, floor: set[int]) -> list[list[int]]:
    """Return the cells of a block at each place along its line, from the first one that it can reach; step: between places."""
    own = puzzle.covered(shape, first) or []
    places = [own]
    for by, edge in ((-step, 0), (step, puzzle.columns - 1)):
        covered = own
        while step != 1 or all(cell % puzzle.columns != edge for cell in covered):
            covered = [cell + by for cell in covered]
            if not floor.issuperset(covered):
                break
            places.append(covered)
    return sorted(places)


def _goals(
    puzzle: Sliding, shapes: list[int], positions: list[list[list[int]]], bits: list[int]
) -> list[tuple[int, int]] | None:
    """Return the goals as masks and keys, one for each way in which blocks of one shape may fill them; None if they are many."""
    shifts = np.cumsum([0, *bits[:-1]]).tolist()
    goals: set[tuple[int, int]] = set()
    for goal in puzzle.goals:
        ways = [
            [
                (block, place)
                for block, own in enumerate(shapes)
                if own == shape
                for place, covered in enumerate(positions[block])
                if covered[0] == cell
            ]
            for shape, cell in goal
        ]
        if np.prod([max(1, len(own)) for own in ways]) > MOST_GOALS:
            return None
        for chosen in product(*ways):
            if len({block for block, _ in chosen}) == len(chosen):
                mask = sum(((1 << bits[block]) - 1) << shifts[block] for block, _ in chosen)
                goals.add((mask, sum(place << shifts[block] for block, place in chosen)))
    return sorted(goals)


@njit(cache=True, nogil=True)
def is_goal(key: int, masks: Array, keys: Array) -> bool:
    """Return whether a key is that of a goal."""
    reached = False
    for goal in range(len(masks)):
        reached |= key & masks[goal] == keys[goal]
    return reached


@njit(**UNCOUNTED)
def expand(graph: LanesGraph, states: Array, number: int, test: bool) -> Number:
    """Return how many successors a state has, and write them into the graph; see sliding.py."""
    shifts, lows, starts, masks, at = graph.shifts, graph.lows, graph.starts, graph.masks, graph.at
    successors, far = graph.successors, graph.moves[0]
    key, occupied = states[number, 0], np.uint64(0)
    for block in range(len(shifts)):
        at[block] = starts[block] + np.int64((key >> shifts[block]) & lows[block])
        occupied |= masks[at[block]]
    count = 0
    for block in range(len(shifts)):
        place = at[block]
        others = occupied ^ masks[place]
        one = np.uint64(1) << shifts[block]
        moved = key
        for other in range(place - 1, starts[block] - 1, -1):
            if masks[other] & others != 0:
                break
            moved -= one
            successors[count, 0] = moved
            count += 1
            if not far:
                break
        moved = key
        for other in range(place + 1, starts[block + 1]):
            if masks[other] & others != 0:
                break
            moved += one
            successors[count, 0] = moved
            count += 1
            if not far:
                break
    graph.about[IS_GOAL] = is_goal(key, graph.goal_masks, graph.goal_keys)
    graph.about[ESTIMATE] = 0
    if test:
        for row in range(count):
            graph.reached[row] = is_goal(successors[row, 0], graph.goal_masks, graph.goal_keys)
    return count


def packed(puzzle: Sliding, graph: LanesGraph, states: Integers) -> Words:
    """Return states, labels by cell of the rectangle (states, cells), as rows of a word; those out of reach are left out."""
    firsts = graph.cells[graph.starts[:-1], 0].tolist()
    lanes = [_lane(puzzle, label - 1, first) for label, first in zip(graph.labels.tolist(), firsts, strict=True)]
    rows = []
    for state in states:
        by_lane: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for shape, first in puzzle.blocks(state):
            by_lane.setdefault(_lane(puzzle, shape, first), []).append((shape, first))
        key = 0
        for block, lane in enumerate(lanes):
            shape, first = by_lane[lane].pop(0) if by_lane.get(lane) else (-1, -1)
            own = graph.cells[graph.starts[block] : graph.starts[block + 1], 0].tolist()
            if shape + 1 != graph.labels[block] or first not in own:
                break
            key |= own.index(first) << int(graph.shifts[block])
        else:
            rows.append(key)
    return np.array(rows, dtype=np.uint64).reshape(-1, 1)


def _lane(puzzle: Sliding, shape: int, first: int) -> tuple[int, int]:
    """Return the direction and the line in which a block slides."""
    ways = puzzle.directions(shape)
    row, column = divmod(first, puzzle.columns)
    return (0, column) if STEPS[ways[0]][0] else (1, row)


def labels(puzzle: Sliding, graph: LanesGraph, rows: Words) -> Array:
    """Return rows of words as states: labels by cell of the rectangle (states, cells), uint8."""
    whole = np.zeros((len(rows), puzzle.cells + 1), dtype=np.uint8)
    places = ((rows >> graph.shifts) & graph.lows).astype(np.int64) + graph.starts[:-1]
    whole[np.arange(len(rows))[:, None, None], graph.cells[places]] = graph.labels[None, :, None]
    return whole[:, :-1]

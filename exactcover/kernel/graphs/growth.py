"""Growths as a state graph: a state laid out on the region, and the placements that are legal in it.

A state is a row of words: the bits of the covered cells, then the bits of the used pieces. Cells are numbered in the order of
the region; one extra number stands for no cell. For finding placements the cells lie in a larger box, so that no piece reaches
over its border, and every cell has a mark: closed (covered, or adjacent to a covered cell), free, or touched (free, and a
corner-step from a covered cell, or a root). Placements are not listed in advance: each touched cell is tried with each cell of
each orientation, and is then out of bounds, so that no placement is generated twice. Not here: bounds on the remaining cost
(growth_bounds.py), and which state is expanded next (growth_search.py).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from exactcover.kernel.arrays import Array, Number, Words
from exactcover.kernel.bits import trailing_zeros
from exactcover.kernel.jit import njit
from exactcover.kernel.uncounted import UNCOUNTED
from exactcover.model.arrays import Integers
from exactcover.model.growth import Growth

CELLS, WORDS, PRICE, FORM, BESIDE, BOX = range(6)
CELLS_COST, LEFT_OVER_COSTS, NOTHING_COSTS = range(3)
NOTHING, KING, SUMMED, JOINED, FITTING = range(5)
COVERED, READY, REMAINING, MUST, LEFT, TERMINALS, STAMP, DEAD = range(8)
CLOSED, TRIED, FREE, TOUCHED = range(4)
MOST_TERMINALS = 8
FAR = 1 << 28


class GrowthGraph(NamedTuple):
    """The tables of a growth, and scratch space for one state laid out.

    sizes: the numbers CELLS.. above; at (cells + 1,): a cell's index in the box; number_of (box,): the inverse; edges, corners
    (cells + 1, steps): neighbours; earlier, later (2, cells, n): those of lower and of higher number, by edge and by corner.
    Of orientation o, cells of `deltas[starts[o]:starts[o + 1]]` from its offset, piece `owners[o]`. targets: the cells of the
    estimate, usually the wanted cells; distances, straight (targets, cells + 1); from_roots (targets,): how far one is from
    where a piece may begin. weights: the cost of a corner-step, in half cells, in each layer of Steiner trees: tables
    (weights, cells + 1, sets of terminals), sets (weights, sets of terminals, cells + 1). counts: the numbers COVERED.. above.
    """

    sizes: Integers
    at: Integers
    number_of: Integers
    edges: Integers
    corners: Integers
    earlier: Integers
    later: Integers
    roots: Array
    anchors: Array
    starts: Integers
    deltas: Integers
    owners: Integers
    piece_sizes: Integers
    must: Integers
    wanted: Array
    beside_wanted: Array
    targets: Integers
    distances: Integers
    straight: Array
    from_roots: Integers
    weights: Integers
    marks: Array
    covered: Integers
    ready: Integers
    used: Array
    moves: Integers
    counts: Integers
    near: Integers
    near_straight: Array
    terminals: Integers
    terminal_of: Integers
    shadow: Integers
    tables: Array
    sets: Array
    joined: Integers
    of_size: Integers
    images: Integers


def prepare(
    growth: Growth, form: int, weights: tuple[int, ...] = (), targets: Integers | None = None, prune: bool = True
) -> GrowthGraph:
    """Return the tables of a growth with an estimate; targets: its target cells, if they are not the wanted ones.

    prune: whether placements that close a wanted cell are left out.
    """
    region = growth.region
    where = np.argwhere(region)
    cells = len(where)
    reach = 1 + max((int(turn.max()) for piece in growth.pieces for turn in piece.orientations), default=0)
    box = np.array(region.shape) + 2 * reach
    strides = np.array([int(np.prod(box[axis + 1 :])) for axis in range(region.ndim)], dtype=np.int64)
    at = np.concatenate([(where + reach) @ strides, [0]])
    number_of = np.full(int(np.prod(box)), cells, dtype=np.int64)
    number_of[at[:cells]] = np.arange(cells)
    edges, corners = (_neighbours(at, number_of, moves @ strides) for moves in (growth.steps, growth.corners))
    anchors = np.zeros(tuple(box), dtype=np.bool_)
    anchors[tuple(slice(reach, reach + n) for n in region.shape)] = growth.anchors
    turns = [(number, turn) for number, piece in enumerate(growth.pieces) for turn in piece.orientations if piece.most]
    flat = [turn @ strides for _, turn in turns]
    wanted = np.append(growth.wanted[tuple(where.T)], False)
    aims = np.flatnonzero(wanted) if targets is None else targets
    distances, straight = _distances(where, where[aims], form == SUMMED)
    roots = np.append(growth.roots[tuple(where.T)], False)
    from_roots = np.full(len(aims), FAR, dtype=np.int64)
    if form == KING and roots.any():
        from_roots = distances[:, roots].min(axis=1) + 1
    pieces = len(growth.pieces)
    words = max(1, -(-cells // 64))
    terminals = min(MOST_TERMINALS, len(aims)) if form == JOINED else 0
    largest = max((piece.size for piece in growth.pieces), default=0)
    price = {"cells": CELLS_COST, "left over": LEFT_OVER_COSTS, "nothing": NOTHING_COSTS}[growth.price]
    layers = (len(weights), 1 << terminals, cells + 1)
    return GrowthGraph(
        np.array([cells, words, price, form, prune, len(number_of)], dtype=np.int64),
        at, number_of, edges, corners, *_halves(edges, corners, cells),
        roots, anchors.ravel(),
        np.concatenate([[0], np.cumsum([len(turn) for turn in flat], dtype=np.int64)]).astype(np.int64),
        np.concatenate([np.empty(0, np.int64), *flat]),
        np.array([number for number, _ in turns], dtype=np.int64),
        np.array([piece.size for piece in growth.pieces], dtype=np.int64),
        np.array([piece.least > 0 for piece in growth.pieces], dtype=np.int64),
        wanted, np.asarray(wanted[edges].any(axis=1)), aims, distances, straight, from_roots, np.array(weights, dtype=np.int64),
        np.zeros(len(number_of), np.uint8), np.zeros(cells + 1, np.int64), np.zeros(cells + 1, np.int64),
        np.zeros(pieces, np.bool_), np.zeros(max(1, cells * len(turns)), np.int64), np.zeros(8, np.int64),
        np.zeros(len(aims), np.int64), np.zeros(len(aims), np.bool_), np.zeros(MOST_TERMINALS, np.int64),
        np.full(cells + 1, -1, np.int64), np.zeros(cells + 1, np.int64),
        np.zeros((layers[0], layers[2], layers[1]), np.int32), np.zeros(layers, np.int32),
        np.zeros(layers[1], np.int64), np.zeros(largest + 2, np.int64), _images(region, where),
    )  # fmt: skip


def _neighbours(at: Integers, number_of: Integers, steps: Integers) -> Integers:
    """Return the numbers of the cells that steps lead to; the number for no cell has no neighbours."""
    beside = number_of[at[:-1, None] + steps[None]]
    return np.concatenate([beside, np.full((1, len(steps)), len(at) - 1, dtype=np.int64)])


def _halves(edges: Integers, corners: Integers, cells: int) -> tuple[Integers, Integers]:
    """Return the lower-numbered and the higher-numbered neighbours by edge and by corner, padded with no cell."""
    own = np.arange(cells)[:, None]
    width = max(edges.shape[1], corners.shape[1])
    halves = np.full((2, 2, cells, width), cells, dtype=np.int64)
    for kind, beside in enumerate((edges[:cells], corners[:cells])):
        halves[0, kind, :, : beside.shape[1]] = np.where(beside < own, beside, cells)
        halves[1, kind, :, : beside.shape[1]] = np.where((beside > own) & (beside < cells), beside, cells)
    width = max(1, int((halves < cells).sum(axis=3).max()) if cells else 1)
    halves = np.sort(halves, axis=3)[..., :width]
    return np.ascontiguousarray(halves[0]), np.ascontiguousarray(halves[1])


def _distances(where: Integers, aims: Integers, by_edges: bool) -> tuple[Integers, Array]:
    """Return the distance of each cell from each target, by edge-steps or king's steps, and whether the two are in line."""
    apart = np.abs(aims[:, None] - where[None])
    distances = apart.sum(axis=2) if by_edges else apart.max(axis=2, initial=0)
    straight = (apart > 0).sum(axis=2) <= 1
    ends = ((0, 0), (0, 1))
    return np.pad(distances, ends, constant_values=FAR), np.pad(straight, ends, constant_values=False)


def _images(region: Array, where: Integers) -> Integers:
    """Return the number of each cell's image under each reflection and rotation of the region's box but the identity.

    Maps that take cells out of the region are no symmetries and are left out.
    """
    numbers = np.full(region.shape, -1, dtype=np.int64)
    numbers[tuple(where.T)] = np.arange(len(where))
    kept = []
    for axes in np.ndindex(*(region.ndim,) * region.ndim):
        if len(set(axes)) < region.ndim or np.transpose(region, axes).shape != region.shape:
            continue
        for flips in np.ndindex(*(2,) * region.ndim):
            image = np.flip(np.transpose(numbers, axes), tuple(axis for axis, flip in enumerate(flips) if flip))
            mapped = image[tuple(where.T)]
            if (mapped >= 0).all() and (mapped != np.arange(len(where))).any():
                kept.append(mapped)
    return np.array(kept, dtype=np.int64).reshape(len(kept), len(where))


def start(graph: GrowthGraph) -> Words:
    """Return the state in which nothing is placed, as a row."""
    pieces = len(graph.piece_sizes)
    return np.zeros((1, int(graph.sizes[WORDS]) + max(1, -(-pieces // 64))), dtype=np.uint64)


def placement(graph: GrowthGraph, growth: Growth, move: int) -> list[int]:
    """Return the placement `piece, orientation, *offset` of a move."""
    turn, place = divmod(move, int(graph.sizes[BOX]))
    piece = int(graph.owners[turn])
    reach = 1 + max(int(each.max()) for one in growth.pieces for each in one.orientations)
    box = [n + 2 * reach for n in growth.region.shape]
    offset = [int(x) - reach for x in np.unravel_index(place, box)]
    return [piece, turn - int(np.searchsorted(graph.owners, piece)), *offset]


@njit(**UNCOUNTED)
def lay(graph: GrowthGraph, states: Array, number: int) -> None:
    """Lay out a state: marks, covered cells, connected cells, used pieces, and the cells still wanted."""
    cells, words = graph.sizes[CELLS], graph.sizes[WORDS]
    marks, at, counts, covered, ready = graph.marks, graph.at, graph.counts, graph.covered, graph.ready
    for cell in range(cells):
        marks[at[cell]] = FREE
    count = 0
    for word in range(words):
        content = states[number, word]
        while content:
            covered[count] = 64 * word + trailing_zeros(content)
            count += 1
            content &= content - np.uint64(1)
    for each in range(count):
        cell = covered[each]
        marks[at[cell]] = CLOSED
        for other in graph.edges[cell]:
            marks[at[other]] = CLOSED
    touched = 0
    for cell in range(cells):
        if graph.roots[cell] and marks[at[cell]] == FREE:
            marks[at[cell]] = TOUCHED
            ready[touched] = cell
            touched += 1
    for each in range(count):
        for other in graph.corners[covered[each]]:
            if marks[at[other]] == FREE:
                marks[at[other]] = TOUCHED
                ready[touched] = other
                touched += 1
    counts[COVERED], counts[READY] = count, touched
    counts[MUST], counts[LEFT] = 0, 0
    graph.of_size[:] = 0
    for piece in range(len(graph.piece_sizes)):
        word = words + piece // 64
        graph.used[piece] = (states[number, word] >> np.uint64(piece % 64)) & np.uint64(1)
        if not graph.used[piece]:
            counts[MUST] += graph.must[piece]
            counts[LEFT] += graph.piece_sizes[piece]
            graph.of_size[graph.piece_sizes[piece]] += 1
    counts[REMAINING], counts[DEAD] = 0, 0
    for cell in range(cells):
        if graph.wanted[cell]:
            counts[REMAINING] += 1
            counts[DEAD] += marks[at[cell]] == CLOSED
    for each in range(count):
        if graph.wanted[covered[each]]:
            counts[REMAINING] -= 1
            counts[DEAD] -= 1


@njit(**UNCOUNTED)
def list_moves(graph: GrowthGraph) -> Number:
    """List the legal placements in the state laid out, as orientation x box + index of the offset, and return their number."""
    marks, at, deltas, starts, box = graph.marks, graph.at, graph.deltas, graph.starts, graph.sizes[BOX]
    moves = graph.moves
    touched, prune = graph.counts[READY], graph.sizes[BESIDE]
    count = 0
    for each in range(touched):
        joint = at[graph.ready[each]]
        for turn in range(len(graph.owners)):
            if graph.used[graph.owners[turn]]:
                continue
            begin, end = starts[turn], starts[turn + 1]
            for which in range(begin, end):
                offset = joint - deltas[which]
                if not graph.anchors[offset]:
                    continue
                legal = True
                for cell in range(begin, end):
                    if marks[offset + deltas[cell]] <= TRIED:
                        legal = False
                        break
                if legal and not (prune and closes(graph, turn, offset)):
                    moves[count] = turn * box + offset
                    count += 1
        marks[joint] = TRIED
    for each in range(touched):
        marks[at[graph.ready[each]]] = TOUCHED
    return count


@njit(**UNCOUNTED)
def closes(graph: GrowthGraph, turn: int, offset: int) -> bool:
    """Return whether a placement closes an uncovered wanted cell; none of those is closed yet."""
    begin, end = graph.starts[turn], graph.starts[turn + 1]
    for each in range(begin, end):
        cell = graph.number_of[offset + graph.deltas[each]]
        if not graph.beside_wanted[cell]:
            continue
        for other in graph.edges[cell]:
            if not graph.wanted[other] or graph.marks[graph.at[other]] == CLOSED:
                continue
            own = False
            for second in range(begin, end):
                if graph.number_of[offset + graph.deltas[second]] == other:
                    own = True
            if not own:
                return True
    return False

"""Converts a tiling to the arrays of a board, and a board back to placements; all possible placements are never listed.

A board's box has a margin of walls before the first axis and after every axis, as wide as any shape: a shape that reaches over
the end of a line lands in the margin.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import NamedTuple

import numpy as np

from exactcover.backends.search.boards.markers import Markers, free_in
from exactcover.kernel.arrays import Array
from exactcover.kernel.boards import board as boards
from exactcover.kernel.boards.recounting import MOST_PIECES
from exactcover.model.arrays import Integers
from exactcover.model.errors import Unsuitable
from exactcover.model.tiling import Tiling

BAND = 8  # cells: the approximate width of the bands of a flat board
BAND_IN_SPACE = 4
MOST_FREED = 1_500  # cells, by one ruin
MOST_WORDS = 2**24  # of the candidates' masks
MOST_PLACES = 2**31 - 1


class Box(NamedTuple):
    """A flat box around a region: its length, the index of the region's first corner, and the strides of its axes.

    whole: the length with the planes of markers.
    """

    size: int
    whole: int
    corner: int
    strides: tuple[int, ...]


class Ways(NamedTuple):
    """Every way in which a piece may be placed: the piece and orientation of each, and its cells (cells, dimension).

    rows: the grounds of its cells, None for all cells of the region; markers: of these grounds.
    """

    pieces: Integers
    orientations: Integers
    shapes: list[Integers]
    rows: list[Integers | None]
    markers: Markers


def ways_of(tiling: Tiling) -> Ways:
    """Return the orientations that may lie in the region's box, of pieces with copies, once for each of their ways on grounds."""
    box, markers = np.array(tiling.region.shape), Markers(tiling)
    listed: list[tuple[int, int, Integers, Integers | None]] = [
        (number, way, cells, row)
        for number, piece in enumerate(tiling.pieces)
        if piece.most
        for way, cells in enumerate(piece.orientations)
        if (cells.max(axis=0) < box).all()
        for row in ((None,) if piece.grounds is None else np.unique(piece.grounds[way], axis=0))
        if row is None or markers.vacant.isdisjoint(row.tolist())
    ]
    return Ways(
        np.array([number for number, _, _, _ in listed], dtype=np.int64),
        np.array([way for _, way, _, _ in listed], dtype=np.int64),
        [cells for _, _, cells, _ in listed],
        [row for _, _, _, row in listed],
        markers,
    )


def box_of(tiling: Tiling, ways: Ways) -> Box:
    """Return the box around a region, with margins as wide as shapes and steps; raises Unsuitable if it is too large."""
    assert tiling.steps is not None
    margin = np.abs(tiling.steps).max(axis=0)
    for cells in ways.shapes:
        margin = np.maximum(margin, cells.max(axis=0))
    margin = np.maximum(margin, ways.markers.margin)
    lengths = [int(length + wide) for length, wide in zip(tiling.region.shape, margin, strict=True)]
    ends = int(margin[0]) + 1
    lengths[0] += ends + 1
    whole = prod(lengths) * (1 + len(ways.markers.planes))
    if whole > MOST_PLACES:
        raise Unsuitable(f"the engine fill would need {whole} places; at most {MOST_PLACES} are kept")
    strides = tuple(prod(lengths[axis + 1 :]) for axis in range(len(lengths)))
    return Box(prod(lengths), whole, ends * strides[0], strides)


def board_of(tiling: Tiling, target: Array, seed: int) -> boards.Board:
    """Return the empty board of a tiling; target: copies to steer for."""
    ways = ways_of(tiling)
    box = box_of(tiling, ways)
    window, masks, which, shifts = _candidates(ways, box)
    flat = [(cells @ np.array(box.strides)).astype(np.int32) for cells in ways.shapes]
    owner = np.full(box.whole, -1, dtype=np.int32)
    _inside(owner, tiling.region.shape, box)[tiling.region] = 0
    order, rank = _order(tiling, box, owner)
    for number, plane in enumerate(ways.markers.planes, 1):
        sides = [side + ways.markers.margin for side in tiling.region.shape]
        free_in(plane, tiling, _inside(owner[number * box.size :], sides, box))
    sizes = np.array([piece.size for piece in tiling.pieces], dtype=np.int64)
    laid = len(order) // min((len(cells) for cells in ways.shapes), default=1) + 1
    levels = max(boards.LEVELS, MOST_PIECES * int(sizes.max(initial=1)) + 1)
    random = np.random.default_rng(seed)
    scalars = np.zeros(boards.SCALARS, dtype=np.int64)
    scalars[boards.BEST] = scalars[boards.STUCK] = -1
    makes = sums([len(cells) for cells in ways.shapes], boards.POCKET)
    return boards.Board(
        window=window, masks=masks, ways=which, shifts=shifts,
        way_starts=np.cumsum([0, *map(len, flat)]),
        way_cells=np.concatenate([np.empty(0, np.int32), *flat]),
        kinds=ways.pieces, sizes=sizes,
        spread=np.log(np.maximum(np.bincount(ways.pieces, minlength=len(sizes)), 1)),
        least=np.array([piece.least for piece in tiling.pieces], dtype=np.int64),
        most=np.array([piece.most for piece in tiling.pieces], dtype=np.int64),
        target=np.asarray(target, dtype=np.float64), used=np.zeros(len(sizes), np.int64), bias=np.zeros(len(sizes)),
        makes=makes, steps=np.asarray(tiling.steps) @ np.array(box.strides),
        owner=owner, order=order, rank=rank, stamps=np.zeros(box.size, np.int32),
        way_of=np.empty(laid, np.int32), at=np.empty(laid, np.int32),
        tried=np.empty((levels, len(which)), np.int32), keys=np.empty((levels, len(which)), np.float32),
        lengths=np.zeros(levels, np.int64), ranks=np.zeros(levels, np.int64),
        queue=np.empty(min(len(order), MOST_FREED) + boards.POCKET + 1, np.int64),
        cluster=np.empty(MOST_PIECES * int(sizes.max(initial=1)) + 1, np.int64),
        old_way=np.empty(MOST_PIECES, np.int64), old_at=np.empty(MOST_PIECES, np.int64),
        free=np.zeros(masks.shape[1], np.uint64), gumbel=_gumbel(random),
        rng=np.array([random.integers(2**63)], dtype=np.uint64),
        steer=np.zeros(3), scalars=scalars,
    )  # fmt: skip


def selection_of(tiling: Tiling, board: boards.Board) -> Integers:
    """Return the pieces on the board, as placements `piece, orientation, *offset`."""
    ways = ways_of(tiling)
    box = box_of(tiling, ways)
    count = int(board.scalars[boards.PLACED])
    way, at = board.way_of[:count], board.at[:count].astype(np.int64) - box.corner
    selection = np.empty((count, 2 + tiling.dimension), dtype=np.int64)
    selection[:, 0], selection[:, 1] = ways.pieces[way], ways.orientations[way]
    for axis, stride in enumerate(box.strides):
        # No offset is negative along any axis: least coordinates are 0, and all cells are in the region.
        selection[:, 2 + axis], at = np.divmod(at, stride)
    return selection


def places_of(tiling: Tiling, selection: Integers) -> tuple[Integers, Integers]:
    """Return each placement's way and its index in the box."""
    ways = ways_of(tiling)
    box = box_of(tiling, ways)
    most = max((len(piece.orientations) for piece in tiling.pieces), default=1)
    numbers = np.full(len(tiling.pieces) * most, -1, dtype=np.int64)
    numbers[ways.pieces * most + ways.orientations] = np.arange(len(ways.pieces))
    places: Integers = selection[:, 2:] @ np.array(box.strides) + box.corner
    return numbers[selection[:, 0] * most + selection[:, 1]], places


def sums(sizes: list[int], most: int) -> Array:
    """Return which numbers up to `most` are sums of these sizes."""
    makes = np.zeros(most + 1, dtype=np.bool_)
    makes[0] = True
    for total in range(1, most + 1):
        makes[total] = any(size <= total and makes[total - size] for size in set(sizes))
    return makes


def _inside(flat: Array, sides: Sequence[int], box: Box) -> Array:
    """Return the view of a box that has these sides, from the region's first corner."""
    strides = tuple(stride * flat.itemsize for stride in box.strides)
    view: Array = np.lib.stride_tricks.as_strided(flat[box.corner :], sides, strides)
    return view


def _candidates(ways: Ways, box: Box) -> tuple[Array, Array, Array, Array]:
    """Return the window, and for every way and each of its cells the mask, the way and the cell's offset in it."""
    strides = np.array(box.strides)
    which = np.repeat(np.arange(len(ways.shapes)), list(map(len, ways.shapes)))
    flat = [cells @ strides for cells in ways.shapes]
    shifts = np.concatenate([np.empty(0, np.int64), *flat])
    covers = [(places[None, :] - places[:, None]) for places in flat]
    starts = np.cumsum([0, *map(len, ways.shapes)]).tolist()
    needs = [
        (start + covered, place)
        for start, cells, row in zip(starts, ways.shapes, ways.rows, strict=False)
        for covered, place in ways.markers.needs(cells, row, box.size, box.strides)
    ]
    further = np.array(needs, dtype=np.int64).reshape(-1, 2)
    window = np.unique(np.concatenate([np.zeros(1, np.int64), *(places.ravel() for places in covers), further[:, 1]]))
    words = (len(window) + 63) // 64
    if words * len(which) > MOST_WORDS:
        raise Unsuitable(f"the engine fill would need {words * len(which)} words for its shapes; at most {MOST_WORDS}")
    masks = np.zeros((len(which), words), dtype=np.uint64)
    entries = np.repeat(np.arange(len(which)), [len(ways.shapes[way]) for way in which])
    entries = np.concatenate([entries, further[:, 0]])
    places = np.searchsorted(
        window, np.concatenate([np.empty(0, np.int64), *(part.ravel() for part in covers), further[:, 1]])
    )
    np.bitwise_or.at(masks, (entries, places >> 6), np.uint64(1) << (places & 63).astype(np.uint64))
    return window.astype(np.int32), masks, which.astype(np.int32), shifts.astype(np.int32)


def _order(tiling: Tiling, box: Box, owner: Array) -> tuple[Array, Array]:
    """Return the cells band by band, and the rank of each; bands run along the shortest axis."""
    shape = tiling.region.shape
    order, rank = np.empty(int(tiling.region.sum()), np.int32), np.full(box.size, -1, np.int32)
    axes = sorted(range(len(shape)), key=lambda axis: shape[axis])
    width = BAND if len(shape) < 3 else BAND_IN_SPACE
    lengths, strides, bands = np.ones((3, 3), dtype=np.int64)
    for place, axis in enumerate(axes[:3]):
        lengths[place], strides[place] = shape[axis], box.strides[axis]
        bands[place] = max(1, round(shape[axis] / width))
    if len(shape) <= 3:
        boards.order_cells(owner, box.corner, lengths, strides, bands, order, rank)
    else:  # in lexicographic order: no better one is known there
        order[:] = np.flatnonzero(owner[: box.size] == 0)
        rank[order] = np.arange(len(order))
    return order, rank


def _gumbel(random: np.random.Generator) -> Array:
    """Return the quantiles of Gumbel's distribution, in random order."""
    middle = (np.arange(boards.GUMBEL) + 0.5) / boards.GUMBEL
    return random.permutation(-np.log(-np.log(middle))).astype(np.float32)

"""Reduces a tiling to a cover: one item per cell, one item per piece, one option per placement.

Options come by piece, then orientation, then offset in lexicographic order; items by cell in lexicographic order, then piece.
"""

from __future__ import annotations

import numpy as np

from exactcover.model.arrays import Integers, Mask
from exactcover.model.cover import Cover
from exactcover.model.encoding import Reduction
from exactcover.model.tiling import Tiling
from exactcover.transform.symmetry.isometries import Symmetry, symmetries

MOST_AT_ONCE = 1 << 20  # coordinates of images of cells


def placements(tiling: Tiling) -> Integers:
    """Return every placement `piece, orientation, *offset`, one per line, of pieces that may still be placed."""
    parts = [np.empty((0, 2 + tiling.dimension), dtype=np.int64)]
    return np.concatenate(parts + [places for places, _ in _placed(tiling)])


def _placed(tiling: Tiling) -> list[tuple[Integers, Integers]]:
    """Return the placements of each piece that may still be placed, and the numbers of the cells that each covers, increasing.

    Cells are numbered in lexicographic order. An orientation is tried with its first cell on each cell of the region; the
    numbers are stored in a box around the region with margins for every shape, so that a cell's position is one number.
    """
    cells = tiling.cells()
    lots = _lots(tiling, len(cells))
    none: Integers = np.zeros(tiling.dimension, dtype=np.int64)
    room = np.max([none, *(shapes.max(axis=(0, 1)) for _, _, shapes in lots)], axis=0)
    box = np.full(np.array(tiling.region.shape) + 2 * room, -1, dtype=np.int64)
    box[tuple((cells + room).T)] = np.arange(len(cells))
    steps = np.array(box.strides) // box.itemsize
    at, numbers = (cells + room) @ steps, box.ravel()
    placed = []
    grounds = None if tiling.grounds is None else tiling.grounds[(slice(None), *cells.T)]
    for pieces, which, orientations in lots:
        # Lexicographic cells give increasing numbers at every offset.
        order = np.argsort(orientations @ steps, axis=1)
        moves = np.take_along_axis(orientations @ steps, order, axis=1)
        first_cells = orientations[np.arange(len(orientations)), np.argmin(orientations @ steps, axis=1)]
        moves -= moves[:, :1]
        place, first, covered = _inside(moves, at, numbers)
        bound = tiling.pieces[int(pieces[0])].grounds
        if bound is not None and grounds is not None:
            right = _on_grounds(np.take_along_axis(bound[which], order[:, None], axis=2)[place], covered, grounds)
            place, first, covered = place[right], first[right], covered[right]
        places = np.empty((len(place), 2 + tiling.dimension), dtype=np.int64)
        places[:, 0], places[:, 1] = pieces[place], which[place]
        places[:, 2:] = cells[first] - first_cells[place]
        placed.append((places, covered))
    return placed


def _inside(moves: Integers, at: Integers, numbers: Integers) -> tuple[Integers, Integers, Integers]:
    """Return which orientation lies inside the region with its first cell on which cell, and the numbers of all its cells.

    moves: (n, k) of each orientation, from the place of its first cell to those of all; at: the places of the region's cells;
    numbers: of the cells, place by place, below 0 outside. If that is too much at once, positions are filtered cell by cell.
    """
    if moves.size * len(at) <= MOST_AT_ONCE:
        covered = numbers[moves.T[:, :, None] + at]
        inside = (covered >= 0).all(axis=0)
        place, first = np.nonzero(inside)
        return place, first, covered[:, inside].T
    firsts = []
    for row in moves:
        left = np.arange(len(at))
        for move in row.tolist():
            left = left[numbers[at[left] + move] >= 0]
        firsts.append(left)
    place, first = np.repeat(np.arange(len(moves)), [len(each) for each in firsts]), np.concatenate(firsts)
    return place, first, numbers[moves[place] + at[first][:, None]]


def _on_grounds(bound: Integers, covered: Integers, grounds: Mask) -> Mask:
    """Return which placements (n) lie on their grounds in one of their ways."""
    some_way: Mask = np.any(np.all(grounds[bound, covered[:, None]], axis=2), axis=1)
    return some_way


def _lots(tiling: Tiling, cells: int) -> list[tuple[Integers, Integers, Integers]]:
    """Return the orientations (n, cells, dimension) that fit into the region's box, each with its piece and its number.

    Those of consecutive pieces of one size are in one array, as many as can be placed at once; those of a piece bound to
    grounds are separate.
    """
    lots: list[list[tuple[Integers, Integers, Integers]]] = []
    room, free = 0, False
    for number, piece in enumerate(tiling.pieces):
        shapes = np.stack(piece.orientations)
        fitting = np.flatnonzero((shapes.max(axis=1) < tiling.region.shape).all(axis=1))
        if piece.most and len(fitting):
            lot = np.full(len(fitting), number), fitting, shapes[fitting]
            room -= len(fitting) * piece.size * cells
            if lots and room >= 0 and free and piece.grounds is None and lots[-1][0][2].shape[1] == piece.size:
                lots[-1].append(lot)
            else:
                lots.append([lot])
                room = MOST_AT_ONCE - len(fitting) * piece.size * cells
            free = piece.grounds is None
    columns = [tuple(zip(*lot, strict=True)) for lot in lots]
    return [(np.concatenate(a), np.concatenate(b), np.concatenate(c)) for a, b, c in columns]


def reduce(tiling: Tiling, *, with_symmetries: bool = True) -> Reduction:
    """Write a tiling as a cover, with the symmetry group as permutations of its items, which takes most of the time."""
    cells = tiling.cells()
    numbers = np.full(tiling.region.shape, -1, dtype=np.int64)
    numbers[tuple(cells.T)] = np.arange(len(cells))
    every, lengths, members = [np.empty((0, 2 + tiling.dimension), dtype=np.int64)], [cells[:0, 0]], [cells[:0, 0]]
    for places, covered in _placed(tiling):
        every.append(places)
        lengths.append(np.full(len(covered), covered.shape[1] + 1))
        members.append(np.concatenate([covered, len(cells) + places[:, :1]], axis=1).reshape(-1))
    options = np.concatenate(every)
    permutations = _group(tiling, options, cells, numbers) if with_symmetries else None
    model = Cover(
        items=(*(",".join(map(str, cell)) for cell in cells.tolist()), *(piece.name for piece in tiling.pieces)),
        least=np.array([1] * len(cells) + [piece.least for piece in tiling.pieces], dtype=np.int64),
        most=np.array([1] * len(cells) + [piece.most for piece in tiling.pieces], dtype=np.int64),
        starts=np.concatenate([[0], np.cumsum(np.concatenate(lengths))]),
        members=np.concatenate(members),
        symmetries=permutations,
    )
    return Reduction(model, lambda selection: options[selection], by_parts=True)


def _group(tiling: Tiling, options: Integers, cells: Integers, numbers: Integers) -> Integers:
    """Return the action of each symmetry of the tiling on the items, one per line."""
    changes = np.flatnonzero((np.diff(options[:, :2], axis=0, prepend=-1) != 0).any(axis=1))
    used = set(map(tuple, options[changes, :2].tolist()))
    return _item_permutations(symmetries(tiling, lambda piece, place: (piece, place) in used), cells, numbers)


def _item_permutations(group: list[Symmetry], cells: Integers, numbers: Integers) -> Integers:
    """Return the action of each symmetry on the items, one per line; symmetries are batched if cells are few."""
    permutations = np.empty((len(group), len(cells) + len(group[0].pieces)), dtype=np.int64)
    permutations[:, len(cells) :] = len(cells) + np.array([each.pieces for each in group], dtype=np.int64)
    together = max(1, MOST_AT_ONCE // max(cells.size, 1))
    for first in range(0, len(group), together):
        some = group[first : first + together]
        images = cells @ np.stack([each.matrix.T for each in some])
        images += np.stack([each.shift for each in some])[:, None]
        permutations[first : first + together, : len(cells)] = numbers[tuple(np.moveaxis(images, 2, 0))]
    return permutations

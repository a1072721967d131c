"""Reduces a growth to a cover: cells, pieces and edges between cells are items, placements are options, connected through
cells.

A placement covers its cells and every edge that touches one of them; an edge is covered at most once, so that no two
placements touch along an edge. Wanted cells are covered exactly once, others at most once. The covered cells must be connected
to a root by steps to neighbouring cells. If unplaced pieces cost, an option with a piece alone leaves it out.

Cells come first, then edges, then pieces; options by piece, orientation and offset, then those that leave pieces out.
"""

from __future__ import annotations

import numpy as np

from exactcover.model.arrays import Integers
from exactcover.model.connectivity import Connectivity
from exactcover.model.cover import Cover
from exactcover.model.encoding import Reduction
from exactcover.model.growth import Growth


def placements(growth: Growth) -> Integers:
    """Return every placement `piece, orientation, *offset`, one per line, of pieces that may be placed."""
    lines = [np.empty((0, 2 + growth.dimension), dtype=np.int64)]
    for number, piece in enumerate(growth.pieces):
        for turn, cells in enumerate(piece.orientations if piece.most else ()):
            room = np.array(growth.region.shape) - cells.max(axis=0)
            if (room <= 0).any():
                continue
            fits = growth.anchors[tuple(slice(0, n) for n in room.tolist())].copy()
            for cell in cells.tolist():
                fits &= growth.region[tuple(slice(x, x + n) for x, n in zip(cell, fits.shape, strict=True))]
            offsets = np.argwhere(fits)
            lines.append(np.column_stack([np.full(len(offsets), number), np.full(len(offsets), turn), offsets]))
    return np.concatenate(lines)


def reduce(growth: Growth) -> Reduction:
    """Write a growth as a cover whose covered cells must be connected."""
    used = growth.region | growth.wanted
    cells = np.argwhere(used)
    number_of = np.full(np.array(used.shape) + 2, -1, dtype=np.int64)
    number_of[tuple((cells + 1).T)] = np.arange(len(cells))
    edges, edges_at = _edges(growth, cells, number_of)
    options = placements(growth)
    count, before = len(cells), len(cells) + len(edges)
    members, lengths = [], []
    for piece, turn, *offset in options.tolist():
        covered = number_of[tuple((growth.pieces[piece].orientations[turn] + offset + 1).T)].tolist()
        touched = sorted({edge for cell in covered for edge in edges_at[cell]})
        members += [*sorted(covered), *touched, before + piece]
        lengths.append(len(covered) + len(touched) + 1)
    left_over = growth.price == "left over"
    sizes = np.array([piece.size for piece in growth.pieces], dtype=np.int64)
    if left_over:
        members += [before + piece for piece in range(len(sizes))]
        lengths += [1] * len(sizes)
    costs = {
        "cells": sizes[options[:, 0]],
        "left over": np.concatenate([np.zeros(len(options), dtype=np.int64), sizes]),
        "nothing": None,
    }[growth.price]
    least = [1 if left_over else piece.least for piece in growth.pieces]
    model = Cover(
        items=(
            *map(_named, cells.tolist()),
            *(f"{_named(a)}|{_named(b)}" for a, b in cells[edges].tolist()),
            *(piece.name for piece in growth.pieces),
        ),
        least=np.concatenate(
            [
                growth.wanted[tuple(cells.T)].astype(np.int64),
                np.zeros(len(edges), dtype=np.int64),
                np.array(least, dtype=np.int64),
            ]
        ),
        most=np.array([1] * before + [piece.most for piece in growth.pieces], dtype=np.int64),
        starts=np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)]),
        members=np.array(members, dtype=np.int64),
        costs=costs,
        connectivity=Connectivity(
            np.arange(count), _joined(growth, cells, number_of), np.flatnonzero(growth.roots[tuple(cells.T)])
        ),
    )
    return Reduction(model, lambda selection: options[selection[selection < len(options)]])


def _named(cell: list[int]) -> str:
    return ",".join(map(str, cell))


def _edges(growth: Growth, cells: Integers, number_of: Integers) -> tuple[Integers, list[list[int]]]:
    """Return the pairs of cells that share an edge, and by cell the item numbers of its edges."""
    edges = _pairs(cells, number_of, growth.steps)
    at: list[list[int]] = [[] for _ in cells]
    for item, (a, b) in enumerate(edges.tolist(), len(cells)):
        at[a].append(item)
        at[b].append(item)
    return edges, at


def _joined(growth: Growth, cells: Integers, number_of: Integers) -> Integers:
    """Return the pairs of cells that share an edge or a corner."""
    return _pairs(cells, number_of, np.concatenate([growth.steps, growth.corners]))


def _pairs(cells: Integers, number_of: Integers, steps: Integers) -> Integers:
    """Return the pairs of cell numbers that are a step apart, each once, in increasing order."""
    others = number_of[tuple(np.moveaxis(cells[:, None] + 1 + steps[None], 2, 0))]
    first, step = np.nonzero(others > np.arange(len(cells))[:, None])
    pairs = np.column_stack([first, others[first, step]])
    return pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]

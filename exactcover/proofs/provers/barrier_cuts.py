"""Barriers of a growth, and which placements cross them: all placements in arrays, distances, and minimum cuts by maximum
flows.

Cells are numbered within the region's box, in lexicographic order. Barriers are defined in judges/barriers.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from exactcover.backends.search.growths.tables import tables
from exactcover.model.arrays import Integers, Mask
from exactcover.model.growth import Growth

WHOLE = 1_000_000  # the capacity of a whole placement
ENOUGH = 0.999  # of a whole: a larger cut is not worth a row
NESTED = 3  # cuts for a wanted cell in one round


@dataclass(frozen=True)
class Barrier:
    """A wanted cell, and the mask of the cells that any path to it must leave."""

    wanted: int
    cells: Mask


@dataclass(frozen=True)
class Crossings:
    """The placements of a growth: their pieces, and masks (placements, cells) of the cells they cover and of their corners.

    edges: pairs of cells an edge-step apart; touching: for each the mask of the placements that cover one of the two.
    """

    growth: Growth
    pieces: Integers
    covers: Mask
    corners: Mask
    edges: Integers

    @cached_property
    def touching(self) -> list[Mask]:
        """For each edge the placements that touch it, of which a solution has at most one."""
        return [self.covers[:, a] | self.covers[:, b] for a, b in self.edges.tolist()]

    @cached_property
    def wanted(self) -> list[int]:
        """The cells that must be covered."""
        return np.flatnonzero(self.growth.wanted).tolist()

    @cached_property
    def costs(self) -> Integers:
        """The amount that each placement adds to the cost: negative if cells left over cost."""
        sign = {"nothing": 0, "cells": 1, "left over": -1}[self.growth.price]
        sizes: Integers = sign * self.covers.sum(axis=1, dtype=np.int64)
        return sizes

    @property
    def constant(self) -> int:
        """The cost of a solution without placements."""
        return sum(piece.size for piece in self.growth.pieces) if self.growth.price == "left over" else 0

    def cell(self, number: int) -> list[int]:
        """Return the coordinates of a cell."""
        return [int(x) for x in np.unravel_index(number, self.growth.region.shape)]

    def cells(self, mask: Mask) -> list[list[int]]:
        """Return the coordinates of the cells of a mask."""
        return [[int(x) for x in cell] for cell in np.argwhere(mask.reshape(self.growth.region.shape))]

    def crossing(self, barrier: Barrier) -> Mask:
        """Return which placements cross a barrier."""
        begins = self.covers[:, barrier.cells].any(axis=1)
        return begins & (self.covers[:, barrier.wanted] | self.corners[:, ~barrier.cells].any(axis=1))

    def reached(self, wanted: int) -> Mask | None:
        """Return the cells that growing reaches, a barrier that nothing crosses; None if the wanted cell can be covered."""
        reached = self.growth.roots.ravel().copy()
        while True:
            begins = self.covers[:, reached].any(axis=1)
            if self.covers[begins, wanted].any():
                return None
            further = reached | self.corners[begins].any(axis=0)
            if (further == reached).all():
                return reached
            reached = further

    def first_barriers(self) -> Iterator[Barrier]:
        """Yield the barriers at every distance from a wanted cell, and from the roots, and that of all cells."""
        roots = self.growth.roots.ravel()
        from_roots = self._distances(roots)
        for wanted in self.wanted:
            yield Barrier(wanted, np.ones(len(roots), dtype=np.bool_))
            away = self._distances(np.arange(len(roots)) == wanted)
            for distance in range(1, int(away[roots].min()) + 1):
                yield Barrier(wanted, away >= distance)
            for distance in range(int(from_roots[wanted])):
                yield Barrier(wanted, from_roots <= distance)

    def _distances(self, start: Mask) -> NDArray[np.int64]:
        """Return the number of steps to the cells around, within the box, from the start to each cell."""
        shape = self.growth.region.shape
        moves = np.concatenate([self.growth.steps, self.growth.corners])
        distances = np.full(shape, -1, dtype=np.int64)
        cells, distance = np.argwhere(start.reshape(shape)), 0
        while len(cells):
            distances[tuple(cells.T)] = distance
            around = (cells[:, None] + moves[None]).reshape(-1, len(shape))
            around = np.unique(around[((around >= 0) & (around < shape)).all(axis=1)], axis=0)
            cells = around[distances[tuple(around.T)] < 0]
            distance += 1
        far = int(distances.max()) + 1
        return np.where(distances < 0, far, distances).ravel()

    def least_cuts(self, fractions: NDArray[np.float64], wanted: int) -> Iterator[Barrier]:
        """Yield barriers crossed by less than a whole placement, no two of them by a common placement."""
        capacities = np.rint(fractions * WHOLE).astype(np.int64)
        for _ in range(NESTED):
            cut = self._cut(capacities, wanted)
            if cut is None:
                return
            for barrier in cut:
                yield barrier
                capacities[self.crossing(barrier) & (capacities > 0)] = WHOLE

    def _cut(self, capacities: Integers, wanted: int) -> list[Barrier] | None:
        """Return the minimum cut nearest the roots and the one nearest the wanted cell; None if a whole placement crosses."""
        from ortools.graph.python import max_flow

        number = self.growth.region.size
        used = np.flatnonzero(capacities)
        into = number + 2 * np.arange(len(used))
        source, sink = number + 2 * len(used), number + 2 * len(used) + 1
        at, cell = np.nonzero(self.covers[used])
        beyond, corner = np.nonzero(self.corners[used])
        last = into[self.covers[used, wanted]] + 1
        roots = np.flatnonzero(self.growth.roots)
        tails = np.concatenate([into, cell, into[beyond] + 1, last, np.full(len(roots), source)])
        heads = np.concatenate([into + 1, into[at], corner, np.full(len(last), sink), roots])
        unlimited = np.full(len(tails) - len(used), WHOLE * (len(used) + 1))
        flow = max_flow.SimpleMaxFlow()
        flow.add_arcs_with_capacity(
            tails.astype(np.int32), heads.astype(np.int32), np.concatenate([capacities[used], unlimited])
        )
        if flow.solve(source, sink) != flow.OPTIMAL or flow.optimal_flow() >= ENOUGH * WHOLE:
            return None
        near, far = np.zeros(number, dtype=np.bool_), np.ones(number, dtype=np.bool_)
        near[[node for node in flow.get_source_side_min_cut() if node < number]] = True
        far[[node for node in flow.get_sink_side_min_cut() if node < number]] = False
        return [Barrier(wanted, near | self.growth.roots.ravel()), Barrier(wanted, far | self.growth.roots.ravel())]


def crossings(growth: Growth) -> Crossings:
    """Return the placements of a growth with the cells they cover, and their corners."""
    made = tables(growth)
    shape = np.array(growth.region.shape)
    strides = np.append(np.cumprod(shape[:0:-1])[::-1], 1).astype(np.int64)
    cells = np.argwhere(growth.region)
    pairs = []
    for step in growth.steps:
        others = cells + step
        inside = ((others >= 0) & (others < shape)).all(axis=1)
        inside[inside] = growth.region[tuple(others[inside].T)]
        pairs.append(np.stack([cells[inside] @ strides, others[inside] @ strides], axis=1))
    edges = np.unique(np.sort(np.concatenate([np.empty((0, 2), dtype=np.int64), *pairs]), axis=1), axis=0)
    return Crossings(growth, made.lines[:, 0], made.covers, made.corners, edges)

"""The placements of a growth as masks of cells, and random construction of growths from them, one placement at a time.

Cells are numbered within the region's box, in lexicographic order. Construction proves nothing: it gives first solutions on
boards on which an exact search needs long to find one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from exactcover.model.arrays import Integers, Mask
from exactcover.model.growth import Growth
from exactcover.transform.reductions.growth_to_cover import placements

Numbers = NDArray[np.float64]

NOISE = 1.5  # cells by which a choice may seem better than it is


@dataclass(frozen=True)
class Tables:
    """Placements `piece, orientation, *offset`, and masks (placements, cells) of the cells they cover, and of the region's
    cells a corner-step and an edge-step away, the corners without the others."""

    growth: Growth
    lines: Integers
    covers: Mask
    corners: Mask
    beside: Mask


def tables(growth: Growth) -> Tables:
    """Return the placements of a growth with the cells they cover, their corners and their neighbours."""
    shape = np.array(growth.region.shape)
    strides = np.append(np.cumprod(shape[:0:-1])[::-1], 1).astype(np.int64)
    lines = placements(growth)
    covers = np.zeros((len(lines), growth.region.size), dtype=np.bool_)
    corners, beside = covers.copy(), covers.copy()
    for piece, description in enumerate(growth.pieces):
        for turn, cells in enumerate(description.orientations):
            mine = np.flatnonzero((lines[:, 0] == piece) & (lines[:, 1] == turn))
            places = lines[mine, None, 2:] + cells[None]
            _mark(covers, mine, places, shape, strides)
            for marked, moves in ((corners, growth.corners), (beside, growth.steps)):
                for move in moves:
                    _mark(marked, mine, places + move, shape, strides)
    corners &= growth.region.ravel() & ~covers & ~beside
    return Tables(growth, lines, covers, corners, beside & ~covers)


def _mark(marked: Mask, lines: Integers, places: Integers, shape: Integers, strides: Integers) -> None:
    """Mark the positions (lines, cells, axes) of each line that are within the box."""
    inside = ((places >= 0) & (places < shape)).all(axis=2)
    at, which = np.nonzero(inside)
    marked[lines[at], places[at, which] @ strides] = True


class Builder:
    """Builds growths at random: towards the nearest uncovered wanted cell, or, if there is none, the largest piece first."""

    def __init__(self, made: Tables, seed: int) -> None:
        self._tables = made
        self._growth = made.growth
        self._random = np.random.default_rng(seed)
        self._sizes = made.covers.sum(axis=1)
        self._free = made.corners.sum(axis=1)
        self._wanted = np.flatnonzero(made.growth.wanted)
        self._away = [self._distance(cell) for cell in self._wanted.tolist()]
        self._must = np.array([piece.least > 0 for piece in made.growth.pieces])

    def build(self) -> Integers | None:
        """Return one growth that covers every wanted cell and places every required piece, or None."""
        made, growth = self._tables, self._growth
        legal = made.covers[:, growth.roots.ravel()].any(axis=1)
        allowed = np.ones(len(made.lines), dtype=np.bool_)
        left = np.ones(len(self._wanted), dtype=np.bool_)
        must, chosen = self._must.copy(), list[int]()
        while left.any() or must.any() or (growth.price == "left over" and (legal & allowed).any()):
            ready = np.flatnonzero(legal & allowed)
            ready = ready[~made.beside[np.ix_(ready, self._wanted[left])].any(axis=1)]
            if not len(ready):
                return None
            one = int(ready[np.argmin(self._worth(ready, left) + NOISE * self._random.random(len(ready)))])
            chosen.append(one)
            allowed &= made.lines[:, 0] != made.lines[one, 0]
            allowed &= ~made.covers[:, made.covers[one] | made.beside[one]].any(axis=1)
            legal |= made.covers[:, made.corners[one]].any(axis=1)
            left &= ~made.covers[one, self._wanted]
            must[made.lines[one, 0]] = False
        return made.lines[chosen]

    def _worth(self, ready: Integers, left: Mask) -> Numbers:
        """Return each placement's remaining distance to the wanted cell nearest to it, plus its cells; the least is best."""
        if not left.any():
            worth: Numbers = -2.0 * self._sizes[ready] - 0.2 * self._free[ready]
            return worth
        away = np.array([self._away[number][ready] for number in np.flatnonzero(left)])
        nearest = int(np.argmin(away.min(axis=1)))
        needed: Numbers = self._sizes[ready] + 1.6 * away[nearest]
        return needed

    def _distance(self, cell: int) -> Numbers:
        """Return the distance of each placement's corners from a cell; 0 for the placements that cover it."""
        shape = self._growth.region.shape
        places = np.stack(np.unravel_index(np.arange(self._growth.region.size), shape), axis=1)
        away = np.abs(places - places[cell]).max(axis=1)
        distances = np.full(len(self._tables.lines), float(away.max() + 2))
        for number in np.argsort(-away, kind="stable").tolist():
            distances[self._tables.corners[:, number]] = away[number] + 1
        distances[self._tables.covers[:, cell]] = 0
        return distances

"""Tightens the multiplicities of a cover's pieces to those that follow from the area: the same options and solutions.

Pieces are items of which each option has exactly one, its last; cells are the items covered exactly as often as they must be.
The options of a selection cover a known number of cells in all, so a piece occurs at most as often as the least copies of the
others leave room for, and at least as often as their most copies require. The cells of a packing that may stay empty are
covered by such a piece: 12 pentominoes on 64 cells leave exactly 4 of these.

A piece without a bound costs a search nothing, because it need not be counted. Such a piece is bounded only if it is the only
one: its count then follows from the others, and distinguishes no states of a count. Covers with costs, connectivity or colours
are left unchanged, because proofs about them depend on the multiplicities themselves.
"""

from __future__ import annotations

import numpy as np

from exactcover.model.arrays import Integers, Mask
from exactcover.model.cover import Cover
from exactcover.model.encoding import Reduction
from exactcover.model.non_binding_items import non_binding_items


def reduce(cover: Cover) -> Reduction | None:
    """Tighten the multiplicities; None if nothing follows, or a contradiction, which the search will find."""
    if cover.costs is not None or cover.connectivity is not None or cover.colours is not None:
        return None
    if (cover.least == cover.most).all() or not cover.options:
        return None
    pieces = pieces_of(cover)
    if pieces is None:
        return None
    loose = pieces & non_binding_items(cover)
    bounded = pieces if np.count_nonzero(loose) == 1 else pieces & ~loose
    least, most = _bounds(cover, pieces, loose)
    least = np.where(bounded, np.maximum(cover.least, least), cover.least)
    most = np.where(bounded, np.minimum(cover.most, most), cover.most)
    if (least > most).any() or (np.array_equal(least, cover.least) and np.array_equal(most, cover.most)):
        return None
    return Reduction(cover.with_multiplicities(least, most), lambda selection: selection, by_parts=True)


def pieces_of(cover: Cover) -> Mask | None:
    """Return which items are pieces; None if some option does not have exactly one, or if one piece has all options."""
    pieces: Mask = np.zeros(len(cover.items), dtype=np.bool_)
    pieces[cover.members[cover.starts[1:] - 1]] = True
    one_each = np.count_nonzero(pieces[cover.members]) == cover.options
    return pieces if one_each and np.count_nonzero(pieces) > 1 else None


def _bounds(cover: Cover, pieces: Mask, loose: Mask) -> tuple[Integers, Integers]:
    """Return the least and most copies of each piece by area; loose: pieces without a bound of their own."""
    cells = ~pieces & (cover.least == cover.most)
    area = int(cover.least[cells].sum())
    sizes = np.add.reduceat(cells[cover.members], cover.starts[:-1], dtype=np.int64)
    smallest, largest = np.full(len(cover.items), area + 1), np.zeros(len(cover.items), dtype=np.int64)
    of_option = cover.members[cover.starts[1:] - 1]
    np.minimum.at(smallest, of_option, sizes)
    np.maximum.at(largest, of_option, sizes)
    # Products of more copies than fit the area might not fit into 64 bits.
    needed = np.where(pieces, smallest * np.minimum(cover.least, area + 1), 0)
    copies = np.where(loose, area, np.minimum(cover.most, area))
    filled = np.where(pieces, np.minimum(largest * copies, area), 0)
    room = area - (needed.sum() - needed)
    left = area - (filled.sum() - filled)
    most = np.where(smallest > 0, room // np.maximum(smallest, 1), cover.most)
    least = np.where(largest > 0, -(-left // np.maximum(largest, 1)), cover.least)
    return least, most

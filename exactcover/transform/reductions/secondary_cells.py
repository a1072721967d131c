"""Writes cells that may stay empty as secondary items of a cover, without the options of the filler that covers them.

The filler of a packing is a piece in any number whose options have one cell each. Its options follow from the others: it covers
the cells that the other options leave open. They are dropped only if every other option also has a cell that must be covered,
so that a search can branch on those; a board of which whole regions may stay empty is left unchanged. Vertices that pieces of
edges may not cross are such cells.

Only for counts: the options have other numbers than those of the puzzle, which certificates and cubes name.
"""

from __future__ import annotations

import numpy as np

from exactcover.model.arrays import Integers, Mask
from exactcover.model.cover import Cover
from exactcover.model.encoding import Reduction
from exactcover.model.non_binding_items import non_binding_items
from exactcover.transform.reductions.tighten_multiplicities import pieces_of


def reduce(cover: Cover) -> Reduction | None:
    """Drop the options of a filler in any number; None if there is no such filler, or if it is needed for branching."""
    if cover.costs is not None or cover.connectivity is not None or cover.colours is not None or not cover.options:
        return None
    pieces = pieces_of(cover)
    if pieces is None:
        return None
    filler = _filler(cover, pieces)
    if filler is None:
        return None
    fills: Mask = cover.members[cover.starts[1:] - 1] == filler
    cells = cover.members[cover.starts[:-1]]  # of the options of the filler
    empty: Mask = np.zeros(len(cover.items), dtype=np.bool_)
    empty[cells[fills]] = True
    if cover.symmetries is not None and (empty[cover.symmetries] != empty).any():
        return None
    required = (cover.least == 1) & (cover.most == 1) & ~pieces & ~empty
    others = np.flatnonzero(~fills)
    if not np.add.reduceat(required[cover.members], cover.starts[:-1], dtype=np.int64)[others].all():
        return None
    filling = np.full(len(cover.items), -1, dtype=np.int64)  # the option that leaves a cell empty
    filling[cells[fills]] = np.flatnonzero(fills)
    left = cover.with_options(others)
    least = np.where(empty, 0, cover.least)

    def lift(selection: Integers) -> Integers:
        chosen = others[selection]
        covered = cover.members[np.isin(cover.owners, chosen)]
        return np.concatenate([chosen, filling[np.setdiff1d(np.flatnonzero(empty), covered)]])

    model = Cover(cover.items, least, cover.most, left.starts, left.members, symmetries=cover.symmetries)
    return Reduction(model, lift)


def _filler(cover: Cover, pieces: Mask) -> int | None:
    """Return the only piece in any number whose options each have one other item, an item to be covered once."""
    lengths = np.diff(cover.starts)
    of_option = cover.members[cover.starts[1:] - 1]
    longest = np.zeros(len(cover.items), dtype=np.int64)
    np.maximum.at(longest, of_option, lengths)
    fillers = np.flatnonzero(pieces & (longest == 2) & non_binding_items(cover))
    if len(fillers) != 1:
        return None
    cells = cover.members[cover.starts[:-1]][(of_option == fillers[0]) & (lengths == 2)]
    once = bool(((cover.least == 1) & (cover.most == 1))[cells].all())
    return int(fillers[0]) if once and not pieces[cells].any() else None

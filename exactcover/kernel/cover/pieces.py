"""Determines which items of a cover are pieces and which are cells, from the options alone.

*Pieces* are items of which each option has exactly one, its last; *cells* are other items that are covered once. Not here:
their use in a search (live_lists.py).
"""

from __future__ import annotations

import numpy as np

from exactcover.kernel.arrays import Array
from exactcover.kernel.instance import Instance
from exactcover.model.arrays import Integers, Mask

MOST_PIECES = 64  # bits of a word


def has_pieces(instance: Instance) -> bool:
    """Return whether each option has exactly one of the items that are some option's last, and these are not too many."""
    _, pieces = _last(instance)
    return int(np.count_nonzero(pieces)) <= MOST_PIECES and _each_has_one(instance, pieces)


def _each_has_one(instance: Instance, pieces: Mask) -> bool:
    return int(np.count_nonzero(pieces[instance.members])) == instance.options


def _last(instance: Instance) -> tuple[Integers, Mask]:
    """Return the last item of each option, and which items are some option's last."""
    last = instance.members[instance.starts[1:] - 1]
    lasts = np.zeros(instance.items, dtype=np.bool_)
    lasts[last] = True
    return last, lasts


def parts(instance: Instance, owners: Integers) -> tuple[Array, Integers, Integers]:
    """Return which items are cells, which are pieces, and the area of each.

    No item is a piece if some option does not have exactly one, if options of one piece differ in size, or beyond 64 pieces.
    """
    last, pieces = _last(instance)
    if not _each_has_one(instance, pieces):
        pieces[:] = False
    cells = (instance.least == 1) & (instance.most == 1) & ~pieces
    lengths = np.bincount(owners, cells[instance.members], instance.options).astype(np.int64)
    areas = np.zeros(instance.items, dtype=np.int64)
    areas[last] = lengths
    if not np.array_equal(areas[last], lengths) or np.count_nonzero(pieces) > MOST_PIECES:
        pieces[:] = False
    return cells, np.flatnonzero(pieces), areas

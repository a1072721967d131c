"""Items of a cover without effect: any selection that covers the others correctly covers these correctly too.

For example, the pieces of a packing with any number of copies. An engine may ignore them; the judges do not.
"""

from __future__ import annotations

import numpy as np

from exactcover.model.arrays import Mask
from exactcover.model.cover import Cover


def non_binding_items(cover: Cover) -> Mask:
    """Return the mask of items with least 0 whose most cannot be exceeded, or which all options give the same colour.

    An item cannot be in more chosen options than it has options, nor in more than the items covered exactly once allow: each
    of its options takes some of those, and nothing takes them twice. (Those are never non-binding themselves: two items that
    each relied on the other could not both be dropped.)
    """
    items = len(cover.items)
    loose: Mask = cover.least == 0
    if not loose.any():
        return loose
    uses = np.bincount(cover.members, minlength=items)
    single = (cover.least == 1) & (cover.most == 1)
    taken = np.add.reduceat(single[cover.members], cover.starts[:-1], dtype=np.int64)
    fewest = np.full(items, np.iinfo(np.int64).max)
    entries = np.flatnonzero(loose[cover.members])  # of items that are not covered exactly once
    np.minimum.at(fewest, cover.members[entries], taken[cover.owners[entries]])
    room = np.where(fewest > 0, (int(single.sum()) - single) // np.maximum(fewest, 1), uses)
    non_binding: Mask = loose & (np.minimum(uses, room) <= cover.most)
    if cover.colours is not None:
        least, most = np.full(items, np.iinfo(np.int64).max), np.zeros(items, dtype=np.int64)
        np.minimum.at(least, cover.members, cover.colours)
        np.maximum.at(most, cover.members, cover.colours)
        non_binding |= (least == most) & (most > 0)
    return non_binding

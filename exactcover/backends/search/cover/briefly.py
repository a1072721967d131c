"""A short trial search of a cover: one kernel, few nodes, no plan and no cache.

For batches of covers, and before a count is planned at all. Sparse sets are the fastest to prepare, and support all covers
except those with costs or connectivity.

Historical note. CPU milliseconds to prepare and to exhaust a sudoku of 17 clues, means of 100: sparse 0.5 + 0.3, live-lists
1.4 + 2.4, fewest-options 17 + 61. Counting twenty hard ones: 14 by sparse sets, 59 by the planned kernel.
"""

from __future__ import annotations

from exactcover.kernel.cover import sparse_sets
from exactcover.kernel.instance import Instance, Step

NODES = 4_000  # of a trial before anything is planned
FEW_OPTIONS, FEW_RIVALS = (
    1_024,
    16,
)  # limits of a cover that a trial may exhaust: its options, and the options per item, approximately


def look(instance: Instance, nodes: int, *, keep: int, most: int) -> Step:
    """Search a bare cover for that many nodes; list up to `keep` solutions, or with keep = 0 count up to `most`."""
    return sparse_sets.Search(instance).run(nodes, keep, most)


def is_quick(instance: Instance) -> bool:
    """Return whether sparse sets are fast per node: the options are few, and each meets few others."""
    return instance.options <= FEW_OPTIONS and len(instance.members) <= FEW_RIVALS * instance.items

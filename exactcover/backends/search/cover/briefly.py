"""A short look at a cover: one kernel, few nodes, nothing planned or remembered.

For those of which there are many, and before a count is planned at all. Sparse sets are made ready fastest, and know every sort
of cover but those with costs or connectivity.

Historical note. CPU milliseconds for a sudoku of 17 clues to its end, made ready and searched, means of 100: sparse 0.5 + 0.3,
live-lists 1.4 + 2.4, fewest-options 17 + 61. Twenty hard ones counted, side by side: 14 by sparse sets, 59 by what a plan chose.
"""

from __future__ import annotations

from exactcover.kernel.cover import sparse_sets
from exactcover.kernel.instance import Instance, Step

NODES = 4_000  # of a look before anything is planned
FEW_OPTIONS, FEW_RIVALS = (
    1_024,
    16,
)  # of a cover that so many nodes may exhaust: its options, and those of an item, about


def look(instance: Instance, nodes: int, *, keep: int, most: int) -> Step:
    """Search a bare cover for that many nodes; list up to `keep` solutions, or with keep = 0 count up to `most`."""
    return sparse_sets.Search(instance).run(nodes, keep, most)


def is_quick(instance: Instance) -> bool:
    """Return whether a node takes sparse sets little: the options are few, and each meets few others."""
    return instance.options <= FEW_OPTIONS and len(instance.members) <= FEW_RIVALS * instance.items

"""The tables of searching kernels: building them from an instance, searching from a root, and cutting a root into several.

The same instance and kernel give the same tables in every process, and a root means the same in all of them.
Not here: which kernel (strategy.py), which roots (roots.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from exactcover.backends.search.cover.kernel_names import FEWEST_OPTIONS, SPARSE, Kernel
from exactcover.backends.search.cover.thread_pool import Searching
from exactcover.kernel.cover import (
    cut_roots,
    fewest_options,
    many_roots,
    option_sets,
    orders,
    sparse_sets,
    static_order,
)
from exactcover.kernel.instance import Instance, Root
from exactcover.kernel.slices import REACH

NEAR = 8  # bits of the shortest window of the dead-item test

KernelTables: TypeAlias = static_order.Tables | option_sets.Tables | Instance
"""Tables of static-order and of fewest-options; sparse sets use the instance itself."""


def tables_of(instance: Instance, kernel: Kernel, reach: int | None = None) -> KernelTables:
    """Return a kernel's tables; raises OutOfReach if the instance is too large for that kernel.

    reach: bits of the dead-item test of static-order; None: more of them if there are more options.
    """
    if kernel == SPARSE:
        return instance
    if kernel == FEWEST_OPTIONS:
        return option_sets.prepare(instance)
    assert kernel.name == "static-order", f"the kernel {kernel.name} has no tables to search with"
    instance = Instance(*instance.plain)  # rejects colours before computing an order
    if reach is None:  # more options, a further reach: only longer searches pay for larger tables
        reach = min(max(instance.options.bit_length() + 1, NEAR), REACH)
    return static_order.prepare(instance, orders.search_order(instance, kernel.order), reach)


def begin(tables: KernelTables, root: Root = ()) -> Searching:
    """Start the search of a root."""
    if isinstance(tables, static_order.Tables):
        return static_order.Search(tables, root)
    if isinstance(tables, option_sets.Tables):
        return fewest_options.Search(tables, root)
    return sparse_sets.Search(tables, root)


def in_turn(tables: KernelTables, roots: Sequence[Root]) -> many_roots.ManyRoots | None:
    """Return roots that several threads count below in turn; None if the kernel searches each separately."""
    return many_roots.ManyRoots(tables, roots) if isinstance(tables, static_order.Tables) else None


def split(tables: KernelTables, root: Root, about: int) -> list[tuple[int, ...]]:
    """Cut a root into about that many; sparse sets do not cut."""
    if isinstance(tables, static_order.Tables):
        return cut_roots.split(tables, root, about)
    if isinstance(tables, option_sets.Tables):
        return fewest_options.split(tables, root, about)
    return [tuple(root)]

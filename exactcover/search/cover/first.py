"""One solution of a cover: which kernels take turns, in which order, and for how many nodes.

Two kernels know nothing but to find one (live_lists.py for boards of few pieces, degree_buckets.py for large boards); those
that also count and list take turns with them, for the covers on which their rule is the better one. All of them are complete:
the first that ends without a solution has proved that there is none.

Historical note. CPU seconds of the engine to the first solution, medians over seeds: 60x60 by free pentominoes 0.14 in place of
no answer after 150, 35 hexominoes on 15x15 less 3x5 0.3 in place of 9.5 beside it, 400x400 by dominoes 0.12 in place of 19.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from exactcover.kernel.cover import degree_buckets, live_lists
from exactcover.kernel.instance import Instance, OutOfReach
from exactcover.kernel.slices import REACH
from exactcover.search.cover.kernel_names import AUTO, FEWEST_OPTIONS, LAYERS, SPARSE, STATIC_ORDER, Kernel
from exactcover.search.cover.kernel_tables import begin, tables_of
from exactcover.search.cover.thread_pool import Searching

# Of a first turn: about the same time.
NODES = {STATIC_ORDER.name: 20_000, FEWEST_OPTIONS.name: 2_000, SPARSE.name: 500}
ONLY_SOLVING = 2_000  # and one for each option of live-lists, each item of degree-buckets
FEW_OPTIONS = 1_024  # so few are tabulated in a moment, and a board of so few is not large
LONGEST_TURN = 64  # first turns


class Turn(NamedTuple):
    """How a kernel's search is begun, and how many nodes its first turn has; raises OutOfReach where it cannot have the cover."""

    begin: Callable[[], Searching]
    nodes: int


def turns(instance: Instance, kernel: Kernel, seed: int) -> list[Turn]:
    """Return the kernels to take turns, or the one that was named."""

    def turn(kernel: Kernel) -> Turn:
        return Turn(lambda: begin(tables_of(instance, kernel, REACH)), NODES[kernel.name])

    if kernel not in (AUTO, LAYERS):
        return [turn(kernel)]
    live = Turn(lambda: live_lists.Search(instance, seed), ONLY_SOLVING + instance.options)
    buckets = Turn(lambda: degree_buckets.Search(instance, seed), ONLY_SOLVING + instance.items)
    fewest, static, sparse = map(turn, (FEWEST_OPTIONS, STATIC_ORDER, SPARSE))
    if instance.items > live_lists.MOST_ITEMS or instance.options > live_lists.MOST_OPTIONS:
        return [buckets, sparse]
    return [live, fewest, static] if instance.options <= FEW_OPTIONS else [live, buckets, static, fewest]


def rounds(order: list[Turn]) -> Iterator[tuple[Searching, int]]:
    """Yield a search and the nodes of its turn, each in turn and then anew with longer turns.

    A search is begun at its first turn, and left out where the cover is out of its reach; raises OutOfReach where it is out of
    reach of all.
    """
    begun: list[tuple[Searching, int]] = []
    refused: OutOfReach | None = None
    for turn in order:
        try:
            begun.append((turn.begin(), turn.nodes))
        except OutOfReach as reason:
            refused = reason
            continue
        yield begun[-1]
    if not begun and refused is not None:
        raise refused
    factor = 1
    while True:
        factor = min(2 * factor, LONGEST_TURN)
        for search, nodes in begun:
            yield search, nodes * factor


def warm_up() -> None:
    """Load the compiled kernels that only find one solution, or compile them, by a search with each."""
    small = Instance(np.ones(4, np.int64), np.ones(4, np.int64), np.array([0, 2, 4, 6]), np.array([0, 1, 1, 2, 2, 3]))
    for search in (live_lists.Search(small, 0), degree_buckets.Search(small, 0)):
        search.run(10)

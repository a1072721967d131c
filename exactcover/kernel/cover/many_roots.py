"""Kernel `static-order` below many roots, one after the other in one compiled call: for counts whose roots are short.

Between two calls a thread holds the interpreter's lock; where a root takes it no more than a fraction of a millisecond, threads
would wait for each other most of the time.

Historical note. Langford pairs of 12 have 457 roots of 5,000 nodes: where each was a call of its own, two threads took 0.84 of
the time of one.
Not here: the search (static_order.py), which roots there are, and which thread has which (search/cover).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numba import njit

from exactcover.kernel.arrays import Array
from exactcover.kernel.cover import static_order
from exactcover.kernel.cover.static_order import ACTIVE, EXTRA, NODES, SEATED, SOLVED, TWO, ZERO, Tables, search, seat
from exactcover.kernel.instance import Root, Step, entries_of_all


@njit(cache=True, nogil=True)
def search_in_turn(
    words: tuple[int, ...], budget: int, roots: Array, bounds: Array, most: Array, starts: Array, members: Array, entry_of: Array,
    chunk_starts: Array, start: Array, every: Array, adds: Array, branch: Array, bit_chunks: Array, chunks: Array, slices: Array,
    table: Array, stack: Array, chosen: Array, allowed: Array, scalars: Array, counts: Array, nodes: Array,
) -> int:  # fmt: skip
    """Search below roots until all are done or about `budget` nodes are spent; return how many are done.

    roots: the entries of all, root k from bounds[k] to bounds[k + 1]; counts, nodes: take the solutions and nodes of each that
    was begun. Where the last one begun is not done the state is where its search stands.
    """
    width = np.uint64(len(words))
    lines = np.empty((0, 0), np.int32)
    spent = 0
    for number in range(len(bounds) - 1):
        if spent >= budget:
            return number
        scalars[:] = 0
        allowed[:] = every
        stack[width + EXTRA + width + TWO] = ZERO
        seated = seat(
            words, roots[bounds[number] : bounds[number + 1]], most, starts, members, entry_of, chunk_starts, start, adds, branch,
            bit_chunks, chunks, slices, table, stack, allowed, scalars,
        )  # fmt: skip
        if seated == SOLVED:
            counts[number] = 1
        if seated == SEATED:
            counts[number] = search(
                words, budget - spent, -1, 1 << 62, lines, adds, branch, bit_chunks, chunks, slices, table, stack, chosen,
                allowed, scalars,
            )  # fmt: skip
        nodes[number] = scalars[NODES]
        spent += scalars[NODES]
        if scalars[ACTIVE] > 0:
            return number
    return len(bounds) - 1


def count(tables: Tables, roots: Sequence[Root], nodes: int) -> tuple[list[Step], static_order.Search | None]:
    """Count below roots for about so many nodes; return a step for each that was begun, and the search of one not done.

    That is the last one begun. Raises ValueError, see `instance.entries_of`.
    """
    bounds = np.zeros(len(roots) + 1, np.int64)
    np.cumsum([len(tuple(root)) for root in roots], out=bounds[1:])
    entries = entries_of_all(roots, bounds, tables.whole.options)
    state, whole, sorted_ = static_order.blank(tables), tables.whole, tables.sorted_
    counts, spent = np.zeros(len(roots), np.int64), np.zeros(len(roots), np.int64)
    done = int(
        search_in_turn(
            (0,) * tables.laid.words, nodes, entries, bounds, whole.most, whole.starts, whole.members,
            tables.entry_of, sorted_.chunk_starts, tables.laid.start, tables.every, sorted_.adds.ravel(), sorted_.branch,
            sorted_.bit_chunks.view(np.uint64), tables.chunks, tables.slices, tables.table, *state, counts, spent,
        )
    )  # fmt: skip
    begun = None
    if done < len(roots) and int(state.scalars[ACTIVE]):
        begun = static_order.Search(tables, roots[done], state)
    none = np.empty((0, 0), np.int32)
    number = done + (begun is not None)
    steps = [
        Step(solutions, none, of_root, place < done)
        for place, (solutions, of_root) in enumerate(
            zip(counts[:number].tolist(), spent[:number].tolist(), strict=True)
        )
    ]
    return steps, begun

"""Kernel `static-order` below many roots in one compiled call, which several threads may make at once.

Made for counts with short roots. Each call takes roots that no other call has taken, one after the other. Between calls a
thread holds the interpreter lock (GIL); with one call per root, and roots of a fraction of a millisecond, threads would spend
most of their time waiting for each other.

*Historical note.* Langford pairs of 12 have 457 roots of 5,000 nodes: with one call per root, two threads took 0.84 of the
time of one; with roots assigned to calls in advance, 0.63.
Not here: the search (static_order.py), and which roots there are (search/cover).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from exactcover.kernel.arrays import Array
from exactcover.kernel.bits import take_number
from exactcover.kernel.cover import static_order
from exactcover.kernel.cover.static_order import ACTIVE, EXTRA, NODES, SEATED, SOLVED, TWO, ZERO, Tables, search, seat
from exactcover.kernel.instance import Root, Step, entries_of_all
from exactcover.kernel.jit import njit

NONE = np.empty((0, 0), np.int32)  # selections


class Begun(NamedTuple):
    """A root that a call left unfinished: its index, what the call found in it, and the search to continue."""

    place: int
    step: Step
    search: static_order.Search


class Counted(NamedTuple):
    """The result of a call: indices of the roots that it finished, their solutions and nodes, and the unfinished one."""

    places: list[int]
    solutions: list[int]
    nodes: list[int]
    begun: Begun | None


@njit(cache=True, nogil=True)
def search_in_turn(
    words: tuple[int, ...], budget: int, roots: Array, bounds: Array, following: Array, most: Array, starts: Array,
    members: Array, entry_of: Array, chunk_starts: Array, start: Array, every: Array, adds: Array, branch: Array,
    bit_chunks: Array, chunks: Array, slices: Array, table: Array, stack: Array, chosen: Array, allowed: Array, scalars: Array,
    taken: Array, counts: Array, nodes: Array,
) -> int:  # fmt: skip
    """Search below roots that no other thread has taken until none is left or about `budget` nodes are spent; return the
    number of roots.

    roots: the entries of all, root k from bounds[k] to bounds[k + 1]; following: the next root to take; taken, counts, nodes:
    receive the index of each root taken, its solutions and nodes. If scalars[ACTIVE] is not 0 the last one is unfinished, and
    the state is that of its search.
    """
    width = np.uint64(len(words))
    lines = np.empty((0, 0), np.int32)
    spent = done = 0
    while spent < budget:
        number = take_number(following)
        if number >= len(bounds) - 1:
            break
        scalars[:] = 0
        allowed[:] = every
        stack[width + EXTRA + width + TWO] = ZERO
        seated = seat(
            words, roots[bounds[number] : bounds[number + 1]], most, starts, members, entry_of, chunk_starts, start, adds, branch,
            bit_chunks, chunks, slices, table, stack, allowed, scalars,
        )  # fmt: skip
        taken[done], counts[done] = number, seated == SOLVED
        if seated == SEATED:
            counts[done] = search(
                words, budget - spent, -1, 1 << 62, lines, adds, branch, bit_chunks, chunks, slices, table, stack, chosen,
                allowed, scalars,
            )  # fmt: skip
        nodes[done] = scalars[NODES]
        spent += scalars[NODES]
        done += 1
        if scalars[ACTIVE] > 0:
            break
    return done


class ManyRoots:
    """Roots with the same tables, counted by all callers of `count`; raises ValueError, see `instance.entries_of`."""

    def __init__(self, tables: Tables, roots: Sequence[Root]) -> None:
        self.tables, self.roots = tables, roots
        self.bounds = np.zeros(len(roots) + 1, np.int64)
        np.cumsum([len(tuple(root)) for root in roots], out=self.bounds[1:])
        self.entries = entries_of_all(roots, self.bounds, tables.whole.options)
        self.following = np.zeros(1, np.int64)

    @property
    def left(self) -> int:
        """How many roots no call has taken yet."""
        return max(0, len(self.roots) - int(self.following[0]))

    def count(self, nodes: int) -> Counted:
        """Count below the remaining roots, for about that many nodes."""
        tables, whole, sorted_ = self.tables, self.tables.whole, self.tables.sorted_
        state = static_order.blank(tables)
        taken, counts, spent = np.zeros((3, self.left + 1), np.int64)
        number = int(
            search_in_turn(
                (0,) * tables.laid.words, nodes, self.entries, self.bounds, self.following, whole.most, whole.starts,
                whole.members, tables.entry_of, sorted_.chunk_starts, tables.laid.start, tables.every, sorted_.adds.ravel(),
                sorted_.branch, sorted_.bit_chunks.view(np.uint64), tables.chunks, tables.slices, tables.table, *state, taken,
                counts, spent,
            )
        )  # fmt: skip
        places, solutions, of_roots = (array[:number].tolist() for array in (taken, counts, spent))
        begun = None
        if number and int(state.scalars[ACTIVE]):
            place, step = places.pop(), Step(solutions.pop(), NONE, of_roots.pop(), finished=False)
            begun = Begun(place, step, static_order.Search(tables, self.roots[place], state))
        return Counted(places, solutions, of_roots, begun)

"""Kernel `static-order`: exact cover by branching on the first open item in a given order.

Options are in buckets by their first item, so the options available at the first open item are the AND of a few table lookups
(slices.py); options are not tested one by one. An item that may be covered several times takes its options in increasing
order, so that each set of options is visited once; one that may be covered fewer than `most` times has an entry that closes
it. Fast if a good order exists (packings, queens, Langford); otherwise use fewest_options.py.

Source: Knuth, The Art of Computer Programming 7.2.2.1 (the problem); the table-driven form is this project's.
Not here: the tables (bucket_tables.py), the choice of the order (orders.py), cutting roots (cut_roots.py), and estimating the
size of a search (probe.py).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from exactcover.kernel.arrays import Array, Word
from exactcover.kernel.bits import popcount, trailing_zeros
from exactcover.kernel.cover.bucket_tables import (
    AGAIN,
    BIT,
    CLOSING,
    ENOUGH,
    ENTRY,
    FIELD,
    FROM,
    GUARDED,
    MORE,
    NEVER,
    ROW,
    WIDE,
    Tables,
    prepare,
)
from exactcover.kernel.instance import Root, Step, entries_of, padded, parted
from exactcover.kernel.jit import njit
from exactcover.kernel.slices import BITS, FURTHER, MASK, OFFSET, SEEN, SHIFT, WORD

__all__ = ["Search", "State", "Tables", "prepare"]

ACTIVE, NODES = 0, 1  # indices into State.scalars: records on the stack, 0 when ended; nodes of all calls
SEATED, SOLVED, AGAINST = 0, 1, 2
ZERO, ONE, TWO, SIX = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(6)
EXTRA = np.uint64(3)  # words of a stack record after its mask: untried options, chunk, last chosen entry and level
HALF, LOW = np.uint64(32), np.uint64((1 << 32) - 1)


class State(NamedTuple):
    """The state of a search: plain arrays, so that it can be copied, saved and resumed.

    stack: records of a mask, the untried options, their chunk, and entry << 32 | level; record 0 is scratch space. chosen: the
    entry chosen to reach each level; allowed: the options of each chunk that the root permits; scalars: see ACTIVE, NODES.
    """

    stack: Array
    chosen: Array
    allowed: Array
    scalars: Array


@njit(cache=True, nogil=True)
def available(masks: Array, at: Word, chunk: Word, allowed: Array, chunks: Array, slices: Array, table: Array) -> Word:
    """Return the set of options of a chunk that the mask at `at` leaves available."""
    row = chunk * ROW
    options = allowed[chunk]
    here = chunks[row + FROM]
    while True:
        slice_ = slices[here]
        here += ONE
        seen = (masks[at + (slice_ & WORD)] >> ((slice_ >> SHIFT) & BITS)) & ((slice_ >> MASK) & SEEN)
        options &= table[(slice_ >> OFFSET) + seen]
        if slice_ & FURTHER == ZERO:
            break
    if chunks[row + GUARDED]:
        options = quota(masks, at, row, chunks, options)
    return options


@njit(cache=True, nogil=True)
def quota(masks: Array, at: Word, row: Word, chunks: Array, options: Word) -> Word:
    """Return the options of a chunk, less the closing one if too few are chosen yet; none if too few are left."""
    low, width = chunks[row + FIELD], chunks[row + WIDE]
    taken = (masks[at + (low >> SIX)] >> (low & BITS)) & ((ONE << width) - ONE)
    if taken >= chunks[row + ENOUGH]:
        return options
    if chunks[row + CLOSING] != NEVER:
        options &= ~(ONE << chunks[row + CLOSING])
    if chunks[row + MORE] == ZERO and np.uint64(popcount(options)) < chunks[row + ENOUGH] - taken:
        return ZERO
    return options


@njit(cache=True, nogil=True)
def search(
    words: tuple[int, ...], budget: int, floor: int, capacity: int, lines: Array, adds: Array, branch: Array, bit_chunks: Array,
    chunks: Array, slices: Array, table: Array, stack: Array, chosen: Array, allowed: Array, scalars: Array,
) -> int:  # fmt: skip
    """Continue the search for about `budget` nodes or until `capacity` solutions; return the number of solutions found.

    words: a tuple as long as the mask, which specialises the code; floor: the level at which partial selections count as
    solutions, or -1; lines: (capacity, longest) receives the entries of each solution, padded with -1, or has no rows when
    only counting.
    A node is taken off the stack and all its children are made at once; the dead ones are overwritten, not branched over.
    Indices are unsigned: numba would test each signed one for counting from the end.
    """
    width = np.uint64(len(words))
    stride = width + EXTRA
    writes = lines.shape[0] > 0
    top, nodes, count = np.uint64(scalars[ACTIVE]), 0, 0
    while top > ZERO and nodes < budget and count < capacity:
        at = top * stride
        for word in range(width):
            stack[word] = stack[at + word]
        options = stack[at + width]
        chunk = stack[at + width + ONE]
        level = stack[at + width + TWO] & LOW
        chosen[level] = stack[at + width + TWO] >> HALF
        row = chunk * ROW
        again = chunks[row + BIT] if chunks[row + AGAIN] else NEVER
        if chunks[row + MORE]:
            stack[at + width] = available(stack, ZERO, chunk + ONE, allowed, chunks, slices, table)
            stack[at + width + ONE] = chunk + ONE
            at += stride
            top += ONE
        base = chunks[row + ENTRY]
        while options != ZERO:
            number = np.uint64(trailing_zeros(options))
            options &= options - ONE
            entry = base + number
            nodes += 1
            for word in range(width):
                stack[at + word] = stack[word] + adds[entry * width + word]
            bit = NEVER
            for word in range(width):
                opened = branch[word] & ~stack[at + word]
                if opened != ZERO:
                    bit = (word << SIX) + np.uint64(trailing_zeros(opened))
                    break
            if bit == NEVER or np.int64(level) + 1 == floor:
                if writes:
                    for place in range(level):
                        lines[count, place] = chosen[place + ONE]
                    lines[count, level] = entry
                    for place in range(level + ONE, np.uint64(lines.shape[1])):
                        lines[count, place] = -1
                count += 1
                if count < capacity or options == ZERO:
                    continue
                for word in range(width):
                    stack[at + word] = stack[word]
                stack[at + width] = options
                stack[at + width + ONE] = chunk
                stack[at + width + TWO] = chosen[level] << HALF | level
                top += ONE
                break
            beyond = ~ZERO
            below = bit_chunks[bit]
            if bit == again:
                below = chunk
                beyond = ~((TWO << number) - ONE)
            left = beyond & allowed[below]
            under = below * ROW
            here = chunks[under + FROM]
            while True:
                slice_ = slices[here]
                here += ONE
                seen = (stack[at + (slice_ & WORD)] >> ((slice_ >> SHIFT) & BITS)) & ((slice_ >> MASK) & SEEN)
                left &= table[(slice_ >> OFFSET) + seen]
                if slice_ & FURTHER == ZERO:
                    break
            if chunks[under + GUARDED]:
                left = quota(stack, at, under, chunks, left)
            stack[at + width] = left
            stack[at + width + ONE] = below
            stack[at + width + TWO] = entry << HALF | (level + ONE)
            alive = np.uint64(left != ZERO) | chunks[under + MORE]
            at += stride * alive
            top += alive
        top -= ONE
    scalars[ACTIVE] = top
    scalars[NODES] += nodes
    return count


def run(tables: Tables, state: State, lines: Array, budget: int, floor: int, capacity: int) -> int:
    """Call the compiled search; see `search`."""
    sorted_ = tables.sorted_
    return int(
        search(
            (0,) * tables.laid.words, budget, floor, capacity, lines, sorted_.adds.ravel(), sorted_.branch,
            sorted_.bit_chunks.view(np.uint64), tables.chunks, tables.slices, tables.table, *state,
        )
    )  # fmt: skip


@njit(cache=True, nogil=True)
def seat(
    words: tuple[int, ...], root: Array, most: Array, starts: Array, members: Array, entry_of: Array, chunk_starts: Array,
    start: Array, adds: Array, branch: Array, bit_chunks: Array, chunks: Array, slices: Array, table: Array, stack: Array,
    allowed: Array, scalars: Array,
) -> int:  # fmt: skip
    """Push the first record of a root and remove what it leaves out from `allowed`; return the outcome.

    SEATED, SOLVED if the root is its own only solution, AGAINST if it is trivially contradictory.
    """
    width = np.uint64(len(words))
    at = width + EXTRA
    for word in range(width):
        stack[at + word] = start[word]
    used, taken = np.zeros(len(most), np.int64), np.zeros(len(entry_of), np.bool_)
    for option in root:
        if option >= 0:
            taken[option] = True
            for place in range(starts[option], starts[option + 1]):
                used[members[place]] += 1
    for option in root:
        if option < 0 and taken[~option]:
            return AGAINST
        for place in range(starts[max(option, 0)], starts[max(option, 0) + 1] if option >= 0 else 0):
            if used[members[place]] > most[members[place]]:
                return AGAINST
    for option in root:
        entry = entry_of[option if option >= 0 else ~option]
        if entry < 0:
            continue
        chunk = np.searchsorted(chunk_starts, entry, side="right") - 1
        allowed[chunk] &= ~(ONE << np.uint64(entry - chunk_starts[chunk]))
        if option >= 0:
            for word in range(width):
                stack[at + word] += adds[np.uint64(entry) * width + word]
    for word in range(width):
        opened = branch[word] & ~stack[at + word]
        if opened != ZERO:
            first = bit_chunks[(word << SIX) + np.uint64(trailing_zeros(opened))]
            stack[at + width + ONE] = first
            stack[at + width] = available(stack, at, first, allowed, chunks, slices, table)
            scalars[ACTIVE] = 1
            return SEATED
    return SOLVED


def blank(tables: Tables) -> State:
    """Return a state at no root."""
    stack = np.zeros(tables.room * (tables.laid.words + int(EXTRA)), np.uint64)
    return State(stack, np.zeros(tables.longest + 1, np.uint64), tables.every.copy(), np.zeros(2, np.int64))


def begin(tables: Tables, root: Root) -> tuple[State, bool]:
    """Return the state at a root, and whether the root itself is its only solution; raises ValueError, see `entries_of`."""
    entries = entries_of(root, tables.whole.options)
    state, whole, sorted_ = blank(tables), tables.whole, tables.sorted_
    seated = seat(
        (0,) * tables.laid.words, entries, whole.most, whole.starts, whole.members, tables.entry_of, sorted_.chunk_starts,
        tables.laid.start, sorted_.adds.ravel(), sorted_.branch, sorted_.bit_chunks.view(np.uint64), tables.chunks, tables.slices,
        tables.table, state.stack, state.allowed, state.scalars,
    )  # fmt: skip
    return state, seated == SOLVED


class Search:
    """One search below a root, run in slices; the state is plain arrays, to be copied or saved between calls.

    state: that of a search begun elsewhere, to continue.
    """

    slack = 63

    def __init__(self, tables: Tables, root: Root = (), state: State | None = None) -> None:
        self.tables = tables
        self.root = tuple(int(entry) for entry in root)
        self.state, self.pending = begin(tables, self.root) if state is None else (state, False)

    @property
    def finished(self) -> bool:
        """Whether the whole root has been searched."""
        return not self.pending and int(self.state.scalars[ACTIVE]) == 0

    @property
    def nodes(self) -> int:
        """Nodes of all calls so far."""
        return int(self.state.scalars[NODES])

    def run(self, nodes: int, keep: int = 0, most: int = 1 << 62) -> Step:
        """Continue the search for about `nodes` nodes; list up to `keep` solutions, or with keep = 0 count up to `most`."""
        lines, count, spent = self.call(nodes, -1, keep, most)
        listed = np.empty((0, 0), np.int32)
        if keep:
            listed = padded(self.tables.codes, lines, parted(self.root, self.tables.whole.options)[0])
        return Step(count, listed, spent, self.finished)

    def call(self, nodes: int, floor: int, keep: int, most: int = 1 << 62) -> tuple[Array, int, int]:
        """Continue and return the entries chosen (one row per solution, padded with -1), the number of solutions, and of
        nodes."""
        lines = np.empty((keep, self.tables.longest), dtype=np.int32)
        if self.pending:
            self.pending = False
            lines[:1] = -1
            return lines[:1], 1, 0
        before = self.nodes
        count = run(self.tables, self.state, lines, nodes, floor, keep or most)
        return lines[:count], count, self.nodes - before

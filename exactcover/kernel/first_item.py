"""Kernel S: exact cover by branching on the first open item in a given order.

Options stand in buckets by their first item, so the options available at the first open item are the AND of a few table
look-ups (slices.py); nothing is tested an option at a time. An item that may be covered several times takes its options
in increasing order, so that each set of options is met once; one that may be covered fewer than `most` times has an
entry that closes it. Fast where a good order exists (packings, queens, Langford); fewest_options.py where it does not.

Source: Knuth, The Art of Computer Programming 7.2.2.1 (the problem); the table-driven form is this project's.
Not here: how to choose the order (orders.py), and the estimate of the size of a search (probe.py).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from exactcover.kernel.bits import popcount, trailing_zeros
from exactcover.kernel.fields import Fields, fields
from exactcover.kernel.instance import Array, Instance, Root, Step, Word, Words, contradicts, padded, parted, restrict
from exactcover.kernel.slices import (
    BITS,
    FURTHER,
    MASK,
    OFFSET,
    REACH,
    SEEN,
    SHIFT,
    WORD,
    Buckets,
    Slices,
    buckets,
    everything,
    slice_words,
    slices,
)
from exactcover.model.arrays import Integers

WIDTHS = (1, 2, 3, 4, 6, 8)
ACTIVE, NODES = 0, 1  # places in State.scalars: records on the stack, 0 when ended; nodes of all calls
ZERO, ONE, TWO, SIX, NEVER = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(6), np.uint64(1 << 40)
# Words of a chunk: first entry; whether its bucket goes on in the next chunk; bucket bit; whether its item may take several
# options; first slice; whether its item needs several, place of the closing entry, the item's field and the value needed.
ENTRY, MORE, BIT, AGAIN, FROM, GUARDED, CLOSING, FIELD, WIDE, ENOUGH = (np.uint64(k) for k in range(10))
ROW = np.uint64(10)
EXTRA = np.uint64(3)  # words of a stack record after its mask: options untried, chunk, entry chosen last and level
HALF, LOW = np.uint64(32), np.uint64((1 << 32) - 1)


class Tables(NamedTuple):
    """An instance prepared for search: shared by any number of searches, never written.

    whole: the instance; codes: option number or ~item of an entry; entry_of: entry of an option, -1 where it can never be
    chosen; chunks, plan: words as above, chunk by chunk and slice by slice; again: bits of items that may take several
    options; longest: levels at most; room: records a stack holds at most.
    """

    whole: Instance
    codes: Integers
    entry_of: Integers
    laid: Fields
    sorted_: Buckets
    chunks: Words
    plan: Words
    table: Words
    again: Array
    longest: int
    room: int


class State(NamedTuple):
    """Where a search stands: plain arrays, so that it can be copied, saved and resumed.

    stack: records of a mask, the options untried, their chunk, and entry << 32 | level; record 0 is room to work in.
    chosen: the entry chosen to reach each level; allowed: the options of each chunk that the root leaves in; scalars: see
    ACTIVE, NODES.
    """

    stack: Array
    chosen: Array
    allowed: Array
    scalars: Array


def prepare(whole: Instance, order: Integers, reach: int = REACH) -> Tables:
    """Compile an instance for search in the given order of items (every item once).

    reach: bits of the dead-item test. Raises OutOfReach where the items need more than 512 bits or the tables more than
    512 MB.
    """
    left = restrict(whole)
    assert left is not None  # the empty root contradicts nothing
    given = left.instance
    laid = fields(given, order, WIDTHS)
    sorted_ = buckets(given, laid)
    codes = sorted_.codes.copy()
    options = codes >= 0
    codes[options] = left.kept[codes[options]]
    entry_of = np.full(whole.options, -1)
    entry_of[codes[options]] = np.flatnonzero(options)
    held = np.flatnonzero(laid.high >= 0)
    again = np.zeros(64 * laid.words, dtype=np.bool_)
    again[laid.high[held]] = laid.capped[held] > 1
    sliced = slices(sorted_, int(laid.high.max(initial=-1)) + 1, reach=reach)
    longest = int(laid.capped[held].sum()) + int((~options).sum()) + 1
    chunks = chunk_words(sorted_, sliced, given, laid, again)
    sizes = np.bincount(sorted_.chunk_bits, np.diff(sorted_.chunk_starts))
    room = int(np.sort(sizes)[::-1][:longest].sum()) + 2 * longest + 66
    return Tables(
        whole, codes, entry_of, laid, sorted_, chunks, slice_words(sliced), sliced.table, again, longest, room
    )


def chunk_words(sorted_: Buckets, sliced: Slices, given: Instance, laid: Fields, again: Array) -> Words:
    """Return what the search asks of each chunk, ROW words each."""
    bits = sorted_.chunk_bits
    rows = np.zeros((len(bits), int(ROW)), dtype=np.uint64)
    rows[:, ENTRY] = sorted_.chunk_starts[:-1]
    rows[:-1, MORE] = bits[1:] == bits[:-1]
    rows[:, BIT] = bits
    rows[:, AGAIN] = again[bits]
    rows[:, FROM] = sliced.starts[:-1]
    items = laid.item_at[bits]
    counted = np.flatnonzero(again[bits] & (given.least[items] > 0))
    items = items[counted]
    width = laid.high[items] - laid.low[items]
    rows[counted, GUARDED] = 1
    rows[counted, FIELD] = laid.low[items]
    rows[counted, WIDE] = width
    rows[counted, ENOUGH] = (1 << width) - laid.capped[items] + given.least[items]
    rows[:, CLOSING] = NEVER
    closings = np.flatnonzero(sorted_.codes < 0)
    chunk = np.searchsorted(sorted_.chunk_starts, closings, side="right") - 1
    rows[chunk, CLOSING] = closings - sorted_.chunk_starts[chunk]
    return rows.ravel()


@njit(cache=True, nogil=True)
def available(masks: Array, at: Word, chunk: Word, allowed: Array, chunks: Array, plan: Array, table: Array) -> Word:
    """Return the set of options of a chunk that the mask at `at` leaves available."""
    row = chunk * ROW
    options = allowed[chunk]
    here = chunks[row + FROM]
    while True:
        slice_ = plan[here]
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
    """Return the options of a chunk, less the closing one where too few are chosen yet; none where too few are left."""
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
    words: tuple[int, ...], budget: int, floor: int, capacity: int, found: Array, adds: Array, branch: Array, bit_chunks: Array,
    chunks: Array, plan: Array, table: Array, stack: Array, chosen: Array, allowed: Array, scalars: Array,
) -> int:  # fmt: skip
    """Search on for about `budget` nodes or until `capacity` solutions; return how many solutions were met.

    words: a tuple as long as the mask, which specialises the code; floor: the level at which partial selections count as
    solutions, or -1; found: (capacity, longest) takes the entries of each solution, or has no rows where only counting.
    A node is taken off the stack and all its children are made at once; the dead ones are overwritten, not branched over.
    Indices are unsigned: numba would test each signed one for counting from the end.
    """
    width = np.uint64(len(words))
    stride = width + EXTRA
    writes = found.shape[0] > 0
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
            stack[at + width] = available(stack, ZERO, chunk + ONE, allowed, chunks, plan, table)
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
                        found[count, place] = chosen[place + ONE]
                    found[count, level] = entry
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
                slice_ = plan[here]
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


def run(tables: Tables, state: State, found: Array, budget: int, floor: int, capacity: int) -> int:
    """Call the compiled search; see `search`."""
    sorted_ = tables.sorted_
    return int(
        search(
            (0,) * tables.laid.words, budget, floor, capacity, found, sorted_.adds.ravel(), sorted_.branch,
            sorted_.bit_chunks.view(np.uint64), tables.chunks, tables.plan, tables.table, *state,
        )
    )  # fmt: skip


def begin(tables: Tables, root: Root) -> tuple[State, bool]:
    """Return the state at a root, and whether the root itself is its only solution; raises ValueError, see `parted`."""
    chosen, left_out = parted(root, tables.whole.options)
    words, levels = tables.laid.words, tables.longest
    allowed = everything(np.diff(tables.sorted_.chunk_starts))
    stack = np.zeros(tables.room * (words + int(EXTRA)), np.uint64)
    state = State(stack, np.zeros(levels + 1, np.uint64), allowed, np.array([0, 0]))
    if contradicts(tables.whole, chosen, left_out):
        return state, False
    entries = tables.entry_of[np.concatenate((chosen, left_out))]
    entries = entries[entries >= 0]
    chunk = np.searchsorted(tables.sorted_.chunk_starts, entries, side="right") - 1
    gone = np.uint64(1) << (entries - tables.sorted_.chunk_starts[chunk]).astype(np.uint64)
    np.bitwise_and.at(allowed, chunk, ~gone)
    mask = tables.laid.start + tables.sorted_.adds[tables.entry_of[chosen]].sum(axis=0, dtype=np.uint64)
    opened = tables.sorted_.branch & ~mask
    if not opened.any():
        return state, True
    word = int(np.argmax(opened != 0))
    bit = 64 * word + (int(opened[word]) & -int(opened[word])).bit_length() - 1
    first = int(tables.sorted_.bit_chunks[bit])
    record = stack[words + int(EXTRA) : 2 * (words + int(EXTRA))]
    record[:words] = mask
    record[words + 1] = first
    record[words] = available(
        stack, np.uint64(words) + EXTRA, np.uint64(first), allowed, tables.chunks, tables.plan, tables.table
    )
    state.scalars[ACTIVE] = 1
    return state, False


class Search:
    """One search below a root, driven a call at a time; the state is plain arrays, to be copied or saved between calls."""

    slack = 63

    def __init__(self, tables: Tables, root: Root = ()) -> None:
        self.tables = tables
        self.root = tuple(int(entry) for entry in root)
        self.state, self.pending = begin(tables, self.root)

    @property
    def finished(self) -> bool:
        """Whether the whole root has been searched."""
        return not self.pending and int(self.state.scalars[ACTIVE]) == 0

    @property
    def nodes(self) -> int:
        """Nodes of all calls so far."""
        return int(self.state.scalars[NODES])

    def run(self, nodes: int, keep: int = 0, most: int = 1 << 62) -> Step:
        """Search on for about `nodes` nodes; list up to `keep` solutions, or with keep = 0 count up to `most`."""
        found, count, spent = self.call(nodes, -1, keep, most)
        chosen, _ = parted(self.root, self.tables.whole.options)
        listed = padded(self.tables.codes, found, chosen) if keep else np.empty((0, 0), np.int32)
        return Step(count, listed, spent, self.finished)

    def call(self, nodes: int, floor: int, keep: int, most: int = 1 << 62) -> tuple[Array, int, int]:
        """Search on and return the entries chosen (a row a solution, padded with -1), how many solutions, and nodes."""
        found = np.full((keep, self.tables.longest), -1, dtype=np.int32)
        if self.pending:
            self.pending = False
            return found[:1], 1, 0
        before = self.nodes
        count = run(self.tables, self.state, found, nodes, floor, keep or most)
        return found[:count], count, self.nodes - before


def split(tables: Tables, root: Root = (), about: int = 64) -> list[tuple[int, ...]]:
    """Cut a root into at least `about` roots (fewer where there are no more), in the order of the search.

    Their solutions are the root's, each once.
    """
    start = tuple(int(entry) for entry in root)
    roots, ceiling = [start], 64 * about + 64
    for depth in range(1, tables.longest):
        search_ = Search(tables, start)
        if search_.pending:
            break
        found, count, _ = search_.call(1 << 62, depth, ceiling)
        if count == ceiling or (count == len(roots) and depth > 1 and (found[:, depth - 1] < 0).all()):
            break
        roots = [path(tables, start, row[row >= 0]) for row in found]
        if count >= about:
            break
    return roots


def path(tables: Tables, root: tuple[int, ...], entries: Integers) -> tuple[int, ...]:
    """Return the root that adds to a root the entries chosen from its top level down: what they choose and leave out."""
    chosen = {int(code) for code in tables.codes[entries] if code >= 0}
    left_out: set[int] = set()
    for entry in entries:
        chunk = int(np.searchsorted(tables.sorted_.chunk_starts, entry, side="right")) - 1
        bit = int(tables.sorted_.chunk_bits[chunk])
        if tables.codes[entry] < 0 or tables.again[bit]:
            first = int(tables.sorted_.chunk_starts[tables.sorted_.bit_chunks[bit]])
            left_out.update(int(code) for code in tables.codes[first:entry])
    known = {option if option >= 0 else ~option for option in root}
    return (*root, *sorted(chosen), *(~option for option in sorted(left_out - chosen - known)))

"""The cells of kernel layers: a layer's states in a hash table with open addressing, keys compared in full, and one step
between layers.

Successors are generated in batches and their cells prefetched, so that memory latencies overlap.

*Historical note.* Free tetrominoes on 10x10, 59 million transitions: 112 ns each with an index separate from keys and counts,
23 ns with keys and counts in the cells and prefetching.
Not here: the sequence of layers, and their memory limit (layers.py).
"""

from __future__ import annotations

import numpy as np

from exactcover.kernel.arrays import Array, Number
from exactcover.kernel.bits import prefetch, trailing_zeros
from exactcover.kernel.jit import njit
from exactcover.kernel.layers.steps import CHOOSE, FIRST, KIND, LAST, MAYBE, PLACE, QUOTA, SHIFTS, WIDE
from exactcover.kernel.slices import BITS, FURTHER, MASK, OFFSET, SEEN, SHIFT, WORD

DONE, FULL, OVERFLOW = 0, 1, 2
BATCH = 256  # successors generated before they are added: enough to hide memory latency
ONE, TWO = np.uint64(1), np.uint64(2)
HASHES = np.array(
    [
        0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0xD6E8FEB86659FD93,
        0xA0761D6478BD642F, 0xE7037ED1A0B428DB, 0x8EBC6AF09C88C6E3, 0x589965CC75374CC3,
    ],
    dtype=np.uint64,
)  # odd, one per word of a key  # fmt: skip


@njit(cache=True, nogil=True)
def seldom(keys: Array, at: Number, step: Array, closes: Array, entries: Array) -> int:
    """Fill `entries` with what a state may add at a MAYBE or CLOSE step (the last entry adds nothing); return their number."""
    nothing = len(closes) - 1
    entries[0] = nothing
    if step[KIND] == MAYBE:
        entries[1] = step[FIRST]
        for word in range(closes.shape[1]):
            if keys[at + word] & closes[step[FIRST], word]:
                return 1
        return 2
    value = keys[at + (step[PLACE] >> 6)] >> np.uint64((step[PLACE] & 63) - step[WIDE])
    field = np.int64(value & ((np.uint64(2) << np.uint64(step[WIDE])) - ONE))
    return int(step[QUOTA] <= field <= 1 << step[WIDE])  # an option that covers the item twice may exceed its most


@njit(cache=True, nogil=True)
def spread_out(
    near: tuple[int, ...], far: tuple[int, ...], step: Array, chunks: Array, slices: Array, table: Array, adds: Array,
    closes: Array, old: Array, first: int, last: int, down: int, stride: int, batch: Array, entries: Array, hashes: Array,
    cells: Array,
) -> tuple[int, int]:  # fmt: skip
    """Fill `batch` with the successors (index in cells, old state, key) of old states from `first` on.

    Returns their number, and the first old state left for the next batch. The cells are prefetched, so that memory latencies
    overlap.
    """
    local, width = np.uint64(len(near)), np.uint64(len(near) + len(far))
    fill, ends = np.uint64(0), np.uint64(len(batch) - (len(entries) + 1) * (len(near) + len(far) + 2))
    choosing = step[KIND] == CHOOSE
    word_, bit_ = np.uint64(step[PLACE] >> 6), np.uint64(step[PLACE] & 63)
    passes, shifts = step[FIRST] == step[LAST], step[SHIFTS] > 0
    nothing = np.uint64(len(closes) - 1)
    count, state = 0, first
    while state < last and fill < ends:
        at = np.uint64(state) * width
        if not choosing:
            size = np.uint64(seldom(old, np.int64(at), step, closes, entries))
        elif passes or (old[at + word_] >> bit_) & ONE:
            entries[np.uint64(0)] = nothing
            size = ONE
        else:
            size = np.uint64(0)
            for chunk in range(np.uint64(step[FIRST]), np.uint64(step[LAST])):
                options = chunks[chunk, 1]
                here = chunks[chunk, 2]
                while True:
                    slice_ = slices[here]
                    here += ONE
                    seen = (old[at + (slice_ & WORD)] >> ((slice_ >> SHIFT) & BITS)) & ((slice_ >> MASK) & SEEN)
                    options &= table[(slice_ >> OFFSET) + seen]
                    if slice_ & FURTHER == np.uint64(0):
                        break
                while options != np.uint64(0):
                    entries[size] = chunks[chunk, 0] + np.uint64(trailing_zeros(options))
                    options &= options - ONE
                    size += ONE
        for k in range(size):
            add = entries[k] * width
            key = fill + TWO
            for word in range(width):
                batch[key + word] = old[at + word] + adds[add + word]
            if shifts:
                for word in range(local):
                    batch[key + word] >>= ONE
                    if word + ONE < local:
                        batch[key + word] |= batch[key + word + ONE] << BITS
            hashed = np.uint64(0)
            for word in range(width):
                hashed = (hashed ^ (hashed >> np.uint64(29)) ^ batch[key + word]) * hashes[word]
            place = (((hashed ^ (hashed >> np.uint64(32))) * hashes[np.uint64(0)]) >> np.uint64(down)) * np.uint64(
                stride
            )
            prefetch(cells, place)
            batch[fill] = place
            batch[fill + ONE] = np.uint64(state)
            fill = key + width
            count += 1
        state += 1
    return count, state


@njit(cache=True, nogil=True)
def gather(
    key_words: tuple[int, ...], wide: tuple[int, ...], count: int, batch: Array, old_counts: Array, cells: Array
) -> tuple[int, bool]:  # fmt: skip
    """Add a batch of successors to the cells; return the number of new states, and whether a count overflowed."""
    width, words, high = np.uint64(len(key_words)), np.uint64(len(wide)), np.uint64(len(cells))
    stride = width + words
    made = 0
    at = np.uint64(0)
    for _ in range(count):
        place, source = batch[at], batch[at + ONE] * words
        key = at + TWO
        at = key + width
        while True:
            some = np.uint64(0)
            for word in range(words):
                some |= cells[place + width + word]
            if some == np.uint64(0):
                for word in range(width):
                    cells[place + word] = batch[key + word]
                made += 1
            else:
                differ = np.uint64(0)
                for word in range(width):
                    differ |= cells[place + word] ^ batch[key + word]
                if differ != np.uint64(0):
                    place += stride
                    if place == high:
                        place = np.uint64(0)
                    continue
            carry = np.uint64(0)
            for word in range(words):
                a = cells[place + width + word]
                total = a + old_counts[source + word]
                more = np.uint64(total < a)
                total += carry
                carry = more | np.uint64(total < carry)
                cells[place + width + word] = total
            if carry != np.uint64(0):
                return made, True
            break
    return made, False


@njit(cache=True, nogil=True)
def advance(
    near: tuple[int, ...], far: tuple[int, ...], wide: tuple[int, ...], step: Array, chunks: Array, slices: Array, table: Array,
    adds: Array, closes: Array, old: Array, old_counts: Array, cells: Array, batch: Array, entries: Array, hashes: Array,
    where: Array, budget: int,
) -> int:  # fmt: skip
    """Generate states of the next layer from the old states where[0]..where[1]; return DONE, FULL (space or budget) or
    OVERFLOW.

    near, far, wide: tuples as long as the shifted words, the global words and a count, which specialise the code; cells: the
    hash table, a key and a count each, all zero if empty; where: next old state, old states, states generated, transitions.
    """
    stride = len(near) + len(far) + len(wide)
    slots = len(cells) // stride
    down = 64 - trailing_zeros(np.uint64(slots))
    batched = len(batch) // (len(near) + len(far) + 2) + 1
    stop = where[2] + budget
    while where[0] < where[1]:
        if 10 * (where[2] + batched) > 7 * slots or where[2] >= stop:
            return FULL
        count, state = spread_out(
            near, far, step, chunks, slices, table, adds, closes, old, where[0], where[1], down, stride, batch, entries, hashes,
            cells,
        )  # fmt: skip
        made, over = gather(near + far, wide, count, batch, old_counts, cells)
        if over:
            return OVERFLOW
        where[0] = state
        where[2] += made
        where[3] += count
    return DONE


@njit(cache=True, nogil=True)
def pack(width: int, words: int, cells: Array, made: int, keys: Array, counts: Array) -> None:
    """Move the states, `made` of them, out of the cells, leaving those zero."""
    stride, wide, words_ = np.uint64(width + words), np.uint64(width), np.uint64(words)
    size = np.uint64(0)
    for place in range(np.uint64(0), np.uint64(len(cells)), stride):
        if size == np.uint64(made):
            break
        some = np.uint64(0)
        for word in range(words_):
            part = cells[place + wide + word]
            counts[size * words_ + word] = part
            some |= part
            cells[place + wide + word] = 0
        for word in range(wide):
            keys[size * wide + word] = cells[place + word]
        size += np.uint64(some != np.uint64(0))


@njit(cache=True, nogil=True)
def rehash(width: int, words: int, cells: Array, larger: Array, hashes: Array) -> None:
    """Copy the states into a larger table of cells, all zero before."""
    stride = width + words
    down = np.uint64(64 - trailing_zeros(np.uint64(len(larger) // stride)))
    for at in range(0, len(cells), stride):
        some = np.uint64(0)
        for word in range(words):
            some |= cells[at + width + word]
        if some == np.uint64(0):
            continue
        hashed = np.uint64(0)
        for word in range(width):
            hashed = (hashed ^ (hashed >> np.uint64(29)) ^ cells[at + word]) * hashes[word]
        place = np.int64(((hashed ^ (hashed >> np.uint64(32))) * hashes[0]) >> down) * stride
        while True:
            taken = np.uint64(0)
            for word in range(words):
                taken |= larger[place + width + word]
            if taken == np.uint64(0):
                break
            place += stride
            if place == len(larger):
                place = np.int64(0)
        for word in range(stride):
            larger[place + word] = cells[at + word]


@njit(cache=True, nogil=True)
def taken_through(
    near: tuple[int, ...], far: tuple[int, ...], wide: tuple[int, ...], steps: Array, chunks: Array, slices: Array, table: Array,
    adds: Array, closes: Array, keys: Array, counts: Array, next_keys: Array, next_counts: Array, spare_keys: Array,
    spare_counts: Array, cells: Array, batch: Array, entries: Array, hashes: Array, where: Array, widest: int,
    enough: int,
) -> int:  # fmt: skip
    """Take the first where[0] states of `keys` and `counts` through `steps`; return DONE, FULL or OVERFLOW.

    Stops early if there are `widest` states or more, or `enough` have been generated.

    The states after the first, third, ... step are in `next_keys` and `next_counts`, those after the others in `spare_keys`
    and `spare_counts`; `keys` and `counts` are only read. cells: all zero before and after. If FULL is returned, larger cells
    and arrays are needed, and the step is incomplete.
    where: states of the newest layer, states generated, transitions, steps done.
    """
    width, words = len(near) + len(far), len(wide)
    batched = len(batch) // (width + 2) + 1
    at = np.zeros(4, np.int64)
    for step in range(len(steps)):
        slots = 1
        while slots < 2 * where[0] + 3 * batched:
            slots *= 2
        while True:
            size = slots * (width + words)
            if size > len(cells):
                return FULL
            at[:] = 0
            at[1] = where[0]
            ended = advance(
                near, far, wide, steps[step], chunks, slices, table, adds, closes, keys, counts, cells[:size], batch, entries,
                hashes, at, 1 << 62,
            )  # fmt: skip
            if ended == DONE:
                break
            cells[:size] = np.uint64(0)
            if ended == OVERFLOW:
                return OVERFLOW
            slots *= 2
        if at[2] * width > len(next_keys):
            return FULL
        pack(width, words, cells[:size], at[2], next_keys, next_counts)
        where[0] = at[2]
        where[1] += at[2]
        where[2] += at[3]
        where[3] += 1
        if at[2] >= widest or where[1] >= enough:
            return DONE
        keys, next_keys, spare_keys = next_keys, spare_keys, next_keys
        counts, next_counts, spare_counts = next_counts, spare_counts, next_counts
    return DONE


@njit(cache=True, nogil=True)
def merged(
    key_words: tuple[int, ...], wide: tuple[int, ...], states: int, keys: Array, counts: Array, next_keys: Array,
    next_counts: Array, cells: Array, batch: Array, hashes: Array,
) -> tuple[int, int]:  # fmt: skip
    """Merge states with equal keys, adding their counts; return DONE, FULL or OVERFLOW, and the number of states left.

    The output is in `next_keys` and `next_counts`. cells: see taken_through.
    """
    width, stride = np.uint64(len(key_words)), len(key_words) + len(wide)
    slots = 1
    while slots < 2 * states:
        slots *= 2
    if slots * stride > len(cells) or states * len(key_words) > len(next_keys):
        return FULL, 0
    used, down = cells[: slots * stride], np.uint64(64 - trailing_zeros(np.uint64(slots)))
    made = 0
    for first in range(0, states, BATCH):
        last = min(first + BATCH, states)
        at = np.uint64(0)
        for state in range(np.uint64(first), np.uint64(last)):
            hashed = np.uint64(0)
            for word in range(width):
                part = keys[state * width + word]
                batch[at + TWO + word] = part
                hashed = (hashed ^ (hashed >> np.uint64(29)) ^ part) * hashes[word]
            batch[at] = (((hashed ^ (hashed >> np.uint64(32))) * hashes[np.uint64(0)]) >> down) * np.uint64(stride)
            batch[at + ONE] = state
            prefetch(cells, batch[at])
            at += width + TWO
        new, over = gather(key_words, wide, last - first, batch, counts, used)
        made += new
        if over:
            used[:] = np.uint64(0)
            return OVERFLOW, 0
    pack(len(key_words), len(wide), used, made, next_keys, next_counts)
    return DONE, made

"""Tables that turn the mask of closed items into the set of options still available, with a few lookups.

The options whose lowest closing bit is b are the *bucket* of b, divided into *chunks* of at most 64. A chunk has a few
*slices*: windows of consecutive bits of the mask, each with a table from the window's bits to a 64-bit set of the options that
those bits do not block. The AND of the slices is the exact set of available options.

The first slice, the window just above b, includes a dead-item test: an option is left out if choosing it would strand an open
item of the window, that is, if every option of this or a later bucket that has the item needs something closed in the window.
The test is sound and costs nothing during the search.

*Historical note.* Pentominoes on 6x10 with windows of 12 bits: 2.46 million nodes without the test, 1.48 million with it. The
test must use the window as shortened at the end of a word or of the mask; testing the full width there declares items outside
stranded (5424 packings instead of 9356).
Not here: which bucket to search next (cover/static_order.py), and the counting of states (layers/layers.py).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from exactcover.kernel.arrays import Array, Number, Words
from exactcover.kernel.bits import trailing_zeros
from exactcover.kernel.fields import Fields
from exactcover.kernel.instance import Instance, OutOfReach
from exactcover.kernel.jit import njit
from exactcover.model.arrays import Integers

REACH = 12  # bits of the window of the dead-item test, the bucket's own included
WIDTH = 8  # bits of the other windows
LARGEST = 1 << 26  # table entries in all: 512 MB
LOWER = np.uint64(0x0000FFFF0000FFFF)
# A slice in one word: word of the mask, shift, mask of what is seen, whether more slices follow, offset in the table.
WORD, SHIFT, BITS, MASK, SEEN = np.uint64(7), np.uint64(3), np.uint64(63), np.uint64(9), np.uint64((1 << 20) - 1)
FURTHER, OFFSET = np.uint64(1 << 31), np.uint64(32)


class Buckets(NamedTuple):
    """Entries (options and closings) in the order of their buckets, cut into chunks.

    codes: each entry's option number, or ~item if the entry closes that item with fewer options than most; adds, closes, sure:
    masks of an entry; chunk_starts: entries of chunk c are chunk_starts[c]..chunk_starts[c+1]; chunk_bits: bucket of a chunk;
    bit_chunks: first chunk of a bucket, -1 if the bit is never branched on; branch: the mask of bits that have a bucket; must:
    bits of items with least = most = 1.
    """

    codes: Integers
    adds: Words
    closes: Words
    sure: Words
    chunk_starts: Integers
    chunk_bits: Integers
    bit_chunks: Integers
    branch: Words
    must: Words


class Slices(NamedTuple):
    """places: (slices, 5) word, shift, mask of the window, offset in table, whether the word counts from the bucket's own
    bit; slices of chunk c: starts[c]..starts[c+1].
    """

    starts: Integers
    places: Array
    table: Words


def buckets(instance: Instance, laid: Fields) -> Buckets:
    """Sort the options of an instance into buckets and chunks, with an entry that closes each item that may have fewer than
    most."""
    held = np.flatnonzero(laid.high >= 0)
    sizes = np.bincount(laid.first, minlength=64 * laid.words)
    branched = held[(instance.least[held] > 0) | (sizes[laid.high[held]] > 0)]
    slack = branched[laid.capped[branched] > instance.least[branched]]
    closing = np.zeros((len(slack), laid.words), dtype=np.uint64)
    closing[np.arange(len(slack)), laid.high[slack] >> 6] = np.uint64(1) << (laid.high[slack] & 63).astype(np.uint64)
    at = np.concatenate((laid.first, laid.high[slack]))
    order = np.argsort(at, kind="stable")
    sizes = np.bincount(at, minlength=64 * laid.words)
    bits = np.sort(laid.high[branched])
    counts = np.maximum((sizes[bits] + 63) // 64, 1)
    ends = np.cumsum(counts)
    bit_chunks = np.full(64 * laid.words, -1)
    bit_chunks[bits] = ends - counts
    chunk_bits = np.repeat(bits, counts)
    within = np.arange(len(chunk_bits)) - np.repeat(ends - counts, counts)
    before = np.cumsum(sizes) - sizes
    chunk_starts = np.append(before[chunk_bits] + 64 * within, len(at))
    single = held[(instance.least[held] == 1) & (laid.capped[held] == 1)]
    return Buckets(
        np.concatenate((np.arange(instance.options), ~slack))[order],
        np.concatenate((laid.adds, closing))[order],
        np.concatenate((laid.closes, closing))[order],
        np.concatenate((laid.sure, closing))[order],
        chunk_starts,
        chunk_bits,
        bit_chunks,
        mask_of(laid.high[branched], laid.words),
        mask_of(laid.high[single], laid.words),
    )


def mask_of(bits: Integers, words: int) -> Words:
    """Return the mask with the given bits set."""
    mask = np.zeros(words, dtype=np.uint64)
    np.bitwise_or.at(mask, bits >> 6, np.uint64(1) << (bits & 63).astype(np.uint64))
    return mask


@njit(cache=True, nogil=True)
def seen(mask: Array, start: int, width: int) -> Number:
    """Return `width` (at most 32) bits of a mask from bit `start` on."""
    word, shift = start >> 6, start & 63
    bits = mask[word] >> np.uint64(shift)
    if shift + width > 64 and word + 1 < len(mask):
        bits |= mask[word + 1] << np.uint64(64 - shift)
    return np.int64(bits & np.uint64((1 << width) - 1))


@njit(cache=True, nogil=True)
def windows(used: Array, bit: int, bits: int, tail: int, reach: int, width: int, starts: Array, widths: Array) -> int:
    """Choose the windows of a chunk; return how many. The first starts above `bit`; none crosses a word or bit `tail`.

    With tail < 0 words are those of the mask; otherwise words count from `bit` below `tail` (layers shift their masks).
    """
    count = 0
    at = bit + 1
    while at < bits:
        free = (used[at >> 6] >> np.uint64(at & 63)) & np.uint64(1) == np.uint64(0)
        if free and (count > 0 or at > bit + 1):
            at += 1
            continue
        most = reach - 1 if at == bit + 1 else width
        room = 64 - (at & 63) if tail < 0 or at >= tail else min(tail - at, 64 - ((at - bit) & 63))
        most = min(most, room, bits - at)
        if at > bit + 1:
            while seen(used, at + most - 1, 1) == 0:
                most -= 1
        starts[count] = at
        widths[count] = most
        count += 1
        at += most
    if count == 0:  # the last bit of all: one window of no bits, so that no chunk is without a slice
        starts[0] = bit
        widths[0] = 0
        count = 1
    return count


@njit(cache=True, nogil=True)
def sizes_of(
    closes: Array, chunk_starts: Array, chunk_bits: Array, bits: int, tail: int, reach: int, width: int, sizes: Array
) -> tuple[int, int]:
    """Fill `sizes` with the number of slices of each chunk; return the numbers of slices and of table entries."""
    slices, entries = 0, 0
    words = closes.shape[1]
    starts, widths = np.empty(64 * words, np.int64), np.empty(64 * words, np.int64)
    used = np.zeros(words, np.uint64)
    for chunk in range(len(chunk_bits)):
        used[:] = 0
        for entry in range(chunk_starts[chunk], chunk_starts[chunk + 1]):
            used |= closes[entry]
        count = windows(used, chunk_bits[chunk], bits, tail, reach, width, starts, widths)
        sizes[chunk] = count
        slices += count
        for k in range(count):
            entries += 1 << widths[k]
    return slices, entries


@njit(cache=True, nogil=True)
def living(closes: Array, first: int, last: int, bit: int, reach: int, alive: Array, lanes: Array) -> None:
    """Fill alive[f] with the bits of the window bit..bit+reach that some entry first..last covers within the free bits f.

    lanes: the memory of `alive` viewed as words, four of its sets each.
    """
    alive[: 1 << reach] = 0
    for entry in range(first, last):
        shape = seen(closes[entry], bit, reach)
        alive[shape] |= np.uint16(shape)
    if reach < 2:
        if reach == 1:
            alive[1] |= alive[0]
        return
    words = 1 << (reach - 2)
    for word in range(words):
        four = lanes[word]
        four |= (four & LOWER) << np.uint64(16)
        lanes[word] = four | four << np.uint64(32)
    half = 1
    while half < words:
        for block in range(0, words, 2 * half):
            lower, upper = lanes[block : block + half], lanes[block + half : block + 2 * half]
            for k in range(half):
                upper[k] |= lower[k]
        half *= 2


@njit(cache=True, nogil=True)
def stranding(must: int, reach: int, alive: Array, dead: Array) -> None:
    """Fill dead[s] with whether closing the bits s of a window strands one of its must-bits, given `alive`."""
    full = (1 << reach) - 1
    for state in range(1 << reach):
        free = full - state
        dead[state] = np.uint8((must & free & ~np.int64(alive[free])) != 0)


@njit(cache=True, nogil=True)
def strike(
    table: Array,
    sure: Array,
    closes: Array,
    first: int,
    count: int,
    bit: int,
    reach: int,
    dead: Array,
) -> None:
    """Remove from a first slice the options that strand an item of the window bit..bit+reach."""
    full = np.uint32((1 << reach) - 1)
    for k in range(count):
        number = np.uint64(k)
        own = np.uint32(seen(sure[first + k], bit, reach))
        rest = full & ~np.uint32(seen(closes[first + k], bit, reach) | 1)
        state = rest
        while True:
            table[state >> np.uint32(1)] &= ~(np.uint64(dead[state | own]) << number)
            if state == np.uint32(0):
                break
            state = (state - np.uint32(1)) & rest


@njit(cache=True, nogil=True)
def spell(table: Array, closes: Array, first: int, size: int, begin: int, width: int, blocked: Array) -> None:
    """Fill a slice's table: for each value of the window begin..begin+width the entries that it does not block."""
    blocked[:width] = 0
    for k in range(size):
        shape = seen(closes[first + k], begin, width)
        while shape:
            blocked[trailing_zeros(np.uint64(shape))] |= np.uint64(1) << np.uint64(k)
            shape &= shape - 1
    table[0] = ~np.uint64(0) if size == 64 else (np.uint64(1) << np.uint64(size)) - np.uint64(1)
    for j in range(width):
        half = 1 << j
        left = ~blocked[j]
        lower, upper = table[:half], table[half : 2 * half]
        for state in range(half):
            upper[state] = lower[state] & left


@njit(cache=True, nogil=True)
def tabulate(
    closes: Array, sure: Array, must: Array, chunk_starts: Array, chunk_bits: Array, layout: tuple[int, int, int, int],
    starts: Array, places: Array, table: Array,
) -> None:  # fmt: skip
    """Fill the slices of every chunk; layout: bits in use, tail, reach and width as in `windows`."""
    bits, tail, reach, width = layout
    words = closes.shape[1]
    begins, widths = np.empty(64 * words, np.int64), np.empty(64 * words, np.int64)
    used, blocked = np.zeros(words, np.uint64), np.zeros(64, np.uint64)
    lanes = np.zeros(max(1, (1 << reach) >> 2), np.uint64)
    alive = lanes.view(np.uint16)
    dead = np.zeros(1 << reach, np.uint8)
    ahead = np.searchsorted(chunk_bits, np.arange(bits + reach + 1))
    offset, filled = 0, -1
    for chunk in range(len(chunk_bits)):
        first, bit = chunk_starts[chunk], chunk_bits[chunk]
        size = chunk_starts[chunk + 1] - first
        used[:] = 0
        for entry in range(first, first + size):
            used |= closes[entry]
        count = windows(used, bit, bits, tail, reach, width, begins, widths)
        for k in range(count):
            place = starts[chunk] + k
            begin = begins[k]
            inside = tail >= 0 and begin < tail
            places[place, 0] = (begin - bit) >> 6 if inside else begin >> 6
            places[place, 1] = (begin - bit) & 63 if inside else begin & 63
            places[place, 2] = (1 << widths[k]) - 1
            places[place, 3] = offset
            places[place, 4] = inside
            spell(table[offset:], closes, first, size, begin, widths[k], blocked)
            if k == 0 and widths[0] > 0:
                full = widths[0] + 1
                if filled != bit:
                    living(closes, chunk_starts[ahead[bit]], chunk_starts[ahead[bit + full]], bit, full, alive, lanes)
                    stranding(seen(must, bit, full), full, alive, dead)
                    filled = bit
                strike(table[offset:], sure, closes, first, size, bit, full, dead)
            offset += 1 << widths[k]


def slices(sorted_: Buckets, bits: int, tail: int = -1, reach: int = REACH, width: int = WIDTH) -> Slices:
    """Build the slices of the chunks of an instance that uses that many bits; raises OutOfReach above 512 MB of tables.

    tail: the first bit that masks do not shift (layers/layers.py), or -1 if they never shift.
    """
    sizes = np.zeros(len(sorted_.chunk_bits), dtype=np.int64)
    count, entries = sizes_of(sorted_.closes, sorted_.chunk_starts, sorted_.chunk_bits, bits, tail, reach, width, sizes)
    if entries > LARGEST:
        raise OutOfReach(f"the options need {entries} table entries; at most {LARGEST} are kept")
    starts = np.concatenate(([0], np.cumsum(sizes)))
    places, table = np.empty((count, 5), dtype=np.int64), np.empty(entries, dtype=np.uint64)
    tabulate(
        sorted_.closes, sorted_.sure, sorted_.must, sorted_.chunk_starts, sorted_.chunk_bits, (bits, tail, reach, width),
        starts, places, table,
    )  # fmt: skip
    return Slices(starts, places, table)


def slice_words(sliced: Slices) -> Words:
    """Return the slices, one word each."""
    word, shift, mask, offset, _ = sliced.places.T.astype(np.uint64)
    further = np.ones(len(word), dtype=np.bool_)
    further[sliced.starts[1:] - 1] = False
    packed: Words = word | shift << SHIFT | mask << MASK | further * FURTHER | offset << OFFSET
    return packed


def everything(sizes: Integers) -> Words:
    """Return the set of the first `sizes` options of a chunk (0 to 64), chunk by chunk."""
    counts = sizes.astype(np.uint64)
    sets: Words = np.where(counts == 64, ~np.uint64(0), (np.uint64(1) << (counts & np.uint64(63))) - np.uint64(1))
    return sets

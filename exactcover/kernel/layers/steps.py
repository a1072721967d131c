"""The steps of kernel layers: what happens at each position of the item order, and how wide the keys are.

A key is the window of covered items from the current position on, shifted so that the position is bit 0, and after it the
*global* words: the fields of the items at the end of the order, which are not shifted. Every position is one step; an item
with most > 1 is global, and takes a step for each of its own options (in or out) and one that closes it. An option may list a
global item several times, up to its most, and then covers it that often; no other kernel supports this.
Not here: the counting itself (layers.py).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from exactcover.kernel.arrays import Array, Words
from exactcover.kernel.fields import Fields, fields
from exactcover.kernel.instance import Instance, OutOfReach, Root, restrict
from exactcover.kernel.jit import njit
from exactcover.kernel.slices import Buckets, buckets, everything, slice_words, slices
from exactcover.model.arrays import Integers

CHOOSE, MAYBE, CLOSE = 0, 1, 2  # one option of the position's item; this option or not; enough options were chosen
KIND, SHIFTS, PLACE, FIRST, LAST, QUOTA, WIDE = 0, 1, 2, 3, 4, 5, 6  # words of a step
WORDS = 8  # maximum words of a key


class Tables(NamedTuple):
    """An instance prepared for layered counting.

    whole: the instance; root: chosen options of the root; dead: whether the root contradicts itself; codes: each entry's
    option number, negative for none (the last entry adds nothing); near, far: the numbers of shifted and global words of a
    key; start: the first key; steps: (steps, 7) kind, whether it shifts, bit of its item in the key, first and last + 1 chunk
    (CHOOSE) or the entry (MAYBE), least field value and field width (CLOSE); adds, closes: (entries, near + far) relative to
    the step; chunks: (chunks, 3) first entry, set of all its entries,
    first slice; sizes: entries of a chunk; slices, table: as in slices.py.
    """

    whole: Instance
    root: Integers
    dead: bool
    codes: Integers
    near: int
    far: int
    start: Words
    steps: Integers
    adds: Words
    closes: Words
    chunks: Words
    sizes: Integers
    slices: Words
    table: Words


@njit(cache=True, nogil=True)
def shifted(masks: Array, by: Array, near: int, tail: int, keys: Array) -> None:
    """Fill keys from masks: `near` words from bit by[k] on (none past word `tail`), then the words from `tail` on."""
    for k in range(len(masks)):
        for word in range(near):
            source, shift = (by[k] >> 6) + word, by[k] & 63
            if by[k] < 64 * tail and source < tail:
                keys[k, word] = masks[k, source] >> np.uint64(shift)
                if shift and source + 1 < tail:
                    keys[k, word] |= masks[k, source + 1] << np.uint64(64 - shift)
        for word in range(tail, masks.shape[1]):
            keys[k, near + word - tail] = masks[k, word]


def prepare(whole: Instance, order: Integers, tail: int, root: Root = ()) -> Tables:
    """Compile an instance for layered counting below a root.

    order, tail: every item once, the last `tail` of them global (orders.layer_order), including all items with most > 1.
    Raises OutOfReach if keys need more than 512 bits, ValueError for a local item with most > 1.
    """
    instance = restrict(whole, root)
    dead = instance is None
    left = restrict(whole, ~np.arange(whole.options)) if instance is None else instance
    assert left is not None
    laid = fields(left.instance, order, range(1, 1 << 16), tail)
    local = order[: len(order) - tail]
    if (laid.capped[local] > 1).any():
        raise ValueError(
            "an item with most > 1 is among the local items of a layered order; expected it among the last"
        )
    bits = int(laid.high[local].max(initial=-1)) + 1
    word = (bits + 63) // 64
    sorted_ = buckets(left.instance, laid)
    near = max(1, (spread(laid, word) + 63) // 64)
    far = laid.words - word
    if near + far > WORDS:
        raise OutOfReach(f"the states of layered counting need {64 * (near + far)} bits; at most {64 * WORDS} are kept")
    used = max(int(laid.high.max(initial=-1)) + 1, bits)
    sliced = slices(sorted_, used, tail=64 * word)
    chunk_of = np.searchsorted(sorted_.chunk_starts, np.arange(len(sorted_.codes)), side="right") - 1
    at = np.append(sorted_.chunk_bits[chunk_of], 0)
    keys = np.zeros((2, len(at) + 1, near + far), dtype=np.uint64)
    nothing = np.zeros((1, laid.words), dtype=np.uint64)
    for k, masks in enumerate((sorted_.adds, sorted_.closes)):
        shifted(np.concatenate((masks, nothing, laid.start[None])), np.append(at, 0), near, word, keys[k])
    places = sliced.places.copy()
    places[places[:, 4] == 0, 0] += near - word
    codes = np.append(np.where(sorted_.codes >= 0, np.append(left.kept, -1)[np.maximum(sorted_.codes, -1)], -1), -1)
    sizes = np.diff(sorted_.chunk_starts)
    firsts, slices_at = sorted_.chunk_starts[:-1].astype(np.uint64), sliced.starts[:-1].astype(np.uint64)
    chunks = np.stack((firsts, everything(sizes), slices_at), axis=1)
    steps = step_rows(left.instance, order, laid, sorted_, near, word)
    return Tables(
        whole, left.chosen, dead, codes, near, far, keys[0, -1].copy(), steps, keys[0, :-1].copy(), keys[1, :-1].copy(), chunks,
        sizes, slice_words(sliced._replace(places=places)), sliced.table,
    )  # fmt: skip


def spread(laid: Fields, word: int) -> int:
    """Return the maximum number of bits that the local items of an option span."""
    if not len(laid.closes) or not word:
        return 1
    bits = np.unpackbits(np.ascontiguousarray(laid.closes[:, :word]).view(np.uint8), axis=1, bitorder="little")
    some = bits.any(axis=1)
    first, last = bits.argmax(axis=1), bits.shape[1] - 1 - bits[:, ::-1].argmax(axis=1)
    return int((last - first + 1)[some].max(initial=1))


def step_rows(instance: Instance, order: Integers, laid: Fields, sorted_: Buckets, near: int, word: int) -> Integers:
    """Return the steps, in the order of the items."""
    rows: list[tuple[int, ...]] = []
    again = instance.members[1:] == instance.members[:-1]
    again[instance.starts[1:-1] - 1] = False
    passing = set(instance.members[1:][again].tolist())
    ends = np.searchsorted(sorted_.chunk_bits, np.arange(64 * laid.words), side="right")
    for item in order[laid.high[order] >= 0]:
        bit = int(laid.high[item])
        local = bit < 64 * word
        place = 0 if local else bit + 64 * (near - word)
        first = int(sorted_.bit_chunks[bit])
        last = int(ends[bit]) if first >= 0 else first
        if laid.capped[item] == 1:
            if local or first >= 0:
                rows.append((CHOOSE, int(local), place, max(first, 0), max(last, 0), 0, 0))
            continue
        if first >= 0:
            entries = np.arange(sorted_.chunk_starts[first], sorted_.chunk_starts[last])
            rows.extend((MAYBE, 0, place, int(entry), 0, 0, 0) for entry in entries[sorted_.codes[entries] >= 0])
        if instance.least[item] > 0 or item in passing:
            width = int(laid.high[item] - laid.low[item])
            quota = (1 << width) - int(laid.capped[item]) + int(instance.least[item])
            rows.append((CLOSE, 0, place, 0, 0, quota, width))
    return np.array(rows, dtype=np.int64).reshape(-1, 7)

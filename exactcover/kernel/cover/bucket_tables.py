"""The tables of kernel static-order: an instance laid out in a given order, bucket by bucket.

Not here: the search (static_order.py), the sets of available options (slices.py).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from exactcover.kernel.arrays import Array, Words
from exactcover.kernel.fields import Fields, fields
from exactcover.kernel.instance import Instance, restrict
from exactcover.kernel.slices import REACH, Buckets, Slices, buckets, everything, slice_words, slices
from exactcover.model.arrays import Integers

WIDTHS = (1, 2, 3, 4, 6, 8)
NEVER = np.uint64(1 << 40)
# Words of a chunk: first entry; whether its bucket continues in the next chunk; bucket bit; whether its item may take several
# options; first slice; whether its item needs several, place of the closing entry, the item's field and the value needed.
ENTRY, MORE, BIT, AGAIN, FROM, GUARDED, CLOSING, FIELD, WIDE, ENOUGH = (np.uint64(k) for k in range(10))
ROW = np.uint64(10)


class Tables(NamedTuple):
    """An instance prepared for search: shared by any number of searches, never written.

    whole: the instance; codes: each entry's option number or ~item; entry_of: each option's entry, -1 if it can never be
    chosen; chunks, slices: words as above, chunk by chunk and slice by slice; again: bits of items that may take several
    options; every: all options of each chunk; longest: the maximum number of levels; room: the maximum number of stack
    records.
    """

    whole: Instance
    codes: Integers
    entry_of: Integers
    laid: Fields
    sorted_: Buckets
    chunks: Words
    slices: Words
    table: Words
    again: Array
    every: Words
    longest: int
    room: int


def prepare(whole: Instance, order: Integers, reach: int = REACH) -> Tables:
    """Compile an instance for search in the given order of items (every item once).

    reach: bits of the dead-item test. Raises OutOfReach if the items need more than 512 bits or the tables more than
    512 MB.
    """
    left = restrict(whole)
    assert left is not None  # the empty root has no contradiction
    instance = left.instance
    laid = fields(instance, order, WIDTHS)
    sorted_ = buckets(instance, laid)
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
    chunks = chunk_words(sorted_, sliced, instance, laid, again)
    sizes = np.bincount(sorted_.chunk_bits, np.diff(sorted_.chunk_starts))
    room = int(np.sort(sizes)[::-1][:longest].sum()) + 2 * longest + 66
    return Tables(
        whole,
        codes,
        entry_of,
        laid,
        sorted_,
        chunks,
        slice_words(sliced),
        sliced.table,
        again,
        everything(np.diff(sorted_.chunk_starts)),
        longest,
        room,
    )


def chunk_words(sorted_: Buckets, sliced: Slices, instance: Instance, laid: Fields, again: Array) -> Words:
    """Return what the search needs of each chunk, ROW words each."""
    bits = sorted_.chunk_bits
    rows = np.zeros((len(bits), int(ROW)), dtype=np.uint64)
    rows[:, ENTRY] = sorted_.chunk_starts[:-1]
    rows[:-1, MORE] = bits[1:] == bits[:-1]
    rows[:, BIT] = bits
    rows[:, AGAIN] = again[bits]
    rows[:, FROM] = sliced.starts[:-1]
    items = laid.item_at[bits]
    counted = np.flatnonzero(again[bits] & (instance.least[items] > 0))
    items = items[counted]
    width = laid.high[items] - laid.low[items]
    rows[counted, GUARDED] = 1
    rows[counted, FIELD] = laid.low[items]
    rows[counted, WIDE] = width
    rows[counted, ENOUGH] = (1 << width) - laid.capped[items] + instance.least[items]
    rows[:, CLOSING] = NEVER
    closings = np.flatnonzero(sorted_.codes < 0)
    chunk = np.searchsorted(sorted_.chunk_starts, closings, side="right") - 1
    rows[chunk, CLOSING] = closings - sorted_.chunk_starts[chunk]
    return rows.ravel()

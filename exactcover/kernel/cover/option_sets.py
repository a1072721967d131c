"""Sets of options as bitsets: which options contain an item, which are compatible; the tables of kernel fewest-options.

Forced choices are made during preparation (an item with no more options than it needs takes them all), so that a puzzle with
givens shrinks before the tables are built. Not here: the search (fewest_options.py).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from exactcover.kernel.arrays import Array, Words
from exactcover.kernel.cover.orders import holders
from exactcover.kernel.instance import Instance, OutOfReach, restrict
from exactcover.kernel.jit import njit
from exactcover.model.arrays import Integers

LARGEST = 8192  # options: 8 MB of compatibilities
WIDTHS = (1, 2, 4, 8)  # words for which specialised code exists; beyond, an item knows the span of words it lies in


class Tables(NamedTuple):
    """An instance prepared for kernel fewest-options: shared by any number of searches, never written.

    whole: the instance; forced: its options chosen during preparation; dead: whether it trivially has no solution; codes: the
    original number of each remaining option; number_of: the inverse, -1 for options that do not remain; words: 64-bit words
    per set; sets: (items, words) options of each item; spans: (items, 2) first and last + 1 word of its set; goes: (options,
    words) the options compatible with an option, which share no item of most = 1 with it except one that both give the same
    colour, itself excluded; left: the remaining instance; counted: number of each item with most > 1 among those, or -1;
    needy: items with least > 0.
    """

    whole: Instance
    forced: Integers
    dead: bool
    codes: Integers
    number_of: Integers
    words: int
    sets: Words
    spans: Integers
    goes: Words
    left: Instance
    counted: Integers
    needy: Integers


@njit(cache=True, nogil=True)
def force(
    least: Array,
    most: Array,
    starts: Array,
    members: Array,
    shades: Array,
    begins: Array,
    entries: Array,
    owners: Array,
    chosen: Array,
) -> tuple[int, bool]:
    """Choose what is forced, filling `chosen`; return how many options that is, and whether there is a contradiction."""
    items, options = len(least), len(starts) - 1
    need, room = least.copy(), most.copy()
    left = begins[1:] - begins[:-1]
    gone = np.zeros(options, dtype=np.bool_)
    queue = np.empty(items + len(members), dtype=np.int64)
    count, head, tail = 0, 0, 0
    for item in range(items):
        if need[item] > 0 and left[item] <= need[item]:
            queue[tail] = item
            tail += 1
    while head < tail:
        item = queue[head]
        head += 1
        if left[item] < need[item]:
            return count, True
        if need[item] == 0:
            continue
        for at in range(begins[item], begins[item + 1]):
            option = owners[at]
            if gone[option]:
                continue
            gone[option] = True
            chosen[count] = option
            count += 1
            for place in range(starts[option], starts[option + 1]):
                other = members[place]
                left[other] -= 1
                room[other] -= 1
                need[other] = max(need[other] - 1, 0)
                if shades[place] > 0 and room[other] < 0:
                    room[other] = 0  # it already has that colour
                    continue
                if room[other] < 0:
                    return count, True
                if room[other] > 0:
                    continue
                for also in range(begins[other], begins[other + 1]):
                    loser = owners[also]
                    if gone[loser] or (shades[place] > 0 and shades[entries[also]] == shades[place]):
                        continue
                    gone[loser] = True
                    for spot in range(starts[loser], starts[loser + 1]):
                        third = members[spot]
                        left[third] -= 1
                        if need[third] > 0 and left[third] <= need[third]:
                            if tail == len(queue):
                                return count, left[third] < need[third]
                            queue[tail] = third
                            tail += 1
    return count, False


@njit(cache=True, nogil=True)
def fill(
    starts: Array, members: Array, shades: Array, single: Array, begins: Array, entries: Array, owners: Array, words: int,
    sets: Array, spans: Array, goes: Array,
) -> None:  # fmt: skip
    """Fill the sets and spans of items and the compatibilities of options."""
    options = len(starts) - 1
    for option in range(options):
        for place in range(starts[option], starts[option + 1]):
            sets[members[place], option >> 6] |= np.uint64(1) << np.uint64(option & 63)
    for item in range(len(sets)):
        for word in range(words):
            if sets[item, word] != np.uint64(0):
                spans[item, 1] = word + 1
                if spans[item, 0] < 0:
                    spans[item, 0] = word
        spans[item, 0] = max(spans[item, 0], 0)
    for option in range(options):
        goes[option, :] = ~np.uint64(0)
        goes[option, option >> 6] &= ~(np.uint64(1) << np.uint64(option & 63))
        for place in range(starts[option], starts[option + 1]):
            item = members[place]
            if shades[place] > 0:
                for also in range(begins[item], begins[item + 1]):
                    other = owners[also]
                    if shades[entries[also]] != shades[place]:
                        goes[option, other >> 6] &= ~(np.uint64(1) << np.uint64(other & 63))
            elif single[item]:
                for word in range(spans[item, 0], spans[item, 1]):
                    goes[option, word] &= ~sets[item, word]


def _entries(instance: Instance) -> tuple[Array, Array, Array]:
    """Return where the entries of each item begin, the entries (places of members) item by item, and the option of each."""
    begins, owners = holders(instance.items, instance.starts, instance.members)
    entries = np.argsort(instance.members, kind="stable") if instance.colours is not None else owners
    return begins, entries, owners


def prepare(whole: Instance) -> Tables:
    """Compile an instance for kernel fewest-options; raises OutOfReach if more than 8192 options are left."""
    first = restrict(whole)
    assert first is not None  # the empty root has no contradiction
    kept, open_ = first.kept, first.instance
    chosen = np.empty(max(open_.options, 1), dtype=np.int64)
    count, dead = force(open_.least, open_.most, open_.starts, open_.members, open_.shades, *_entries(open_), chosen)
    forced = kept[chosen[:count]]
    left = restrict(whole, forced)
    if dead or left is None:
        left, dead = restrict(whole, ~np.arange(whole.options)), True
    assert left is not None
    instance = left.instance
    if instance.options > LARGEST:
        raise OutOfReach(
            f"{instance.options} options are left after forced choices; kernel fewest-options takes up to {LARGEST}"
        )
    words = (instance.options + 63) // 64
    words = next((width for width in WIDTHS if words <= width), words)
    sets, goes = np.zeros((instance.items, words), np.uint64), np.zeros((instance.options, words), np.uint64)
    spans = np.zeros((instance.items, 2), dtype=np.int64)
    spans[:, 0] = -1
    single = instance.most == 1
    fill(instance.starts, instance.members, instance.shades, single, *_entries(instance), words, sets, spans, goes)
    many = instance.most > 1
    counted = np.where(many, np.cumsum(many) - 1, -1)
    number_of = np.full(whole.options, -1)
    number_of[left.kept] = np.arange(instance.options)
    needy = np.flatnonzero(instance.least > 0)
    return Tables(whole, forced, bool(dead), left.kept, number_of, words, sets, spans, goes, instance, counted, needy)

"""Permutations of options induced by permutations of items, and which selections are the first of their orbits.

Not here: finding the symmetries of a puzzle, or the roots modulo symmetry (search/cover/orbits.py).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from exactcover.kernel.arrays import Array
from exactcover.kernel.instance import Instance
from exactcover.kernel.jit import njit
from exactcover.model.arrays import Integers


@njit(cache=True, nogil=True)
def match(starts: Array, members: Array, symmetries: Array, hashes: Array, images: Array) -> int:
    """Fill images[g, o] with the first option that symmetry g maps o to; return the first o without one, or -1.

    Options are looked up by the sum of the `hashes` of their items. Equal sums are only candidates: items are compared.
    """
    options = len(starts) - 1
    bits = 1
    while 1 << bits < 2 * options:
        bits += 1
    down, last = np.uint64(64 - bits), (1 << bits) - 1
    table = np.full(1 << bits, -1, np.int64)
    sums = np.zeros(options, np.uint64)
    balance = np.zeros(len(hashes), np.int64)
    for option in range(options):
        for place in range(starts[option], starts[option + 1]):
            sums[option] += hashes[members[place]]
        at = np.int64(sums[option] >> down)
        while table[at] >= 0:
            at = (at + 1) & last
        table[at] = option
    for g in range(len(symmetries)):
        moved = symmetries[g]
        for option in range(options):
            total = np.uint64(0)
            for place in range(starts[option], starts[option + 1]):
                total += hashes[moved[members[place]]]
            at = np.int64(total >> down)
            while table[at] >= 0:
                other = table[at]
                if sums[other] == total and alike(starts, members, moved, option, other, balance):
                    break
                at = (at + 1) & last
            images[g, option] = table[at]
            if table[at] < 0:
                return option
    return -1


@njit(cache=True, nogil=True)
def alike(starts: Array, members: Array, moved: Array, option: int, other: int, balance: Array) -> bool:
    """Return whether `moved` turns the items of one option into those of the other; `balance` is all zero before and after."""
    same = True
    for place in range(starts[option], starts[option + 1]):
        balance[moved[members[place]]] += 1
    for place in range(starts[other], starts[other + 1]):
        balance[members[place]] -= 1
        same &= balance[members[place]] >= 0
    for place in range(starts[option], starts[option + 1]):
        same &= balance[moved[members[place]]] == 0
        balance[moved[members[place]]] = 0
    for place in range(starts[other], starts[other + 1]):
        balance[members[place]] = 0
    return same


def option_images(instance: Instance, symmetries: Integers) -> Integers:
    """Return the image of each option under each symmetry, (symmetries, options); raises ValueError if an option has none."""
    if len(symmetries) == 1 and np.array_equal(symmetries[0], np.arange(instance.items)):
        return np.arange(instance.options)[None]
    hashes = np.random.default_rng(0).integers(0, 1 << 63, instance.items, dtype=np.uint64)
    images = np.zeros((len(symmetries), instance.options), dtype=np.int64)
    lost = match(instance.starts, instance.members, symmetries, hashes, images)
    if lost >= 0:
        raise ValueError(
            f"a symmetry maps option {lost} to no option; expected permutations that keep the set of options"
        )
    return images


@njit(cache=True, nogil=True)
def compare(selections: Array, images: Array, least: Array, fixed: Array) -> None:
    """Fill in whether each selection is the least of its orbit, and how many symmetries fix it; see `first_of_orbit`."""
    moved = np.empty(selections.shape[1], np.int64)
    for k in range(len(selections)):
        least[k], fixed[k] = True, 0
        for g in range(len(images)):
            size = 0
            while size < selections.shape[1] and selections[k, size] >= 0:
                option = images[g, selections[k, size]]
                at = size
                while at > 0 and moved[at - 1] > option:
                    moved[at] = moved[at - 1]
                    at -= 1
                moved[at] = option
                size += 1
            order = 0
            for place in range(size):
                if moved[place] != selections[k, place]:
                    order = -1 if moved[place] < selections[k, place] else 1
                    break
            fixed[k] += order == 0
            if order < 0:
                least[k] = False


def first_of_orbit(selections: Array, images: Integers) -> tuple[NDArray[np.bool_], Integers]:
    """Return which selections are the least of their orbits, and how many of the symmetries fix each.

    selections: (k, longest) increasing option numbers padded with -1, as searches give them; images: (group, options), of a
    whole group. The number of classes in a complete set of solutions is the number of least ones, or the sum of fixed /
    len(images).
    """
    least, fixed = np.empty(len(selections), dtype=np.bool_), np.empty(len(selections), dtype=np.int64)
    compare(selections, images, least, fixed)
    return least, fixed

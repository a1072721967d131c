"""Permutations of options from permutations of items, and which selections are the first of their orbit.

Not here: finding the symmetries of a puzzle, or the roots modulo symmetry (search/orbits.py).
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from exactcover.kernel.instance import Array, Instance
from exactcover.model.arrays import Integers


@njit(cache=True, nogil=True)
def match(
    starts: Array, members: Array, symmetries: Array, keys: Array, order: Array, hashes: Array, images: Array
) -> int:
    """Fill images[g, o] with the option that symmetry g makes of o; return the first o without one, or -1.

    keys: the sums of `hashes` over the items of each option, in increasing order; order: the options in that order. Equal
    sums are only candidates: items are compared.
    """
    longest = 0
    for option in range(len(order)):
        longest = max(longest, starts[option + 1] - starts[option])
    moved = np.empty(longest, np.int64)
    for g in range(len(symmetries)):
        for option in range(len(order)):
            size, total = 0, np.uint64(0)
            for place in range(starts[option], starts[option + 1]):
                item = symmetries[g, members[place]]
                total += hashes[item]
                at = size
                while at > 0 and moved[at - 1] > item:
                    moved[at] = moved[at - 1]
                    at -= 1
                moved[at] = item
                size += 1
            images[g, option] = -1
            near = np.searchsorted(keys, total)
            while near < len(keys) and keys[near] == total and images[g, option] < 0:
                other = order[near]
                if (
                    starts[other + 1] - starts[other] == size
                    and (members[starts[other] : starts[other + 1]] == moved[:size]).all()
                ):
                    images[g, option] = other
                near += 1
            if images[g, option] < 0:
                return option
    return -1


def option_images(given: Instance, symmetries: Integers) -> Integers:
    """Return the option that each symmetry makes of each option, (symmetries, options); raises ValueError where none is."""
    hashes = np.random.default_rng(0).integers(0, 1 << 63, given.items, dtype=np.uint64)
    sums = np.add.reduceat(hashes[given.members], given.starts[:-1]) if given.options else np.empty(0, dtype=np.uint64)
    order = np.argsort(sums, kind="stable")
    images = np.zeros((len(symmetries), given.options), dtype=np.int64)
    lost = match(given.starts, given.members, symmetries, sums[order], order, hashes, images)
    if lost >= 0:
        raise ValueError(
            f"a symmetry maps option {lost} to no option; expected permutations that keep the set of options"
        )
    return images


@njit(cache=True, nogil=True)
def compare(selections: Array, images: Array, least: Array, fixed: Array) -> None:
    """Fill whether each selection is the least of its orbit, and by how many images it is fixed; see `first_of_orbit`."""
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
    """Return which selections are the least of their orbit, and how many of the symmetries fix each.

    selections: (k, longest) increasing option numbers padded with -1, as searches give them; images: (group, options), a
    whole group. The classes among complete sets of solutions are the least ones, or the sum of fixed / len(images).
    """
    least, fixed = np.empty(len(selections), dtype=np.bool_), np.empty(len(selections), dtype=np.int64)
    compare(selections, images, least, fixed)
    return least, fixed

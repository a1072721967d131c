"""An index from the keys of a layer's states to their numbers, by open addressing; keys are compared in full."""

from __future__ import annotations

import numpy as np

from exactcover.kernel.arrays import Array, Number, Word
from exactcover.kernel.bits import trailing_zeros
from exactcover.kernel.jit import njit


@njit(cache=True, nogil=True)
def indexed(keys: Array, index: Array, hashes: Array) -> None:
    """Insert keys, all different, into an index of state numbers, -1 if empty, whose length is a power of 2."""
    down = np.uint64(64 - trailing_zeros(np.uint64(len(index))))
    index[:] = -1
    for state in range(len(keys)):
        place = slot(keys[state], hashes, down)
        while index[place] >= 0:
            place = (place + 1) & (len(index) - 1)
        index[place] = state


@njit(cache=True, nogil=True)
def slot(key: Array, hashes: Array, down: Word) -> Number:
    """Return the slot where the search for a key begins."""
    hashed = np.uint64(0)
    for word in range(len(key)):
        hashed = (hashed ^ (hashed >> np.uint64(29)) ^ key[word]) * hashes[word]
    return np.int64(((hashed ^ (hashed >> np.uint64(32))) * hashes[0]) >> down)


@njit(cache=True, nogil=True)
def located(key: Array, keys: Array, index: Array, hashes: Array) -> int:
    """Return the number of the state with a key, or -1."""
    place = slot(key, hashes, np.uint64(64 - trailing_zeros(np.uint64(len(index)))))
    while index[place] >= 0:
        differ = np.uint64(0)
        for word in range(len(key)):
            differ |= keys[index[place], word] ^ key[word]
        if differ == np.uint64(0):
            return int(index[place])
        place = (place + 1) & (len(index) - 1)
    return -1

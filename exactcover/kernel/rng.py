"""Seeded random words for compiled code: splitmix64 (Steele, Lea and Flood 2014), its state an array of one word.

Not for cryptography.
"""

from __future__ import annotations

import numpy as np

from exactcover.kernel.arrays import Array, Number, Word
from exactcover.kernel.jit import njit


@njit(cache=True, nogil=True)
def random_word(rng: Array) -> Word:
    """Return the next 64 random bits."""
    rng[0] += np.uint64(0x9E3779B97F4A7C15)
    mixed = rng[0]
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


@njit(cache=True, nogil=True)
def roll(rng: Array, sides: int) -> Number:
    """Return a number from 0 to sides - 1 (sides under 2**31), uniform but for a part in 2**32."""
    return np.int64(((random_word(rng) >> np.uint64(32)) * np.uint64(sides)) >> np.uint64(32))

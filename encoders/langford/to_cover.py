"""From Langford pairs to a cover: an item per number and per place; an option per number and place of its first.

The symmetry is the row read backwards.
"""

from __future__ import annotations

import numpy as np

from encoders.langford import Langford
from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover
from exactcover.model.encoding import Encoding, Solution


def encode(langford: Langford) -> Encoding:
    """Return the cover, and the way back to the numbers from left to right."""
    n = langford.n
    pairs = [(k, first) for k in range(1, n + 1) for first in range(2 * n - k - 1)]
    members = np.array([(k - 1, n + first, n + first + k + 1) for k, first in pairs], dtype=np.int64).ravel()
    names = [f"number {k}" for k in range(1, n + 1)] + [f"place {place}" for place in range(2 * n)]
    once = np.ones(3 * n, dtype=np.int64)
    forwards = np.arange(3 * n)
    backwards = np.concatenate([np.arange(n), np.arange(3 * n - 1, n - 1, -1)])
    starts = 3 * np.arange(len(pairs) + 1)
    cover = Cover(tuple(names), once, once, starts, members, symmetries=np.stack([forwards, backwards]))

    def decode(selection: Integers) -> Solution:
        sequence = [0] * (2 * n)
        for option in selection.tolist():
            k, first = pairs[option]
            sequence[first] = sequence[first + k + 1] = k
        return {"sequence": sequence}

    return Encoding(cover, decode)

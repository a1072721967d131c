"""From Langford sequences to a cover: an item per number and per place; an option per number and place of its first copy.

The symmetry is the row read backwards; hooked sequences have none. The empty place of these is no item.
"""

from __future__ import annotations

import numpy as np

from encoders.langford import Langford
from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover
from exactcover.model.encoding import Encoding, Solution


def encode(langford: Langford) -> Encoding:
    """Return the cover, and the way back to the numbers from left to right, 0 for an empty place."""
    n, length = langford.n, langford.length
    hole = length - 2 if langford.hooked else length
    options = []
    for k in range(1, n + 1):
        for first in range(length - (langford.of - 1) * (k + 1)):
            places = range(first, first + langford.of * (k + 1), k + 1)
            if hole not in places:
                options.append((k, places))
    item_of = [n + place - (place > hole) for place in range(length)]
    members = np.array([[k - 1, *(item_of[place] for place in places)] for k, places in options], dtype=np.int64)
    names = [f"number {k}" for k in range(1, n + 1)] + [f"place {place}" for place in range(length) if place != hole]
    once = np.ones(len(names), dtype=np.int64)
    forwards = np.arange(len(names))
    backwards = np.concatenate([np.arange(n), forwards[:n - 1:-1]])  # fmt: skip
    symmetries = None if langford.hooked else np.stack([forwards, backwards])
    starts = (langford.of + 1) * np.arange(len(options) + 1)
    cover = Cover(tuple(names), once, once, starts, members.reshape(-1), symmetries=symmetries)

    def decode(selection: Integers) -> Solution:
        sequence = [0] * length
        for option in selection.tolist():
            k, places = options[option]
            for place in places:
                sequence[place] = k
        return {"sequence": sequence}

    return Encoding(cover, decode)

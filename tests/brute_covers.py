"""Every selection of a small cover by taking each subset of its options, in code that shares nothing with the program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from itertools import chain, combinations
from typing import Any


def solutions(bounds: Mapping[Any, tuple[int, int]], options: Sequence[Sequence[Hashable]]) -> list[tuple[int, ...]]:
    """The numbers, from 0, of the options of each solution; an item that an option has twice is covered twice by it."""
    found = []
    for size in range(len(options) + 1):
        for chosen in combinations(range(len(options)), size):
            times = Counter(chain.from_iterable(options[number] for number in chosen))
            if all(least <= times[item] <= most for item, (least, most) in bounds.items()):
                found.append(chosen)
    return found

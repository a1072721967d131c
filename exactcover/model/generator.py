"""A generator of pseudo-random numbers that depend on a text alone, such as a date: the same in every version of Python."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from typing import TypeVar

Part = TypeVar("Part")


class Generator:
    """A generator of pseudo-random numbers that depend on a text alone, the same in every version of Python."""

    def __init__(self, seed: str) -> None:
        self._seed, self._rolls = seed, 0

    def below(self, number: int) -> int:
        """Return one of the numbers from 0 to below this one."""
        self._rolls += 1
        return int.from_bytes(hashlib.sha256(f"{self._seed}/{self._rolls}".encode()).digest()) % number

    def one_of(self, values: Sequence[Part]) -> Part:
        """Return one of some values."""
        return values[self.below(len(values))]

    def shuffled(self, values: Collection[Part]) -> list[Part]:
        """Return values in another order."""
        left = list(values)
        return [left.pop(self.below(len(left))) for _ in range(len(left))]

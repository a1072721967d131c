"""Solutions of a list that wait to be handed over together: a table of many costs little more than one of few."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from exactcover.model.answer import Found, FoundMany
from exactcover.model.many import table_of

MANY = 16  # fewer are handed over one by one
MOST = 1 << 14
SECONDS = 0.25


class Waiting:
    """Selections of option numbers, a line each, padded with -1; options: how many the cover has."""

    def __init__(self, options: int) -> None:
        self.options, self.lines, self.number = options, list[NDArray[np.int32]](), 0
        self.since = time.monotonic() - SECONDS  # the first do not wait

    def add(self, lines: NDArray[np.int32]) -> None:
        """Let more wait."""
        if len(lines):
            self.lines.append(lines)
            self.number += len(lines)

    def due(self) -> bool:
        """Return whether those that wait are many, or the last were handed over long ago."""
        return self.number >= MOST or (self.number > 0 and time.monotonic() - self.since >= SECONDS)

    def handed_over(self) -> Iterator[Found | FoundMany]:
        """Yield all that wait, in their order."""
        if not self.lines:
            return
        longest = max(lines.shape[1] for lines in self.lines)
        every = np.full((self.number, longest), -1, dtype=np.int32)
        first = 0
        for lines in self.lines:
            every[first : first + len(lines), : lines.shape[1]] = lines
            first += len(lines)
        self.lines, self.number, self.since = [], 0, time.monotonic()
        together = FoundMany(table_of(every, self.options))
        if len(every) >= MANY:
            yield together
        else:
            yield from together.each()

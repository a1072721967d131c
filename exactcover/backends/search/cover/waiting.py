"""Buffers the solutions of a list so that they are delivered in tables: a table of many costs little more than one of few."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from exactcover.model.events import Found, FoundMany
from exactcover.model.many import table_of

MANY = 16  # fewer are delivered one by one
MOST = 1 << 14
SECONDS = 0.25


class Waiting:
    """A buffer of selections, one line of option numbers each, padded with -1; options: the number of the cover's options."""

    def __init__(self, options: int) -> None:
        self.options, self.lines, self.number = options, list[NDArray[np.int32]](), 0
        self.since = time.monotonic() - SECONDS  # the first are delivered at once

    def add(self, lines: NDArray[np.int32]) -> None:
        """Add selections."""
        if len(lines):
            self.lines.append(lines)
            self.number += len(lines)

    def due(self) -> bool:
        """Return whether the buffer has many, or was last emptied long ago."""
        return self.number >= MOST or (self.number > 0 and time.monotonic() - self.since >= SECONDS)

    def handed_over(self) -> Iterator[Found | FoundMany]:
        """Yield all buffered selections in order."""
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

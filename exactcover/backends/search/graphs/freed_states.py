"""The nearest states in which some pieces are free, by compiled breadth-first search. Not here: what happens to the parts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from exactcover.kernel.arrays import Words
from exactcover.kernel.graphs import pieces_apart as kernel
from exactcover.kernel.graphs.state_table import Table, enter_all
from exactcover.model.disassembly import Offset

STATES_AT_ONCE = 4096
"""The number of states that are expanded between questions whether the search is interrupted."""
GAPS_BYTES, MOST_BYTES = 1 << 25, 1 << 50
_FIELD = int(kernel.FIELD)
_BESIDE: dict[str, type] = {
    "before": np.int64, "axis": np.int64, "group": np.uint64, "steps": np.int64, "frees": np.bool_,
}  # fmt: skip


class RawMove(NamedTuple):
    """A move up an axis; group: its pieces as bits."""

    axis: int
    group: int
    steps: int


class CannotCompile(Exception):
    """The pieces are too many, or too large, for the compiled search."""


class FreedStates:
    """The search, with what it knows of pieces in every stage."""

    def __init__(self, pieces: Sequence[Collection[Offset]]) -> None:
        dimension, size = len(next(iter(pieces[0]))), len(pieces)
        cells = np.array([(*cell, 0)[:3] for piece in pieces for cell in sorted(piece)], dtype=np.int64)
        span = int(np.ptp(cells, axis=0).max()) + 1
        self.is_able = size <= kernel.MOST_PIECES and dimension < 4 and span * size < kernel.MIDDLE // 4
        if not self.is_able:
            return
        begins = np.cumsum([0, *map(len, pieces)], dtype=np.int64)
        reach = next((reach for reach in range(span, 0, -1) if _bytes(size, reach) <= GAPS_BYTES), 0)
        gaps = np.zeros((size * size, (2 * reach + 1) ** 3, 3), dtype=np.int16)
        self._bodies = kernel.Bodies(cells, begins, gaps, reach, dimension)
        self._unions: Words = np.zeros(kernel.MOST_UNIONS, dtype=np.uint64)
        self._slots = np.zeros((2, 2 * kernel.MOST_UNIONS), dtype=np.int64)

    def search(
        self, pieces: tuple[int, ...], start: Sequence[Offset], look: Callable[[], None]
    ) -> Iterator[tuple[list[RawMove], tuple[Offset, ...]]]:
        """Yield the nearest states in which some pieces are free, in their order, with the moves to them.

        start: the offsets of the pieces, the first of which is 0; look: is called now and then, and may raise. Raises
        CannotCompile.
        """
        if not self.is_able:
            raise CannotCompile
        if _is_free(self.distances(pieces, start)):  # as most are: no table is made
            yield [], tuple(start)
            return
        table = Table(len(pieces), MOST_BYTES, dict(_BESIDE))
        enter_all(table.slots, table.states, 0, _words(start)[None])
        progress, numbers = np.array([1, 0, 1, 0], dtype=np.int64), np.array(pieces, dtype=np.int64)
        while True:
            look()
            reached = kernel.Reached(**table.beside)
            ended = kernel.advance(
                self._bodies,
                numbers,
                table.states,
                table.slots,
                reached,
                self._unions,
                self._slots,
                progress,
                STATES_AT_ONCE,
            )
            if ended == kernel.MANY:
                raise CannotCompile
            if ended == kernel.FULL:
                table.grow(int(progress[0]), int(progress[0]) + 1)
            elif ended != kernel.PAUSED:
                break
        for number in np.flatnonzero(table.beside["frees"][: int(progress[1])]).tolist():
            yield _moves(table, number), _offsets(table.states[number].tolist(), self._bodies.dimension)

    def distances(self, pieces: Sequence[int], state: Sequence[Offset]) -> list[list[list[int]]]:
        """Return, by axis, the steps that each piece may go upwards before it meets each other one."""
        distances = np.empty((3, len(pieces), len(pieces)), dtype=np.int64)
        kernel.fill_distances(self._bodies, np.array(pieces, dtype=np.int64), _words(state), distances)
        by_axis: list[list[list[int]]] = distances[: self._bodies.dimension].tolist()
        return by_axis


def _words(state: Sequence[Offset]) -> Words:
    middle = int(kernel.MIDDLE)
    words = [sum(at + middle << _FIELD * axis for axis, at in enumerate((*own, 0)[:3])) for own in state]
    return np.array(words, dtype=np.uint64)


def _is_free(by_axis: list[list[list[int]]]) -> bool:
    """Return whether a group of pieces that is not all of them is stopped by none of the others."""
    for distances in by_axis:
        for back in (False, True):  # all push the first piece, and the first pushes all, unless some are free
            rows = list(zip(*distances, strict=True)) if back else distances
            reached, fresh = {0}, [0]
            while fresh:
                row = rows[fresh.pop()]
                more = [other for other, gap in enumerate(row) if gap < kernel.FREE and other not in reached]
                reached.update(more)
                fresh += more
            if len(reached) < len(rows):
                return True
    return False


def _bytes(pieces: int, reach: int) -> int:
    return pieces * pieces * (2 * reach + 1) ** 3 * 6


def _offsets(words: list[int], dimension: int) -> tuple[Offset, ...]:
    mask, middle = int(kernel.MASK), int(kernel.MIDDLE)
    return tuple(tuple((word >> _FIELD * axis & mask) - middle for axis in range(dimension)) for word in words)


def _moves(table: Table, number: int) -> list[RawMove]:
    """Return the moves from the first state to a state."""
    moves = []
    while number:
        moves.append(RawMove(*(int(table.beside[name][number]) for name in RawMove._fields)))
        number = int(table.beside["before"][number])
    return moves[::-1]

"""A count by layers whose wide layers are shared by threads: each takes shares of the states through a window of steps.

Shares (windows.py) need nothing of each other for several steps, so threads wait for each other seldom, there are no locks, and
what a thread works on fits into its cache. Which states are in which share does not depend on the threads, nor do
counts, states and ways. Narrow layers are made by one thread (layers.py).

*Historical note.* TO BE WRITTEN
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, TypeVar

import numpy as np

from exactcover.kernel.arrays import Words
from exactcover.kernel.instance import OutOfReach, OutOfRoom
from exactcover.kernel.layers.cells import BATCH, DONE, FULL, HASHES, OVERFLOW, merged, taken_through
from exactcover.kernel.layers.layers import WIDEST, Counting, Layer, Progress, fan_of, total
from exactcover.kernel.layers.steps import Tables
from exactcover.kernel.layers.windows import SAMPLE, Window, Windows, deal, down_of
from exactcover.model.arrays import Integers

WIDE = 1 << 14  # states of a layer that is shared
SHARE = 1 << 12  # states of a share, about
FEWEST, MOST = 8, 256  # shares of a worker, at least; shares in all, at most
LARGEST = 4  # shares of a worker, were all as large as the largest
AT_ONCE = 1 << 21  # states made between two looks at limits

SPACE = 3  # times the words of a key and its count that a state takes: two layers, and what threads work in
FULLEST = 0.7  # part of the cells that is taken at most
NOWHERE = np.zeros(0, dtype=np.int64)

_Each = TypeVar("_Each")
_Ended = TypeVar("_Ended")


class Piece(NamedTuple):
    """Some states of a layer: their keys and counts, flat, and where each share of the next window begins in them."""

    states: int
    keys: Words
    counts: Words
    borders: Integers


class Scratch:
    """What a thread works in: cells, all zero, and two pairs of arrays for states."""

    def __init__(self, width: int, fan: int) -> None:
        self.width, self.batched = width, BATCH + fan + 1
        self.batch = np.empty(self.batched * (width + 2), dtype=np.uint64)
        self.entries = np.empty(fan, dtype=np.uint64)
        self.slots = self.wide = 0

    def hold(self, slots: int, wide: int) -> None:
        """Make sure of so many cells, with counts of so many words."""
        if slots <= self.slots and wide == self.wide:
            return
        self.slots, self.wide = slots, wide
        self.cells = np.zeros(slots * (self.width + wide), dtype=np.uint64)
        room = int(FULLEST * slots) + 1
        self.keys, self.next_keys = (np.empty(room * self.width, dtype=np.uint64) for _ in range(2))
        self.counts, self.next_counts = (np.empty(room * wide, dtype=np.uint64) for _ in range(2))

    def turn(self) -> None:
        """Make the other pair of arrays the first."""
        self.keys, self.next_keys = self.next_keys, self.keys
        self.counts, self.next_counts = self.next_counts, self.counts


class Through(NamedTuple):
    """How a share went through a window: DONE or OVERFLOW, its states after, states and ways made, and the cells it took."""

    ended: int
    piece: Piece
    states: int
    paths: int
    slots: int


class SharedCounting:
    """A layered count by several threads; driven one call at a time, as layers.Counting is.

    memory: bytes that both layers and all threads may take, run raises OutOfRoom above.
    """

    how = "layer by layer"

    def __init__(self, tables: Tables, memory: int = 1 << 30, workers: int = 2) -> None:
        self.tables, self.memory, self.workers = tables, memory, workers
        self.width, self.fan = tables.near + tables.far, fan_of(tables)
        self.near, self.far = (0,) * tables.near, (0,) * tables.far
        self.adds = tables.adds.ravel()
        self.narrow: Counting | None = Counting(tables, memory)  # of the newest layer, where that is narrow
        self.wide = self.narrow.wide
        self.progress = self.narrow.progress
        self.windows = Windows(tables)
        self.window: Window | None = None
        self.pieces: list[Piece] = []  # of the newest layer, where that is wide
        self.apart = True  # no state is in two of them
        self.sizes: list[int] = []  # states of each share of the window
        self.waiting: list[int] = []  # shares that have not gone through it, the largest last
        self.through: dict[int, Through] = {}
        self.scratch: list[Scratch] = []
        self.threads: ThreadPoolExecutor | None = None

    @property
    def bytes_per_state(self) -> int:
        """About how many bytes a state of the widest layer takes."""
        return 8 * SPACE * int(self.width + self.wide)

    @property
    def count(self) -> int:
        """The number of solutions, once finished."""
        if self.narrow is not None:
            return self.narrow.count
        return sum(total(piece.counts.reshape(-1, self.wide)) for piece in self.pieces)

    def run(self, states: int) -> Progress:
        """Make about that many states more, or finish; raises OutOfRoom, or OutOfReach for counts above 2**1024."""
        done = self._so_far()
        stop = done.states + states
        while not self.progress.finished and done.states < stop:
            if self.narrow is not None:
                self._one_step(self.narrow, stop - done.states)
            elif self.progress.width < WIDE:
                self._go_narrow()
            else:
                if self.window is None:
                    self._begin_window()
                self._go_on(max(AT_ONCE, stop - done.states))
            done = self._so_far()
        return done

    def _so_far(self) -> Progress:
        """Return the progress with what the window has made so far."""
        more = self.through.values()
        done = self.progress
        return done._replace(
            states=done.states + sum(each.states for each in more), paths=done.paths + sum(each.paths for each in more)
        )

    def _one_step(self, narrow: Counting, states: int) -> None:
        """Go on by one thread, to the end of the step at most; take the layer over where it is wide."""
        steps = self.progress.steps
        self.progress = narrow.run(states, until=steps + 1)
        if self.progress.steps > steps and self.progress.width >= WIDE:
            keys, counts = narrow.layer
            self.pieces = [Piece(len(keys), keys.ravel(), counts.ravel(), NOWHERE)]
            self.wide, self.apart, self.narrow = narrow.wide, True, None

    def _go_narrow(self) -> None:
        """Leave the newest layer to one thread."""
        keys = np.concatenate([piece.keys for piece in self.pieces]).reshape(-1, self.width)
        counts = np.concatenate([piece.counts for piece in self.pieces]).reshape(-1, self.wide)
        self.narrow = Counting(self.tables, self.memory, self.progress.steps, Layer(keys, counts))
        self.narrow.progress = self.progress
        self.pieces = []

    def _begin_window(self) -> None:
        """Choose the next window and deal the states of the newest layer out."""
        width, few = self.progress.width, FEWEST * self.workers
        shares = 1 << min(max(width // SHARE, few, 2), MOST).bit_length() - 1
        by = max(1, width // SAMPLE)
        sample = np.concatenate([piece.keys.reshape(-1, self.width)[::by] for piece in self.pieces])
        window = self.windows.beginning(self.progress.steps, sample, shares, 1 / (LARGEST * self.workers))
        down = down_of(shares)

        def dealt(piece: Piece) -> Piece:
            keys, counts, borders = np.empty_like(piece.keys), np.empty_like(piece.counts), np.empty(shares + 1, np.int64)
            deal(piece.keys, piece.counts, self.wide, piece.states, window.mask, down, borders, keys, counts)
            return Piece(piece.states, keys, counts, borders)

        self.pieces = self._each(dealt, self.pieces)
        self.sizes = np.diff(sum(piece.borders for piece in self.pieces)).tolist()
        self.window, self.through = window, {}
        self.waiting = self._in_order()

    def _in_order(self) -> list[int]:
        """Return the shares of the window that have states, the largest last."""
        return sorted((share for share, size in enumerate(self.sizes) if size), key=lambda share: self.sizes[share])

    def _go_on(self, states: int) -> None:
        """Take so many shares through the window that about that many states are made."""
        window = self.window
        assert window is not None, "shares go through a window"
        batch = list[int]()
        left = states
        while self.waiting and left > 0:
            batch.append(self.waiting.pop())
            left -= self.sizes[batch[-1]] * (window.last - window.first)
        gone = dict(zip(batch, self._each(self._taken, batch), strict=True))
        if any(each.ended == OVERFLOW for each in gone.values()):
            self._widen()
            return
        self.through |= gone
        self._fit(sum(_bytes(each.piece) for each in self.through.values()), max(each.slots for each in gone.values()))
        if not self.waiting:
            self.progress = self._so_far()
            pieces = [self.through[share].piece for share in sorted(self.through)]
            self.pieces = [piece for piece in pieces if piece.states] or pieces[:1]
            width = sum(piece.states for piece in self.pieces)
            self.progress = self.progress._replace(
                steps=window.last, width=width, finished=window.last == self.progress.of
            )
            self.apart, self.window, self.through = window.apart, None, {}

    def _widen(self) -> None:
        """Double the words of a count and begin the window again."""
        if self.wide == WIDEST:
            raise OutOfReach(f"a count of ways exceeds 2**{64 * WIDEST}")

        def widened(piece: Piece) -> Piece:
            counts = np.zeros((piece.states, 2 * self.wide), dtype=np.uint64)
            counts[:, : self.wide] = piece.counts.reshape(-1, self.wide)
            return piece._replace(counts=counts.ravel())

        self.pieces = [widened(piece) for piece in self.pieces]
        self.wide *= 2
        self.through, self.waiting = {}, self._in_order()

    def _fit(self, more: int, slots: int) -> None:
        """Raise OutOfRoom where the newest layer, so many bytes more and so many cells for each thread are too much."""
        each = 8 * slots * (self.width + self.wide) * (1 + 2 * FULLEST)
        held = int(sum(map(_bytes, self.pieces)) + more + self.workers * each)
        if held > self.memory:
            raise OutOfRoom(
                f"layer {self.progress.steps + 1} of {self.progress.of} and those after it have {self.progress.width} states"
                f" and more; the next need {held >> 20} MB, and the limit is {self.memory >> 20} MB"
            )

    def _taken(self, share: int) -> Through:
        """Take a share through the window."""
        window, tables, size = self.window, self.tables, self.sizes[share]
        assert window is not None, "shares go through a window"
        mine = [(piece, *map(int, piece.borders[share : share + 2])) for piece in self.pieces]
        mine = [each for each in mine if each[1] < each[2]]
        room = self.scratch.pop() if self.scratch else Scratch(self.width, self.fan)
        slots, wide = 1 << (2 * size + 3 * room.batched).bit_length(), (0,) * self.wide
        where = np.zeros(3, dtype=np.int64)
        while True:
            if slots > room.slots:
                self._fit(0, slots)
            room.hold(slots, self.wide)
            key_parts = [piece.keys[first * self.width : last * self.width] for piece, first, last in mine]
            count_parts = [piece.counts[first * self.wide : last * self.wide] for piece, first, last in mine]
            np.concatenate(key_parts, out=room.keys[: size * self.width])
            np.concatenate(count_parts, out=room.counts[: size * self.wide])
            ended, where[:] = DONE, (size, 0, 0)
            if not self.apart:
                ended, where[0] = merged(
                    self.near + self.far, wide, size, room.keys, room.counts, room.next_keys, room.next_counts, room.cells,
                    room.batch, HASHES,
                )  # fmt: skip
                where[1] = where[0] - size
                room.turn()
            if ended == DONE:
                ended = taken_through(
                    self.near, self.far, wide, tables.steps[window.first : window.last], tables.chunks, tables.slices,
                    tables.table, self.adds, tables.closes, room.keys, room.counts, room.next_keys, room.next_counts,
                    room.cells, room.batch, room.entries, HASHES, where,
                )  # fmt: skip
            if ended != FULL:
                break
            slots = 2 * room.slots
        if (window.last - window.first) % 2:
            room.turn()
        states = int(where[0]) if ended == DONE else 0
        piece = Piece(states, room.keys[: states * self.width].copy(), room.counts[: states * self.wide].copy(), NOWHERE)
        self.scratch.append(room)
        return Through(ended, piece, int(where[1]), int(where[2]), slots)

    def _each(self, work: Callable[[_Each], _Ended], things: Sequence[_Each]) -> list[_Ended]:
        """Return what work comes to for each thing; things are taken in order by threads that are free."""
        if self.workers == 1 or len(things) == 1:
            return [work(each) for each in things]
        self.threads = self.threads or ThreadPoolExecutor(self.workers, "exactcover-layers")
        return list(self.threads.map(work, things))


def _bytes(piece: Piece) -> int:
    return int(piece.keys.nbytes + piece.counts.nbytes)

"""A parallel count by layers: the states of a wide layer are partitioned into shares, and threads take shares through a window
of steps.

Shares (windows.py) are independent for several steps, so threads rarely wait for each other, no locks are needed, and each
share fits into its thread's cache. Counts, states and transitions do not depend on which thread takes a share, nor on the
number of threads. A narrow layer is one share.

*Historical note.* Dominoes on 20x20, the whole count with its classes: two threads are 1.75 times as fast as one (1.65 with a
barrier after each million states), and one is 1.1 times as fast as without shares. Counting from both ends of the order, half
by each thread, gave 1.5 (17.1 million states instead of 13.7); threads that exchanged states after every step gave 1.1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from itertools import groupby
from math import log
from operator import itemgetter
from queue import SimpleQueue
from threading import Event, Semaphore
from typing import NamedTuple, TypeVar

import numpy as np

from exactcover.kernel.arrays import Words
from exactcover.kernel.instance import OutOfReach, OutOfRoom
from exactcover.kernel.layers.cells import BATCH, DONE, FULL, HASHES, OVERFLOW, merged, taken_through
from exactcover.kernel.layers.folds import Folds
from exactcover.kernel.layers.layers import WIDEST, Progress, fan_of, total
from exactcover.kernel.layers.steps import Tables
from exactcover.kernel.layers.windows import LONGEST, SAMPLE, Window, Windows, deal, down_of, tally

NEVER = 1 << 62  # states: more than any layer has
NARROW = 64  # maximum number of steps through narrow layers in one call
MOST = 256  # maximum number of shares
BATCHED = 4  # minimum number of shares per thread before a barrier where a call ends
UNEVEN = 3 / 4  # the largest share of an acceptable window, as a fraction of the average work of a thread
LATELY = 8  # the steps over which growth is measured
SPACE = 3  # per state, as a multiple of its key and count: two layers, and the threads' scratch space
FULLEST = 0.7  # maximum load factor of the cells

_Each = TypeVar("_Each")
_Ended = TypeVar("_Ended")


class Sizes(NamedTuple):
    """How layers are shared, which changes the time that a count takes and not its outcome; but for widest, its limit.

    wide: states of a layer that is shared; share: states of a share, about; fewest: shares for each thread, at least; even: the
    largest share of a good window, as a part of what each thread has to do; grown: the factor by which layers may grow in a
    window, if they go on as they did; widest: words of a count, at most.
    """

    wide: int = 1 << 12
    share: int = 1 << 11
    fewest: int = 8
    even: float = 1 / 4
    grown: int = 4
    widest: int = WIDEST


DEFAULT_SIZES = Sizes()


class Piece(NamedTuple):
    """Some states of a layer: their keys and counts, flat."""

    states: int
    keys: Words
    counts: Words


class Part(NamedTuple):
    """Some states before a window, in order of their shares; borders: where each share begins, and the end."""

    keys: Words
    counts: Words
    borders: list[int]


class Dealt(NamedTuple):
    """The states before a window: the parts that threads have partitioned, and the number of states of each share."""

    window: Window
    parts: list[Part]
    sizes: list[int]

    @property
    def bytes(self) -> int:
        """The bytes that all parts take."""
        return sum(int(part.keys.nbytes + part.counts.nbytes) for part in self.parts)

    def states_of(self, share: int, width: int, wide: int) -> tuple[Words, Words]:
        """Return the keys and the counts of a share, for counts of that many words."""
        keys, counts = [], []
        for part in self.parts:
            first, last = part.borders[share], part.borders[share + 1]
            keys.append(part.keys[first * width : last * width])
            counts.append(part.counts[first * wide : last * wide])
        return (keys[0], counts[0]) if len(keys) == 1 else (np.concatenate(keys), np.concatenate(counts))


class Scratch:
    """A thread's scratch space: cells, all zero, and two pairs of arrays for states."""

    def __init__(self, width: int, fan: int) -> None:
        self.width = width
        self.batch = np.empty((BATCH + fan + 1) * (width + 2), dtype=np.uint64)
        self.entries = np.empty(fan, dtype=np.uint64)
        self.slots = self.wide = 0

    def hold(self, slots: int, wide: int) -> None:
        """Allocate at least that many cells, with counts of that many words."""
        if slots <= self.slots and wide == self.wide:
            return
        self.slots, self.wide = slots, wide
        self.cells = np.zeros(slots * (self.width + wide), dtype=np.uint64)
        room = int(FULLEST * slots) + 1
        self.one, self.other = (
            (np.empty(room * self.width, dtype=np.uint64), np.empty(room * wide, dtype=np.uint64)) for _ in range(2)
        )


class Through(NamedTuple):
    """A share after a window: DONE or OVERFLOW, its states; steps, states and transitions; the cells it took."""

    ended: int
    piece: Piece
    steps: int
    states: int
    paths: int
    slots: int


def longest_window(grown: Sequence[tuple[int, int]], factor: int) -> int:
    """Return how many steps the next window may have: fewer if layers grow fast, so that limits are looked at in time.

    grown: steps done, and states of the layer after them, for the layers so far; factor: by which a window may grow.
    """
    steps, width = grown[-1]
    before, narrower = next((each for each in reversed(grown) if each[0] <= steps - LATELY), grown[0])
    growth = log(width / narrower) / max(steps - before, 1)
    return LONGEST if growth * LONGEST <= log(factor) else max(1, int(log(factor) / growth))


class SharedCounting:
    """A layered count by several threads, run in slices like layers.Counting.

    memory: the limit of both layers and all threads in bytes, beyond which run raises OutOfRoom; turns: each thread but the
    caller's holds one while it works, if others need the processors too; folds: of the states, by symmetry.
    """

    how = "layer by layer"

    def __init__(
        self,
        tables: Tables,
        memory: int = 1 << 30,
        workers: int = 2,
        turns: Semaphore | None = None,
        sizes: Sizes = DEFAULT_SIZES,
        folds: Folds | None = None,
    ) -> None:
        self.tables, self.memory, self.workers, self.sizes, self.folds = tables, memory, workers, sizes, folds
        self.turns = turns or Semaphore(workers - 1)
        self.width, self.fan = tables.near + tables.far, fan_of(tables)
        self.near, self.far = (0,) * tables.near, (0,) * tables.far
        self.adds = tables.adds.ravel()
        self.wide, states, steps = 1, int(not tables.dead), len(tables.steps)
        self.progress = Progress(0, steps, states, 0, states, steps == 0)
        self.windows = Windows(tables)
        self.grown = [(0, 1)]  # steps done, and the number of states of the layer after them
        self.pieces = [
            Piece(states, tables.start[: states * self.width], np.ones(states, dtype=np.uint64))
        ]  # of the newest layer
        self.apart = True  # no state is in two of them
        self.dealt: Dealt | None = None  # the newest layer, partitioned; the pieces are then gone
        self.waiting: list[int] = []  # shares that have not traversed the window, the largest last
        self.through: dict[int, Through] = {}
        self.slots = 0  # maximum number of cells that a share has needed so far
        self.scratch: SimpleQueue[Scratch] = SimpleQueue()
        for _ in range(workers):
            self.scratch.put(Scratch(self.width, self.fan))
        self.threads: ThreadPoolExecutor | None = None

    @property
    def bytes_per_state(self) -> int:
        """About how many bytes a state of the widest layer takes."""
        return 8 * SPACE * int(self.width + self.wide)

    @property
    def count(self) -> int:
        """The number of solutions, once finished."""
        return sum(total(piece.counts.reshape(-1, self.wide)) for piece in self.pieces)

    def run(self, states: int) -> Progress:
        """Generate about that many more states, or finish; raises OutOfRoom, or OutOfReach for counts above 2**1024."""
        done = self._so_far()
        stop = done.states + states
        while not self.progress.finished and done.states < stop:
            if self.dealt is None:
                self.dealt = self._dealt() if self.progress.width >= self.sizes.wide else self._undealt()
            self._go_on(self.dealt, stop - done.states, states)
            if self.progress.steps > self.grown[-1][0]:
                self.grown.append((self.progress.steps, max(self.progress.width, 1)))
            done = self._so_far()
        return done

    def _so_far(self) -> Progress:
        """Return the progress including the current window."""
        more = self.through.values()
        done = self.progress
        return done._replace(
            states=done.states + sum(each.states for each in more), paths=done.paths + sum(each.paths for each in more)
        )

    def _undealt(self) -> Dealt:
        """Keep the states of a narrow layer as one share, for a window that ends when layers are wide."""
        first, states = self.progress.steps, self.progress.width
        keys, counts = (np.concatenate([piece[column] for piece in self.pieces]) for column in (1, 2))
        window = Window(first, min(first + NARROW, self.progress.of), np.zeros(self.width, dtype=np.uint64), apart=True)
        self.pieces, self.through, self.waiting = [], {}, [0]
        return Dealt(window, [Part(keys, counts, [0, states])], [states])

    def _dealt(self) -> Dealt:
        """Choose the next window and partition the states of the newest layer."""
        states = self.progress.width
        shares = 1 << min(self.workers * max(states // self.sizes.share, self.sizes.fewest), MOST).bit_length() - 1
        by = max(1, states // SAMPLE)
        sample = np.concatenate([piece.keys.reshape(-1, self.width)[::by] for piece in self.pieces])
        even, uneven = self.sizes.even / self.workers, UNEVEN / self.workers
        first = self.progress.steps
        longest = longest_window(self.grown, self.sizes.grown)
        if self.folds is not None:
            longest = self.folds.end_of(first, first + longest) - first
        window = self.windows.beginning(first, longest, sample, shares, even, uneven)
        down, groups = down_of(shares), _even_groups(self.pieces, self.workers)
        self._fit(2 * sum(map(_bytes, self.pieces)), 0)

        def deal_out(group: list[Piece]) -> Part:
            sizes = np.zeros(shares, dtype=np.int64)
            for piece in group:
                tally(piece.keys, piece.states, window.mask, down, sizes)
            borders = np.concatenate(([0], np.cumsum(sizes)))
            part = Part(
                np.empty(borders[-1] * self.width, np.uint64),
                np.empty(borders[-1] * self.wide, np.uint64),
                borders.tolist(),
            )
            following = borders[:-1].copy()
            while group:  # each piece is freed as soon as it is dealt
                piece = group.pop()
                deal(
                    piece.keys, piece.counts, self.wide, piece.states, window.mask, down, following, part.keys, part.counts
                )  # fmt: skip
            return part

        self.pieces = []
        parts = self._each(deal_out, groups)
        dealt = Dealt(window, parts, np.diff([part.borders for part in parts]).sum(axis=0).tolist())
        self.through, self.waiting = {}, _in_order(dealt)
        return dealt

    def _go_on(self, dealt: Dealt, states: int, most: int) -> None:
        """Take shares through the window until about that many states have been generated; all of them if that is less than
        `most`."""
        first, last, enough = dealt.window.first, dealt.window.last, states
        if sum(map(dealt.sizes.__getitem__, self.waiting)) * (last - first) < most:
            states = most
        batch = list[int]()
        while self.waiting and (states > 0 or len(batch) < BATCHED * self.workers):
            batch.append(self.waiting.pop())
            states -= dealt.sizes[batch[-1]] * (last - first)
        through = dict(zip(batch, self._each(lambda share: self._taken(dealt, share, enough), batch), strict=True))
        if any(each.ended == OVERFLOW for each in through.values()):
            self.dealt = self._widened(dealt)
            return
        self.through |= through
        held = sum(_bytes(each.piece) for each in self.through.values())
        self.slots = max(each.slots for each in through.values())
        self._fit(held + dealt.bytes, self.slots)
        if self.waiting:
            return
        self.pieces = [self.through[share].piece for share in sorted(self.through)]
        width = sum(piece.states for piece in self.pieces)
        done = self._so_far()
        steps = first + max(each.steps for each in self.through.values())
        self.progress = done._replace(steps=steps, width=width, finished=steps == done.of)
        self.apart, self.dealt, self.through = dealt.window.apart, None, {}
        if self.folds is not None and width >= self.sizes.wide and steps in self.folds.bits:
            self._each(partial(self.folds.apply, steps), self.pieces)
            self.apart = False

    def _widened(self, dealt: Dealt) -> Dealt:
        """Double the words of a count and restart the window."""
        if self.wide == self.sizes.widest:
            raise OutOfReach(f"a count of ways exceeds 2**{64 * self.sizes.widest}")
        parts = []
        for part in dealt.parts:
            counts = np.zeros((part.borders[-1], 2 * self.wide), dtype=np.uint64)
            counts[:, : self.wide] = part.counts.reshape(-1, self.wide)
            parts.append(part._replace(counts=counts.ravel()))
        self.wide *= 2
        self.through, self.waiting = {}, _in_order(dealt)
        return dealt._replace(parts=parts)

    def _fit(self, held: int, slots: int) -> None:
        """Raise OutOfRoom if two layers of that many bytes, and that many cells for each thread, exceed the limit."""
        held += int(self.workers * 8 * slots * (self.width + self.wide) * (1 + 2 * FULLEST))
        if held > self.memory:
            raise OutOfRoom(
                f"layer {self.progress.steps + 1} of {self.progress.of} or one soon after it has more than"
                f" {self.progress.width} states; the next needs {held >> 20} MB, and the limit is {self.memory >> 20} MB"
            )

    def _taken(self, dealt: Dealt, share: int, enough: int) -> Through:
        """Take a share through the window; a narrow layer only until `enough` states have been generated."""
        tables, window, size = self.tables, dealt.window, dealt.sizes[share]
        steps = tables.steps[window.first : window.last]
        keys, counts = dealt.states_of(share, self.width, self.wide)
        needed, wide = 2 * size + 3 * (BATCH + self.fan + 1), (0,) * self.wide
        slots = max(self.slots, 1 << needed.bit_length())
        where = np.zeros(4, dtype=np.int64)
        widest, enough = (self.sizes.wide, enough) if len(dealt.sizes) == 1 else (NEVER, NEVER)
        room = self.scratch.get()
        try:
            while True:
                self._fit(dealt.bytes, slots)
                room.hold(slots, self.wide)
                # No more than those cells, even if a thread has more: which limits are reached must not depend on the thread.
                cells = room.cells[: slots * (self.width + self.wide)]
                ended, where[:], begin, other, after = DONE, (size, 0, 0, 0), (keys, counts), room.one, room.other
                if not self.apart:
                    ended, where[0] = merged(
                        self.near + self.far, wide, size, keys, counts, *room.one, cells, room.batch, HASHES
                    )
                    where[1] = where[0] - size
                    begin, other, after = room.one, room.other, room.one
                if ended == DONE:
                    ended = taken_through(
                        self.near, self.far, wide, steps, tables.chunks, tables.slices, tables.table, self.adds, tables.closes,
                        *begin, *other, *after, cells, room.batch, room.entries, HASHES, where, widest, enough,
                    )  # fmt: skip
                if ended != FULL:
                    break
                slots *= 2
            states = int(where[0]) if ended == DONE else 0
            newest, ways = other if where[3] % 2 else after
            piece = Piece(states, newest[: states * self.width].copy(), ways[: states * self.wide].copy())
        finally:
            self.scratch.put(room)
        return Through(int(ended), piece, int(where[3]), int(where[1]), int(where[2]), slots)

    def _each(self, work: Callable[[_Each], _Ended], things: Sequence[_Each]) -> list[_Ended]:
        """Return the result of `work` for each thing; each thread, including the caller's, takes the next one when it is free."""
        waiting, ended, stop = enumerate(things), dict[int, _Ended](), Event()

        def take() -> None:
            while not stop.is_set() and (following := next(waiting, None)) is not None:
                ended[following[0]] = work(following[1])

        def take_turn() -> None:
            try:
                take()
            except BaseException:  # raised again below; the other threads end with their current share
                stop.set()
                raise
            finally:
                self.turns.release()

        others = list[Future[None]]()
        try:
            while len(others) < min(self.workers, len(things)) - 1 and self.turns.acquire(blocking=False):
                self.threads = self.threads or ThreadPoolExecutor(self.workers - 1, "exactcover-layers")
                others.append(self.threads.submit(take_turn))
            take()
            for other in others:
                other.result()
        finally:
            stop.set()
        return [ended[number] for number in range(len(things))]


def _in_order(dealt: Dealt) -> list[int]:
    """Return the nonempty shares, the largest last."""
    return sorted(np.flatnonzero(dealt.sizes).tolist(), key=dealt.sizes.__getitem__)


def _even_groups(pieces: list[Piece], most: int) -> list[list[Piece]]:
    """Return the pieces, in order, in at most that many groups of about equal numbers of states."""
    before = np.cumsum([0, *(piece.states for piece in pieces)])
    numbers = (before[:-1] * most // max(int(before[-1]), 1)).tolist()
    return [[piece for _, piece in some] for _, some in groupby(zip(numbers, pieces, strict=True), key=itemgetter(0))]


def _bytes(piece: Piece) -> int:
    return int(piece.keys.nbytes + piece.counts.nbytes)

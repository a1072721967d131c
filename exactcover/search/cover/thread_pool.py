"""Roots searched by several threads, each root by one; the kernels let go of the interpreter's lock while they search.

The caller's thread is one of them: it need not be woken, and has no other to wait for where roots are few.

What is counted, and how many nodes that takes, is the sum over the roots, whatever the number of threads. Solutions are
handed over in the order of the roots where there is one thread, in the order they are found where there are more.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, Protocol, TypeAlias

from exactcover.kernel.instance import Step

SLICE_NODES, FIRST_SLICE, LONGEST_SLICE = 200_000, 4_000, 1 << 26  # a node of sparse sets may take 50 microseconds
SLICE_SECONDS = 0.03  # of a call, and between two messages of a thread: rarer ones hold the other threads up less
GROWTH = 4  # of the nodes of a call, at most
SELECTIONS_PER_SLICE = 4_096
WAITING_BATCHES = 8
ROOTS_AT_ONCE, PARTS = 64, 4  # of a thread; it takes so small a part of its share of the roots that are left
SLACK = 63  # nodes by which a call of several roots may overshoot what it was allowed


class Searching(Protocol):
    """One search below a root, as all kernels that search give it.

    slack: by how many nodes a call may overshoot what it was allowed.
    """

    slack: int

    def run(self, nodes: int, keep: int = 0, most: int = 1 << 62) -> Step:
        """Search on for about `nodes` nodes; list up to `keep` solutions, or count up to `most` with keep = 0."""


InTurn: TypeAlias = Callable[[Sequence[int], int], tuple[list[Step], Searching | None]]
"""Counts below roots, one after the other for about so many nodes: a step of each that was begun, and the last one's search
where it is not done."""


class Slice(NamedTuple):
    """What one call of a search brought: the number of its root, and the step."""

    root: int
    step: Step


def run(
    begin: Callable[[int], Searching],
    roots: Sequence[int],
    *,
    keep: bool,
    workers: int,
    nodes: int | None,
    most: int | None,
    in_turn: InTurn | None = None,
    turns: threading.Semaphore | None = None,
) -> Iterator[Slice | None]:
    """Search the roots, yielding slices as they come, and None every now and then while there is nothing to say.

    begin: starts the search of a root; keep: list the solutions; nodes: stop before more are spent (with one worker; each
    further one may spend a slice more); most: stop when that many solutions are found; in_turn: counts below several roots in one
    call, where the kernel can; turns: one is needed by each thread beside the caller's for as long as it works, where others need
    the processors too. The consumer stops early by closing the iterator.
    """
    together = in_turn if not keep and most is None and len(roots) > 1 else None
    pool = _Pool(begin, together, keep, _Budget(nodes, most))
    if workers == 1:
        yield from _alone(pool, roots)
    else:
        yield from _together(pool, roots, workers, turns or threading.Semaphore(workers - 1))


class _Budget:
    """Nodes and solutions still allowed, shared by the threads."""

    def __init__(self, nodes: int | None, most: int | None) -> None:
        self.nodes, self.most = nodes, most
        self.lock = threading.Lock()

    def slice(self, wanted: int, keep: bool, slack: int) -> tuple[int, int, int]:
        """Return the nodes, the solutions to list and those to count that the next call is allowed."""
        with self.lock:
            # Calls of a fixed size where nodes are limited: the search then ends at the same node each time.
            nodes = wanted if self.nodes is None else min(SLICE_NODES, self.nodes - slack)
            most = (1 << 62) if self.most is None else self.most
        return nodes, min(SELECTIONS_PER_SLICE, most) if keep else 0, most

    def spend(self, step: Step) -> Step | None:
        """Take a step off what is allowed; return it cut to the solutions still wanted, or None where none are."""
        with self.lock:
            if self.nodes is not None:
                self.nodes = max(0, self.nodes - step.nodes)
            if self.most is None:
                return step
            if self.most == 0:
                return None
            count = min(step.solutions, self.most)
            self.most -= count
            return Step(count, step.selections[:count], step.nodes, step.finished)

    def gone(self, slack: int = 0) -> bool:
        """Return whether nothing more is allowed to a search that may overshoot by `slack` nodes."""
        return (self.nodes is not None and self.nodes <= slack) or self.most == 0


class _Pace:
    """How many nodes one call is given, so that calls take about the same time whatever the kernel."""

    def __init__(self, nodes: int) -> None:
        self.nodes = nodes

    def ran(self, nodes: int, seconds: float) -> None:
        """Learn from a call that spent so many nodes in so many seconds."""
        if 2 * nodes > self.nodes:  # a call that ended early, its root searched, says little
            wanted = int(nodes * SLICE_SECONDS / max(seconds, 1e-9))
            self.nodes = min(max(wanted, self.nodes // GROWTH, 1), GROWTH * self.nodes, LONGEST_SLICE)


class _Pool(NamedTuple):
    """What all threads search with; see `run`."""

    begin: Callable[[int], Searching]
    in_turn: InTurn | None
    keep: bool
    budget: _Budget

    @property
    def first(self) -> int:
        """The nodes of a thread's first call: more where the kernel can search roots in turn, which takes nanoseconds for one."""
        return FIRST_SLICE if self.in_turn is None else SLICE_NODES


class _Waiting:
    """The roots that no thread has taken yet."""

    def __init__(self, roots: Sequence[int], workers: int, at_once: int) -> None:
        self.roots, self.first = roots, 0
        self.workers, self.at_once = workers, at_once
        self.lock = threading.Lock()

    def __bool__(self) -> bool:
        """Return whether there are any."""
        return self.first < len(self.roots)

    def taken(self) -> Sequence[int]:
        """Return the next roots for a thread: fewer at once the fewer there are, so that all threads end together."""
        with self.lock:
            left = len(self.roots) - self.first
            number = min(max(left // (PARTS * self.workers), 1), self.at_once)
            self.first += number
            return self.roots[self.first - number : self.first]


def _slices(pool: _Pool, roots: Sequence[int], pace: _Pace) -> Iterator[Slice]:
    """Search roots, one after the other."""
    if pool.in_turn is None or len(roots) == 1:
        for root in roots:
            yield from _below(pool, root, pool.begin(root), pace)
        return
    while roots and not pool.budget.gone(SLACK):
        begun = time.perf_counter()
        steps, search = pool.in_turn(roots, pool.budget.slice(pace.nodes, pool.keep, SLACK)[0])
        pace.ran(sum(step.nodes for step in steps), time.perf_counter() - begun)
        for root, step in zip(roots, steps, strict=False):
            allowed = pool.budget.spend(step)
            assert allowed is not None, "roots are searched in turn where solutions are not limited"
            yield Slice(root, allowed)
        if search is not None:
            yield from _below(pool, roots[len(steps) - 1], search, pace)
        roots = roots[len(steps) :]


def _below(pool: _Pool, root: int, search: Searching, pace: _Pace) -> Iterator[Slice]:
    """Search on below one root."""
    finished, budget = False, pool.budget
    while not finished and not budget.gone(search.slack):
        begun = time.perf_counter()
        step = search.run(*budget.slice(pace.nodes, pool.keep, search.slack))
        pace.ran(step.nodes, time.perf_counter() - begun)
        allowed = budget.spend(step)
        if allowed is None:
            return
        finished = allowed.finished
        yield Slice(root, allowed)


def _alone(pool: _Pool, roots: Sequence[int]) -> Iterator[Slice | None]:
    pace = _Pace(pool.first)
    each = 1 if pool.in_turn is None else ROOTS_AT_ONCE
    for first in range(0, len(roots), each):
        yield from _slices(pool, roots[first : first + each], pace)
        if pool.budget.gone():
            return


def _batches(pool: _Pool, waiting: _Waiting, stop: threading.Event) -> Iterator[list[Slice]]:
    """Search the roots that wait, one after the other, and hand over the slices of a while together."""
    pace, batch, sent = _Pace(pool.first), list[Slice](), time.perf_counter()
    while not stop.is_set() and not pool.budget.gone():
        roots = waiting.taken()
        if not roots:
            break
        for slice_ in _slices(pool, roots, pace):
            batch.append(slice_)
            if pool.keep or time.perf_counter() - sent > SLICE_SECONDS:
                yield batch
                batch, sent = [], time.perf_counter()
            if stop.is_set():
                return
    yield batch


def _together(pool: _Pool, roots: Sequence[int], workers: int, turns: threading.Semaphore) -> Iterator[Slice | None]:
    """Search by the caller's thread, while no other has a message for it, and by as many more as have a turn."""
    waiting = _Waiting(roots, workers, 1 if pool.in_turn is None else ROOTS_AT_ONCE)
    done: queue.Queue[list[Slice] | BaseException | None] = queue.Queue(maxsize=WAITING_BATCHES * workers)
    stop = threading.Event()

    def put(message: list[Slice] | BaseException | None) -> None:
        while not stop.is_set():
            try:
                done.put(message, timeout=0.1)
            except queue.Full:
                continue
            return

    def work() -> None:
        try:
            for batch in _batches(pool, waiting, stop):
                put(batch)
        except BaseException as error:  # raised again by the consumer, in its own thread
            put(error)
        turns.release()
        put(None)

    own: Iterator[list[Slice]] | None = _batches(pool, waiting, stop)
    begun = alive = 0
    try:
        while alive or own is not None:
            while begun < workers - 1 and waiting and turns.acquire(blocking=False):
                threading.Thread(target=work, daemon=True).start()
                begun, alive = begun + 1, alive + 1
            try:
                message = done.get(block=own is None, timeout=0.1)
            except queue.Empty:
                if own is None:
                    yield None
                    continue
                message = next(own, [])
                own = own if message else None
            if message is None:
                alive -= 1
            elif isinstance(message, BaseException):
                raise message
            else:
                yield from message
    finally:
        stop.set()

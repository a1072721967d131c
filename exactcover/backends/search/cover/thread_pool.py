"""Searches roots on several threads, each root on one; the kernels release the interpreter lock while they search.

The caller's thread is one of them: it need not be woken, and waits for no other if roots are few.

Counts and nodes are sums over the roots, whatever the number of threads. Solutions are delivered in the order of the roots
with one thread, in the order in which they are found with several.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from operator import length_hint
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

from exactcover.kernel.cover.many_roots import Counted
from exactcover.kernel.instance import Step

SLICE_NODES, FIRST_SLICE, LONGEST_SLICE = 200_000, 4_000, 1 << 26  # a node of sparse sets may take 50 microseconds
SLICE_SECONDS = 0.03  # of a call, and between two messages of a thread: rarer messages delay the other threads less
GROWTH = 4  # maximum growth of the nodes from call to call
SELECTIONS_PER_SLICE = 4_096
WAITING_BATCHES = 8
SLACK = 63  # nodes by which a call of several roots may exceed its allowance


class Searching(Protocol):
    """The interface of a search below a root, common to all searching kernels.

    slack: the nodes by which a call may exceed its allowance.
    """

    slack: int

    def run(self, nodes: int, keep: int = 0, most: int = 1 << 62) -> Step:
        """Continue the search for about `nodes` nodes; list up to `keep` solutions, or count up to `most` with keep = 0."""


class InTurn(Protocol):
    """Roots counted in turn by all callers, see many_roots.ManyRoots; they are identified by index."""

    @property
    def left(self) -> int:
        """How many roots no call has taken yet."""

    def count(self, nodes: int) -> Counted:
        """Count below the remaining roots, for about that many nodes."""


class Slice(NamedTuple):
    """The result of one call of a search: the number of its root, and the step."""

    root: int
    step: Step


class WholeRoots(NamedTuple):
    """The result of one call that finished several roots: their numbers, solutions and nodes."""

    roots: list[int]
    solutions: list[int]
    nodes: list[int]


Brought: TypeAlias = Slice | WholeRoots
_Each = TypeVar("_Each")
_Some_co = TypeVar("_Some_co", covariant=True)


def run(
    begin: Callable[[int], Searching],
    roots: Sequence[int],
    *,
    keep: bool,
    workers: int,
    nodes: int | None,
    most: int | None,
    turns: threading.Semaphore | None = None,
) -> Iterator[Slice | None]:
    """Search the roots, yielding slices as they arrive, and None now and then in between.

    begin: starts the search of a root; keep: list the solutions; nodes: stop before more are spent (with one worker; each
    further one may spend a slice more); most: stop when that many solutions are found; turns: each thread but the caller's
    holds one while it works, if others need the processors too. The consumer stops early by closing the iterator.
    """
    return _pooled(_OneByOne(begin, roots, keep, _Budget(nodes, most)), workers, turns)


def count(
    in_turn: InTurn,
    roots: Sequence[int],
    *,
    workers: int,
    nodes: int | None,
    turns: threading.Semaphore | None = None,
) -> Iterator[Brought | None]:
    """Count below roots that a kernel counts in turn, `roots[place]` being the number of each; see `run`."""
    return _pooled(_Together(in_turn, roots, _Budget(nodes, None)), workers, turns)


class _Budget:
    """The remaining nodes and solutions, shared by the threads."""

    def __init__(self, nodes: int | None, most: int | None) -> None:
        self.nodes, self.most = nodes, most
        self.lock = threading.Lock()

    def slice(self, wanted: int, slack: int, keep: bool = False) -> tuple[int, int, int]:
        """Return the nodes, the solutions to list and those to count that the next call may use."""
        with self.lock:
            # Calls have a fixed size if nodes are limited: the search then ends at the same node every time.
            nodes = wanted if self.nodes is None else min(SLICE_NODES, self.nodes - slack)
            most = (1 << 62) if self.most is None else self.most
        return nodes, min(SELECTIONS_PER_SLICE, most) if keep else 0, most

    def spend(self, step: Step) -> Step | None:
        """Deduct a step; return it cut to the solutions still wanted, or None if none are."""
        self.spent(step.nodes)
        with self.lock:
            if self.most is None:
                return step
            if self.most == 0:
                return None
            count = min(step.solutions, self.most)
            self.most -= count
            return Step(count, step.selections[:count], step.nodes, step.finished)

    def spent(self, nodes: int) -> None:
        """Deduct nodes."""
        with self.lock:
            if self.nodes is not None:
                self.nodes = max(0, self.nodes - nodes)

    def gone(self, slack: int = 0) -> bool:
        """Return whether nothing is left for a search that may exceed its allowance by `slack` nodes."""
        return (self.nodes is not None and self.nodes <= slack) or self.most == 0


class _Pace:
    """The nodes per call, adapted so that calls take about the same time whatever the kernel."""

    def __init__(self, nodes: int) -> None:
        self.nodes = nodes

    def ran(self, nodes: int, seconds: float) -> None:
        """Learn from a call that spent that many nodes in that many seconds."""
        if 2 * nodes > self.nodes:  # a call that ended early with its root says little
            wanted = int(nodes * SLICE_SECONDS / max(seconds, 1e-9))
            self.nodes = min(max(wanted, self.nodes // GROWTH, 1), GROWTH * self.nodes, LONGEST_SLICE)


class _Source(Protocol[_Some_co]):
    """The roots shared by all threads. keep: results are large, and delivered at once."""

    keep: bool

    @property
    def left(self) -> int:
        """How many roots no thread has taken yet."""

    def searched(self, stop: threading.Event) -> Iterator[_Some_co]:
        """Search the roots that no other thread takes, one after the other."""


class _OneByOne:
    """Roots searched separately."""

    def __init__(self, begin: Callable[[int], Searching], roots: Sequence[int], keep: bool, budget: _Budget) -> None:
        self.begin, self.keep, self.budget = begin, keep, budget
        self.roots = iter(list(roots))  # two threads never get the same one

    @property
    def left(self) -> int:
        return length_hint(self.roots)

    def searched(self, stop: threading.Event) -> Iterator[Slice]:
        pace = _Pace(FIRST_SLICE)
        while not stop.is_set() and not self.budget.gone():
            root = next(self.roots, None)
            if root is None:
                return
            yield from _below(root, self.begin(root), self.budget, pace, self.keep)


class _Together:
    """Roots counted in turn, at nanoseconds per node: a thread's first call gets more of them."""

    keep = False

    def __init__(self, in_turn: InTurn, roots: Sequence[int], budget: _Budget) -> None:
        self.in_turn, self.roots, self.budget = in_turn, roots, budget

    @property
    def left(self) -> int:
        return self.in_turn.left

    def searched(self, stop: threading.Event) -> Iterator[Brought]:
        pace = _Pace(SLICE_NODES)
        while not stop.is_set() and self.in_turn.left and not self.budget.gone(SLACK):
            start = time.perf_counter()
            places, solutions, nodes, last = self.in_turn.count(self.budget.slice(pace.nodes, SLACK)[0])
            spent = sum(nodes) + (0 if last is None else last.step.nodes)
            pace.ran(spent, time.perf_counter() - start)
            self.budget.spent(spent)
            if places:
                yield WholeRoots([self.roots[place] for place in places], solutions, nodes)
            if last is not None:
                root = self.roots[last.place]
                yield Slice(root, last.step)
                yield from _below(root, last.search, self.budget, pace)


def _below(root: int, search: Searching, budget: _Budget, pace: _Pace, keep: bool = False) -> Iterator[Slice]:
    """Continue the search below one root."""
    finished = False
    while not finished and not budget.gone(search.slack):
        start = time.perf_counter()
        step = search.run(*budget.slice(pace.nodes, search.slack, keep))
        pace.ran(step.nodes, time.perf_counter() - start)
        allowed = budget.spend(step)
        if allowed is None:
            return
        finished = allowed.finished
        yield Slice(root, allowed)


def _pooled(source: _Source[_Each], workers: int, turns: threading.Semaphore | None) -> Iterator[_Each | None]:
    if workers == 1:
        yield from source.searched(threading.Event())
    else:
        yield from _by_threads(source, workers, turns or threading.Semaphore(workers - 1))


def _batches(source: _Source[_Each], stop: threading.Event) -> Iterator[list[_Each]]:
    """Search, and deliver results in batches."""
    batch, sent = list[_Each](), time.perf_counter()
    for each in source.searched(stop):
        batch.append(each)
        if source.keep or time.perf_counter() - sent > SLICE_SECONDS:
            yield batch
            batch, sent = [], time.perf_counter()
        if stop.is_set():
            return
    yield batch


def _by_threads(source: _Source[_Each], workers: int, turns: threading.Semaphore) -> Iterator[_Each | None]:
    """Search on the caller's thread, while no other has a message for it, and on as many more as have a turn."""
    done: queue.Queue[list[_Each] | BaseException | None] = queue.Queue(maxsize=WAITING_BATCHES * workers)
    stop = threading.Event()

    def put(message: list[_Each] | BaseException | None) -> None:
        while not stop.is_set():
            try:
                done.put(message, timeout=0.1)
            except queue.Full:
                continue
            return

    def work() -> None:
        try:
            for batch in _batches(source, stop):
                put(batch)
        except BaseException as error:  # raised again by the consumer, in its own thread
            put(error)
        turns.release()
        put(None)

    own_batches: Iterator[list[_Each]] | None = _batches(source, stop)
    started = alive = 0
    try:
        while alive or own_batches is not None:
            while started < workers - 1 and source.left and turns.acquire(blocking=False):
                threading.Thread(target=work, daemon=True).start()
                started, alive = started + 1, alive + 1
            try:
                message = done.get(block=own_batches is None, timeout=0.1)
            except queue.Empty:
                if own_batches is None:
                    yield None
                    continue
                message = next(own_batches, [])
                own_batches = own_batches if message else None
            if message is None:
                alive -= 1
            elif isinstance(message, BaseException):
                raise message
            else:
                yield from message
    finally:
        stop.set()

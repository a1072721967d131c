"""Thread pools: what threads hand over, limits kept, errors passed on, threads that end."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from typing import cast

import numpy as np
import pytest

from exactcover.backends.search.cover import thread_pool
from exactcover.backends.search.cover.kernel_names import FEWEST_OPTIONS, SPARSE, STATIC_ORDER, Kernel
from exactcover.backends.search.cover.orbits import Orbits
from exactcover.backends.search.cover.strategy import Chooser
from exactcover.kernel.cover import static_order
from exactcover.kernel.cover.many_roots import Begun, Counted
from exactcover.kernel.instance import Step
from tests.classic_covers import queens

LONG = 10**9


class Made:
    """A made-up search: `nodes` nodes, every tenth of which is a solution; it never does more than it may."""

    slack = 0

    def __init__(self, root: int, nodes: int) -> None:
        self.root, self.nodes, self.done = root, nodes, 0

    def run(self, nodes: int, keep: int = 0, most: int = 1 << 62) -> Step:
        """Search on, stopping early where the solutions asked for are found."""
        assert nodes > 0
        wanted = min(most, keep) if keep else most
        spent = min(nodes, self.nodes - self.done, wanted * 10)
        solutions = (self.done + spent) // 10 - self.done // 10
        first = self.done // 10
        self.done += spent
        rows = np.array([[self.root, first + k] for k in range(solutions)] if keep else [], dtype=np.int32).reshape(
            -1, 2
        )
        return Step(solutions, rows, spent, self.done == self.nodes)


def made(nodes: int) -> Callable[[int], Made]:
    """What starts a made-up search of so many nodes below each root."""
    return lambda root: Made(root, nodes)


def gone(before: set[threading.Thread]) -> bool:
    """Whether every thread that was not there before ends."""
    for thread in set(threading.enumerate()) - before:
        thread.join(timeout=30)
    return not set(threading.enumerate()) - before


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_everything_is_handed_over_once(workers: int) -> None:
    """All roots are finished, with all their nodes and each of their solutions once, whatever the number of threads."""
    steps = [
        s for s in thread_pool.run(made(700_000), range(7), keep=False, workers=workers, nodes=None, most=None) if s
    ]
    assert sum(s.step.nodes for s in steps) == 7 * 700_000
    assert sum(s.step.solutions for s in steps) == 7 * 70_000
    assert sorted(s.root for s in steps if s.step.finished) == list(range(7))
    slices = thread_pool.run(made(1_000), range(7), keep=True, workers=workers, nodes=None, most=None)
    listed = [tuple(row) for s in slices if s for row in s.step.selections.tolist()]
    assert sorted(listed) == [(root, k) for root in range(7) for k in range(100)]
    if workers == 1:
        assert listed == sorted(listed)


@pytest.mark.parametrize("keep", [True, False])
@pytest.mark.parametrize("nodes", [0, 1, 999, 250_000, 1_000_001])
def test_one_worker_keeps_a_limit_of_nodes_to_the_node(keep: bool, nodes: int) -> None:
    """The steps of one thread have exactly the nodes allowed."""
    slices = list(thread_pool.run(made(400_000), range(5), keep=keep, workers=1, nodes=nodes, most=None))
    assert sum(s.step.nodes for s in slices if s) == nodes


def test_several_workers_overshoot_a_limit_of_nodes_by_a_slice_each_at_most() -> None:
    """Two threads stop once the nodes are spent, at most one slice more than allowed."""
    nodes = 1_000_001
    slices = list(thread_pool.run(made(LONG), range(5), keep=False, workers=2, nodes=nodes, most=None))
    assert nodes <= sum(s.step.nodes for s in slices if s) <= nodes + thread_pool.SLICE_NODES


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("keep", [True, False])
@pytest.mark.parametrize("most", [1, 5, 4_097, 30_000])
def test_a_limit_of_solutions_is_kept_exactly(workers: int, keep: bool, most: int) -> None:
    """Exactly as many solutions are handed over as were asked for, though several threads find them."""
    slices = [s for s in thread_pool.run(made(LONG), range(4), keep=keep, workers=workers, nodes=None, most=most) if s]
    assert sum(s.step.solutions for s in slices) == most
    if keep:
        assert sum(len(s.step.selections) for s in slices) == most


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_in_a_search_reaches_the_consumer(workers: int) -> None:
    """What goes wrong in a thread is raised where the slices are read, and the other threads end."""
    before = set(threading.enumerate())

    def begin(root: int) -> Made:
        if root == 2:
            raise RuntimeError("no such root")
        return Made(root, LONG)

    with pytest.raises(RuntimeError, match="no such root"):
        list(thread_pool.run(begin, [2, 0, 1], keep=False, workers=workers, nodes=None, most=None))
    assert gone(before)


@pytest.mark.parametrize("workers", [2, 4])
def test_closing_the_iterator_ends_the_threads(workers: int) -> None:
    """A consumer that has enough closes the iterator, even with slices waiting, and no thread stays behind."""
    before = set(threading.enumerate())
    slices = thread_pool.run(made(LONG), range(20), keep=True, workers=workers, nodes=None, most=None)
    assert next(slice_ for slice_ in slices if slice_ is not None).step.solutions > 0
    assert len(set(threading.enumerate()) - before) == workers - 1  # the caller's thread searches too
    slices.close()  # type: ignore[attr-defined]
    assert gone(before)


def test_threads_end_when_all_is_searched() -> None:
    """After the last slice no thread is left."""
    before = set(threading.enumerate())
    list(thread_pool.run(made(100), range(50), keep=False, workers=3, nodes=None, most=None))
    assert gone(before)


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_no_roots_give_no_slices(workers: int) -> None:
    """Where there is nothing to search there is nothing to say."""
    assert not [s for s in thread_pool.run(made(10), [], keep=False, workers=workers, nodes=None, most=None) if s]


@pytest.mark.parametrize("kernel", [STATIC_ORDER, FEWEST_OPTIONS, SPARSE])
def test_limits_hold_for_the_kernels_themselves(kernel: Kernel) -> None:
    """Queens counted and listed under limits of nodes and solutions, by each kernel: never more than allowed."""
    model = queens(8)
    strategy = Chooser(model, Orbits(model), whole_group=True, seed=0, chain=False, kernel=kernel).best()
    for keep in (True, False):
        for nodes in (0, 10, 100, 300):
            steps = thread_pool.run(lambda _: strategy.begin(()), [0], keep=keep, workers=1, nodes=nodes, most=None)
            assert sum(s.step.nodes for s in steps if s) <= nodes
        for most in (1, 7, 91, 92, 93):
            steps = thread_pool.run(lambda _: strategy.begin(()), [0], keep=keep, workers=1, nodes=None, most=most)
            assert sum(s.step.solutions for s in steps if s) == min(most, 92)


class Dealt:
    """Made-up roots of `each` nodes, counted below in turn; a call takes no more of them than it has nodes for."""

    def __init__(self, roots: int, each: int) -> None:
        self.each, self.waiting, self.lock = each, list(range(roots)), threading.Lock()

    @property
    def left(self) -> int:
        """How many roots no call has taken."""
        return len(self.waiting)

    def count(self, nodes: int) -> Counted:
        """Count below the roots that are left."""
        counted = Counted([], [], [], None)
        while nodes > 0:
            with self.lock:
                if not self.waiting:
                    break
                place = self.waiting.pop()
            search = Made(place, self.each)
            step = search.run(nodes)
            nodes -= step.nodes
            if not step.finished:
                return counted._replace(begun=Begun(place, step, cast("static_order.Search", search)))
            for column, number in zip(counted, (place, step.solutions, step.nodes), strict=False):
                cast("list[int]", column).append(number)
        return counted


@pytest.mark.parametrize("workers", [1, 2, 3])
@pytest.mark.parametrize("each", [1_000, 900_000])
def test_roots_counted_in_turn_are_told_of_once(workers: int, each: int) -> None:
    """Where several roots are counted in one call, short or long ones, each is told of once, with all that is below it."""
    numbers = range(100, 200)
    solutions, nodes = Counter[int](), Counter[int]()
    done = list[int]()
    for brought in thread_pool.count(Dealt(100, each), numbers, workers=workers, nodes=None):
        if isinstance(brought, thread_pool.WholeRoots):
            for root, of_root, spent in zip(*brought, strict=True):
                solutions[root], nodes[root] = solutions[root] + of_root, nodes[root] + spent
            done += brought.roots
        elif brought is not None:
            solutions[brought.root] += brought.step.solutions
            nodes[brought.root] += brought.step.nodes
            done += [brought.root] * brought.step.finished
    assert sorted(done) == list(numbers)
    assert nodes == dict.fromkeys(numbers, each)
    assert solutions == dict.fromkeys(numbers, each // 10)


@pytest.mark.parametrize("each", [1_000, 900_000])
def test_one_worker_that_counts_in_turn_keeps_a_limit_of_nodes(each: int) -> None:
    """A limit of nodes is reached, and not passed."""
    spent = 0
    for brought in thread_pool.count(Dealt(100, each), range(100), workers=1, nodes=50_000):
        assert brought is not None
        spent += sum(brought.nodes) if isinstance(brought, thread_pool.WholeRoots) else brought.step.nodes
    assert 50_000 - thread_pool.SLACK <= spent <= 50_000

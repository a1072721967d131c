"""One solution of a cover: which kernels take turns, in which order, and for how many nodes.

Two kernels only find one (live_lists.py for boards of few pieces, degree_buckets.py for large boards); those that also count
and list take turns with them, for covers on which their branching rule is better. All of them are complete: the first that
ends without a solution has proved that there is none. If options are few and meet few others, sparse sets come first, because
they are prepared in less time than the others search. If options are forced, the kernels search what is left below them. A
solver that learns from failures joins late where items are many and none is a piece, as in large Latin squares.

Historical note. CPU seconds of the engine to the first solution, medians over seeds: 60x60 by free pentominoes 0.14 instead of
no answer after 150, 35 hexominoes on 15x15 less 3x5 0.3 instead of 9.5, 400x400 by dominoes 0.12 instead of 19. CPU
milliseconds to the first solution of a sudoku with 17 clues: 0.7 by sparse sets, 1.2 by fewest-options, 5.6 by live-lists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, partial
from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from exactcover.backends.search.cover import briefly, clauses
from exactcover.backends.search.cover.forcing import Below, Lifted, below_forced
from exactcover.backends.search.cover.kernel_names import AUTO, FEWEST_OPTIONS, LAYERS, SPARSE, STATIC_ORDER, Kernel
from exactcover.backends.search.cover.kernel_tables import KernelTables, begin, tables_of
from exactcover.backends.search.cover.strategy import bare
from exactcover.backends.search.cover.thread_pool import Searching
from exactcover.kernel.cover import degree_buckets, live_lists, sparse_sets
from exactcover.kernel.cover.pieces import has_pieces
from exactcover.kernel.instance import Instance, OutOfReach
from exactcover.kernel.slices import REACH
from exactcover.model.cover import Cover

# Nodes of a first turn: about the same time for each.
NODES = {STATIC_ORDER.name: 20_000, FEWEST_OPTIONS.name: 2_000, SPARSE.name: 500}
SHORTER, SHORTER_LISTS, LONGER = 4, 6, 4
"""By how many times the opening of degree-buckets and of live-lists is shorter than a turn, and that of sparse sets longer."""
ONLY_SOLVING = 2_000  # plus one for each option of live-lists, each item of degree-buckets
FEW_OPTIONS = 1_024  # that few are tabulated quickly, and their board is not large
KEPT_OPTIONS = 4_096  # the tables of covers with at most so many are kept between searches
LONGEST_TURN = 64  # in units of first turns
MANY_ITEMS = 500  # each kernel but degree-buckets and sparse sets takes long for a node
CLAUSES_NODES, CLAUSES_ENTRIES, ENTRIES_A_TURN = 6_000, 100_000, 15_000
"""Of the search by clauses: the nodes of a turn, and limits of its covers; more entries, which take time, begin later."""
AGAIN, AGAIN_NODES = 6, 2_500
"""Of covers of many items without pieces: the seeds that degree-buckets begins with, and the nodes of each beyond a descent."""


class Turn(NamedTuple):
    """How a kernel's search is started, and the nodes of its first turn; starting raises OutOfReach if it does not support the
    cover.

    opening: the nodes of its turn in the first round, if these differ; joins: the round in which it begins, from 0;
    once: it has no turn in later rounds.
    """

    begin: Callable[[], Searching]
    nodes: int
    opening: int | None = None
    joins: int = 0
    once: bool = False


class Prepared:
    """The kernels' preprocessing of a cover: done once, and shared by searches."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self._tables: dict[Kernel, KernelTables] = {}

    @cached_property
    def live(self) -> live_lists.State | None:
        """The arrays of live-lists; None if they are large, or some item may not be covered: each search then builds its own.

        Also None if items have colours, which it does not support.
        """
        known = self.instance.colours is None and self.instance.most.all()
        if self.instance.options > KEPT_OPTIONS or not known:
            return None
        return live_lists.prepare(self.instance, 0)

    @cached_property
    def sparse(self) -> sparse_sets.State:
        """The arrays of sparse sets."""
        return sparse_sets.prepare(self.instance)

    @cached_property
    def below(self) -> tuple[Below, Prepared] | None:
        """What is left below forced options, and its preprocessing; None if that is nearly all."""
        below = below_forced(self.instance)
        return None if below is None else (below, Prepared(below.instance))

    def tables(self, kernel: Kernel) -> KernelTables:
        """Return the tables of a kernel."""
        if kernel not in self._tables:
            self._tables[kernel] = tables_of(self.instance, kernel, REACH)
        return self._tables[kernel]


_prepared: WeakKeyDictionary[Cover, Prepared] = WeakKeyDictionary()


def prepared(cover: Cover) -> Prepared:
    """Return the preprocessing of a cover; that of a small one is cached as long as the cover lives."""
    made = _prepared.get(cover) or Prepared(bare(cover))
    if made.instance.options <= KEPT_OPTIONS:
        _prepared[cover] = made
    return made


def turns(made: Prepared, kernel: Kernel, seed: int) -> list[Turn]:
    """Return the kernels that take turns, or the one that was named."""
    if kernel not in (AUTO, LAYERS):
        return [_turn(made, kernel)]
    if made.below is None:
        return _of_kernels(made, seed)
    below, left = made.below
    return [turn._replace(begin=partial(_lifted, turn, below)) for turn in _of_kernels(left, seed)]


def _lifted(turn: Turn, below: Below) -> Lifted:
    return Lifted(turn.begin(), below)


def _turn(made: Prepared, kernel: Kernel) -> Turn:
    return Turn(lambda: begin(made.tables(kernel)), NODES[kernel.name])


def _of_kernels(made: Prepared, seed: int) -> list[Turn]:
    """Return the kernels that take turns on the cover as it is."""
    instance, pieces, large = made.instance, has_pieces(made.instance), _is_large(made.instance)
    anew = beginning_anew(made, seed)
    fewest, static, sparse = (_turn(made, kernel) for kernel in (FEWEST_OPTIONS, STATIC_ORDER, SPARSE))
    if instance.colours is not None:
        return [fewest, sparse]
    if not pieces and (large or instance.items >= MANY_ITEMS) and instance.most.max(initial=0) <= 1:
        return _by_luck(made, seed)
    if large:
        return [anew, sparse]
    if not pieces:  # then many covers are found by one of the kernels at once, and which one is luck
        anew, sparse = anew._replace(opening=anew.nodes // SHORTER_LISTS), sparse._replace(opening=briefly.NODES)
    if instance.options > FEW_OPTIONS:
        others = [_buckets(instance, seed), static, fewest]
        return [anew, *others] if pieces else [anew, sparse, *others]
    if briefly.is_quick(instance):
        looking = Turn(lambda: sparse_sets.Search(instance, (), made.sparse), briefly.NODES, LONGER * briefly.NODES)
        return [looking, anew, fewest, static]
    return [anew, fewest, static] if pieces else [fewest, anew, static]


def _by_luck(made: Prepared, seed: int) -> list[Turn]:
    """Return the turns on a cover of many items and no pieces: a few short searches, and long ones for those out of luck."""
    instance, entries = made.instance, len(made.instance.members)
    anew, sparse = _buckets(instance, seed), _turn(made, SPARSE)
    quick = briefly.is_quick(instance)
    look = sparse._replace(opening=briefly.NODES * (LONGER if quick else 1))
    descent = int(instance.least.sum()) * instance.options // max(entries, 1)  # about so many nodes without a failure
    order = [anew._replace(opening=descent + anew.nodes // SHORTER)]
    if entries <= CLAUSES_ENTRIES:
        brief = descent + AGAIN_NODES
        order += [Turn(partial(_blind, instance, seed + number), brief, once=True) for number in range(1, AGAIN)]
        learning = Turn(lambda: clauses.Search(instance), CLAUSES_NODES, joins=(entries // ENTRIES_A_TURN).bit_length())
        order.append(learning)
    order.insert(1 if quick else 2, look)
    return order


def _blind(instance: Instance, seed: int) -> Searching:
    """Begin a search by degree-buckets that examines no regions: finding neighbours takes longer than a short run."""
    search = degree_buckets.Search(instance, seed)
    search.state.makes[:] = True  # every size of a region is possible
    return search


def beginning_anew(made: Prepared, seed: int) -> Turn:
    """Return the kernel with restarts that suits the size of a cover."""
    instance = made.instance
    if _is_large(instance):
        return _buckets(instance, seed)
    return Turn(lambda: live_lists.Search(instance, seed, made.live), ONLY_SOLVING + instance.options)


def _is_large(instance: Instance) -> bool:
    return instance.items > live_lists.MOST_ITEMS or instance.options > live_lists.MOST_OPTIONS


def _buckets(instance: Instance, seed: int) -> Turn:
    return Turn(lambda: degree_buckets.Search(instance, seed), ONLY_SOLVING + instance.items)


def rounds(order: list[Turn]) -> Iterator[tuple[Searching, int]]:
    """Yield a search and the nodes of its turn, each kernel in turn, with longer turns in every round.

    A search is started at its first turn, and skipped if its kernel does not support the cover; raises OutOfReach if no kernel
    does, though sparse sets support all covers.
    """
    started: list[tuple[Searching, int]] = []
    refusal: OutOfReach | None = None
    joining = sorted(order, key=lambda turn: turn.joins)
    factor, number = 1, 0
    while True:
        for search, nodes in started:
            yield search, nodes * factor
        while joining and (joining[0].joins <= number or not started):
            turn = joining.pop(0)
            try:
                search = turn.begin()
            except OutOfReach as reason:
                refusal = reason
                continue
            yield search, turn.opening or turn.nodes * factor
            if not turn.once:
                started.append((search, turn.nodes))
        if not started and refusal is not None:
            raise refusal
        factor, number = min(2 * factor, LONGEST_TURN), number + 1


def warm_up() -> None:
    """Load or compile the kernels that only find one solution, by a search with each."""
    small = Instance(np.ones(4, np.int64), np.ones(4, np.int64), np.array([0, 2, 4, 6]), np.array([0, 1, 1, 2, 2, 3]))
    for search in (live_lists.Search(small, 0), degree_buckets.Search(small, 0)):
        search.run(10)

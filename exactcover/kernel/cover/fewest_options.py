"""Kernel `fewest-options`: exact cover by branching on the item with the fewest options left, over bitsets of options.

The options still available are one bitset per level; choosing an option is an AND with the options compatible with it. An item
that needs several options takes them in increasing order, leaving out those it has passed, so that each set of options is
visited once; when every item has what it needs, the options still available may be added or not, and each resulting set
counts. Suited to trees on which a fixed order is erratic (sudoku); static_order.py is several times faster per node.

Source: Knuth, The Art of Computer Programming 7.2.2.1, the MRV heuristic and exercise M for multiplicities.
Not here: the tables (option_sets.py), the estimate of the size of a search (probe.py).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from exactcover.kernel.arrays import Array, Number
from exactcover.kernel.bits import popcount, trailing_zeros
from exactcover.kernel.cover.option_sets import WIDTHS, Tables, prepare
from exactcover.kernel.instance import Root, Step, contradicts, padded, parted
from exactcover.kernel.jit import njit

__all__ = ["Search", "State", "Tables", "prepare", "split"]

ACTIVE, NODES = 0, 1  # indices into State.scalars: the level, -1 when ended; nodes of all calls
FREE = -1  # in State.branch: no item needs an option, any available one may be added


class State(NamedTuple):
    """The state of a search: plain arrays, so that it can be copied, saved and resumed.

    open_: (levels, words) untried options; used: (levels, counted items) options chosen for each item with most > 1; needy:
    (levels, items) items that need options, `sizes` of them; branch: item or FREE; chosen: one option per level.
    """

    open_: Array
    used: Array
    needy: Array
    sizes: Array
    branch: Array
    chosen: Array
    scalars: Array


@njit(cache=True, nogil=True)
def choose(
    words: tuple[int, ...], at: int, option: int, open_: Array, used: Array, needy: Array, sizes: Array, sets: Array,
    spans: Array, least: Array, counted: Array,
) -> Number:  # fmt: skip
    """Return the item to branch on at level `at`, FREE if none needs an option, or -2 if one has too few options.

    Fills the needy items of the level from those of the level above, without the items that `option` satisfies (a negative
    option: from the level itself).
    """
    best, fewest = FREE, 1 << 60
    below = at - 1 if option >= 0 else at
    size = 0
    for place in range(sizes[below]):
        item = needy[below, place]
        need = 1
        if counted[item] >= 0:
            need = least[item] - used[at, counted[item]]
            if need <= 0:
                continue
        elif option >= 0 and (sets[item, option >> 6] >> np.uint64(option & 63)) & np.uint64(1):
            continue
        ways = 1 - need
        if len(words) > 0:
            for word in range(len(words)):
                ways += popcount(open_[at, word] & sets[item, word])
        else:
            for word in range(spans[item, 0], spans[item, 1]):
                ways += popcount(open_[at, word] & sets[item, word])
        if ways <= 0:
            return -2
        needy[at, size] = item
        size += 1
        if ways < fewest:
            best, fewest = item, ways
    sizes[at] = size
    return best


@njit(cache=True, nogil=True)
def following(words: tuple[int, ...], at: int, item: int, need: int, open_: Array, sets: Array, spans: Array) -> Number:
    """Return the next option to try at a level, -1 if its item has fewer than `need` left."""
    lowest, ways = -1, 0
    first, last = 0, open_.shape[1]
    if item >= 0:
        first, last = spans[item, 0], spans[item, 1]
    for word in range(first, last):
        options = open_[at, word]
        if item >= 0:
            options &= sets[item, word]
        if options != np.uint64(0):
            if lowest < 0:
                lowest = 64 * word + trailing_zeros(options)
                if need <= 1:
                    return lowest
            ways += popcount(options)
            if ways >= need:
                return lowest
    return -1


@njit(cache=True, nogil=True)
def serve(
    above: int, option: int, open_: Array, used: Array, starts: Array, members: Array, most: Array, counted: Array, sets: Array,
    spans: Array,
) -> None:  # fmt: skip
    """Count a chosen option for its items with most > 1; one that reaches its most loses its options."""
    used[above] = used[above - 1]
    for place in range(starts[option], starts[option + 1]):
        item = members[place]
        if counted[item] < 0:
            continue
        used[above, counted[item]] += 1
        if used[above, counted[item]] == most[item]:
            for word in range(spans[item, 0], spans[item, 1]):
                open_[above, word] &= ~sets[item, word]


@njit(cache=True, nogil=True)
def search(
    words: tuple[int, ...], budget: int, capacity: int, lines: Array, sets: Array, spans: Array, goes: Array, starts: Array,
    members: Array, least: Array, most: Array, counted: Array, open_: Array, used: Array, needy: Array, sizes: Array,
    branch: Array, chosen: Array, scalars: Array,
) -> int:  # fmt: skip
    """Continue the search for `budget` nodes or until `capacity` solutions; return the number of solutions found.

    words: a tuple as long as a set, which specialises the code, or empty for any length; lines: (capacity, longest) receives
    the options of each solution, or has no rows when only counting.
    """
    writes = lines.shape[0] > 0
    level, nodes, count = scalars[ACTIVE], 0, 0
    several = used.shape[1] > 0
    while level >= 0 and nodes < budget and count < capacity:
        item = branch[level]
        need = 1
        if item >= 0 and counted[item] >= 0:
            need = least[item] - used[level, counted[item]]
        option = following(words, level, item, need, open_, sets, spans)
        if option < 0:
            level -= 1
            continue
        open_[level, option >> 6] &= ~(np.uint64(1) << np.uint64(option & 63))
        chosen[level] = option
        nodes += 1
        above = level + 1
        for word in range(len(words) if len(words) > 0 else open_.shape[1]):
            open_[above, word] = open_[level, word] & goes[option, word]
        if several:
            serve(above, option, open_, used, starts, members, most, counted, sets, spans)
        best = choose(words, above, option, open_, used, needy, sizes, sets, spans, least, counted)
        if best == -2:
            continue
        if best == FREE:
            if writes:
                for place in range(above):
                    lines[count, place] = chosen[place]
            count += 1
            if following(words, above, FREE, 1, open_, sets, spans) < 0:
                continue
        branch[above] = best
        level = above
    scalars[ACTIVE] = level
    scalars[NODES] += nodes
    return count


@njit(cache=True, nogil=True)
def seat(
    words: tuple[int, ...], chosen: Array, left_out: Array, number_of: Array, options: int, sets: Array, spans: Array,
    goes: Array, starts: Array, members: Array, least: Array, most: Array, counted: Array, needing: Array, open_: Array,
    used: Array, needy: Array, sizes: Array,
) -> Number:  # fmt: skip
    """Fill level 0 with what a root leaves, and return the item to branch on there; see `choose`.

    chosen, left_out: original option numbers; needing: the items with least > 0.
    """
    for word in range(open_.shape[1]):
        left = min(max(options - 64 * word, 0), 64)
        open_[0, word] = ~np.uint64(0) if left == 64 else (np.uint64(1) << np.uint64(left)) - np.uint64(1)
    for whole in left_out:
        option = number_of[whole]
        if option >= 0:
            open_[0, option >> 6] &= ~(np.uint64(1) << np.uint64(option & 63))
    taken = np.zeros(len(most), np.int64)
    for whole in chosen:
        option = number_of[whole]
        if option >= 0:
            for word in range(open_.shape[1]):
                open_[0, word] &= goes[option, word]
            for place in range(starts[option], starts[option + 1]):
                taken[members[place]] += 1
    for item in range(len(most)):
        if counted[item] >= 0:
            used[0, counted[item]] = taken[item]
            if taken[item] >= most[item]:
                for word in range(open_.shape[1]):
                    open_[0, word] &= ~sets[item, word]
    size = 0
    for item in needing:
        if taken[item] < least[item]:
            needy[0, size] = item
            size += 1
    sizes[0] = size
    return choose(words, 0, -1, open_, used, needy, sizes, sets, spans, least, counted)


def begin(tables: Tables, root: Root) -> tuple[State, bool]:
    """Return the state at a root, and whether the root's choice is a solution; raises ValueError, see `parted`."""
    chosen, left_out = parted(root, tables.whole.options)
    instance, words = tables.left, tables.words
    levels = instance.options + 2
    if (
        not instance.most.max(initial=0) > 1 and instance.colours is None
    ):  # each level uses up at least one item of most = 1
        levels = min(levels, instance.items + 2)
    state = State(
        np.zeros((levels, words), np.uint64), np.zeros((levels, int((tables.counted >= 0).sum())), np.int64),
        np.zeros((levels, len(tables.needy)), np.int32), np.zeros(levels, np.int64), np.full(levels, FREE),
        np.zeros(levels, np.int64), np.array([-1, 0]),
    )  # fmt: skip
    everything = np.union1d(chosen, tables.forced) if len(tables.forced) else chosen
    if tables.dead or contradicts(tables.whole, everything, left_out):
        return state, False
    state.branch[0] = seat(
        widths(tables), chosen, left_out, tables.number_of, instance.options, tables.sets, tables.spans, tables.goes,
        instance.starts, instance.members, instance.least, instance.most, tables.counted, tables.needy, state.open_, state.used,
        state.needy, state.sizes,
    )  # fmt: skip
    state.scalars[ACTIVE] = -1 if state.branch[0] == -2 else 0
    return state, bool(state.branch[0] == FREE)


def widths(tables: Tables) -> tuple[int, ...]:
    """Return the tuple that selects the specialised code."""
    return (0,) * tables.words if tables.words in WIDTHS else ()


class Search:
    """One search below a root, run in slices; the state is plain arrays, to be copied or saved between calls."""

    slack = 0

    def __init__(self, tables: Tables, root: Root = ()) -> None:
        self.tables = tables
        self.root = tuple(int(entry) for entry in root)
        self.state, self.pending = begin(tables, self.root)

    @property
    def finished(self) -> bool:
        """Whether the whole root has been searched."""
        return not self.pending and int(self.state.scalars[ACTIVE]) < 0

    @property
    def nodes(self) -> int:
        """Nodes of all calls so far."""
        return int(self.state.scalars[NODES])

    def run(self, nodes: int, keep: int = 0, most: int = 1 << 62) -> Step:
        """Continue the search for at most `nodes` nodes; list up to `keep` solutions, or with keep = 0 count up to `most`."""
        tables, instance, before = self.tables, self.tables.left, self.nodes
        lines = np.full((keep, len(self.state.chosen)), -1, dtype=np.int32)
        capacity = keep or most
        first = int(self.pending and capacity > 0)
        self.pending = self.pending and not first
        count = first + int(
            search(
                widths(tables), nodes, capacity - first, lines[first:] if keep > first else lines[:0], tables.sets, tables.spans,
                tables.goes, instance.starts, instance.members, instance.least, instance.most, tables.counted, *self.state,
            )
        )  # fmt: skip
        chosen, _ = parted(self.root, tables.whole.options)
        always = np.union1d(chosen, tables.forced)
        listed = padded(tables.codes, lines[:count], always) if keep else np.empty((0, 0), np.int32)
        return Step(count, listed, self.nodes - before, self.finished)


def children(tables: Tables, root: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the roots one choice below a root; the root itself if nothing can be chosen, none if it is dead."""
    state, _ = begin(tables, root)
    if state.scalars[ACTIVE] < 0:
        return []
    item = int(state.branch[0])
    options = np.unpackbits(state.open_[0].view(np.uint8), bitorder="little").nonzero()[0]
    need = 1
    if item >= 0:
        options = options[[bool(int(tables.sets[item, o >> 6]) >> int(o & 63) & 1) for o in options]]
        if tables.counted[item] >= 0:
            need = int(tables.left.least[item] - state.used[0, tables.counted[item]])
    numbers = tables.codes[options].tolist()
    ordered = item < 0 or tables.counted[item] >= 0
    cut = [
        (*root, number, *(~other for other in (numbers[:place] if ordered else [])))
        for place, number in enumerate(numbers[: len(numbers) - need + 1])
    ]
    if item < 0:
        cut.insert(0, (*root, *(~other for other in numbers)))
    return cut


def split(tables: Tables, root: Root = (), about: int = 64) -> list[tuple[int, ...]]:
    """Cut a root into at least `about` roots (fewer if there are no more), in search order.

    Their solutions partition the root's.
    """
    roots = [tuple(int(entry) for entry in root)]
    while 0 < len(roots) < about:
        cut = [child for root_ in roots for child in children(tables, root_)]
        if cut == roots:
            break
        roots = cut
    return roots

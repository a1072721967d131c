"""A branching tree, logged: it branches on the item with the fewest branches, and appends each node's item to a log.

The tree is the one that the judge of trees (judges/tree.py) replays, so both follow the same rule: of the available options
that have a node's item, in increasing order, all but the last `need - 1` are branches, and a branch excludes those before it.
All state is in arrays: a call runs for a budget of nodes, and the next call continues. Made to be replayed, not to be fast:
sparse_sets.py and fewest_options.py search several times faster, but in orders that cannot be reconstructed from items alone.

A tree may also begin below a path, at a node of a larger tree: its log is then that node's part of the larger one. The size of
a part is estimated from random descents; source: D. E. Knuth, Estimating the efficiency of backtrack programs, Math. Comp. 29
(1975).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from exactcover.kernel.arrays import Array, Number
from exactcover.kernel.jit import njit
from exactcover.kernel.rng import roll
from exactcover.model.arrays import Integers

CLOSED, OUT_OF_NODES, SOLVED = 0, 1, 2
DEPTH, TRAIL, NODES, MODE, DEEPEST = range(5)
ENTER, NEXT = 0, 1
ITEM, CURSOR, BRANCHES, MARK, INNER, OPTION = range(6)


@dataclass
class State:
    """The arrays of one tree; `registers` holds the scalars named above, `levels` one line per node on the path.

    DEEPEST: the maximum number of nodes on a path. size: available options of an item; trail: unavailable options, in the
    order in which they became so.
    """

    starts: Integers
    members: Integers
    firsts: Integers
    options: Integers
    least: Integers
    most: Integers
    times: Integers
    size: Integers
    available: NDArray[np.bool_]
    trail: Integers
    levels: Integers
    registers: Integers


def prepare(
    starts: Integers, members: Integers, firsts: Integers, options: Integers, least: Integers, most: Integers
) -> State:
    """Return the root of a tree; option o has `members[starts[o]:starts[o+1]]`, item i is in `options[firsts[i]:firsts[i+1]]`."""
    items, count = len(least), len(starts) - 1
    available = np.ones(count, dtype=np.bool_)
    available[np.repeat(np.arange(count), np.diff(starts))[most[members] == 0]] = False
    size = np.bincount(members[np.repeat(available, np.diff(starts))], minlength=items).astype(np.int64)
    return State(
        starts, members, firsts, options, least, most, np.zeros(items, dtype=np.int64), size, available,
        np.empty(count + 1, dtype=np.int64), np.empty((count + 2, 6), dtype=np.int64), np.zeros(5, dtype=np.int64),
    )  # fmt: skip


def advance(state: State, log: NDArray[np.int32]) -> int:
    """Continue until the tree is closed, a solution is found, or `log` is full; return CLOSED, SOLVED or OUT_OF_NODES.

    log: the items of the nodes entered, `registers[NODES]` of them in this call.
    """
    return int(
        _grow(
            state.starts, state.members, state.firsts, state.options, state.least, state.most, state.times, state.size,
            state.available, state.trail, state.levels, state.registers, log,
        )
    )  # fmt: skip


def chosen(state: State) -> Integers:
    """Return the options chosen on the path to the node entered last, increasing; without those of `follow`."""
    return np.sort(state.levels[: state.registers[DEPTH], OPTION])


def restart(state: State) -> None:
    """Return to the root of the whole tree, as `prepare` left it."""
    length = int(state.registers[TRAIL])
    _return_to(0, state.starts, state.members, state.size, state.available, state.trail, length)
    state.times[:] = 0
    state.registers[:] = 0


def follow(state: State, path: Iterable[tuple[int, int]]) -> None:
    """Descend from the root, at each node by its item and the option of a branch; the node reached becomes the root.

    Raises ValueError if an option is not available for its item.
    """
    for item, option in path:
        firsts, length = state.firsts, int(state.registers[TRAIL])
        having = state.options[firsts[item] : firsts[item + 1]] if 0 <= item < len(state.least) else ()
        if option not in having or not state.available[option]:
            raise ValueError(f"a path takes option {option} for item {item}, which has no such option left")
        state.registers[TRAIL] = _down(
            item, option, state.starts, state.members, state.firsts, state.options, state.most, state.times, state.size,
            state.available, state.trail, length,
        )  # fmt: skip


def branches(state: State) -> tuple[int, Integers]:
    """Return the root's item and the options of its branches, none at a leaf; item -1 if every demand is met."""
    item, fewest = _fewest(state.least, state.times, state.size)
    having = state.options[state.firsts[item] : state.firsts[item + 1]] if item >= 0 else np.empty(0, dtype=np.int64)
    return int(item), having[state.available[having]][: max(0, int(fewest))]


def estimate(state: State, descents: int, seed: int = 0) -> float:
    """Return the mean of that many estimates of the number of nodes below the root, each from a random descent."""
    rng = np.array([seed], dtype=np.uint64)
    length = int(state.registers[TRAIL])
    total = _descend(
        descents, state.starts, state.members, state.firsts, state.options, state.least, state.most, state.times,
        state.size, state.available, state.trail, length, rng,
    )  # fmt: skip
    return float(total) / descents


@njit(cache=True, nogil=True)
def _leave(
    option: int, starts: Array, members: Array, size: Array, available: Array, trail: Array, length: int
) -> Number:  # fmt: skip
    """Make an available option unavailable; return the trail's length."""
    available[option] = False
    for entry in range(starts[option], starts[option + 1]):
        size[members[entry]] -= 1
    trail[length] = option
    return length + 1


@njit(cache=True, nogil=True)
def _return_to(
    mark: int, starts: Array, members: Array, size: Array, available: Array, trail: Array, length: int
) -> None:  # fmt: skip
    """Make the options on the trail from `mark` on available again."""
    for place in range(mark, length):
        option = trail[place]
        available[option] = True
        for entry in range(starts[option], starts[option + 1]):
            size[members[entry]] += 1


@njit(cache=True, nogil=True)
def _fewest(least: Array, times: Array, size: Array) -> tuple[Number, Number]:
    """Return the item to branch on, the first with fewest branches or with none, and their number; -1 for no item."""
    item, fewest = -1, 0
    for other in range(len(least)):
        if times[other] < least[other]:
            branches = size[other] - (least[other] - times[other]) + 1
            if item < 0 or branches < fewest:
                item, fewest = other, branches
                if fewest <= 0:
                    break
    return item, fewest


@njit(cache=True, nogil=True)
def _take(
    option: int, starts: Array, members: Array, firsts: Array, options: Array, most: Array, times: Array, size: Array,
    available: Array, trail: Array, length: int,
) -> Number:  # fmt: skip
    """Choose an option that is already unavailable; return the trail's length."""
    for entry in range(starts[option], starts[option + 1]):
        item = members[entry]
        times[item] += 1
        if times[item] == most[item]:
            for place in range(firsts[item], firsts[item + 1]):
                if available[options[place]]:
                    length = _leave(options[place], starts, members, size, available, trail, length)
    return length


@njit(cache=True, nogil=True)
def _down(
    item: int, option: int, starts: Array, members: Array, firsts: Array, options: Array, most: Array, times: Array,
    size: Array, available: Array, trail: Array, length: int,
) -> Number:  # fmt: skip
    """Take the branch of an item for an option; return the trail's length."""
    place = firsts[item]
    while True:
        other = options[place]
        if available[other]:
            length = _leave(other, starts, members, size, available, trail, length)
        if other == option:
            break
        place += 1
    return _take(option, starts, members, firsts, options, most, times, size, available, trail, length)


@njit(cache=True, nogil=True)
def _descend(
    descents: int, starts: Array, members: Array, firsts: Array, options: Array, least: Array, most: Array, times: Array,
    size: Array, available: Array, trail: Array, mark: int, rng: Array,
) -> float:  # fmt: skip
    """Return the sum of the estimates of random descents; leaves the state unchanged."""
    total = 0.0
    path = np.empty(len(available), dtype=np.int64)
    for _ in range(descents):
        depth, length, product = 0, mark, 1.0
        while True:
            item, fewest = _fewest(least, times, size)
            total += product
            if item < 0 or fewest <= 0:
                break
            product *= fewest
            pick, place = roll(rng, fewest), firsts[item]
            while pick > 0 or not available[options[place]]:
                pick -= 1 if available[options[place]] else 0
                place += 1
            path[depth] = options[place]
            length = _down(
                item, path[depth], starts, members, firsts, options, most, times, size, available, trail, length
            )
            depth += 1
        _return_to(mark, starts, members, size, available, trail, length)
        for level in range(depth):
            for entry in range(starts[path[level]], starts[path[level] + 1]):
                times[members[entry]] -= 1
    return total


@njit(cache=True, nogil=True)
def _grow(
    starts: Array, members: Array, firsts: Array, options: Array, least: Array, most: Array, times: Array, size: Array,
    available: Array, trail: Array, levels: Array, registers: Array, log: Array,
) -> Number:  # fmt: skip
    depth, length, mode = registers[DEPTH], registers[TRAIL], registers[MODE]
    nodes, code = 0, -1
    while code < 0:
        if mode == ENTER:
            if nodes == len(log):
                code = OUT_OF_NODES
                break
            item, fewest = _fewest(least, times, size)
            if item < 0:
                code = SOLVED
                break
            log[nodes] = item
            nodes += 1
            levels[depth, ITEM], levels[depth, CURSOR], levels[depth, BRANCHES] = item, firsts[item], fewest
            levels[depth, MARK], levels[depth, OPTION] = length, -1
            depth += 1
            registers[DEEPEST] = max(registers[DEEPEST], depth)
            mode = NEXT
            continue
        if depth == 0:
            code = CLOSED
            break
        level = depth - 1
        option = levels[level, OPTION]
        if option >= 0:
            _return_to(levels[level, INNER], starts, members, size, available, trail, length)
            length = levels[level, INNER]
            for entry in range(starts[option], starts[option + 1]):
                times[members[entry]] -= 1
        if levels[level, BRANCHES] <= 0:
            _return_to(levels[level, MARK], starts, members, size, available, trail, length)
            length = levels[level, MARK]
            depth -= 1
            continue
        place = levels[level, CURSOR]
        while not available[options[place]]:
            place += 1
        option = options[place]
        length = _leave(option, starts, members, size, available, trail, length)
        levels[level, CURSOR], levels[level, OPTION], levels[level, INNER] = place + 1, option, length
        levels[level, BRANCHES] -= 1
        length = _take(option, starts, members, firsts, options, most, times, size, available, trail, length)
        mode = ENTER
    registers[DEPTH], registers[TRAIL], registers[MODE], registers[NODES] = depth, length, mode, nodes
    return code

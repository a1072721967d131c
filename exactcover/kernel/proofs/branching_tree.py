"""A branching tree written down: the item with the fewest branches first, each node's item appended to a log.

The tree is the one that the judge of trees (check/tree.py) replays, so both go by its rule: of the available options that
have a node's item, in increasing order, all but the last `need - 1` are branches, and a branch gives up those before it.
All state is in arrays: a call runs for a budget of nodes, and the next call goes on. Made to be replayed, not to be fast:
sparse_sets.py and fewest_options.py search several times faster, but in orders that nobody could follow from items alone.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import njit
from numpy.typing import NDArray

from exactcover.kernel.arrays import Array, Number
from exactcover.model.arrays import Integers

CLOSED, OUT_OF_NODES, SOLVED = 0, 1, 2
DEPTH, TRAIL, NODES, MODE, DEEPEST = range(5)
ENTER, NEXT = 0, 1
ITEM, CURSOR, BRANCHES, MARK, INNER, OPTION = range(6)


@dataclass
class State:
    """The arrays of one tree; `registers` holds the scalars named above, `levels` one line per node on the path.

    DEEPEST: the most nodes that were on a path.
    size: available options of an item; trail: options that are not available any more, in the order of their leaving.
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
    """Go on until the tree is closed, a solution is met, or `log` is full; return CLOSED, SOLVED or OUT_OF_NODES.

    log: the items of the nodes that were entered, `registers[NODES]` of them in this call.
    """
    return int(
        _grow(
            state.starts, state.members, state.firsts, state.options, state.least, state.most, state.times, state.size,
            state.available, state.trail, state.levels, state.registers, log,
        )
    )  # fmt: skip


def chosen(state: State) -> Integers:
    """Return the options chosen on the path to the node last entered, increasing."""
    return np.sort(state.levels[: state.registers[DEPTH], OPTION])


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
            item, fewest = -1, 0
            for other in range(len(least)):
                if times[other] < least[other]:
                    branches = size[other] - (least[other] - times[other]) + 1
                    if item < 0 or branches < fewest:
                        item, fewest = other, branches
                        if fewest <= 0:
                            break
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
        for entry in range(starts[option], starts[option + 1]):
            item = members[entry]
            times[item] += 1
            if times[item] == most[item]:
                for place in range(firsts[item], firsts[item + 1]):
                    if available[options[place]]:
                        length = _leave(options[place], starts, members, size, available, trail, length)
        mode = ENTER
    registers[DEPTH], registers[TRAIL], registers[MODE], registers[NODES] = depth, length, mode, nodes
    return code

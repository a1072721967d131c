"""Options that occur in no exact cover: taking one on trial leaves, after propagation, a cell that cannot be covered.

Propagation: if a cell has one way left, that way is taken and what overlaps it is struck. If this finds no contradiction,
nearby cells with two ways left are examined: if both ways lead to a contradiction, the option is refuted too. A refuted option
is struck permanently and the options around it are queued for another trial, so that what walls and corners force propagates
inwards.

Historical note. T4 on 80x80 less 80 pieces, 21,600 options: 5,460 remain after 0.6 CPU seconds. With cells of up to four ways
the same remain after 1.1 to 1.9 seconds; without such cells, 19,262 remain.

Sources: R. Debruyne and C. Bessiere, Some practicable filtering techniques for the constraint satisfaction problem, IJCAI 1997
(singleton consistency); D. W. Walkup, Covering a rectangle with T-tetrominoes, Amer. Math. Monthly 72 (1965), whose argument
proceeds from the corner inwards in the same way.
Not here: the use of the remaining options (search/boards/by_clauses.py).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from exactcover.kernel.arrays import Array, Number
from exactcover.kernel.jit import njit
from exactcover.kernel.uncounted import UNCOUNTED
from exactcover.model.arrays import Integers

GONE, SINGLE, FIRST, WAITING, SERIAL, STRUCK = range(6)
"""Indices into Living.scalars: options struck; cells in `single`; the option that has waited longest, and the length of the
queue; serial number of the last trial; options struck so far, trials included."""
FEW = 2  # ways: cells with more are not branched on in a trial
OPEN, DONE, IMPOSSIBLE = range(3)
"""The results of `refute`: options are still queued; none is; there is no exact cover."""


class Living(NamedTuple):
    """The remaining options, and scratch space for trials.

    starts, cells: the cells of each option; firsts, options: the options of each cell. alive: the remaining options; ways: how
    many of them each cell has. gone: the struck options, in order; single: cells with one way left. queue: a ring buffer of
    options to try; waits: which options are in it; stamps: for each cell the last trial that examined it.
    """

    starts: Array
    cells: Array
    firsts: Array
    options: Array
    alive: Array
    ways: Array
    gone: Array
    single: Array
    queue: Array
    waits: Array
    stamps: Array
    scalars: Array


def living(starts: Integers, cells: Integers, count: int) -> Living:
    """Return the options of an exact cover of `count` cells, all of them alive and queued; no option has a cell twice."""
    options = len(starts) - 1
    owners = np.repeat(np.arange(options), np.diff(starts))
    ways = np.bincount(cells, minlength=count)
    scalars = np.zeros(6, dtype=np.int64)
    scalars[WAITING] = options
    return Living(
        starts=starts, cells=cells, firsts=np.cumsum([0, *ways]), options=owners[np.argsort(cells, kind="stable")],
        alive=np.ones(options, np.bool_), ways=ways, gone=np.empty(options, np.int64),
        single=np.empty(count, np.int64), queue=np.arange(options), waits=np.ones(options, np.bool_),
        stamps=np.zeros(count, np.int64), scalars=scalars,
    )  # fmt: skip


@njit(**UNCOUNTED)
def refute(left: Living, most: int) -> int:
    """Try queued options until about `most` more have been struck in trials; return OPEN, DONE or IMPOSSIBLE."""
    if left.scalars[STRUCK] == 0 and not begin(left):
        return IMPOSSIBLE
    end = left.scalars[STRUCK] + most
    while left.scalars[WAITING] > 0:
        if left.scalars[STRUCK] >= end:
            return OPEN
        option = left.queue[left.scalars[FIRST]]
        left.scalars[FIRST] = (left.scalars[FIRST] + 1) % len(left.queue)
        left.scalars[WAITING] -= 1
        left.waits[option] = False
        left.scalars[STRUCK] += 1
        if not left.alive[option] or left.ways[left.cells[left.starts[option]]] == 1 or not refuted(left, option):
            continue
        before = left.scalars[GONE]
        if not (strike(left, option) and settle(left)):
            return IMPOSSIBLE
        have_tried(left, before)
    return DONE


@njit(**UNCOUNTED)
def begin(left: Living) -> Number:
    """Take the ways of cells that have only one; False if a cell has none left."""
    for cell in range(len(left.ways)):
        if left.ways[cell] == 0:
            return False
        if left.ways[cell] == 1:
            left.single[left.scalars[SINGLE]] = cell
            left.scalars[SINGLE] += 1
    return settle(left)


@njit(**UNCOUNTED)
def have_tried(left: Living, before: int) -> None:
    """Queue the options that overlap one that overlaps an option struck since there were `before` in `gone`.

    Each option examined counts as one struck in a trial, each one that may be queued as a quarter.
    """
    left.scalars[SERIAL] += 1
    for place in range(before, left.scalars[GONE]):
        gone = left.gone[place]
        for k in range(left.starts[gone], left.starts[gone + 1]):
            cell = left.cells[k]
            left.scalars[STRUCK] += left.firsts[cell + 1] - left.firsts[cell]
            for near in range(left.firsts[cell], left.firsts[cell + 1]):
                middle = left.options[near]
                if not left.alive[middle]:
                    continue
                for j in range(left.starts[middle], left.starts[middle + 1]):
                    if left.stamps[left.cells[j]] != left.scalars[SERIAL]:
                        left.stamps[left.cells[j]] = left.scalars[SERIAL]
                        queue_all(left, left.cells[j])


@njit(**UNCOUNTED)
def queue_all(left: Living, cell: int) -> None:
    """Queue the options of a cell."""
    left.scalars[STRUCK] += (left.firsts[cell + 1] - left.firsts[cell]) >> 2
    for far in range(left.firsts[cell], left.firsts[cell + 1]):
        option = left.options[far]
        if left.alive[option] and not left.waits[option]:
            left.waits[option] = True
            left.queue[(left.scalars[FIRST] + left.scalars[WAITING]) % len(left.queue)] = option
            left.scalars[WAITING] += 1


@njit(**UNCOUNTED)
def refuted(left: Living, option: int) -> Number:
    """Return whether taking an option leads to a contradiction; leaves the state unchanged."""
    base = left.scalars[GONE]
    left.scalars[SERIAL] += 1
    impossible = not take(left, option)
    for place in range(base, left.scalars[GONE]):
        if impossible:
            break
        gone = left.gone[place]
        for k in range(left.starts[gone], left.starts[gone + 1]):
            cell = left.cells[k]
            if left.stamps[cell] == left.scalars[SERIAL] or not 1 < left.ways[cell] <= FEW:
                continue
            left.stamps[cell] = left.scalars[SERIAL]
            if hopeless(left, cell):
                impossible = True
                break
    restore(left, base)
    return impossible


@njit(**UNCOUNTED)
def hopeless(left: Living, cell: int) -> Number:
    """Return whether every way of a cell leads to an immediate contradiction; leaves the state unchanged."""
    for k in range(left.firsts[cell], left.firsts[cell + 1]):
        option = left.options[k]
        if left.alive[option]:
            before = left.scalars[GONE]
            possible = take(left, option)
            restore(left, before)
            if possible:
                return False
    return True


@njit(**UNCOUNTED)
def take(left: Living, option: int) -> Number:
    """Take an option: strike what overlaps it, and propagate; False if a cell has no way left."""
    for k in range(left.starts[option], left.starts[option + 1]):
        if not clear(left, left.cells[k], option):
            return False
    return settle(left)


@njit(**UNCOUNTED)
def settle(left: Living) -> Number:
    """Take the last ways of cells until there are no more; False if a cell has no way left."""
    while left.scalars[SINGLE] > 0:
        left.scalars[SINGLE] -= 1
        cell = left.single[left.scalars[SINGLE]]
        last = -1
        for k in range(left.firsts[cell], left.firsts[cell + 1]):
            if left.alive[left.options[k]]:
                last = left.options[k]
                break
        for k in range(left.starts[last], left.starts[last + 1]):
            if not clear(left, left.cells[k], last):
                return False
    return True


@njit(**UNCOUNTED)
def clear(left: Living, cell: int, kept: int) -> Number:
    """Strike all ways of a cell but one; False if another cell has no way left."""
    if left.ways[cell] == 1:
        return True
    for k in range(left.firsts[cell], left.firsts[cell + 1]):
        option = left.options[k]
        if option != kept and left.alive[option] and not strike(left, option):
            return False
    return True


@njit(**UNCOUNTED)
def strike(left: Living, option: int) -> Number:
    """Strike an option; False, with no cells left to settle, if one of its cells has no way left."""
    left.alive[option] = False
    left.gone[left.scalars[GONE]] = option
    left.scalars[GONE] += 1
    left.scalars[STRUCK] += 1
    possible = True
    for k in range(left.starts[option], left.starts[option + 1]):
        cell = left.cells[k]
        left.ways[cell] -= 1
        if left.ways[cell] == 0:
            possible = False
        elif left.ways[cell] == 1:
            left.single[left.scalars[SINGLE]] = cell
            left.scalars[SINGLE] += 1
    if not possible:
        left.scalars[SINGLE] = 0
    return possible


@njit(**UNCOUNTED)
def restore(left: Living, count: int) -> None:
    """Restore all struck options but the first `count`."""
    while left.scalars[GONE] > count:
        left.scalars[GONE] -= 1
        option = left.gone[left.scalars[GONE]]
        left.alive[option] = True
        for k in range(left.starts[option], left.starts[option + 1]):
            left.ways[left.cells[k]] += 1

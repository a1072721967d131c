"""Knuth's random probing: how many nodes a search of kernel S or M would take, from random descents.

A descent takes a uniformly random child at each node; the product of the numbers of children met is an unbiased estimate
of the nodes at its depth. Over 2000 descents it is usually within 0.75 to 1.1 of the truth, at worst 3.4 off: enough to
rank plans, and its standard error is too small where a tree has rare deep branches.

Source: Knuth, Estimating the efficiency of backtrack programs, Math. Comp. 29 (1975); TAOCP 7.2.2, algorithm E.
Not here: what to do with the estimate.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numba import njit

from exactcover.kernel import fewest_options, first_item
from exactcover.kernel.bits import popcount, trailing_zeros
from exactcover.kernel.dice import roll
from exactcover.kernel.fewest_options import FREE, choose, serve
from exactcover.kernel.first_item import AGAIN, BIT, ENTRY, EXTRA, MORE, ROW, available
from exactcover.kernel.instance import Array, Root

ZERO, ONE = np.uint64(0), np.uint64(1)


class Estimate(NamedTuple):
    """Nodes of a search and solutions, as means over the descents, with the standard errors of the means."""

    nodes: float
    nodes_error: float
    solutions: float
    solutions_error: float
    descents: int


@njit(cache=True, nogil=True)
def descend_first(
    words: tuple[int, ...], descents: int, adds: Array, branch: Array, bit_chunks: Array, chunks: Array, plan: Array,
    table: Array, record: Array, allowed: Array, dice: Array, sums: Array,
) -> None:  # fmt: skip
    """Add the estimates of random descents of kernel S from a stack record to `sums`: nodes, squares, solutions, squares."""
    width = np.uint64(len(words))
    mask = np.empty(len(words), np.uint64)
    sets = np.empty(len(allowed), np.uint64)
    for _ in range(descents):
        for word in range(width):
            mask[word] = record[word]
        start, beyond = record[width + ONE], ~ZERO
        product, nodes, solutions = 1.0, 0.0, 0.0
        while True:
            chunk, ways = start, 0
            while True:
                options = available(mask, ZERO, chunk, allowed, chunks, plan, table) & beyond
                beyond = ~ZERO
                sets[chunk] = options
                ways += popcount(options)
                if chunks[chunk * ROW + MORE] == ZERO:
                    break
                chunk += ONE
            if ways == 0:
                break
            product *= ways
            nodes += product
            pick = roll(dice, ways)
            chunk = start
            while pick >= popcount(sets[chunk]):
                pick -= popcount(sets[chunk])
                chunk += ONE
            options = sets[chunk]
            for _ in range(pick):
                options &= options - ONE
            number = np.uint64(trailing_zeros(options))
            entry = chunks[chunk * ROW + ENTRY] + number
            bit = -1
            for word in range(width):
                mask[word] += adds[entry * width + word]
                opened = branch[word] & ~mask[word]
                if bit < 0 and opened != ZERO:
                    bit = 64 * np.int64(word) + trailing_zeros(opened)
            if bit < 0:
                solutions = product
                break
            start = bit_chunks[bit]
            if chunks[chunk * ROW + AGAIN] and chunks[chunk * ROW + BIT] == np.uint64(bit):
                start = chunk
                beyond = ~((np.uint64(2) << number) - ONE)
        sums[0] += nodes
        sums[1] += nodes * nodes
        sums[2] += solutions
        sums[3] += solutions * solutions


@njit(cache=True, nogil=True)
def descend_fewest(
    words: tuple[int, ...], descents: int, sets: Array, spans: Array, goes: Array, starts: Array, members: Array, least: Array,
    most: Array, counted: Array, open_: Array, used: Array, needy: Array, sizes: Array, branch: Array, dice: Array, sums: Array,
) -> None:  # fmt: skip
    """Add the estimates of random descents of kernel M from level 0 to `sums`: nodes, squares, solutions, squares."""
    top = open_[0].copy()
    for _ in range(descents):
        open_[0] = top
        level, product, nodes, solutions = 0, 1.0, 0.0, 0.0
        while True:
            item = branch[level]
            ways = 0
            for word in range(open_.shape[1]):
                ways += popcount(open_[level, word] & (sets[item, word] if item >= 0 else ~ZERO))
            if item >= 0 and counted[item] >= 0:
                ways -= least[item] - used[level, counted[item]] - 1
            if ways <= 0:
                break
            product *= ways
            nodes += product
            pick = roll(dice, ways)
            option = -1
            for word in range(open_.shape[1]):
                options = open_[level, word] & (sets[item, word] if item >= 0 else ~ZERO)
                while options != ZERO and option < 0:
                    lowest = options & (~options + ONE)
                    open_[level, word] &= ~lowest
                    if pick == 0:
                        option = 64 * word + trailing_zeros(lowest)
                    pick -= 1
                    options ^= lowest
                if option >= 0:
                    break
            level += 1
            open_[level] = open_[level - 1] & goes[option]
            if used.shape[1] > 0:
                serve(level, option, open_, used, starts, members, most, counted, sets, spans)
            best = choose(words, level, option, open_, used, needy, sizes, sets, spans, least, counted)
            if best == -2:
                break
            if best == FREE:
                solutions += product
            branch[level] = best
        sums[0] += nodes
        sums[1] += nodes * nodes
        sums[2] += solutions
        sums[3] += solutions * solutions
    open_[0] = top


def estimate(
    tables: first_item.Tables | fewest_options.Tables, descents: int = 2000, seed: int = 0, root: Root = ()
) -> Estimate:
    """Return the estimated nodes and solutions of a search below a root; the same seed gives the same estimate."""
    dice, sums = np.array([seed], dtype=np.uint64), np.zeros(4)
    if isinstance(tables, first_item.Tables):
        state, single = first_item.begin(tables, root)
        if state.scalars[first_item.ACTIVE]:
            words, sorted_ = tables.laid.words, tables.sorted_
            descend_first(
                (0,) * words, descents, sorted_.adds.ravel(), sorted_.branch, sorted_.bit_chunks.view(np.uint64), tables.chunks,
                tables.plan, tables.table, state.stack[words + int(EXTRA) : 2 * (words + int(EXTRA))], state.allowed, dice, sums,
            )  # fmt: skip
    else:
        state_, single = fewest_options.begin(tables, root)
        if state_.scalars[fewest_options.ACTIVE] >= 0:
            given = tables.left
            descend_fewest(
                fewest_options.widths(tables), descents, tables.sets, tables.spans, tables.goes, given.starts, given.members,
                given.least, given.most, tables.counted, *state_[:5], dice, sums,
            )  # fmt: skip
    nodes, solutions = float(sums[0]) / descents, float(sums[2]) / descents
    errors = [
        math.sqrt(max(sums[k + 1] / descents - mean * mean, 0.0) / descents) for k, mean in ((0, nodes), (2, solutions))
    ]
    return Estimate(nodes, errors[0], solutions + int(single), errors[1], descents)

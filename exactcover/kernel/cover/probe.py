"""Knuth's random probing: estimates the nodes of a search with kernel static-order or fewest-options from random descents.

A descent takes a uniformly random child at each node; the product of the numbers of children on the way is an unbiased
estimate of the number of nodes at its depth. Over 2000 descents it is usually within 0.75 to 1.1 of the true number, at worst
off by a factor of 3.4: enough to rank plans. Its standard error is too small for trees with rare deep branches.

For kernel static-order there is a better estimate for many roots at once: a *beam* of nodes descends level by level. If there
are more children than fit, every k-th is kept and stands for k. It is unbiased too, and still contains a rare deep branch when
independent descents have died out.

Source: Knuth, Estimating the efficiency of backtrack programs, Math. Comp. 29 (1975); TAOCP 7.2.2, algorithm E. The beam: R.
Rubinstein, Stochastic enumeration method for counting NP-hard problems, Methodol. Comput. Appl. Probab. 15 (2013).
Not here: the use of the estimate.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from exactcover.kernel.arrays import Array
from exactcover.kernel.bits import popcount, trailing_zeros
from exactcover.kernel.cover import fewest_options, static_order
from exactcover.kernel.cover.bucket_tables import AGAIN, BIT, ENTRY, MORE, ROW
from exactcover.kernel.cover.fewest_options import FREE, choose, serve
from exactcover.kernel.cover.static_order import EXTRA, available
from exactcover.kernel.instance import Root
from exactcover.kernel.jit import njit
from exactcover.kernel.rng import roll

ZERO, ONE = np.uint64(0), np.uint64(1)


class Estimate(NamedTuple):
    """Nodes and solutions of a search, as means over the descents, with the standard errors of the means."""

    nodes: float
    nodes_error: float
    solutions: float
    solutions_error: float
    descents: int


@njit(cache=True, nogil=True)
def descend_first(
    words: tuple[int, ...], descents: int, adds: Array, branch: Array, bit_chunks: Array, chunks: Array, slices: Array,
    table: Array, record: Array, allowed: Array, rng: Array, sums: Array,
) -> None:  # fmt: skip
    """Add the estimates from descents of kernel static-order, starting at a stack record, to `sums`: nodes, squares,
    solutions, squares."""
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
                options = available(mask, ZERO, chunk, allowed, chunks, slices, table) & beyond
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
            pick = roll(rng, ways)
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
    most: Array, counted: Array, open_: Array, used: Array, needy: Array, sizes: Array, branch: Array, rng: Array, sums: Array,
) -> None:  # fmt: skip
    """Add the estimates from descents of kernel fewest-options, starting at level 0, to `sums`: nodes, squares, solutions,
    squares."""
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
            pick = roll(rng, ways)
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


@njit(cache=True, nogil=True)
def beam(
    words: tuple[int, ...], room: int, adds: Array, branch: Array, bit_chunks: Array, chunks: Array, slices: Array, table: Array,
    allowed: Array, masks: Array, places: Array, count: int, rng: Array, sums: Array,
) -> None:  # fmt: skip
    """Add the nodes and solutions below `count` nodes of kernel static-order, estimated by a beam of at most `room`, to
    `sums`.

    masks: (2, nodes, words), places: (2, nodes, 2) chunk to branch on and the set of its entries that may be taken; both must
    hold as many nodes as there are roots, and `room`; one half is the current level, the other the next.
    """
    width = np.uint64(len(words))
    weight, now = 1.0, 0
    while count > 0:
        children = 0
        for member in range(count):
            chunk, beyond = places[now, member, 0], places[now, member, 1]
            while True:
                children += popcount(
                    available(masks[now, member], ZERO, chunk, allowed, chunks, slices, table) & beyond
                )
                if chunks[chunk * ROW + MORE] == ZERO:
                    break
                chunk, beyond = chunk + ONE, ~ZERO
        sums[0] += weight * children
        gap = max(children / room, 1.0)
        pick = 0.0 if gap == 1.0 else gap * roll(rng, 1 << 30) / (1 << 30)
        seen, kept, after = 0, 0, 1 - now
        weight *= gap
        for member in range(count):
            chunk, beyond = places[now, member, 0], places[now, member, 1]
            while True:
                options = available(masks[now, member], ZERO, chunk, allowed, chunks, slices, table) & beyond
                while options != ZERO:
                    number = np.uint64(trailing_zeros(options))
                    options &= options - ONE
                    seen += 1
                    if pick >= seen:
                        continue
                    pick += gap
                    entry = chunks[chunk * ROW + ENTRY] + number
                    bit = -1
                    for word in range(width):
                        masks[after, kept, word] = masks[now, member, word] + adds[entry * width + word]
                        opened = branch[word] & ~masks[after, kept, word]
                        if bit < 0 and opened != ZERO:
                            bit = 64 * np.int64(word) + trailing_zeros(opened)
                    if bit < 0:
                        sums[1] += weight
                        continue
                    places[after, kept, 0], places[after, kept, 1] = bit_chunks[bit], ~ZERO
                    if chunks[chunk * ROW + AGAIN] and chunks[chunk * ROW + BIT] == np.uint64(bit):
                        places[after, kept, 0], places[after, kept, 1] = chunk, ~((np.uint64(2) << number) - ONE)
                    kept += 1
                if chunks[chunk * ROW + MORE] == ZERO:
                    break
                chunk, beyond = chunk + ONE, ~ZERO
        count, now = kept, after


def estimate_together(
    tables: static_order.Tables, roots: Sequence[Root], room: int, repeats: int = 4, seed: int = 0
) -> Estimate:
    """Return the estimated nodes and solutions of kernel static-order below several roots together, by beams of `room`.

    The errors are those of the mean over the repeats, 0 for a single one.
    Raises ValueError for roots that leave options out.
    """
    words, sorted_ = tables.laid.words, tables.sorted_
    size = max(room + 1, len(roots))
    masks, places = np.zeros((2, size, words), np.uint64), np.zeros((2, size, 2), np.uint64)
    firsts = np.zeros((len(roots), words + int(EXTRA)), np.uint64)
    count = singles = 0
    for root in roots:
        entries = tuple(root)
        if any(entry < 0 for entry in entries):
            raise ValueError("a root leaves options out; expected only chosen ones")
        state, single = static_order.begin(tables, entries)
        singles += single
        if state.scalars[static_order.ACTIVE]:
            firsts[count] = state.stack[words + int(EXTRA) : 2 * (words + int(EXTRA))]
            count += 1
    estimates = np.zeros((repeats, 2))
    for repeat in range(repeats):
        masks[0, :count], places[0, :count, 0], places[0, :count, 1] = (
            firsts[:count, :words],
            firsts[:count, words + 1],
            ~ZERO,
        )
        beam(
            (0,) * words, room, sorted_.adds.ravel(), sorted_.branch, sorted_.bit_chunks.view(np.uint64), tables.chunks,
            tables.slices, tables.table, tables.every, masks, places, count, np.array([seed + repeat], dtype=np.uint64),
            estimates[repeat],
        )  # fmt: skip
    (nodes, solutions), errors = (
        estimates.mean(axis=0),
        estimates.std(axis=0, ddof=min(1, repeats - 1)) / math.sqrt(repeats),
    )
    return Estimate(float(nodes), float(errors[0]), float(solutions) + singles, float(errors[1]), repeats * room)


Start: TypeAlias = tuple[static_order.State | fewest_options.State, bool]
"""The state at a root, which descents do not change, and whether the root is its own only solution."""


def start(tables: static_order.Tables | fewest_options.Tables, root: Root = ()) -> Start:
    """Return the starting state of descents below a root."""
    if isinstance(tables, static_order.Tables):
        return static_order.begin(tables, root)
    return fewest_options.begin(tables, root)


def estimate(
    tables: static_order.Tables | fewest_options.Tables, descents: int = 2000, seed: int = 0, begun: Start | None = None
) -> Estimate:
    """Return the estimated nodes and solutions of a search below a root, or of the whole search; the same seed gives the same
    estimate."""
    rng, sums = np.array([seed], dtype=np.uint64), np.zeros(4)
    state, single = begun or start(tables)
    if isinstance(tables, static_order.Tables):
        assert isinstance(state, static_order.State)
        if state.scalars[static_order.ACTIVE]:
            words, sorted_ = tables.laid.words, tables.sorted_
            descend_first(
                (0,) * words, descents, sorted_.adds.ravel(), sorted_.branch, sorted_.bit_chunks.view(np.uint64), tables.chunks,
                tables.slices, tables.table, state.stack[words + int(EXTRA) : 2 * (words + int(EXTRA))], state.allowed, rng, sums,
            )  # fmt: skip
    else:
        assert isinstance(state, fewest_options.State)
        if state.scalars[fewest_options.ACTIVE] >= 0:
            rest = tables.left
            descend_fewest(
                fewest_options.widths(tables), descents, tables.sets, tables.spans, tables.goes, rest.starts, rest.members,
                rest.least, rest.most, tables.counted, *state[:5], rng, sums,
            )  # fmt: skip
    nodes, solutions = float(sums[0]) / descents, float(sums[2]) / descents
    errors = [
        math.sqrt(max(sums[k + 1] / descents - mean * mean, 0.0) / descents) for k, mean in ((0, nodes), (2, solutions))
    ]
    return Estimate(nodes, errors[0], solutions + int(single), errors[1], descents)

"""Kernel `live-lists`: one solution of a cover with few levels and many options, by lists of the live options.

Each level has the list of its live options, and for each item the number of them that contain it. Taking an option copies the
compatible options to the next level, testing a few words each; backtracking has nothing else to undo. An option that fails is
removed from the list of its level, and an item is chosen again. The item chosen is the one with the fewest options, divided by
its weight (how often it has run out of options); the option is the one whose items have the fewest others, hardest first, up
to a random tenth. The size of a closed-off region of open cells must be a sum of the sizes of remaining pieces, and cells that
only a few pieces can cover must not outnumber the cells of these pieces. The search restarts after a number of failures: small
at first, for boards that luck solves quickly, then growing by a fifth each time, so that eventually a run is long enough for
the whole tree: the kernel is complete, and reports exhaustion when no solution is left. What failed at the first level stays
out.

*Pieces* are items of which each option has exactly one, its last; *cells* are other items that are covered once.

Historical note. 35 hexominoes on 15x15 less 3x5, eight seeds: 0.41 CPU seconds (median) without counting the cells that only a
few pieces can cover, 0.25 with it. Short runs first: two sets of pentominoes on 10x12, a hundred seeds, took 880 nodes
(median, mean 1,417) without them, 509 (862) with them. The hexominoes took half as many nodes again when the weights of the
short runs were kept.

Sources: F. Boussemart, F. Hemery, C. Lecoutre and L. Sais, Boosting systematic search by weighting constraints, ECAI 2004; T.
Walsh, Search in a small world, IJCAI 1999 (restarts).
Not here: counting and listing (static_order.py, fewest_options.py).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from exactcover.kernel.arrays import Array, Number
from exactcover.kernel.bits import popcount, trailing_zeros
from exactcover.kernel.cover.first_solution import DEPTH, EXHAUSTED, NODES, SEARCHING, SOLVED, FirstSolution
from exactcover.kernel.cover.orders import holders
from exactcover.kernel.cover.pieces import parts
from exactcover.kernel.cover.regions import links, region, sums
from exactcover.kernel.instance import Instance, OutOfReach
from exactcover.kernel.jit import njit
from exactcover.kernel.rng import random_word
from exactcover.kernel.uncounted import UNCOUNTED
from exactcover.model.arrays import Integers

FAILURES, ALLOWED, SEEN, RUNS = 2, 3, 4, 5  # indices into State.scalars, after NODES and DEPTH
SHORT_RUNS = (20,) * 10 + (40,) * 5 + (80,) * 3 + (160,)  # failure limits of the first runs
FIRST_FAILURES, FIFTHS = 300, 6  # failures of the run after those; growth from run to run, in fifths
FEW_PIECES, FEW_WAYS = 6, 16  # cells with more ways, or that more pieces can cover, are not counted
CHANCE = 0.1  # the random part of an option's score
MOST_ITEMS, MOST_OPTIONS, ROOM = 1_024, 60_000, 1 << 24
ONE, ZERO = np.uint64(1), np.uint64(0)


class State(NamedTuple):
    """The arrays of one search, the cover's among them.

    masks: the items of each option, as bits; need, room: how many more options each item must have, and may have. live: the
    options of all levels, those of level l being the first sizes[l] from begins[l] on; ways: for each level and item, how many
    of them contain the item; chosen, at: for each level its option and its index in the list. weights: for each item,
    incremented each time it runs out of options; filled: the items that an option fills, as bits. cells: whether each item is
    a cell; open_: the uncovered cells; pieces, areas: pieces and the number of cells of their options; number: the index of a
    piece in `pieces`; uneven: whether the areas differ; takers: the pieces that can still cover an item, as bits. makes: the
    sizes that a region may have. near_starts, near: links; seen, queue: scratch space for regions.
    """

    starts: Integers
    members: Integers
    masks: Array
    need: Integers
    room: Integers
    live: Array
    begins: Integers
    sizes: Integers
    ways: Array
    chosen: Integers
    at: Integers
    weights: Array
    filled: Array
    cells: Array
    open_: Array
    pieces: Integers
    areas: Integers
    number: Integers
    uneven: Array
    takers: Array
    makes: Array
    near_starts: Integers
    near: Integers
    seen: Integers
    queue: Integers
    rng: Array
    scalars: Integers


def prepare(instance: Instance, seed: int) -> State:
    """Return the arrays of a search; raises OutOfReach if the cover is too large for lists."""
    items, options = instance.items, instance.options
    owners = np.repeat(np.arange(options), np.diff(instance.plain[2]))
    exact = (instance.least > 0) & (instance.least == instance.most)
    met = np.bincount(owners, exact[instance.members], options)  # how many needs each option meets
    fewest = int(met.min(initial=items))
    levels = min(int(instance.least.sum()) // max(fewest, 1), options) + 2
    if items > MOST_ITEMS or options > MOST_OPTIONS or levels * options > ROOM:
        raise OutOfReach(f"{options} options of {items} items at {levels} levels are too many to list")
    masks = np.zeros((options, (items + 63) // 64), dtype=np.uint64)
    spell(owners, instance.members, masks)
    cells, pieces, areas = parts(instance, owners)
    lengths = np.bincount(owners, cells[instance.members], options).astype(np.int64)
    makes = sums(np.unique(lengths), int(cells.sum()))
    near_starts, near = np.zeros(items + 1, np.int64), np.zeros(0, np.int64)
    if len(pieces) or not makes[2:].all():  # a cell alone that no option covers runs out of options anyway
        near_starts, near = links(instance, cells, *holders(items, instance.starts, instance.members)) or (
            near_starts,
            near,
        )
    begins, sizes = np.zeros(levels, np.int64), np.zeros(levels, np.int64)
    sizes[0] = options
    live = np.empty(levels * options, dtype=np.int32)
    live[:options] = np.arange(options)
    ways = np.zeros((levels, items), np.int32)
    ways[0] = np.bincount(instance.members, minlength=items)
    number = np.zeros(items, np.int64)
    number[pieces] = np.arange(len(pieces))
    scalars = np.zeros(6, dtype=np.int64)
    scalars[ALLOWED] = SHORT_RUNS[0]
    return State(
        instance.starts, instance.members, masks, instance.least.copy(), instance.most.copy(), live, begins, sizes, ways,
        np.zeros(levels, np.int64), np.zeros(levels, np.int64), np.ones(items), np.zeros(masks.shape[1], np.uint64),
        cells.astype(np.uint8), cells.astype(np.uint8), pieces, areas,
        number, np.array([len(np.unique(areas[pieces])) > 1]), np.zeros(items, np.uint64), makes,
        near_starts, near, np.zeros(items, np.int64),
        np.empty(items + 1, np.int64), np.array([seed], np.uint64), scalars,
    )  # fmt: skip


@njit(cache=True, nogil=True)
def spell(owners: Array, members: Array, masks: Array) -> None:
    """Fill the masks of options."""
    for entry in range(len(members)):
        masks[owners[entry], members[entry] >> 6] |= np.uint64(1) << np.uint64(members[entry] & 63)


@njit(**UNCOUNTED)
def hardest(s: State, level: int) -> Number:
    """Return the item to cover next, -1 if every item has what it needs."""
    best, least = -1, 0.0
    for item in range(len(s.need)):
        if s.need[item] > 0:
            ratio = (s.ways[level, item] - s.need[item] + 1) / s.weights[item]
            if best < 0 or ratio < least:
                best, least = item, ratio
    return best


@njit(**UNCOUNTED)
def choose(s: State, level: int, item: int) -> None:
    """Choose the option to cover an item with."""
    word, bit = item >> 6, ONE << np.uint64(item & 63)
    most = -1.0
    for at in range(s.begins[level], s.begins[level] + s.sizes[level]):
        option = s.live[at]
        if s.masks[option, word] & bit != ZERO:
            worth = 0.0
            for entry in range(s.starts[option], s.starts[option + 1]):
                other = s.members[entry]
                if s.need[other] > 0:
                    worth += 1.0 / s.ways[level, other]
            worth *= 1.0 + CHANCE * (np.float64(random_word(s.rng) >> np.uint64(11)) * 2.0**-53)
            if worth > most:
                most = worth
                s.at[level], s.chosen[level] = at, option


@njit(**UNCOUNTED)
def count_in(s: State, option: int, by: int) -> None:
    """Add an option to the counts of its items (by = 1), or subtract it (by = -1)."""
    for entry in range(s.starts[option], s.starts[option + 1]):
        item = s.members[entry]
        s.need[item] -= by
        s.room[item] -= by
        if s.cells[item]:
            s.open_[item] = s.need[item]


@njit(**UNCOUNTED)
def take(s: State, level: int) -> Number:
    """Take the option of a level and list what is compatible with it; return whether what remains is seen to have no solution."""
    option, above = s.chosen[level], level + 1
    count_in(s, option, 1)
    for word in range(len(s.filled)):
        s.filled[word] = ZERO
    for entry in range(s.starts[option], s.starts[option + 1]):
        item = s.members[entry]
        if s.room[item] == 0:
            s.filled[item >> 6] |= ONE << np.uint64(item & 63)
    for item in range(len(s.need)):
        s.ways[above, item] = s.ways[level, item]
    end = s.begins[level] + s.sizes[level]
    size = end
    for at in range(s.begins[level], end):
        other = s.live[at]
        met = ZERO
        for word in range(len(s.filled)):
            met |= s.masks[other, word] & s.filled[word]
        if met == ZERO and other != option:
            s.live[size] = other
            size += 1
            continue
        for entry in range(s.starts[other], s.starts[other + 1]):
            item = s.members[entry]
            s.ways[above, item] -= 1
            if s.ways[above, item] < s.need[item]:
                s.weights[item] += 1.0
                return True
    s.begins[above], s.sizes[above] = end, size - end
    return (len(s.near) > 0 and cut_off(s)) or (len(s.pieces) > 0 and crowded(s, above))


@njit(**UNCOUNTED)
def cut_off(s: State) -> Number:
    """Return whether the size of some region is no sum of sizes left; a board in one piece is not examined."""
    left = 0
    for item in range(len(s.open_)):
        left += s.open_[item]
    since, fresh = s.scalars[SEEN] + 1, True
    for start in range(len(s.open_)):
        if s.open_[start] and s.seen[start] < since:
            s.scalars[SEEN] += 1
            mark = s.scalars[SEEN]
            size = region(start, left, s.open_, s.near_starts, s.near, s.seen, mark, mark, s.queue)
            if size == left:
                return False
            if fresh and s.uneven[0]:
                add_up(s, left)
                fresh = False
            if not s.makes[size]:
                return True
    return False


@njit(**UNCOUNTED)
def crowded(s: State, level: int) -> Number:
    """Return whether a few pieces have to cover more cells than they have (Hall's condition, for the sets of pieces that cells
    have)."""
    for word in range(len(s.filled)):
        s.filled[word] = ZERO
    narrow = 0
    for item in range(len(s.need)):
        if s.open_[item] and s.ways[level, item] <= FEW_WAYS:
            s.filled[item >> 6] |= ONE << np.uint64(item & 63)
            s.takers[item] = ZERO
            s.queue[narrow] = item
            narrow += 1
    if narrow == 0:
        return False
    for at in range(s.begins[level], s.begins[level] + s.sizes[level]):
        option = s.live[at]
        met = ZERO
        for word in range(len(s.filled)):
            met |= s.masks[option, word] & s.filled[word]
        if met == ZERO:
            continue
        last = s.starts[option + 1] - 1
        bit = ONE << np.uint64(s.number[s.members[last]])
        for entry in range(s.starts[option], last):
            s.takers[s.members[entry]] |= bit
    count = 0
    for place in range(narrow):
        item = s.queue[place]
        if popcount(s.takers[item]) <= FEW_PIECES:
            s.queue[count] = item
            count += 1
    for at in range(count):
        pieces = s.takers[s.queue[at]]
        area, left = 0, pieces
        while left != ZERO:
            piece = s.pieces[trailing_zeros(left)]
            area += s.room[piece] * s.areas[piece]
            left &= left - ONE
        for other in range(count):
            area -= (s.takers[s.queue[other]] & ~pieces) == ZERO
        if area < 0:
            return True
    return False


@njit(**UNCOUNTED)
def add_up(s: State, most: int) -> None:
    """Find the sums up to `most` of the sizes of remaining pieces."""
    s.makes[0] = True
    for size in range(1, most + 1):
        s.makes[size] = False
    total = 0
    for at in range(len(s.pieces)):
        piece = s.pieces[at]
        area = s.areas[piece]
        if area == 0:
            continue
        for _ in range(min(s.room[piece], most // area)):
            total = min(total + area, most)
            for size in range(total, area - 1, -1):
                s.makes[size] |= s.makes[size - area]


@njit(**UNCOUNTED)
def drop(s: State, level: int) -> Number:
    """Remove the option of a level from its list; return whether that leaves an item with too few."""
    option, end = s.chosen[level], s.begins[level] + s.sizes[level] - 1
    s.live[s.at[level]] = s.live[end]
    s.live[end] = option
    s.sizes[level] -= 1
    dead = False
    for entry in range(s.starts[option], s.starts[option + 1]):
        item = s.members[entry]
        s.ways[level, item] -= 1
        if s.ways[level, item] < s.need[item]:
            s.weights[item] += 1.0
            dead = True
    return dead


@njit(**UNCOUNTED)
def following(runs: int, before: int) -> Number:
    """Return the failure limit of the next run, given the number of runs so far and the limit of the last."""
    if runs < len(SHORT_RUNS):
        return SHORT_RUNS[runs]
    return FIRST_FAILURES if runs == len(SHORT_RUNS) else before * FIFTHS // 5


@njit(**UNCOUNTED)
def search(s: State, budget: int) -> int:
    """Continue the search for `budget` nodes; return SEARCHING, SOLVED or EXHAUSTED."""
    stop = s.scalars[NODES] + budget
    while s.scalars[NODES] < stop:
        level = s.scalars[DEPTH]
        item = hardest(s, level)
        if item < 0:
            return SOLVED
        if s.ways[level, item] < s.need[item]:  # before any choice
            return EXHAUSTED
        choose(s, level, item)
        s.scalars[NODES] += 1
        if not take(s, level):
            s.scalars[DEPTH] = level + 1
            continue
        s.scalars[FAILURES] += 1
        count_in(s, s.chosen[level], -1)
        while drop(s, level):
            if level == 0:
                return EXHAUSTED
            level -= 1
            count_in(s, s.chosen[level], -1)
        if s.scalars[FAILURES] >= s.scalars[ALLOWED]:
            s.scalars[FAILURES] = 0
            s.scalars[RUNS] += 1
            if s.scalars[RUNS] == len(SHORT_RUNS):  # weights learned in short runs lead long ones astray
                for number in range(len(s.weights)):
                    s.weights[number] = 1.0
            s.scalars[ALLOWED] = following(s.scalars[RUNS], s.scalars[ALLOWED])
            while level > 0:
                level -= 1
                count_in(s, s.chosen[level], -1)
        s.scalars[DEPTH] = level
    return SEARCHING


class Search(FirstSolution):
    """A search by lists of live options; see FirstSolution. prepared: the arrays of the instance, which are not changed."""

    def __init__(self, instance: Instance, seed: int, prepared: State | None = None) -> None:
        super().__init__(instance)
        if prepared is None:
            prepared = prepare(self.instance, seed)
        else:  # an earlier search used the prepared arrays, and another may
            prepared = State(*map(np.copy, prepared))._replace(rng=np.array([seed], np.uint64))
        self.state = prepared
        self.scalars, self.chosen = self.state.scalars, self.state.chosen

    def search(self, nodes: int) -> int:
        """Continue the search; see FirstSolution."""
        return int(search(self.state, nodes))

"""Kernel `degree-buckets`: one solution of a large cover, branching on the item with the fewest options; items are kept in
buckets by that number.

Options are sparse sets as in sparse_sets.py, but no step scans all open items: those with the same number of options left form
a bitset with a summary, so that the lowest item of the lowest bucket is a few words away. The option chosen is the one whose
items have the fewest others, hardest first, up to a random tenth. An item that failed is branched on first until it succeeds.
The search restarts after a number of failures that grows by a tenth each time, so that eventually a run is long enough for the
whole tree: the kernel is complete, and reports exhaustion when no solution is left. What is refuted at the root stays refuted.
From the second run on, the regions around each option are examined: the size of a closed-off region must be a sum of option
sizes.

Historical note. Random options instead of hardest first took 1,000 to 4,000 nodes for free pentominoes on 60x60 (720 pieces),
and did not finish for dominoes on 200x200; hardest first succeeds on both, and on 100x100 by pentominoes.

Sources: D. E. Knuth, Dancing Cells (Christmas lecture 2023); C. Lecoutre, L. Sais, S. Tabary and V. Vidal, Reasoning from last
conflict(s) in constraint programming, Artificial Intelligence 173 (2009); T. Walsh, Search in a small world, IJCAI 1999.
Not here: multiplicities above one, counting and listing (sparse_sets.py).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from exactcover.kernel.arrays import Array, Number
from exactcover.kernel.bits import trailing_zeros
from exactcover.kernel.cover.first_solution import DEPTH, EXHAUSTED, NODES, SEARCHING, SOLVED, FirstSolution
from exactcover.kernel.cover.orders import holders
from exactcover.kernel.cover.regions import links, region, sums
from exactcover.kernel.instance import Instance, OutOfReach
from exactcover.kernel.jit import njit
from exactcover.kernel.rng import random_word
from exactcover.kernel.uncounted import UNCOUNTED
from exactcover.model.arrays import Integers

LENGTH, OPEN, LAST, FAILURES, ALLOWED, SERIAL, SEEN, SIGHTED = range(
    2, 10
)  # indices into State.scalars, after NODES and DEPTH
BLIND = 3  # besides SEARCHING, SOLVED and EXHAUSTED: the first run has ended, and regions are to be examined
BUCKETS = 512  # items with more options share the last bucket
BLIND_FAILURES = 100  # of the first run, before regions are examined: it solves most large boards, and links take time
FIRST_FAILURES, TENTHS = 1_000, 11  # failures of the second run; growth from run to run, in tenths
LARGEST_REGION = 60  # cells: larger regions are rarely closed off by a mistake
CHANCE = 0.1  # the random part of an option's score
ONE = np.uint64(1)


class State(NamedTuple):
    """The arrays of one search, the cover's among them.

    members, owners: item and option of each entry; the active options of item i are the first size[i] entries of
    sets[begins[i]:]; places: the index of each entry in `sets`. primary: items to be covered; closed: covered items; open_:
    primary items not yet covered. bucket: of an open item, otherwise -1; held, bits, words: for each bucket the number of its
    items, these as bits, and which words of those are nonzero. trail: items with their previous sizes; marks, chosen: for each
    level the trail's length before it and its option. near_starts, near: links; makes: the sums of option sizes; seen, queue:
    scratch space for regions; touched: when an item was last put on the trail.
    """

    starts: Integers
    members: Integers
    owners: Array
    begins: Integers
    sets: Array
    places: Array
    size: Integers
    primary: Array
    closed: Array
    open_: Array
    bucket: Integers
    held: Integers
    bits: Array
    words: Array
    trail: Array
    marks: Integers
    chosen: Integers
    near_starts: Integers
    near: Integers
    makes: Array
    seen: Integers
    queue: Integers
    touched: Integers
    rng: Array
    scalars: Integers


def prepare(instance: Instance, seed: int) -> State:
    """Return the arrays of a search; raises OutOfReach if an item may be covered more than once."""
    if instance.most.max(initial=0) > 1:
        raise OutOfReach("an item may be covered more than once")
    items, entries = instance.items, len(instance.members)
    owners = np.repeat(np.arange(instance.options, dtype=np.int32), np.diff(instance.plain[2]))
    primary = (instance.least > 0).astype(np.uint8)
    size = np.bincount(instance.members, minlength=items)
    begins = np.concatenate([[0], np.cumsum(size)])
    buckets, words = min(int(size.max(initial=0)), BUCKETS) + 1, items // 64 + 1
    lengths = np.add.reduceat(primary[instance.members], instance.starts[:-1], dtype=np.int64)
    levels = int(primary.sum()) + 1
    scalars = np.zeros(10, dtype=np.int64)
    scalars[OPEN], scalars[LAST], scalars[ALLOWED] = levels - 1, -1, BLIND_FAILURES
    state = State(
        instance.starts, instance.members, owners, begins, np.empty(entries, np.int32), np.empty(entries, np.int32), size,
        primary, np.zeros(items, np.uint8), primary.copy(), np.full(items, -1), np.zeros(buckets, np.int64),
        np.zeros((buckets, words), np.uint64), np.zeros((buckets, words // 64 + 1), np.uint64),
        np.empty((entries + 1, 2), np.int32), np.zeros(levels, np.int64), np.zeros(levels, np.int64),
        np.zeros(items + 1, np.int64), np.zeros(0, np.int64),
        sums(np.unique(lengths), LARGEST_REGION), np.zeros(items, np.int64),
        np.empty(LARGEST_REGION + 1, np.int64), np.zeros(items, np.int64), np.array([seed], np.uint64), scalars,
    )  # fmt: skip
    lay(state)
    return state


def sighted(state: State, instance: Instance) -> State:
    """Return a state that examines regions from now on, if their sizes can rule anything out."""
    state.scalars[SIGHTED], state.scalars[ALLOWED] = 1, FIRST_FAILURES
    if state.makes.all():
        return state
    near = links(instance, state.primary > 0, *holders(instance.items, instance.starts, instance.members))
    return state if near is None else state._replace(near_starts=near.starts, near=near.near)


@njit(**UNCOUNTED)
def lay(s: State) -> None:
    """Fill the sets of options and the buckets of items."""
    for item in range(len(s.primary)):
        s.touched[item] = s.begins[item]
    for entry in range(len(s.members)):
        item = s.members[entry]
        s.sets[s.touched[item]] = entry
        s.places[entry] = s.touched[item]
        s.touched[item] += 1
    for item in range(len(s.primary)):
        s.touched[item] = 0
        if s.primary[item]:
            shelve(s, item, True)


@njit(**UNCOUNTED)
def shelve(s: State, item: int, inside: bool) -> None:
    """Put an item into the bucket of its size, or remove it from all buckets."""
    at = s.bucket[item]
    to = min(s.size[item], len(s.held) - 1) if inside else -1
    if at == to:
        return
    word, bit = item >> 6, ONE << np.uint64(item & 63)
    if at >= 0:
        s.held[at] -= 1
        s.bits[at, word] &= ~bit
        if s.bits[at, word] == np.uint64(0):
            s.words[at, word >> 6] &= ~(ONE << np.uint64(word & 63))
    if to >= 0:
        s.held[to] += 1
        s.bits[to, word] |= bit
        s.words[to, word >> 6] |= ONE << np.uint64(word & 63)
    s.bucket[item] = to


@njit(**UNCOUNTED)
def easiest(s: State) -> Number:
    """Return the open item to cover next: the one that failed last, otherwise the lowest of those with the fewest options."""
    last = s.scalars[LAST]
    if last >= 0 and s.open_[last]:
        return last
    for bucket in range(len(s.held)):
        if s.held[bucket] > 0:
            for block in range(s.words.shape[1]):
                if s.words[bucket, block] != np.uint64(0):
                    word = 64 * block + trailing_zeros(s.words[bucket, block])
                    return 64 * word + trailing_zeros(s.bits[bucket, word])
    return -1


@njit(**UNCOUNTED)
def strike(s: State, option: int) -> Number:
    """Strike an option from the sets of its items that are not closed; return whether that leaves an open item without
    options."""
    dead = False
    for entry in range(s.starts[option], s.starts[option + 1]):
        item = s.members[entry]
        if s.closed[item]:
            continue
        place, end = s.places[entry], s.begins[item] + s.size[item] - 1
        if place > end:  # struck before, from all its items
            return False
        if s.touched[item] != s.scalars[SERIAL]:
            s.touched[item] = s.scalars[SERIAL]
            length = s.scalars[LENGTH]
            s.trail[length, 0], s.trail[length, 1] = item, s.size[item]
            s.scalars[LENGTH] = length + 1
        other = s.sets[end]
        s.sets[end], s.sets[place] = entry, other
        s.places[entry], s.places[other] = end, place
        s.size[item] -= 1
        dead = dead or (s.size[item] == 0 and s.primary[item] == 1)
    return dead


@njit(**UNCOUNTED)
def sort_out(s: State, mark: int) -> None:
    """Move the items on the trail from `mark` on into their buckets."""
    for at in range(mark, s.scalars[LENGTH]):
        item = s.trail[at, 0]
        if s.open_[item]:
            shelve(s, item, True)


@njit(**UNCOUNTED)
def take(s: State, option: int) -> Number:
    """Choose an option; return whether what remains is seen to have no solution."""
    for entry in range(s.starts[option], s.starts[option + 1]):
        item = s.members[entry]
        s.closed[item] = 1
        if s.open_[item]:
            s.open_[item] = 0
            s.scalars[OPEN] -= 1
            shelve(s, item, False)
    s.scalars[SERIAL] += 1
    mark = s.scalars[LENGTH]
    for entry in range(s.starts[option], s.starts[option + 1]):
        item = s.members[entry]
        for at in range(s.begins[item], s.begins[item] + s.size[item]):
            other = s.owners[s.sets[at]]
            if other != option and strike(s, other):
                return True
    sort_out(s, mark)
    return len(s.near) > 0 and cut_off(s, option)


@njit(**UNCOUNTED)
def cut_off(s: State, option: int) -> Number:
    """Return whether an option has closed off a region whose size is no sum of option sizes."""
    since = s.scalars[SEEN] + 1
    for entry in range(s.starts[option], s.starts[option + 1]):
        item = s.members[entry]
        for at in range(s.near_starts[item], s.near_starts[item + 1]):
            start = s.near[at]
            if s.open_[start] and s.seen[start] < since:
                s.scalars[SEEN] += 1
                size = region(
                    start, LARGEST_REGION, s.open_, s.near_starts, s.near, s.seen, since, s.scalars[SEEN], s.queue
                )
                if size <= LARGEST_REGION and not s.makes[size]:
                    return True
    return False


@njit(**UNCOUNTED)
def give_back(s: State, level: int) -> None:
    """Undo a choice and everything that followed from it."""
    while s.scalars[LENGTH] > s.marks[level]:
        s.scalars[LENGTH] -= 1
        item = s.trail[s.scalars[LENGTH], 0]
        s.size[item] = s.trail[s.scalars[LENGTH], 1]
        if s.open_[item]:
            shelve(s, item, True)
    option = s.chosen[level]
    for entry in range(s.starts[option], s.starts[option + 1]):
        item = s.members[entry]
        s.closed[item] = 0
        if s.primary[item]:
            s.open_[item] = 1
            s.scalars[OPEN] += 1
            shelve(s, item, True)


@njit(**UNCOUNTED)
def refute(s: State) -> Number:
    """Backtrack to the last choice and strike its option, repeatedly while that leaves no solution; return whether the search
    is exhausted."""
    while s.scalars[DEPTH] > 0:
        s.scalars[DEPTH] -= 1
        level = s.scalars[DEPTH]
        give_back(s, level)
        s.scalars[SERIAL] += 1
        mark = s.scalars[LENGTH]
        if not strike(s, s.chosen[level]):
            sort_out(s, mark)
            return False
    return True


@njit(**UNCOUNTED)
def hardest(s: State, item: int) -> Number:
    """Return the option to cover an item with: the one whose items have the fewest others, up to a random tenth."""
    best, most = -1, -1.0
    for at in range(s.begins[item], s.begins[item] + s.size[item]):
        option = s.owners[s.sets[at]]
        worth = 0.0
        for entry in range(s.starts[option], s.starts[option + 1]):
            other = s.members[entry]
            if s.open_[other]:
                worth += 1.0 / s.size[other]
        worth *= 1.0 + CHANCE * (np.float64(random_word(s.rng) >> np.uint64(11)) * 2.0**-53)
        if worth > most:
            best, most = option, worth
    return best


@njit(**UNCOUNTED)
def search(s: State, budget: int) -> int:
    """Continue the search for `budget` nodes; return SEARCHING, SOLVED, EXHAUSTED, or BLIND at the end of the first run."""
    stop = s.scalars[NODES] + budget
    while s.scalars[OPEN] > 0:
        if s.scalars[NODES] >= stop:
            return SEARCHING
        item = easiest(s)
        if s.size[item] == 0:  # before any choice
            return EXHAUSTED
        level = s.scalars[DEPTH]
        option = hardest(s, item)
        s.marks[level], s.chosen[level] = s.scalars[LENGTH], option
        s.scalars[DEPTH] = level + 1
        s.scalars[NODES] += 1
        if not take(s, option):
            continue
        s.scalars[LAST] = item
        s.scalars[FAILURES] += 1
        if refute(s):
            return EXHAUSTED
        if s.scalars[FAILURES] >= s.scalars[ALLOWED]:
            s.scalars[FAILURES] = 0
            s.scalars[ALLOWED] = s.scalars[ALLOWED] * TENTHS // 10
            while s.scalars[DEPTH] > 0:
                s.scalars[DEPTH] -= 1
                give_back(s, s.scalars[DEPTH])
            if not s.scalars[SIGHTED]:
                return BLIND
    return SOLVED


class Search(FirstSolution):
    """A search by buckets of items that examines regions once a first short run has failed; see FirstSolution."""

    def __init__(self, instance: Instance, seed: int) -> None:
        super().__init__(instance)
        self.state = prepare(self.instance, seed)
        self.scalars, self.chosen = self.state.scalars, self.state.chosen

    def search(self, nodes: int) -> int:
        """Continue the search; see FirstSolution."""
        before = int(self.scalars[NODES])
        code = int(search(self.state, nodes))
        if code == BLIND:
            self.state = sighted(self.state, self.instance)
            code = int(search(self.state, before + nodes - int(self.scalars[NODES])))
        return code

"""Exact cover by sparse sets, fewest ways first, with multiplicities, optional options and costs.

Each item keeps its active options as a sparse set: the first `size` entries of its slice of `sets`. Removing an option swaps
its entry behind the end; undoing in reverse order only moves the ends back. An item is branched on by taking one of its
options, and afterwards excluding it, so that the options of an item covered several times are chosen as a set and not as a
sequence. All state is in arrays passed in: a call runs for a budget of nodes, or until the buffer of found selections is full,
and the next call continues. The first option taken that has a coloured item removes the options that give it another colour;
those of its colour stay.

Sources: D. E. Knuth, Dancing Cells (Christmas lecture 2023) and TAOCP 7.2.2.1, algorithm M, for the degree `size - need + 1`
of an item with multiplicities; P. Briggs, L. Torczon, sparse sets, ACM LOPLAS 2 (1993).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from exactcover.kernel.instance import Instance, Root, Step, restrict
from exactcover.kernel.jit import njit
from exactcover.model.arrays import Integers

EXHAUSTED, OUT_OF_NODES, BUFFER_FULL, ENOUGH = 0, 1, 2, 3
DEPTH, NODES, SOLUTIONS, TRAIL, OPEN, COST, BEST, MODE, WRITTEN = range(9)
ENTER, ADVANCE = 0, 1
NO_BEST = np.iinfo(np.int64).max
NO_HUE = -1  # of an entry whose item no option colours; 0: no colour, on an item that some option colours
LARGEST_BUFFER = 1 << 20


@dataclass
class State:
    """The arrays of one search; `registers` holds the scalars named above."""

    option_starts: Integers
    entry_items: Integers
    set_starts: Integers
    sets: Integers
    places: Integers
    size: Integers
    need: Integers
    spare: Integers
    open_items: Integers
    open_places: Integers
    trail: Integers
    levels: Integers
    costs: Integers
    cheapest: int
    registers: Integers

    def copy(self) -> State:
        """Return the same state for another search; arrays that no search changes are shared."""
        written = (
            "sets", "places", "size", "need", "spare", "open_items", "open_places", "trail", "levels", "registers",
        )  # fmt: skip
        return replace(self, **{name: getattr(self, name).copy() for name in written})


def prepare(instance: Instance, costs: Integers | None = None) -> State:
    """Return the arrays for a search; costs: one integer per option, for optimising searches."""
    options, entries = instance.options, len(instance.members)
    owners = np.repeat(np.arange(options), np.diff(instance.starts))
    uses = np.bincount(instance.members, minlength=instance.items)
    spare_of_item = instance.most - instance.least
    # An option may be added when every item is satisfied only if none of its items is then full.
    loose = np.ones(options, dtype=np.bool_)
    loose[owners[spare_of_item[instance.members] == 0]] = False
    binding = (instance.least > 0) | (instance.most < uses)
    possible = np.ones(options, dtype=np.bool_)
    possible[owners[instance.most[instance.members] == 0]] = False
    loose &= possible
    kept = binding[instance.members] & possible[owners]
    spare, depth = np.append(spare_of_item, entries + 1), int(min(options, instance.most.clip(max=options).sum())) + 2
    coloured = np.zeros(instance.items, dtype=np.bool_)
    if instance.colours is not None:
        coloured[instance.members[instance.colours > 0]] = True
        spare[:-1][coloured] = entries + 1  # never used up: the first option with the item decides its colour
        # Each chosen option takes a copy of an item without colours, unless all its items have some.
        bare = np.logical_and.reduceat(coloured[instance.members], instance.starts[:-1]) if options else coloured[:0]
        depth = min(options, int(instance.most[~coloured].clip(max=options).sum() + bare.sum())) + 2
    # The last item is virtual, with need 0: the set of options that may be added at the end.
    hues = np.concatenate(
        [np.where(coloured[instance.members], instance.shades, NO_HUE)[kept], np.full(int(loose.sum()), NO_HUE)]
    )
    entry_items = np.concatenate([instance.members[kept], np.full(int(loose.sum()), instance.items)])
    owners = np.concatenate([owners[kept], np.flatnonzero(loose)])
    order = np.argsort(owners, kind="stable")
    entry_items, owners, hues = entry_items[order], owners[order], hues[order]
    by_item = np.argsort(entry_items, kind="stable")
    set_starts = np.searchsorted(entry_items[by_item], np.arange(instance.items + 2)).astype(np.int64)
    places = np.empty(len(by_item), dtype=np.int64)
    places[by_item] = np.arange(len(by_item))
    open_items = np.flatnonzero(instance.least > 0).astype(np.int64)
    open_places = np.full(instance.items + 1, -1, dtype=np.int64)
    open_places[open_items] = np.arange(len(open_items))
    costs = np.zeros(options, dtype=np.int64) if costs is None else costs.copy()
    registers = np.zeros(9, dtype=np.int64)
    registers[OPEN] = len(open_items)
    registers[BEST] = NO_BEST
    return State(
        np.searchsorted(owners, np.arange(options + 1)).astype(np.int64),
        np.stack([entry_items, owners, hues], axis=1),
        set_starts,
        by_item.astype(np.int64),
        places,
        np.diff(set_starts),
        np.append(instance.least, 0),
        spare,
        open_items,
        open_places,
        np.empty(entries + options + 1, dtype=np.int64),
        np.empty((depth, 4), dtype=np.int64),
        costs,
        int(costs.clip(max=0).sum()),
        registers,
    )


def advance(
    state: State, nodes: int, enough: int, buffer: Integers, *, keep: bool, improve: bool, within: bool = False
) -> int:
    """Continue the search for `nodes` more nodes; return EXHAUSTED, OUT_OF_NODES, BUFFER_FULL or ENOUGH.

    enough: stop after that many solutions, 0 for no limit; buffer: receives selections if `keep`, each as its length and its
    options, `registers[WRITTEN]` integers in all; improve: only selections cheaper than the best so far; within: all
    selections cheaper than `registers[BEST]`, which is not changed.
    """
    return int(
        _search(
            state.option_starts, state.entry_items, state.set_starts, state.sets, state.places, state.size,
            state.need, state.spare, state.open_items, state.open_places, state.trail, state.levels, state.costs,
            state.cheapest, state.registers, nodes, enough, buffer, keep, improve, improve or within,
        )
    )  # fmt: skip


class Search:
    """One search below a root, run in slices, as those of the other kernels; made: the arrays, for a search of the whole
    cover."""

    slack = 0

    def __init__(self, instance: Instance, root: Root = (), made: State | None = None) -> None:
        left = restrict(instance, root)
        self.finished = left is None
        if left is not None:
            self.kept, self.chosen = left.kept, left.chosen
            self.state = prepare(left.instance) if made is None or left.instance is not instance else made.copy()

    def run(self, nodes: int, keep: int = 0, most: int = 1 << 62) -> Step:
        """Continue the search for `nodes` nodes; list up to `keep` solutions, or with keep = 0 count up to `most`."""
        if self.finished:
            return Step(0, np.empty((0, 0), np.int32), 0, True)
        registers = self.state.registers
        before, spent = int(registers[SOLUTIONS]), int(registers[NODES])
        depth = len(self.state.levels)
        buffer = np.empty(min(keep * depth, max(LARGEST_BUFFER, depth)) + depth + 1 if keep else 0, np.int64)
        code = advance(self.state, nodes, before + (keep or most), buffer, keep=keep > 0, improve=False)
        self.finished = code == EXHAUSTED
        listed = self._listed(buffer[: registers[WRITTEN]]) if keep else np.empty((0, 0), np.int32)
        return Step(int(registers[SOLUTIONS]) - before, listed, int(registers[NODES]) - spent, self.finished)

    def _listed(self, buffer: Integers) -> NDArray[np.int32]:
        selections = [np.sort(np.concatenate([self.kept[options], self.chosen])) for options in selections_in(buffer)]
        longest = max(map(len, selections), default=0)
        listed = np.full((len(selections), longest), -1, dtype=np.int32)
        for number, selection in enumerate(selections):
            listed[number, : len(selection)] = selection
        return listed


def selections_in(buffer: Integers) -> Iterator[Integers]:
    """Yield the selections that `advance` wrote."""
    place = 0
    while place < len(buffer):
        length = int(buffer[place])
        yield buffer[place + 1 : place + 1 + length]
        place += 1 + length


@njit(cache=True, nogil=True)
def _remove(entry: int, item: int, set_starts: Integers, sets: Integers, places: Integers, size: Integers) -> None:
    """Swap an entry behind the end of its item's set."""
    size[item] -= 1
    end = set_starts[item] + size[item]
    place = places[entry]
    other = sets[end]
    sets[end], sets[place] = entry, other
    places[entry], places[other] = end, place


@njit(cache=True, nogil=True)
def _remove_option(  # type: ignore[no-untyped-def]
    option, but, option_starts, entry_items, set_starts, sets, places, size, need, trail, length
):
    """Remove an option from the sets of all its items except `but`; return the trail's length, negative if an item is dead."""
    dead = False
    for entry in range(option_starts[option], option_starts[option + 1]):
        item = entry_items[entry, 0]
        if item != but:
            _remove(entry, item, set_starts, sets, places, size)
            trail[length] = item
            length += 1
            if size[item] < need[item]:
                dead = True
    return length, dead


@njit(cache=True, nogil=True)
def _search(  # type: ignore[no-untyped-def]
    option_starts, entry_items, set_starts, sets, places, size, need, spare, open_items, open_places, trail, levels,
    costs, cheapest, registers, budget, enough, buffer, keep, improve, bounded
):  # fmt: skip
    depth, length, open_count, cost = registers[DEPTH], registers[TRAIL], registers[OPEN], registers[COST]
    mode, written = registers[MODE], 0
    virtual = len(need) - 1
    stop = registers[NODES] + budget
    code = -1
    while code < 0:
        if mode == ENTER:
            if registers[NODES] >= stop:
                code = OUT_OF_NODES
                break
            registers[NODES] += 1
            mode = ADVANCE
            item, least = virtual, NO_BEST
            for place in range(open_count):
                other = open_items[place]
                degree = size[other] - need[other]
                if degree < least:
                    least, item = degree, other
            levels[depth, 0], levels[depth, 1], levels[depth, 2] = item, -1, length
            depth += 1
            if item == virtual and (not bounded or cost < registers[BEST]):
                registers[SOLUTIONS] += 1
                if improve:
                    registers[BEST] = cost
                if keep:
                    buffer[written] = depth - 1
                    for level in range(depth - 1):
                        buffer[written + 1 + level] = levels[level, 1]
                    written += depth
                    if written + len(levels) + 1 > len(buffer):
                        code = BUFFER_FULL
                if enough and registers[SOLUTIONS] >= enough:
                    code = ENOUGH
            continue
        # ADVANCE: if the top level has just returned from its option, exclude that option; then take the next.
        if depth == 0:
            code = EXHAUSTED
            break
        level = depth - 1
        item, option = levels[level, 0], levels[level, 1]
        dead = False
        if option >= 0:
            while length > levels[level, 3]:
                length -= 1
                size[trail[length]] += 1
            cost -= costs[option]
            for entry in range(option_starts[option + 1] - 1, option_starts[option] - 1, -1):
                other = entry_items[entry, 0]
                need[other] += 1
                if need[other] == 1:
                    open_count += 1
            levels[level, 1] = -1
            length, dead = _remove_option(
                option, -1, option_starts, entry_items, set_starts, sets, places, size, need, trail, length
            )
        if dead or size[item] == 0 or size[item] < need[item]:
            while length > levels[level, 2]:
                length -= 1
                size[trail[length]] += 1
            depth -= 1
            continue
        option = entry_items[sets[set_starts[item] + size[item] - 1], 1]
        levels[level, 1], levels[level, 3] = option, length
        cost += costs[option]
        length, dead = _remove_option(
            option, -1, option_starts, entry_items, set_starts, sets, places, size, need, trail, length
        )
        dead = bounded and cost + cheapest - min(cost, 0) >= registers[BEST]
        for entry in range(option_starts[option], option_starts[option + 1]):
            other = entry_items[entry, 0]
            need[other] -= 1
            if need[other] == 0:
                open_count -= 1
                place, last = open_places[other], open_items[open_count]
                open_items[place], open_items[open_count] = last, other
                open_places[last], open_places[other] = place, open_count
        for entry in range(option_starts[option], option_starts[option + 1]):
            other = entry_items[entry, 0]
            hue = entry_items[entry, 2]
            if need[other] + spare[other] == 0 or (hue != NO_HUE and need[other] == -1):
                for place in range(set_starts[other], set_starts[other] + size[other]):
                    if hue > 0 and entry_items[sets[place], 2] == hue:
                        continue
                    length, gone = _remove_option(
                        entry_items[sets[place], 1], other, option_starts, entry_items, set_starts, sets, places, size,
                        need, trail, length,
                    )  # fmt: skip
                    dead = dead or gone
            elif size[other] < need[other]:
                dead = True
        if not dead:
            mode = ENTER
    registers[DEPTH], registers[TRAIL], registers[OPEN], registers[COST] = depth, length, open_count, cost
    registers[MODE], registers[WRITTEN] = mode, written
    return code

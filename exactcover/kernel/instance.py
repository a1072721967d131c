"""An exact cover as the plain arrays that the compiled kernels read, and its restriction to a root.

A *root* is a part of the search space: an integer sequence in which `o >= 0` means that option o is chosen and `~o` that
option o is left out. The solutions of a root are those that contain all the chosen and none of the left-out options. Roots
consist of option numbers only, so that one kernel can list them and another search below them.
Not here: costs and connectivity, which no kernel of this folder supports.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.kernel.arrays import Array
from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover

Root = Iterable[int]


class OutOfReach(ValueError):
    """The instance is too large for a kernel; another kernel may take it."""


class OutOfRoom(OutOfReach):
    """A kernel needs more memory than it may take."""


class Step(NamedTuple):
    """The result of one call of a search: solutions counted, their selections if requested, nodes, and whether it ended.

    selections: (k, longest) option numbers, increasing, padded with -1; k = solutions, or 0 rows when only counting.
    """

    solutions: int
    selections: NDArray[np.int32]
    nodes: int
    finished: bool


class Instance(NamedTuple):
    """least, most: one number per item; option o is the items `members[starts[o]:starts[o+1]]`, increasing; all int64.

    colours: of each member, 0 for none; None if nothing is coloured. A coloured item has least 0 and most 1.
    """

    least: Integers
    most: Integers
    starts: Integers
    members: Integers
    colours: Integers | None = None

    @property
    def items(self) -> int:
        """The number of items."""
        return len(self.least)

    @property
    def options(self) -> int:
        """The number of options."""
        return len(self.starts) - 1

    @property
    def plain(self) -> tuple[Integers, Integers, Integers, Integers]:
        """The arrays except the colours; raises OutOfReach if some item has one, for a kernel that does not support them."""
        if self.colours is not None:
            raise OutOfReach("its items have colours, which only the kernels fewest-options and sparse know")
        return self.least, self.most, self.starts, self.members

    @property
    def shades(self) -> Integers:
        """The colour of each member, 0 for none."""
        return np.zeros(len(self.members), dtype=np.int64) if self.colours is None else self.colours


class Restricted(NamedTuple):
    """The instance that remains below a root: `kept[o]` is the original number of its option o, `chosen` the options of the
    root."""

    instance: Instance
    kept: Integers
    chosen: Integers


def instance(cover: Cover) -> Instance:
    """Return the arrays of a cover."""
    return Instance(cover.least, cover.most, cover.starts, cover.members, cover.colours)


def entries_of(root: Root, options: int) -> Integers:
    """Return a root as an array; raises ValueError for option numbers outside 0..options-1 and for one chosen twice."""
    entries = root if isinstance(root, tuple) else tuple(map(int, root))
    furthest = max(*entries, ~min(entries)) if entries else -1  # Python is faster than numpy for the few there are
    if furthest >= options:
        raise ValueError(f"a root names option {furthest}; expected 0 to {options - 1}")
    chosen = [entry for entry in entries if entry >= 0]
    if len(set(chosen)) != len(chosen):
        raise ValueError("a root chooses an option twice")
    return np.array(entries, dtype=np.int64)


def entries_of_all(roots: Sequence[Root], bounds: Integers, options: int) -> Integers:
    """Return several roots as one array, root k from bounds[k] to bounds[k + 1]; raises ValueError as `entries_of` does."""
    entries = np.fromiter(chain.from_iterable(roots), dtype=np.int64, count=int(bounds[-1]))
    owners = np.repeat(np.arange(len(roots)), np.diff(bounds))
    chosen = (owners * options + entries)[entries >= 0]
    if len(entries) and (np.maximum(entries, ~entries).max() >= options or len(np.unique(chosen)) < len(chosen)):
        for root in roots:
            entries_of(root, options)
    return entries


def parted(root: Root, options: int) -> tuple[Integers, Integers]:
    """Return the chosen and the left-out options of a root; raises ValueError, see `entries_of`."""
    entries = entries_of(root, options)
    return entries[entries >= 0], ~entries[entries < 0]


def _places(instance: Instance, chosen: Integers) -> Integers:
    """Return where the members of the chosen options are."""
    begins, lengths = instance.starts[chosen], instance.starts[chosen + 1] - instance.starts[chosen]
    return np.repeat(begins - np.cumsum(lengths) + lengths, lengths) + np.arange(int(lengths.sum()))


def usage(instance: Instance, chosen: Integers) -> Integers:
    """Return how often the chosen options cover each item: options that give it the same colour cover it once together."""
    places = _places(instance, chosen)
    if instance.colours is not None:
        colours = instance.colours[places]
        _, first = np.unique(np.stack([instance.members[places], colours]), axis=1, return_index=True)
        again = colours > 0
        again[first] = False
        places = places[~again]
    return np.bincount(instance.members[places], minlength=instance.items)


def _kept_open(instance: Instance, chosen: Integers) -> tuple[Integers, Integers]:
    """Return the items that the chosen options give a colour, and that colour."""
    places = _places(instance, chosen)
    coloured = places[instance.shades[places] > 0]
    return instance.members[coloured], instance.shades[coloured]


def contradicts(instance: Instance, chosen: Integers, left_out: Integers) -> bool:
    """Return whether a root trivially has no solution: an item covered too often, or an option both chosen and left out."""
    if len(left_out) and np.isin(chosen, left_out).any():
        return True
    return bool((usage(instance, chosen) > instance.most).any())


def restrict(instance: Instance, root: Root = ()) -> Restricted | None:
    """Return what remains of an instance below a root, with the same items; None if the root contradicts itself.

    An item already covered as often as it may be has least = most = 0, and no option. One that has a colour keeps the options
    that give it the same colour.
    """
    chosen, left_out = parted(root, instance.options)
    if not len(chosen) and not len(left_out) and instance.most.min(initial=1) > 0:
        return Restricted(instance, np.arange(instance.options), chosen)
    if contradicts(instance, chosen, left_out):
        return None
    used = usage(instance, chosen)
    most = instance.most - used
    least = np.maximum(instance.least - used, 0)
    lengths = np.diff(instance.starts)
    owners = np.repeat(np.arange(instance.options), lengths)
    keep = np.ones(instance.options, dtype=np.bool_)
    full = most[instance.members] == 0
    if instance.colours is not None:
        items, colours = _kept_open(instance, chosen)
        most[items] = 1
        hue = np.zeros(instance.items, dtype=np.int64)
        hue[items] = colours
        full[(hue[instance.members] > 0) & (instance.colours == hue[instance.members])] = False
    keep[owners[full]] = False
    keep[chosen] = False
    keep[left_out] = False
    kept = np.flatnonzero(keep)
    starts = np.concatenate(([0], np.cumsum(lengths[kept])))
    entries = keep[owners]
    left = Instance(least, most, starts, instance.members[entries])
    if instance.colours is not None:
        left = left._replace(colours=instance.colours[entries])
    return Restricted(left, kept, chosen)


def padded(codes: Integers, lines: Array, chosen: Integers) -> NDArray[np.int32]:
    """Turn rows of numbers (-1 for none) into increasing option numbers, codes[number] and `chosen`, padded with -1."""
    beyond = np.int64(1 << 31) - 1
    options = np.append(codes, -1)[lines]  # entry -1, the padding, reads the one appended
    options[options < 0] = beyond
    options = np.concatenate((options, np.broadcast_to(chosen, (len(lines), len(chosen)))), axis=1)
    options.sort(axis=1)
    options[options == beyond] = -1
    longest = int((options >= 0).sum(axis=1).max(initial=0))
    return options[:, :longest].astype(np.int32)

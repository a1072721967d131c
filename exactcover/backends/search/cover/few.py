"""A few solutions of a cover that has many: each is found by a search for one, excluding an option of each earlier solution.

A search that lists or counts traverses its tree from one end and may find no solution for hours where another search finds one
at once; this one finds some, and proves nothing if it does not. The excluded options hit every earlier solution, so no two are
equal. Covers with colours, costs or connectivity are not supported.

Historical note. Twelve pentominoes on 8x8, any four cells staying empty, two solutions: 2.4 billion nodes and none by kernel
static-order, 3 milliseconds each by the kernels that find one.
"""

from __future__ import annotations

import random
from collections.abc import Generator, Iterator
from typing import NamedTuple

import numpy as np

from exactcover.backends.search.cover import first
from exactcover.backends.search.cover.kernel_names import AUTO
from exactcover.backends.search.cover.strategy import bare
from exactcover.kernel.instance import Instance, OutOfReach, restrict
from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover

MOST = 20
"""The number of solutions that counts as a few."""
NODES = 60_000
"""Limit of the search for one: about what the kernels that find one take for a board of a hundred cells."""
TRIES = 2
"""How often another option of the last solution is excluded instead."""


class Step(NamedTuple):
    """Nodes spent, and a solution if there is one."""

    nodes: int
    selection: Integers | None = None


def fits(cover: Cover, number: int | None) -> bool:
    """Return whether that many solutions of a cover are searched for here; None means all of them."""
    plain = cover.connectivity is None and cover.colours is None and cover.costs is None
    return plain and number is not None and number <= MOST


def solutions(cover: Cover, number: int, seed: int) -> Iterator[Step]:
    """Yield steps until that many different solutions are found, or the search for one takes too long."""
    rng, instance = random.Random(seed), bare(cover)
    left_out: list[int] = []
    latest: Integers | None = None
    tries = listed = 0
    while listed < number:
        below = restrict(instance, tuple(~option for option in dict.fromkeys(left_out)))
        selection = None
        if below is not None and (_available(below.instance) >= below.instance.least).all():
            selection = yield from _one(first.Prepared(below.instance), seed)
        if selection is not None and below is not None:
            latest, listed, tries = below.kept[selection], listed + 1, 0
            yield Step(0, latest)
            if not len(latest):  # no option of it can be excluded
                return
            left_out.append(int(rng.choice(latest)))
        elif latest is None or tries == TRIES:
            return
        else:
            tries += 1
            left_out[-1] = int(rng.choice(latest))


def _available(instance: Instance) -> Integers:
    return np.bincount(instance.members, minlength=instance.items)


def _one(made: first.Prepared, seed: int) -> Generator[Step, None, Integers | None]:
    """Yield the nodes spent, and return a solution, or None if there is none or it takes too long."""
    spent = 0
    try:
        for search, nodes in first.rounds(first.turns(made, AUTO, seed)):
            step = search.run(nodes, keep=1)
            spent += step.nodes
            yield Step(step.nodes)
            if step.solutions:
                selection: Integers = step.selections[0].astype(np.int64)
                return selection[selection >= 0]
            if step.finished or spent > NODES:
                return None
    except OutOfReach:
        return None
    return None

"""The complete test for colourings: one weight per item, by elimination over all items in order.

`eliminated` decides whether a signed selection exists (integer, possibly negative multiples of options that cover every item
of known multiplicity exactly that often); if there is one, no colouring proves anything. The elimination moves along the
items: it carries a lattice of nearby items, as wide as options reach. If they reach too far, `modulo` searches for colourings
modulo one prime only.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from exactcover.judges.demands import Demands
from exactcover.model.arrays import Integers, Mask
from exactcover.proofs.provers.colouring_lattice import Echelon, Vector, Weights, echelon

COLUMNS_A_STEP = 16
ROWS_A_STEP = 64
MOST_FREE = 64  # free columns modulo a prime, with which the remaining options are compared at once


def known_items(demands: Demands) -> Integers:
    """Return the items whose multiplicity is known: the others must have weight 0."""
    return np.flatnonzero(demands.least == demands.most)


def reach(demands: Demands) -> int:
    """Return the approximate number of items that the elimination carries at a time: the reach of the options, and the pieces."""
    if not demands.options:
        return 0
    known = demands.least == demands.most
    known[demands.cells :] &= demands.cells == 0
    members, owners = demands.members[known[demands.members]], demands.owners[known[demands.members]]
    last, first = np.zeros(demands.options, dtype=np.int64), np.full(demands.options, demands.items)
    np.maximum.at(last, owners, members)
    np.minimum.at(first, owners, members)
    pieces = demands.items - demands.cells if demands.cells else 0
    return int(np.maximum(last - first, 0).max()) + pieces


def eliminated(demands: Demands) -> Iterator[Echelon]:
    """Yield an empty form while running, finally the echelon form of the options, by the indices of `known_items`."""
    places = np.full(demands.items, -1, dtype=np.int64)
    items = known_items(demands)
    places[items] = np.arange(len(items))
    by_first = _by_first(demands, places)
    done: Echelon = {}
    carried: list[Vector] = []
    for start in range(0, len(items), COLUMNS_A_STEP):
        end = start + COLUMNS_A_STEP
        fresh = [dict.fromkeys(row, 1) for first in range(start, end) for row in by_first.get(first, ())]
        form = echelon([*carried, *fresh[:ROWS_A_STEP]])
        for more in range(ROWS_A_STEP, len(fresh), ROWS_A_STEP):
            yield {}
            form = echelon([*form.values(), *fresh[more : more + ROWS_A_STEP]])
        done.update({first: row for first, row in form.items() if first < end})
        carried = [row for first, row in form.items() if first >= end]
        yield {}
    yield done


def modulo(demands: Demands, prime: int) -> Iterator[Weights | None]:
    """Yield None while running, then weights of `known_items` modulo a prime that prove something, if there are any."""
    from flint import nmod_mat

    places = np.full(demands.items, -1, dtype=np.int64)
    items = known_items(demands)
    places[items] = np.arange(len(items))
    width = len(items)
    held: list[list[int]] = []
    rest = np.arange(demands.options)
    while len(rest):
        taken = np.arange(0, len(rest), max(1, len(rest) // (width + 1)))[: width + 1]  # from all over the board
        chosen, rest = rest[taken], np.delete(rest, taken)
        block = np.zeros((len(chosen), width + 1), dtype=np.int64)  # the last column: items that are not known
        for at, option in enumerate(chosen):
            block[at, places[demands.members[demands.starts[option] : demands.starts[option + 1]]]] = 1
        flat = [x for row in held for x in row] + block[:, :width].ravel().tolist()
        reduced, rank = nmod_mat(len(flat) // max(width, 1), width, flat, prime).rref()
        held = [[int(x) for x in row] for row in reduced.tolist()[:rank]]
        yield None
        if width - rank <= MOST_FREE:
            rest = rest[_independent(demands, places, np.array(held, dtype=np.int64).reshape(rank, width), prime)[rest]]
            yield None
    left = [int(number) % prime for number in demands.least[items]]
    pivots = [next(place for place, x in enumerate(row) if x) for row in held]
    for pivot, row in zip(pivots, held, strict=True):
        times = left[pivot]
        if times:
            left = [(mine - times * x) % prime for mine, x in zip(left, row, strict=True)]
    free = next((place for place, x in enumerate(left) if x), None)
    if free is not None:
        values = [0] * width
        values[free] = 1
        for pivot, row in zip(pivots, held, strict=True):
            values[pivot] = -row[free] % prime
        yield Weights(prime, tuple(values))


def _independent(demands: Demands, places: Integers, held: Integers, prime: int) -> Mask:
    """Return which options are not combinations of the rows of an echelon form modulo a prime: they meet its null space."""
    width = held.shape[1]
    pivots = (held != 0).argmax(axis=1)
    met = np.zeros(demands.options, dtype=np.bool_)
    known = places[demands.members]
    for free in np.setdiff1d(np.arange(width), pivots):
        null = np.zeros(width + 1, dtype=np.int64)
        null[free] = 1
        null[pivots] = -held[:, free] % prime
        sums = np.concatenate(([0], np.cumsum(null[known])))[demands.starts]
        met |= np.diff(sums) % prime != 0
    return met


def _by_first(demands: Demands, places: Integers) -> dict[int, list[tuple[int, ...]]]:
    """Return the different options as indices of known items, grouped by their first."""
    seen: set[tuple[int, ...]] = set()
    rows: dict[int, list[tuple[int, ...]]] = {}
    ends = demands.starts.tolist()
    known = places[demands.members].tolist()
    for first, last in pairwise(ends):
        row = tuple(place for place in known[first:last] if place >= 0)
        if row and row not in seen:
            seen.add(row)
            rows.setdefault(row[0], []).append(row)
    return rows

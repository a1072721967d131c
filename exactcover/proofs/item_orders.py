"""Orders of items along which solutions are counted again with few states: for certificates of counts.

The layered count is run along several orders in turn, with ever more states, and the order with the fewest in all is taken. A
cover that its keys do not suit has one order, and the judge tells whether that will do.
Not here: the judge, who counts in plain Python (judges/states.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from exactcover.judges.demands import Demands
from exactcover.judges.states import MOST_STATES
from exactcover.kernel.cover import orders
from exactcover.kernel.instance import Instance, OutOfReach
from exactcover.kernel.layers import layers
from exactcover.model.arrays import Integers

RULES = ("frac", "front", "straight")
FIRST_STATES = 50_000
TIMES = 4
MEMORY = 2 << 30  # bytes, of one count at a time
"""The orders are followed for so many states, then for this many times as many, and so on."""


def best_order(
    needs: Demands, most_states: int = MOST_STATES, goes_on: Callable[[], bool] = lambda: True
) -> tuple[int, ...] | None:
    """Return an order of the items, one with fewest states; None if all orders need more than `most_states`.

    goes_on: whether to go on, asked about once a second; if not, None is returned.
    """
    instance = Instance(needs.least, needs.most, needs.starts, needs.members)
    tried = list(_orders(instance))
    counts = [layered for order, tail in tried if (layered := _layered(instance, order, tail)) is not None]
    if not counts:
        return tuple(tried[0][0].tolist())
    best, fewest, states = None, most_states, FIRST_STATES
    while counts and goes_on():
        left = []
        for order, count in counts:
            if not goes_on():
                return None
            seen = _states_after(count, min(states, fewest))
            if seen is None:
                left.append((order, count))
            elif seen <= fewest:
                best, fewest = order, seen
        if states >= fewest:
            break
        counts, states = left, states * TIMES
    return None if best is None else tuple(best.tolist())


def _orders(instance: Instance) -> Iterator[tuple[Integers, int]]:
    """Yield different orders of the items, and how many at their end are global: those that may be covered more than once, and
    first also those that meet most others, such as pieces."""
    shared = instance.most > 1
    shared[orders.meeting_most(instance)] = True
    known = set[bytes]()
    for last in (shared, instance.most > 1):
        for rule in RULES:
            order = np.concatenate([orders.ordered(instance, ~last, rule), orders.ordered(instance, last, "front")])
            if order.tobytes() not in known:
                known.add(order.tobytes())
                yield order, int(last.sum())


def _layered(instance: Instance, order: Integers, tail: int) -> tuple[Integers, layers.Counting] | None:
    """Return a layered count along an order; None if its keys do not suit the instance."""
    try:
        return order, layers.Counting(layers.prepare(instance, order, tail), MEMORY)
    except OutOfReach:
        return None


def _states_after(count: layers.Counting, states: int) -> int | None:
    """Return how many states a count has in all; None if these are more than so many, or too many at once."""
    done = count.progress
    try:
        while not done.finished and done.states < states:
            done = count.run(states - done.states)
    except OutOfReach:
        return None
    return done.states if done.finished else None

"""Cheapest covers by prices: against brute force, and what the certificates prove."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from exactcover import check
from exactcover.answer import Bound, End, EngineOptions, Event, Found, Limits
from exactcover.backends import prices
from exactcover.certificate import Refutation
from exactcover.deadline import Deadline
from exactcover.errors import Unsuitable
from exactcover.model.cover import CheaperCover, Cover, cover
from exactcover.search.prices.table import Cut, Prices, Table, proved, table_of, whole
from tests.random_models import random_cover


def with_costs(seed: int) -> Cover:
    """A random cover, every option with a cost; with larger ones where the seed is odd."""
    plain = random_cover(seed)
    rng = np.random.default_rng(seed)
    costs = rng.integers(-3, 12, plain.options) * (7 if seed % 2 else 1)
    return replace(plain, costs=costs)


def graph_cover(seed: int) -> Cover:
    """Edges of a random graph that cover every vertex once, or in some graphs up to twice: odd cycles leave fractions."""
    rng = np.random.default_rng(seed)
    vertices = 6
    pairs = [(a, b) for a in range(vertices) for b in range(a) if rng.random() < 0.75]
    edges = [[f"v{a}", f"v{b}"] for a, b in pairs] + [["v0"]]
    items = {f"v{vertex}": (1, 2) if seed % 2 and vertex % 2 else (2, 2) if seed % 2 else (1, 1) for vertex in range(vertices)}
    return cover(items, edges, costs=rng.integers(4, 9, len(edges)).tolist())


def by_force(model: Cover) -> int | None:
    """The least cost of all sets of options that are solutions, None where there is none."""
    assert model.costs is not None
    table, best = table_of(model), None
    for taken in product((False, True), repeat=model.options):
        selection = np.flatnonzero(taken)
        if table.covers(selection) and (best is None or model.costs[selection].sum() < best):
            best = int(model.costs[selection].sum())
    return best


def run(model: Cover, limits: Limits = Limits(), seed: int = 0) -> list[Event]:
    """The events of the engine."""
    return list(prices.run("solve", model, EngineOptions(seed=seed), limits))


def end_of(events: list[Event]) -> End:
    """The End, which is the last event and the only one."""
    assert [isinstance(event, End) for event in events].index(True) == len(events) - 1
    last = events[-1]
    assert isinstance(last, End)
    return last


@pytest.mark.parametrize("seeds", [range(first, first + 50) for first in range(0, 300, 50)], ids=str)
def test_optima_agree_with_brute_force(seeds: range) -> None:
    """On random covers (secondary items, multiplicities, costs below 0) the optimum is right and its certificate accepted."""
    for seed in seeds:
        model = with_costs(seed)
        best = by_force(model)
        events = run(model)
        last = end_of(events)
        found = [event.selection for event in events if isinstance(event, Found)]
        assert not any(check.faults(model, each) for each in found)
        assert last.refutation is not None
        assert check.refutation_faults(model, last.refutation) == [], seed
        assert last.refutation.bound == last.bound == best, seed
        assert (check.cost(model, found[-1]) if found else None) == best
        assert all(event.value <= best for event in events if isinstance(event, Bound) and best is not None)
        if best is not None:
            forged = replace(last.refutation, bound=best + table_of(model).step)
            assert check.refutation_faults(model, forged), seed

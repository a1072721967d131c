"""Iterative deepening: of any state graph, and of tiles with pattern databases, which have a compiled loop of their own."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from exactcover.answer import Bound, End, EngineOptions, Event, Found, Limits, Statistics
from exactcover.kernel import depth_first, pattern_database, tile_deepening
from exactcover.model.encoding import Model
from exactcover.model.space import Sliding
from exactcover.search import patterns, state_graphs


def graph(
    model: Model, heuristic: str | None, options: EngineOptions, limits: Limits, pace: state_graphs.Pace
) -> Iterator[Event]:
    """Search below higher and higher limits; where the estimate is admissible each limit passed is a bound."""
    asked = yield from state_graphs.question(model, heuristic, options)
    search = depth_first.Search(asked.graph, asked.root, state_graphs.memory(limits), 0)
    search.deepen(search.root_estimate)
    registers, code = search.registers, depth_first.OUT_OF_NODES

    def advance(nodes: int) -> bool:
        nonlocal code
        code = search.run(nodes)
        return code != depth_first.OUT_OF_NODES

    def statistics() -> Statistics:
        expanded = int(registers[depth_first.EXPANDED])
        return Statistics(nodes=expanded, expanded=expanded, generated=int(registers[depth_first.GENERATED]))

    while True:
        limit = int(registers[depth_first.LIMIT])
        if asked.admissible:
            yield Bound(limit)
        stop = yield from pace.run(advance, lambda: statistics().nodes, f"no plan below {limit} moves")
        if stop != state_graphs.FINISHED:
            yield End(False, stop, bound=limit if asked.admissible else None, statistics=statistics())
            return
        if code == depth_first.GOAL:
            yield from state_graphs.found(asked, search.path(), statistics(), asked.admissible)
            return
        if search.beyond is None:
            yield End(True, statistics=statistics())
            return
        search.deepen(search.beyond)


def tiles(model: Sliding, options: EngineOptions, pace: state_graphs.Pace) -> Iterator[Event]:
    """Search a tile puzzle with additive pattern databases."""
    home, cut, made = yield from state_graphs.pattern_tables(model, options)
    neighbours = pattern_database.neighbours_of(model.floor)
    search = tile_deepening.Search(patterns.lookups(model, home, cut, made), neighbours, model.start)
    registers, code = search.registers, tile_deepening.OUT_OF_NODES

    def advance(nodes: int) -> bool:
        nonlocal code
        code = search.run(nodes)
        return code != tile_deepening.OUT_OF_NODES

    def statistics() -> Statistics:
        expanded = int(registers[tile_deepening.EXPANDED])
        return Statistics(nodes=expanded, expanded=expanded, generated=int(registers[tile_deepening.GENERATED]))

    while True:
        limit = search.limit
        yield Bound(limit)
        stop = yield from pace.run(advance, lambda: statistics().nodes, f"no plan below {limit} moves")
        if stop != state_graphs.FINISHED:
            yield End(False, stop, bound=search.limit, statistics=statistics())
            return
        if code == tile_deepening.GOAL:
            path = search.path()
            yield Found(path.astype(np.int64))
            yield End(True, bound=len(path) - 1, statistics=statistics())
            return

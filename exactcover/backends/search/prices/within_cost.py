"""All solutions of a cover that cost at most a given cost: prices bound which options they can have, and the slack."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from exactcover.backends.search.cover.orbits import Orbits
from exactcover.backends.search.prices.optima import room_below
from exactcover.backends.search.prices.program import OutOfTime
from exactcover.kernel.cover import sparse_sets as sparse
from exactcover.kernel.instance import instance, restrict
from exactcover.model.answer import EngineOptions, Limits, Statistics
from exactcover.model.cover import Cover
from exactcover.model.errors import StopReason
from exactcover.model.events import End, Event, Found, Progress
from exactcover.process.deadline import Deadline

NODES_PER_SLICE = 20_000
NO_LIMIT = 2**62


def events(model: Cover, options: EngineOptions, limits: Limits, deadline: Deadline) -> Iterator[Event]:
    """Yield each of them, up to symmetry the first of each orbit, and the End."""
    assert options.most_cost is not None
    assert model.costs is not None
    try:
        room = yield from room_below(model, options.most_cost, deadline, options.seed)
    except OutOfTime:
        yield _end("time", 0)
        return
    left_out = np.setdiff1d(np.arange(model.options), room.options)
    left = restrict(instance(model), ~left_out)
    assert left is not None, "what leaves options out contradicts nothing"
    weights = np.zeros(model.options, dtype=np.int64)
    weights[room.options] = room.weights
    state = sparse.prepare(left.instance, weights[left.kept])  # fewer are left if an item may stay uncovered
    registers = state.registers
    registers[sparse.BEST] = room.room + 1
    buffer = np.empty(len(state.levels) * 2 + 4096, dtype=np.int64)
    orbits = Orbits(model) if options.up_to_symmetry else None
    listed = 0
    while True:
        budget = NO_LIMIT if limits.nodes is None else limits.nodes - int(registers[sparse.NODES])
        code = sparse.advance(state, min(NODES_PER_SLICE, budget), 0, buffer, keep=True, improve=False, within=True)
        nodes = int(registers[sparse.NODES])
        for chosen in sparse.selections_in(buffer[: registers[sparse.WRITTEN]]):
            selection = np.sort(left.kept[chosen])
            if int(model.costs[selection].sum()) > options.most_cost:
                continue  # the slack exceeds the cost if an item may stay uncovered, or be covered more often
            if orbits is not None and not orbits.is_first(selection):
                continue
            yield Found(selection)
            listed += 1
            if listed == limits.solutions:
                yield _end("solutions", nodes)
                return
        if code == sparse.EXHAUSTED:
            yield _end(None, nodes)
            return
        stop = stopped(code == sparse.OUT_OF_NODES, nodes, limits, deadline)
        if stop is not None:
            yield _end(stop, nodes)
            return
        how = f"kernel sparse, {len(room.options)} of {model.options} options"
        yield Progress("listing what costs no more", nodes, plan=how)


def _end(stop: StopReason | None, nodes: int) -> End:
    return End(stop is None, stop, statistics=Statistics(nodes=nodes))


def stopped(out_of_nodes: bool, nodes: int, limits: Limits, deadline: Deadline) -> StopReason | None:
    """Return the limit that a search has reached, None if it continues."""
    if out_of_nodes and limits.nodes is not None and nodes >= limits.nodes:
        return "nodes"
    return "time" if deadline.over() else None

"""Engines on growths: the choice of estimate, rules and proof; yields solutions and bounds as they improve.

The published estimates `cover` and `corners`, which sum over targets, are not admissible; `symmetric=prune` is unsound: it
skips a state if an image of it under a symmetry of the region was expanded, even if roots and targets lack that symmetry. With
either, nothing is claimed but the solution. Not here: the compiled loops (kernel/graphs/growth_search.py), and targets one at
a time (closest_target.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from exactcover.backends.search.graphs import state_graphs
from exactcover.backends.search.graphs.state_graphs import FINISHED, Pace, Stop
from exactcover.backends.search.growths.naming import with_digest
from exactcover.kernel.graphs import growth as graphs
from exactcover.kernel.graphs import growth_search as searches
from exactcover.kernel.graphs.growth_search import Rules
from exactcover.model.answer import EngineOptions, Limits, Statistics
from exactcover.model.arrays import Integers
from exactcover.model.errors import InvalidInput, nearest
from exactcover.model.events import Bound, End, Event, Found
from exactcover.model.growth import Growth
from exactcover.model.growth_space import GrowthSpace

FIRST_SLICE = 16
OPTIONS = ("heuristic", "symmetric", "anytime", "weight")
SYMMETRIC = ("keep", "prune")
ESTIMATES: dict[str, tuple[int, tuple[int, ...]]] = {
    "joints": (graphs.JOINED, (1, 2)),
    "steiner": (graphs.JOINED, (0,)),
    "king": (graphs.KING, ()),
    "cover": (graphs.SUMMED, ()),
    "corners": (graphs.SUMMED, ()),
}
"""The estimates if covered cells cost: the kernel's names for them, and the cost of a corner-step in half cells."""
FITTING = "fitting"
"""The estimate if they do not: the cells of the pieces that no longer fit anywhere."""


@dataclass(frozen=True)
class Question:
    """A growth as a state graph with an estimate, and the search rules.

    sound: whether nothing that leads to a solution is skipped; admissible: whether, in addition, the estimate never
    overestimates.
    """

    growth: Growth
    graph: graphs.GrowthGraph
    rules: Rules
    sound: bool
    admissible: bool

    @property
    def by_priority(self) -> bool:
        """Whether the search has a queue: its nodes are then entries taken off it, otherwise expansions."""
        return self.rules.order == searches.BY_PRIORITY

    def lift(self, moves: Integers) -> Integers:
        """Return the placements of moves."""
        return placements(self.graph, self.growth, moves)


def space(growth: Growth, graph: graphs.GrowthGraph) -> GrowthSpace:
    """Return the space of a graph, read from its tables; if some wanted cells can never be covered, it uses the growth's own."""
    number, price = int(graph.sizes[graphs.CELLS]), int(graph.sizes[graphs.PRICE])
    own = np.cumsum(growth.region | growth.wanted).reshape(growth.region.shape)[growth.region] - 1
    outside = np.cumsum(growth.region | growth.wanted).reshape(growth.region.shape)[growth.wanted & ~growth.region] - 1
    offsets = np.flatnonzero(graph.anchors)
    width = int(np.diff(graph.starts).max(initial=0))
    lines = [np.empty((0, 2 + width), dtype=np.int64)]
    for turn, piece in enumerate(graph.owners.tolist()):
        cells = graph.number_of[offsets[:, None] + graph.deltas[graph.starts[turn] : graph.starts[turn + 1]]]
        cells = own[cells[(cells < number).all(axis=1)]]
        line = np.full((len(cells), 2 + width), -1, dtype=np.int64)
        line[:, 0], line[:, 1] = piece, cells.shape[1] if price == graphs.CELLS_COST else 0
        line[:, 2 : 2 + cells.shape[1]] = cells
        lines.append(line)
    least = graph.must
    if price == graphs.LEFT_OVER_COSTS:
        pieces = len(graph.piece_sizes)
        left_out = np.full((pieces, 2 + width), -1, dtype=np.int64)
        left_out[:, 0], left_out[:, 1] = np.arange(pieces), graph.piece_sizes
        lines.append(left_out)
        least = np.ones(pieces, dtype=np.int64)
    touching, diagonal = (_pairs(steps, number, own) for steps in (graph.edges, graph.corners))
    return GrowthSpace(
        np.argwhere(growth.region | growth.wanted),
        np.concatenate([own[np.flatnonzero(graph.wanted)], outside]),
        own[np.flatnonzero(graph.roots)],
        touching,
        np.unique(np.concatenate([touching, diagonal]), axis=0),
        np.column_stack([least, np.ones(len(least), dtype=np.int64)]),
        np.concatenate(lines),
    )


def _pairs(beside: Integers, number: int, own: Integers) -> Integers:
    """Return the pairs of adjacent cells, each once."""
    cell, step = np.nonzero(beside[:number] < number)
    pairs = np.sort(np.column_stack([own[cell], own[beside[cell, step]]]), axis=1)
    return np.unique(pairs, axis=0).reshape(-1, 2)


def placements(graph: graphs.GrowthGraph, growth: Growth, moves: Integers) -> Integers:
    """Return the placements of moves, as the selections of a growth are written."""
    lines = [graphs.placement(graph, growth, move) for move in moves.tolist()]
    return np.array(lines, dtype=np.int64).reshape(len(lines), 2 + growth.dimension)


def check(growth: Growth, heuristic: str | None, options: EngineOptions) -> None:
    """Raise InvalidInput if a growth has no such estimate ("" is none, None the default), or if an option does not apply."""
    for key in options.own:
        if key not in OPTIONS:
            raise InvalidInput(f"the option {key} was given for pieces that grow; expected {', '.join(OPTIONS)}")
    state_graphs.choice(options, "symmetric", SYMMETRIC)
    state_graphs.choice(options, "anytime", ("yes", "no"))
    _estimate(growth, heuristic)


def question_of(growth: Growth, heuristic: str | None, rules: Rules, options: EngineOptions) -> Question:
    """Return the state graph of a growth with the requested estimate; "" means none, None the default. Raises InvalidInput."""
    check(growth, heuristic, options)
    mirrored = state_graphs.choice(options, "symmetric", SYMMETRIC) == "prune"
    anytime = state_graphs.choice(options, "anytime", ("no" if heuristic else "yes", "yes", "no")) == "yes"
    name = _estimate(growth, heuristic)
    by_cells = growth.price == "cells"
    form, weights = ESTIMATES.get(name, (graphs.FITTING, ())) if name else (graphs.NOTHING, ())
    if name and rules.order == searches.BY_PRIORITY and not by_cells:
        # The cells left over are known for every state, and nothing else costs: the best of each number of pieces take turns.
        rules = Rules((int(growth.price == "left over"), 1), layered=True, at_once=growth.price == "nothing")
    elif not name and not by_cells and growth.price == "left over":
        rules = replace(rules, weights=(0, 0))
    elif by_cells and rules.weights == (1, 1) and name not in ("cover", "corners"):
        rules = replace(rules, layered=anytime)
    rules = replace(rules, mirrored=mirrored)
    targets = _corners(growth) if name == "corners" else None
    graph = graphs.prepare(growth, form, weights, targets, prune=form != graphs.NOTHING)
    near = max(int(np.abs(growth.steps).max(initial=0)), int(np.abs(growth.corners).max(initial=0))) <= 1
    admissible = form != graphs.SUMMED and (form != graphs.KING or near) and not mirrored
    return Question(growth, graph, rules, form != graphs.SUMMED and not mirrored, admissible)


def _estimate(growth: Growth, heuristic: str | None) -> str:
    """Return the name of the estimate; raises InvalidInput for one that does not apply to such a growth."""
    known = tuple(ESTIMATES) if growth.price == "cells" else (FITTING,)
    name = known[0] if heuristic is None else heuristic
    if name and name not in known:
        raise InvalidInput(
            f"there is no heuristic {name!r} for pieces that grow; expected {', '.join(known)}{nearest(name, known)}"
        )
    return name


def _corners(growth: Growth) -> Integers:
    """Return the numbers of the cells in the corners of the region's box."""
    where = np.argwhere(growth.region)
    last = np.array(growth.region.shape) - 1
    return np.flatnonzero(((where == 0) | (where == last)).all(axis=1))


def run(growth: Growth, heuristic: str | None, rules: Rules, options: EngineOptions, limits: Limits) -> Iterator[Event]:
    """Search a growth with the given rules."""
    question = question_of(growth, heuristic, rules, options)
    events = _searched(question, limits)
    yield from with_digest(events, lambda: space(growth, question.graph).digest())


def _searched(question: Question, limits: Limits) -> Iterator[Event]:
    """Yield the events of a search."""
    pace, growth = Pace(limits, FIRST_SLICE), question.growth
    if (growth.wanted & ~growth.region).any():
        yield End(True, remark="a wanted cell may never be covered")
        return
    search = searches.Search(question.graph, question.rules, state_graphs.memory(limits))
    yield from driven(question, search, pace)


def driven(question: Question, search: searches.Search, pace: Pace) -> Iterator[Event]:
    """Yield solutions and bounds as they improve, and the end."""
    registers, code = search.registers, searches.OUT_OF_NODES

    def advance(nodes: int) -> bool:
        nonlocal code
        code = search.run(nodes)
        return code != searches.OUT_OF_NODES

    counted = searches.POPPED if question.by_priority else searches.EXPANDED
    slices = pace.run(advance, lambda: int(registers[counted]))
    least_cost, bound = searches.NO_COST, 0
    while True:
        try:
            event = next(slices)
        except StopIteration as end:
            stop: Stop = end.value
            break
        yield event
        if int(registers[searches.BEST]) < least_cost:
            least_cost = int(registers[searches.BEST])
            yield Found(question.lift(search.path()))
        proved = _bound(question, search)
        if proved is not None and proved > bound:
            bound = proved
            yield Bound(bound)
    if code == searches.GOAL or int(registers[searches.BEST]) < least_cost:
        yield Found(question.lift(search.path()))
    yield _end(question, search, code, stop)


def _bound(question: Question, search: searches.Search) -> int | None:
    """Return the bound that the open states prove, from the least priority: own x cost + the excess weight of the estimate."""
    own, other = question.rules.weights
    if not question.admissible or question.growth.price == "nothing" or not own or not question.by_priority:
        return None
    return -(-int(search.registers[searches.BOUND]) // max(own, other))


def _end(question: Question, search: searches.Search, code: int, stop: Stop) -> End:
    """Return the end of a search, with what it has proved."""
    registers, price = search.registers, question.growth.price
    popped, expanded = int(registers[searches.POPPED]), int(registers[searches.EXPANDED])
    statistics = Statistics(
        nodes=popped if question.by_priority else expanded,
        popped=popped if question.by_priority else 0,
        generated=int(registers[searches.GENERATED]),
        expanded=expanded,
        stored=int(registers[searches.COUNT]),
    )
    bound = _bound(question, search)
    if stop != FINISHED:
        return End(False, stop, bound=bound, statistics=statistics)
    if int(registers[searches.REACHED]) < 0:
        return End(question.sound, statistics=statistics)
    least = code == searches.EXHAUSTED or (question.by_priority and question.rules.weights in ((1, 0), (1, 1)))
    if question.admissible and least and price != "nothing":
        return End(True, bound=search.cost, statistics=statistics)
    return End(False, "solutions", bound=bound, statistics=statistics)

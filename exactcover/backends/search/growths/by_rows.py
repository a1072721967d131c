"""Growths for engines on linear models: first random solutions, then the rows, constrained to cheaper solutions."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from functools import cache

from exactcover.backends.search.growths.naming import with_digest
from exactcover.backends.search.growths.tables import Builder, tables
from exactcover.model import growth_space
from exactcover.model.answer import EngineOptions, Limits, Task
from exactcover.model.arrays import Integers
from exactcover.model.encoding import Model
from exactcover.model.events import Bound, End, Event, Found, Progress
from exactcover.model.growth import Growth
from exactcover.model.linear import Linear, Row
from exactcover.process.deadline import Deadline
from exactcover.transform.reductions import chain

SECONDS, PART = 4.0, 0.2  # for building; fraction of the time limit
PATIENCE = 80  # consecutive growths without improvement
MOST_ENTRIES = 30_000_000  # placements times cells
ENTRY_SECONDS = 2e-8  # per entry, when building a growth

Run = Callable[[Task, Model, EngineOptions, Limits], Iterator[Event]]


def grown(run: Run, task: Task, model: Growth, options: EngineOptions, limits: Limits) -> Iterator[Event]:
    """Yield the events of an engine on a growth, lifted to it; run: the engine on a linear model."""
    reduce = cache(lambda: chain.reduce(model, ("linear",)))  # done once, and only after the first solutions
    yield from with_digest(_grown(run, task, model, reduce, options, limits), lambda: _digest(reduce()))


def _digest(reduced: chain.Chain) -> str:
    assert reduced.written is not None
    return growth_space.of_cover(reduced.written).digest()


def _grown(
    run: Run, task: Task, model: Growth, reduce: Callable[[], chain.Chain], options: EngineOptions, limits: Limits
) -> Iterator[Event]:
    """Yield first solutions, then the engine's events, lifted."""
    deadline = Deadline(limits.time)
    cost: int | None = None
    if task == "solve":
        selection = yield from _built(model, options.seed, limits.time)
        if selection is not None and model.price == "nothing":
            yield End(False, "solutions")
            return
        cost = None if selection is None else _cost(model, selection)
    if deadline.over():
        yield End(False, "time")
        return
    reduced = reduce()
    assert isinstance(reduced.model, Linear)
    question = reduced.model if cost is None else _cheaper(reduced.model, cost)
    improved = False
    for event in run(task, question, options, replace(limits, time=deadline.left)):
        if isinstance(event, Found):
            improved = True
            yield Found(reduced.lift(event.selection), event.more)
        elif isinstance(event, Bound) and cost is not None:
            yield Bound(min(event.value, cost))
        elif isinstance(event, End) and event.exhausted and cost is not None and not improved:
            yield replace(event, bound=cost)
        else:
            yield event


def _built(model: Growth, seed: int, seconds: float | None) -> Generator[Event, None, Integers | None]:
    """Build growths until there has been no improvement for a while; yield each improvement, and return the best."""
    deadline = Deadline(SECONDS if seconds is None else min(SECONDS, seconds * PART))
    most = sum(len(piece.orientations) for piece in model.pieces) * int(model.region.sum())
    if most * model.region.size > MOST_ENTRIES or deadline.over():
        return None
    yield Progress("building first solutions")
    builder = Builder(tables(model), seed)
    best: Integers | None = None
    failed = 0
    while failed < PATIENCE and not deadline.over():
        selection = builder.build()
        failed += 1
        if selection is not None and (best is None or _cost(model, selection) < _cost(model, best)):
            best, failed = selection, 0
            yield Found(selection)
            if model.price == "nothing":
                return best
        yield Progress("building first solutions", seconds=most * model.region.size * ENTRY_SECONDS)
    return best


def _cost(model: Growth, selection: Integers) -> int:
    sizes: list[int] = [piece.size for piece in model.pieces]
    covered = sum(sizes[int(piece)] for piece in selection[:, 0])
    return sum(sizes) - covered if model.price == "left over" else covered


def _cheaper(model: Linear, cost: int) -> Linear:
    """Return the model with an additional row that demands less than a cost."""
    assert model.objective is not None
    coefficients, variables = zip(*model.objective, strict=True)
    least = sum(min(0, coefficient) for coefficient in coefficients)
    return replace(model, rows=(*model.rows, Row(variables, coefficients, least, max(cost - 1, least))))

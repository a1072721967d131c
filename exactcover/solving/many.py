"""Many covers searched one after the other: each by a short look, and by the engine's regular search if that is not enough.

This runs in the engine's process. Not here: judging and answering, puzzle by puzzle (batch.py).
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from exactcover import backends
from exactcover.model.answer import EngineOptions, Limits, Statistics
from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover
from exactcover.model.errors import StopReason
from exactcover.model.events import End, EndOfOne, Found, Progress
from exactcover.process.deadline import Deadline, now
from exactcover.solving.plan import Each

LOOK_NODES = 20_000
MOST_LISTED = 2
"""A count that is limited to at most this many solutions also lists them, so that they can be judged."""
NO_LIMIT = 2**62


def run(
    plan: Each, models: tuple[Cover, ...], options: EngineOptions, limits: Limits, deadline: Deadline
) -> Iterator[EndOfOne | Progress | End]:
    """Yield an EndOfOne for each cover, in order, until the time is over; then an End that says whether it was."""
    for model in models:
        if deadline.over():
            yield End(False, "time")
            return
        start, cpu = now(), time.process_time()
        one = _briefly(model, plan, limits)
        if one is None:
            yield Progress("searching one of many")  # sends what is known of the others
            one = _patiently(model, plan, options, limits, deadline)
        spent = replace(
            one.end.statistics, cpu_seconds=max(0.0, time.process_time() - cpu), wall_seconds=max(0.0, now() - start)
        )
        yield EndOfOne(one.selections, replace(one.end, statistics=spent))
    yield End(False)


def _briefly(model: Cover, plan: Each, limits: Limits) -> EndOfOne | None:
    """Return the outcome of a short look, None if it is not enough."""
    from exactcover.backends.search.cover import briefly
    from exactcover.backends.search.cover.strategy import bare

    nodes = LOOK_NODES if limits.nodes is None else min(LOOK_NODES, limits.nodes)
    most = 1 if plan.task == "solve" else NO_LIMIT if limits.solutions is None else limits.solutions
    keep = most if most <= MOST_LISTED else 0
    step = briefly.look(bare(model), nodes, keep=keep, most=most)
    enough = step.solutions >= most
    stop: StopReason | None = "solutions" if enough else None if step.finished else "nodes"
    if stop == "nodes" and nodes != limits.nodes:
        return None
    selections = tuple(line[line >= 0].astype(np.int64) for line in step.selections)
    count = step.solutions if plan.task == "count" else None
    return EndOfOne(selections, End(stop is None, stop, count, statistics=Statistics(nodes=step.nodes)))


def _patiently(model: Cover, plan: Each, options: EngineOptions, limits: Limits, deadline: Deadline) -> EndOfOne:
    """Return the outcome of the engine's regular search in the remaining time."""
    selections: tuple[Integers, ...] = ()
    nodes = None if limits.nodes is None else limits.nodes - LOOK_NODES
    left = replace(limits, time=deadline.left, nodes=nodes)
    for event in backends.engine(plan.engine).run(plan.task, model, options, left):
        if isinstance(event, Found):
            selections = (event.selection,)
        if isinstance(event, End):
            return EndOfOne(selections, event)
    raise AssertionError("an engine ended without an End")

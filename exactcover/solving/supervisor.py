"""The supervisor's side of a request: watches its process, enforces the limits, and yields an answer whatever happens to it.

A request has a process of its own, which reads, encodes, judges and draws; the engine runs in a third one, so that the process
that judges has never searched. The supervisor, which is the user's own process, stays light: it relays messages, watches, and
responds to Ctrl-C at once. This module imports nothing heavy.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from exactcover.model.answer import Answer, EngineReport, Request, Statistics
from exactcover.model.events import Accepted, AcceptedMany, Draft, Progress
from exactcover.process import forking, parent
from exactcover.process.messages import Call, Clock, Stopped
from exactcover.process.process_pool import ProcessPool
from exactcover.solving import engine_process

GRACE_SECONDS = 1.0
"""Seconds that a request may take beyond its time limit, to end its engine and report what it has."""


def ready() -> None:
    """Initialize a request's process: start the engine's process, and import the rest while that starts.

    A fork shares what was imported before it: what both need.
    """
    forking.allow()
    os.environ.setdefault(
        "OPENBLAS_NUM_THREADS", "1"
    )  # numpy would start a thread per processor, which nothing here uses
    if forking.is_possible():
        from exactcover.solving import caches  # noqa: F401  (imported ahead of the first call)
    engine_process.pool.start()
    from exactcover.solving import pipeline  # noqa: F401  (imported ahead of the first call)


pool, reaching_pool = ProcessPool("request's process", ready), ProcessPool("request's process", ready)
"""Processes of requests; where those are isolated, the second one has those that reach an executor's workers."""


def run(
    call: Call,
    request: Request,
    interrupted: Callable[[], bool] = lambda: False,
    listed: tuple[type[Any], ...] = (Accepted, AcceptedMany),
) -> Iterator[Any]:
    """Yield what the call of a request yields in its process; if that is cut short, the Answer so far.

    interrupted: returns whether the user wants to stop; listed: the types of steps with solutions, as many as their `number`,
    which are counted for a list that is cut short. Raises InvalidInput if the input is at fault, OurFault if something of ours
    broke.
    """
    own = reaching_pool if request.executor and pool.isolation is not None else pool
    draft = Answer(request.task, None, None, EngineReport("none", {}, "the run was cut before an engine was chosen"))
    nodes = count = 0
    answer: Answer | None = None
    for step in parent.run(own, call, request.limits, interrupted, grace=GRACE_SECONDS, ends_itself=True, below=True):
        if isinstance(step, Stopped):
            answer = answer or _cut_short(draft, step, nodes, count)
            break
        if isinstance(step, Draft):
            draft = step.answer
        if isinstance(step, Progress):
            nodes, count = max(nodes, step.nodes), count if step.count is None else step.count
        if isinstance(step, listed):
            count += step.number
        if isinstance(step, Answer):
            answer = step
        elif not isinstance(step, Clock):
            yield step
    if answer is not None:  # only now does its process wait for the next request
        yield answer


def _cut_short(draft: Answer, stopped: Stopped, nodes: int, count: int) -> Answer:
    """Return the answer of a run that was stopped from outside: its last draft, and its progress."""
    statistics = Statistics(
        nodes=nodes,
        cpu_seconds=stopped.usage.cpu_seconds,
        wall_seconds=stopped.seconds,
        compile_seconds=stopped.compile_seconds,
        peak_mb=stopped.usage.peak_mb,
    )
    counted = None if draft.task in ("solve", "prove") else draft.count if draft.exhausted else count
    return replace(draft, stop_reason=stopped.reason, count=counted, statistics=statistics)

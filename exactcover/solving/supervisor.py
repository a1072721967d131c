"""The supervisor's side of a request: its process is watched, kept to its limits, and there is an answer whatever happens to it.

A request lives in a process of its own, which reads, encodes, judges and draws; the engine runs in a third one, so that who
judges has never searched. The supervisor, which is the user's own process, stays light: it relays, it watches, and it hears
Ctrl-C at once. This module imports nothing heavy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from exactcover.model.answer import Answer, EngineReport, Request, Statistics
from exactcover.model.events import Accepted, AcceptedMany, Draft, Progress
from exactcover.process import parent
from exactcover.process.messages import Call, Clock, Stopped
from exactcover.process.process_pool import ProcessPool
from exactcover.solving import engine_process

GRACE_SECONDS = 1.0
"""What a request may take beyond its time limit to end its engine and say what it has."""


def ready() -> None:
    """In the process of a request: start the engine's process, and import the rest while it starts."""
    engine_process.pool.start()


pool = ProcessPool("request's process", ready)


def run(
    call: Call,
    request: Request,
    interrupted: Callable[[], bool] = lambda: False,
    listed: tuple[type[Any], ...] = (Accepted, AcceptedMany),
) -> Iterator[Any]:
    """Yield what the call that a request is yields in its process; where that is cut short, the Answer it then comes to.

    interrupted: whether the user wants an end; listed: what of the steps are solutions, so many as their `number` says,
    for a list that is cut to be counted.
    Raises InvalidInput where the input is at fault, OurFault where something of ours broke.
    """
    draft = Answer(request.task, None, None, EngineReport("none", {}, "the run was cut before an engine was chosen"))
    nodes = count = 0
    answer: Answer | None = None
    for step in parent.run(pool, call, request.limits, interrupted, grace=GRACE_SECONDS, ends_itself=True, below=True):
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
    if answer is not None:  # once its process waits for the next request
        yield answer


def _cut_short(draft: Answer, stopped: Stopped, nodes: int, count: int) -> Answer:
    """Return the answer of a run that was cut short from outside: what stood, and how far it had come."""
    statistics = Statistics(
        nodes=nodes,
        cpu_seconds=stopped.usage.cpu_seconds,
        wall_seconds=stopped.seconds,
        compile_seconds=stopped.compile_seconds,
        peak_mb=stopped.usage.peak_mb,
    )
    counted = None if draft.task in ("solve", "prove") else draft.count if draft.exhausted else count
    return replace(draft, stop_reason=stopped.reason, count=counted, statistics=statistics)

"""Look-ups run to their end at a command line: in a process of their own, under limits, Ctrl-C heard."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from exactcover.answer import SCHEMA, Limits
from exactcover.cli import tasks
from exactcover.cli.outputs import Output
from exactcover.errors import ANSWERED, INTERRUPTED, UNKNOWN
from exactcover.escaping import escaped
from exactcover.running import parent
from exactcover.running.messages import Call, Clock, Stopped
from exactcover.running.process_pool import ProcessPool

GRACE_SECONDS = 0.2

pool = ProcessPool("process of the command", tasks.ready)


def run(
    task: str,
    function: Callable[..., Iterator[Any]],
    arguments: tuple[Any, ...],
    limits: Limits,
    *,
    as_json: bool = False,
    output: Path | None = None,
) -> int:
    """Run a function of `tasks`, print and write what it yields, and return the exit status.

    Where it is cut short nothing of it stands: UNKNOWN, and the reason. A part of what is written goes to `output` with the
    part's ending after its name.
    """
    status, parts = ANSWERED, list[tasks.Written]()
    for step in parent.run(pool, Call(function, arguments), limits, grace=GRACE_SECONDS):
        if isinstance(step, Stopped):
            return _cut_short(task, step, as_json)
        if isinstance(step, tasks.Printed):
            sys.stdout.write(step.text)
            status = step.status
        elif isinstance(step, tasks.Said):
            print(escaped(f"exactcover: {step.sentence}"), file=sys.stderr)
        elif isinstance(step, tasks.Written):
            parts.append(step)
    for part in parts:
        assert output is not None
        with Output(output.with_name(output.name + part.ending) if part.ending else output) as file:
            file.write(part.content)
    return status


def values(function: Callable[..., Iterator[Any]], arguments: tuple[Any, ...]) -> Iterator[Any]:
    """Yield what a function of `tasks` yields, without limits; Ctrl-C ends it."""
    for step in parent.run(pool, Call(function, arguments), Limits(), grace=GRACE_SECONDS):
        if not isinstance(step, Clock):
            yield step


def value(function: Callable[..., Iterator[Any]], arguments: tuple[Any, ...]) -> Any:
    """Return the one value that a function of `tasks` yields."""
    (only,) = values(function, arguments)
    return only


def _cut_short(task: str, stopped: Stopped, as_json: bool) -> int:
    if as_json:
        print(json.dumps({"schema": SCHEMA, "task": task, "status": "UNKNOWN", "stop_reason": stopped.reason}))
    else:
        limit = {"time": "the time limit", "memory": "the memory limit"}.get(stopped.reason, "an interruption")
        print(f"UNKNOWN: {task} was stopped by {limit}, and says nothing")
    return INTERRUPTED if stopped.reason == "interrupted" else UNKNOWN

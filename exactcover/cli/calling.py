"""Runs the look-ups of the command line: in a separate process, under limits, interruptible."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TextIO

from exactcover.cli import tasks
from exactcover.cli.lookup_output import Printed
from exactcover.files.outputs import STANDARD_OUTPUT, Output
from exactcover.model.answer import SCHEMA, Limits
from exactcover.model.errors import ANSWERED, INTERRUPTED, UNKNOWN
from exactcover.process import parent
from exactcover.process.escaping import escaped
from exactcover.process.messages import Call, Clock, Stopped
from exactcover.process.process_pool import ProcessPool

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

    If it is stopped, its results are discarded: UNKNOWN and the reason are printed, to standard error if `output` is
    standard output. Content is written to `output` as it comes, with the part's ending appended to the name; the files
    appear at the end, all or none.
    """
    status, files = ANSWERED, dict[str, Output]()
    with ExitStack() as stack:
        for step in parent.run(pool, Call(function, arguments), limits, grace=GRACE_SECONDS):
            if isinstance(step, Stopped):
                for file in files.values():
                    file.leave_out()
                return cut_short(task, step, as_json, sys.stderr if output == STANDARD_OUTPUT else sys.stdout)
            if isinstance(step, Printed):
                sys.stdout.write(step.text)
                status = step.status
            elif isinstance(step, tasks.Message):
                print(escaped(f"exactcover: {step.sentence}"), file=sys.stderr)
            elif isinstance(step, tasks.Written):
                assert output is not None
                if step.ending not in files:
                    name = output.with_name(output.name + step.ending) if step.ending else output
                    files[step.ending] = stack.enter_context(Output(name))
                files[step.ending].write(step.content)
    return status


def values(function: Callable[..., Iterator[Any]], arguments: tuple[Any, ...]) -> Iterator[Any]:
    """Yield what a function of `tasks` yields, without limits; Ctrl-C ends it."""
    for step in parent.run(pool, Call(function, arguments), Limits(), grace=GRACE_SECONDS):
        if not isinstance(step, Clock):
            yield step


def value(function: Callable[..., Iterator[Any]], arguments: tuple[Any, ...]) -> Any:
    """Return the only value that a function of `tasks` yields."""
    (only,) = values(function, arguments)
    return only


def cut_short(task: str, stopped: Stopped, as_json: bool, stream: TextIO) -> int:
    """Print that a look-up was stopped, and return the exit status."""
    if as_json:
        document = {"schema": SCHEMA, "task": task, "status": "UNKNOWN", "stop_reason": stopped.reason}
        print(json.dumps(document), file=stream)
    else:
        limit = {"time": "the time limit", "memory": "the memory limit"}.get(stopped.reason, "an interruption")
        print(f"UNKNOWN: {task} was stopped by {limit} and has no result", file=stream)
    return INTERRUPTED if stopped.reason == "interrupted" else UNKNOWN

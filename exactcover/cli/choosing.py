"""`count --over` and `list --project`: solutions by what they choose. Not here: the table (exactcover/api/choosing.py)."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from exactcover.cli import calling, remote, remote_tasks, tasks
from exactcover.cli.interrupts import interruptible
from exactcover.cli.lookup_output import Printed
from exactcover.cli.options import Options, refuse_besides
from exactcover.model import defaults
from exactcover.model.answer import Limits
from exactcover.model.errors import ANSWERED
from exactcover.process import parent
from exactcover.process.messages import Call, Stopped

KNOWN = {"over", "project", "begun", "time_limit", "memory_limit", "limit", "as_json", "quiet"}


def run(puzzle: Sequence[str], options: Options) -> int:
    """Print the table, or the choices alone; raises InvalidInput for options that have no meaning here."""
    refuse_besides(options, "over" if options.over else "project", KNOWN)
    limits = options.limits()
    own = puzzle, options.over or options.project, options.as_json, bool(options.over), limits
    outer = Limits(None if limits.time is None else limits.time + defaults.LOOKUP_TIME_LIMIT, limits.memory)
    server = remote.named()
    if server is not None:
        return calling.run("choices", remote_tasks.chosen_by, (server, *own), Limits(), as_json=options.as_json)
    call, status = Call(tasks.chosen, own), ANSWERED
    with interruptible() as interrupted:
        for step in parent.run(calling.pool, call, outer, interrupted, grace=calling.GRACE_SECONDS, ends_itself=True):
            if isinstance(step, Printed):
                sys.stdout.write(step.text)
                status = step.status
            elif isinstance(step, Stopped):
                return calling.cut_short("choices", step, options.as_json, sys.stdout)
    return status

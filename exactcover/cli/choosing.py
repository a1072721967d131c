"""`count --over` and `list --project`: solutions by what they choose. Not here: the table (exactcover/api/choosing.py)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace

from exactcover.cli import calling, remote, remote_tasks, tasks
from exactcover.cli.options import Options
from exactcover.model import defaults
from exactcover.model.answer import Limits
from exactcover.model.errors import InvalidInput

KNOWN = {"over", "project", "begun", "time_limit", "memory_limit", "limit", "as_json", "quiet"}


def run(puzzle: Sequence[str], options: Options) -> int:
    """Print the table, or the choices alone; raises InvalidInput for options that have no meaning here."""
    usual = Options()
    for each in fields(Options):
        if each.name not in KNOWN and getattr(options, each.name) != getattr(usual, each.name):
            name = each.name.replace("_", "-")
            raise InvalidInput(
                f"--{name} was given with --{'over' if options.over else 'project'}; expected one of them"
            )
    limits = options.limits()
    own = puzzle, options.over or options.project, options.as_json, bool(options.over), limits
    outer = Limits(None if limits.time is None else limits.time + defaults.LOOKUP_TIME_LIMIT, limits.memory)
    server = remote.named()
    if server is not None:
        return calling.run("choices", remote_tasks.chosen_by, (server, *own), Limits(), as_json=options.as_json)
    return calling.run("choices", tasks.chosen, own, replace(outer, solutions=None), as_json=options.as_json)

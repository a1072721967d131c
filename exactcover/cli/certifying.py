"""`count --certificate`: a count that anyone can check. Not here: the certificate (exactcover/api/certifying.py)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from exactcover.cli import calling, remote, remote_tasks, tasks
from exactcover.cli.options import Options, refuse_besides
from exactcover.model import defaults
from exactcover.model.answer import Limits

KNOWN = {"certificate", "begun", "time_limit", "memory_limit", "as_json", "quiet"}


def run(puzzle: Sequence[str], options: Options, file: Path) -> int:
    """Print the count and write its certificate; raises InvalidInput for options that have no meaning here."""
    refuse_besides(options, "certificate", KNOWN)
    limits = options.limits()
    server = remote.named()
    if server is not None:
        by_server = server, puzzle, options.as_json, limits
        return calling.run(
            "count", remote_tasks.certified_by, by_server, Limits(), as_json=options.as_json, output=file
        )
    outer = Limits(None if limits.time is None else limits.time + defaults.LOOKUP_TIME_LIMIT, limits.memory)
    own = puzzle, options.as_json, limits
    return calling.run("count", tasks.certified, own, outer, as_json=options.as_json, output=file)

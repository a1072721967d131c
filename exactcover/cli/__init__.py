"""The command line: words in, an answer out, and an exit status that says what it is worth (see errors.py).

`commands` has the commands, `searches` and `lookups` what they do, `tasks` what of it is done in the process of a request,
`delivery` how a run is shown and written. That process is started before anything else is imported.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

SEARCHES = ("solve", "list", "sample", "count", "prove")
LOOKUPS = ("check", "draw", "export", "info")


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line (the process's own words, where none are given) and return the exit status."""
    words = sys.argv[1:] if words is None else list(words)
    if len(words) > 1 and "--help" not in words:
        if words[0] in SEARCHES:
            from exactcover import supervisor

            supervisor.pool.start()
        elif words[0] in LOOKUPS:
            from exactcover.cli import calling

            calling.pool.start()
    from exactcover.cli.commands import run

    return run(words)

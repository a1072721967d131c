"""The command line: parses arguments, prints answers, and returns an exit status (see errors.py).

`commands` has the commands, `searches` and `lookups` their implementations, `tasks` the parts that run in the request's
process, `delivery` the printing and writing of answers. `main` starts that process before it imports most of these
modules.
"""

from __future__ import annotations

import sys

from exactcover.process.early_signals import INTERRUPTED, exit_silently, handle, raise_interrupt

TYPE_CHECKING = False  # typing is slow to import
if TYPE_CHECKING:
    from collections.abc import Sequence

SEARCHES = ("solve", "list", "sample", "count", "prove")
LOOKUPS = ("check", "design", "draw", "export", "hint", "info", "marginals", "remaining")


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line (sys.argv by default) and return the exit status."""
    a_program = words is None
    if a_program:
        handle(exit_silently)
    from exactcover.cli import remote
    from exactcover.cli.streams import open_streams

    open_streams()  # before a process is started: its connection must not get the descriptor of a closed stream
    words = sys.argv[1:] if words is None else list(words)
    command = remote.command_in(words)
    if a_program:
        from exactcover.process import forking

        forking.allow()
    if len(command) > 1 and not {"-h", "--help"} & set(command):
        if command[0] in SEARCHES:
            from exactcover.cli import starting
            from exactcover.solving import supervisor

            supervisor.pool.start(starting.answer_here if command == words else starting.ask_a_server)
        elif command[0] in LOOKUPS:
            from exactcover.cli import calling

            calling.pool.start()
    from exactcover.cli.commands import run

    if not a_program:
        return run(words)
    try:
        handle(raise_interrupt)
        return run(words)
    except KeyboardInterrupt:  # just before the run, or just after it
        return INTERRUPTED
    finally:
        handle(exit_silently)

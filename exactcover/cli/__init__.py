"""The command line: words in, an answer out, and an exit status that says what it is worth (see errors.py).

`commands` has the commands, `searches` and `lookups` what they do, `tasks` what of it is done in the process of a request,
`delivery` how a run is shown and written. Ctrl-C and SIGTERM are heard before anything else is imported, and that process is
started before most of it is.
"""

from __future__ import annotations

import os
import signal
import sys

TYPE_CHECKING = False  # typing is not imported before the program hears Ctrl-C
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

SEARCHES = ("solve", "list", "sample", "count", "prove")
LOOKUPS = ("check", "draw", "export", "info")
INTERRUPTED = 130  # as in errors.py, which is imported later
PROGRAM = ("exactcover", "-m")
"""The name of the program, and what stands in its place while `python -m exactcover.cli` imports this package."""


def _hear(handler: Callable[[int, Any], None]) -> None:
    """Hear Ctrl-C and SIGTERM, unless they are ignored (under nohup, and by `&` in a script)."""
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, handler)


def _end(_number: int, _frame: Any) -> None:
    """While modules are imported, and after the last word: end silently; child processes end with this one."""
    os._exit(INTERRUPTED)


def _interrupt(_number: int, _frame: Any) -> None:
    raise KeyboardInterrupt


if sys.argv and os.path.basename(sys.argv[0]) in PROGRAM:  # another program that imports this hears them as it likes
    _hear(_end)


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line (the process's own words, where none are given) and return the exit status."""
    a_program = words is None
    if a_program:
        _hear(_end)
    from exactcover.cli.remote import command_in
    from exactcover.cli.streams import open_streams

    open_streams()  # before a process is started, whose connection must not take the number of a stream that was closed
    words = sys.argv[1:] if words is None else list(words)
    command = command_in(words)
    if len(command) > 1 and not {"-h", "--help"} & set(command):
        if command[0] in SEARCHES:
            from exactcover.solving import supervisor

            supervisor.pool.start()
        elif command[0] in LOOKUPS:
            from exactcover.cli import calling

            calling.pool.start()
    from exactcover.cli.commands import run

    if not a_program:
        return run(words)
    try:
        _hear(_interrupt)
        return run(words)
    except KeyboardInterrupt:  # just before the run, or just after it
        return INTERRUPTED
    finally:
        _hear(_end)

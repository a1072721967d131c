"""Handlers of SIGINT and SIGTERM for the command line, installed by the package's first import.

They are installed only if this process runs the command line; a program that imports the package keeps its own handlers.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # typing is slow to import, and until the handlers are installed Ctrl-C prints a traceback
if TYPE_CHECKING:
    import signal
    from collections.abc import Callable
    from typing import Any
else:
    import _signal as signal  # the module in C under `signal`, which takes a millisecond to import

INTERRUPTED = 130  # as in errors.py, which is imported later
PROGRAM = ("exactcover", "-m")
"""The name of the program, and what stands in its place while `python -m exactcover` imports the package."""


def handle(handler: Callable[[int, Any], None]) -> None:
    """Install a handler for SIGINT and SIGTERM, unless they are ignored (under nohup, and by `&` in a script)."""
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, handler)


def exit_silently(_number: int, _frame: Any) -> None:
    """Exit without a message, during import and after the last output; child processes die with this one."""
    os._exit(INTERRUPTED)


def raise_interrupt(_number: int, _frame: Any) -> None:
    """Raise KeyboardInterrupt, for SIGTERM too, while a command runs."""
    raise KeyboardInterrupt


if sys.argv and os.path.basename(sys.argv[0]) in PROGRAM:
    handle(exit_silently)

"""Ctrl-C and SIGTERM from the first moment of the command line: the package imports this before anything else.

Another program that imports the package hears them as it likes.
"""

from __future__ import annotations

import os
import signal
import sys

TYPE_CHECKING = False  # typing is not imported before the program hears Ctrl-C
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

INTERRUPTED = 130  # as in errors.py, which is imported later
PROGRAM = ("exactcover", "-m")
"""The name of the program, and what stands in its place while `python -m exactcover` imports the package."""


def hear(handler: Callable[[int, Any], None]) -> None:
    """Hear Ctrl-C and SIGTERM, unless they are ignored (under nohup, and by `&` in a script)."""
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, handler)


def end(_number: int, _frame: Any) -> None:
    """While modules are imported, and after the last word: end silently; child processes end with this one."""
    os._exit(INTERRUPTED)


def interrupt(_number: int, _frame: Any) -> None:
    """While a command runs: as Python does, for SIGTERM too."""
    raise KeyboardInterrupt


if sys.argv and os.path.basename(sys.argv[0]) in PROGRAM:
    hear(end)

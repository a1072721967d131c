"""Ctrl-C and SIGTERM on the command line: the first one sets a flag that the run checks, the second one ends everything."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def interruptible() -> Iterator[Callable[[], bool]]:
    """Yield a function that returns whether the run is to end.

    Until it has been called once there is nothing to lose, and the first signal ends everything too.
    """
    checked = False
    seen: list[int] = []

    def note(number: int, _frame: Any) -> None:
        if not checked:
            raise KeyboardInterrupt
        seen.append(number)
        signal.signal(number, before[signal.Signals(number)])

    def interrupted() -> bool:
        nonlocal checked
        checked = True
        return bool(seen)

    handled = [
        number for number in (signal.SIGINT, signal.SIGTERM) if signal.getsignal(number) != signal.SIG_IGN
    ]  # ignored under nohup, and by `&` in a script
    before = {number: signal.signal(number, note) for number in handled}
    try:
        yield interrupted
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)

"""Child processes that end when their parent does, whatever ends it."""

from __future__ import annotations

import os
import signal
import sys


def die_with(parent: int) -> None:
    """In a child: ask the kernel to kill this process when the thread that started it ends."""
    if sys.platform == "linux":
        import ctypes

        set_death_signal = 1  # PR_SET_PDEATHSIG of prctl(2)
        ctypes.CDLL(None).prctl(set_death_signal, int(signal.SIGKILL))
    if os.getppid() != parent:  # it died before we asked
        os._exit(1)

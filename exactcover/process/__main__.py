"""A child process begins here: it takes over its parent's import path, and serves its parent until that is done with it.

Arguments: the descriptor of its connection, the number of its parent, the import path, its niceness, and `module:function`.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys


def die_with(parent: int) -> None:
    """Ask the kernel to kill this process when the thread that started it ends: on Linux only.

    Elsewhere a child whose parent was killed ends when it next receives or sends. On Windows the parent of a process is not
    compared: in a virtual environment it is a launcher.
    """
    if sys.platform == "win32":
        return
    if sys.platform == "linux":
        import ctypes

        set_death_signal = 1  # PR_SET_PDEATHSIG of prctl(2)
        ctypes.CDLL(None).prctl(set_death_signal, int(signal.SIGKILL))
    if os.getppid() != parent:  # it died before we asked
        os._exit(1)


def give_way(niceness: int) -> None:
    """In a child: raise the niceness above the parent's.

    Linux may schedule by session first (sched_autogroup), and a child runs in a new session, whose niceness is set
    too.
    """
    if not hasattr(os, "nice"):  # Windows
        return
    total = os.nice(niceness)
    if total > 0:
        with contextlib.suppress(OSError), open("/proc/self/autogroup", "w") as group:
            group.write(
                str(total)
            )  # not on every Linux, and at most ten times a second; the niceness of the child remains


if __name__ == "__main__":
    die_with(int(sys.argv[2]))  # first: what comes next takes long to import
    sys.path[:] = json.loads(sys.argv[3])
    from importlib import import_module

    give_way(int(sys.argv[4]))
    module, _, function = sys.argv[5].partition(":")
    getattr(import_module(module), function)(int(sys.argv[1]))

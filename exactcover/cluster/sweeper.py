"""The sweeper: a process that outlives a driver to clean up its cluster. It waits for the end of its input, then
sweeps.

A cluster on this machine is a dozen processes, some of which survive the process that started them by minutes. All
belong to the driver's session. If the driver reported that it closed the cluster itself, only the folder is removed.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import IO

CLOSED = b"closed"
SWEEPS, SWEEP_SECONDS = 50, 0.1


def start(folder: Path) -> subprocess.Popen[bytes]:
    """Start the sweeper of a cluster's folder, and of this process's session if this process leads it."""
    session = os.getsid(0) if os.getsid(0) == os.getpid() else 0
    return subprocess.Popen(
        [sys.executable, __file__, str(session), str(folder)], stdin=subprocess.PIPE, start_new_session=True
    )


def dismiss(sweeper: subprocess.Popen[bytes]) -> None:
    """Report that the cluster is closed, and wait until its folder is removed."""
    with contextlib.suppress(BrokenPipeError):
        sweeper.communicate(CLOSED)


def give_up(sweeper: subprocess.Popen[bytes], folder: Path) -> None:
    """Kill what was started in the folder of a cluster that did not come up, and wait until the folder is removed."""
    looks = 0
    for _ in range(SWEEPS):
        left = [each for each in _processes() if each != sweeper.pid and _names(each, folder)]
        for process in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        looks = 0 if left else looks + 1
        if looks == 2:  # a new process has no command line for a moment
            break
        time.sleep(SWEEP_SECONDS)
    dismiss(sweeper)


def sweep(pipe: IO[bytes], session: int, folder: str) -> None:
    """Wait for the end of the input, kill what remains of the session, and remove the folder."""
    if pipe.read() != CLOSED and session:
        for _ in range(SWEEPS):
            left = [process for process in _processes() if _session(process) == session]
            for process in left:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
            if not left:
                break
            time.sleep(SWEEP_SECONDS)
    shutil.rmtree(folder, ignore_errors=True)


def _processes() -> list[int]:
    return [int(each.name) for each in Path("/proc").iterdir() if each.name.isdecimal()]


def _names(process: int, folder: Path) -> bool:
    """Return whether a running process has the folder in its command line."""
    try:
        return os.fsencode(folder) in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False


def _session(process: int) -> int:
    """Return the session of a running process; 0 if it has ended."""
    try:
        state, *rest = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return 0 if state == "Z" else int(rest[2])


if __name__ == "__main__":
    sweep(sys.stdin.buffer, int(sys.argv[1]), sys.argv[2])

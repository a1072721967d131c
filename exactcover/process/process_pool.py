"""The process pool: children (child_process.py) that are made ready, kept warm between two runs, measured and ended.

What a child does is child.py's business, what it is told parent.py's. This module imports nothing heavy.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from exactcover.process.child_process import ChildProcess

if TYPE_CHECKING:
    from concurrent.futures import Executor

MOST_IDLE = os.cpu_count() or 1
IDLE_MB = 250
"""A child that is larger between two runs (a fresh one has 140) is not used again: it would count towards the next one's
memory limit and peak."""
SERVE = "exactcover.process.child:serve"


class ProcessPool:
    """A pool of idle child processes for runs of one sort, and the thread that starts them.

    name: how messages call a child; ready: a function, importable by name, that it calls before its first run; niceness: see
    ChildProcess.
    """

    def __init__(self, name: str, ready: Callable[[], None], niceness: int = 0) -> None:
        self.name, self.ready, self.niceness = name, ready, niceness
        self.idle: list[ChildProcess] = []
        self.lock = threading.Lock()
        self.starter: Executor | None = None
        atexit.register(self.end)
        os.register_at_fork(after_in_child=self.forget)

    def new(self) -> ChildProcess:
        """Start and return a child, on a thread that lives as long as this process: the kernel kills a child with the
        thread that started it.
        """
        if threading.current_thread() is threading.main_thread():
            return self._start_child()
        from concurrent.futures import ThreadPoolExecutor

        with self.lock:
            self.starter = self.starter or ThreadPoolExecutor(1, "exactcover-starter")
        return self.starter.submit(self._start_child).result()

    def _start_child(self) -> ChildProcess:
        return ChildProcess(self.name, SERVE, self.ready, niceness=self.niceness, capture_errors=True)

    def start(self) -> None:
        """Start a child for the next run now: it imports what it needs while the caller goes on."""
        self.keep(self.new())

    def take(self) -> ChildProcess:
        """Return an idle child, or a new one."""
        with self.lock:
            while self.idle:
                child = self.idle.pop()
                if child.alive() and resident_mb(child.process.pid) <= IDLE_MB:
                    return child
                child.kill()
        return self.new()

    def keep(self, child: ChildProcess) -> None:
        """Return a child to the pool."""
        with self.lock:
            if len(self.idle) < MOST_IDLE:
                self.idle.append(child)
                return
        child.kill()

    def end(self) -> None:
        """Kill all idle children."""
        with self.lock:
            while self.idle:
                self.idle.pop().kill()

    def forget(self) -> None:
        """In a fork of this process: drop the children, which are the original's, as is the thread that may hold the lock."""
        self.idle, self.lock, self.starter = [], threading.Lock(), None


@dataclass(frozen=True)
class Usage:
    """The resources that a process has used."""

    cpu_seconds: float = 0.0
    resident_mb: float = 0.0
    peak_mb: float = 0.0

    def less(self, before: Usage) -> Usage:
        """Return the usage since an earlier measurement; the peak remains that of the whole life."""
        return Usage(max(0.0, self.cpu_seconds - before.cpu_seconds), self.resident_mb, self.peak_mb)


def usage(process: int) -> Usage:
    """Return the usage of a process on Linux; zeros if the system has no /proc."""
    return Usage(cpu_seconds(process), resident_mb(process), peak_mb(process))


def children_of(process: int) -> list[int]:
    """Return the children of all threads of a process; none if the system has no /proc."""
    children: list[int] = []
    for path in Path(f"/proc/{process}/task").glob("*/children"):
        with contextlib.suppress(OSError):  # the thread has ended
            children += map(int, path.read_text().split())
    return children


def cpu_seconds(process: int) -> float:
    """Return the CPU seconds of a process; 0 if the system has no per-process clocks.

    The id of the clock is that of clock_getcpuclockid(3); no file is read.
    """
    try:
        return time.clock_gettime(~process << 3 | 2)
    except OSError:
        return 0.0


def resident_mb(process: int) -> float:
    """Return the resident memory of a process; 0 if the system has no /proc."""
    try:
        with open(f"/proc/{process}/statm", "rb", buffering=0) as file:
            pages = file.read().split()[1]
    except OSError:
        return 0.0
    return int(pages) * os.sysconf("SC_PAGE_SIZE") / 2**20


def peak_mb(process: int | str) -> float:
    """Return the peak resident memory of a process; 0 if the system has no /proc, or the process has ended."""
    try:
        with open(f"/proc/{process}/status", "rb", buffering=0) as file:
            _, _, peak = file.read().partition(b"VmHWM:")
    except OSError:
        return 0.0
    return int(peak.split(maxsplit=1)[0]) / 1024 if peak else 0.0


def give_way(niceness: int) -> None:
    """In a child: raise the niceness above the parent's.

    Linux may schedule by session first (sched_autogroup), and a child has a session of its own, whose niceness is set
    too.
    """
    total = os.nice(niceness)
    group = Path("/proc/self/autogroup")
    if total > 0 and group.exists():
        with contextlib.suppress(OSError):  # Linux limits this to ten times a second; the niceness of the child remains
            group.write_text(str(total))

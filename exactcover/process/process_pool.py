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
    """The children of this process that wait for a run of one sort, and the thread that starts them.

    name: what a child is called in sentences; ready: a function, importable by name, that it calls before its first run;
    niceness: see ChildProcess.
    """

    def __init__(self, name: str, ready: Callable[[], None], niceness: int = 0) -> None:
        self.name, self.ready, self.niceness = name, ready, niceness
        self.idle: list[ChildProcess] = []
        self.lock = threading.Lock()
        self.starter: Executor | None = None
        atexit.register(self.end)
        os.register_at_fork(after_in_child=self.forget)

    def new(self) -> ChildProcess:
        """Return a new child, started by a thread that lives as long as this process: the kernel kills it with that thread."""
        if threading.current_thread() is threading.main_thread():
            return self._start_child()
        from concurrent.futures import ThreadPoolExecutor

        with self.lock:
            self.starter = self.starter or ThreadPoolExecutor(1, "exactcover-starter")
        return self.starter.submit(self._start_child).result()

    def _start_child(self) -> ChildProcess:
        return ChildProcess(self.name, SERVE, self.ready, niceness=self.niceness, capture_errors=True)

    def start(self) -> None:
        """Start a child now, for the next run: it imports what it needs while the caller goes on."""
        self.keep(self.new())

    def take(self) -> ChildProcess:
        """Return a child that waits, or a new one."""
        with self.lock:
            while self.idle:
                child = self.idle.pop()
                if child.alive() and resident_mb(child.process.pid) <= IDLE_MB:
                    return child
                child.kill()
        return self.new()

    def keep(self, child: ChildProcess) -> None:
        """Let a child wait for the next run."""
        with self.lock:
            if len(self.idle) < MOST_IDLE:
                self.idle.append(child)
                return
        child.kill()

    def end(self) -> None:
        """End all that wait."""
        with self.lock:
            while self.idle:
                self.idle.pop().kill()

    def forget(self) -> None:
        """In a fork of this process: the children are the original's, as is the thread that may hold the lock."""
        self.idle, self.lock, self.starter = [], threading.Lock(), None


@dataclass(frozen=True)
class Usage:
    """What a process has used."""

    cpu_seconds: float = 0.0
    resident_mb: float = 0.0
    peak_mb: float = 0.0

    def less(self, before: Usage) -> Usage:
        """Return what has been used since a moment; the peak is that of the whole life."""
        return Usage(max(0.0, self.cpu_seconds - before.cpu_seconds), self.resident_mb, self.peak_mb)


def usage(process: int) -> Usage:
    """Return what a process has used, as Linux tells it; zeros where the system has no /proc."""
    return Usage(cpu_seconds(process), resident_mb(process), peak_mb(process))


def children_of(process: int) -> list[int]:
    """Return the children of a process, whichever of its threads has started them; none where the system has no /proc."""
    children: list[int] = []
    for path in Path(f"/proc/{process}/task").glob("*/children"):
        with contextlib.suppress(OSError):  # the thread has ended
            children += map(int, path.read_text().split())
    return children


def cpu_seconds(process: int) -> float:
    """Return the CPU seconds that a process has used; 0 where the system has no clock of processes.

    The number of the clock is what clock_getcpuclockid(3) makes of the number of a process; no file is read.
    """
    try:
        return time.clock_gettime(~process << 3 | 2)
    except OSError:
        return 0.0


def resident_mb(process: int) -> float:
    """Return the memory that a process has now; 0 where the system has no /proc."""
    try:
        with open(f"/proc/{process}/statm", "rb", buffering=0) as file:
            pages = file.read().split()[1]
    except OSError:
        return 0.0
    return int(pages) * os.sysconf("SC_PAGE_SIZE") / 2**20


def peak_mb(process: int | str) -> float:
    """Return the most memory that a process has had; 0 where the system has no /proc, and for one that has ended."""
    try:
        with open(f"/proc/{process}/status", "rb", buffering=0) as file:
            _, _, peak = file.read().partition(b"VmHWM:")
    except OSError:
        return 0.0
    return int(peak.split(maxsplit=1)[0]) / 1024 if peak else 0.0


def give_way(niceness: int) -> None:
    """In a child: give way to other processes by so much more than the parent does.

    Linux may share the processors among sessions first (sched_autogroup), and a child has a session of its own: that gives way
    as far as the child does.
    """
    total = os.nice(niceness)
    group = Path("/proc/self/autogroup")
    if total > 0 and group.exists():
        with contextlib.suppress(OSError):  # Linux lets a user say so ten times a second; the child itself gives way
            group.write_text(str(total))

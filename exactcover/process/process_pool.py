"""Child processes: started, made ready, kept warm between two runs, measured, ended.

A child is a fresh interpreter (Popen, never fork: a parent may hold threads and native solvers), in a session of its own
so that Ctrl-C reaches the parent alone, killed by the kernel when the parent dies (see death_signal.py). What it does is
child.py's business, what it is told parent.py's. This module imports nothing heavy.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from multiprocessing.connection import Connection

MOST_IDLE = os.cpu_count() or 1
IDLE_MB = 250
"""A child that is larger between two runs (a fresh one has 140) is not used again: it would count towards the next one's
memory limit and peak."""
END_SECONDS = 0.5
_START = str(Path(__file__).with_name("__main__.py"))


class Child:
    """A child process and the connection to it.

    ready: a function, importable by name, that it calls before its first run; niceness: how far it, and what it starts, gives
    way to other processes.
    """

    def __init__(self, name: str, ready: Callable[[], None], niceness: int = 0) -> None:
        from multiprocessing.connection import Connection

        self.name = name
        ours, theirs = socket.socketpair()
        self.errors = _file_in_memory()
        command = [sys.executable, _START, str(theirs.fileno()), str(os.getpid()), json.dumps(sys.path), str(niceness)]
        with theirs:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self.errors,
                pass_fds=(theirs.fileno(),),
                start_new_session=True,
            )
        self.connection: Connection = Connection(ours.detach())
        self.waiting = select.poll()  # kept: Connection.poll makes a new one at each call
        self.waiting.register(self.connection.fileno(), select.POLLIN)
        self.connection.send(ready)

    def says_something(self, seconds: float) -> bool:
        """Return, within so many seconds, whether there is something to receive, or nothing ever will be."""
        return bool(self.waiting.poll(seconds * 1000))

    def alive(self) -> bool:
        """Return whether the process still runs."""
        return self.process.poll() is None

    def interrupt(self) -> None:
        """Ask the process to come to an end; see child.interrupted."""
        self.process.send_signal(signal.SIGINT)

    def kill(self) -> None:
        """End the process at once; the children that it has itself end with it."""
        self.process.kill()
        self.process.wait()
        self.connection.close()
        self.errors.close()

    def complaint(self) -> str:
        """Return how the child ended, and the last line it wrote to its standard error."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(END_SECONDS)
        code = self.process.poll()
        how = "closed its connection" if code is None else f"ended with status {code}"
        if code is not None and code < 0:
            how = f"was killed by {signal.Signals(-code).name}"
        self.errors.seek(0)
        lines = self.errors.read().decode(errors="replace").strip().splitlines()
        return f"the {self.name} {how}" + (f": {lines[-1]}" if lines else "")


def _file_in_memory() -> IO[bytes]:
    """Return a file without a name, where the system can on no disk: one that is full must not keep a child from starting."""
    if sys.platform == "linux":
        return os.fdopen(os.memfd_create("exactcover-errors"), "w+b")
    return tempfile.TemporaryFile()


class ProcessPool:
    """A pool of idle child processes for runs of one sort, and the thread that starts them.

    name: how messages call a child; ready, niceness: see Child.
    """

    def __init__(self, name: str, ready: Callable[[], None], niceness: int = 0) -> None:
        self.name, self.ready, self.niceness = name, ready, niceness
        self.idle: list[Child] = []
        self.lock = threading.Lock()
        self.starter: Executor | None = None
        atexit.register(self.end)
        os.register_at_fork(after_in_child=self.forget)

    def new(self) -> Child:
        """Start and return a child, on a thread that lives as long as this process: the kernel kills a child with the
        thread that started it.
        """
        if threading.current_thread() is threading.main_thread():
            return Child(self.name, self.ready, self.niceness)
        from concurrent.futures import ThreadPoolExecutor

        with self.lock:
            self.starter = self.starter or ThreadPoolExecutor(1, "exactcover-starter")
        return self.starter.submit(Child, self.name, self.ready, self.niceness).result()

    def start(self) -> None:
        """Start a child for the next run now: it imports what it needs while the caller goes on."""
        self.keep(self.new())

    def take(self) -> Child:
        """Return an idle child, or a new one."""
        with self.lock:
            while self.idle:
                child = self.idle.pop()
                if child.alive() and resident_mb(child.process.pid) <= IDLE_MB:
                    return child
                child.kill()
        return self.new()

    def keep(self, child: Child) -> None:
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

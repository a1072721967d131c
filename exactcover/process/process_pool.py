"""The process pool: children (child_process.py) that are made ready, kept warm between two runs, and ended.

Not here: what a child does (child.py), how a run in it is controlled (parent.py), and its resource usage (usage.py). This module
imports nothing heavy.
"""

from __future__ import annotations

import atexit
import os
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from exactcover.process.child_process import ChildProcess
from exactcover.process.usage import resident_mb

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from exactcover.process.isolation import Isolation

MOST_IDLE = os.cpu_count() or 1
IDLE_MB = 250
"""A child that is larger between two runs (a fresh one has 140) is not used again: it would count towards the next one's
memory limit and peak."""
SERVE = "exactcover.process.child:serve"


class ProcessPool:
    """A pool of idle child processes for runs of one sort, and the thread that starts them.

    name: how messages call a child; ready: a function, importable by name, that it calls before its first run; niceness: see
    ChildProcess; isolation: what its children may open, None if they are not isolated.
    """

    def __init__(self, name: str, ready: Callable[[], None], niceness: int = 0) -> None:
        self.name, self.ready, self.niceness = name, ready, niceness
        self.isolation: Isolation | None = None
        self.idle: list[ChildProcess] = []
        self.lock = threading.Lock()
        self.starter: Executor | None = None
        atexit.register(self.end)
        if hasattr(os, "register_at_fork"):  # not on Windows, which has no forks
            os.register_at_fork(after_in_child=self.forget)

    def new(self, ready: Callable[[], None] | None = None) -> ChildProcess:
        """Start and return a child, on a thread that lives as long as this process: the kernel kills a child with the
        thread that started it.

        ready: what it calls first, in place of the pool's own. Raises NoResources.
        """
        if threading.current_thread() is threading.main_thread():
            return self._start_child(ready or self.ready)
        from concurrent.futures import ThreadPoolExecutor

        with self.lock:
            self.starter = self.starter or ThreadPoolExecutor(1, "exactcover-starter")
        return self.starter.submit(self._start_child, ready or self.ready).result()

    def _start_child(self, ready: Callable[[], None]) -> ChildProcess:
        own, hello = self.isolation, ready
        if own is not None:
            from exactcover.process import isolation

            hello = partial(isolation.begin, replace(own, groups=None), ready)
        return ChildProcess(
            self.name, SERVE, hello, niceness=self.niceness, capture_errors=True, fork=True, isolation=own
        )

    def start(self, ready: Callable[[], None] | None = None) -> None:
        """Start a child for the next run now: it imports what it needs while the caller goes on; ready: see `new`."""
        self.keep(self.new(ready))

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

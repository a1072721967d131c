"""Measures compilation in a process separately from its work; while it compiles, the clock of all limits stands still.

Numba holds one global lock while it compiles a function or loads a compiled one, and notifies listeners when the lock
is acquired and released. Not here: ahead-of-time compilation (warm_up.py, cli/warming.py).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from exactcover.model.events import Progress
from exactcover.process import deadline
from exactcover.process.messages import Clock


@dataclass(frozen=True)
class Compiled:
    """The cost of compilation: elapsed seconds and CPU seconds."""

    seconds: float = 0.0
    cpu_seconds: float = 0.0

    def less(self, before: Compiled) -> Compiled:
        """Return the cost since an earlier measurement."""
        return Compiled(self.seconds - before.seconds, self.cpu_seconds - before.cpu_seconds)


class Stopwatch:
    """Measures compilation in all threads of this process, and tells the run's parent when the clock stops and starts.

    counting: whether the run's time counts at present; before: the total when the last run ended.
    """

    def __init__(self, tell: Callable[[object], None]) -> None:
        self.tell = tell
        self.spent, self.before = Compiled(), Compiled()
        self.counting = False
        self._lock = threading.Lock()
        # For each thread that compiles: its nesting depth, and its CPU seconds when it began.
        self._threads: dict[int, tuple[int, float]] = {}
        self._begun = 0.0
        self._standing = False

    def begin(self) -> None:
        """Record that this thread waits for numba's lock, possibly nested."""
        with self._lock:
            depth, cpu = self._threads.get(threading.get_ident(), (0, time.thread_time()))
            if not self._threads:
                self._begun = time.monotonic()
            self._threads[threading.get_ident()] = depth + 1, cpu

    def end(self) -> None:
        """Record that this thread has released the lock; when no thread holds or awaits it, the clock resumes."""
        with self._lock:
            depth, cpu = self._threads.pop(threading.get_ident(), (0, 0.0))
            if depth > 1:
                self._threads[threading.get_ident()] = depth - 1, cpu
            if depth != 1:  # 0: acquired before the measurement began
                return
            passed = 0.0 if self._threads else time.monotonic() - self._begun
            self.spent = Compiled(self.spent.seconds + passed, self.spent.cpu_seconds + time.thread_time() - cpu)
            deadline.stand_still(passed)
            goes_on = self._standing and not self._threads
            if goes_on:
                self._standing = False
        if goes_on:
            self.tell(Clock(running=True, compile_seconds=self.of_this_run()))

    def compiles(self) -> None:
        """Record that a function is being compiled for the first time; loading is too short to be reported."""
        with self._lock:
            stops = self.counting and not self._standing
            self._standing = self._standing or stops
        if stops:
            self.tell(Clock(running=False, compile_seconds=self.of_this_run()))
        self.tell(Progress(SENTENCE))

    def of_this_run(self) -> float:
        """Return the seconds of compilation since the last run ended."""
        return self.spent.less(self.before).seconds


SENTENCE = "compiling the search, once on this machine"
_stopwatches: list[Stopwatch] = []


def measure(tell: Callable[[object], None], once_imported: Callable[[Callable[[], None]], None]) -> None:
    """Measure compilation in this process from now on.

    tell: sends a message to the parent at once; once_imported: calls a function as soon as numba is imported.
    """
    if _stopwatches:
        return
    stopwatch = Stopwatch(tell)
    _stopwatches.append(stopwatch)
    once_imported(lambda: _listen(stopwatch))


def _listen(stopwatch: Stopwatch) -> None:
    """Have numba notify a stopwatch."""
    from numba.core import event

    class Lock(event.Listener):
        def on_start(self, _: Any) -> None:
            stopwatch.begin()

        def on_end(self, _: Any) -> None:
            stopwatch.end()

    class Compile(event.Listener):
        def on_start(self, _: Any) -> None:
            stopwatch.compiles()

        def on_end(self, _: Any) -> None:
            """The lock is held a little longer, while what was compiled is written to the disk."""

    register: Callable[[str, event.Listener], None] = event.register  # numba has no types
    register("numba:compiler_lock", Lock())
    register("numba:compile", Compile())


def clock(*, running: bool) -> Clock:
    """Return the message that starts or stops the clock of the current run."""
    for stopwatch in _stopwatches:
        stopwatch.counting = running
    return Clock(running, of_this_run())


def is_counting() -> bool:
    """Return whether the clock of a run is running, so that compilation stops it."""
    return any(stopwatch.counting for stopwatch in _stopwatches)


def end_run() -> None:
    """End the current run: later compilation belongs to the next one."""
    for stopwatch in _stopwatches:
        stopwatch.counting, stopwatch.before = False, stopwatch.spent


def spent() -> Compiled:
    """Return the cost of compilation in this process since measurement began."""
    return _stopwatches[0].spent if _stopwatches else Compiled()


def of_this_run() -> float:
    """Return the seconds of compilation since the last run of this process ended."""
    return _stopwatches[0].of_this_run() if _stopwatches else 0.0

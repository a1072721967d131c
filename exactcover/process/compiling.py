"""What compiling takes in a process: measured apart from its work, while the clock of all limits stands still.

Numba holds one lock whenever it compiles a function or loads one that it compiled before; it tells who listens when it takes
the lock and when it lets it go. Not here: what is compiled before it is needed (warm_up.py, cli/warming.py).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from exactcover.model.answer import Progress
from exactcover.process import deadline
from exactcover.process.messages import Clock


@dataclass(frozen=True)
class Compiled:
    """What compiling has taken: seconds that passed, and CPU seconds."""

    seconds: float = 0.0
    cpu_seconds: float = 0.0

    def less(self, before: Compiled) -> Compiled:
        """Return what it has taken since a moment."""
        return Compiled(self.seconds - before.seconds, self.cpu_seconds - before.cpu_seconds)


class Stopwatch:
    """Measures what compiling takes in this process, in any of its threads; a run's parent is told when its clock stands still.

    counting: whether the run has said that its time counts; before: what had been spent when the last run ended.
    """

    def __init__(self, tell: Callable[[object], None]) -> None:
        self.tell = tell
        self.spent, self.before = Compiled(), Compiled()
        self.counting = False
        self._lock = threading.Lock()
        # Of the threads at it: how deep they are in it, and their CPU seconds when they began.
        self._threads: dict[int, tuple[int, float]] = {}
        self._begun = 0.0
        self._standing = False

    def begin(self) -> None:
        """In this thread numba's lock is wanted, for the first time or within such a time."""
        with self._lock:
            depth, cpu = self._threads.get(threading.get_ident(), (0, time.thread_time()))
            if not self._threads:
                self._begun = time.monotonic()
            self._threads[threading.get_ident()] = depth + 1, cpu

    def end(self) -> None:
        """In this thread the lock is let go; when no thread holds or wants it any more the clock goes on."""
        with self._lock:
            depth, cpu = self._threads.pop(threading.get_ident(), (0, 0.0))
            if depth > 1:
                self._threads[threading.get_ident()] = depth - 1, cpu
            if depth != 1:  # 0: it was taken before anybody measured
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
        """A function is compiled that was not compiled before; loading one takes too little to be told."""
        with self._lock:
            stops = self.counting and not self._standing
            self._standing = self._standing or stops
        if stops:
            self.tell(Clock(running=False, compile_seconds=self.of_this_run()))
        self.tell(Progress(SENTENCE))

    def of_this_run(self) -> float:
        """Return the seconds that compiling has taken since the last run ended."""
        return self.spent.less(self.before).seconds


SENTENCE = "compiling the search, once on this machine"
_stopwatches: list[Stopwatch] = []


def measure(tell: Callable[[object], None]) -> None:
    """Measure compiling from now on in this process; tell: sends something to the parent at once. Numba is imported."""
    if _stopwatches:
        return
    from numba.core import event

    stopwatch = Stopwatch(tell)
    _stopwatches.append(stopwatch)

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
    """Return the message that the time of this process's run counts from now on, or does not."""
    for stopwatch in _stopwatches:
        stopwatch.counting = running
    return Clock(running, of_this_run())


def forget_run() -> None:
    """The run is over: what is compiled from now on belongs to the next one."""
    for stopwatch in _stopwatches:
        stopwatch.counting, stopwatch.before = False, stopwatch.spent


def spent() -> Compiled:
    """Return what compiling has taken in this process since it is measured."""
    return _stopwatches[0].spent if _stopwatches else Compiled()


def of_this_run() -> float:
    """Return the seconds that compiling has taken since the last run of this process ended."""
    return _stopwatches[0].of_this_run() if _stopwatches else 0.0

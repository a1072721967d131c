"""A clock that tests move by hand, in place of those of the system: nothing waits, and no machine is too slow."""

from __future__ import annotations

import time

import pytest


class FakeClock:
    """Time that passes only when a test says so; tick: seconds that pass whenever somebody looks at it."""

    def __init__(self, tick: float = 0.0) -> None:
        self.seconds, self.cpu_seconds, self.tick = 1000.0, 10.0, tick

    def monotonic(self) -> float:
        """Return the time, as `time.monotonic` does."""
        self.seconds += self.tick
        return self.seconds

    def thread_time(self) -> float:
        """Return the CPU seconds of every thread, as `time.thread_time` does."""
        return self.cpu_seconds

    def sleep(self, seconds: float) -> None:
        """Let time pass and no work be done."""
        self.seconds += seconds

    def work(self, seconds: float) -> None:
        """Let time pass and as much work be done."""
        self.seconds += seconds
        self.cpu_seconds += seconds

    def put_in_place(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Have this process look at this clock, until the test ends; its children have their own."""
        for name in ("monotonic", "thread_time", "sleep"):
            monkeypatch.setattr(time, name, getattr(self, name))

"""The CPU time of each test, its processes included: what `--cpu-times FILE` writes, the dearest test first."""

from __future__ import annotations

import contextlib
import os
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path

import pytest

TICKS = os.sysconf("SC_CLK_TCK")
PROPERTY = "cpu_seconds"


def cpu_seconds(pid: int | str = "self") -> float:
    """User and system time of a process, of the children that it has waited for and of those that run, in seconds."""
    process = Path("/proc", str(pid))
    try:
        times = process.joinpath("stat").read_text().rpartition(")")[2].split()[11:15]
    except OSError:  # it has ended meanwhile
        return 0.0
    return sum(map(int, times)) / TICKS + sum(map(cpu_seconds, _children(process)))


def _children(process: Path) -> list[str]:
    children: list[str] = []
    for task in process.glob("task/*/children"):
        with contextlib.suppress(OSError):  # the thread has ended meanwhile
            children += task.read_text().split()
    return children


class CpuTimes:
    """A plugin that measures in the processes that run tests, and writes a line per test in the one that reports."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.before = cpu_seconds()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Add what a phase of the test took to its report."""
        report = yield
        now = cpu_seconds()
        report.user_properties = [*report.user_properties, (PROPERTY, max(0.0, now - self.before))]
        self.before = now
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add the phases of a test up."""
        self.seconds[report.nodeid] += sum(
            float(str(value)) for name, value in report.user_properties if name == PROPERTY
        )

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write the file, once for all workers of a run."""
        if not hasattr(session.config, "workerinput"):
            dearest_first = sorted(self.seconds.items(), key=lambda item: -item[1])
            self.path.write_text("".join(f"{seconds:9.2f} {nodeid}\n" for nodeid, seconds in dearest_first))

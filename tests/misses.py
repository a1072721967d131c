"""Fails a run of tests in which a kernel was compiled that the library of kernels should have had."""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from pathlib import Path

import pytest

from exactcover.kernel.jit import MISSES


class Misses:
    """A plugin: every process of the run, and every command that a test starts, appends what it misses to a file."""

    def __init__(self, config: pytest.Config) -> None:
        if not hasattr(config, "workerinput") and not os.environ.get(MISSES):
            descriptor, os.environ[MISSES] = tempfile.mkstemp(prefix="exactcover-misses-")
            os.close(descriptor)
            config.add_cleanup(self._remove)
        self.path = Path(os.environ[MISSES])

    def _remove(self) -> None:
        self.path.unlink(missing_ok=True)
        del os.environ[MISSES]

    def missed(self) -> Counter[str]:
        """Return how often each kernel was compiled at run time for each combination of types."""
        return Counter(self.path.read_text().splitlines() if self.path.exists() else ())

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Let the run fail, once for all workers."""
        if not hasattr(session.config, "workerinput") and self.missed() and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Name what is missing in the lists of signatures."""
        if missed := self.missed():
            terminalreporter.section("kernels compiled at run time: add them to signatures.txt", red=True)
            for line, number in sorted(missed.items()):
                terminalreporter.line(f"{line}  ({number} times)")

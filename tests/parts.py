"""The parts of the suite that a plain run leaves out: which tests are in them, and the lines that say so at its end.

A folder or a file is in a part by the table here, a test by a mark of its own; one that is `deep` gives the reason there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
PARTS = ("deep", "process", "service", "cluster", "slow")
PART_OF = {
    "benchmarks": "deep",  # programs that measure, whose figures people read
    "service": "service",
    "cluster": "cluster",
    "cli/test_executors.py": "process",
    "cli/test_limits.py": "process",
    "cli/test_signals.py": "process",
    "kernel/test_compiled_code.py": "process",
    "kernel/test_compiled_code_folder.py": "process",
    "solving/test_checkpoints.py": "process",
    "solving/test_engine_process.py": "process",
    "process/test_parent.py": "process",
    "test_beside.py": "process",
}
KEY = "left_out"
Few = Callable[[int], int]
"""Of so many random cases those that a run tries: `few` of conftest."""


class Parts:
    """A plugin that marks tests with their parts, and says at the end which parts a run left out and how to run them."""

    def __init__(self) -> None:
        self.left_out: Counter[str] = Counter()

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: Sequence[pytest.Item]) -> None:
        """Mark each test with the part that its folder or its file is in, before `-m` chooses."""
        for item in items:
            path = item.path.relative_to(HERE)
            for place in (path, *path.parents):
                if part := PART_OF.get(place.as_posix()):
                    item.add_marker(part)

    def pytest_deselected(self, items: Sequence[pytest.Item]) -> None:
        """Count the tests that are left out, each in the first of its parts."""
        parts = [next((part for part in PARTS if item.get_closest_marker(part)), None) for item in items]
        self.left_out.update(part for part in parts if part)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Have a worker tell what it counted."""
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput[KEY] = dict(self.left_out)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take the counts of a worker; all workers collect the same tests."""
        self.left_out |= Counter(getattr(node, "workeroutput", {}).get(KEY, {}))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say what was left out."""
        if self.left_out:
            counts = ", ".join(f"{self.left_out[part]} {part}" for part in PARTS if self.left_out[part])
            chosen = " or ".join(part for part in PARTS if self.left_out[part])
            terminalreporter.line(f'left out: {counts}; run them with -m "{chosen}"')

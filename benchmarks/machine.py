"""What every committed result says of itself: versions, machine, date."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from importlib.metadata import version


def described() -> str:
    """Return a line: the day, the machine and the versions that matter."""
    packages = ", ".join(f"{name} {version(name)}" for name in ("numpy", "numba", "ortools", "python-sat"))
    day = datetime.now(UTC).date().isoformat()
    return f"{day}; {platform.machine()}, {os.cpu_count()} cores; Python {platform.python_version()}, {packages}"


def table(head: tuple[str, ...], lines: list[tuple[str, ...]]) -> list[str]:
    """Return a Markdown table."""
    return [f"| {' | '.join(each)} |" for each in (head, ("---",) * len(head), *lines)]

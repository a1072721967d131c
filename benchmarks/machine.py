"""The header of every committed result: versions, machine, date."""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

PACKAGES = ("numpy", "numba", "ortools", "python-sat", "xcover", "exact-cover", "dxz")
FOLDER = Path(__file__).parent


def described() -> str:
    """Return a line with the day, the machine and the relevant versions."""
    packages = ", ".join(f"{name} {version(name)}" for name in ("numpy", "numba", "ortools", "python-sat"))
    day = datetime.now(UTC).date().isoformat()
    return f"{day}; {platform.machine()}, {os.cpu_count()} cores; Python {platform.python_version()}, {packages}"


def facts() -> dict[str, Any]:
    """Return the day, the commit, the machine, and the version of everything measured, `not installed` if it is missing."""
    return {
        "day": datetime.now(UTC).date().isoformat(),
        "commit": _commit(),
        "machine": {
            "processor": _processor(),
            "cores": os.cpu_count(),
            "memory_mb": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**20,
            "system": f"{platform.system()} {platform.release()}",
        },
        "versions": {"python": platform.python_version()}
        | {name: _version(name) for name in PACKAGES}
        | {"node": _said("node", "--version").lstrip("v") or "not installed", "dancing-links": _version_in_node()},
    }


def table(head: tuple[str, ...], lines: Sequence[tuple[str, ...]]) -> list[str]:
    """Return a Markdown table."""
    return [f"| {' | '.join(each)} |" for each in (head, ("---",) * len(head), *lines)]


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _version_in_node() -> str:
    try:
        text = (FOLDER / "node" / "node_modules" / "dancing-links" / "package.json").read_text()
    except OSError:
        return "not installed"
    return str(json.loads(text)["version"])


def _commit() -> str:
    git = "git", "--no-optional-locks", "-C", str(FOLDER)
    commit = _said(*git, "rev-parse", "--short", "HEAD") or "unknown"
    return commit + (" and changes" if _said(*git, "status", "--porcelain") else "")


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())


def _said(*command: str) -> str:
    """Return the output of a program; empty if it is missing or fails."""
    if shutil.which(command[0]) is None:
        return ""
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()

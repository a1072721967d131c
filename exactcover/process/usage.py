"""The CPU time and the memory that a process has used, and its children. This module imports nothing heavy."""

from __future__ import annotations

import contextlib
import os
import time
from dataclasses import dataclass
from pathlib import Path


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


def processors() -> int:
    """Return how many processors this process may use; all of the machine if the system has no affinities (macOS, Windows)."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


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
    if not hasattr(time, "clock_gettime"):  # Windows
        return 0.0
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

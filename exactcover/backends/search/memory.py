"""The memory allowance of a search, of a cover or of a state graph."""

from __future__ import annotations

import os
from contextlib import suppress

UNKNOWN_MB = 1_000
"""What a search may take without a limit if the system does not tell how much memory it has."""
SHARE = 0.6  # of what a memory limit leaves; the rest is for the copies made while a layer grows


def memory_allowed(megabytes: float | None) -> int:
    """Return the bytes that a search may take: most of what a memory limit leaves, or a quarter of the machine's memory."""
    if not hasattr(os, "sysconf"):  # Windows
        return int((UNKNOWN_MB if megabytes is None else megabytes * SHARE) * 1e6)
    if megabytes is None:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 4
    taken = 0
    with (
        suppress(OSError),
        open("/proc/self/statm") as file,
    ):  # without /proc no memory limit is enforced either
        taken = int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return max(0, int((megabytes * 1e6 - taken) * SHARE))

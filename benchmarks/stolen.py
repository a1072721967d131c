"""The processor time that the host of a virtual machine takes ("steal"), by intervals: delays in such an interval are
not the program's.

Linux counts it in /proc/stat; without that file, none is reported.
"""

from __future__ import annotations

import threading
import time
from bisect import bisect_left
from pathlib import Path
from types import TracebackType

STAT = Path("/proc/stat")
PIECE_SECONDS = 0.5


def processor_times() -> tuple[int, int]:
    """Return the clock ticks of all processors since boot, and how many of them the host took."""
    if not STAT.exists():
        return 0, 0
    ticks = list(map(int, STAT.read_text().split("\n", 1)[0].split()[1:9]))
    return sum(ticks), ticks[7]


class Stolen:
    """Samples while it is entered; ends: the end of each interval (time.perf_counter), shares: the host's share of it,
    0 to 1.
    """

    def __init__(self) -> None:
        self.ends, self.shares = list[float](), list[float]()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Stolen:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()

    def _watch(self) -> None:
        before = processor_times()
        while not self._over.is_set():
            self._over.wait(PIECE_SECONDS)
            now = processor_times()
            self.ends.append(time.perf_counter())
            self.shares.append((now[1] - before[1]) / max(1, now[0] - before[0]))
            before = now

    @property
    def share(self) -> float:
        """The host's share of the whole time."""
        return sum(self.shares) / max(1, len(self.shares))

    def most(self, begun: float, ended: float) -> float:
        """Return the host's largest share of an interval within a period."""
        return max(self.shares[bisect_left(self.ends, begun) : bisect_left(self.ends, ended) + 1], default=0.0)

"""The local executor: cubes are searched by processes of this machine, each a fresh interpreter that holds the work's
tables.

A process that dies is replaced, and its cube is reported as crashed. Cancelling a cube kills its process, which also
ends native code. A search that is late ends by itself between two slices of native code; if it hangs inside one, its
process is killed and the cube is reported as late. The processes die with the one that started them.
"""

from __future__ import annotations

import contextlib
import signal
import time
from collections import deque
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any

from exactcover.cluster.cubes import Cube, CubeResult
from exactcover.cluster.executor import Crashed, Outcome, Refused, WorkBroke
from exactcover.cluster.work import LATE_SECONDS, Work, fingerprint, refusal
from exactcover.process.child_process import ChildProcess

SERVE = "exactcover.cluster.local:serve"
GRACE_SECONDS = 30.0
"""How long a late search may take to end by itself."""
MOST_DEAD_IN_A_ROW = 5
"""How many processes may die in a row before one has become ready; after that, the next would die too."""


@dataclass
class _Worker:
    """A worker; cube: the one that it searches now; started: when it began that cube, by `time.monotonic`."""

    process: ChildProcess
    cube: Cube | None = None
    started: float = 0.0
    ready: bool = False


class LocalExecutor:
    """Worker processes of this machine; the thread that creates it must outlive it.

    late_seconds, grace_seconds: the time limit of a cube, and the time beyond it to end by itself; expected: the
    driver's fingerprint, if that is not this process's own.
    """

    def __init__(
        self,
        work: Work,
        workers: int,
        late_seconds: float = LATE_SECONDS,
        grace_seconds: float = GRACE_SECONDS,
        expected: str | None = None,
    ) -> None:
        self._hello = (work, expected or fingerprint(), late_seconds)
        self._longest_seconds = late_seconds + grace_seconds
        self._waiting: deque[Cube] = deque()
        self._ended: list[Outcome] = []
        self._dead_in_a_row = 0
        self._workers = [self._new() for _ in range(workers)]

    @property
    def size(self) -> int:
        """The number of processes."""
        return len(self._workers)

    def submit(self, cube: Cube) -> None:
        """Queue a cube."""
        self._waiting.append(cube)
        self._deal()

    def results(self, seconds: float) -> list[Outcome]:
        """Return the results that have come, and replace processes that died or hang. Raises Refused, WorkBroke."""
        readable = wait([each.process.connection for each in self._workers], 0 if self._ended else seconds)
        for place, each in enumerate(self._workers):
            if each.process.connection in readable:
                self._receive(place, each)
            elif each.cube is not None and time.monotonic() - each.started > self._longest_seconds:
                self._ended.append(CubeResult(each.cube.name, (), time.monotonic() - each.started, late=True))
                self._replace(place, each)
        self._deal()
        outcomes, self._ended = self._ended, []
        return outcomes

    def cancel(self, cube: str) -> None:
        """Remove a cube from the queue, or kill the process that searches it."""
        self._waiting = deque(each for each in self._waiting if each.name != cube)
        for place, each in enumerate(self._workers):
            if each.cube is not None and each.cube.name == cube:
                self._replace(place, each)

    def close(self) -> None:
        """Kill all processes."""
        for each in self._workers:
            each.process.kill()
        self._workers = []

    def _new(self) -> _Worker:
        return _Worker(ChildProcess("worker's process", SERVE, self._hello))

    def _deal(self) -> None:
        for each in self._workers:
            if self._waiting and each.ready and each.cube is None:
                each.cube, each.started = self._waiting.popleft(), time.monotonic()
                each.process.send(each.cube)

    def _receive(self, place: int, each: _Worker) -> None:
        try:
            message = each.process.connection.recv()
        except (EOFError, OSError):
            how = each.process.how_it_ended()
            self._dead_in_a_row += 1
            if each.cube is not None:
                self._ended.append(Crashed(each.cube.name, f"a worker's process {how}"))
            elif self._dead_in_a_row > MOST_DEAD_IN_A_ROW:
                raise WorkBroke(
                    f"{self._dead_in_a_row} workers' processes died one after the other: one {how}"
                ) from None
            self._replace(place, each)
            return
        if isinstance(message, str):
            raise Refused(message)
        if isinstance(message, Exception):
            raise WorkBroke(f"a worker broke: {message}", "".join(getattr(message, "__notes__", ()))) from message
        self._dead_in_a_row = 0
        each.ready = True
        if isinstance(message, CubeResult):
            self._ended.append(message)
            each.cube = None

    def _replace(self, place: int, each: _Worker) -> None:
        each.process.kill()
        self._workers[place] = self._new()


def serve(descriptor: int) -> None:
    """In a worker process: search cubes from the connection until it closes."""
    import traceback

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    connection: Connection[Any, Any] = Connection(descriptor)
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):  # the driver has closed the connection
        work, expected, late_seconds = connection.recv()
        refused = refusal(expected)
        if refused is not None:
            connection.send(refused)
            return
        try:
            searcher = work.searcher()
            connection.send(None)
            while True:
                connection.send(searcher.search(connection.recv(), late_seconds))
        except (EOFError, OSError):
            raise
        except Exception as error:
            failure = RuntimeError(f"{type(error).__name__}: {error}")
            failure.add_note(traceback.format_exc())
            connection.send(failure)

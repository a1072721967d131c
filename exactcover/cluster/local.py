"""The local executor: cubes are searched by processes of this machine, each a fresh interpreter that holds the work's
tables.

A process that dies is replaced, and its cube is reported as crashed. Cancelling a cube kills its process, which also
ends native code. A search that is late ends by itself between two slices of native code; if it hangs inside one, its
process is killed and the cube is reported as late. The processes die with the one that started them.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections import deque
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from exactcover.cluster.cubes import Cube, CubeResult
from exactcover.cluster.executor import Crashed, Outcome, Refused, WorkBroke
from exactcover.cluster.work import LATE_SECONDS, Work, fingerprint, refusal

_START = str(Path(__file__).with_name("__main__.py"))
GRACE_SECONDS = 30.0
"""How long a late search may take to end by itself."""
MOST_DEAD_IN_A_ROW = 5
"""How many processes may die in a row before one has become ready; after that, the next would die too."""


class _Process:
    """A worker process; cube: the one that it searches now; begun: when it began with that, by the clock of `monotonic`."""

    def __init__(self, hello: tuple[Any, ...]) -> None:
        ours, theirs = socket.socketpair()
        command = [sys.executable, _START, str(theirs.fileno()), str(os.getpid()), json.dumps(sys.path)]
        with theirs:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=(theirs.fileno(),),
                start_new_session=True,
            )
        self.connection: Connection[Any, Any] = Connection(ours.detach())
        self.cube: Cube | None = None
        self.begun = 0.0
        self.ready = False
        with contextlib.suppress(OSError):  # it has died: seen when it is listened to
            self.connection.send(hello)

    def end(self) -> None:
        """Kill the process."""
        self.process.kill()
        self.process.wait()
        self.connection.close()


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
        self._processes = [_Process(self._hello) for _ in range(workers)]

    @property
    def size(self) -> int:
        """The number of processes."""
        return len(self._processes)

    @property
    def process_numbers(self) -> list[int]:
        """The process ids."""
        return [each.process.pid for each in self._processes]

    def submit(self, cube: Cube) -> None:
        """Queue a cube."""
        self._waiting.append(cube)
        self._deal()

    def results(self, seconds: float) -> list[Outcome]:
        """Return the results that have come, and replace processes that died or hang. Raises Refused, WorkBroke."""
        heard = wait([each.connection for each in self._processes], 0 if self._ended else seconds)
        for place, each in enumerate(self._processes):
            if each.connection in heard:
                self._hear(place, each)
            elif each.cube is not None and time.monotonic() - each.begun > self._longest_seconds:
                self._ended.append(CubeResult(each.cube.name, (), time.monotonic() - each.begun, late=True))
                self._replace(place, each)
        self._deal()
        outcomes, self._ended = self._ended, []
        return outcomes

    def cancel(self, cube: str) -> None:
        """Remove a cube from the queue, or kill the process that searches it."""
        self._waiting = deque(each for each in self._waiting if each.name != cube)
        for place, each in enumerate(self._processes):
            if each.cube is not None and each.cube.name == cube:
                self._replace(place, each)

    def close(self) -> None:
        """Kill all processes."""
        for each in self._processes:
            each.end()
        self._processes = []

    def _deal(self) -> None:
        for each in self._processes:
            if self._waiting and each.ready and each.cube is None:
                each.cube, each.begun = self._waiting.popleft(), time.monotonic()
                with contextlib.suppress(OSError):  # it has died: seen when it is listened to
                    each.connection.send(each.cube)

    def _hear(self, place: int, each: _Process) -> None:
        try:
            message = each.connection.recv()
        except (EOFError, OSError):
            code = each.process.wait()
            how = f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with status {code}"
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

    def _replace(self, place: int, each: _Process) -> None:
        each.end()
        self._processes[place] = _Process(self._hello)


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

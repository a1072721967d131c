"""The Ray executor: cubes are searched by tasks of a Ray cluster, which is started here for the run or runs elsewhere.

The work is put into the cluster's object store once. A task receives a cube and has it searched by a separate process
(local.py), which it can kill even if it hangs in native code. Ray never retries a task: a crashed cube is left to the
driver, which splits it. Anyone who can reach a Ray cluster can run any code on it, and its ports are open on all
interfaces. So a cluster that is started here requires a token that only this run has, and a cluster beyond this machine
is refused unless Ray is set to use tokens (RAY_AUTH_MODE=token).
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import subprocess
import sys
import time
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Any

from exactcover.cluster import starting, sweeper
from exactcover.cluster.cubes import Cube, CubeResult, branches_of
from exactcover.cluster.executor import Crashed, Outcome, Refused, WorkBroke
from exactcover.cluster.local import GRACE_SECONDS, LocalExecutor
from exactcover.cluster.settings import RAY, RAY_CLIENT
from exactcover.cluster.work import LATE_SECONDS, Work, fingerprint, refusal
from exactcover.model.errors import InvalidInput

SIZE_SECONDS = 5.0
"""How long the size of a cluster is cached; nodes come and go."""
LOOPBACK = ("localhost", "127.0.0.1", "::1", "[::1]")

_searching: dict[str, LocalExecutor] = {}
"""In a process of the cluster: the executor for the current work, by key."""
LISTEN_SECONDS = 1.0


def search(
    expected: str,
    held: list[Any],
    key: str,
    cube: tuple[str, int, list[Any]],
    late_seconds: float,
    grace_seconds: float,
) -> Any:
    """In a process of the cluster: search a cube; return its result, or the reason why this process is refused.

    expected: the driver's fingerprint; held: a reference to the work; key: its digest, and the time limits.
    """
    import ray

    refused = refusal(expected)
    if refused is not None:
        return refused
    if key not in _searching:
        for other in _searching.values():
            other.close()
        _searching.clear()
        _searching[key] = LocalExecutor(ray.get(held[0]), 1, late_seconds, grace_seconds, expected)
    name, term, branches = cube
    _searching[key].submit(Cube(name, term, branches_of(branches)))
    try:
        while True:
            for outcome in _searching[key].results(LISTEN_SECONDS):
                return outcome
    except (Refused, WorkBroke) as fault:
        _searching.pop(key).close()
        if isinstance(fault, WorkBroke):
            raise
        return str(fault)


class RayExecutor:
    """A Ray cluster; workers: the number of CPUs of a cluster started here; word: see settings. Raises InvalidInput."""

    def __init__(
        self,
        work: Work,
        workers: int,
        word: str,
        late_seconds: float = LATE_SECONDS,
        grace_seconds: float = GRACE_SECONDS,
    ) -> None:
        if importlib.util.find_spec("ray") is None:
            raise InvalidInput(
                "the executor ray needs Ray, which is missing; expected the extra exactcover-solver[cluster]"
            )
        self._sweeper: subprocess.Popen[bytes] | None = None
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        if word == RAY:
            self._start(workers)
        else:
            self._connect(word)
        import ray

        self._ray: Any = ray
        self._seconds, self._expected = (late_seconds, grace_seconds), fingerprint()
        self._task: Any = ray.remote(num_cpus=1, max_retries=0)(search)
        self._tasks: dict[str, Any] = {}
        self._completed: SimpleQueue[tuple[str, Any, Future[Any]]] = SimpleQueue()
        self._size, self._size_at = 0, -SIZE_SECONDS
        self.hold(work)

    def hold(self, work: Work) -> None:
        """Put a work into the object store: cubes that are submitted from now on belong to it."""
        self._held, self._key = self._ray.put(work), work.digest

    def _start(self, workers: int) -> None:
        """Start a cluster for this run, which ends with this process."""
        if "ray" in sys.modules and os.environ.get("RAY_AUTH_MODE") != "token":
            raise WorkBroke(
                "this process has used Ray without a token, and a cluster of its own needs one; expected a new process"
            )
        self._sweeper = starting.start(workers)

    def _connect(self, word: str) -> None:
        """Connect to a running cluster; raises InvalidInput if it is unreachable, or requires no token."""
        host = word.removeprefix(RAY_CLIENT).rpartition(":")[0]
        if host not in LOOPBACK and os.environ.get("RAY_AUTH_MODE") != "token":
            raise InvalidInput(
                f"the executor {word} is beyond this machine, and Ray runs any code that reaches it; expected RAY_AUTH_MODE=token"
            )
        import ray

        try:
            ray.init(word, log_to_driver=False, logging_level="error")
        except (ConnectionError, RuntimeError, ValueError) as error:
            first = (str(error).strip().splitlines() or ["no answer"])[0]
            raise InvalidInput(f"the executor {word} cannot be reached ({first}); expected a Ray cluster") from error

    @property
    def size(self) -> int:
        """The number of CPUs of the cluster, which may change."""
        if time.monotonic() >= self._size_at + SIZE_SECONDS:
            self._size_at = time.monotonic()
            self._size = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        return self._size

    def submit(self, cube: Cube) -> None:
        """Submit a cube to the cluster."""
        message = (cube.name, cube.term, cube.to_json())
        key = f"{self._key} {self._seconds}"
        task = self._task.remote(self._expected, [self._held], key, message, *self._seconds)
        self._tasks[cube.name] = task
        task.future().add_done_callback(lambda future: self._completed.put((cube.name, task, future)))

    def results(self, seconds: float) -> list[Outcome]:
        """Return the results that have come. Raises Refused, WorkBroke."""
        outcomes: list[Outcome] = []
        with contextlib.suppress(Empty):
            while True:
                cube, task, future = self._completed.get(timeout=0 if outcomes else seconds)
                if self._tasks.get(cube) is task:  # otherwise it was cancelled meanwhile
                    del self._tasks[cube]
                    outcomes.append(self._outcome(future, cube))
        return outcomes

    def _outcome(self, future: Future[Any], cube: str) -> Outcome:
        from ray import exceptions

        try:
            message = future.result()
        except exceptions.RayTaskError as fault:
            if isinstance(fault.cause, ImportError):
                raise Refused(f"a worker of the cluster cannot import this version ({fault.cause})") from fault
            if isinstance(fault.cause, WorkBroke):
                raise WorkBroke(str(fault.cause), fault.cause.details) from fault
            raise WorkBroke(f"a worker broke: {type(fault.cause).__name__}: {fault.cause}", str(fault)) from fault
        except exceptions.RayError as fault:  # the worker or its node died, or its result is lost
            return Crashed(
                cube, f"a task of the cluster died: {(str(fault).splitlines() or [type(fault).__name__])[0]}"
            )
        if isinstance(message, str):
            raise Refused(message)
        assert isinstance(message, CubeResult | Crashed)
        return message

    def cancel(self, cube: str) -> None:
        """Kill the process that searches a cube."""
        task = self._tasks.pop(cube, None)
        if task is not None:
            self._ray.cancel(task, force=True)

    def close(self) -> None:
        """Kill all searches, and end the cluster if it was started here."""
        for cube in list(self._tasks):
            with contextlib.suppress(Exception):  # if the cluster is gone, there is nothing to cancel
                self.cancel(cube)
        self._ray.shutdown()
        if self._sweeper is not None:
            sweeper.dismiss(self._sweeper)

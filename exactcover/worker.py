"""One run in a child process, under limits.

The child is a fresh interpreter (Popen, never fork: a parent may hold threads and native solvers), in a session of its own
so that Ctrl-C reaches the parent alone, killed by the kernel when the parent dies. It reduces the model, runs the engine
and sends events; the parent watches time and memory and ends a child that does not keep them.

Historical note. A child takes 0.3 to 0.5 s to start (numpy and numba are imported). It is not paid twice: the command line
starts the child before it imports anything else, so both start side by side, and a child that has finished a run waits
for the next one, so a second solve in the same Python process finds it warm (`python -m benchmarks start`).

This module imports nothing heavy when imported: see `start`.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from exactcover.answer import EngineOptions, Event, Limits, Statistics, StopReason, Task
    from exactcover.model.encoding import Model

GRACE_SECONDS = 0.5
LOOK_SECONDS = 0.05
_START = "import json, sys; sys.path[:] = json.loads(sys.argv[3]); from exactcover.worker import serve; serve(*sys.argv[1:3])"


class EngineFailed(RuntimeError):
    """An engine broke: a fault of ours, with what the child said."""


@dataclass(frozen=True)
class Job:
    """What a child is told: the engine's name, the task, the puzzle's own model, options, limits."""

    engine: str
    task: Task
    model: Model
    options: EngineOptions
    limits: Limits
    break_symmetry: bool


@dataclass(frozen=True)
class Fault:
    """What a child says when it cannot go on; `input_fault` where the input and not the engine is to blame."""

    text: str
    input_fault: bool


class _Child:
    """A child process and the connection to it."""

    def __init__(self) -> None:
        from multiprocessing.connection import Connection

        ours, theirs = socket.socketpair()
        self.errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115  (lives as long as the child)
        command = [sys.executable, "-c", _START, str(theirs.fileno()), str(os.getpid()), json.dumps(sys.path)]
        with theirs:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self.errors,
                pass_fds=(theirs.fileno(),),
                start_new_session=True,
            )
        self.connection: Connection = Connection(ours.detach())

    def alive(self) -> bool:
        return self.process.poll() is None

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        self.connection.close()
        self.errors.close()

    def complaint(self) -> str:
        """Return how the child ended, and the last line it wrote to its standard error."""
        code = self.process.wait()
        self.errors.seek(0)
        lines = self.errors.read().decode(errors="replace").strip().splitlines()
        return f"the engine's process ended with status {code}" + (f": {lines[-1]}" if lines else "")


_idle: list[_Child] = []
_lock = threading.Lock()


def start() -> None:
    """Start a child now, for the next run: it imports what engines need while the caller goes on."""
    child = _Child()
    with _lock:
        _idle.append(child)


@atexit.register
def _end_idle() -> None:
    with _lock:
        while _idle:
            _idle.pop().kill()


def _take() -> _Child:
    with _lock:
        while _idle:
            child = _idle.pop()
            if child.alive():
                return child
            child.kill()
    return _Child()


def run(job: Job, interrupted: Callable[[], bool] = lambda: False) -> Iterator[Event]:
    """Run a job in a child and yield its events, the last one an End, whatever happens to the child.

    interrupted: asked every LOOK_SECONDS; when true the child is ended. Raises Malformed where the engine finds the input
    at fault, EngineFailed where the engine breaks.
    """
    from exactcover.answer import End
    from exactcover.model.malformed import Malformed

    child = _take()
    clean = False
    try:
        try:
            child.connection.send(job)
        except OSError:  # an idle child that has just died
            child.kill()
            child = _Child()
            child.connection.send(job)
        for event in _events(child, job.limits, interrupted):
            if isinstance(event, Fault):
                clean = True
                raise Malformed(event.text) if event.input_fault else EngineFailed(event.text)
            if isinstance(event, End):
                clean = child.alive()
            yield event
    finally:
        if clean:
            with _lock:
                _idle.append(child)
        else:
            child.kill()


def _events(child: _Child, limits: Limits, interrupted: Callable[[], bool]) -> Iterator[Any]:
    """Yield what the child sends; where it breaks a limit or is interrupted, end it and yield an End that says so."""
    from exactcover.answer import End, Progress

    begun = time.monotonic()
    before = _usage(child.process.pid)
    nodes, count = 0, None
    while True:
        stop: StopReason | None = None
        try:
            if child.connection.poll(LOOK_SECONDS):
                event = child.connection.recv()
                yield event
                if isinstance(event, End | Fault):
                    return
                if isinstance(event, Progress):
                    nodes, count = max(nodes, event.nodes), event.count if event.count is not None else count
        except (EOFError, OSError):
            yield Fault(child.complaint(), input_fault=False)
            return
        now = _usage(child.process.pid)
        if interrupted():
            stop = "interrupted"
        elif limits.time is not None and time.monotonic() > begun + limits.time + GRACE_SECONDS:
            stop = "time"
        elif limits.memory is not None and now.resident_mb > limits.memory:
            stop = "memory"
        if stop is not None:
            child.kill()
            statistics = _spent(before, now, begun)
            yield End(False, stop, count, statistics=replace(statistics, nodes=nodes))
            return


@dataclass(frozen=True)
class _Usage:
    cpu_seconds: float = 0.0
    resident_mb: float = 0.0
    peak_mb: float = 0.0


def _usage(process: int | str) -> _Usage:
    """Return what a process has used, as Linux tells it; zeros where the system has no /proc."""
    try:
        with open(f"/proc/{process}/stat") as file:
            ticks = sum(map(int, file.read().rpartition(")")[2].split()[11:13]))
        with open(f"/proc/{process}/status") as file:
            lines = dict(line.split(":", 1) for line in file if line.startswith(("VmRSS:", "VmHWM:")))
    except OSError:
        return _Usage()
    kilobytes = {name: int(value.split()[0]) for name, value in lines.items()}
    return _Usage(ticks / os.sysconf("SC_CLK_TCK"), kilobytes.get("VmRSS", 0) / 1024, kilobytes.get("VmHWM", 0) / 1024)


def _spent(before: _Usage, now: _Usage, begun: float) -> Statistics:
    from exactcover.answer import Statistics

    return Statistics(
        cpu_seconds=max(0.0, now.cpu_seconds - before.cpu_seconds),
        wall_seconds=time.monotonic() - begun,
        peak_mb=now.peak_mb,
    )


# What follows runs in the child.


def serve(descriptor: str, parent: str) -> None:
    """Be the child: perform jobs from the connection until it closes."""
    _die_with(int(parent))
    from multiprocessing.connection import Connection

    connection = Connection(int(descriptor))
    _tell_of_compiling(connection)
    import exactcover.reductions.chain  # noqa: F401  (ready when the job comes)
    from exactcover.kernel import sparse_sets

    sparse_sets.warm_up()
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):  # the parent is gone, or done with us
        while True:
            job: Job = connection.recv()
            for event in _perform_safely(job):
                connection.send(event)


def _die_with(parent: int) -> None:
    """Ask the kernel to kill this process when the thread that started it ends."""
    if sys.platform == "linux":
        import ctypes
        import signal

        set_death_signal = 1  # PR_SET_PDEATHSIG of prctl(2)
        ctypes.CDLL(None).prctl(set_death_signal, int(signal.SIGKILL))
    if os.getppid() != parent:  # it died before we asked
        os._exit(1)


def _perform_safely(job: Job) -> Iterator[Event | Fault]:
    """Perform a job; what goes wrong becomes an event, so that the parent learns of it."""
    import traceback

    from exactcover.answer import End
    from exactcover.model.malformed import Malformed

    try:
        yield from _perform(job)
    except Malformed as fault:
        yield Fault(str(fault), input_fault=True)
    except MemoryError:
        yield End(False, "memory")
    except Exception:
        yield Fault(traceback.format_exc(), input_fault=False)


def _perform(job: Job) -> Iterator[Event]:
    from exactcover import backends
    from exactcover.answer import End, Found, Progress
    from exactcover.check import placements
    from exactcover.reductions import chain

    with contextlib.suppress(OSError), open("/proc/self/clear_refs", "w") as file:
        file.write("5")  # forget the peak memory of earlier jobs
    begun, before = time.monotonic(), _usage("self")
    cpu = time.process_time()
    engine = backends.engine(job.engine)
    reduced = chain.reduce(job.model, engine.accepts, break_symmetry=job.break_symmetry and job.task == "solve")
    limits = job.limits
    if limits.time is not None:
        limits = replace(limits, time=max(0.0, limits.time - (time.monotonic() - begun)))
    yield Progress("searching")
    for event in engine.run(job.task, reduced.model, job.options, limits):
        if isinstance(event, Found):
            yield Found(reduced.lift(event.selection))
        elif isinstance(event, End):
            spent = _spent(before, _usage("self"), begun)
            space = placements.digest(reduced.written) if event.exhausted and reduced.written is not None else None
            statistics = replace(
                event.statistics,
                cpu_seconds=time.process_time() - cpu,
                wall_seconds=spent.wall_seconds,
                peak_mb=spent.peak_mb,
            )
            yield replace(event, space=space, statistics=statistics)
        else:
            yield event


def _tell_of_compiling(connection: Connection) -> None:
    """Send a sentence when numba really compiles (it does not where its cache has the function)."""
    from numba.core import event

    from exactcover.answer import Progress

    class Listener(event.Listener):
        def on_start(self, _: Any) -> None:
            connection.send(Progress("compiling the search, once on this machine"))

        def on_end(self, _: Any) -> None:
            """Nothing is said when compiling ends: what comes next is said instead."""

    event.register("numba:compile", Listener())  # type: ignore[no-untyped-call]

"""One run in a child process, under limits.

The child (children.py) performs the job (performing.py) and sends events; the parent watches time and memory and ends a
child that does not keep them. The time of a run begins when the child takes the job: the start of a process, and compiling
once on a machine, count towards no limit.

Historical note. A child takes 0.3 to 0.5 s to start (numpy and numba are imported). It is not paid twice: the command line
starts the child before it imports anything else, so both start side by side, and a child that has finished a run waits
for the next one, so a second solve in the same Python process finds it warm (`python -m benchmarks start`).

This module imports nothing heavy when imported: see `start`.
"""

from __future__ import annotations

import contextlib
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from exactcover.errors import EngineBroke
from exactcover.running.process_pool import Child, Usage, die_with, pool, usage

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from exactcover.answer import End, Event, Limits, Statistics
    from exactcover.errors import StopReason
    from exactcover.running.performing import Job

GRACE_SECONDS = 0.5
LOOK_SECONDS = 0.05
EVENTS_AT_ONCE = 64
START_SECONDS = 120.0
"""What a child may take to start, compiling included, before a time limit counts it as stuck."""


@dataclass(frozen=True)
class Fault:
    """What a child says when it cannot go on; `input_fault` where the input and not the engine is to blame."""

    text: str
    input_fault: bool = False
    details: str = ""


class _Untaken(EngineBroke):
    """A child ended before it took the job: nothing is lost."""


class _Taken:
    """A child says so when it takes a job: the run's time begins."""


class _OutOfMemory:
    """A child says so when the system refused it memory."""


def start() -> None:
    """Start a child now, for the next run: it imports what engines need while the caller goes on."""
    pool.keep(pool.new())


def run(job: Job, interrupted: Callable[[], bool] = lambda: False) -> Iterator[Event]:
    """Run a job in a child and yield its events, the last one an End, whatever happens to the child.

    interrupted: asked every LOOK_SECONDS; when true the child is ended. Raises InvalidInput where the engine finds the input
    at fault, EngineBroke where the engine breaks.
    """
    try:
        yield from _attempt(pool.take(), job, interrupted)
    except _Untaken:  # a child that died while it waited
        yield from _attempt(pool.new(), job, interrupted)


def _attempt(child: Child, job: Job, interrupted: Callable[[], bool]) -> Iterator[Event]:
    from exactcover.answer import End
    from exactcover.errors import InvalidInput

    reusable = False
    try:
        with contextlib.suppress(OSError):  # it is dead: its complaint is heard below
            child.connection.send(job)
        for event in _events(child, job, interrupted):
            if isinstance(event, Fault):
                reusable = event.input_fault
                raise InvalidInput(event.text) if event.input_fault else EngineBroke(event.text, event.details)
            reusable = isinstance(event, End) and child.alive()
            yield event
    finally:
        if reusable:
            pool.keep(child)
        else:
            child.kill()


def _events(child: Child, job: Job, interrupted: Callable[[], bool]) -> Iterator[Event | Fault]:
    """Yield what the child sends; where it breaks a limit or is interrupted, end it and yield an End that says so."""
    from exactcover.answer import End, Progress, Standing

    watch = _Watch(child.process.pid, job.limits, time.monotonic(), START_SECONDS)
    taken, nodes, count = False, 0, 0 if job.task == "count" else None
    standing: End | None = None
    told: deque[Any] = deque()  # the child sends several events at once where they come thick and fast
    while True:
        try:
            if not told and child.connection.poll(LOOK_SECONDS):
                told.extend(child.connection.recv())
        except (EOFError, OSError):
            raise (EngineBroke if taken else _Untaken)(child.complaint()) from None
        event = told.popleft() if told else None
        if isinstance(event, _Taken):
            taken = True
            watch = _Watch(child.process.pid, job.limits, time.monotonic())
        elif event is not None and not isinstance(event, _OutOfMemory):
            yield event
            if isinstance(event, End | Fault):
                return
            if isinstance(event, Progress):
                nodes, count = max(nodes, event.nodes), count if event.count is None else event.count
            if isinstance(event, Standing):
                standing = event.end
        stop: StopReason | None = "memory" if isinstance(event, _OutOfMemory) else watch.broken()
        if interrupted():
            stop = "interrupted"
        if stop is not None:
            statistics = replace(watch.spent(), nodes=nodes)
            child.kill()
            yield replace(standing or End(False, count=count), stop_reason=stop, statistics=statistics)
            return


class _Watch:
    """What a child has used of its limits since a moment; `start` seconds more where it has yet to take the job."""

    def __init__(self, process: int, limits: Limits, begun: float, start: float = 0.0) -> None:
        self.process, self.limits, self.begun = process, limits, begun
        self.before = usage(process)
        self.deadline = None if limits.time is None else begun + limits.time + GRACE_SECONDS + start
        self.next_look = begun

    def broken(self) -> StopReason | None:
        """Return the limit that the child has broken; the memory is looked at every LOOK_SECONDS."""
        now = time.monotonic()
        if self.deadline is not None and now > self.deadline:
            return "time"
        if self.limits.memory is not None and now >= self.next_look:
            self.next_look = now + LOOK_SECONDS
            if usage(self.process).resident_mb > self.limits.memory:
                return "memory"
        return None

    def spent(self) -> Statistics:
        """Return the seconds and the peak memory since the moment."""
        return _spent(self.before, usage(self.process), self.begun)


def _spent(before: Usage, now: Usage, begun: float) -> Statistics:
    from exactcover.answer import Statistics

    return Statistics(
        cpu_seconds=max(0.0, now.cpu_seconds - before.cpu_seconds),
        wall_seconds=time.monotonic() - begun,
        peak_mb=now.peak_mb,
    )


# What follows runs in the child.


def serve(descriptor: str, parent: str) -> None:
    """Be the child: perform jobs from the connection until it closes."""
    die_with(int(parent))
    from multiprocessing.connection import Connection

    connection = Connection(int(descriptor))
    _tell_of_compiling(connection)
    import exactcover.reductions.chain  # noqa: F401  (ready when the job comes)
    from exactcover.backends import exact

    exact.warm_up()
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):  # the parent is gone, or done with us
        while True:
            _serve_one(connection)


def _serve_one(connection: Connection) -> None:
    """Take a job and perform it; nothing of it is held afterwards."""
    from exactcover.running.warm_up import warm_up

    job: Job = connection.recv()
    warm_up(job.engine, job.model)
    connection.send([_Taken()])
    told: list[Event | Fault | _OutOfMemory] = []
    for event in _perform_safely(job):
        told.append(event)
        if not getattr(event, "more", False) or len(told) == EVENTS_AT_ONCE:
            connection.send(told)
            told = []


def _perform_safely(job: Job) -> Iterator[Event | Fault | _OutOfMemory]:
    """Perform a job; what goes wrong becomes an event, so that the parent learns of it."""
    import traceback

    from exactcover.errors import InvalidInput

    try:
        yield from _perform(job)
    except InvalidInput as fault:
        yield Fault(str(fault), input_fault=True)
    except MemoryError:
        yield _OutOfMemory()
    except Exception as error:
        sentence = traceback.format_exception_only(error)[-1].partition("\n")[0]
        what = f"the engine {job.engine}" if job.engine else "a prover"
        yield Fault(f"{what} broke: {sentence}", details=traceback.format_exc())


def _perform(job: Job) -> Iterator[Event]:
    """Yield what the provers and then the engine say, the End with what the whole job has used."""
    from exactcover.answer import End
    from exactcover.running import performing

    with contextlib.suppress(OSError), open("/proc/self/clear_refs", "w") as file:
        file.write("5")  # forget the peak memory of earlier jobs
    begun, before = time.monotonic(), usage("self")
    cpu = time.process_time()
    for event in performing.events(job, begun):
        if isinstance(event, End):
            spent = _spent(before, usage("self"), begun)
            statistics = replace(
                event.statistics,
                cpu_seconds=time.process_time() - cpu,
                wall_seconds=spent.wall_seconds,
                peak_mb=spent.peak_mb,
            )
            yield replace(event, statistics=statistics)
        else:
            yield event


def _tell_of_compiling(connection: Connection) -> None:
    """Send a sentence when numba really compiles (it does not where its cache has the function)."""
    from numba.core import event

    from exactcover.answer import Progress

    class Listener(event.Listener):
        def on_start(self, _: Any) -> None:
            connection.send([Progress("compiling the search, once on this machine")])

        def on_end(self, _: Any) -> None:
            """Nothing is said when compiling ends: what comes next is said instead."""

    event.register("numba:compile", Listener())  # type: ignore[no-untyped-call]

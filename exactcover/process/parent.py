"""The parent's side of a run in a child process: it relays what the run yields, enforces its limits and ends it.

The child (child.py) runs a generator function and sends what it yields. The run itself starts and stops its clock
(messages.Clock): the start of a process, and compilation, count towards no limit.

Historical note. A child takes 0.1 to 0.3 s to start (it imports numpy). This is not paid twice: the command
line starts its child before it imports anything else, that child starts the engine's process, and all start
concurrently; a child that has finished a run waits for the next one, so a second solve in the same Python process finds
it warm (`python -m benchmarks start`). A warm solve of Soma used to take nine messages to the user's process and four
from the engine's, now one and two; each message wakes a process. CPU milliseconds of all three processes, measured side
by side on a busy machine: 10.9 before, 4.1 after.

Importing this module imports nothing heavy.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from exactcover.model.errors import OurFault, StopReason
from exactcover.process.child_process import ChildProcess
from exactcover.process.messages import (
    Call,
    CallStarted,
    Clock,
    Done,
    Fault,
    InterruptAcknowledged,
    OutOfMemory,
    Pause,
    Stopped,
)
from exactcover.process.process_pool import ProcessPool
from exactcover.process.usage import Usage, children_of, cpu_seconds, resident_mb, usage

if TYPE_CHECKING:
    from exactcover.model.answer import Limits

POLL_SECONDS = 0.02
PAUSE_SECONDS = 0.003
ACKNOWLEDGE_SECONDS, ENDING_SECONDS = 0.1, 10.0
"""How long an interrupted run may take to acknowledge, and then to end, before it is killed."""
START_SECONDS = 120.0
"""How long a child may be silent while it starts or compiles before a time limit treats it as stuck."""


class _NotStarted(OurFault):
    """A child died before it received the call, so the call can be retried."""


def run(
    pool: ProcessPool,
    call: Call,
    limits: Limits,
    interrupted: Callable[[], bool] = lambda: False,
    *,
    grace: float,
    ends_itself: bool = False,
    pauses: bool = False,
    below: bool = False,
) -> Iterator[Any]:
    """Yield what a call yields in a child of a pool, and a Stopped at the end if it broke a limit or was interrupted.

    interrupted: called every POLL_SECONDS; when it returns true, the child is killed. ends_itself: the child is first
    asked to end (see child.interrupted). grace: seconds beyond the time limit for the run to end by itself. pauses:
    yield a Pause when the call has been sent, and whenever the child has been silent for a moment. below: report in
    Stopped the usage of the child's own child, which does the work. Raises what the call raises, and OurFault if the
    child dies.
    """
    try:
        yield from _attempt(pool, pool.take(), call, limits, interrupted, grace, ends_itself, pauses, below)
    except _NotStarted:  # the child died while it was idle
        yield from _attempt(pool, pool.new(), call, limits, interrupted, grace, ends_itself, pauses, below)


def _attempt(
    pool: ProcessPool,
    child: ChildProcess,
    call: Call,
    limits: Limits,
    interrupted: Callable[[], bool],
    grace: float,
    ends_itself: bool,
    pauses: bool,
    below: bool,
) -> Iterator[Any]:
    reusable = False
    try:
        child.limit(limits.memory)
        child.send(call)
        watch = _Watch(child.process.pid, limits, grace, below)
        if pauses:
            yield Pause()
        for event in _events(child, watch, interrupted, ends_itself, pauses):
            if isinstance(event, Done):
                reusable = child.alive()
                return
            if isinstance(event, Fault):
                reusable = event.reusable
                raise event.error
            yield event
    finally:
        if reusable:
            pool.keep(child)
        else:
            child.kill()


def _events(
    child: ChildProcess, watch: _Watch, interrupted: Callable[[], bool], ends_itself: bool, pauses: bool
) -> Iterator[Any]:
    """Yield what the child sends, and finally a Done or a Fault; or a Stopped if it breaks a limit or is interrupted."""
    taken, acknowledged, killed_at = False, False, math.inf
    messages: deque[Any] = deque()  # frequent events come in batches
    while True:
        if pauses and not messages:
            messages.extend(_received(child, taken, PAUSE_SECONDS))
            if not messages:
                yield Pause()
        if not messages:
            messages.extend(_received(child, taken, POLL_SECONDS))
        message = messages.popleft() if messages else None
        if isinstance(message, CallStarted):
            taken = True
        elif isinstance(message, InterruptAcknowledged) and not acknowledged:
            acknowledged = True
            killed_at = time.monotonic() + ENDING_SECONDS
        elif message is not None and not isinstance(message, OutOfMemory | InterruptAcknowledged):
            watch.receive(message)
            yield message
            if isinstance(message, Done | Fault):
                return
        stop: StopReason | None = "memory" if isinstance(message, OutOfMemory) else watch.broken()
        if interrupted():
            if taken and ends_itself and math.isinf(killed_at):
                killed_at = time.monotonic() + ACKNOWLEDGE_SECONDS
                child.interrupt()
            if not taken or not ends_itself or time.monotonic() > killed_at:
                stop = "interrupted"
        if stop is not None:
            yield watch.stopped(stop)
            return


def _received(child: ChildProcess, taken: bool, seconds: float) -> list[Any]:
    """Return what the child sends within so many seconds; taken: whether it has received the call. Raises OurFault if it died."""
    try:
        messages: list[Any] = child.receive() if child.says_something(seconds) else []
    except (EOFError, OSError):
        if not child.ran_out_of_memory():
            raise (OurFault if taken else _NotStarted)(child.complaint()) from None
        return [OutOfMemory()]
    failed = any(isinstance(each, Fault) for each in messages)
    if failed and child.ran_out_of_memory():  # the kernel has killed a child of it
        return [OutOfMemory()]
    return messages


class _Watch:
    """The usage of a child against its limits; its clock is stopped until it says otherwise."""

    def __init__(self, process: int, limits: Limits, grace: float, below: bool) -> None:
        self.process, self.limits, self.grace = process, limits, grace
        # The earlier usage of each child of the child; None if the child does the work itself.
        self.below = {each: cpu_seconds(each) for each in children_of(process)} if below else None
        self.before = Usage(cpu_seconds(process))
        self.counted, self.running, self.since = 0.0, False, time.monotonic()
        # CPU seconds used while the clock was stopped, and at the last message about the clock.
        self.idle_cpu, self.cpu = 0.0, self.before.cpu_seconds
        self.compile_seconds = 0.0
        self.next_look = self.since

    def count(self, running: bool) -> None:
        """Start or stop the clock."""
        now, cpu = time.monotonic(), cpu_seconds(self.process)
        if self.running:
            self.counted += now - self.since
        else:  # starting and compiling are not charged to the run
            self.idle_cpu += cpu - self.cpu
        self.running, self.since, self.cpu = running, now, cpu

    def receive(self, message: Any) -> None:
        """Process a message: one about the clock, or, while the child starts and compiles, a sign that it is not stuck."""
        if isinstance(message, Clock):
            self.count(message.running)
            self.compile_seconds = max(self.compile_seconds, message.compile_seconds)
        elif not self.running:
            self.since = time.monotonic()

    def broken(self) -> StopReason | None:
        """Return the limit that the child has broken, if any; memory is checked every POLL_SECONDS."""
        now = time.monotonic()
        allowed = START_SECONDS if not self.running else self.grace - self.counted
        if self.limits.time is not None and now > self.since + allowed + self.limits.time:
            return "time"
        if self.limits.memory is not None and now >= self.next_look:
            self.next_look = now + POLL_SECONDS
            if resident_mb(self.process) > self.limits.memory:
                return "memory"
        return None

    def stopped(self, reason: StopReason) -> Stopped:
        """Return the Stopped of this run, with its usage."""
        self.count(False)
        working = None if self.below is None else self._working(self.below)
        if working is not None:
            return Stopped(reason, self.counted, working, self.compile_seconds)
        not_its_own = replace(self.before, cpu_seconds=self.before.cpu_seconds + self.idle_cpu)
        return Stopped(reason, self.counted, usage(self.process).less(not_its_own), self.compile_seconds)

    def _working(self, before: dict[int, float]) -> Usage | None:
        """Return the usage of the child's busiest child; None if it has none."""
        used = [usage(each).less(Usage(before.get(each, 0.0))) for each in children_of(self.process)]
        return max(used, key=lambda one: one.cpu_seconds, default=None)

"""Runs side by side until one of them settles the matter: in turns in one thread, or each in a thread of its own.

In turns, the run whose clock is least goes on. A clock counts the work that a run says it has done, not seconds, so that the
same job gives the same answer twice. What work takes is a guess that may be far off: a run that brings no solution (the provers)
is owed a part of the processor's seconds, whatever the clocks show. A run that waits begins when another's clock shows so much,
and then catches up: where the others were in vain, it ends before all have done twice what it has. With threads the kernels let
go of the interpreter's lock while they search; runs beside each other still hold each other up, so one that waits does so there
too, and where there are more of them than processors, those that began later give way.
Not here: which runs, and what their work weighs (portfolio.py); what a run does (execute.py); what the best solution and the
best bound of all come to (bounding.py).
"""

from __future__ import annotations

import math
import os
import queue
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from exactcover.model.events import End, Event, Progress

DEBT_SECONDS = 1.0
"""Of all runs together, before a part of them is owed."""
EVENT_SECONDS = 0.002
"""What an event counts as at least."""
NICENESS = 10
"""Of a thread that gives way."""
SWITCH_SECONDS = 0.0005
"""How long a thread may hold the interpreter's lock that another one waits for: kernels come back for it every few hundredths."""


@dataclass
class Runner:
    """A run: its name, its events and its clock.

    node_seconds: what one of its nodes takes, about; weight: how many times as much it does as a run of weight 1; clock: where
    it starts; wait: what the clock of another must show before it begins; owed: the part of the processor's seconds that it has
    at least, which is not for runs that bring solutions: the same job would bring another one the next time.

    *Historical note.* To fill a board with heptominoes takes thirty times as long for a node as on most boards: in 40 seconds of
    a race the provers had 1.3, and what refutes the 108 heptominoes on 27x28 in two seconds was given up.
    """

    name: str
    events: Iterator[Event]
    node_seconds: float
    weight: float = 1.0
    clock: float = 0.0
    wait: float = 0.0
    owed: float = 0.0
    nodes: int = 0
    seconds: float = 0.0

    def __post_init__(self) -> None:
        """Note when it begins in a thread of its own."""
        self.begin = max(self.clock, self.wait)

    def next(self) -> Event:
        """Return the next event, and let the clock go on by what was done for it."""
        begun = time.thread_time()
        event = next(self.events)
        self.seconds += time.thread_time() - begun
        nodes, seconds = (event.nodes, event.seconds) if isinstance(event, Progress) else (0, 0.0)
        self.clock += max(EVENT_SECONDS, seconds, (nodes - self.nodes) * self.node_seconds) / self.weight
        self.nodes = max(self.nodes, nodes)
        return event


def race(runners: Sequence[Runner], workers: int) -> Iterator[tuple[Runner, Event]]:
    """Yield the events of runs side by side, each with its run, until all have ended or the reader stops."""
    left = list(runners)
    if workers == 1:
        yield from _in_turns(left)
        return
    alone = [each for each in left if not each.begin]
    if len(alone) == 1:
        yield from _in_turns(alone, until=min((each.begin for each in left if each.begin), default=math.inf))
        left = [*alone, *(each for each in left if each.begin)]
    yield from _in_threads([left[first::workers] for first in range(min(workers, len(left)))])


def _in_turns(runners: list[Runner], until: float = math.inf) -> Iterator[tuple[Runner, Event]]:
    """Yield the events of runs in turns; those that have ended are removed. until: what a clock may come to show."""
    latest = 0.0
    while runners and latest < until:
        ready = [each for each in runners if each.wait <= latest] or runners
        spent = sum(each.seconds for each in runners)
        creditors = [each for each in ready if spent > DEBT_SECONDS and each.seconds < each.owed * spent]
        runner = min(creditors or ready, key=lambda each: each.clock)  # the first of equal ones
        event = runner.next()
        latest = max(latest, runner.clock)
        if isinstance(event, End):
            runners.remove(runner)
        yield runner, event


def _in_threads(groups: list[list[Runner]]) -> Iterator[tuple[Runner, Event]]:
    """Yield what the groups yield, each in a thread of its own that begins when its time has come.

    What one raises is raised here.
    """
    done: queue.SimpleQueue[tuple[Runner, Event] | BaseException | None] = queue.SimpleQueue()
    stop = threading.Event()

    def work(group: list[Runner], gives_way: bool) -> None:
        try:
            if gives_way:
                _give_way()
            for each in _in_turns(group):
                done.put(each)
                if stop.is_set():
                    return
        except BaseException as error:  # raised again by the reader, in its own thread
            done.put(error)
        done.put(None)

    waiting = sorted(groups, key=lambda group: min(each.begin for each in group))
    alive, latest = 0, max((each.clock for group in groups for each in group if not each.begin), default=0.0)
    begun = time.monotonic() - latest
    try:
        with _quick_switches():
            while alive or waiting:
                while waiting and (not alive or min(each.begin for each in waiting[0]) <= latest):
                    gives_way = alive > 0 and _outnumber_processors(len(groups))
                    threading.Thread(target=work, args=(waiting.pop(0), gives_way), daemon=True).start()
                    alive += 1
                try:
                    message = done.get(timeout=min(each.begin for each in waiting[0]) - latest if waiting else None)
                except queue.Empty:  # some take long for an event
                    latest = time.monotonic() - begun
                    continue
                if message is None:
                    alive -= 1
                elif isinstance(message, BaseException):
                    raise message
                else:
                    latest = max(latest, message[0].clock)
                    yield message
    finally:
        stop.set()


def _outnumber_processors(threads: int) -> bool:
    """Tell whether some threads had better give way; elsewhere than on Linux they cannot, one by one."""
    return sys.platform == "linux" and threads > len(os.sched_getaffinity(0))


def _give_way() -> None:
    """Let other threads go before this one, to its end."""
    thread = threading.get_native_id()
    os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + NICENESS)


@contextmanager
def _quick_switches() -> Iterator[None]:
    """Let threads that wait for the interpreter's lock have it soon, until this ends."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(min(before, SWITCH_SECONDS))
    try:
        yield
    finally:
        sys.setswitchinterval(before)

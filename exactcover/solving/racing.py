"""Runs side by side until one of them settles the matter: in turns in one thread, or each in a thread of its own.

In turns, the run with the lowest clock goes next. A clock counts the work that a run reports, not seconds, so that the same job
gives the same answer every time. The time per unit of work is an estimate that may be far off: runs that bring no solution (the
provers) are therefore owed a fraction of the processor time, whatever the clocks show. A run that waits begins when another's
clock reaches its `wait`, and then catches up: if the others find nothing, it ends before the total work is twice its own. With
threads, the kernels release the interpreter lock while they search; concurrent threads still slow each other down, so a run
that waits does so there too, and if there are more threads than processors, those that began later run at lower priority.

Not here: which runs there are, and how their work is weighted (portfolio.py); what a run does (execute.py); how the best
solution and the best bound are combined (bounding.py).
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
from dataclasses import dataclass, replace

from exactcover.model.events import End, Event, Progress
from exactcover.process.usage import processors

LAGGING_PART, FORESEEN = 0.1, 20.0
"""What is left of the weight of a run after its trial, and how many trials it may take in all to keep its weight."""
DEBT_SECONDS = 1.0
"""Seconds of all runs together before a fraction of them is owed."""
EVENT_SECONDS = 0.002
"""The least that an event adds to a clock."""
NICENESS = 10
"""Added to the niceness of a thread that gives way."""
SWITCH_SECONDS = 0.0005
"""How long a thread may hold the interpreter lock while another waits: kernels need it again every few hundredths of a second."""


@dataclass
class Runner:
    """A run: its name, its events and its clock.

    node_seconds: the approximate time of one of its nodes; weight: how many times as much work it does as a run of weight 1;
    clock: its initial value; wait: the reading of another run's clock at which it begins; owed: the minimum fraction of the
    processor time that it gets, which is not for runs that bring solutions: the same job would give a different solution the
    next time; trial: after so much work it gets only LAGGING_PART of its weight, unless the fraction that it reports predicts
    an end within FORESEEN trials.

    *Historical note.* Filling a board with heptominoes takes thirty times as long per node as on most boards: in 40 seconds of
    a race the provers had 1.3, and the proof that refutes the 108 heptominoes on 27x28 in two seconds was given up.
    """

    name: str
    events: Iterator[Event]
    node_seconds: float
    weight: float = 1.0
    clock: float = 0.0
    wait: float = 0.0
    owed: float = 0.0
    trial: float = math.inf
    nodes: int = 0
    seconds: float = 0.0
    work: float = 0.0

    def __post_init__(self) -> None:
        """Compute when it begins in a thread of its own."""
        self.begin = max(self.clock, self.wait)

    def next(self) -> Event:
        """Return the next event, and advance the clock by the work done for it."""
        start = time.thread_time()
        event = next(self.events)
        self.seconds += time.thread_time() - start
        nodes, seconds = (event.nodes, event.seconds) if isinstance(event, Progress) else (0, 0.0)
        work = max(EVENT_SECONDS, seconds or (nodes - self.nodes) * self.node_seconds)
        self.work += work
        fraction = event.fraction if isinstance(event, Progress) else None
        lags = self.work > self.trial and (fraction is None or self.work > fraction * FORESEEN * self.trial)
        self.clock += work / (self.weight * LAGGING_PART if lags else self.weight)
        self.nodes = max(self.nodes, nodes)
        return event


def race(runners: Sequence[Runner], workers: int) -> Iterator[tuple[Runner, Event]]:
    """Yield the events of runs side by side, each with its run, until all have ended or the caller stops reading."""
    left = list(runners)
    if workers == 1:
        yield from _in_turns(left)
        return
    alone = [each for each in left if not each.begin]
    if len(alone) == 1:
        yield from _in_turns(alone, until=min((each.begin for each in left if each.begin), default=math.inf))
        left = [*alone, *(each for each in left if each.begin)]
    yield from _in_threads([left[first::workers] for first in range(min(workers, len(left)))])


def alone(runner: Runner, nodes: int) -> Iterator[Event]:
    """Yield the remaining events of a run that continues alone after a race; nodes: those that the other runs used."""
    for event in runner.events:
        if isinstance(event, Progress):
            yield replace(event, sentence=f"{runner.name}: {event.sentence}", nodes=event.nodes + nodes)
        elif isinstance(event, End):
            statistics = replace(event.statistics, nodes=event.statistics.nodes + nodes)
            yield replace(event, engine=runner.name, statistics=statistics)
        else:
            yield event


def _in_turns(runners: list[Runner], until: float = math.inf) -> Iterator[tuple[Runner, Event]]:
    """Yield the events of runs in turns; those that have ended are removed. until: the clock reading at which to stop."""
    latest = 0.0
    while runners and latest < until:
        ready = [each for each in runners if each.wait <= latest] or runners
        spent = sum(each.seconds for each in runners)
        creditors = [each for each in ready if spent > DEBT_SECONDS and each.seconds < each.owed * spent]
        runner = min(creditors or ready, key=lambda each: each.clock)  # the first of several with equal clocks
        event = runner.next()
        latest = max(latest, runner.clock)
        if isinstance(event, End):
            runners.remove(runner)
        yield runner, event


def _in_threads(groups: list[list[Runner]]) -> Iterator[tuple[Runner, Event]]:
    """Yield the events of groups, each in its own thread, which starts when the group is due.

    An exception raised in one of the threads is raised here.
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
        except BaseException as error:  # raised again in the caller's thread
            done.put(error)
        done.put(None)

    waiting = sorted(groups, key=lambda group: min(each.begin for each in group))
    alive, latest = 0, max((each.clock for group in groups for each in group if not each.begin), default=0.0)
    start = time.monotonic() - latest
    try:
        with _quick_switches():
            while alive or waiting:
                while waiting and (not alive or min(each.begin for each in waiting[0]) <= latest):
                    gives_way = alive > 0 and _outnumber_processors(len(groups))
                    threading.Thread(target=work, args=(waiting.pop(0), gives_way), daemon=True).start()
                    alive += 1
                try:
                    message = done.get(timeout=min(each.begin for each in waiting[0]) - latest if waiting else None)
                except queue.Empty:  # an event is taking long
                    latest = time.monotonic() - start
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
    """Return whether some threads should give way; systems other than Linux have no priorities for single threads."""
    return sys.platform == "linux" and threads > processors()


def _give_way() -> None:
    """Lower the priority of this thread for the rest of its life."""
    thread = threading.get_native_id()
    os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + NICENESS)


@contextmanager
def _quick_switches() -> Iterator[None]:
    """Let threads that wait for the interpreter lock get it soon, until the context exits."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(min(before, SWITCH_SECONDS))
    try:
        yield
    finally:
        sys.setswitchinterval(before)

"""Runs side by side until one of them settles the matter: in turns in one thread, or each in a thread of its own.

In turns, the run whose clock is least goes on. A clock counts the work that a run says it has done, not seconds, so that the
same job gives the same answer twice. With threads the kernels let go of the interpreter's lock while they search.
Not here: which runs, and what their work weighs (portfolio.py); what a run does (performing.py); what the best solution and the
best bound of all come to (bounding.py).
"""

from __future__ import annotations

import math
import queue
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from exactcover.answer import End, Event, Progress

EVENT_SECONDS = 0.002
"""What an event counts as at least."""
TOGETHER_SECONDS = 0.05
"""Until all clocks show so much, runs take turns even where there are workers for each: threads hold each other up."""


@dataclass
class Runner:
    """A run: its name, its events and its clock.

    node_seconds: what one of its nodes takes, about; weight: how many times as much it does as a run of weight 1; clock: where
    it starts.
    """

    name: str
    events: Iterator[Event]
    node_seconds: float
    weight: float = 1.0
    clock: float = 0.0
    nodes: int = 0

    def next(self) -> Event:
        """Return the next event, and let the clock go on by what was done for it."""
        event = next(self.events)
        nodes, seconds = (event.nodes, event.seconds) if isinstance(event, Progress) else (0, 0.0)
        self.clock += max(EVENT_SECONDS, seconds, (nodes - self.nodes) * self.node_seconds) / self.weight
        self.nodes = max(self.nodes, nodes)
        return event


def race(runners: Sequence[Runner], workers: int) -> Iterator[tuple[Runner, Event]]:
    """Yield the events of runs side by side, each with its run, until all have ended or the reader stops."""
    left = list(runners)
    yield from _in_turns(left, until=TOGETHER_SECONDS if workers > 1 else math.inf)
    if left:
        yield from _in_threads([left[first::workers] for first in range(min(workers, len(left)))])


def _in_turns(runners: list[Runner], until: float = math.inf) -> Iterator[tuple[Runner, Event]]:
    """Yield the events of runs in turns; those that have ended are removed. until: what all clocks may come to show."""
    while runners and min(each.clock for each in runners) < until:
        runner = min(runners, key=lambda each: each.clock)  # the first of equal ones
        event = runner.next()
        if isinstance(event, End):
            runners.remove(runner)
        yield runner, event


def _in_threads(groups: list[list[Runner]]) -> Iterator[tuple[Runner, Event]]:
    """Yield what the groups yield, each in a thread of its own; what one raises is raised here."""
    done: queue.SimpleQueue[tuple[Runner, Event] | BaseException | None] = queue.SimpleQueue()
    stop = threading.Event()

    def work(group: list[Runner]) -> None:
        try:
            for each in _in_turns(group):
                done.put(each)
                if stop.is_set():
                    return
        except BaseException as error:  # raised again by the reader, in its own thread
            done.put(error)
        done.put(None)

    for group in groups:
        threading.Thread(target=work, args=(group,), daemon=True).start()
    alive = len(groups)
    try:
        while alive:
            message = done.get()
            if message is None:
                alive -= 1
            elif isinstance(message, BaseException):
                raise message
            else:
                yield message
    finally:
        stop.set()

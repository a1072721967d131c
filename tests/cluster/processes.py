"""The processes of local executors, as the system lists them; the outcomes of any executor."""

from __future__ import annotations

import os
import random
import signal

from exactcover.cluster import local
from exactcover.cluster.executor import Executor, Outcome
from tests.commands import children_of, command_line


def worker_processes() -> list[int]:
    """The living processes that local executors of this process have started."""
    return [process for process in children_of(os.getpid()) if local.SERVE in command_line(process)]


def kill_worker(rng: random.Random) -> bool:
    """Kill one of the living workers; return whether there was one."""
    processes = worker_processes()
    if processes:
        os.kill(rng.choice(processes), signal.SIGKILL)
    return bool(processes)


def next_outcomes(executor: Executor) -> list[Outcome]:
    """Wait for outcomes, and return those that have come."""
    outcomes: list[Outcome] = []
    while not outcomes:
        outcomes = executor.results(1.0)
    return outcomes

"""What parent and child processes say to each other about a run, besides what the run itself has to say.

A run is a generator function, importable by name, and its arguments: the child calls it and sends what it yields.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from exactcover.model.errors import StopReason
from exactcover.process.process_pool import Usage


def folder_of_this_process() -> str | None:
    """Return the working folder, or None where it has been removed."""
    try:
        return os.getcwd()
    except FileNotFoundError:
        return None


@dataclass(frozen=True)
class Call:
    """What a child is told to run, in the folder of the caller: a child that waited may have been started in another.

    patient: what the run says waits until it says Pause, or ends, so that it goes out together.
    """

    function: Callable[..., Iterator[Any]]
    arguments: tuple[Any, ...]
    patient: bool = False
    folder: str | None = field(default_factory=folder_of_this_process)


@dataclass(frozen=True)
class Clock:
    """From here on the time of a run counts, or it does not: while a process starts, or compiles once on a machine.

    A run says so itself; until it does, its time does not count. compile_seconds: what compiling has taken for the run so far.
    """

    running: bool
    compile_seconds: float = 0.0


@dataclass(frozen=True)
class Pause:
    """A run says so before it waits, or does what may take long: what it has said goes out now. It is not sent itself."""


@dataclass(frozen=True)
class CallStarted:
    """A child says so when it has taken a call, with the first thing that the call says."""


@dataclass(frozen=True)
class InterruptAcknowledged:
    """A child says so when its run has looked whether it is to end, and comes to its end by itself."""


@dataclass(frozen=True)
class Done:
    """A child says so when a call has come to its end."""


@dataclass(frozen=True)
class OutOfMemory:
    """A child says so when the system refused it memory."""


@dataclass(frozen=True)
class Fault:
    """What a child raised; reusable: the input is at fault, so that the child may take another call."""

    error: Exception
    reusable: bool = False


@dataclass(frozen=True)
class Stopped:
    """A run was cut short from outside: the limit it broke, or `interrupted`; seconds: of its time; usage: of its process.

    compile_seconds: what compiling took, which is in no other figure.
    """

    reason: StopReason
    seconds: float
    usage: Usage
    compile_seconds: float = 0.0

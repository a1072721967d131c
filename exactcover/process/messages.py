"""Messages between parent and child processes about a run, in addition to what the run itself yields.

A run is a generator function, importable by name, with its arguments: the child calls it and sends what it yields.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from exactcover.model.errors import StopReason
from exactcover.process.usage import Usage


def folder_of_this_process() -> str | None:
    """Return the working directory, or None if it has been removed."""
    try:
        return os.getcwd()
    except FileNotFoundError:
        return None


@dataclass(frozen=True)
class Call:
    """A call for a child to run, in the caller's working directory: an idle child may have been started in another.

    patient: events are buffered until the run yields Pause or ends, and are sent together.
    """

    function: Callable[..., Iterator[Any]]
    arguments: tuple[Any, ...]
    patient: bool = False
    folder: str | None = field(default_factory=folder_of_this_process)


@dataclass(frozen=True)
class Clock:
    """Starts or stops the clock of a run. It is stopped while a process starts, and while it compiles.

    The run itself sends this; until it does, its time does not count. compile_seconds: the compilation time of the run
    so far.
    """

    running: bool
    compile_seconds: float = 0.0


@dataclass(frozen=True)
class Pause:
    """Yielded by a run before it waits or does something long: buffered events are sent now. Not sent itself."""


@dataclass(frozen=True)
class CallStarted:
    """Sent by a child that has received a call, with the call's first event."""


@dataclass(frozen=True)
class InterruptAcknowledged:
    """Sent by a child whose run has noticed the interruption and is ending by itself."""


@dataclass(frozen=True)
class Done:
    """Sent by a child when a call has ended."""


@dataclass(frozen=True)
class OutOfMemory:
    """Sent by a child when an allocation failed."""


@dataclass(frozen=True)
class Fault:
    """The exception that a call raised; reusable: the input was at fault, so the child may take another call."""

    error: Exception
    reusable: bool = False


@dataclass(frozen=True)
class Stopped:
    """A run was stopped from outside: by which limit, or `interrupted`; seconds: its time; usage: that of its process.

    compile_seconds: the compilation time, which is in no other figure.
    """

    reason: StopReason
    seconds: float
    usage: Usage
    compile_seconds: float = 0.0

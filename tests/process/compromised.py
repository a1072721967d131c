"""What foreign code would try in a child process: each attempt says whether it came through, or why not."""

from __future__ import annotations

import ctypes
import os
import pickle
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from exactcover.process.messages import Clock


def read(path: str) -> None:
    """Read a file."""
    Path(path).read_bytes()


def listed(path: str) -> None:
    """List a folder."""
    os.listdir(path)


def written(path: str) -> None:
    """Write a file."""
    Path(path).write_text("mine")


def connected(family: int, kind: int, address: Any) -> None:
    """Connect to an address."""
    with socket.socket(family, kind) as own:
        own.connect(address)


def traced(process: int) -> None:
    """Attach to a process."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.ptrace(16, process, None, None) < 0:  # PTRACE_ATTACH
        raise OSError(ctypes.get_errno(), "ptrace")


def signalled(process: int) -> None:
    """Send a process a signal that does nothing."""
    os.kill(process, 0)


def through_another_program(path: str) -> None:
    """Have another program read a file."""
    subprocess.run([sys.executable, "-c", f"open({path!r}).read()"], check=True, stderr=subprocess.DEVNULL)


def outcomes(attempts: list[tuple[Callable[..., None], tuple[Any, ...]]]) -> Iterator[Any]:
    """Make attempts; each as `came through`, or the name of what it raised."""
    yield Clock(running=True)
    for attempt, arguments in attempts:
        try:
            attempt(*arguments)
            yield "came through"
        except Exception as error:
            yield type(error).__name__


class Order:
    """A pickle that is an order: to run code where it is read."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.write_text, (Path(self.path), "mine")


def ordering(path: str) -> Iterator[Any]:
    """Send an order in place of a value."""
    yield Clock(running=True)
    yield Order(path)


class Garbage:
    """A pickle that is none."""

    def __reduce__(self) -> tuple[Any, ...]:
        return pickle.loads, (b"\x80\x05no",)


def garbage() -> Iterator[Any]:
    """Send what cannot be read."""
    yield Clock(running=True)
    yield Garbage()

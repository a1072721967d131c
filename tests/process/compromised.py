"""What foreign code would try in a child process: each attempt says whether it came through, or why not."""

from __future__ import annotations

import ctypes
import os
import pickle
import platform
import resource
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from exactcover.process import child
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


def limited(process: int) -> None:
    """Limit another process."""
    resource.prlimit(process, resource.RLIMIT_CPU, (10**6, 10**6))


def renamed(path: str) -> None:
    """Change who may open a file."""
    os.chmod(path, 0o777)


def sent_locally(path: str) -> None:
    """Send to a local socket through one end of a pair."""
    ours, _ = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    ours.sendto(b"forged", path)


def in_a_namespace() -> None:
    """Start a process that is its own administrator."""
    libc = ctypes.CDLL(None, use_errno=True)
    process = libc.syscall({"x86_64": 56, "aarch64": 220}[platform.machine()], 0x10000000 | 17, None, None, None, None)
    if process == 0:
        os._exit(0)
    if process < 0:
        raise OSError(ctypes.get_errno(), "clone")


def shared(path: str) -> None:
    """Leave something in shared memory."""
    Path("/dev/shm", path).write_text("mine")


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


def stuttering() -> Iterator[Any]:
    """Send half a message, and then nothing."""
    yield Clock(running=True)
    os.write(child._connections[0].fileno(), struct.pack("!i", 100) + b"half")
    time.sleep(60)


def complaining() -> Iterator[Any]:
    """End with a very long standard error."""
    yield Clock(running=True)
    os.ftruncate(2, 1 << 40)
    os._exit(1)


def outlived(file: str) -> None:
    """Start a process that leaves the session and its parent, and write its number to a file."""
    escape = (
        "import os, time; os.setsid(); number = os.fork(); number and (print(number, flush=True), os._exit(0)); "
        "os.close(1); time.sleep(600)"
    )
    number = subprocess.run([sys.executable, "-c", escape], check=True, stdout=-1, stderr=-3).stdout
    Path(file).write_bytes(number)


def filling(megabytes: int) -> Iterator[Any]:
    """Use memory in another process, which nobody watches."""
    yield Clock(running=True)
    subprocess.run([sys.executable, "-c", f"bytearray({megabytes} << 20)"], check=True)


def multiplied(processes: int) -> None:
    """Start many processes at once."""
    for _ in range(processes):
        if os.fork() == 0:
            time.sleep(600)

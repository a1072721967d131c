"""Forks: children that share what this process has imported, in place of an interpreter that would import it again.

A fork is safe only at a moment with a single thread, and made only by processes of this program (`allow`): a program that uses
the package may have more in its memory than a child should carry, and a state that does not bear a copy. Elsewhere
child_process.py starts an interpreter. This module imports nothing heavy.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import os
import signal
import subprocess
import sys
import threading
import time
from importlib import import_module

from exactcover.process.__main__ import die_with, give_way
from exactcover.process.usage import resident_mb

MOST_MB = 100
"""A larger process is not forked: its memory would count as the child's."""
POLL_SECONDS = 0.005
KEPT = 3  # the descriptor of the child's end of the connection

_allowed: list[bool] = []


def allow() -> None:
    """Let this process, and its forks, fork: it is one of this program."""
    _allowed.append(True)


def is_possible() -> bool:
    """Return whether this process may fork now."""
    if not _allowed or sys.platform != "linux" or threading.active_count() > 1:
        return False
    return len(os.listdir("/proc/self/task")) == 1 and resident_mb(os.getpid()) <= MOST_MB


class Fork:
    """A fork of this process, with what is used of subprocess.Popen; returncode: None until it is seen to have ended."""

    def __init__(self, serve: str, descriptor: int, errors: int | None, niceness: int) -> None:
        """Fork; in the child call serve, `module:function`, with its end of the connection.

        errors: the descriptor of a file for its standard error, which is this process's by default.
        """
        import ctypes  # noqa: F401  (by die_with: imported once, before the fork)

        self.returncode: int | None = None
        self._lock = threading.Lock()
        parent, signals = os.getpid(), {signal.SIGINT, signal.SIGTERM}
        before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
        self.pid = os.fork()
        if not self.pid:
            _run_child(serve, descriptor, errors, niceness, parent)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def poll(self) -> int | None:
        """Return the status with which the process has ended, negative for a signal; None while it runs."""
        return self._wait(os.WNOHANG)

    def wait(self, timeout: float | None = None) -> int | None:
        """Return that status when the process has ended. Raises TimeoutExpired after so many seconds."""
        if timeout is None:
            return self._wait(0)
        deadline = time.monotonic() + timeout
        while self.poll() is None:
            if time.monotonic() > deadline:
                raise subprocess.TimeoutExpired("fork", timeout)
            time.sleep(POLL_SECONDS)
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal, unless the process has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End the process at once."""
        self.send_signal(signal.SIGKILL)

    def _wait(self, flags: int) -> int | None:
        with self._lock:  # waitpid reports the end of a process only once
            if self.returncode is None:
                pid, status = os.waitpid(self.pid, flags)
                if pid:
                    self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode


def _run_child(serve: str, descriptor: int, errors: int | None, niceness: int, parent: int) -> None:
    """In a fork: leave everything of the parent's behind, and serve it until it is done; never returns."""
    status = 1
    try:
        gc.freeze()  # what the parent has made stays as it is, and its memory is shared
        os.setsid()
        for number in (signal.SIGINT, signal.SIGTERM):
            if signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
        _take_over_descriptors(descriptor, errors)
        die_with(parent)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT, signal.SIGTERM})
        atexit._clear()  # as multiprocessing does in its forks
        give_way(niceness)
        module, _, function = serve.partition(":")
        getattr(import_module(module), function)(KEPT)
        status = 0
    except BaseException:  # it must not return into what the parent was doing
        sys.excepthook(*sys.exc_info())
    finally:
        with contextlib.suppress(BaseException):
            atexit._run_exitfuncs()  # those of the child
            sys.stderr.flush()
        os._exit(status)


def _take_over_descriptors(descriptor: int, errors: int | None) -> None:
    """Keep the connection and the standard streams, which are empty but for errors; close all others."""
    null = os.open(os.devnull, os.O_RDWR)
    for number, source in ((0, null), (1, null), (2, errors)):
        if source is not None:
            os.dup2(source, number)
    os.dup2(descriptor, KEPT, inheritable=False)
    for number in map(int, os.listdir("/proc/self/fd")):
        if number > KEPT:
            with contextlib.suppress(OSError):  # the one that listed them
                os.close(number)

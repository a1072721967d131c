"""A child process: how this package starts another process and communicates with it.

A child of a pool is a fork of this process where that is safe (forking.py); others are fresh interpreters: a parent may hold
threads and native solvers. It runs in a new session so that Ctrl-C reaches the parent alone, and the kernel kills it when
the parent dies (see __main__.py). Not here: which children wait for work (process_pool.py), and what a child does (child.py for
runs, exactcover/cluster/local.py for cubes). This module imports nothing heavy.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from exactcover.model.errors import NoResources
from exactcover.process import endpoints, forking

if TYPE_CHECKING:
    from exactcover.process.control_groups import ControlGroup
    from exactcover.process.inbox import Inbox
    from exactcover.process.isolation import Isolation

END_SECONDS = 0.5
MOST_COMPLAINED = 1 << 16
"""The bytes at the end of a child's standard error that are read."""
REFUSALS = (errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM, errno.ENOSPC)
"""The errors of a system that has no descriptor, process or memory left."""
_START = str(Path(__file__).with_name("__main__.py"))


class ChildProcess:
    """A child process and the connection to it.

    name: what it is called in sentences; serve: `module:function`, which it calls with the descriptor of its end of the
    connection; hello: the first object sent to it; niceness: how far it, and what it starts, gives way to other processes;
    capture_errors: its standard error goes into a file for `complaint`, else to the parent's; fork: whether it is a fork where
    that is safe; isolation: that of a child which isolates itself and is never a fork: only data is received from it. Raises
    NoResources.
    """

    def __init__(
        self,
        name: str,
        serve: str,
        hello: object,
        *,
        niceness: int = 0,
        capture_errors: bool = False,
        fork: bool = False,
        isolation: Isolation | None = None,
    ) -> None:
        self.name, self.environment = name, None if isolation is None else isolation.environment
        self.group: ControlGroup | None = None
        try:
            self.connection, theirs = endpoints.pair()
            self.errors = _file_in_memory() if capture_errors else None
            if isolation is not None and isolation.groups is not None:
                self.group = isolation.groups.new()
            with theirs:
                self.process = self._started(serve, theirs, niceness, fork)
            if self.group is not None:
                self.group.add(self.process.pid)
        except OSError as error:
            if self.group is not None:
                self.group.end()
            if error.errno not in REFUSALS:
                raise
            raise NoResources(f"the {name} cannot be started ({(error.strerror or 'error').lower()})") from error
        self._inbox = None if isolation is None else _inbox(self.connection.fileno())
        self._waiting = endpoints.Waiting(self.connection)
        self.send(hello)

    def _started(
        self, serve: str, theirs: endpoints.Theirs, niceness: int, fork: bool
    ) -> subprocess.Popen[bytes] | forking.Fork:
        """Start the process; theirs: its end of the connection."""
        errors = None if self.errors is None else self.errors.fileno()
        if fork and self.environment is None and forking.is_possible():
            return forking.Fork(serve, theirs.descriptor, errors, niceness)
        own = (str(theirs.descriptor), str(os.getpid()), json.dumps(sys.path), str(niceness), serve)
        return subprocess.Popen(
            [sys.executable, _START, *own],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=errors,
            env=None if self.environment is None else dict(self.environment),
            **theirs.inherited(),
        )

    def send(self, value: object) -> None:
        """Send an object; that the child has died is seen when something is received."""
        try:
            self.connection.send(value)
        except OSError:
            if self._inbox is not None:  # it does not read
                self.process.kill()

    def receive(self) -> Any:
        """Return what the child sent; raises EOFError or OSError if it has ended, OurFault if it sent what it may not."""
        if self._inbox is None:
            return self.connection.recv()
        from exactcover.process import unpickling

        return unpickling.loads(self._inbox.message())

    def says_something(self, seconds: float) -> bool:
        """Return, within so many seconds, whether there is something to receive, or nothing ever will be."""
        if self._inbox is not None:
            return self._inbox.has_message(seconds)
        return self._waiting.ends_within(seconds)

    def alive(self) -> bool:
        """Return whether the process still runs."""
        return self.process.poll() is None

    def limit(self, memory_mb: float | None) -> None:
        """Bound what the process and its own children use from now on, if it has a control group."""
        if self.group is not None:
            self.group.limit(memory_mb)

    def ran_out_of_memory(self) -> bool:
        """Return whether the kernel has killed it, or a child of it, for what they used since `limit`."""
        return self.group is not None and self.group.ran_out_of_memory()

    def interrupt(self) -> None:
        """Ask the process to come to an end; see child.interrupted."""
        if sys.platform == "win32":  # it has no SIGINT for other processes: the parent kills what does not acknowledge
            return
        self.process.send_signal(signal.SIGINT)

    def kill(self) -> None:
        """End the process at once; the children that it has itself end with it, and all that they started if it has a group."""
        self.process.kill()
        if self.group is not None:
            self.group.end()
        self.process.wait()
        self.connection.close()
        if self._inbox is not None:
            self._inbox.close()
        if self.errors is not None:
            self.errors.close()

    def how_it_ended(self) -> str:
        """Return by which signal or with which status the process ended; it has a moment to do so."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(END_SECONDS)
        code = self.process.poll()
        if code is None:
            return "closed its connection"
        return f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with status {code}"

    def complaint(self) -> str:
        """Return how the child ended, and the last line it wrote to its standard error if that was captured."""
        lines = list[str]()
        how = self.how_it_ended()
        if self.errors is not None:
            self.errors.seek(max(0, os.fstat(self.errors.fileno()).st_size - MOST_COMPLAINED))
            lines = self.errors.read(MOST_COMPLAINED).decode(errors="replace").strip().splitlines()
        return f"the {self.name} {how}" + (f": {lines[-1]}" if lines else "")


def _inbox(descriptor: int) -> Inbox:
    from exactcover.process.inbox import Inbox

    return Inbox(descriptor)


def _file_in_memory() -> IO[bytes]:
    """Return a file without a name, where the system can on no disk: one that is full must not keep a child from starting."""
    if sys.platform == "linux":
        return os.fdopen(os.memfd_create("exactcover-errors"), "w+b")
    return tempfile.TemporaryFile()

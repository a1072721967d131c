"""The two ends of the connection between a parent and its child, and how the child inherits its end.

On POSIX a pair of sockets, on Windows a pair of pipe handles; both are connections of multiprocessing. Not here: what is sent
(messages.py), and the process (child_process.py). This module imports nothing heavy.
"""

from __future__ import annotations

import select
import socket
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from multiprocessing.connection import Connection


def opened(descriptor: int) -> Connection[Any, Any]:
    """Return the connection of a descriptor; on Windows that of a handle."""
    if sys.platform == "win32":
        from multiprocessing.connection import PipeConnection

        return PipeConnection(descriptor)
    from multiprocessing.connection import Connection

    return Connection(descriptor)


class Theirs:
    """The child's end until the child has it; descriptor: a number that is valid in a child which inherits it."""

    def __init__(self, end: socket.socket | Connection[Any, Any]) -> None:
        self._end = end
        self.descriptor = end.fileno()

    def __enter__(self) -> Theirs:
        return self

    def __exit__(self, *_: object) -> None:
        self._end.close()

    def inherited(self) -> dict[str, Any]:
        """Return the arguments of subprocess.Popen by which a child inherits this end, and has a session or group for itself."""
        if sys.platform == "win32":
            import os
            import subprocess

            os.set_handle_inheritable(self.descriptor, True)
            information = subprocess.STARTUPINFO(lpAttributeList={"handle_list": [self.descriptor]})
            return {"startupinfo": information, "creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
        return {"pass_fds": (self.descriptor,), "start_new_session": True}


def pair() -> tuple[Connection[Any, Any], Theirs]:
    """Return the parent's end, and the child's. Raises OSError."""
    if sys.platform == "win32":
        from multiprocessing.connection import Pipe

        one, other = Pipe()
        return one, Theirs(other)
    mine, theirs = socket.socketpair()
    return opened(mine.detach()), Theirs(theirs)


class Waiting:
    """A wait for something to be received; its poll object is kept, as Connection.poll makes a new one at each call."""

    def __init__(self, connection: Connection[Any, Any]) -> None:
        self._connection = connection
        self._poll = select.poll() if hasattr(select, "poll") else None
        if self._poll is not None:
            self._poll.register(connection.fileno(), select.POLLIN)

    def ends_within(self, seconds: float) -> bool:
        """Return, within so many seconds, whether there is something to receive, or nothing ever will be."""
        if self._poll is not None:
            return bool(self._poll.poll(seconds * 1000))
        try:
            return self._connection.poll(seconds)
        except OSError:  # on Windows: the other end is closed, which receiving reports
            return True

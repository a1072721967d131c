"""The messages of an isolated child, read as they come: one that stops within a message must not make its parent wait.

The format is that of multiprocessing.connection: the length in 4 bytes, or -1 and the length in 8, then a pickle. Not here: what
is accepted as a message (unpickling.py).
"""

from __future__ import annotations

import select
import socket
import struct
import time

MOST_BYTES = 1 << 26
"""The longest message that is read."""
AT_ONCE = 1 << 20
SEND_SECONDS = 30
"""How long a child may leave a message unread."""


class Inbox:
    """What a child has sent; descriptor: of the parent's end of the connection, to which it sets the deadline of sending too."""

    def __init__(self, descriptor: int) -> None:
        self.socket = socket.socket(fileno=socket.dup(descriptor))
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", SEND_SECONDS, 0))
        self.ended = False
        self._received = bytearray()
        self._poll = select.poll()
        self._poll.register(self.socket.fileno(), select.POLLIN)

    def has_message(self, seconds: float) -> bool:
        """Return, within so many seconds, whether a whole message is there, or none will come."""
        deadline = time.monotonic() + seconds
        while not self.ended and self._length() is None:
            if not self._poll.poll(max(0.0, deadline - time.monotonic()) * 1000):
                return False
            try:
                part = self.socket.recv(AT_ONCE, socket.MSG_DONTWAIT)
            except OSError:
                part = b""
            self.ended |= not part
            self._received += part
            if time.monotonic() > deadline:
                break
        return self.ended or self._length() is not None

    def message(self) -> bytes:
        """Return the next message, which is there; raises EOFError if none will come."""
        end = self._length()
        if end is None:
            raise EOFError
        message = bytes(self._received[self._start() : end])
        del self._received[:end]
        return message

    def close(self) -> None:
        """Close this end."""
        self.socket.close()

    def _start(self) -> int:
        return 12 if self._received[:4] == b"\xff\xff\xff\xff" else 4

    def _length(self) -> int | None:
        """Return where the first message ends, None if it is not whole; one that is too long, or has no length, is the end."""
        start = self._start()
        if len(self._received) < start:
            return None
        (size,) = struct.unpack("!i" if start == 4 else "!Q", self._received[start - (4 if start == 4 else 8) : start])
        if not 0 <= size <= MOST_BYTES:
            self.ended = True
            self._received.clear()
            return None
        return start + size if len(self._received) >= start + size else None

"""The server that a command line is to ask, where one was named with --server; its token is in EXACTCOVER_TOKEN.

The process of the request calls it, reads the user's files, and judges what comes back (exactcover/service/client.py).
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

from exactcover.model.errors import InvalidInput

OPTION, TOKEN = "--server", "EXACTCOVER_TOKEN"


@dataclass(frozen=True)
class Server:
    """Where a server is, and what it is shown."""

    url: str
    token: str = ""


_named: list[Server] = []


def named() -> Server | None:
    """Return the server that this command line named, None for none."""
    return _named[-1] if _named else None


def name(url: str) -> None:
    """Take note of the server that is to be asked; an empty one is none."""
    _named[:] = [server_at(url)] if url else []


def server_at(url: str) -> Server:
    """Return a server, with the token that is in the environment."""
    return Server(url, os.environ.get(TOKEN, ""))


def refuse(command: str) -> None:
    """Raise InvalidInput where a server was named for a command that none answers."""
    if named() is not None:
        raise InvalidInput(f"{OPTION} was given to {command}, which no server answers; expected it without")


def command_in(words: Sequence[str]) -> list[str]:
    """Return the words from the command on: those after --server URL, where a line begins with it."""
    if words and words[0] == OPTION:
        return list(words[2:])
    return list(words[1:] if words and words[0].startswith(f"{OPTION}=") else words)

"""The server that the command line uses if --server names one; its token is in EXACTCOVER_TOKEN.

The request's process sends the requests, reads the user's files, and judges the answers (exactcover/service/client.py).
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

from exactcover.model.errors import InvalidInput

OPTION, TOKEN = "--server", "EXACTCOVER_TOKEN"


@dataclass(frozen=True)
class Server:
    """The URL and the token of a server."""

    url: str
    token: str = ""


_named: list[Server] = []


def named() -> Server | None:
    """Return the server that was named on this command line; None if there is none."""
    return _named[-1] if _named else None


def name(url: str) -> None:
    """Set the server of this command line; an empty URL unsets it."""
    _named[:] = [server_at(url)] if url else []


def server_at(url: str) -> Server:
    """Return a server, with the token from the environment."""
    return Server(url, os.environ.get(TOKEN, ""))


def refuse(command: str) -> None:
    """Raise InvalidInput if a server was named for a command that servers do not answer."""
    if named() is not None:
        raise InvalidInput(
            f"{OPTION} cannot be used with {command}, which servers do not answer; run it without {OPTION}"
        )


def command_in(words: Sequence[str]) -> list[str]:
    """Return the command and its arguments: the words after a leading --server URL."""
    if words and words[0] == OPTION:
        return list(words[2:])
    return list(words[1:] if words and words[0].startswith(f"{OPTION}=") else words)

"""Settings of a server: its address, its store, and the limits of requests."""

from __future__ import annotations

import ipaddress
import os
from dataclasses import dataclass, field
from pathlib import Path

from exactcover.cluster.settings import kind_of, parse_executor
from exactcover.model import defaults
from exactcover.model.errors import InvalidInput
from exactcover.service.tokens import Token


@dataclass(frozen=True)
class Bounds:
    """Limits of one request, in seconds and megabytes: the default and the most it may ask for; and the lengths of
    queues.
    """

    time: float = defaults.TIME_LIMIT
    most_time: float = defaults.MAX_TIME_LIMIT
    memory: float = defaults.MEMORY_LIMIT
    most_memory: float = defaults.MAX_MEMORY_LIMIT
    most_workers: int = field(default_factory=lambda: os.cpu_count() or 1)
    body_bytes: int = 1 << 20
    lookup_time: float = defaults.LOOKUP_TIME_LIMIT
    lookup_memory: float = defaults.LOOKUP_MEMORY_LIMIT
    most_lookup_time: float = defaults.MAX_LOOKUP_TIME_LIMIT
    lookups_at_once: int = 2
    lookups_waiting: int = 200
    puzzle_bytes: int = 4_000_000
    most_unfinished: int = 10_000
    followers: int = 1000


@dataclass(frozen=True)
class Settings:
    """A server's settings.

    host, port: the address to listen on; store: a path of an SQLite file, or `postgresql://...`; tokens: the accepted
    tokens, as hashes; workers: how many jobs run at once, 0 for none; executor: the executor of jobs that name one,
    empty for none.
    """

    host: str = defaults.HOST
    port: int = defaults.PORT
    store: str = ""
    tokens: tuple[Token, ...] = ()
    workers: int = defaults.JOBS_AT_ONCE
    executor: str = ""
    verbose: bool = False
    version: str = ""
    bounds: Bounds = field(default_factory=Bounds)

    def __post_init__(self) -> None:
        if not 0 <= self.port <= 65535:
            raise InvalidInput(f"the port is {self.port}; expected 0 to 65535, 0 for one that is free")
        if not 0 <= self.workers <= 256:
            raise InvalidInput(f"the number of workers is {self.workers}; expected 0 to 256")
        if self.executor:
            parse_executor(self.executor)
        if not self.loopback and not self.tokens:
            raise InvalidInput(
                f"the host {self.host!r} is not this machine's own; expected --token-file, or --host 127.0.0.1"
            )

    @property
    def kind_of_executor(self) -> str:
        """The word by which jobs name the executor; empty if there is none."""
        return kind_of(self.executor)

    @property
    def loopback(self) -> bool:
        """Whether only programs on this machine can reach the server."""
        return is_loopback(self.host)


def is_loopback(host: str) -> bool:
    """Return whether a host is a loopback address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def default_store() -> str:
    """Return the default store, an SQLite file in the user's data folder."""
    folder = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return str(Path(folder) / "exactcover" / "jobs.sqlite")

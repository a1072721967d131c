"""The settings of a server: one table, from which come the options of `exactcover serve`, their environment variables, the keys
of its configuration file, and the table in README.md.

A field made by `setting` is a row of the table. Not here: how the values are read (configuration.py).
"""

from __future__ import annotations

import dataclasses
import ipaddress
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from exactcover.cluster.settings import kind_of, parse_executor
from exactcover.model import defaults
from exactcover.model.errors import InvalidInput
from exactcover.service.tokens import Tokens

CORES = os.cpu_count() or 1
ENVIRONMENT = "EXACTCOVER_SERVE_"
"""The beginning of the environment variables: EXACTCOVER_SERVE_PORT is the port."""
ISOLATION = ("auto", "required", "off")
_URL = re.compile(r"https?://[A-Za-z0-9.\-\[\]:]+", re.ASCII)


class Setting(NamedTuple):
    """A row of the table; least: the smallest number; shown: the default as the README writes it."""

    name: str
    default: Any
    metavar: str
    meaning: str
    least: float
    shown: str

    @property
    def option(self) -> str:
        """The option of the command line."""
        return "--" + self.name.replace("_", "-")

    @property
    def variable(self) -> str:
        """The environment variable."""
        return ENVIRONMENT + self.name.upper()


def setting(default: Any, metavar: str, meaning: str, *, least: float = 1, shown: str = "") -> Any:
    """Return a field of a dataclass that is a row of the table."""
    metadata = {"metavar": metavar, "meaning": meaning, "least": least, "shown": shown}
    return field(default=default, metadata=metadata)


@dataclass(frozen=True)
class Bounds:
    """What requests, jobs and owners may use: seconds, megabytes, bytes and numbers."""

    time_limit: float = setting(defaults.TIME_LIMIT, "SECONDS", "the time limit of a job that sets none")
    max_time_limit: float = setting(defaults.MAX_TIME_LIMIT, "SECONDS", "the longest time limit of a job")
    memory_limit: float = setting(defaults.MEMORY_LIMIT, "MB", "the memory limit of a job that sets none")
    max_memory_limit: float = setting(defaults.MAX_MEMORY_LIMIT, "MB", "the largest memory limit of a job")
    max_job_workers: int = setting(CORES, "N", "the most threads of a job", shown="all cores")
    connections: int = setting(2000, "N", "the open connections, as far as the limit on descriptors allows", least=16)
    address_connections: int = setting(
        200, "N", "of these, the most of one address that is not this machine's", least=16
    )
    body_bytes: int = setting(1 << 20, "BYTES", "the largest body of a request")
    puzzle_bytes: int = setting(4_000_000, "BYTES", "the largest puzzle, written out")
    lookup_time: float = setting(defaults.LOOKUP_TIME_LIMIT, "SECONDS", "the time limit of a look-up that sets none")
    max_lookup_time: float = setting(defaults.MAX_LOOKUP_TIME_LIMIT, "SECONDS", "the longest time limit of a look-up")
    lookup_memory: float = setting(defaults.LOOKUP_MEMORY_LIMIT, "MB", "the memory limit of a look-up")
    lookups_at_once: int = setting(4, "N", "the look-ups that run at once")
    owner_lookups_at_once: int = setting(2, "N", "of these, the most of one owner")
    owner_lookups_waiting: int = setting(100, "N", "the waiting look-ups of one owner", least=0)
    followers: int = setting(1000, "N", "the open event streams", least=0)
    owner_followers: int = setting(100, "N", "of these, the most of one owner", least=0)
    owner_unfinished: int = setting(10_000, "N", "the unfinished jobs of one owner", least=0)
    spare_workers: int = setting(1, "N", "the jobs that run besides, of owners that have none running", least=0)
    owner_workers: int = setting(256, "N", "the running jobs of one owner")
    owner_cpu_seconds: float = setting(
        4 * CORES * defaults.MAX_TIME_LIMIT,
        "SECONDS",
        "the CPU seconds that the running jobs of one owner may use: time limits times threads",
        shown="4 days of all cores",
    )
    slice_seconds: float = setting(
        3.0, "SECONDS", "how long a job runs before it gives way to a new job of an owner that has none running"
    )
    retention_seconds: float = setting(defaults.RETENTION_SECONDS, "SECONDS", "how long jobs that have ended are kept")
    retention_bytes: int = setting(
        defaults.RETENTION_BYTES, "BYTES", "the bytes of all jobs; then the oldest are deleted"
    )
    owner_bytes: int = setting(
        defaults.OWNER_BYTES, "BYTES", "the bytes of the jobs of one owner; then the oldest of these are deleted"
    )
    prune_seconds: float = setting(defaults.PRUNE_SECONDS, "SECONDS", "the time between two deletions of jobs")
    session_seconds: float = setting(12 * 3600.0, "SECONDS", "how long a login lasts after its last request")


@dataclass(frozen=True)
class Settings:
    """A server's settings.

    store: a path of an SQLite file, or `postgresql://...`; tokens: the accepted tokens, none if the server requires none.
    """

    host: str = setting(defaults.HOST, "HOST", "the address to listen on")
    port: int = setting(defaults.PORT, "N", "the port; 0: any free one", least=0)
    store: str = setting("", "FILE|URL", "an SQLite file, or postgresql://...", shown="a file of the user")
    token_file: str = setting("", "FILE", "the accepted tokens; see `exactcover tokens`", shown="none")
    public_url: str = setting(
        "", "URL", "the address at which browsers reach the server, if a proxy is before it", shown="none"
    )
    workers: int = setting(defaults.JOBS_AT_ONCE, "N", "the jobs that run at once; 0: none", least=0)
    executor: str = setting(
        "", "local|ray|ray://HOST:PORT", "the executor of jobs that are searched by cubes", shown="none"
    )
    isolation: str = setting(
        "auto",
        "auto|required|off",
        "the processes of jobs and look-ups get no network and no files but Python's; `auto`: as far as the system can",
    )
    verbose: bool = setting(False, "", "log every request and every job, as text")
    tokens: Tokens = field(default_factory=Tokens)
    version: str = ""
    bounds: Bounds = field(default_factory=Bounds)

    def __post_init__(self) -> None:
        if not 0 <= self.port <= 65535:
            raise InvalidInput(f"the port is {self.port}; expected 0 to 65535, 0 for one that is free")
        if not 0 <= self.workers <= 256:
            raise InvalidInput(f"the number of workers is {self.workers}; expected 0 to 256")
        if self.isolation not in ISOLATION:
            raise InvalidInput(f"the isolation is {self.isolation!r}; expected auto, required or off")
        if self.executor:
            parse_executor(self.executor)
        if self.public_url and not _URL.fullmatch(self.public_url):
            raise InvalidInput(f"the public URL is {self.public_url!r}; expected https://HOST or https://HOST:PORT")
        if not self.loopback and not self.tokens.required:
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


def table() -> Iterator[Setting]:
    """Yield the rows of the table: the settings of the server, then its bounds."""
    for each in (*dataclasses.fields(Settings), *dataclasses.fields(Bounds)):
        if each.metadata:
            own: Mapping[str, Any] = each.metadata
            shown = own["shown"] or str(each.default).removesuffix(".0")
            yield Setting(each.name, each.default, own["metavar"], own["meaning"], own["least"], shown)


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


def as_markdown() -> str:
    """Return the table as the README has it."""
    rows = (f"| `{row.option}` | `{row.name}` | {row.shown} | {row.meaning} |\n" for row in table())
    return "| option | key | default | meaning |\n|---|---|---|---|\n" + "".join(rows)


if __name__ == "__main__":
    print(as_markdown(), end="")

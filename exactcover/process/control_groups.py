"""Control groups of Linux: what a child process and all that it starts may use together, and how all of it is ended at once.

A group is a folder in each hierarchy that lets this process make one: the unified hierarchy (version 2), or those of version 1
that hold the controllers of memory and of processes. Sources: the kernel's documentation, `admin-guide/cgroup-v2` and
`admin-guide/cgroup-v1/memory`. Not here: which children have a group (process_pool.py). This module imports nothing heavy.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PREFIX = "exactcover-"
CONTROLLERS = ("memory", "pids")
MOST_PROCESSES = 512
"""The processes and threads that a child may have together with all that it starts."""
SLACK_MB = 512
"""What a group may use beyond the memory limit of its run: the child itself, and the pages of files that it has read. The limit
is enforced by whoever watches the run; the group holds where that comes too late."""
ENDING_SECONDS = 2.0
_PROCESSES, _KILL = "cgroup.procs", "cgroup.kill"
_MEMORY = ("memory.max", "memory.limit_in_bytes")
_EVENTS = ("memory.events", "memory.oom_control")
"""The files of a limit and of what came of it, in version 2 and in version 1."""


class ControlGroup:
    """The group of one child: a folder in each hierarchy."""

    def __init__(self, folders: tuple[Path, ...]) -> None:
        self.folders, self.exceeded = folders, 0
        for folder in folders:
            folder.mkdir()
            _write(folder / "pids.max", MOST_PROCESSES)

    def add(self, process: int) -> None:
        """Put a process into the group, with all that it starts from now on."""
        for folder in self.folders:
            _write(folder / _PROCESSES, process)

    def limit(self, memory_mb: float | None) -> None:
        """Bound the memory of the group by that of a run, and something beyond it; None: no bound."""
        self.exceeded = self._kills()
        for folder, name in itertools.product(self.folders, _MEMORY):
            if (folder / name).exists():
                unlimited = "max" if name == _MEMORY[0] else -1
                _write(folder / name, unlimited if memory_mb is None else int((memory_mb + SLACK_MB) * 2**20))

    def ran_out_of_memory(self) -> bool:
        """Return whether the kernel has killed a process of the group since `limit`, because it used more."""
        return self._kills() > self.exceeded

    def _kills(self) -> int:
        kills = 0
        for folder, name in itertools.product(self.folders, _EVENTS):
            with contextlib.suppress(OSError):
                rows = (line.split() for line in (folder / name).read_text().splitlines())
                kills += sum(int(row[1]) for row in rows if row[0] == "oom_kill")
        return kills

    def end(self) -> None:
        """Kill every process in the group, and remove it."""
        for folder in self.folders:
            _end(folder)


@dataclass(frozen=True)
class ControlGroups:
    """The places where this process makes groups; folders: one in each hierarchy, which are this process's."""

    folders: tuple[Path, ...]

    def new(self) -> ControlGroup:
        """Return a new group. Raises OSError."""
        name = str(next(_numbers))
        return ControlGroup(tuple(folder / name for folder in self.folders))

    @property
    def limited(self) -> bool:
        """Whether a group bounds the memory of what is in it, and not only ends it."""
        return any((folder / name).exists() for folder in self.folders for name in _MEMORY)


_numbers = itertools.count(1)


@contextlib.contextmanager
def control_groups(mounts: str = "/proc/self/mounts", own: str = "/proc/self/cgroup") -> Iterator[ControlGroups | None]:
    """The groups that this process may make below its own, until the end; None if it may make none.

    What processes that have died left behind is ended first. mounts, own: files that tell where the hierarchies are mounted, and
    where this process is in each.
    """
    made = []
    for folder in hierarchies(Path(mounts).read_text(), Path(own).read_text()):
        with contextlib.suppress(OSError):
            made.append(_prepared(folder))
    try:
        yield ControlGroups(tuple(made)) if made else None
    finally:
        for folder in made:
            _leave(folder)


def hierarchies(mounts: str, own: str) -> list[Path]:
    """Return the folder of this process in each hierarchy that can bound or end a group.

    mounts: the lines of proc_pid_mounts(5); own: those of cgroups(7), `/proc/self/cgroup`.
    """
    paths = dict[str, str]()
    for line in own.splitlines():
        _, controllers, path = line.split(":", 2)
        paths |= dict.fromkeys(controllers.split(","), path)
    folders = list[Path]()
    for line in mounts.splitlines():
        _, place, kind, options, *_ = line.split()
        names = [""] if kind == "cgroup2" else [each for each in options.split(",") if each in CONTROLLERS]
        if kind in ("cgroup", "cgroup2") and names and names[0] in paths:
            folders.append(Path(place + paths[names[0]]))
    return list(dict.fromkeys(folders))


def _prepared(folder: Path) -> Path:
    """Return a new folder for this process below one of a hierarchy; in version 2 its groups have the controllers that there are.
    Raises OSError.
    """
    for left in folder.glob(f"{PREFIX}*"):
        if not Path(f"/proc/{left.name.removeprefix(PREFIX)}").exists():
            _leave(left)
    place = folder / f"{PREFIX}{os.getpid()}"
    place.mkdir(exist_ok=True)
    available = (folder / "cgroup.controllers").read_text().split() if (folder / "cgroup.controllers").exists() else []
    wanted = " ".join(f"+{each}" for each in CONTROLLERS if each in available)
    if wanted and not _hands_on(folder, wanted):  # in version 2 a group with processes hands no controller on
        (place / "server").mkdir(exist_ok=True)
        _write(place / "server" / _PROCESSES, os.getpid())
        if not _hands_on(folder, wanted):  # others are in it too
            _write(folder / _PROCESSES, os.getpid())
    if wanted:
        _hands_on(place, wanted)
    return place


def _hands_on(folder: Path, wanted: str) -> bool:
    """Return whether the groups below one of version 2 have the controllers that are wanted."""
    with contextlib.suppress(OSError):
        _write(folder / "cgroup.subtree_control", wanted)
        return True
    return False


def _leave(place: Path) -> None:
    """End all groups below a place, and the place unless this process is in it."""
    for group in place.iterdir() if place.exists() else ():
        if group.is_dir() and group.name != "server":
            _end(group)
    for each in (place / "server", place):
        with contextlib.suppress(OSError):
            each.rmdir()


def _end(folder: Path) -> None:
    """Kill every process in a group until none is left, and remove it; one that cannot be removed is left to the next start."""
    deadline = time.monotonic() + ENDING_SECONDS
    while folder.exists():
        with contextlib.suppress(OSError):
            _kill(folder)
            folder.rmdir()
            return
        if time.monotonic() > deadline:
            return
        time.sleep(0.002)


def _kill(folder: Path) -> None:
    if (folder / _KILL).exists():
        _write(folder / _KILL, 1)
        return
    for process in (folder / _PROCESSES).read_text().split():
        with contextlib.suppress(ProcessLookupError):
            os.kill(int(process), signal.SIGKILL)


def _write(file: Path, value: object) -> None:
    """Write a value to a file of a group if the group has that file: in a hierarchy without the controller it has not."""
    if file.exists():
        file.write_text(str(value))

"""The isolation of child processes: what such a process may open, and that it reaches no network and no other process.

It is begun in the child, before its first call, and cannot be ended. Not here: who is isolated (the service), the measures of
the kernel (landlock.py, seccomp.py, privileges.py), and what is accepted from an isolated child (unpickling.py).
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from exactcover.process import landlock, privileges, seccomp
from exactcover.process.control_groups import ControlGroups

SYSTEM = (
    "/usr",
    "/lib",
    "/lib64",
    "/bin",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/etc/passwd",
    "/etc/nsswitch.conf",
    "/etc/fonts",
    "/proc",
    "/sys/devices/system",
    "/dev/urandom",
)
DEVICES = ("/dev/null",)
VARIABLES = ("PATH", "HOME", "LANG", "LANGUAGE", "TZ", "LD_LIBRARY_PATH", "PYTHONHASHSEED", "PYTHONWARNINGS")
PREFIXES = ("LC_", "NUMBA_", "OMP_", "OPENBLAS_", "MKL_", "COV_", "COVERAGE_")
"""The environment variables that an isolated child gets, and the beginnings of their names: no passwords, and no settings."""


@dataclass(frozen=True)
class Isolation:
    """What an isolated child may open: files and folders with all below them; environment: its variables; groups: where it has a
    control group, None for none.
    """

    readable: tuple[str, ...]
    writable: tuple[str, ...]
    environment: Mapping[str, str]
    groups: ControlGroups | None = None

    @property
    def measures(self) -> tuple[str, ...]:
        """What is taken from such a child, and `resources` if its control group bounds them."""
        limited = self.groups is not None and self.groups.limited
        return (*measures(), "resources") if limited else measures()


def measures() -> tuple[str, ...]:
    """Return what this system can take away from a child: `files`, `network`, `processes`, as far as it can."""
    version, filters = landlock.version(), seccomp.is_available()
    can = {"files": version >= 1, "network": filters, "processes": version >= 6}
    return tuple(measure for measure, possible in can.items() if possible)


def isolation(scratch: Path, cache: Path, packages: tuple[str, ...], groups: ControlGroups | None = None) -> Isolation:
    """Return what children need: Python and what it imports to read; scratch, cache: folders to write, for temporary files and
    for what is kept; packages: folders of packages that are perhaps not on the import path; groups: see Isolation.

    The working directory is not among it, though Python may have it on the import path by default.
    """
    own = {name: value for name, value in os.environ.items() if name in VARIABLES or name.startswith(PREFIXES)}
    folders = {"TMPDIR": str(scratch), "XDG_CACHE_HOME": str(cache)}
    python = (sys.prefix, sys.exec_prefix, sys.base_prefix, os.path.dirname(os.path.realpath(sys.executable)))
    meant = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    imported = (each for each in sys.path if each and (each in meant or os.path.abspath(each) != os.getcwd()))
    return Isolation(
        (*SYSTEM, *python, *imported, *packages), (*DEVICES, str(scratch), str(cache)), {**own, **folders}, groups
    )


def begin(isolation: Isolation, ready: Callable[[], None]) -> None:
    """In a child that has one thread: isolate it for good, then make it ready. Raises OSError."""
    assert threading.active_count() == 1, "a child is isolated before it starts threads"
    privileges.give_up()
    if landlock.version():
        landlock.restrict(isolation.readable, isolation.writable)
    if seccomp.is_available():
        seccomp.refuse()
    ready()


def exposed(isolation: Isolation, secret: str) -> str:
    """Return the folder by which an isolated child can read a file all the same; empty if there is none."""
    file = Path(secret).resolve()
    open_to_it = (Path(each).resolve() for each in (*isolation.readable, *isolation.writable))
    return next((str(each) for each in open_to_it if each == file or each in file.parents), "")

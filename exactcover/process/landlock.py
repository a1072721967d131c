"""Landlock: a process gives up the right to open files, once and for itself and what it starts (Linux 5.13 and later).

Source: landlock(7) and https://docs.kernel.org/userspace-api/landlock.html. The three system calls have the same numbers on every
architecture. Not here: which files (isolation.py), and other system calls (seccomp.py).
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import stat
import sys
from collections.abc import Iterable

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
VERSION, PATH_BENEATH = 1, 1

EXECUTE, WRITE_FILE, READ_FILE, READ_DIRECTORY = 1 << 0, 1 << 1, 1 << 2, 1 << 3
REMOVE_DIRECTORY, REMOVE_FILE, MAKE_DIRECTORY, MAKE_REGULAR = 1 << 4, 1 << 5, 1 << 7, 1 << 8
REFER, TRUNCATE = 1 << 13, 1 << 14
READ = EXECUTE | READ_FILE | READ_DIRECTORY
WRITE = (
    READ_FILE
    | READ_DIRECTORY
    | WRITE_FILE
    | TRUNCATE
    | REMOVE_DIRECTORY
    | REMOVE_FILE
    | MAKE_DIRECTORY
    | MAKE_REGULAR
    | REFER
)
OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE
"""The rights that a rule for a file, and not a folder, may have."""
HANDLED = ((5, 1 << 15), (3, TRUNCATE), (2, REFER), (1, (1 << 13) - 1))
"""The rights to files that a version adds: all are taken away but where a rule gives them."""
CONNECT_AND_BIND, SCOPES = 3, 3
"""TCP connections (version 4); abstract sockets of, and signals to, processes outside (version 6)."""


class _Ruleset(ctypes.Structure):
    _fields_ = [("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scopes", ctypes.c_uint64)]


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = [("rights", ctypes.c_uint64), ("descriptor", ctypes.c_int32)]


def _call(number: int, *arguments: object) -> int:
    """Make a system call; raises OSError."""
    libc = ctypes.CDLL(None, use_errno=True)
    result: int = libc.syscall(number, *arguments)
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result


def version() -> int:
    """Return the version of the kernel's interface; 0 if it has none, or does not enable it."""
    if sys.platform != "linux":
        return 0
    with contextlib.suppress(OSError):
        return _call(CREATE_RULESET, None, ctypes.c_size_t(0), VERSION)
    return 0


def restrict(readable: Iterable[str], writable: Iterable[str]) -> None:
    """Leave this process these files and folders, with all below them; paths that do not exist are skipped.

    Only the calling thread and what it starts is restricted: call it while there is one thread, and after its privileges were
    given up (privileges.py). Raises OSError.
    """
    known = version()
    handled = sum(rights for since, rights in HANDLED if known >= since)
    network = CONNECT_AND_BIND if known >= 4 else 0
    size = 24 if known >= 6 else 16 if known >= 4 else 8
    attributes = _Ruleset(handled, network, SCOPES if known >= 6 else 0)
    ruleset = _call(CREATE_RULESET, ctypes.byref(attributes), ctypes.c_size_t(size), 0)
    try:
        for rights, paths in ((READ, readable), (WRITE, writable)):
            for path in paths:
                _allow(ruleset, path, rights & handled)
        _call(RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)


def _allow(ruleset: int, path: str, rights: int) -> None:
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        is_folder = stat.S_ISDIR(os.fstat(descriptor).st_mode)
        rule = _PathBeneath(rights if is_folder else rights & OF_FILES, descriptor)
        _call(ADD_RULE, ruleset, PATH_BENEATH, ctypes.byref(rule), 0)
    finally:
        os.close(descriptor)

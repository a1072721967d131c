"""Privileges that a process gives up for good, itself and what it starts: capabilities, and those of setuid programs (Linux).

Source: capabilities(7), capset(2), prctl(2).
"""

from __future__ import annotations

import ctypes
import os

NO_NEW_PRIVILEGES = 38  # PR_SET_NO_NEW_PRIVS
VERSION = 0x20080522  # of the structures of capset: two of 32 capabilities each


class _Header(ctypes.Structure):
    _fields_ = [("version", ctypes.c_uint32), ("process", ctypes.c_int)]


class _Capabilities(ctypes.Structure):
    _fields_ = [("effective", ctypes.c_uint32), ("permitted", ctypes.c_uint32), ("inheritable", ctypes.c_uint32)]


def give_up() -> None:
    """Give up all capabilities, and what starting a privileged program would bring; raises OSError."""
    libc = ctypes.CDLL(None, use_errno=True)
    none = (_Capabilities * 2)()
    if libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0) or libc.capset(ctypes.byref(_Header(VERSION, 0)), none):
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))

"""Seccomp: a process gives up system calls, once and for itself and what it starts (Linux, x86-64 and AArch64).

The calls that are refused open sockets, look into other processes, or change the machine; each then fails with EPERM. Source:
seccomp(2), and the kernel's tables of system calls. A pair of connected sockets, by which children speak to their parents, needs
none of them. Not here: files (landlock.py).
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct
import sys

ARCHITECTURES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}
"""The kernel's number of an architecture, and the column of its numbers below."""
REFUSED: dict[str, tuple[int, int]] = {
    "socket": (41, 198),
    "connect": (42, 203),
    "bind": (49, 200),
    "listen": (50, 201),
    "accept": (43, 202),
    "accept4": (288, 242),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "pidfd_getfd": (438, 438),
    "kcmp": (312, 272),
    "perf_event_open": (298, 241),
    "bpf": (321, 280),
    "userfaultfd": (323, 282),
    "keyctl": (250, 219),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "move_mount": (429, 429),
    "open_tree": (428, 428),
    "mount_setattr": (442, 442),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "reboot": (169, 142),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "acct": (163, 89),
    "quotactl": (179, 60),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "syslog": (103, 116),
}
X32 = 0x40000000
"""From this number on, x86-64 has a second table of the same calls; all of it is refused."""
LOAD, EQUAL, AT_LEAST, RETURN = 0x20, 0x15, 0x35, 0x06
ALLOW, REFUSE, KILL = 0x7FFF0000, 0x00050000 | errno.EPERM, 0x80000000
SET_SECCOMP, FILTER = 22, 2  # PR_SET_SECCOMP of prctl(2)


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p)]


def is_available() -> bool:
    """Return whether this system takes such filters, and its numbers of system calls are known here."""
    return (
        sys.platform == "linux"
        and platform.machine() in ARCHITECTURES
        and os.path.exists("/proc/sys/kernel/seccomp/actions_avail")
    )


def program() -> bytes:
    """Return the filter for this architecture, as instructions of BPF: 8 bytes each."""
    audited, column = ARCHITECTURES[platform.machine()]
    numbers = [each[column] for each in REFUSED.values()]
    lines = [(LOAD, 0, 0, 4), (EQUAL, 1, 0, audited), (RETURN, 0, 0, KILL), (LOAD, 0, 0, 0)]
    lines.append((AT_LEAST, len(numbers) + 1, 0, X32))
    lines += [(EQUAL, len(numbers) - at, 0, number) for at, number in enumerate(numbers)]
    lines += [(RETURN, 0, 0, ALLOW), (RETURN, 0, 0, REFUSE)]
    return b"".join(struct.pack("<HBBI", *line) for line in lines)


def refuse() -> None:
    """Have this process, and what it starts, refused those calls; call it while there is one thread, and after its privileges
    were given up (privileges.py). Raises OSError.
    """
    instructions = program()
    taken = _Program(len(instructions) // 8, instructions)
    if ctypes.CDLL(None, use_errno=True).prctl(SET_SECCOMP, FILTER, ctypes.byref(taken), 0, 0):
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))

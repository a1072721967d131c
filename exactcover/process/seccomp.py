"""Seccomp: a process gives up system calls, once and for itself and what it starts (Linux, x86-64 and AArch64).

The calls that are refused open sockets, look into or limit other processes, share memory with them, change who may open a file,
or change the machine; each then fails with EPERM. A pair of connected sockets, by which children speak to their parents, needs
none of them. Source: seccomp(2), and the kernel's tables of system calls. Not here: files (landlock.py).
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
REFUSED: dict[str, tuple[int | None, int | None]] = {
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
    "open_tree_attr": (467, 467),
    "file_setattr": (469, 469),
    "process_mrelease": (448, 448),
    "chmod": (90, None),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "fchmodat2": (452, 452),
    "chown": (92, None),
    "fchown": (93, 55),
    "lchown": (94, None),
    "fchownat": (260, 54),
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "removexattr": (197, 14),
    "lremovexattr": (198, 15),
    "fremovexattr": (199, 16),
    "setxattrat": (463, 463),
    "removexattrat": (466, 466),
    "inotify_init": (253, None),
    "inotify_init1": (294, 26),
    "inotify_add_watch": (254, 27),
    "fanotify_init": (300, 262),
    "shmget": (29, 194),
    "shmat": (30, 196),
    "shmctl": (31, 195),
    "semget": (64, 190),
    "msgget": (68, 186),
    "mq_open": (240, 180),
    "mq_unlink": (241, 181),
    "sched_setscheduler": (144, 119),
    "sched_setparam": (142, 118),
    "sched_setattr": (314, 274),
    "ioprio_set": (251, 30),
}
ON_OTHERS = {"prlimit64": (302, 261), "sched_setaffinity": (203, 122)}
"""Calls whose first argument is a process; only 0, the caller itself, is allowed."""
SET_PRIORITY, SOCKET_PAIR, CLONE, CLONE3 = (141, 140), (53, 199), (56, 220), (435, 435)
NEW_NAMESPACES = 0x7E020000
"""The flags of clone(2) that make namespaces. Those of clone3(2) are in memory, where no filter sees them: it is said not to
exist, and clone is used instead.
"""
STREAM, KIND_OF_SOCKET = 1, 0xF
X32 = 0x40000000
"""From this number on, x86-64 has a second table of the same calls; all of it is refused."""
LOAD, EQUAL, AT_LEAST, ANY_BIT, MASK, RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
ALLOW, REFUSE, NO_SUCH_CALL, KILL = 0x7FFF0000, 0x00050000 | errno.EPERM, 0x00050000 | errno.ENOSYS, 0x80000000
Instruction = tuple[int, int, int, int]
"""An instruction of BPF: its code, how many to skip if a comparison is true and if it is not, its constant."""
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
    numbers = [number for each in REFUSED.values() if (number := each[column]) is not None]
    lines: list[Instruction] = [(LOAD, 0, 0, 4), (EQUAL, 1, 0, audited), (RETURN, 0, 0, KILL), (LOAD, 0, 0, 0)]
    judged = _by_arguments(column)
    last = len(numbers) + len(judged) + 1
    lines.append((AT_LEAST, last, 0, X32))
    lines += [(EQUAL, last - 1 - at, 0, number) for at, number in enumerate(numbers)]
    lines += [*judged, (RETURN, 0, 0, ALLOW), (RETURN, 0, 0, REFUSE)]
    return b"".join(struct.pack("<HBBI", *line) for line in lines)


def _by_arguments(column: int) -> list[Instruction]:
    """Return the instructions about calls that are refused by their arguments; others pass to what follows."""
    blocks: list[Instruction] = [(EQUAL, 0, 1, CLONE3[column]), (RETURN, 0, 0, NO_SUCH_CALL)]
    blocks += _unless(CLONE[column], [*_argument(0), (ANY_BIT, 0, 1, NEW_NAMESPACES), (RETURN, 0, 0, REFUSE)])
    for each in ON_OTHERS.values():
        blocks += _unless(each[column], [*_argument(0), (EQUAL, 1, 0, 0), (RETURN, 0, 0, REFUSE)])
    own = [
        *_argument(0),
        (EQUAL, 1, 0, 0),
        (RETURN, 0, 0, REFUSE),
        *_argument(1),
        (EQUAL, 1, 0, 0),
        (RETURN, 0, 0, REFUSE),
    ]
    blocks += _unless(SET_PRIORITY[column], own)
    stream = [*_argument(1), (MASK, 0, 0, KIND_OF_SOCKET), (EQUAL, 1, 0, STREAM), (RETURN, 0, 0, REFUSE)]
    return blocks + _unless(SOCKET_PAIR[column], stream)


def _unless(number: int, refusing: list[Instruction]) -> list[Instruction]:
    """Return the instructions for one call: those that refuse it, then that it is allowed."""
    return [(EQUAL, 0, len(refusing) + 1, number), *refusing, (RETURN, 0, 0, ALLOW)]


def _argument(number: int) -> list[Instruction]:
    """Return the instruction that loads the lower half of an argument."""
    return [(LOAD, 0, 0, 16 + 8 * number)]


def refuse() -> None:
    """Have this process, and what it starts, refused those calls; call it while there is one thread, and after its privileges
    were given up (privileges.py). Raises OSError.
    """
    instructions = program()
    taken = _Program(len(instructions) // 8, instructions)
    if ctypes.CDLL(None, use_errno=True).prctl(SET_SECCOMP, FILTER, ctypes.byref(taken), 0, 0):
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))

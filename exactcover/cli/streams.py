"""Standard streams that a shell has closed, that cannot write a character, or whose reader has gone."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress


def open_streams() -> None:
    """Make standard streams that were closed lead nowhere, and one that cannot write a character write `?` for it."""
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115  (for as long as the process lives)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def discard_output() -> None:
    """Let nothing more be written to standard output, which the interpreter would try again when it ends."""
    with suppress(OSError):  # it has no descriptor: a caller's own stream
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

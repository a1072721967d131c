"""Repairs standard streams that are closed, cannot encode a character, or have lost their reader."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from typing import TextIO


def open_streams() -> None:
    """Redirect closed standard streams to the null device, and write `?` for characters that a stream cannot encode."""
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


def discard(stream: TextIO) -> None:
    """Discard what a stream has not written yet, which the interpreter would otherwise flush at exit, and all that follows."""
    with suppress(OSError):  # a caller's own stream may have no descriptor
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())

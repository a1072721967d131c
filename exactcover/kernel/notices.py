"""What users should know about compiled code: each kind of fault is reported once per process."""

from __future__ import annotations

import warnings
from collections.abc import Callable

_said: dict[str, str] = {}
_listeners: list[Callable[[str], None]] = []


def hear(listener: Callable[[str], None]) -> None:
    """Register a listener for every message, including those reported before."""
    _listeners[:] = [listener]
    for sentence in _said.values():
        listener(sentence)


def say(sort: str, sentence: str) -> None:
    """Report a message, unless one of its kind has been reported."""
    if sort in _said:
        return
    _said[sort] = sentence
    for listener in _listeners:
        listener(sentence)
    if not _listeners:
        warnings.warn(sentence, RuntimeWarning, stacklevel=2)

"""The server's log: one line per request and per change of a job, as JSON or, with --verbose, as text.

Warnings and errors that repeat are counted instead of written, so that no client and no outage fills the disk with them.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from collections import Counter, deque
from collections.abc import Mapping
from typing import Any

from exactcover.process.escaping import escaped

LOG = logging.getLogger("exactcover.service")
LONGEST = 500
MOST_REPEATED, PERIOD_SECONDS = 10, 60
"""How often a warning or error is written in a period."""


def say(event: str, level: int = logging.INFO, **details: Any) -> None:
    """Log an event with details such as job and attempt."""
    known = {key: value for key, value in details.items() if value is not None}
    LOG.log(level, event, extra={"details": known}, stacklevel=2)


def begin(verbose: bool) -> None:
    """Configure logging to standard error: warnings as JSON lines, or (verbose) everything as text."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_ForPeople() if verbose else _ForPrograms())
    handler.addFilter(Repetitions())
    # Uvicorn's warnings are about malformed requests, which are no concern of the administrator.
    others = ((logging.getLogger(name), logging.ERROR) for name in ("uvicorn.error", "asyncio"))
    for log, quiet in ((LOG, logging.WARNING), *others):
        log.handlers[:] = [handler]
        log.propagate = False
        log.setLevel(logging.INFO if verbose else quiet)


class Repetitions(logging.Filter):
    """Drops what one place of the program logs too often; the next line from there that is written tells how much was dropped.

    It is called with the handler's lock held.
    """

    def __init__(self) -> None:
        super().__init__()
        self._written: dict[tuple[str, int], deque[float]] = {}
        self._dropped: Counter[tuple[str, int]] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a record is to be written."""
        if record.levelno < logging.WARNING:
            return True
        place = record.pathname, record.lineno
        times = self._written.setdefault(place, deque(maxlen=MOST_REPEATED))
        if len(times) == MOST_REPEATED and record.created - times[0] < PERIOD_SECONDS:
            self._dropped[place] += 1
            return False
        times.append(record.created)
        record.dropped = self._dropped.pop(place, None)
        return True


def _details(record: logging.LogRecord) -> Mapping[str, Any]:
    own = {key: getattr(record, key) for key in ("job", "attempt", "dropped") if getattr(record, key, None) is not None}
    return {**own, **getattr(record, "details", {})}


class _ForPrograms(logging.Formatter):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {
            "time": round(record.created, 3),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **_details(record),
        }
        if record.exc_info:
            entry["traceback"] = self.formatException(record.exc_info)
        return json.dumps(entry, default=str)


class _ForPeople(logging.Formatter):
    """One line of text per record: time, event, details."""

    def format(self, record: logging.LogRecord) -> str:
        clock = time.strftime("%H:%M:%S", time.localtime(record.created))
        details = " ".join(f"{key}={escaped(str(value))[:LONGEST]}" for key, value in _details(record).items())
        text = f"{clock} {escaped(record.getMessage())} {details}".rstrip()
        if record.exc_info:
            text += "\n" + self.formatException(record.exc_info)
        return text

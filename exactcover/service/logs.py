"""The server's log: one line per call and per change of a job, as JSON, or as a person reads it (--verbose)."""

from __future__ import annotations

import json
import logging
import sys
import time
from collections.abc import Mapping
from typing import Any

from exactcover.process.escaping import escaped

LOG = logging.getLogger("exactcover.service")
LONGEST = 500


def say(event: str, level: int = logging.INFO, **details: Any) -> None:
    """Write a line: what happened, and its details, such as job and attempt."""
    LOG.log(level, event, extra={"details": {key: value for key, value in details.items() if value is not None}})


def begin(verbose: bool) -> None:
    """Write the log to standard error: warnings as JSON lines, or (verbose) all that happens as a person reads it."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_ForPeople() if verbose else _ForPrograms())
    # What the library that hears calls says of those that are no HTTP, a stranger could fill a disk with.
    for log, quiet in ((LOG, logging.WARNING), (logging.getLogger("uvicorn.error"), logging.ERROR)):
        log.handlers[:] = [handler]
        log.propagate = False
        log.setLevel(logging.INFO if verbose else quiet)


def _details(record: logging.LogRecord) -> Mapping[str, Any]:
    own = {key: getattr(record, key) for key in ("job", "attempt") if hasattr(record, key)}
    return {**own, **getattr(record, "details", {})}


class _ForPrograms(logging.Formatter):
    """A JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {
            "time": round(record.created, 3),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **_details(record),
        }
        if record.exc_info:
            told["traceback"] = self.formatException(record.exc_info)
        return json.dumps(told, default=str)


class _ForPeople(logging.Formatter):
    """A time, a word, and what else there is to say."""

    def format(self, record: logging.LogRecord) -> str:
        clock = time.strftime("%H:%M:%S", time.localtime(record.created))
        details = " ".join(f"{key}={escaped(str(value))[:LONGEST]}" for key, value in _details(record).items())
        text = f"{clock} {escaped(record.getMessage())} {details}".rstrip()
        if record.exc_info:
            text += "\n" + self.formatException(record.exc_info)
        return text

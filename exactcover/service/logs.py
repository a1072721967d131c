"""The server's log: one line per request and per change of a job, as JSON or, with --verbose, as text."""

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
    """Log an event with details such as job and attempt."""
    LOG.log(level, event, extra={"details": {key: value for key, value in details.items() if value is not None}})


def begin(verbose: bool) -> None:
    """Configure logging to standard error: warnings as JSON lines, or (verbose) everything as text."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_ForPeople() if verbose else _ForPrograms())
    # Uvicorn's warnings about malformed requests could fill the disk, so they are dropped.
    for log, quiet in ((LOG, logging.WARNING), (logging.getLogger("uvicorn.error"), logging.ERROR)):
        log.handlers[:] = [handler]
        log.propagate = False
        log.setLevel(logging.INFO if verbose else quiet)


def _details(record: logging.LogRecord) -> Mapping[str, Any]:
    own = {key: getattr(record, key) for key in ("job", "attempt") if hasattr(record, key)}
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

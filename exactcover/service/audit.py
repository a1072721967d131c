"""The audit log: logins, logouts and refused requests, one line each, whether or not the server is verbose.

Refusals are limited to some lines a second, and the next line has the number of those that were left out.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from typing import Any

LOG = logging.getLogger("exactcover.service.audit")
LOG.setLevel(logging.INFO)
LINES_A_SECOND = 5.0
MOST_AT_ONCE = 50.0
LONGEST = 200


class Audit:
    """The audit log of a server; clock: a clock that only goes forward, in seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._allowance, self._at, self._left_out = MOST_AT_ONCE, clock(), 0

    def record(self, event: str, scope: Mapping[str, Any], owner: str | None = None) -> None:
        """Log what an owner has done."""
        LOG.info(event, extra={"details": _details(scope, owner=owner)})

    def refuse(self, reason: str, scope: Mapping[str, Any]) -> None:
        """Log a refused request, unless there are too many."""
        now = self.clock()
        self._allowance = min(MOST_AT_ONCE, self._allowance + (now - self._at) * LINES_A_SECOND)
        self._at = now
        if self._allowance < 1:
            self._left_out += 1
            return
        self._allowance -= 1
        LOG.info("refused", extra={"details": _details(scope, reason=reason, left_out=self._left_out or None)})
        self._left_out = 0


def _details(scope: Mapping[str, Any], **details: Any) -> dict[str, Any]:
    """Return who sent a request and what else is known; forwarded: what a proxy, or anybody, claims."""
    client = scope.get("client")
    forwarded = next((value for name, value in scope["headers"] if name == b"x-forwarded-for"), b"")
    known = {
        "client": client[0] if client else None,
        "forwarded": forwarded.decode("latin-1")[:LONGEST] or None,
        "method": scope["method"][:LONGEST],
        "path": scope["path"][:LONGEST],
        **details,
    }
    return {name: value for name, value in known.items() if value is not None}

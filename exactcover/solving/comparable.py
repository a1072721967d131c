"""The backend that a comparison runs for each engine, and the entry of an engine that does not suit the puzzle.

Shared by comparisons on this machine and on a server. Not here: running them (compare/, service/steps.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from exactcover.model.answer import Answer

TEXTBOOK = {"bfs": "bfs:one"}
"""Engines that by default do more than the textbook search of their name, and the backends that are compared instead."""


@dataclass(frozen=True)
class NotApplicable:
    """An engine that does not suit the puzzle, and the sentence that says why."""

    reason: str

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object that the contract specifies."""
        return {"not_applicable": self.reason}


Entry = Answer | NotApplicable
"""The entry of one engine in a comparison."""


def compared_as(backend: str) -> str:
    """Return the backend that a comparison runs for this one: `bfs` searches from one end unless both are requested."""
    return TEXTBOOK.get(backend, backend)


def reason_in(document: Any) -> str | None:
    """Return why an engine does not suit the puzzle, from an entry of an untrusted compare object; None for any other entry."""
    reason = document.get("not_applicable") if isinstance(document, Mapping) else None
    return reason[:1000] if isinstance(reason, str) else None

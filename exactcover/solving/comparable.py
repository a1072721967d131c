"""What an engine is compared as, and what stands in place of its answer if it does not suit the puzzle.

Shared by comparisons on this machine and on a server. Not here: running them (compare/, service/steps.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from exactcover.model.answer import Answer

TEXTBOOK = {"bfs": "bfs:one"}
"""Engines that by themselves do more than the textbook's search of their name, and what they are compared as."""


@dataclass(frozen=True)
class NotApplicable:
    """An engine that does not suit the puzzle: the sentence that says why."""

    reason: str

    def to_json(self) -> dict[str, Any]:
        """Return it as the contract writes it."""
        return {"not_applicable": self.reason}


Entry = Answer | NotApplicable
"""What a comparison has of each engine."""


def compared_as(backend: str) -> str:
    """Return the backend that is run if a comparison names this one: `bfs` searches from one end unless both are asked for."""
    return TEXTBOOK.get(backend, backend)


def reason_in(document: Any) -> str | None:
    """Return why an engine does not suit, of an entry of a compare object from a stranger; None for any other entry."""
    reason = document.get("not_applicable") if isinstance(document, Mapping) else None
    return reason[:1000] if isinstance(reason, str) else None

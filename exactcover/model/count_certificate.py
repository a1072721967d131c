"""Certificates of counts: evidence that a puzzle has exactly so many solutions, that anyone can check.

As JSON: `{"schema": 1, "puzzle": {...}, "puzzle_sha256": "...", "count": "9356", "order": [...]}`. The order is one of the items
of the puzzle's model, along which the solutions can be counted again with few states; see judges/states.py, which does that.
Not here: searching for an order (proofs/item_orders.py).
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from exactcover.model.errors import InvalidInput

SCHEMA = 1
KEYS = ("schema", "puzzle", "puzzle_sha256", "count", "order")
MOST_DIGITS = 4000
MOST_ITEMS = 10**6
_DIGITS = re.compile("0|[1-9][0-9]*", re.ASCII)


@dataclass(frozen=True)
class CountCertificate:
    """The number of solutions of a puzzle, canonical and with its digest, and the order of items in which to count again."""

    puzzle: Mapping[str, Any]
    puzzle_sha256: str
    count: int
    order: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the certificate as a JSON object."""
        return {
            "schema": SCHEMA,
            "puzzle": dict(self.puzzle),
            "puzzle_sha256": self.puzzle_sha256,
            "count": str(self.count),
            "order": list(self.order),
        }

    def to_text(self) -> str:
        """Return the certificate as JSON on one line, without blanks."""
        return json.dumps(self.to_json(), separators=(",", ":"))


def is_count_certificate(value: object) -> bool:
    """Return whether a JSON value claims to be a certificate of a count."""
    return isinstance(value, dict) and "count" in value and "order" in value


def count_certificate(value: object) -> CountCertificate:
    """Return the certificate of a count in a JSON value; raises InvalidInput if it is not one."""
    if not isinstance(value, dict) or sorted(map(str, value)) != sorted(KEYS):
        raise InvalidInput(f"the certificate of a count has other keys than it must; expected {', '.join(KEYS)}")
    if type(value["schema"]) is not int or value["schema"] != SCHEMA:
        raise InvalidInput(f"the certificate of a count has another schema; expected {SCHEMA}")
    count, order = value["count"], value["order"]
    if not isinstance(count, str) or len(count) > MOST_DIGITS or not _DIGITS.fullmatch(count):
        raise InvalidInput("the count of the certificate is no whole number in digits, as a text; expected one")
    if not isinstance(order, list) or len(order) > MOST_ITEMS or not all(type(item) is int for item in order):
        raise InvalidInput("the order of the certificate is no list of whole numbers; expected the items' numbers")
    if not isinstance(value["puzzle"], dict) or not isinstance(value["puzzle_sha256"], str):
        raise InvalidInput("the certificate of a count does not name its puzzle; expected the puzzle and its sha256")
    return CountCertificate(value["puzzle"], value["puzzle_sha256"], int(count), tuple(order))

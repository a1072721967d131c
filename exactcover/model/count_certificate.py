"""Certificates of counts: evidence that a puzzle has exactly so many solutions, that anyone can check.

As JSON: `{"schema": 1, "puzzle": {...}, "puzzle_sha256": "...", "count": "9356", "order": [...]}`. The order is one of the items
of the puzzle's model, along which the solutions can be counted again with few states; see judges/states.py, which does that.
With `"classes": "2339", "symmetries": [[...], ...]` it also says in how many classes they are under a group of permutations of
the items; see judges/classes.py.
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
OF_CLASSES = ("classes", "symmetries")
MOST_DIGITS = 4000
MOST_ITEMS = 10**6
MOST_SYMMETRIES = 10**4
_DIGITS = re.compile("0|[1-9][0-9]*", re.ASCII)


@dataclass(frozen=True)
class CountCertificate:
    """The number of solutions of a puzzle, canonical and with its digest, and the order of items in which to count again.

    classes: the number of solutions up to the symmetries, permutations of the items; None, and no symmetries, if none are said.
    """

    puzzle: Mapping[str, Any]
    puzzle_sha256: str
    count: int
    order: tuple[int, ...]
    classes: int | None = None
    symmetries: tuple[tuple[int, ...], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the certificate as a JSON object."""
        of_classes = {
            "classes": str(self.classes),
            "symmetries": [list(symmetry) for symmetry in self.symmetries],
        }
        return {
            "schema": SCHEMA,
            "puzzle": dict(self.puzzle),
            "puzzle_sha256": self.puzzle_sha256,
            "count": str(self.count),
            "order": list(self.order),
            **(of_classes if self.classes is not None else {}),
        }

    def to_text(self) -> str:
        """Return the certificate as JSON on one line, without blanks."""
        return json.dumps(self.to_json(), separators=(",", ":"))


def is_count_certificate(value: object) -> bool:
    """Return whether a JSON value claims to be a certificate of a count."""
    return isinstance(value, dict) and "count" in value and "order" in value


def count_certificate(value: object) -> CountCertificate:
    """Return the certificate of a count in a JSON value; raises InvalidInput if it is not one."""
    if not isinstance(value, dict) or sorted(map(str, value)) not in (sorted(KEYS), sorted((*KEYS, *OF_CLASSES))):
        raise InvalidInput(
            f"the certificate of a count has other keys than it must; expected {', '.join(KEYS)}, and perhaps"
            f" {' and '.join(OF_CLASSES)}"
        )
    if type(value["schema"]) is not int or value["schema"] != SCHEMA:
        raise InvalidInput(f"the certificate of a count has another schema; expected {SCHEMA}")
    if not isinstance(value["puzzle"], dict) or not isinstance(value["puzzle_sha256"], str):
        raise InvalidInput("the certificate of a count does not name its puzzle; expected the puzzle and its sha256")
    symmetries = value.get("symmetries", [])
    if not isinstance(symmetries, list) or len(symmetries) > MOST_SYMMETRIES:
        raise InvalidInput(
            f"the symmetries of the certificate are no list of at most {MOST_SYMMETRIES:,}; expected one"
        )
    return CountCertificate(
        value["puzzle"],
        value["puzzle_sha256"],
        _number(value["count"], "count"),
        _items(value["order"], "the order"),
        _number(value["classes"], "number of classes") if "classes" in value else None,
        tuple(_items(symmetry, "a symmetry") for symmetry in symmetries),
    )


def _number(value: Any, name: str) -> int:
    if not isinstance(value, str) or len(value) > MOST_DIGITS or not _DIGITS.fullmatch(value):
        raise InvalidInput(f"the {name} of the certificate is no whole number in digits, as a text; expected one")
    return int(value)


def _items(value: Any, name: str) -> tuple[int, ...]:
    if not isinstance(value, list) or len(value) > MOST_ITEMS or not all(type(item) is int for item in value):
        raise InvalidInput(f"{name} of the certificate is no list of whole numbers; expected the items' numbers")
    return tuple(value)

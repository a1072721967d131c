"""Certificates: evidence that a puzzle has no solution, or none of less cost, for strangers to check.

A refutation speaks of a model (the Tiling or Cover of a puzzle, without symmetry breaking); a certificate is a refutation
and the puzzle it is about, as JSON: `{"schema": 1, "puzzle": {...}, "puzzle_sha256": "...", "kind": "colouring", "body":
{...}}`, and with `"bound": 30` it only says that every solution costs at least 30: that a plan has so many moves, or so many
cells are covered. What a body holds is the argument's business: see the judge of that name in `check`. Not here: how one is
found (provers), of what model it speaks (refuted) and whether it is right (check).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from exactcover.model.errors import InvalidInput, nearest

SCHEMA = 1
ARGUMENTS = (
    "arithmetic", "colouring", "farkas", "dead", "frontier", "tree", "clausal", "invariant", "barriers", "steiner",
    "prices",
)  # fmt: skip
MOST_BOUND = 2**62
KEYS = ("schema", "puzzle", "puzzle_sha256", "kind", "body")
BOUND = "bound"


MOST_STATES = 10_000_000
MOST_LABELS = 500_000_000
MOST_MADE = 2_000_000_000
"""What a certificate may have its judge visit, where it speaks of the states that moves reach: states; labels, a byte each,
kept about three times; labels of states that moves make, the same ones again included, a minute or two of them.
"""


class InvalidCertificate(ValueError):
    """A refutation that proves nothing: one sentence, what is wrong and where."""


@dataclass(frozen=True)
class Refutation:
    """An argument that a model has no solution, or none below a bound: its name and its body, made of what JSON knows."""

    argument: str
    body: Mapping[str, Any]
    bound: int | None = None

    def __post_init__(self) -> None:
        if self.argument not in ARGUMENTS:
            raise InvalidCertificate(
                f"unknown kind of certificate {self.argument!r};"
                f" expected {', '.join(ARGUMENTS)}{nearest(self.argument, ARGUMENTS)}"
            )


@dataclass(frozen=True)
class Certificate:
    """A refutation and the puzzle it is about: canonical, with its digest."""

    puzzle: Mapping[str, Any]
    puzzle_sha256: str
    refutation: Refutation

    def to_json(self) -> dict[str, Any]:
        """Return the certificate as a JSON object."""
        return {
            "schema": SCHEMA,
            "puzzle": dict(self.puzzle),
            "puzzle_sha256": self.puzzle_sha256,
            "kind": self.refutation.argument,
            **({} if self.refutation.bound is None else {"bound": self.refutation.bound}),
            "body": dict(self.refutation.body),
        }

    def to_text(self) -> str:
        """Return the certificate as JSON on one line, without blanks."""
        return json.dumps(self.to_json(), separators=(",", ":"))


def is_certificate(value: object) -> bool:
    """Return whether a JSON value means to be a certificate."""
    return isinstance(value, dict) and "kind" in value and "body" in value


def certificate(value: object) -> Certificate:
    """Return the certificate that a JSON value is; raises InvalidInput if it is none."""
    if not isinstance(value, dict):
        raise InvalidInput("the certificate is no JSON object; expected " + ", ".join(KEYS))
    for key in value:
        if key not in (*KEYS, BOUND):
            raise InvalidInput(f"the certificate has an unknown key {_shown(key)}; expected {', '.join(KEYS)}")
    for key in KEYS:
        if key not in value:
            raise InvalidInput(f"the certificate has no {key}; expected {', '.join(KEYS)}")
    if value["schema"] != SCHEMA or not isinstance(value["schema"], int) or isinstance(value["schema"], bool):
        raise InvalidInput(f"the certificate has schema {_shown(value['schema'])}; expected {SCHEMA}")
    if not isinstance(value["kind"], str) or value["kind"] not in ARGUMENTS:
        raise InvalidInput(
            f"the certificate is of the unknown kind {_shown(value['kind'])}; expected {', '.join(ARGUMENTS)}"
        )
    if not isinstance(value["body"], dict) or not isinstance(value["puzzle"], dict):
        raise InvalidInput("the certificate's body or puzzle is no JSON object; expected one with the kind's own keys")
    if not isinstance(value["puzzle_sha256"], str):
        raise InvalidInput("the certificate's puzzle_sha256 is no text; expected 64 hexadecimal digits")
    bound = value.get(BOUND)
    if BOUND in value and not (isinstance(bound, int) and not isinstance(bound, bool) and abs(bound) <= MOST_BOUND):
        raise InvalidInput(
            f"the certificate has bound {_shown(bound)}; expected a whole number from {-MOST_BOUND} to {MOST_BOUND}"
        )
    return Certificate(value["puzzle"], value["puzzle_sha256"], Refutation(value["kind"], value["body"], bound))


def _shown(value: object) -> str:
    """Return a value that an untrusted party wrote, truncated; of what is nested only its type, for it may be deep."""
    return repr(value)[:42] if isinstance(value, str | int | float | None) else f"a {type(value).__name__}"

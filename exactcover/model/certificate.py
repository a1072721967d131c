"""Certificates: evidence that a puzzle has no solution, none below a cost, or none but those listed, that anyone can check.

A refutation is about a model (the Tiling or Cover of a puzzle, without symmetry breaking); a certificate is a refutation
together with the puzzle it is about, as JSON: `{"schema": 1, "puzzle": {...}, "puzzle_sha256": "...", "kind": "colouring",
"body": {...}}`, and with `"bound": 30` it only claims that every solution costs at least 30: that a plan has that many moves,
or that many cells are covered. One of the kind `enumeration` lists solutions, and claims that there are no others (with a
bound, that none costs less, and that there are no others of that cost). The contents of a body depend on the argument: see the
judge of that name in `judges`. Not here: finding one (provers), the model it is about (refuted) and judging it (judges).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from exactcover.model.errors import InvalidInput, nearest

SCHEMA = 1
REFUTATIONS = (
    "arithmetic", "colouring", "farkas", "dead", "frontier", "tree", "clausal", "invariant", "barriers", "steiner",
    "prices",
)  # fmt: skip
"""The kinds that `prove` searches for; a prover is named after each."""
ENUMERATION = "enumeration"
"""The kind that is about a list of solutions."""
ARGUMENTS = (*REFUTATIONS, ENUMERATION)
MOST_LISTED = 100_000
"""The most solutions of such a list."""
MOST_BOUND = 2**62
KEYS = ("schema", "puzzle", "puzzle_sha256", "kind", "body")
BOUND = "bound"


MOST_STATES = 10_000_000
MOST_LABELS = 500_000_000
MOST_MADE = 2_000_000_000
"""Limits on what a certificate about reachable states may make its judge visit: states; labels, a byte each, held about three
times; labels of generated states, repetitions included, a minute or two of them."""


class InvalidCertificate(ValueError):
    """A refutation that proves nothing: one sentence saying what is wrong and where."""


@dataclass(frozen=True)
class Refutation:
    """An argument that a model has no solution, none below a bound, or none but those in its body: its name and its body, made
    of JSON values."""

    argument: str
    body: Mapping[str, Any]
    bound: int | None = None

    def __post_init__(self) -> None:
        if self.argument not in ARGUMENTS:
            raise InvalidCertificate(
                f"unknown kind of certificate {self.argument!r};"
                f" expected {', '.join(ARGUMENTS)}{nearest(self.argument, ARGUMENTS)}"
            )

    @property
    def of_list(self) -> bool:
        """Whether it claims that a list of solutions is complete."""
        return self.argument == ENUMERATION


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
    """Return whether a JSON value claims to be a certificate."""
    return isinstance(value, dict) and "kind" in value and "body" in value


def certificate(value: object) -> Certificate:
    """Return the certificate in a JSON value; raises InvalidInput if it is not one."""
    if not isinstance(value, dict):
        raise InvalidInput("the certificate is not a JSON object; expected " + ", ".join(KEYS))
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
        raise InvalidInput(
            "the certificate's body or puzzle is not a JSON object; expected one with the kind's own keys"
        )
    if not isinstance(value["puzzle_sha256"], str):
        raise InvalidInput("the certificate's puzzle_sha256 is not a text; expected 64 hexadecimal digits")
    bound = value.get(BOUND)
    if BOUND in value and not (isinstance(bound, int) and not isinstance(bound, bool) and abs(bound) <= MOST_BOUND):
        raise InvalidInput(
            f"the certificate has bound {_shown(bound)}; expected a whole number from {-MOST_BOUND} to {MOST_BOUND}"
        )
    return Certificate(value["puzzle"], value["puzzle_sha256"], Refutation(value["kind"], value["body"], bound))


def _shown(value: object) -> str:
    """Return an untrusted value truncated; for nested values only the type, because they may be deep."""
    return repr(value)[:42] if isinstance(value, str | int | float | None) else f"a {type(value).__name__}"

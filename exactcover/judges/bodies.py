"""Parsing the body of an untrusted certificate: entries, numbers and lists of numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exactcover.model.certificate import InvalidCertificate

LARGEST = 10**1000
"""No number of a certificate needs more digits; longer ones would only waste time."""


def entry(body: Mapping[str, Any], key: str, expected: str) -> Any:
    """Return a body's entry; raises InvalidCertificate if there is none."""
    if key not in body:
        raise InvalidCertificate(f"the body has no {key}; expected {expected}")
    return body[key]


def refuse_unknown(body: Mapping[str, Any], known: tuple[str, ...]) -> None:
    """Raise InvalidCertificate if a body has a key that its argument does not define."""
    for key in body:
        if key not in known:
            raise InvalidCertificate(f"the body has an unknown key {str(key)[:40]!r}; expected {', '.join(known)}")


def whole_number(value: Any, name: str, least: int = -LARGEST, most: int = LARGEST) -> int:
    """Return an integer within bounds; raises InvalidCertificate."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise InvalidCertificate(f"{name} is {_shown(value)}; expected a whole number")
    if not least <= value <= most:
        where = f"{least} to {most}" if most < LARGEST else f"{least} or more" if least > -LARGEST else "1000 digits"
        shown = str(value) if abs(value) < LARGEST else "a number of over 1000 digits"
        raise InvalidCertificate(f"{name} is {shown[:40]}; expected {where}")
    return value


def whole_numbers(
    value: Any, name: str, count: int | None = None, least: int = -LARGEST, most: int = LARGEST
) -> list[int]:
    """Return a list of integers, `count` of them if that is given; raises InvalidCertificate."""
    if not isinstance(value, list):
        raise InvalidCertificate(f"{name} is not a list; expected whole numbers")
    if count is not None and len(value) != count:
        raise InvalidCertificate(f"{name} has {len(value)} numbers; expected {count}")
    return [whole_number(each, f"number {place} of {name}", least, most) for place, each in enumerate(value)]


def _shown(value: Any) -> str:
    """Return a value truncated; for nested values only the type, because they may be deep."""
    return repr(value)[:42] if isinstance(value, str | int | float | None) else f"a {type(value).__name__}"

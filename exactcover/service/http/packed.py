"""Large JSON values, which pass through the server's process as their text: to make and walk their objects takes long.

A look-up process that has parsed a body sends its large values sealed; the server receives them packed, and passes them on to
the look-up process that needs them, which receives the values.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Packed:
    """A JSON value as its text, in the server's process; is_object: whether it is an object. A process to which it is sent
    receives the value.
    """

    text: str

    @property
    def is_object(self) -> bool:
        """Whether the value is an object."""
        return self.text.startswith("{")

    def __reduce__(self) -> tuple[Any, ...]:
        return json.loads, (self.text,)


class Sealed:
    """A JSON value in a look-up process, which the server receives packed."""

    def __init__(self, value: Any) -> None:
        self.text = json.dumps(value, separators=(",", ":"))

    def __reduce__(self) -> tuple[Any, ...]:
        return Packed, (self.text,)


def sealed(value: Any) -> Any:
    """Return a value, sealed if it is an object or a list."""
    return Sealed(value) if isinstance(value, dict | list) else value

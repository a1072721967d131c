"""What a partly filled board is given as: a solution, an answer with one, their JSON text, or a picture. Raises InvalidInput."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from encoders.keys import in_json, shown
from exactcover.model.errors import InvalidInput


def solution_in(value: Any, key: str) -> Mapping[str, Any] | str:
    """Return the solution in a value, of an answer with one that has it; a text that is not JSON as it is: a picture."""
    if isinstance(value, str) and value.lstrip()[:1] in ("{", "["):
        first = value.strip().splitlines()[0] if value.strip().count("\n") and value.lstrip()[0] == "{" else value
        try:
            value = in_json(value)
        except ValueError:
            value = _line(first, key)
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return {"placements": value}
    if isinstance(value, dict) and "task" in value:
        attempt = value.get("best_attempt")
        value = value.get("solution") or (attempt if isinstance(attempt, dict) else None)
    if not isinstance(value, dict):
        raise InvalidInput(f"{key} is {shown(value)}; expected a solution, an answer with one, or a picture")
    return value


def _line(text: str, key: str) -> Any:
    try:
        return in_json(text)
    except ValueError as fault:
        raise InvalidInput(
            f"{key} is no JSON ({fault}); expected a solution, an answer with one, or a picture"
        ) from None

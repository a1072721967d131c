"""What a partly filled board is given as: a solution, an answer with one, their JSON text, or a picture. Raises InvalidInput."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from encoders.keys import in_json, shown
from exactcover.model.errors import InvalidInput


def solution_in(value: Any, key: str) -> Mapping[str, Any] | str:
    """Return the solution in a value, of an answer with one that has it; a text that is not JSON as it is: a picture."""
    if isinstance(value, str):
        if value.lstrip()[:1] not in ("{", "["):
            return value
        value = _read(value.strip(), key)
    if isinstance(value, list):
        return {"placements": value}
    if isinstance(value, dict) and "task" in value:
        attempt = value.get("best_attempt")
        value = value.get("solution") or (attempt if isinstance(attempt, dict) else None)
    if not isinstance(value, dict):
        raise InvalidInput(f"{key} is {shown(value)}; expected a solution, an answer with one, or a picture")
    return value


def _read(text: str, key: str) -> Any:
    """Return what a text of JSON has, or the first one of its lines."""
    faults = []
    for part in dict.fromkeys((text, text.partition("\n")[0])):
        try:
            return in_json(part)
        except ValueError as fault:
            faults.append(fault)
    raise InvalidInput(f"{key} is no JSON ({faults[0]}); expected a solution, an answer with one, or a picture")

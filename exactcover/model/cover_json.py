"""An exact cover as JSON, for a process that shares nothing but files with the one that made it.

Not here: covers that people write (encoders/cover), and what is done with one.
"""

from __future__ import annotations

from typing import Any

from exactcover.errors import InvalidInput, InvalidModel
from exactcover.model.arrays import Integers
from exactcover.model.cover import Connectivity, Cover

NUMBERS = ("least", "most", "starts", "members")
KEYS = ("items", *NUMBERS, "costs", "symmetries", "connectivity")


def cover_to_json(cover: Cover) -> dict[str, Any]:
    """Return a cover as a JSON object, null for what it has not."""
    joined = cover.connectivity
    return {
        "items": list(cover.items),
        **{name: getattr(cover, name).tolist() for name in NUMBERS},
        "costs": _listed(cover.costs),
        "symmetries": _listed(cover.symmetries),
        "connectivity": None if joined is None else {"edges": joined.edges.tolist(), "roots": joined.roots.tolist()},
    }


def cover_from_json(told: Any) -> Cover:
    """Read a cover; raises InvalidInput where the object is none."""
    if not isinstance(told, dict) or set(told) != set(KEYS):
        raise InvalidInput(f"a cover has other keys than it should; expected {', '.join(KEYS)}")
    if not isinstance(told["items"], list) or not all(isinstance(name, str) for name in told["items"]):
        raise InvalidInput("the items of a cover are no list of names; expected a list of strings")
    try:
        joined = told["connectivity"]
        return Cover(
            tuple(told["items"]),
            **{name: told[name] for name in (*NUMBERS, "costs", "symmetries")},
            connectivity=None if joined is None else Connectivity(joined["edges"], joined["roots"]),
        )
    except InvalidModel as fault:
        raise InvalidInput(str(fault)) from fault
    except (TypeError, KeyError, ValueError, OverflowError) as fault:
        raise InvalidInput("the numbers of a cover are no lists of integers; expected lists of integers") from fault


def _listed(numbers: Integers | None) -> Any:
    return None if numbers is None else numbers.tolist()

"""The options that a solution of a cover has chosen, in one line of the user's words. Nothing is decided here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

MOST_SHOWN = 12
LONGEST_NAME = 40


def chosen_in_words(solution: Any, puzzle: Mapping[str, Any] | None = None) -> str:
    """Return `chosen: X1 (5), X3 (4)`, the names in the user's order; an empty text for a solution without names.

    puzzle: the canonical puzzle, whose costs are in brackets; the first dozen options are written out.
    """
    names = solution.get("names") if isinstance(solution, dict) else None
    if not isinstance(names, list):
        return ""
    costs = _costs(solution, puzzle or {})
    words = [
        f"{_short(name)} ({costs[place]})" if costs else _short(name) for place, name in enumerate(names[:MOST_SHOWN])
    ]
    more = len(names) - len(words)
    return f"chosen: {', '.join(words) or 'no option'}{f' and {more:,} more' if more else ''}"


def _short(name: Any) -> str:
    text = str(name)
    return text if len(text) <= LONGEST_NAME else text[: LONGEST_NAME - 3] + "..."


def _costs(solution: Mapping[str, Any], puzzle: Mapping[str, Any]) -> list[Any]:
    """Return the cost of each option of a solution, empty if options cost nothing."""
    costs, options = puzzle.get("costs"), puzzle.get("options")
    if costs is None or options is None:
        return []
    if "numbers" in solution:
        return [costs[number - 1] for number in solution["numbers"]]
    places = {tuple(sorted(option)): place for place, option in enumerate(solution["options"])}
    own: list[Any] = [None] * len(places)
    for option, cost in zip(options, costs, strict=True):
        place = places.get(tuple(sorted(option)))
        if place is not None:
            own[place] = cost
    return own

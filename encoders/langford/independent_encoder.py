"""Langford sequences, in plain Python, for the script that exports publish.

Items are the numbers, then the places that are not empty. Options are numbers with the places of their copies, by number and by
the first place.
"""

from typing import Any

KEYS = {"kind", "kind langford", "n", "of", "hooked"}


def model(puzzle: dict[str, Any]) -> tuple[dict[str, tuple[int, int]], list[list[str]]]:
    """Return the items of Langford sequences, each covered once, and their options."""
    n, of, hooked = puzzle["n"], puzzle.get("of", 2), puzzle.get("hooked", False)
    places = [place for place in range(of * n + hooked) if not (hooked and place == of * n - 1)]
    items = [f"number {k}" for k in range(1, n + 1)] + [f"place {place}" for place in places]
    options = [
        [f"number {k}", *(f"place {first + copy * (k + 1)}" for copy in range(of))]
        for k in range(1, n + 1)
        for first in places
        if all(first + copy * (k + 1) in places for copy in range(of))
    ]
    return dict.fromkeys(items, (1, 1)), options

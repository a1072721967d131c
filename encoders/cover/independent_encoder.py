"""A cover, in plain Python, for the script that exports publish.

Items and options are those of the canonical form, in its order; an option may give an item a colour, as `item:colour`.
"""

from typing import Any

KEYS = {"kind", "kind cover", "items", "options", "costs", "maximise", "symmetries", "layout"}


def model(puzzle: dict[str, Any]) -> tuple[dict[str, tuple[int, int]], list[list[str]]]:
    """Return the items of a cover with their bounds, and its options."""
    return {name: (least, most) for name, least, most in puzzle["items"]}, puzzle["options"]

"""The rows of a puzzle whose options give no colours to items, for check_script.py.

Not here: the rows of others (check_coloured_rows.py).
"""

from typing import Any


def rows_of(items: dict[str, tuple[int, int]], options: list[list[str]]) -> tuple[list[Any], int]:
    """Return the options, numbered from 1, and the bounds of each item; and how many options there are."""
    own: dict[str, list[int]] = {name: [] for name in items}
    for number, option in enumerate(options, 1):
        for name in option:
            own[name].append(number)
    return [(own[name], *bounds) for name, bounds in items.items()], len(options)

"""The rows of a puzzle whose options may give colours to items, for check_script.py. Not here: rows without (check_rows.py)."""

from itertools import combinations
from typing import Any


def rows_of(items: dict[str, tuple[int, int]], options: list[list[str]]) -> tuple[list[Any], int]:
    """Return options, numbered from 1, and bounds of each item, and of two options with different `item:colour`; and how many."""
    own: dict[str, list[tuple[int, str]]] = {name: [] for name in items}
    for number, option in enumerate(options, 1):
        for name in option:
            item, _, colour = (name, "", "") if name in items else name.rpartition(":")
            own[item].append((number, colour))
    coloured = (combinations(each, 2) for each in own.values() if any(colour for _, colour in each))
    clashes = {(a, b) for pairs in coloured for (a, one), (b, other) in pairs if one != other}
    rows = [([number for number, colour in own[name] if not colour], *bounds) for name, bounds in items.items()]
    return rows + [([a, b], 0, 1) for a, b in sorted(clashes)], len(options)

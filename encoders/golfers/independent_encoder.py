"""Social golfers, in plain Python, for the script that exports publish.

Items are the golfers of each week, then the pairs of golfers, which meet at most once, and once if each golfer has just as many
partners in all weeks as there are others. Options are the possible groups of each week, in lexicographic order.
"""

from itertools import combinations
from typing import Any

KEYS = {"kind", "kind golfers", "groups", "size", "weeks"}


def model(puzzle: dict[str, Any]) -> tuple[dict[str, tuple[int, int]], list[list[str]]]:
    """Return the items of a schedule with their bounds, and its options."""
    size, weeks, golfers = puzzle["size"], range(puzzle["weeks"]), range(puzzle["groups"] * puzzle["size"])
    items = {f"week {week}: {golfer}": (1, 1) for week in weeks for golfer in golfers}
    least = int(len(weeks) * (size - 1) == len(golfers) - 1)
    items |= {f"{pair}": (least, 1) for pair in combinations(golfers, 2)}
    options = [
        [*(f"week {week}: {golfer}" for golfer in group), *map(str, combinations(group, 2))]
        for week in weeks
        for group in combinations(golfers, size)
    ]
    return items, options

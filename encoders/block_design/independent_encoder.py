"""A block design, in plain Python, for the script that exports publish.

Items are the sets of t points; then, if blocks have days, the points of each day and, if they would otherwise be able to occur
twice, the blocks; or, if blocks may be repeated, the copies of blocks, present or absent, and links, of which an absent copy and
the presence of the next have one. Options are the blocks of each day, or copies that are present, then copies that are absent.
"""

from itertools import combinations
from math import comb
from typing import Any

KEYS = {"kind", "kind block-design", "v", "k", "lambda", "t", "repeated", "resolvable"}


def model(puzzle: dict[str, Any]) -> tuple[dict[str, tuple[int, int]], list[list[str]]]:
    """Return the items of a design with their bounds, and its options."""
    v, k, index, t = (puzzle[key] for key in ("v", "k", "lambda", "t"))
    blocks, repeated = list(combinations(range(v), k)), puzzle["repeated"]
    items = {f"points {points}": (index, index) for points in combinations(range(v), t)}
    options = []
    if puzzle["resolvable"]:
        days = range(index * comb(v - 1, t - 1) // comb(k - 1, t - 1))  # the blocks of each point
        items |= {f"day {day}: {point}": (1, 1) for day in days for point in range(v)}
        once = index > 1 and not repeated
        items |= {f"block {block}": (0, 1) for block in blocks if once}
        further = [[[*(f"day {day}: {x}" for x in b), *[f"block {b}"] * once] for b in blocks] for day in days]
    elif repeated:
        items |= {f"copy {copy} of {block}": (1, 1) for copy in range(index) for block in blocks}
        items |= {f"link {copy} of {block}": (0, 1) for copy in range(1, index) for block in blocks}
        links = [[[f"link {copy} of {b}"] * (0 < copy < index) for b in blocks] for copy in range(index + 1)]
        copies = [[f"copy {copy} of {b}" for b in blocks] for copy in range(index)]
        further = [
            [[name, *link] for name, link in zip(*each, strict=True)] for each in zip(copies, links, strict=False)
        ]
    else:
        further = [[[] for _ in blocks]]
    for own in further:
        for block, names in zip(blocks, own, strict=True):
            options.append([*(f"points {points}" for points in combinations(block, t)), *names])
    if repeated and not puzzle["resolvable"]:
        for each in zip(copies, links[1:], strict=True):
            options += [[name, *link] for name, link in zip(*each, strict=True)]
    return items, options

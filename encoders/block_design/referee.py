"""The referee of block designs: judges blocks by counting points, and compares the encoder's model with the design.

Solutions come from untrusted files. It is independent of the encoder's options.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import Any

from encoders.block_design import BlockDesign
from encoders.keys import shown


def faults(design: BlockDesign, solution: Any) -> Iterator[str]:
    """Yield the faults of a solution `{"blocks": [[1, 2, 3], ...]}`, with `"days": [1, ...]` if the design is resolvable."""
    blocks = solution.get("blocks") if isinstance(solution, dict) else None
    if not isinstance(blocks, list):
        yield 'the solution has no blocks; expected {"blocks": [[1, 2, 3], ...]}'
        return
    most = design.index * comb(design.v, design.t)
    if len(blocks) > most:
        yield f"the solution has {len(blocks)} blocks; expected at most {most}"
        return
    for block in blocks:
        if not isinstance(block, list) or not all(type(point) is int and 1 <= point <= design.v for point in block):
            yield f"a block is {shown(block)}; expected a list of points from 1 to {design.v}"
            return
        if len(block) != design.k or len(set(block)) != design.k:
            yield f"a block is {shown(block)}; expected {design.k} different points"
            return
    together = Counter(points for block in blocks for points in combinations(sorted(block), design.t))
    for points in combinations(range(1, design.v + 1), design.t):
        if together[points] != design.index:
            noun = "point" if design.t == 1 else "points"
            yield f"{noun} {' '.join(map(str, points))}: in {together[points]} blocks; expected {design.index}"
    if not design.repeated:
        for block, times in Counter(tuple(sorted(block)) for block in blocks).items():
            if times > 1:
                yield f"the block {' '.join(map(str, block))} occurs {times} times; expected once"
    if design.resolvable:
        yield from _day_faults(design, blocks, solution.get("days"))


def _day_faults(design: BlockDesign, blocks: list[list[int]], days: Any) -> Iterator[str]:
    """Yield the faults of the days of the blocks: each has every point once."""
    last = design.index * comb(design.v - 1, design.t - 1) // comb(design.k - 1, design.t - 1)
    if not isinstance(days, list) or len(days) != len(blocks):
        yield f"the solution has no days of {len(blocks)} blocks; expected a number for each block"
        return
    wrong = next((day for day in days if type(day) is not int or not 1 <= day <= last), None)
    if wrong is not None or None in days:
        yield f"a block has the day {shown(wrong)}; expected 1 to {last}"
        return
    present = Counter((day, point) for day, block in zip(days, blocks, strict=True) for point in block)
    for day in range(1, last + 1):
        for point in range(1, design.v + 1):
            if present[day, point] != 1:
                yield f"day {day} has point {point} in {present[day, point]} blocks; expected one"

"""Golfers and block designs by brute force: every schedule week by week, every number of each block."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

Pair = tuple[int, ...]


def partitions(golfers: frozenset[int], size: int) -> Iterator[tuple[Pair, ...]]:
    """Every division of golfers into groups of one size."""
    if not golfers:
        yield ()
        return
    first = min(golfers)
    for others in itertools.combinations(sorted(golfers - {first}), size - 1):
        group = (first, *others)
        for rest in partitions(golfers - set(group), size):
            yield (group, *rest)


def schedules(groups: int, size: int, weeks: int) -> int:
    """How many schedules there are, weeks and golfers numbered."""
    divisions = [
        frozenset(pair for group in division for pair in itertools.combinations(group, 2))
        for division in partitions(frozenset(range(groups * size)), size)
    ]

    @cache
    def ways(left: int, met: frozenset[Pair]) -> int:
        return 1 if left == 0 else sum(ways(left - 1, met | pairs) for pairs in divisions if not pairs & met)

    return ways(weeks, frozenset())


def multisets(keys: dict[str, Any]) -> Iterator[Counter[Pair]]:
    """Every list of blocks, repeated or not, in which each t points are together lambda times."""
    v, k, t, index = (int(keys[key]) for key in ("v", "k", "t", "lambda"))
    blocks = list(itertools.combinations(range(v), k))
    most = index if keys.get("repeated") else 1

    def extended(place: int, short: Counter[Pair], chosen: Counter[Pair]) -> Iterator[Counter[Pair]]:
        if place == len(blocks):
            if not any(short.values()):
                yield chosen
            return
        block = blocks[place]
        parts = list(itertools.combinations(block, t))
        for times in range(min(most, *(short[part] for part in parts)) + 1):
            less = Counter(short)
            less.subtract(dict.fromkeys(parts, times))
            yield from extended(place + 1, less, chosen + Counter({block: times}))

    yield from extended(0, Counter(dict.fromkeys(itertools.combinations(range(v), t), index)), Counter())


def resolutions(v: int, blocks: Counter[Pair]) -> int:
    """In how many ways blocks are divided into numbered days that have each point once."""
    left = +blocks
    if not left:
        return 1
    days = (
        frozenset(day)
        for day in itertools.combinations(sorted(left), v // len(min(left)))
        if sorted(point for block in day for point in block) == list(range(v))
    )
    return sum(resolutions(v, left - Counter(day)) for day in days)


def designs(keys: dict[str, Any]) -> int:
    """How many designs there are, points and days numbered."""
    if keys.get("resolvable"):
        return sum(resolutions(keys["v"], blocks) for blocks in multisets(keys))
    return sum(1 for _ in multisets(keys))

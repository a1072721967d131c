"""The judge of Steiner trees: the smallest set of cells that connects some wanted cells to the roots, computed by the judge.

The body: `targets`, some of the wanted cells; `weight`, an integer w of 0 or more. A tree is a set of cells of the region
connected by edge-steps and corner-steps; it weighs 2 for each cell and w for each corner-step. Trees that together hold the
targets, each with a root in it and w for that root, weigh at least L, which the judge finds by the dynamic program of Dreyfus
and Wagner over sets of targets.

Take a solution of n placements that covers k cells. Each placement is entered once: at a root, or by a corner-step from one
that was placed before; within it edge-steps lead to all its cells, for every piece is in one part. These steps make trees of
all k cells, with a root in each and n corner-steps and entered roots in all, that contain the targets; so L <= 2k + wn, and k
>= (L - wn) / 2. And n placements are of n different pieces: k is at least the sizes of the n smallest pieces and at most those
of the n largest. The least k that some n allows is a bound on the cells covered;
if no n allows any, there is no solution. With w = 0 it is the plain tree, half of whose weight is the bound.

Source: S. E. Dreyfus and R. A. Wagner, The Steiner problem in graphs, Networks 1 (1971); cells weigh instead of steps.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from itertools import accumulate
from typing import Any

import numpy as np

from exactcover.judges.bodies import entry, refuse_unknown, whole_number, whole_numbers
from exactcover.model.certificate import InvalidCertificate
from exactcover.model.encoding import Model, name_of
from exactcover.model.growth import Cheaper, Growth

KEYS = ("targets", "weight")
MOST_WEIGHT = 1_000
MOST_WORK = 20_000_000
"""Limit on cells times pairs of nested sets of targets."""

Cell = tuple[int, ...]


def judge(model: Model, body: Mapping[str, Any]) -> None:
    """Raise InvalidCertificate if the body does not prove that a growth has no solution, or none below the bound."""
    if not isinstance(model, Growth | Cheaper):
        raise InvalidCertificate(f"a tree was given for a {name_of(model)}; expected pieces that grow from a root")
    growth = model.growth if isinstance(model, Cheaper) else model
    refuse_unknown(body, KEYS)
    targets, weight = read(growth, body)
    least = bound(growth, targets, weight)
    if isinstance(model, Growth) and least is not None:
        raise InvalidCertificate(f"the targets may be connected by {least} cells; expected that nothing connects them")
    if isinstance(model, Cheaper) and growth.price != "cells":
        raise InvalidCertificate("a tree was given where covered cells do not cost; expected another argument")
    if isinstance(model, Cheaper) and least is not None and least < model.cost:
        raise InvalidCertificate(f"the tree says that {least} cells are covered; expected at least {model.cost}")


def read(growth: Growth, body: Mapping[str, Any]) -> tuple[list[Cell], int]:
    """Return a body's targets and weight; raises InvalidCertificate if their format is invalid."""
    named = entry(body, "targets", "a list of cells")
    if not isinstance(named, list) or not named:
        raise InvalidCertificate("targets is not a list of cells; expected at least one cell")
    if 3 ** min(len(named), 100) * growth.region.size > MOST_WORK:
        raise InvalidCertificate(f"there are {len(named)} targets on {growth.region.size} cells; expected fewer")
    targets = [tuple(whole_numbers(cell, "a target", growth.dimension)) for cell in named]
    for target in targets:
        inside = all(0 <= x < n for x, n in zip(target, growth.region.shape, strict=True))
        if not inside or not growth.wanted[target]:
            raise InvalidCertificate(f"the target {target} need not be covered; expected a wanted cell")
    if len(set(targets)) < len(targets):
        raise InvalidCertificate("a target is named twice; expected different cells")
    weight = whole_number(entry(body, "weight", "a whole number"), "the weight", 0, MOST_WEIGHT)
    return targets, weight


def bound(growth: Growth, targets: list[Cell], weight: int) -> int | None:
    """Return the minimum number of cells that a solution covers, None if there is no solution."""
    least = least_weight(growth, targets, weight)
    sizes = sorted(piece.size for piece in growth.pieces if piece.most)
    if least is None:
        return None
    possible = []
    for number, (smallest, largest) in enumerate(zip(accumulate(sizes), accumulate(sizes[::-1]), strict=True), start=1):
        needed = -(-(least - weight * number) // 2)
        if needed <= largest:
            possible.append(max(needed, smallest))
    return min(possible, default=None)


def least_weight(growth: Growth, targets: list[Cell], weight: int) -> int | None:
    """Return the minimum weight of trees that contain the targets, each with a root in it; None if nothing connects them."""
    cells = set(map(tuple, np.argwhere(growth.region).tolist()))
    steps = [(2, step) for step in growth.steps.tolist()] + [(2 + weight, step) for step in growth.corners.tolist()]
    roots = list(map(tuple, np.argwhere(growth.roots).tolist()))
    trees: list[dict[Cell, int]] = [{}]
    joined: list[int | None] = [0]
    for members in range(1, 1 << len(targets)):
        single = members & (members - 1) == 0
        start = {targets[members.bit_length() - 1]: 2} if single else _met(trees, members)
        trees.append(_spread({cell: weighs for cell, weighs in start.items() if cell in cells}, cells, steps))
        ways = [trees[members][root] + weight for root in roots if root in trees[members]]
        for part in _parts(members):
            one, other = joined[part], joined[members ^ part]
            if one is not None and other is not None:
                ways.append(one + other)
        joined.append(min(ways, default=None))
    return joined[-1]


def _parts(members: int) -> list[int]:
    """Return the proper nonempty subsets of a set, one of each complementary pair."""
    parts, part = [], (members - 1) & members
    while part > members ^ part:
        parts.append(part)
        part = (part - 1) & members
    return parts


def _met(trees: list[dict[Cell, int]], members: int) -> dict[Cell, int]:
    """Return the minimum weight of two trees that meet in a cell and together contain a set of targets, by cell."""
    met: dict[Cell, int] = {}
    for part in _parts(members):
        other = trees[members ^ part]
        for cell, weighs in trees[part].items():
            if cell in other:
                both = weighs + other[cell] - 2
                met[cell] = min(met.get(cell, both), both)
    return met


def _spread(start: dict[Cell, int], cells: set[Cell], steps: list[tuple[int, list[int]]]) -> dict[Cell, int]:
    """Return the minimum weight with which each cell is reached by steps from cells that already have a weight."""
    weighs, queue = dict(start), [(least, cell) for cell, least in start.items()]
    heapq.heapify(queue)
    while queue:
        least, cell = heapq.heappop(queue)
        if least > weighs[cell]:
            continue
        for more, step in steps:
            beside = tuple(x + y for x, y in zip(cell, step, strict=True))
            if beside in cells and least + more < weighs.get(beside, least + more + 1):
                weighs[beside] = least + more
                heapq.heappush(queue, (least + more, beside))
    return weighs

"""A proof by prices as a tree: each node has a sequence of prices, which close it or drop options, and then may branch.

Two ways to branch, both with two branches, the first of which is the first child:
a pair of items (r, s), each covered at most once: some chosen option has both, or none has (Ryan and Foster 1981); an option:
it is chosen, or it is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from exactcover.backends.search.prices.table import (
    SCALES,
    Columns,
    Cut,
    Numbers,
    Part,
    Prices,
    Proved,
    Table,
    proved,
    rounded,
    whole,
)
from exactcover.model.arrays import Integers

ALMOST_ALL = 0.98
"""A smaller scale is used if it drops at least this fraction of what the largest scale drops."""


@dataclass(frozen=True)
class Branch:
    """What a node branches on: a pair of items, or an option (a number of the cover)."""

    pair: tuple[int, int] | None = None
    option: int | None = None

    def parts(self, table: Table, part: Part) -> tuple[Part, Part]:
        """Return the two parts of a part of the search."""
        if self.pair is None:
            mask = table.numbers == self.option
            return Part(part.available, part.chosen | mask, part.least), part.without(mask)
        first, second = (table.has(item) for item in self.pair)
        least = part.least.copy()
        least[list(self.pair)] = 1
        together = part.without(first ^ second)
        return Part(together.available, part.chosen, least), part.without(first & second)


@dataclass
class Node:
    """A node: its prices in order, then a branch and its children, or neither if the last prices close it."""

    prices: list[Prices] = field(default_factory=list)
    branch: Branch | None = None
    children: list[Node] = field(default_factory=list)

    def leaves(self) -> int:
        """Return the number of leaves below, including itself if it is one."""
        return sum(child.leaves() for child in self.children) if self.children else 1

    def each(self) -> Iterator[Node]:
        """Yield the nodes in preorder."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))


@dataclass(frozen=True, eq=False)
class Cheapest:
    """The result of a search: the selection (numbers of the cover), the tree and its cuts that prove it cheapest."""

    selection: Integers | None
    node: Node
    cuts: list[Cut]


def closing(columns: Columns, duals: tuple[Numbers, Numbers], part: Part, limit: int) -> tuple[Prices, Proved]:
    """Return prices of the smallest scale that close a part, or that drop about as many options as those of the largest."""
    prices = rounded(*duals, SCALES[-1])
    exact = proved(columns, prices, part)
    closes, drops = exact.closes(limit), int(exact.drops(limit, part).sum())
    for scale in SCALES[:-1]:
        coarse = rounded(*duals, scale)
        proof = proved(columns, coarse, part)
        if proof.closes(limit) or (not closes and drops and proof.drops(limit, part).sum() >= ALMOST_ALL * drops):
            return coarse, proof
    return prices, exact


def pruned(node: Node, columns: Columns, limit: int) -> Node:
    """Return the tree without redundant prices and branches, for the final (lowest) limit; columns: of the whole table."""
    table = columns.table

    def replayed(each: Node, part: Part) -> Node:
        kept: list[Prices] = []
        for prices in each.prices:
            padded = _padded(prices, len(columns.cuts))
            proof = proved(columns, padded, part)
            if proof.closes(limit):
                return Node([*kept, padded])
            dropped = proof.drops(limit, part)
            if dropped.any():
                kept.append(padded)
                part = part.without(dropped)
        assert each.branch is not None, "a leaf of the tree is open"
        parts = each.branch.parts(table, part)
        children = [replayed(child, own) for child, own in zip(each.children, parts, strict=True)]
        return Node(kept, each.branch, children)

    smaller = replayed(node, whole(table))
    while True:
        shorter = _without_one(smaller, columns, limit)
        if shorter is None:
            return smaller
        smaller = shorter


def _without_one(node: Node, columns: Columns, limit: int) -> Node | None:
    """Return a root without one of its prices if it is still closed; None if each is needed, or it branches."""
    if node.branch is not None or len(node.prices) < 2:
        return None
    for left_out in range(len(node.prices) - 1):
        prices = [each for place, each in enumerate(node.prices) if place != left_out]
        part = whole(columns.table)
        for each in prices:
            proof = proved(columns, each, part)
            if proof.closes(limit):
                return Node(prices[: prices.index(each) + 1])
            part = part.without(proof.drops(limit, part))
    return None


def _padded(prices: Prices, number: int) -> Prices:
    """Return prices with a weight for each cut that now exists."""
    cuts = np.zeros(number, dtype=np.int64)
    cuts[: len(prices.cuts)] = prices.cuts
    return Prices(prices.scale, prices.items, cuts)


def body_of(node: Node, cuts: Sequence[Cut], dominated: Sequence[tuple[int, int, int]] = ()) -> dict[str, Any]:
    """Return the body of a certificate of the kind `prices`: cuts by their items, nodes in preorder; unused cuts are omitted."""
    used = sorted(
        {cut for each in node.each() for prices in each.prices for cut in np.flatnonzero(prices.cuts).tolist()}
    )
    rank = {cut: place for place, cut in enumerate(used)}
    nodes: list[dict[str, Any]] = []
    for each in node.each():
        for prices in each.prices:
            weights = [[rank[cut], int(prices.cuts[cut])] for cut in np.flatnonzero(prices.cuts).tolist()]
            nodes.append(
                {"scale": prices.scale, "prices": prices.items.tolist()} | ({"cuts": weights} if weights else {})
            )
        if each.branch is not None:
            nodes.append(_branching(each.branch))
    body: dict[str, Any] = {"nodes": nodes}
    if dominated:
        body["dominated"] = [list(each) for each in dominated]
    if used:
        body["cuts"] = [cuts[cut].items.tolist() for cut in used]
    return body


def _branching(branch: Branch) -> dict[str, Any]:
    return {"option": branch.option} if branch.pair is None else {"pair": list(branch.pair)}

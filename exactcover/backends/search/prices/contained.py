"""Items contained in every option of another item: removing them leaves fewer options and fewer rows of the linear program.

Let every option of item r also have item s. If r must be covered as often as s may be, no solution has an option of s without
r. The proof is a large price on r and its negative on s: it makes those options too expensive, and changes nothing else.
Source: K. L. Hoffman, M. Padberg, Management Science 39 (1993), page 661.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from exactcover.backends.search.prices.table import Prices, Table
from exactcover.model.arrays import Integers, Mask

LARGEST_PRICE = 1 << 40
"""Larger prices might not fit into 64 bits when added up."""
MOST_BYTES = 1 << 31
"""Bits read to compare the items of a table: about a second."""


def without_contained(table: Table) -> tuple[Table, list[Prices]]:
    """Return the table without the options thus excluded, and prices that prove it, round by round.

    In the table an item is not `distinct` if another item in the same options demands more, or demands as much and comes
    first.
    """
    proofs: list[Prices] = []
    if len(table.members) * table.items > 8 * MOST_BYTES or not table.options:
        return table, proofs
    dear = int(table.most.sum()) * int(np.abs(table.costs).max()) - int(np.minimum(table.costs, 0).sum()) + 1
    while True:
        prices = np.zeros(table.items, dtype=np.int64)
        distinct = np.ones(table.items, dtype=np.bool_)
        for item, others in _contained(table):
            same = others[table.counts[others] == table.counts[item]]
            looser = same[(table.least[same] <= table.least[item]) & (table.most[same] >= table.most[item])]
            equal = (table.least[looser] == table.least[item]) & (table.most[looser] == table.most[item])
            distinct[looser[~equal | (looser > item)]] = False
            wider = others[(table.counts[others] > table.counts[item]) & (table.most[others] <= table.least[item])]
            prices[item] += dear * len(wider)
            prices[wider] -= dear
        if not prices.any() or int(np.abs(prices).max()) > LARGEST_PRICE:
            return replace(table, distinct=distinct), proofs
        proofs.append(Prices(1, prices, np.zeros(0, dtype=np.int64)))
        table = table.kept(table.sums(prices) >= 0)


def _contained(table: Table) -> Iterator[tuple[int, Integers]]:
    """Yield each item that some option has, with the other items that all of its options have."""
    bits = np.zeros((table.options, -(-table.items // 8)), dtype=np.uint8)
    owners = np.repeat(np.arange(table.options), table.lengths)
    np.bitwise_or.at(bits, (owners, table.members >> 3), (128 >> (table.members & 7)).astype(np.uint8))
    order = np.argsort(table.members, kind="stable")
    ends = np.cumsum(table.counts)
    for item in np.flatnonzero(table.counts).tolist():
        options = owners[order[ends[item] - table.counts[item] : ends[item]]]
        common: Mask = np.unpackbits(np.bitwise_and.reduce(bits[options], axis=0), count=table.items) == 1
        common[item] = False
        yield item, np.flatnonzero(common)

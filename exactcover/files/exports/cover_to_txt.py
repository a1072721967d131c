"""Covers in OR-Library's set partitioning format: the numbers of rows and columns, then for each column its cost,
number of rows, rows.

Column i is option i; rows are the items that must be covered, in order, numbered from 1; bounds implied by these are
left out. Without costs all costs are 0. Source: J. E. Beasley, OR-Library,
http://people.brunel.ac.uk/~mastjjb/jeb/orlib/sppinfo.html
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from exactcover.files.exports.cover_rows import Row, in_chunks, rows
from exactcover.model.arrays import Integers
from exactcover.model.cover import Cover
from exactcover.model.errors import Unsuitable


def write(cover: Cover) -> Iterator[bytes]:
    """Return the text in chunks; raises Unsuitable if an item is not covered exactly once, or two columns are equal."""
    stated = list(rows(cover))
    once = np.zeros(len(cover.items), dtype=np.int64)
    once[[row.item - 1 for row in stated if (row.least, row.most) == (1, 1)]] = 1
    weights = np.add.reduceat(np.append(once[cover.members], 0), cover.starts[:-1]) if cover.options else once[:0]
    numbers = np.zeros(len(cover.items), dtype=np.int64)
    number = 0
    for row in stated:
        exactly = (row.least, row.most) == (1, 1) or not row.options
        if not exactly and not _follows(row, weights, int(once.sum())):
            raise Unsuitable(
                f"item {row.item} is covered {row.least} to {row.most} times, which txt cannot state; expected each exactly once"
            )
        number += exactly
        numbers[row.item - 1] = number if exactly else 0
    columns = _columns(cover, numbers)
    known: dict[tuple[int, ...], int] = {}
    for option, column in enumerate(columns, 1):
        if not column:
            raise Unsuitable(
                f"option {option} covers no item that must be, which txt cannot state; expected one at least"
            )
        if known.setdefault(column, option) != option:
            raise Unsuitable(
                f"options {known[column]} and {option} cover the same, of which txt keeps the cheaper one; expected others"
            )
    return in_chunks(_lines(cover, int(numbers.max(initial=0)), columns))


def _follows(row: Row, weights: Integers, number: int) -> bool:
    """Return whether a bound is implied by the items that are covered once: there is no room for more such options.

    weights: for each option, how many of those items it has; number: how many there are.
    """
    least = int(weights[np.array(row.options) - 1].min())
    return row.least == 0 and least > 0 and row.most >= number // least


def _columns(cover: Cover, numbers: Integers) -> list[tuple[int, ...]]:
    """Return the rows of each option, in increasing order."""
    own = numbers[cover.members].tolist()
    starts = cover.starts.tolist()
    return [tuple(sorted(number for number in own[first:end] if number)) for first, end in pairwise(starts)]


def _lines(cover: Cover, number: int, columns: list[tuple[int, ...]]) -> Iterator[str]:
    yield f" {number} {len(columns)}\n"
    costs = [0] * len(columns) if cover.costs is None else cover.costs.tolist()
    for cost, column in zip(costs, columns, strict=True):
        yield f" {cost} {len(column)} {' '.join(map(str, column))}\n"

"""The rows that a cover asks of its options, one per item, and text in pieces: what the writers of models share.

Variable i, counted from 1, is option i of the cover; row i is item i, counted from 1 too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from exactcover.model.cover import Cover
from exactcover.model.errors import Unsuitable

AT_ONCE = 1 << 16
"""Characters that are written together."""


class Row(NamedTuple):
    """From least to most of the options (numbers from 1, increasing) are chosen; item: the number of the row, from 1."""

    item: int
    options: list[int]
    least: int
    most: int


def rows(cover: Cover) -> Iterator[Row]:
    """Yield the row of each item that some selection violates; most is at most the number of options, or least."""
    order = np.argsort(cover.members, kind="stable")
    owners = cover.owners[order] + 1
    ends = np.concatenate(([0], np.cumsum(np.bincount(cover.members, minlength=len(cover.items))))).tolist()
    ranges = zip(cover.least.tolist(), cover.most.tolist(), strict=True)
    for item, (least, most) in enumerate(ranges):
        number = ends[item + 1] - ends[item]
        if least > 0 or most < number:
            yield Row(item + 1, owners[ends[item] : ends[item + 1]].tolist(), least, max(least, min(most, number)))


def rows_with_a_variable(cover: Cover) -> Iterator[Row]:
    """Yield the rows, and behind those of a cover without options one by which x1, the variable that a text must have, is 0."""
    yield from rows(cover)
    if not cover.options:
        yield Row(len(cover.items) + 1, [1], 0, 0)


def costs(cover: Cover) -> list[tuple[int, int]]:
    """Return the cost and the number (from 1) of each option that costs something."""
    if cover.costs is None:
        return []
    return [(cost, option) for option, cost in enumerate(cover.costs.tolist(), 1) if cost]


def refuse_costs(cover: Cover, name: str) -> None:
    """Raise Unsuitable where a format that has no costs cannot state the cover."""
    if cover.costs is not None:
        raise Unsuitable(f"the options have costs, which {name} cannot state; expected opb, lp, mps, dlx or json")


def in_chunks(parts: Iterable[str]) -> Iterator[bytes]:
    """Yield texts as bytes, many at once."""
    waiting: list[str] = []
    length = 0
    for part in parts:
        waiting.append(part)
        length += len(part)
        if length >= AT_ONCE:
            yield "".join(waiting).encode()
            waiting, length = [], 0
    if waiting:
        yield "".join(waiting).encode()


def terms(words: Iterable[str], each_line: int = 20) -> str:
    """Return words with blanks between them, so many on a line: some readers refuse long lines."""
    listed = list(words)
    if len(listed) <= each_line:
        return " ".join(listed)
    return "\n  ".join(" ".join(listed[first : first + each_line]) for first in range(0, len(listed), each_line))

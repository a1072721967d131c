"""Tables of many selections, and of many solutions: their parts, and which parts each of them has.

Solutions of a long list share their placements. A table stores each of them once, so that it can be judged, decoded and sent
as arrays. Not here: decoding single selections (encoding.py).
"""

from __future__ import annotations

import marshal
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from exactcover.model.arrays import Integers

Lines: TypeAlias = NDArray[np.int32]
AS_LISTS_AT_ONCE = 1024
MARSHAL_VERSION = 2
"""The last version that writes equal values as equal bytes, however often they are referenced."""


def written(part: Any) -> bytes:
    """Return a JSON value in the format of tables of solutions; raises ValueError for anything else."""
    return marshal.dumps(part, MARSHAL_VERSION)


@dataclass(frozen=True, eq=False)
class SelectionTable:
    """Selections of a model that consist of parts: option numbers (Cover), or placements (Tiling).

    parts: the possible parts, all different, one per line; lines: (n, longest) the numbers of the parts of each selection,
    padded with -1.
    """

    parts: Integers
    lines: Lines

    def __len__(self) -> int:
        return len(self.lines)

    def __iter__(self) -> Iterator[Integers]:
        for line in self.lines:
            yield self.parts[line[line >= 0]]


def table_of(selections: Lines, options: int) -> SelectionTable:
    """Return the table of selections of option numbers (a line each, padded with -1); options: the number of a cover's
    options."""
    used = np.zeros(options + 1, dtype=np.bool_)
    used[selections] = True
    parts = np.flatnonzero(used[:-1])
    numbers = np.full(options + 1, -1, dtype=np.int32)
    numbers[parts] = np.arange(len(parts))
    return SelectionTable(parts, numbers[selections])


def in_order(selections: SelectionTable) -> tuple[Integers, Lines]:
    """Return the parts in ascending order, and the lines renumbered accordingly, each ascending."""
    order = np.argsort(selections.parts)
    ranks = np.full(len(order) + 1, len(order), dtype=np.int32)  # part number -1 comes after all others
    ranks[order] = np.arange(len(order))
    lines = np.sort(ranks[selections.lines], axis=1)
    lines[lines == len(order)] = -1
    return selections.parts[order], lines


@dataclass(frozen=True, eq=False)
class SolutionTable:
    """Solutions that are each `{key: [part, ...]}`.

    parts: JSON values, see `written`; lines: (n, longest) the numbers of the parts of each solution, padded with -1; further:
    by key, a value of each part, such as a name: a solution then has lists of these under these keys too.
    """

    key: str
    parts: tuple[bytes, ...]
    lines: Lines
    further: Mapping[str, Sequence[Any]] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.lines)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Yield the solutions; a part is one value in all solutions that have it."""
        table = {self.key: [marshal.loads(part) for part in self.parts], **self.further}
        columns = [_objects(values) for values in table.values()]
        lengths = (self.lines >= 0).sum(axis=1).tolist()
        for first in range(0, len(self.lines), AS_LISTS_AT_ONCE):
            lines = self.lines[first : first + AS_LISTS_AT_ONCE]
            some = (values[lines].tolist() for values in columns)
            for length, *lists in zip(lengths[first : first + AS_LISTS_AT_ONCE], *some, strict=True):
                cut = (each if length == len(each) else each[:length] for each in lists)
                yield dict(zip(table, cut, strict=True))


def covered(parts: Sequence[Any], lines: Lines, cells: Sequence[tuple[int, ...]]) -> NDArray[np.uint64]:
    """Return which of some cells the solutions of a table cover, as bits of words, the first cell lowest; a row for each.

    parts: the table's, each with its `cells`.
    """
    number_of = {cell: number for number, cell in enumerate(cells)}
    masks = np.zeros((len(parts) + 1, -(-len(cells) // 64)), dtype=np.uint64)  # the last one is of part number -1
    for number, part in enumerate(parts):
        for cell in part["cells"]:
            at = number_of.get(tuple(cell))
            if at is not None:
                masks[number, at // 64] |= np.uint64(1 << at % 64)
    rows: NDArray[np.uint64] = np.bitwise_or.reduce(masks[lines], axis=1)
    return rows


def _objects(values: Sequence[Any]) -> NDArray[np.object_]:
    """Return values as an array of objects, followed by one that number -1 stands for."""
    objects = np.empty(len(values) + 1, dtype=np.object_)
    for number, value in enumerate(values):
        objects[number] = value
    return objects

"""Layouts: a packing's solution as arrays, a row for each piece, for boards too large to write out.

A row is a piece, one of its orientations and its offset. Orientations are numbered in increasing order of their cells, each
moved to least coordinate 0 and sorted: a number that anybody can compute from the puzzle.
Not here: judging layouts (the puzzle's referee), and their files (layout_file.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from exactcover.model.arrays import Integers
from exactcover.model.errors import InvalidModel

MOST_WRITTEN = 10**5
"""Maximum pieces of a solution written out as JSON; above it the JSON refers to a file, or has nothing."""
MOST_DRAWN = 2_000
"""Maximum pieces of a solution drawn as text, piece by piece; above it a picture is painted from the arrays."""
ROWS_AT_ONCE = 1 << 15


@dataclass(frozen=True, eq=False)
class Layout:
    """Placed pieces.

    kinds: the names of pieces; shapes: of each kind its orientations (n, cells, dimension), in their order; piece: (n,)
    indices of kinds; orientation: (n,) indices of the kind's shapes; offset: (n, dimension), added to the cells. Integers of
    any size. Raises InvalidModel if the arrays do not match.
    """

    kinds: tuple[str, ...]
    shapes: tuple[Integers, ...]
    piece: Integers
    orientation: Integers
    offset: Integers

    def __post_init__(self) -> None:
        if len(self.kinds) != len(self.shapes):
            raise InvalidModel(
                f"a layout has {len(self.kinds)} kinds and shapes of {len(self.shapes)}; expected as many"
            )
        rows = self.piece.shape
        if len(rows) != 1 or self.orientation.shape != rows or self.offset.ndim != 2 or len(self.offset) != rows[0]:
            shapes = ", ".join(str(each.shape) for each in (self.piece, self.orientation, self.offset))
            raise InvalidModel(f"a layout's arrays have shapes {shapes}; expected (n,), (n,) and (n, dimension)")

    def __len__(self) -> int:
        """Return the number of pieces."""
        return len(self.piece)

    def groups(self) -> Iterator[tuple[int, int, Integers]]:
        """Yield piece, orientation and the rows that have both, in increasing order."""
        most = max((len(shapes) for shapes in self.shapes), default=0) + 1
        keys = self.piece.astype(np.int64) * most + self.orientation
        small = keys.astype(np.uint16) if len(self.kinds) * most < 1 << 16 else keys
        order = np.argsort(small, kind="stable")
        ends = np.flatnonzero(np.diff(keys[order], append=-1)) + 1
        for rows in np.split(order, ends[:-1]) if len(keys) else ():
            yield int(self.piece[rows[0]]), int(self.orientation[rows[0]]), rows

    def part(self, rows: slice | Integers) -> Layout:
        """Return the layout of some of the rows."""
        return Layout(self.kinds, self.shapes, self.piece[rows], self.orientation[rows], self.offset[rows])

    def placements(self) -> Iterator[dict[str, Any]]:
        """Yield each row as {"piece": name, "cells": [[row, column], ...]}, ready for json.dumps; generated in small batches."""
        for first in range(0, len(self), ROWS_AT_ONCE):
            part = self.part(slice(first, first + ROWS_AT_ONCE))
            placed: list[dict[str, Any]] = [{}] * len(part)
            for kind, orientation, rows in part.groups():
                name = self.kinds[kind]
                cells = self.shapes[kind][orientation] + part.offset[rows][:, None, :]
                for row, each in zip(rows.tolist(), cells.tolist(), strict=True):
                    placed[row] = {"piece": name, "cells": each}
            yield from placed


def as_json(solution: Any) -> Any:
    """Return a solution in the contract's format: a layout of up to MOST_WRITTEN pieces written out, anything else unchanged."""
    if isinstance(solution, Layout) and len(solution) <= MOST_WRITTEN:
        return {"placements": list(solution.placements())}
    return solution

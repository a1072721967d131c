"""Cuts a region into parts that are tiled one by one, ignoring the counts, then repairs the counts of the whole.

For rigid pieces on boards too large to be searched whole: straight cuts across the longest axis, such that the areas of both
sides are sums of pieces.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from exactcover.backends.search.boards.arrays import board_of, selection_of, sums
from exactcover.backends.search.boards.steps import Allowance, Step, laid, mended, unbounded
from exactcover.kernel.boards import board as boards
from exactcover.kernel.boards.filling import fill
from exactcover.model.arrays import Integers, Mask
from exactcover.model.tiling import Tiling

AREAS = (100, 200, 400, 60, 800)  # approximate cells of a part, tried in turn
NODES = 400_000  # per part
PATIENCE = 300


def by_parts(tiling: Tiling, target: Integers, seed: int, allowance: Allowance) -> Iterator[Step]:
    """Tile part by part; if a part cannot be tiled, restart with parts of another size; ends after the last size."""
    plan = "the parts between straight cuts, then repair the counts"
    for number, area in enumerate(AREAS):
        tiled = []
        for part in parts(tiling, area):
            region = unbounded(tiling, part)
            board = board_of(region, np.zeros(len(tiling.pieces)), seed + number)
            full = False
            while not full and board.scalars[boards.NODES] < NODES:
                before = int(board.scalars[boards.NODES])
                full = bool(fill(board, allowance.slice(), PATIENCE))
                allowance.use(int(board.scalars[boards.NODES]) - before)
                yield Step(plan)
            if not full:
                break
            tiled.append(selection_of(region, board))
        else:
            if len(tiled) > 1:
                board = laid(tiling, target, np.concatenate(tiled), seed)
                yield from mended(tiling, board, allowance, plan)
                return


def parts(tiling: Tiling, area: int) -> Iterator[Mask]:
    """Yield masks of slabs across the longest axis, each of about that area, and of an area that is a sum of pieces."""
    axis = int(np.argmax(tiling.region.shape))
    others = tuple(each for each in range(tiling.dimension) if each != axis)
    cells = tiling.region.sum(axis=others)
    total = int(cells.sum())
    makes = sums([piece.size for piece in tiling.pieces if piece.most], total)
    first, held = 0, 0
    for place, count in enumerate(cells.tolist()):
        held += count
        total -= count
        last = place + 1 == len(cells)
        if last or (held >= area and total >= area and makes[held] and makes[total]):
            mask = np.zeros(tiling.region.shape, dtype=np.bool_)
            slab = (*[slice(None)] * axis, slice(first, place + 1))
            mask[slab] = tiling.region[slab]
            yield mask
            first, held = place + 1, 0

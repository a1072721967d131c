"""The judge of placements: lays every placement on the region and counts, with no list of placements to trust.

Each selection is judged from the beginning: nothing is remembered from one to the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.model.arrays import Integers
from exactcover.model.tiling import Tiling

NUMBERS_AT_ONCE = 1 << 20


def faults(tiling: Tiling, selection: Integers) -> list[str]:
    """Return what is wrong with placements `piece, orientation, *offset`, one sentence per fault; none for a solution."""
    if selection.ndim != 2 or selection.shape[1] != 2 + tiling.dimension:
        return [
            f"placements have shape {selection.shape}; expected lines of piece, orientation and {tiling.dimension} offsets"
        ]
    pieces, ways = selection[:, 0].tolist(), selection[:, 1].tolist()
    every = [piece.orientations for piece in tiling.pieces]
    known = [0 <= piece < len(every) and 0 <= way < len(every[piece]) for piece, way in zip(pieces, ways, strict=True)]
    if not all(known):
        unknown = [
            f"placement of piece {piece}, orientation {way} does not exist"
            for piece, way, exists in zip(pieces, ways, known, strict=True)
            if not exists
        ]
        return unknown + faults(tiling, selection[known])
    orientations = [every[piece][way] for piece, way in zip(pieces, ways, strict=True)]
    return _laid_wrong(tiling, selection, orientations) + _miscounted(tiling, pieces)


def all_right(tiling: Tiling, parts: Integers, lines: NDArray[np.integer[Any]]) -> bool:
    """Return whether many selections are solutions: lays the placements of each on the region, and counts them by piece.

    parts: placements; lines: the numbers of the parts of each selection, padded with -1; all of them below len(parts).
    """
    if parts.ndim != 2 or parts.shape[1] != 2 + tiling.dimension:
        return False
    every = [piece.orientations for piece in tiling.pieces]
    pieces, ways = parts[:, 0].tolist(), parts[:, 1].tolist()
    if not all(
        0 <= piece < len(every) and 0 <= way < len(every[piece]) for piece, way in zip(pieces, ways, strict=True)
    ):
        return False
    orientations = [every[piece][way] for piece, way in zip(pieces, ways, strict=True)]
    owners, inside, places = _laid(tiling, parts, orientations)
    if not inside.all() or not tiling.region.ravel()[places].all():
        return False
    # A bit for each cell of the region. The part of number -1 is the last line: it covers nothing, and is of no piece.
    numbers = (np.cumsum(tiling.region) - 1)[places]
    words = -(-int(tiling.region.sum()) // 64)
    covered = np.zeros((len(parts) + 1, 64 * words), dtype=np.bool_)
    covered[owners, numbers] = True
    bits = np.packbits(covered, axis=1).view(np.uint64)
    whole = np.packbits(np.arange(64 * words) < tiling.region.sum()).view(np.uint64)
    piece_of = np.array([*pieces, len(every)], dtype=np.int64)
    least = np.array([piece.least for piece in tiling.pieces] + [0], dtype=np.int64)
    most = np.array([piece.most for piece in tiling.pieces] + [lines.shape[1]], dtype=np.int64)
    at_once = max(1, NUMBERS_AT_ONCE // (words + len(least) + lines.shape[1]))
    for first in range(0, len(lines), at_once):
        some = lines[first : first + at_once]
        board = np.zeros((len(some), words), dtype=np.uint64)
        for column in some.T:
            if (board & bits[column]).any():
                return False
            board |= bits[column]
        placed = piece_of[some] + len(least) * np.arange(len(some))[:, None]
        copies = np.bincount(placed.ravel(), minlength=len(least) * len(some)).reshape(len(some), -1)
        if (board != whole).any() or (copies < least).any() or (copies > most).any():
            return False
    return True


def _laid(
    tiling: Tiling, selection: Integers, orientations: Sequence[Integers]
) -> tuple[Integers, NDArray[np.bool_], Integers]:
    """Return, of each cell that orientations cover at their offsets, the orientation, whether it is in the box, its place."""
    owners = np.repeat(np.arange(len(orientations)), list(map(len, orientations)))
    cells = np.concatenate([*orientations, np.empty((0, tiling.dimension), dtype=np.int64)])
    inside, places = np.ones(len(cells), dtype=np.bool_), np.zeros(len(cells), dtype=np.int64)
    for axis, length in enumerate(tiling.region.shape):
        # A coordinate beyond 64 bits comes out below zero, so off the board.
        line = cells[:, axis] + selection[:, 2 + axis].astype(np.int64)[owners]
        inside &= (line >= 0) & (line < length)
        places = places * length + line
    return owners, inside, places


def _laid_wrong(tiling: Tiling, selection: Integers, orientations: Sequence[Integers]) -> list[str]:
    """Return the cells off the region, and those of it that are not covered once, by the orientations at their offsets."""
    owners, inside, places = _laid(tiling, selection, orientations)
    times = np.bincount(places[inside], minlength=tiling.region.size).reshape(tiling.region.shape)
    if inside.all() and (times == tiling.region).all():
        return []
    sentences = []
    inside[inside] = tiling.region.ravel()[places[inside]]
    cells = np.concatenate([*orientations, np.empty((0, tiling.dimension), dtype=np.int64)])
    for row, cell in zip(owners[~inside].tolist(), cells[~inside].tolist(), strict=True):
        place = tuple(x + y for x, y in zip(cell, selection[row, 2:].tolist(), strict=True))
        name = tiling.pieces[selection[row, 0]].name
        sentences.append(f"{name!r} covers {place}, which is not in the region")
    for place in map(tuple, np.argwhere(tiling.region & (times != 1)).tolist()):
        sentences.append(f"cell {place} is covered {times[place]} times; expected 1")
    return sentences


def _miscounted(tiling: Tiling, placed: Sequence[int]) -> list[str]:
    """Return the pieces with too few or too many copies; placed: the piece of each placement."""
    copies = np.bincount(np.array(placed, dtype=np.int64), minlength=len(tiling.pieces)).tolist()
    return [
        f"{piece.name!r} is placed {number} times; expected {piece.least} to {piece.most}"
        for piece, number in zip(tiling.pieces, copies, strict=True)
        if not piece.least <= number <= piece.most
    ]

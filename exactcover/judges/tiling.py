"""The judge of placements: lays every placement on the region and counts, without trusting any list of placements.

Each selection is judged from scratch: no state is kept between them. A few placements are laid together; many, or faulty ones,
are laid orientation by orientation, so that a million cells take a moment.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.model.arrays import Integers, Mask
from exactcover.model.tiling import Tiling

NUMBERS_AT_ONCE = 1 << 20
FEW = 1_000  # placements laid together, whatever their orientations


def faults(tiling: Tiling, selection: Integers) -> list[str]:
    """Return the faults of placements `piece, orientation, *offset`, one sentence each; none for a solution."""
    if selection.ndim != 2 or selection.shape[1] != 2 + tiling.dimension:
        return [
            f"placements have shape {selection.shape}; expected lines of piece, orientation and {tiling.dimension} offsets"
        ]
    known = _known(tiling, selection)
    if not known.all():
        unknown = [
            f"placement of piece {piece}, orientation {way} does not exist"
            for piece, way in selection[~known, :2].tolist()
        ]
        return unknown + faults(tiling, selection[known])
    laid_wrong = [] if _laid_right(tiling, selection) else _laid_wrong(tiling, selection)
    return laid_wrong + _miscounted(tiling, selection[:, 0])


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
    owners, inside, places = _cells_of(tiling, parts, orientations)
    ends = np.cumsum(list(map(len, orientations)))
    split = np.split(places, ends[:-1])
    if not (
        inside.all()
        and tiling.region.ravel()[places].all()
        and all(_on_grounds(tiling, *each).all() for each in zip(pieces, ways, split, strict=False))
    ):
        return False
    # A bit for each cell of the region. Part number -1 is the last line: it covers nothing, and is of no piece.
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


def _cells_of(
    tiling: Tiling, selection: Integers, orientations: Sequence[Integers]
) -> tuple[Integers, NDArray[np.bool_], Integers]:
    """Return, for each cell that orientations cover at their offsets, the orientation, whether it is in the box, and its
    index."""
    owners = np.repeat(np.arange(len(orientations)), list(map(len, orientations)))
    cells = np.concatenate([*orientations, np.empty((0, tiling.dimension), dtype=np.int64)])
    inside, places = np.ones(len(cells), dtype=np.bool_), np.zeros(len(cells), dtype=np.int64)
    for axis, length in enumerate(tiling.region.shape):
        # A coordinate beyond 64 bits becomes negative, hence off the board.
        line = cells[:, axis] + selection[:, 2 + axis].astype(np.int64)[owners]
        inside &= (line >= 0) & (line < length)
        places = places * length + line
    return owners, inside, places


def _on_grounds(tiling: Tiling, piece: int, way: int, places: Integers) -> Mask:
    """Return which placements of one orientation have all cells on their grounds; places: the positions (n, cells) in a row."""
    bound = tiling.pieces[piece].grounds
    if bound is None:
        return np.ones(len(places), dtype=np.bool_)
    assert tiling.grounds is not None  # a tiling refuses grounds that it has not
    grounds = tiling.grounds.reshape(len(tiling.grounds), -1)
    right: Mask = grounds[bound[way][:, None], places.reshape(-1, bound.shape[2])].all(axis=2).any(axis=0)
    return right


def _known(tiling: Tiling, selection: Integers) -> Mask:
    """Return which placements are of a piece and an orientation that exist."""
    ways = np.array([*(len(piece.orientations) for piece in tiling.pieces), 0])
    piece, way = selection[:, 0], selection[:, 1]
    exists = (piece >= 0) & (piece < len(tiling.pieces))
    of_piece = ways[np.where(exists, piece, len(tiling.pieces)).astype(np.int64)]
    known: Mask = exists & (way >= 0) & (way < of_piece)
    return known


def _laid(tiling: Tiling, selection: Integers) -> Iterator[tuple[Integers, Integers]]:
    """Yield rows of one piece and one orientation, and that orientation's cells."""
    ways = max((len(piece.orientations) for piece in tiling.pieces), default=1)
    groups = selection[:, 0].astype(np.int64) * ways + selection[:, 1].astype(np.int64)
    for group in np.flatnonzero(np.bincount(groups)).tolist():
        piece, way = divmod(group, ways)
        yield np.flatnonzero(groups == group), tiling.pieces[piece].orientations[way]


def _laid_right(tiling: Tiling, selection: Integers) -> bool:
    """Return whether a few placements without grounds cover each cell of the region once, and no other."""
    if len(selection) > FEW or tiling.grounds is not None:
        return False
    orientations = [tiling.pieces[piece].orientations[way] for piece, way in selection[:, :2].tolist()]
    _, inside, places = _cells_of(tiling, selection, orientations)
    if not inside.all():
        return False
    return np.array_equal(np.bincount(places, minlength=tiling.region.size), tiling.region.ravel())


def _laid_wrong(tiling: Tiling, selection: Integers) -> list[str]:
    """Return the covered cells off the region, and those in it not covered exactly once, by the orientations at their offsets."""
    region = tiling.region
    times = np.zeros(region.size, dtype=np.int64)
    astray: list[tuple[int, int, str]] = []
    for rows, cells in _laid(tiling, selection):
        # A coordinate beyond 64 bits becomes negative, hence off the board.
        lines = selection[rows, 2:].astype(np.int64)[:, None] + cells
        inside: Mask = np.logical_and.reduce((lines >= 0) & (lines < region.shape), axis=2)
        places = np.zeros(inside.shape, dtype=np.int64)
        for axis, length in enumerate(region.shape):
            places = places * length + lines[..., axis]
        np.add.at(times, places[inside], 1)
        inside[inside] = region.ravel()[places[inside]]
        for row, number in np.argwhere(~inside).tolist():
            piece, _, *offset = selection[rows[row]].tolist()
            place = tuple(x + y for x, y in zip(cells[number].tolist(), offset, strict=True))
            name = tiling.pieces[piece].name
            astray.append((int(rows[row]), number, f"{name!r} covers {place}, which is not in the region"))
        on_region = np.flatnonzero(inside.all(axis=1))
        piece = int(selection[rows[0], 0])
        for row in on_region[~_on_grounds(tiling, piece, int(selection[rows[0], 1]), places[on_region])].tolist():
            name, offset = tiling.pieces[piece].name, tuple(selection[rows[row], 2:].tolist())
            astray.append((int(rows[row]), 0, f"{name!r} at {offset} has a cell that is not on its ground"))
    if not astray and (times == region.ravel()).all():
        return []
    sentences = [sentence for _, _, sentence in sorted(astray)]
    on_board = times.reshape(region.shape)
    for place in map(tuple, np.argwhere(region & (on_board != 1)).tolist()):
        sentences.append(f"cell {place} is covered {on_board[place]} times; expected 1")
    return sentences


def _miscounted(tiling: Tiling, placed: Integers) -> list[str]:
    """Return the pieces with too few or too many copies; placed: the piece of each placement."""
    copies = np.bincount(placed.astype(np.int64), minlength=len(tiling.pieces)).tolist()
    return [
        f"{piece.name!r} is placed {number} times; expected {piece.least} to {piece.most}"
        for piece, number in zip(tiling.pieces, copies, strict=True)
        if not piece.least <= number <= piece.most
    ]

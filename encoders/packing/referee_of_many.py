"""The referee of lists of packings: the same rules, checked for many solutions at once.

It decides whether all are correct. The referee itself (referee.py) reports the faults of one; it has also judged each
placement alone. No state is kept between calls.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from encoders.geometry.lattice import Cell
from encoders.packing.packing import Placed
from encoders.packing.referee import Rules
from encoders.packing.referee_of_crossings import faults_of_joints
from encoders.packing.referee_of_goals import touching_cells
from exactcover.model.many import Lines

NUMBERS_AT_ONCE = 1 << 20


def all_right(allowed: Rules, placed: list[Placed], lines: Lines) -> bool:
    """Return whether every solution covers each cell once, and has as many copies of each piece as the packing demands.

    The number of empty cells must be within the packing's limits.

    placed: placements that are correct by themselves; lines: the numbers of the placements of each solution, padded with -1.
    """
    if lines.ndim != 2 or not ((lines >= -1) & (lines < len(placed))).all():
        return False
    packing = allowed.packing
    if faults_of_joints(packing) or packing.connected:  # connectivity is judged one by one
        return False
    pieces = {piece.name: number for number, piece in enumerate(packing.pieces)}
    # A bit for each cell, in words of 64. Placement number -1 is the last line: no piece, and no cell.
    bits = {cell: 1 << number for number, cell in enumerate(allowed.cells)}
    words = -(-len(bits) // 64)
    on = _in_words([*(sum(map(bits.__getitem__, place.cells)) for place in placed), 0], words)
    needed = _in_words([sum(bits[cell] for cell in allowed.cells - allowed.optional)], words)
    fewest, most_cells = len(bits), len(bits)
    if allowed.optional:
        fewest, most_cells = len(bits) - packing.empty[1], len(bits) - packing.empty[0]
    near = _near(allowed, placed, bits, words)
    sizes = np.array([*(len(place.cells) for place in placed), 0], dtype=np.int64)
    piece_of = np.array([*(pieces[place.piece] for place in placed), len(pieces)], dtype=np.int32)
    at_once = max(1, NUMBERS_AT_ONCE // (lines.shape[1] * (words + 2) + len(pieces) + 1))
    for first in range(0, len(lines), at_once):
        some = lines[first : first + at_once]
        # Every required cell is covered, by placements with no more cells than are covered: hence each once.
        covered = np.bitwise_or.reduce(on[some], axis=1)
        cells = sizes[some].sum(axis=1)
        once = cells == np.bitwise_count(covered).sum(axis=1, dtype=np.int64)
        # Whatever else is covered next to a placement is another's.
        apart = near is None or not any((near[own] & covered & ~on[own]).any() for own in some.T)
        if (
            not apart
            or ((covered & needed) != needed).any()
            or not (once & (cells >= fewest) & (cells <= most_cells)).all()
        ):
            return False
        copies = _times(piece_of[some], len(pieces))
        for piece in packing.pieces:
            placed_times = copies[:, pieces[piece.name]]
            if (placed_times < piece.least).any() or (piece.most is not None and (placed_times > piece.most).any()):
                return False
        for fixed in packing.fixed:
            same = [number for number, place in enumerate(placed) if place == fixed]
            if not np.isin(some, same).any(axis=1).all():
                return False
    return True


def _near(allowed: Rules, placed: list[Placed], bits: dict[Cell, int], words: int) -> NDArray[np.uint64] | None:
    """Return the cells that touch each placement as words; None if pieces may touch."""
    if allowed.packing.touching == "all":
        return None
    beside = touching_cells(allowed.packing, allowed.packing.touching)
    near = [set().union(*(beside[cell] for cell in place.cells)) for place in placed]
    return _in_words([*(sum(bits[cell] for cell in own) for own in near), 0], words)


def _in_words(numbers: list[int], words: int) -> NDArray[np.uint64]:
    """Return integers as lines of 64-bit words."""
    written = b"".join(number.to_bytes(8 * words, "little") for number in numbers)
    return np.frombuffer(written, dtype="<u8").reshape(len(numbers), words)


def _times(numbers: Lines, below: int) -> Lines:
    """Return how often each number from 0 to below - 1 is in each line; the number `below` is padding."""
    begins = (below + 1) * np.arange(len(numbers), dtype=np.int64)[:, None]
    times = np.bincount((numbers + begins).ravel(), minlength=(below + 1) * len(numbers))
    return times.reshape(len(numbers), below + 1)[:, :below].astype(np.int32)

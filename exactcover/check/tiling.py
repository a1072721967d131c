"""The judge of placements: lays every placement on the region and counts, with no list of placements to trust.

Where there are many solutions to judge the same placements come again and again: each is laid on the region cell by cell
when it is first seen, and what it covers is remembered as a set of bits. A selection that these sets do not prove right is
judged from the beginning, and every fault named.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

import numpy as np

from exactcover.model.arrays import Integers
from exactcover.model.tiling import Tiling

LARGEST_REMEMBERED = 1024  # cells of the region's box; on larger boards solutions are few and sets of bits are long


def faults(tiling: Tiling, selection: Integers) -> list[str]:
    """Return what is wrong with placements `piece, orientation, *offset`, a sentence a fault; none for a solution."""
    if selection.ndim != 2 or selection.shape[1] != 2 + tiling.dimension:
        return [
            f"placements have shape {selection.shape}; expected lines of piece, orientation and {tiling.dimension} offsets"
        ]
    lines = selection.tolist()
    if tiling.region.size <= LARGEST_REMEMBERED and _memory_of(tiling).is_right(tiling, lines):
        return []
    return _found(tiling, lines)


def _found(tiling: Tiling, lines: list[list[int]]) -> list[str]:
    found: list[str] = []
    times = np.zeros(tiling.region.shape, dtype=np.int64)
    copies = [0] * len(tiling.pieces)
    for piece, orientation, *offset in lines:
        cells = _cells(tiling, piece, orientation, offset)
        if cells is None:
            found.append(f"placement of piece {piece}, orientation {orientation} does not exist")
            continue
        copies[piece] += 1
        for cell in cells:
            if _inside(tiling, cell):
                times[cell] += 1
            else:
                found.append(f"{tiling.pieces[piece].name!r} covers {cell}, which is not in the region")
    for cell in map(tuple, np.argwhere(tiling.region & (times != 1)).tolist()):
        found.append(f"cell {cell} is covered {times[cell]} times; expected 1")
    for each, number in zip(tiling.pieces, copies, strict=True):
        if not each.least <= number <= each.most:
            found.append(f"{each.name!r} is placed {number} times; expected {each.least} to {each.most}")
    return found


def _cells(tiling: Tiling, piece: int, orientation: int, offset: list[int]) -> list[tuple[int, ...]] | None:
    """Return the cells of a placement, in the region or not; None where there is no such piece or orientation."""
    if not 0 <= piece < len(tiling.pieces) or not 0 <= orientation < len(tiling.pieces[piece].orientations):
        return None
    return [tuple(cell) for cell in (tiling.pieces[piece].orientations[orientation] + np.array(offset)).tolist()]


def _inside(tiling: Tiling, cell: tuple[int, ...]) -> bool:
    return all(0 <= x < n for x, n in zip(cell, tiling.region.shape, strict=True)) and bool(tiling.region[cell])


class _Memory:
    """What the placements seen so far cover, as sets of bits, a bit a position of the region's box; 0 for a wrong one."""

    def __init__(self, tiling: Tiling) -> None:
        self.region = self._bits(tiling, [tuple(cell) for cell in tiling.cells().tolist()])
        self.ranges = [(piece.least, piece.most) for piece in tiling.pieces]
        self.covered: dict[tuple[int, ...], int] = {}

    @staticmethod
    def _bits(tiling: Tiling, cells: list[tuple[int, ...]]) -> int:
        return sum({1 << int(np.ravel_multi_index(cell, tiling.region.shape)) for cell in cells})

    def look(self, tiling: Tiling, place: tuple[int, ...]) -> int:
        """Lay a placement on the region; return and remember what it covers, nothing where it is wrong."""
        cells = _cells(tiling, place[0], place[1], list(place[2:]))
        right = cells is not None and all(_inside(tiling, cell) for cell in cells)
        bits = self._bits(tiling, cells) if right and cells is not None else 0
        self.covered[place] = bits
        return bits

    def is_right(self, tiling: Tiling, lines: list[list[int]]) -> bool:
        """Return whether the placements are right ones, cover every cell of the region once and keep to the copies."""
        known, all_bits = self.covered, 0
        copies = [0] * len(self.ranges)
        for line in lines:
            place = tuple(line)
            bits = known[place] if place in known else self.look(tiling, place)
            if not bits or all_bits & bits:
                return False
            all_bits |= bits
            copies[place[0]] += 1
        return all_bits == self.region and all(
            least <= number <= most for number, (least, most) in zip(copies, self.ranges, strict=True)
        )


_memories: WeakKeyDictionary[Tiling, _Memory] = WeakKeyDictionary()


def _memory_of(tiling: Tiling) -> _Memory:
    memory = _memories.get(tiling)
    if memory is None:
        memory = _memories[tiling] = _Memory(tiling)
    return memory

"""The referee of packings: knows congruence, overlap and copies, and never sees the encoder's orientations.

It judges solutions, which may come from a file a stranger wrote, and tilings, which the encoder wrote: a lost orientation
would make every count and every INFEASIBLE wrong without spoiling a single solution.

Where there are many solutions to judge the same placements come again and again: a placement that was found right is
remembered as it is written, with what it covers. A solution that is not proved right by placements so remembered is judged
from the beginning, and every fault named.
"""

from __future__ import annotations

import itertools
import marshal
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from encoders.geometry.lattice import Cell, Motions
from encoders.packing.packing import Packable, Packing
from exactcover.model.tiling import Tiling

LARGEST_REMEMBERED = 1024  # positions of the board's box; on larger boards solutions are few and sets of bits are long
MOST_REMEMBERED = 1 << 17


def faults(packing: Packing, solution: Any) -> list[str]:
    """Return what is wrong with a solution `{"placements": [...]}`, a sentence a fault; none for a right one."""
    placements = solution.get("placements") if isinstance(solution, dict) else None
    if not isinstance(placements, list):
        return ['the solution has no list of placements; expected {"placements": [{"piece": ..., "cells": ...}, ...]}']
    if packing.board.size <= LARGEST_REMEMBERED and _memory_of(packing).is_right(packing, placements):
        return []
    return _found(packing, placements)


def _found(packing: Packing, placements: list[Any]) -> list[str]:
    found: list[str] = []
    owner: dict[Cell, int] = {}
    copies: Counter[str] = Counter()
    shapes: dict[tuple[str, tuple[Cell, ...]], bool] = {}
    for number, placement in enumerate(placements):
        read = _read(placement, packing.board.ndim)
        if isinstance(read, str):
            found.append(f"placement {number} {read}")
            continue
        name, cells = read
        piece = packing.piece(name)
        if piece is None:
            found.append(f"placement {number} is of {name!r}, which is not a piece of this puzzle")
            continue
        copies[piece.name] += 1
        origin = _moved_to_origin(cells)
        if (name, origin) not in shapes:
            shapes[name, origin] = _congruent(origin, piece)
        if not shapes[name, origin]:
            found.append(f"placement {number} is not the shape of {name}, by the motions it is allowed")
        for cell in cells:
            if not _on_board(packing, cell):
                found.append(f"placement {number} ({name}) covers {cell}, which is no cell of the board")
            elif cell in owner:
                found.append(f"placements {owner[cell]} and {number} both cover {cell}")
            owner.setdefault(cell, number)
    missing = [cell for cell in map(tuple, np.argwhere(packing.board).tolist()) if cell not in owner]
    found.extend(f"cell {cell} is not covered" for cell in missing[:10])
    if len(missing) > 10:
        found.append(f"{len(missing) - 10} more cells are not covered")
    return found + _wrong_copies(packing, copies) + _moved_fixed(packing, placements)


class _Right(NamedTuple):
    """A right placement: the number of its piece, the positions it covers as bits, and the piece's name and cells."""

    piece: int
    bits: int
    place: tuple[str, tuple[Cell, ...]]


class _Memory:
    """The right placements seen so far, by the bytes that marshal writes for them.

    Those tell True and 1.0 from 1, and a list from a tuple, where a dictionary of values does not.
    """

    def __init__(self, packing: Packing) -> None:
        self.board = self._bits(packing, map(tuple, np.argwhere(packing.board).tolist()))
        self.ranges = [(piece.least, piece.most) for piece in packing.pieces]
        self.fixed = {(place.piece, place.cells) for place in packing.fixed}
        self.right: dict[bytes, _Right] = {}

    @staticmethod
    def _bits(packing: Packing, cells: Iterable[Cell]) -> int:
        return sum({1 << int(np.ravel_multi_index(cell, packing.board.shape)) for cell in cells})

    def look(self, packing: Packing, placement: Any, written: bytes) -> _Right | None:
        """Judge a placement by itself, and remember it where it is right."""
        read = _read(placement, packing.board.ndim)
        if isinstance(read, str):
            return None
        name, cells = read
        piece = packing.piece(name)
        if piece is None or not _congruent(_moved_to_origin(cells), piece):
            return None
        if not all(_on_board(packing, cell) for cell in cells):
            return None
        right = _Right(packing.pieces.index(piece), self._bits(packing, cells), (piece.name, cells))
        if len(self.right) < MOST_REMEMBERED:
            self.right[written] = right
        return right

    def is_right(self, packing: Packing, placements: list[Any]) -> bool:
        """Return whether placements, each right by itself, cover the board once, keep to the copies and what is pre-placed."""
        covered, there = 0, set()
        copies = [0] * len(self.ranges)
        for placement in placements:
            try:
                written = marshal.dumps(placement, 2)
            except ValueError:  # something that JSON does not know
                return False
            right = self.right.get(written) or self.look(packing, placement, written)
            if right is None or covered & right.bits:
                return False
            covered |= right.bits
            copies[right.piece] += 1
            if self.fixed:
                there.add(right.place)
        return (
            covered == self.board
            and self.fixed <= there
            and all(
                least <= number and (most is None or number <= most)
                for number, (least, most) in zip(copies, self.ranges, strict=True)
            )
        )


_memories: WeakKeyDictionary[Packing, _Memory] = WeakKeyDictionary()


def _memory_of(packing: Packing) -> _Memory:
    memory = _memories.get(packing)
    if memory is None:
        memory = _memories[packing] = _Memory(packing)
    return memory


def _on_board(packing: Packing, cell: Cell) -> bool:
    return all(0 <= x < n for x, n in zip(cell, packing.board.shape, strict=True)) and bool(packing.board[cell])


def _read(placement: Any, dimension: int) -> tuple[str, tuple[Cell, ...]] | str:
    """Return the piece's name and its cells, or what is wrong with the way they are written."""
    if not isinstance(placement, dict) or set(placement) != {"piece", "cells"}:
        return "is not {piece, cells}"
    name, cells = placement["piece"], placement["cells"]
    if not isinstance(name, str) or not isinstance(cells, list) or not cells:
        return "has no piece's name or no list of cells"
    for cell in cells:
        whole = isinstance(cell, list | tuple) and len(cell) == dimension
        if not whole or any(not isinstance(x, int) or isinstance(x, bool) for x in cell):
            return f"has a cell that is not {dimension} whole numbers"
    if len({tuple(cell) for cell in cells}) != len(cells):
        return "has a cell twice"
    return name, tuple(sorted(tuple(cell) for cell in cells))


def _wrong_copies(packing: Packing, copies: Counter[str]) -> list[str]:
    found = []
    for piece in packing.pieces:
        number, most = copies[piece.name], piece.most
        if number < piece.least or (most is not None and number > most):
            expected = f"{piece.least} or more" if most is None else f"{piece.least} to {most}"
            found.append(
                f"{piece.name} is placed {number} times; expected {piece.least if piece.least == most else expected}"
            )
    return found


def _moved_fixed(packing: Packing, placements: list[Any]) -> list[str]:
    there = {
        (packing.aliases.get(placement["piece"], placement["piece"]), tuple(sorted(map(tuple, placement["cells"]))))
        for placement in placements
        if not isinstance(_read(placement, packing.board.ndim), str)
    }
    return [
        f"the pre-placed {place.piece} at {place.cells[0]} is not in the solution"
        for place in packing.fixed
        if (place.piece, place.cells) not in there
    ]


def _moved_to_origin(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    cells = list(cells)
    least = [min(axis) for axis in zip(*cells, strict=True)]
    return tuple(sorted(tuple(x - y for x, y in zip(cell, least, strict=True)) for cell in cells))


@lru_cache(maxsize=4096)
def _images(shape: tuple[Cell, ...], motions: Motions) -> frozenset[tuple[Cell, ...]]:
    """Return every shape a piece may take: signed permutations of the axes, by parity where it may not be reflected."""
    dimension = len(shape[0])
    images = set()
    for axes in itertools.permutations(range(dimension)):
        inversions = sum(a > b for a, b in itertools.combinations(axes, 2))
        for signs in itertools.product((1, -1), repeat=dimension):
            proper = (inversions + signs.count(-1)) % 2 == 0
            still = axes == tuple(range(dimension)) and -1 not in signs
            if motions == "isometries" or (motions == "rotations" and proper) or still:
                moved = (tuple(s * cell[a] for s, a in zip(signs, axes, strict=True)) for cell in shape)
                images.add(_moved_to_origin(moved))
    return frozenset(images)


def _congruent(origin: tuple[Cell, ...], piece: Packable) -> bool:
    return len(origin) == len(piece.cells) and origin in _images(piece.cells, piece.motions)


def tiling_faults(packing: Packing, tiling: Tiling) -> list[str]:
    """Return where a tiling asks something else than the packing: region, pieces, orientations, copies, pre-placed pieces."""
    region = packing.board.copy()
    for place in packing.fixed:
        region[tuple(np.array(place.cells).T)] = False
    found = []
    if tiling.region.shape != region.shape or (tiling.region != region).any():
        found.append("the tiling's region is not the board less the pre-placed pieces")
    names = [kind.name for kind in tiling.pieces]
    if names != [piece.name for piece in packing.pieces]:
        return [*found, f"the tiling has pieces {names}; expected {[piece.name for piece in packing.pieces]}"]
    area = int(region.sum())
    for piece, kind in zip(packing.pieces, tiling.pieces, strict=True):
        turned = {_moved_to_origin(map(tuple, cells.tolist())) for cells in kind.orientations}
        right_ones = _images(piece.cells, piece.motions)
        if turned != right_ones or len(turned) != len(kind.orientations):
            found.append(
                f"the tiling has {len(turned)} orientations of {piece.name} that are not its {len(right_ones)}"
            )
        used = sum(place.piece == piece.name for place in packing.fixed)
        least = max(piece.least - used, 0)
        # Any number of copies may be written as the number that would fill the region.
        right = (
            kind.most == piece.most - used
            if piece.most is not None
            else kind.most * len(piece.cells) > area - len(piece.cells)
        )
        if kind.least != least or not right:
            found.append(
                f"the tiling asks for {kind.least}..{kind.most} copies of {piece.name}, which the puzzle does not"
            )
    given = Counter((names[place.piece], tuple(map(tuple, sorted(place.cells.tolist())))) for place in tiling.fixed)
    if given != Counter((place.piece, place.cells) for place in packing.fixed):
        found.append("the tiling's pre-placed pieces are not the puzzle's")
    return found

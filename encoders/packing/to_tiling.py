"""Encodes a packing as a tiling: the free cells, every orientation of every piece, the copies still to place.

Grounds of the tiling are the region, those of the packing, and the cells that may stay empty. A cell that stays empty is
covered by a filler piece of one cell, the last one, whose ground is the optional cells; solutions omit it. A piece that may
not lie wherever its cells are cells of the lattice (see encoders/packing/ways.py) has further grounds: the cells of one class, or
those of its ground that are of one class. They bind its first cell; where the others lie follows.
"""

from __future__ import annotations

from functools import partial
from itertools import chain
from operator import add
from typing import TypeAlias

import numpy as np

from encoders.geometry.lattice import Cell, Lattice
from encoders.packing import layouts
from encoders.packing.packing import Packable, Packing
from exactcover.model.arrays import Integers, Mask
from exactcover.model.encoding import Encoding, Solution
from exactcover.model.many import SelectionTable, SolutionTable, written
from exactcover.model.tiling import Fixed, Piece, Tiling

MOST_REMEMBERED = 1 << 17
EMPTY = "+"  # no piece of a puzzle has this name
LARGEST_WRITTEN_OUT = 1024  # positions of the board's box; solutions on larger ones are layouts
_Lying: TypeAlias = tuple[list[list[int]], str]
_Order: TypeAlias = tuple[tuple[int, ...], str]


def encode(packing: Packing) -> Encoding:
    """Return the tiling of a packing; `decode` returns placements, pre-placed pieces first; for a large board, as arrays."""
    tiling = _tiling(packing)
    if packing.board.size > LARGEST_WRITTEN_OUT:
        return Encoding(tiling, partial(layouts.of_selection, packing))
    before = [(place.piece, [list(cell) for cell in place.cells]) for place in packing.fixed]
    placed_before = tuple(written({"piece": name, "cells": cells}) for name, cells in before)
    # In a long list the same placements occur again and again.
    seen: dict[tuple[int, ...], _Lying] = {}
    seen_written: dict[tuple[int, ...], tuple[_Order, bytes]] = {}

    def lying(place: tuple[int, ...]) -> _Lying:
        ((name, cells),) = tiling.placed([place])
        lies = sorted(cells.tolist()), name
        if len(seen) < MOST_REMEMBERED:
            seen[place] = lies
        return lies

    def decode(selection: Integers) -> Solution:
        pieces = selection[selection[:, 0] < len(packing.pieces)]
        after = sorted(seen.get(place) or lying(place) for place in map(tuple, pieces.tolist()))
        placed = before + [(name, cells) for cells, name in after]
        return {"placements": [{"piece": name, "cells": [cell.copy() for cell in cells]} for name, cells in placed]}

    def lying_written(place: tuple[int, ...]) -> tuple[_Order, bytes]:
        cells, name = seen.get(place) or lying(place)
        lies = (tuple(chain.from_iterable(cells)), name), written({"piece": name, "cells": cells})
        if len(seen_written) < MOST_REMEMBERED:
            seen_written[place] = lies
        return lies

    def decode_many(selections: SelectionTable) -> SolutionTable:
        numbers = np.flatnonzero(selections.parts[:, 0] < len(packing.pieces)).tolist()
        places = map(tuple, selections.parts[numbers].tolist())
        lies = {n: seen_written.get(place) or lying_written(place) for n, place in zip(numbers, places, strict=True)}
        order = sorted(lies, key=lies.__getitem__)
        parts = [lies[number][1] for number in order]
        last = len(before) + len(parts)
        # Part number -1, and fillers of empty cells, come after all others.
        ranks = np.full(len(selections.parts) + 1, last, dtype=np.int32)
        ranks[order] = np.arange(len(before), last)
        lines = np.sort(ranks[selections.lines], axis=1)
        lines[lines == last] = -1
        first = np.broadcast_to(np.arange(len(before), dtype=np.int32), (len(lines), len(before)))
        return SolutionTable("placements", (*placed_before, *parts), np.concatenate([first, lines], axis=1))

    return Encoding(tiling, decode, decode_many)


def _tiling(packing: Packing) -> Tiling:
    region = packing.board.copy()
    for place in packing.fixed:
        for cell in place.cells:
            region[cell] = False
    area = int(region.sum())
    parts = [region, *(mask & region for mask in packing.grounds)]
    if packing.optional is not None:
        parts.append(packing.optional & region)
    pieces, optional = [], len(parts) - 1
    known: dict[tuple[int, Cell], int] = {}
    for piece in packing.pieces:
        used = sum(place.piece == piece.name for place in packing.fixed)
        least = max(0, piece.least - used)
        most = max(least, area // len(piece.cells)) if piece.most is None else piece.most - used
        grounds = None if piece.ways is None else _bound(piece, packing.lattice, parts, known)
        pieces.append(Piece(piece.name, tuple(piece.orientations), least, most, grounds))
    numbers = {piece.name: number for number, piece in enumerate(packing.pieces)}
    if packing.optional is not None:
        single: Integers = np.zeros((1, packing.board.ndim), dtype=np.int64)
        least, most = packing.empty
        pieces.append(Piece(EMPTY, (single,), least, most, np.full((1, 1, 1), optional), empty=True))
    return Tiling(
        region,
        tuple(pieces),
        tuple(Fixed(numbers[place.piece], np.array(place.cells, dtype=np.int64)) for place in packing.fixed),
        np.array(packing.lattice.matrices("isometries"), dtype=np.int64),
        np.array(packing.lattice.steps, dtype=np.int64),
        np.stack(parts) if len(parts) > 1 else None,
    )


def _bound(piece: Packable, lattice: Lattice, parts: list[Mask], known: dict[tuple[int, Cell], int]) -> Integers:
    """Return the grounds of a piece's cells in each way in which each orientation may lie.

    parts: the grounds so far, the region first; further ones are added to them, and to `known` their numbers.
    """
    assert piece.ways is not None
    if piece.corners is None:
        return np.array(piece.ways, dtype=np.int64)
    every = []
    for shape, ways, corners in zip(piece.orientations.tolist(), piece.ways, piece.corners, strict=True):
        firsts = [
            (way, lattice.residue(map(add, at, shape[0]))) for way, own in zip(ways, corners, strict=True) for at in own
        ]
        every.append([[_class(first, way[0], lattice, parts, known), *way[1:]] for way, first in firsts])
    most = max(map(len, every))
    return np.array([ways + ways[:1] * (most - len(ways)) for ways in every], dtype=np.int64)


def _class(at: Cell, ground: int, lattice: Lattice, parts: list[Mask], known: dict[tuple[int, Cell], int]) -> int:
    """Return the number of the ground that is the cells of a ground with these coordinates modulo the lattice's period."""
    if (ground, at) not in known:
        own = np.zeros_like(parts[0])
        places = tuple(slice(start, None, lattice.modulus) for start in at)
        own[places] = parts[ground][places]
        same = next((number for number, part in enumerate(parts) if number and (part == own).all()), len(parts))
        if same == len(parts):
            parts.append(own)
        known[ground, at] = same
    return known[ground, at]

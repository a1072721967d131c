"""Packings up to symmetry by hand: the group from the board and the places, the classes from the solutions themselves."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import TypeAlias

import numpy as np

from encoders.geometry.lattice import Cell
from encoders.geometry.piece import orientations
from encoders.packing import to_tiling as packing_to_tiling
from encoders.packing.packing import Packable, Packing
from exactcover.model.cover import Cover
from exactcover.transform.reductions import chain
from tests.backends.search.models import brute

Cells: TypeAlias = frozenset[Cell]
Move: TypeAlias = dict[Cell, Cell]
MANY = 500


def cover_of(packing: Packing) -> Cover:
    """A packing written out as a cover with its symmetries."""
    model = chain.reduce(packing_to_tiling.encode(packing).model, ("cover",)).model
    assert isinstance(model, Cover)
    return model


def solutions_of(packing: Packing) -> set[frozenset[tuple[str, Cells]]] | None:
    """The solutions of a packing as sets of pieces and their cells, pre-placed ones included; None where there are MANY."""
    encoding = packing_to_tiling.encode(packing)
    way = chain.reduce(encoding.model, ("cover",))
    assert isinstance(way.model, Cover)
    found = set()
    selections = brute(way.model)
    if len(selections) > MANY:
        return None
    for selection in selections:
        placements = encoding.decode(way.lift(np.array(selection, dtype=np.int64)))["placements"]
        found.add(frozenset((place["piece"], frozenset(map(tuple, place["cells"]))) for place in placements))
    return found


def classes_by_hand(packing: Packing) -> tuple[int, int, int] | None:
    """Solutions, classes and the order of the group of a packing.

    None where two pieces have the same places, so that it is not plain which of them a symmetry makes of the other, and
    where there are too MANY solutions to turn one by one.
    """
    group = group_by_hand(packing)
    if group is None:
        return None
    found = solutions_of(packing)
    if found is None:
        return None
    orbits = {
        frozenset(
            frozenset((kinds[piece], frozenset(move[cell] for cell in cells)) for piece, cells in solution)
            for move, kinds in group
        )
        for solution in found
    }
    return len(found), len(orbits), len(group)


def group_by_hand(packing: Packing) -> list[tuple[Move, dict[str, str]]] | None:
    """The isometries of the board that keep what may be placed and what is, and the piece that each makes of each."""
    board = [tuple(cell) for cell in np.argwhere(packing.board).tolist()]
    fixed = {(place.piece, frozenset(place.cells)) for place in packing.fixed}
    free = set(board) - {cell for _, cells in fixed for cell in cells}
    ways: dict[tuple[frozenset[Cells], frozenset[Cells], int, int], str] = {}
    for piece in packing.pieces:
        used = sum(name == piece.name for name, _ in fixed)
        places = places_of(packing, piece, free) if piece.most != used else frozenset()
        everywhere = places_of(packing, piece, set(board)) if used else frozenset()
        most = max(piece.least, len(free) // len(piece.cells)) if piece.most is None else piece.most
        if (places or used) and ways.setdefault((places, everywhere, piece.least, most), piece.name) != piece.name:
            return None
    group = []
    for move in isometries(board):
        kinds = {piece.name: piece.name for piece in packing.pieces}
        for (places, everywhere, *copies), name in ways.items():
            kinds[name] = ways.get((moved(places, move), moved(everywhere, move), copies[0], copies[1]), "")
        if "" not in kinds.values() and {(kinds[name], frozenset(map(move.get, at))) for name, at in fixed} == fixed:
            group.append((move, kinds))
    return group


def moved(places: frozenset[Cells], move: Move) -> frozenset[Cells]:
    """The places that an isometry makes of some."""
    return frozenset(frozenset(move[cell] for cell in cells) for cells in places)


def places_of(packing: Packing, piece: Packable, free: set[Cell]) -> frozenset[Cells]:
    """Where a piece may lie on some cells."""
    sizes = [range(n) for n in packing.board.shape]
    lying = (
        frozenset(tuple(map(sum, zip(cell, by, strict=True))) for cell in shape)
        for shape in orientations(piece.cells, packing.lattice, piece.motions)
        for by in itertools.product(*sizes)
    )
    return frozenset(cells for cells in lying if cells <= free)


def isometries(board: Iterable[Cell]) -> Iterator[Move]:
    """Every turn and mirror of the lattice that maps the board onto itself, cell by cell."""
    cells = np.array(sorted(board))
    for axes in itertools.permutations(range(cells.shape[1])):
        for signs in itertools.product((1, -1), repeat=cells.shape[1]):
            image = cells[:, axes] * signs
            image += cells.min(axis=0) - image.min(axis=0)
            move = dict(zip(map(tuple, cells.tolist()), map(tuple, image.tolist()), strict=True))
            if set(move.values()) == set(move):
                yield move

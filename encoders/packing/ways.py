"""How a piece may lie: the orientations of its cells, the grounds of each, and where its corner may lie.

The corner has the least coordinate of the cells on every axis; its place counts modulo the lattice's period. On a lattice with
several classes of cells, motions may take a piece, or its colours, to some of these places and not to others. Such a piece is
bound; every other lies wherever its cells are cells of the lattice. Raises InvalidInput.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from encoders.geometry.lattice import Cell, Lattice, Motions, Shape, normalised
from encoders.geometry.piece import coloured, corners_on, images, lying, orientations, seated
from encoders.packing.packing import Corners, Ways
from exactcover.model.arrays import Mask
from exactcover.model.errors import InvalidInput


class Laying(NamedTuple):
    """A piece as its motions lay it; the same for equivalent pieces.

    cells: its canonical cells, moved to the origin unless it is bound; grounds: of these cells, None if it has no colours;
    turned: its orientations in increasing order; ways, corners: as in Packable.
    """

    cells: Shape
    grounds: tuple[int, ...] | None
    turned: tuple[Shape, ...]
    ways: Ways | None
    corners: Corners | None


def laying(cells: Shape, marks: Sequence[int] | None, lattice: Lattice, motions: Motions, name: str = "") -> Laying:
    """Return how a piece lies under its motions; marks: the grounds of its cells, None if it has no colours."""
    if lattice.modulus == 1:
        turned = orientations(cells, lattice, motions)
        own = flat_ways(cells, marks, lattice, motions) if marks else None
        return Laying(turned[0], own[0][0] if own else None, turned, own, None)
    at = seated(cells, lattice, motions, name)
    places = _places(at, marks, lattice, motions)
    turned = tuple(places)
    if all(own.keys() == corners_on(shape, lattice) and len({*own.values()}) == 1 for shape, own in places.items()):
        if not marks:
            return Laying(turned[0], None, turned, None, None)
        same = tuple(tuple(sorted(next(iter(own.values())))) for own in places.values())
        return Laying(turned[0], same[0][0], turned, same, None)
    if marks and at != cells:
        raise InvalidInput(
            f"piece {name!r} has colours that its motions do not take everywhere; expected it drawn where its cells are cells"
            f" of the {lattice.name} lattice"
        )
    bound = [_by_way(own) for own in places.values()]
    first = images(at, lattice, motions)[0]
    grounds = min(places[normalised(first)][tuple(map(min, zip(*first, strict=True)))]) if marks else None
    ways = tuple(tuple(own) for own in bound)
    return Laying(first, grounds, turned, ways, tuple(tuple(own.values()) for own in bound))


def _by_way(own: Mapping[Cell, frozenset[tuple[int, ...]]]) -> dict[tuple[int, ...], tuple[Cell, ...]]:
    """Return the ways of an orientation in increasing order, each with the places of the corner."""
    ways = sorted(set().union(*own.values()))
    return {way: tuple(corner for corner in sorted(own) if way in own[corner]) for way in ways}


def _places(
    cells: Shape, marks: Sequence[int] | None, lattice: Lattice, motions: Motions
) -> dict[Shape, dict[Cell, frozenset[tuple[int, ...]]]]:
    """Return the orientations of cells of the lattice, and for each place of the corner the ways in which they lie there."""
    if marks:
        return coloured(cells, marks, lattice, motions)
    plain = frozenset({(0,) * len(cells)})
    return {shape: dict.fromkeys(own, plain) for shape, own in lying(cells, lattice, motions).items()}


def flat_ways(cells: Shape, marks: Sequence[int], lattice: Lattice, motions: Motions) -> Ways:
    """Return the ways of each orientation of cells, both in increasing order, on a lattice of which every point is a cell."""
    by_shape: dict[Shape, set[tuple[int, ...]]] = {}
    for matrix in lattice.matrices(motions):
        moved = np.array(cells) @ np.array(matrix).T
        turned = sorted(zip(map(tuple, (moved - moved.min(axis=0)).tolist()), marks, strict=True))
        by_shape.setdefault(tuple(cell for cell, _ in turned), set()).add(tuple(mark for _, mark in turned))
    return tuple(tuple(sorted(by_shape[shape])) for shape in sorted(by_shape))


def lies_right(
    cells: Shape,
    ways: Sequence[tuple[int, ...]],
    corners: Sequence[Sequence[Cell]] | None,
    lattice: Lattice,
    grounds: Sequence[Collection[Cell] | Mask],
) -> bool:
    """Return whether, in one of the ways, each of these cells, in increasing order, lies on its ground, and the corner in its
    place; ways, corners: of the orientation that the cells have."""
    corner = lattice.residue(map(min, zip(*cells, strict=True)))
    return any(
        (corners is None or corner in corners[number])
        and all(not mark or _holds(grounds[mark - 1], cell) for cell, mark in zip(cells, way, strict=True))
        for number, way in enumerate(ways)
    )


def _holds(ground: Collection[Cell] | Mask, cell: Cell) -> bool:
    return bool(ground[cell]) if isinstance(ground, np.ndarray) else cell in ground

"""What the referee of packings knows of lattices: their isometries, found from the neighbours of cells alone.

An isometry is a linear map and a shift that take cells to cells and neighbours to neighbours; all are tried. Whether a point is
a cell, and where its neighbours are, repeats with the lattice's period, so a shift matters modulo the period. The matrices with
which the encoder turns pieces are not used.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from encoders.geometry.lattice import Cell, Lattice, Matrix, Motions, Shape
from exactcover.model.arrays import Mask
from exactcover.model.tiling import Piece

Maps: TypeAlias = tuple[tuple[Matrix, tuple[Cell, ...]], ...]
Way: TypeAlias = tuple[int, ...]
"""The grounds of cells in increasing order, 0 for the whole board."""


def affine_maps(lattice: Lattice) -> Maps:
    """Return every linear map that is part of an isometry, and the shifts, modulo the period, with which it is one.

    For squares and cubes the maps are the signed permutations of the axes.
    """
    period, cells = lattice.modulus, sorted(lattice.around)
    steps = {cell: {_less(other, cell) for other in lattice.neighbours(cell)} for cell in cells}
    maps = []
    for matrix in _keeping_steps(sorted(set().union(*steps.values()))):
        moved = {cell: mapped(matrix, cell) for cell in cells}
        turned = {cell: {mapped(matrix, step) for step in steps[cell]} for cell in cells}
        shifts = []
        for first in cells:
            shift = tuple(x % period for x in _less(first, moved[cells[0]]))
            images = (tuple((x + y) % period for x, y in zip(moved[cell], shift, strict=True)) for cell in cells)
            if all(steps.get(image) == turned[cell] for cell, image in zip(cells, images, strict=True)):
                shifts.append(shift)
        if shifts:
            maps.append((matrix, tuple(sorted(set(shifts)))))
    return tuple(maps)


def _keeping_steps(steps: list[Cell]) -> list[Matrix]:
    """Return the integer matrices of determinant 1 or -1 that map a set of steps onto itself."""
    dimension, rows = len(steps[0]), np.array(steps)
    basis = next(
        chosen
        for chosen in itertools.combinations(steps, dimension)
        if round(float(np.linalg.det(np.array(chosen)))) != 0
    )
    # A map is determined by the images of a basis; the lengths of unit vectors do not limit it to orthogonal matrices.
    images = np.array(list(itertools.permutations(steps, dimension)))
    matrices = np.linalg.solve(np.array(basis, dtype=float), images.astype(float))
    whole = np.rint(matrices).astype(np.int64)
    right = (np.abs(matrices - whole) < 1e-9).all(axis=(1, 2))
    right &= np.abs(np.rint(np.linalg.det(whole.astype(float)))) == 1
    weights = (8 * np.abs(rows).max() ** 2 + 1) ** np.arange(dimension)  # different steps have different sums
    kept = whole[right]
    same = (np.sort(rows @ kept @ weights, axis=1) == np.sort(rows @ weights)).all(axis=1)
    return [tuple(map(tuple, matrix)) for matrix in kept[same].transpose(0, 2, 1).tolist()]


def ways_of(
    cells: Shape, grounds: tuple[int, ...], lattice: Lattice, motions: Motions, maps: Maps
) -> dict[Shape, dict[Cell, set[Way]]]:
    """Return the shapes that a piece may take, moved to the origin, each with the places of its corner modulo the period, and
    for each of these the grounds of the shape's cells in each way in which it may lie there.

    cells: of a piece, on cells of the lattice or, if it may lie wherever its cells are cells, moved to the origin; grounds: of
    these cells; maps: those of `affine_maps`.
    """
    at = on_cells(cells, lattice)
    ways: dict[Shape, dict[Cell, set[Way]]] = {}
    for matrix, shifts in maps:
        determinant = round(float(np.linalg.det(np.array(matrix))))
        identity = all(value == (i == j) for i, row in enumerate(matrix) for j, value in enumerate(row))
        if (motions == "translations" and not identity) or (motions == "rotations" and determinant < 0):
            continue
        moved = [mapped(matrix, cell) for cell in at]
        least = tuple(min(axis) for axis in zip(*moved, strict=True))
        shape, way = zip(*sorted(zip((_less(cell, least) for cell in moved), grounds, strict=True)), strict=True)
        for shift in shifts:
            corner = tuple((x + y) % lattice.modulus for x, y in zip(least, shift, strict=True))
            ways.setdefault(shape, {}).setdefault(corner, set()).add(way)
    return ways


def on_cells(cells: Shape, lattice: Lattice) -> Shape:
    """Return the cells of a piece where they lie, or, if those are no cells of the lattice, moved to where they are."""
    shift = next(
        shift
        for shift in itertools.product(range(lattice.modulus), repeat=lattice.dimension)
        if all(_is_cell(lattice, cell, shift) for cell in cells)
    )
    return tuple(tuple(x + y for x, y in zip(cell, shift, strict=True)) for cell in cells)


def bound_elsewhere(
    lattice: Lattice, kind: Piece, grounds: Mask, right_grounds: Mask, ways: dict[Shape, dict[Cell, set[Way]]]
) -> bool:
    """Return whether a tiling lets a piece lie where the puzzle does not, or not where it does; all offsets are tried.

    grounds: the masks of the tiling, the region first; right_grounds: those of the puzzle; ways: as `ways_of` returns them.
    """
    if kind.grounds is None:
        seats = list(itertools.product(range(lattice.modulus), repeat=lattice.dimension))
        return any(
            {at for at in seats if all(_is_cell(lattice, cell, at) for cell in shape)} != set(own)
            or any(any(way) for every in own.values() for way in every)
            for shape, own in ways.items()
        )
    places = np.indices(grounds.shape[1:])
    for number, orientation in enumerate(kind.orientations):
        shape = tuple(sorted(map(tuple, orientation.tolist())))
        right = np.zeros_like(grounds[0])
        for corner, every in ways.get(shape, {}).items():
            near = np.logical_and.reduce([axis % lattice.modulus == x for axis, x in zip(places, corner, strict=True)])
            for way in every:
                right |= near & _lies(right_grounds, shape, way)
        own = np.zeros_like(grounds[0])
        for way in kind.grounds[number].tolist():
            own |= _lies(grounds, orientation.tolist(), way)
        if (own != right).any():
            return True
    return False


def _lies(grounds: Mask, cells: Iterable[Cell], way: Iterable[int]) -> NDArray[np.bool_]:
    """Return for each offset whether each of these cells lies on its ground."""
    lies = np.ones(grounds.shape[1:], dtype=np.bool_)
    for cell, ground in zip(cells, way, strict=True):
        lies &= _from(grounds[ground], cell)
    return lies


def _is_cell(lattice: Lattice, cell: Cell, shift: Cell) -> bool:
    return tuple((x + y) % lattice.modulus for x, y in zip(cell, shift, strict=True)) in lattice.around


def _from(mask: Mask, cell: Sequence[int]) -> NDArray[np.bool_]:
    """Return for each offset whether the mask has the cell at that offset."""
    moved = np.zeros_like(mask)
    if all(x < side for x, side in zip(cell, mask.shape, strict=True)):
        moved[tuple(slice(0, side - x) for x, side in zip(cell, mask.shape, strict=True))] = mask[
            tuple(slice(x, None) for x in cell)
        ]
    return moved


def _less(cell: Cell, other: Cell) -> Cell:
    return tuple(x - y for x, y in zip(cell, other, strict=True))


def mapped(matrix: Matrix, point: Cell) -> Cell:
    """Return a matrix times a point."""
    return tuple(sum(factor * x for factor, x in zip(row, point, strict=True)) for row in matrix)

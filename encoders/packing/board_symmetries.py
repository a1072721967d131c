"""The symmetries of a board with its pieces: isometries that map cells, pre-placed pieces and the set of placements onto
themselves; they may permute pieces. If the board wraps round, they map orbits of its points to orbits.

On a torus they include the translations, on a Moebius strip the slides along it. Maps that are one on the board are one symmetry.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from encoders.geometry.lattice import Lattice
from encoders.geometry.wrap import Isometry, Wrap
from encoders.packing.lying import BoardCells
from exactcover.model.arrays import Integers

_Signature: TypeAlias = tuple[tuple[int, int, str], bytes, bytes]


class Movable(NamedTuple):
    """What a symmetry must preserve of a piece: copies and value, placements and pre-placed ones, each as sorted rows."""

    copies: tuple[int, int, str]
    placements: Integers
    fixed: Integers


def board_permutations(board: BoardCells, wrap: Wrap | None, lattice: Lattice) -> Iterator[tuple[Integers, bool]]:
    """Yield the permutations of the cells by the isometries of the board, the identity first, and whether each is proper: the
    work of one that reflects nothing. Some permutations may be equal."""
    return _flat(board, lattice) if wrap is None else _wrapped(board, wrap, lattice)


def _flat(board: BoardCells, lattice: Lattice) -> Iterator[tuple[Integers, bool]]:
    """Yield those of a flat board, where the least corner of the image must be that of the board."""
    cells = np.array(board.cells)
    for matrix in map(np.array, lattice.matrices("isometries")):
        turned = cells @ matrix.T
        images = board.folding.numbers(turned + cells.min(axis=0) - turned.min(axis=0))
        if (np.sort(images) == np.arange(len(cells))).all():
            yield images, bool(np.linalg.det(matrix) > 0)


def _wrapped(board: BoardCells, wrap: Wrap, lattice: Lattice) -> Iterator[tuple[Integers, bool]]:
    """Yield those of a board that wraps round.

    An isometry followed by one of the wrap's group is the same on the board, so the image of the first cell may be chosen among
    the board's own cells; and if the group reflects something, every permutation is proper.
    """
    cells = np.array(board.cells)
    reflecting = any(sheet.reflects for sheet in wrap.sheets)
    for matrix in lattice.matrices("isometries"):
        x, y = Isometry(matrix, (0, 0)).of(board.cells[0])
        for row, column in board.cells:
            isometry = Isometry(matrix, (row - x, column - y))
            back = isometry.inverse()
            normal = all(wrap.has(isometry.after(each).after(back)) for each in wrap.generators)
            if normal and isometry.keeps_cells(lattice):
                images = board.folding.numbers(cells @ np.array(matrix).T + isometry.shift)
                if (np.sort(images) == np.arange(len(cells))).all():
                    yield images, reflecting or not isometry.reflects


def symmetries(permutations: Iterator[Integers], pieces: Sequence[Movable], cells: int) -> Integers:
    """Return the group (g, cells + pieces) of permutations of cells that are symmetries, each with its images of the pieces.

    Few permutations are tested: the product of two symmetries is one, and that of a symmetry and any other permutation is not.
    """
    numbers: dict[_Signature, list[int]] = defaultdict(list)
    for number, piece in enumerate(pieces):
        numbers[_signature(piece, None)].append(number)
    identity = np.arange(cells + len(pieces))
    group, others, generators = {identity[:cells].tobytes(): identity}, set[bytes](), list[Integers]()
    for images in permutations:
        key = images.tobytes()
        if key in group or key in others:
            continue
        image = _permuted(images, pieces, numbers)
        if image is None:
            others.update(images[known[:cells]].tobytes() for known in group.values())
        else:
            generators.append(np.concatenate([images, cells + image]))
            _extend(group, generators, cells)
    return np.array(list(group.values()))


def _permuted(images: Integers, pieces: Sequence[Movable], numbers: dict[_Signature, list[int]]) -> Integers | None:
    """Return the images of the pieces under a permutation of the cells, None if it is no symmetry; equal pieces keep their
    order."""
    moved: dict[_Signature, list[int]] = defaultdict(list)
    for number, piece in enumerate(pieces):
        signature = _signature(piece, images)
        if signature not in numbers:
            return None
        moved[signature].append(number)
    result = np.empty(len(pieces), dtype=np.int64)
    for signature, own in moved.items():
        if len(own) != len(numbers[signature]):
            return None
        result[own] = numbers[signature]
    return result


def _signature(piece: Movable, images: Integers | None) -> _Signature:
    return piece.copies, _rows(piece.placements, images), _rows(piece.fixed, images)


def _rows(rows: Integers, images: Integers | None) -> bytes:
    """Return sets of cells, or their images, in a form that is equal for equal ones."""
    moved = rows if images is None else np.sort(images[rows], axis=1)
    return np.unique(moved, axis=0).tobytes() if len(moved) else b""


def _extend(group: dict[bytes, Integers], generators: list[Integers], cells: int) -> None:
    """Extend the group of all generators but the last to that of all of them, coset by coset (Dimino's algorithm)."""
    subgroup, leaders = list(group.values()), [generators[-1]]
    while leaders:
        leader = leaders.pop()
        if leader[:cells].tobytes() not in group:
            for element in subgroup:
                product = leader[element]
                group[product[:cells].tobytes()] = product
            leaders.extend(generator[leader] for generator in generators)

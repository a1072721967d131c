"""The referee of the symmetries of covers of packings: each is an isometry of the board that maps options to options.

The symmetries are all there if every other isometry of the board does not. One is a rotation if an isometry of the plane, or of
space, that reflects nothing does the same to the board. Not here: which isometries boards that wrap round have
(referee_of_wrapped_covers.py).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np

from encoders.geometry.lattice import Cell
from encoders.packing.packing import Packing
from encoders.packing.referee import linear_maps
from exactcover.model.arrays import Integers, Mask
from exactcover.model.cover import Cover

Wholes: TypeAlias = list[tuple[Integers, bool]]
"""Permutations of all cells, each with whether an isometry that reflects nothing has it."""
EMPTY = "+"


def flat_isometries(packing: Packing, free: Mask) -> dict[bytes, Wholes]:
    """Return the permutations of the cells by isometries of a flat board that keep the free ones, by what they make of these.

    The least corner of the image of the board is that of the board.
    """
    cells = np.argwhere(packing.board)
    number_of = {cell: number for number, cell in enumerate(map(tuple, cells.tolist()))}
    numbers = np.cumsum(free) - 1
    by_free: dict[bytes, Wholes] = {}
    for matrix in map(np.array, linear_maps(packing.lattice)):
        turned = cells @ matrix.T
        turned += cells.min(axis=0) - turned.min(axis=0)
        moved = [number_of.get(tuple(cell), -1) for cell in turned.tolist()]
        whole = np.array(moved, dtype=np.int64)
        if min(moved) >= 0 and free[whole[free]].all():
            proper = bool(np.linalg.det(matrix) > 0)
            by_free.setdefault(numbers[whole[free]].tobytes(), []).append((whole, proper))
    return by_free


def wrong_symmetries(
    cover: Cover,
    pieces: Pieces,
    isometries: dict[bytes, Wholes],
    cells: int,
    others_right: Callable[[Integers, Integers], bool] = lambda whole, images: True,
) -> list[str]:
    """Return what is wrong with a cover's symmetries: each must map options to options, and all must be there.

    Items are the free cells, so many, then the pieces, then others; others_right: whether these are mapped as they should be, of
    the images of all cells and of the items.
    """
    if cover.symmetries is None or cover.rotations is None:
        return ["the cover has no symmetries; expected those of the board"]
    listed = {images.tobytes(): images for images in cover.symmetries}
    reached, generators = {np.arange(len(cover.items)).tobytes()}, list[Integers]()
    for key, images in listed.items():
        if key in reached:
            continue
        own, others = images[:cells], images[cells : cells + len(pieces.own)] - cells
        if own.tobytes() not in isometries:
            return ["a symmetry of the cover is not an isometry of the board"]
        right = [pieces.own[n] if n < len(pieces.own) else () for n in others.tolist()]
        if not any(
            pieces.moved(whole, own) == right and others_right(whole, images) for whole, _ in isometries[own.tobytes()]
        ):
            return ["a symmetry of the cover does not map its options to options"]
        generators.append(images)
        reached = _generated(generators)
    if reached != listed.keys():
        return ["the symmetries of the cover are not a group"]
    group = {images[:cells].tobytes(): images[:cells] for images in listed.values()}
    rest = {key: wholes for key, wholes in isometries.items() if key not in group}
    while rest:
        key, wholes = rest.popitem()
        images = np.frombuffer(key, dtype=np.int64)
        if any(Counter(pieces.moved(whole, images)) == Counter(pieces.own) for whole, _ in wholes):
            return [f"the cover has {len(listed)} symmetries, and lacks others of the board"]
        for known in group.values():  # a symmetry followed by this isometry is none either
            rest.pop(images[known].tobytes(), None)
    return _wrong_rotations(cover.rotations, listed, isometries, pieces, cells)


def _wrong_rotations(
    rotations: Integers,
    listed: dict[bytes, Integers],
    isometries: dict[bytes, Wholes],
    pieces: Pieces,
    cells: int,
) -> list[str]:
    """Return what is wrong with the rotations of a cover whose symmetries are right."""
    right = set()
    for key, images in listed.items():
        wholes = isometries[images[:cells].tobytes()]
        # If all or none of them reflect, so does the one that keeps the pieces.
        if len({proper for _, proper in wholes}) > 1:
            own = Counter(pieces.own)
            wholes = [each for each in wholes if Counter(pieces.moved(each[0], images[:cells])) == own]
        if any(proper for _, proper in wholes):
            right.add(key)
    if {images.tobytes() for images in rotations} != right or len(rotations) != len(right):
        return [f"the cover has {len(rotations)} rotations that are not the {len(right)} of its symmetries"]
    return []


class Pieces:
    """What symmetries keep of the pieces: copies and value, the placements on free cells, the pre-placed pieces."""

    def __init__(self, packing: Packing, cells: Sequence[Cell], rows: list[Integers]) -> None:
        number_of = {cell: number for number, cell in enumerate(cells)}
        names = [piece.name for piece in packing.pieces] + ([] if packing.optional is None else [EMPTY])
        self._rows = rows
        self._fixed = [
            [[number_of[cell] for cell in place.cells] for place in packing.fixed if place.piece == name]
            for name in names
        ]
        self._copies: list[Any] = [
            (max(piece.least - used, 0), piece.most and piece.most - used, piece.value)
            for piece in packing.pieces
            for used in [copies_used(packing, piece.name)]
        ]
        self._copies += [] if packing.optional is None else [EMPTY]
        self.own = self.moved(np.arange(len(number_of)), np.arange(len(number_of)))

    def moved(self, whole: Integers, images: Integers) -> list[tuple[Any, ...]]:
        """Return that of the image of each piece; whole: of all cells, images: of the free ones."""
        return [
            (copies, rows.shape[1], _set(images[rows]), frozenset(frozenset(whole[cells].tolist()) for cells in fixed))
            for copies, rows, fixed in zip(self._copies, self._rows, self._fixed, strict=True)
        ]


def _set(rows: Integers) -> bytes:
    """Return sets of cells, a line each, in a form that is the same for equal ones."""
    rows = np.sort(rows, axis=1)
    return rows[np.lexsort(rows.T)].tobytes()


def copies_used(packing: Packing, name: str) -> int:
    """Return how many copies of a piece are pre-placed."""
    return sum(place.piece == name for place in packing.fixed)


def _generated(generators: list[Integers]) -> set[bytes]:
    """Return the group that permutations generate."""
    identity = np.arange(len(generators[0]))
    reached, fresh = {identity.tobytes()}, [identity]
    while fresh:
        last = fresh.pop()
        for generator in generators:
            further = generator[last]
            if further.tobytes() not in reached:
                reached.add(further.tobytes())
                fresh.append(further)
    return reached

"""The symmetry group of a tiling: isometries of the region that map the set of placements onto itself.

Kinds may be permuted (Soma's mirror pair), copies and pre-placed pieces must be preserved. A bounded region fixes the
translation that goes with each linear isometry: the least corner of the image must be that of the region.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from exactcover.model.arrays import Integers
from exactcover.model.tiling import Tiling


@dataclass(frozen=True, eq=False)
class Symmetry:
    """The map x -> matrix @ x + shift, and where it sends each kind."""

    matrix: Integers
    shift: Integers
    kinds: tuple[int, ...]


def shape_key(cells: Integers) -> bytes:
    """Return a key that two shapes share when they are translates of each other."""
    moved = cells - cells.min(axis=0)
    return np.ascontiguousarray(moved[np.lexsort(moved.T[::-1])], dtype=np.int64).tobytes()


def symmetries(tiling: Tiling, usable: Callable[[int, int], bool]) -> list[Symmetry]:
    """Return the symmetry group, the identity first.

    usable(kind, orientation) says whether that orientation has a placement; one that has none does not matter.
    """
    cells = tiling.cells()
    identity = Symmetry(
        np.eye(tiling.dimension, dtype=np.int64),
        np.zeros(tiling.dimension, dtype=np.int64),
        tuple(range(len(tiling.kinds))),
    )
    if not len(cells) or tiling.isometries is None:
        return [identity]
    used = [_orientations_that_matter(tiling, number, usable) for number in range(len(tiling.kinds))]
    found = [identity]
    for matrix in tiling.isometries[1:]:
        image = cells @ matrix.T
        shift = cells.min(axis=0) - image.min(axis=0)
        image += shift
        if (image.max(axis=0) > cells.max(axis=0)).any() or not tiling.region[tuple(image.T)].all():
            continue
        kinds = _kind_permutation(tiling, used, matrix)
        if kinds is not None and _keeps_fixed(tiling, matrix, shift, kinds):
            found.append(Symmetry(matrix, shift, kinds))
    return found


def _orientations_that_matter(tiling: Tiling, number: int, usable: Callable[[int, int], bool]) -> list[Integers]:
    everything = any(place.kind == number for place in tiling.fixed)
    orientations = tiling.kinds[number].orientations
    return [cells for place, cells in enumerate(orientations) if everything or usable(number, place)]


def _kind_permutation(tiling: Tiling, used: list[list[Integers]], matrix: Integers) -> tuple[int, ...] | None:
    """Return where the linear isometry sends each kind, or None where a kind has no image among the kinds."""
    signature = [
        (kind.least, kind.most, frozenset(map(shape_key, shapes)))
        for kind, shapes in zip(tiling.kinds, used, strict=True)
    ]
    free = list(range(len(signature)))
    kinds = []
    for number, (least, most, _) in enumerate(signature):
        image = (least, most, frozenset(shape_key(cells @ matrix.T) for cells in used[number]))
        # A kind that the isometry keeps goes to itself, whatever other kind looks the same.
        choice = next((k for k in [number, *free] if k in free and signature[k] == image), None)
        if choice is None:
            return None
        free.remove(choice)
        kinds.append(choice)
    return tuple(kinds)


def _keeps_fixed(tiling: Tiling, matrix: Integers, shift: Integers, kinds: tuple[int, ...]) -> bool:
    def places(
        move: Callable[[Integers], Integers], kind_of: Callable[[int], int]
    ) -> set[tuple[int, frozenset[tuple[int, ...]]]]:
        return {(kind_of(p.kind), frozenset(map(tuple, move(p.cells).tolist()))) for p in tiling.fixed}

    return places(lambda cells: cells @ matrix.T + shift, lambda kind: kinds[kind]) == places(lambda c: c, lambda k: k)

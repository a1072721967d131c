"""The symmetry group of a tiling: isometries of the region that map the set of placements onto itself.

Pieces may be permuted (Soma's mirror pair), copies and pre-placed pieces must be preserved. A bounded region fixes the
translation that goes with each linear isometry: the least corner of the image must be that of the region. A matrix may be
any of determinant 1 or -1, not only a signed permutation of the axes: hexagons turn by sixths. Of pieces that are bound to
grounds the placements themselves are compared.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import TypeAlias

import numpy as np

from exactcover.model.arrays import Integers
from exactcover.model.offsets import fits
from exactcover.model.tiling import Tiling

CODE_BASE = 1 << 20  # a shape's coordinates are below this, so a cell's code is one number
_Signature: TypeAlias = tuple[int, int, frozenset[bytes], frozenset[bytes] | None]


@dataclass(frozen=True, eq=False)
class Symmetry:
    """The map x -> matrix @ x + shift, and where it sends each piece."""

    matrix: Integers
    shift: Integers
    pieces: tuple[int, ...]


def _keys(shapes: Integers) -> list[bytes]:
    moved = shapes - shapes.min(axis=1, keepdims=True)
    codes = np.sort(moved @ (CODE_BASE ** np.arange(shapes.shape[2])), axis=1)
    size, written = codes.shape[1] * codes.itemsize, codes.tobytes()
    return [written[at : at + size] for at in range(0, len(written), size)]


def symmetries(tiling: Tiling, usable: Callable[[int, int], bool]) -> list[Symmetry]:
    """Return the symmetry group, the identity first.

    usable(piece, orientation) says whether that orientation has a placement; one that has none does not matter. Few
    isometries are examined: what two symmetries come to together is one, and what a symmetry and any other isometry come to
    is none.
    """
    cells = tiling.cells()
    identity = Symmetry(
        np.eye(tiling.dimension, dtype=np.int64),
        np.zeros(tiling.dimension, dtype=np.int64),
        tuple(range(len(tiling.pieces))),
    )
    if not len(cells) or tiling.isometries is None:
        return [identity]
    pieces, generators = _Pieces(tiling, usable), list[Symmetry]()
    group, others = {identity.matrix.tobytes(): identity}, set[bytes]()
    keys = [matrix.tobytes() for matrix in tiling.isometries]
    for key, matrix in zip(keys, tiling.isometries, strict=True):
        if key in group or key in others:
            continue
        symmetry = _symmetry(tiling, cells, pieces, matrix)
        if symmetry is None:
            others.update((matrix @ known.matrix).tobytes() for known in group.values())
        else:
            generators.append(symmetry)
            _extend(group, generators)
    return [group[key] for key in keys if key in group]


def _extend(group: dict[bytes, Symmetry], generators: list[Symmetry]) -> None:
    """Make a group that all generators but the last generate the group of all of them, a coset at a time.

    Source: L. Dimino's algorithm, in G. Butler, Fundamental Algorithms for Permutation Groups (1991), chapter 3.
    """
    subgroup, leaders = list(group.values()), [generators[-1]]
    while leaders:
        leader = leaders.pop()
        if leader.matrix.tobytes() not in group:
            coset = [_after(leader, element) for element in subgroup]
            group.update((each.matrix.tobytes(), each) for each in coset)
            leaders.extend(_after(generator, leader) for generator in generators)


def _after(second: Symmetry, first: Symmetry) -> Symmetry:
    """Return the symmetry that two come to, one after the other."""
    return Symmetry(
        second.matrix @ first.matrix,
        second.matrix @ first.shift + second.shift,
        tuple([second.pieces[piece] for piece in first.pieces]),
    )


def _symmetry(tiling: Tiling, cells: Integers, pieces: _Pieces, matrix: Integers) -> Symmetry | None:
    """Return the symmetry with that linear part, None if the tiling has none."""
    image = cells @ matrix.T
    shift = cells.min(axis=0) - image.min(axis=0)
    image += shift
    if (image.max(axis=0) > cells.max(axis=0)).any() or not tiling.region[tuple(image.T)].all():
        return None
    permutation = pieces.permuted(matrix, shift)
    kept = permutation is not None and _keeps_fixed(tiling, matrix, shift, permutation)
    return Symmetry(matrix, shift, permutation) if permutation is not None and kept else None


def _orientations_that_matter(tiling: Tiling, number: int, usable: Callable[[int, int], bool]) -> Integers:
    """Return the orientations (n, cells, dimension) of a piece that have a placement; all of a pre-placed piece."""
    everything = any(place.piece == number for place in tiling.fixed)
    piece = tiling.pieces[number]
    shapes = [
        cells for place, cells in enumerate(piece.orientations) if everything or (piece.most and usable(number, place))
    ]
    return np.stack(shapes) if shapes else np.empty((0, 1, tiling.dimension), dtype=np.int64)


class _Pieces:
    """The pieces of a tiling, each with the orientations that matter, those of pieces of one size in one array."""

    def __init__(self, tiling: Tiling, usable: Callable[[int, int], bool]) -> None:
        self.tiling, self.usable = tiling, usable

    @cached_property
    def lots(self) -> list[tuple[Integers, list[tuple[int, int, int]]]]:
        """Arrays of orientations, each with the pieces that they are of: their numbers, and where theirs begin and end."""
        by_size: dict[int, list[tuple[int, Integers]]] = {}
        for number in range(len(self.tiling.pieces)):
            shapes = _orientations_that_matter(self.tiling, number, self.usable)
            by_size.setdefault(shapes.shape[1], []).append((number, shapes))
        lots = []
        for pieces in by_size.values():
            ends = list(accumulate(len(shapes) for _, shapes in pieces))
            spans = [(number, end - len(shapes), end) for (number, shapes), end in zip(pieces, ends, strict=True)]
            lots.append((np.concatenate([shapes for _, shapes in pieces]), spans))
        return lots

    @cached_property
    def signatures(self) -> list[_Signature]:
        """What a piece must have in common with another that it is sent to."""
        identity = np.eye(self.tiling.dimension, dtype=np.int64)
        return self._signatures(identity, np.zeros(self.tiling.dimension, dtype=np.int64))

    @cached_property
    def placements(self) -> dict[int, Integers]:
        """The cells (n, cells, dimension) of every placement of each piece that is bound to grounds."""
        return {
            number: np.concatenate(
                [
                    np.argwhere(fits(self.tiling, piece, place))[:, None] + cells
                    for place, cells in enumerate(piece.orientations)
                ]
            )
            for number, piece in enumerate(self.tiling.pieces)
            if piece.grounds is not None
        }

    def _signatures(self, matrix: Integers, shift: Integers) -> list[_Signature]:
        """Return the signatures of the images of the pieces."""
        keys: dict[int, frozenset[bytes]] = {}
        for shapes, spans in self.lots:
            written = _keys(shapes @ matrix.T)
            keys.update((number, frozenset(written[begin:end])) for number, begin, end in spans)
        lying = {number: _places(places @ matrix.T + shift) for number, places in self.placements.items()}
        return [
            (piece.least, piece.most, keys[number], lying.get(number))
            for number, piece in enumerate(self.tiling.pieces)
        ]

    def permuted(self, matrix: Integers, shift: Integers) -> tuple[int, ...] | None:
        """Return where an isometry sends the pieces, or None if a piece has no image among the pieces."""
        return _matched(self.signatures, self._signatures(matrix, shift))


def _places(placements: Integers) -> frozenset[bytes]:
    """Return keys of placements (n, cells, dimension); two share one when they cover the same cells."""
    codes = np.sort(placements @ (CODE_BASE ** np.arange(placements.shape[2])), axis=1)
    return frozenset(line.tobytes() for line in codes)


def _matched(signatures: list[_Signature], images: list[_Signature]) -> tuple[int, ...] | None:
    free = list(range(len(signatures)))
    pieces = []
    for number, image in enumerate(images):
        # A piece that the isometry keeps goes to itself, whatever other piece looks the same.
        choice = next((k for k in [number, *free] if k in free and signatures[k] == image), None)
        if choice is None:
            return None
        free.remove(choice)
        pieces.append(choice)
    return tuple(pieces)


def _keeps_fixed(tiling: Tiling, matrix: Integers, shift: Integers, pieces: tuple[int, ...]) -> bool:
    def places(
        move: Callable[[Integers], Integers], piece_of: Callable[[int], int]
    ) -> set[tuple[int, frozenset[tuple[int, ...]]]]:
        return {(piece_of(p.piece), frozenset(map(tuple, move(p.cells).tolist()))) for p in tiling.fixed}

    return places(lambda cells: cells @ matrix.T + shift, lambda piece: pieces[piece]) == places(
        lambda c: c, lambda k: k
    )
